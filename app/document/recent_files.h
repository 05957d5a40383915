#pragma once

#include <QStringList>

namespace carom {

/// The files that were opened or saved last, the newest one first; from the settings.
QStringList recentFiles();
void rememberFile(const QString& path);

}  // namespace carom
