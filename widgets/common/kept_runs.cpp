#include "common/kept_runs.h"

#include <QObject>
#include <algorithm>

#include "answer/run_distance.h"
#include "common/theme.h"

namespace carom {

namespace {

bool isTaken(const std::vector<KeptRun>& runs, const std::string& name) {
  return std::ranges::find(runs, name, &KeptRun::name) != runs.end();
}

std::string freeName(const std::vector<KeptRun>& runs) {
  for (int number = 1;; ++number)
    if (std::string name = QObject::tr("run %1").arg(number).toStdString(); !isTaken(runs, name)) return name;
}

std::size_t shownCount(const std::vector<KeptRun>& runs) {
  return static_cast<std::size_t>(std::ranges::count(runs, true, &KeptRun::isShown));
}

/// The colour that the fewest runs have, of those that mostShownRuns need.
int freeColor(const std::vector<KeptRun>& runs) {
  int best = 0;
  for (int color = 1; color < static_cast<int>(mostShownRuns); ++color)
    if (std::ranges::count(runs, color, &KeptRun::color) < std::ranges::count(runs, best, &KeptRun::color))
      best = color;
  return best;
}

/// The answer without what only a run in force shows.
SnapshotPtr bareAnswer(const Snapshot& answer) {
  auto bare = std::make_shared<Snapshot>(answer);
  bare->kept.clear();
  bare->edgeProbabilities.reset();
  bare->models.reset();
  bare->curve.reset();
  return bare;
}

}  // namespace

QColor runColor(const KeptRun& run) {
  return theme::categorical(run.color + 2);
}

void keepRun(DocumentState& state, const Snapshot& answer, const QString& name) {
  if (state.kept.size() >= mostKeptRuns || !answer.trajectory || answer.isPending) return;
  std::string own = name.simplified().toStdString();
  if (own.empty() || isTaken(state.kept, own)) own = freeName(state.kept);
  const bool isShown = shownCount(state.kept) < mostShownRuns;
  state.kept.push_back({own, freeColor(state.kept), isShown, state.ordering, bareAnswer(answer)});
}

bool renameRun(std::vector<KeptRun>& runs, std::size_t run, const QString& name) {
  const std::string wanted = name.simplified().toStdString();
  if (runs[run].name == wanted) return true;
  if (wanted.empty() || isTaken(runs, wanted)) return false;
  runs[run].name = wanted;
  return true;
}

bool showRun(std::vector<KeptRun>& runs, std::size_t run, bool isShown) {
  if (isShown && !runs[run].isShown && shownCount(runs) >= mostShownRuns) return false;
  runs[run].isShown = isShown;
  return true;
}

DocumentState stateOf(const KeptRun& run, const DocumentState& now) {
  return {run.answer->scene, run.answer->assignments, run.ordering, run.answer->settings, now.kept};
}

QString identicalRun(const Snapshot& snapshot, std::size_t run) {
  const Snapshot& answer = *snapshot.kept[run].answer;
  if (isSameMotion(snapshot, answer)) return QObject::tr("this run");
  for (std::size_t i = 0; i < run; ++i)
    if (isSameMotion(*snapshot.kept[i].answer, answer)) return QString::fromStdString(snapshot.kept[i].name);
  return {};
}

}  // namespace carom
