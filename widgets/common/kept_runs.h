#pragma once

#include <QColor>
#include <QString>
#include <optional>

#include "base/figure_runs.h"
#include "common/document_state.h"

namespace carom {

/// Most of the kept runs that views and plots show at once.
inline constexpr std::size_t mostShownRuns = 8;

/// The colour of a kept run in views and plots, which differs from those of the run in force and the second
/// run.
QColor runColor(const KeptRun& run);

/// Adds the answer to a state under a name, shown where fewer than mostShownRuns are. A name that is empty or
/// taken becomes the first free "run 1", "run 2", …. No effect where mostKeptRuns are kept, or where the
/// answer has no motion yet.
void keepRun(DocumentState& state, const Snapshot& answer, const QString& name = {});
/// Gives a kept run another name. False where that is empty or taken.
bool renameRun(std::vector<KeptRun>& runs, std::size_t run, const QString& name);
/// Shows or hides a kept run. False where mostShownRuns are shown already.
bool showRun(std::vector<KeptRun>& runs, std::size_t run, bool isShown);

/// The state that a kept run answers, with the runs that are kept now.
DocumentState stateOf(const KeptRun& run, const DocumentState& now);

/// The name of the run whose motion is the same to the last bit: "this run", or that of an earlier kept one.
/// Empty where there is none.
QString identicalRun(const Snapshot& snapshot, std::size_t run);

}  // namespace carom
