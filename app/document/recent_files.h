#pragma once

#include <QStringList>

namespace carom {

/// The files that were opened or saved last, newest first, as the settings keep them.
QStringList recentFiles();
void rememberFile(const QString& path);

}  // namespace carom
