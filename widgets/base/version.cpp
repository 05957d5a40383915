#include "base/version.h"

#include "carom_commit.h"

namespace carom {

QString versionNumber() {
  return QStringLiteral(CAROM_VERSION);
}

QString versionDate() {
  return QStringLiteral(CAROM_DATE);
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

QString bibtex() {
  return QStringLiteral(
             R"(@software{carom,
  title   = {Carom: a workbench for simultaneous rigid-body impact},
  author  = {{The Carom developers}},
  version = {%1},
  date    = {%2},
}
@article{seghete2014propagative,
  title   = {A propagative model of simultaneous impact: existence, uniqueness, and design consequences},
  author  = {Seghete, Vlad and Murphey, Todd D.},
  journal = {IEEE Transactions on Automation Science and Engineering},
  volume  = {11},
  number  = {1},
  year    = {2014},
}
)")
      .arg(versionNumber(), versionDate());
}

}  // namespace carom
