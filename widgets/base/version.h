#pragma once

#include <QString>

namespace carom {

/// "0.1.0".
QString versionNumber();
/// The commit that was built, "1a2b3c4d5e6f" or "1a2b3c4d5e6f, changed"; empty outside a git checkout.
QString versionCommit();
/// "carom 0.1.0", as it stands in figures.
QString programVersion();
/// "carom 0.1.0 (1a2b3c4d5e6f)".
QString programVersionAndCommit();

}  // namespace carom
