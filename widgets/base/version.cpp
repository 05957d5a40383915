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

}  // namespace carom
