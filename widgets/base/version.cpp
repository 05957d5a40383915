#include "base/version.h"

#include "carom_commit.h"

namespace carom {

QString versionNumber() {
  return QStringLiteral(CAROM_VERSION);
}

QString versionCommit() {
  return QStringLiteral(CAROM_COMMIT);
}

QString programVersion() {
  return QStringLiteral("carom ") + versionNumber();
}

QString programVersionAndCommit() {
  const QString commit = versionCommit();
  return commit.isEmpty() ? programVersion() : programVersion() + QStringLiteral(" (") + commit + u')';
}

}  // namespace carom
