#include "document/recent_files.h"

#include <QSettings>

namespace carom {

namespace {

constexpr int most = 8;

}  // namespace

QStringList recentFiles() {
  return QSettings().value("recentFiles").toStringList().mid(0, most);
}

void rememberFile(const QString& path) {
  QStringList files = recentFiles();
  files.removeAll(path);
  files.prepend(path);
  QSettings().setValue("recentFiles", QStringList(files.mid(0, most)));
}

}  // namespace carom
