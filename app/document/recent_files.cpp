#include "document/recent_files.h"

#include <QSettings>

namespace carom {

QStringList recentFiles() {
  return QSettings().value("recentFiles").toStringList();
}

void rememberFile(const QString& path) {
  constexpr int most = 8;
  QStringList files = recentFiles();
  files.removeAll(path);
  files.prepend(path);
  QSettings().setValue("recentFiles", QStringList(files.mid(0, most)));
}

}  // namespace carom
