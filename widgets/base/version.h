#pragma once

#include <QString>

namespace carom {

/// "0.2.0".
QString versionNumber();
/// The day of this version, "2026-11-26", as CITATION.cff has it.
QString versionDate();
/// The commit that was built, "1a2b3c4d5e6f" or "1a2b3c4d5e6f, changed"; empty outside a git checkout.
QString versionCommit();
/// "carom 0.2.0", as it stands in figures.
QString programVersion();
/// "carom 0.2.0 (1a2b3c4d5e6f)".
QString programVersionAndCommit();
/// How to cite Carom and the paper whose model it implements, as two entries of BibTeX.
QString bibtex();

}  // namespace carom
