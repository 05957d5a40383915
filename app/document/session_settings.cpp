#include "document/session_settings.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace carom {

namespace {

constexpr qint64 longest = 1 << 24;

/// Files that QSettings opens: of the application and of the organisation, and the locks beside them.
QStringList settingsFiles() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + '/' +
                         QCoreApplication::organizationName();
  QStringList files;
  for (const QString& stem : {folder + '/' + QCoreApplication::applicationName(), folder})
    for (const char* suffix : {".conf", ".conf.lock"}) files += stem + suffix;
  return files;
}

}  // namespace

SessionSettings::SessionSettings() {
  for (const QString& file : settingsFiles()) {
    const QFileInfo there(file);
    if (!there.exists() || (there.isFile() && there.size() <= longest)) continue;
    m_problem =
        QCoreApplication::translate("carom", "%1: is %2; expected a file of settings, which are not used now")
            .arg(file, there.isFile() ? QCoreApplication::translate("carom", "too long")
                                      : QCoreApplication::translate("carom", "no regular file"));
    m_own.emplace();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_own->path());
    return;
  }
}

}  // namespace carom
