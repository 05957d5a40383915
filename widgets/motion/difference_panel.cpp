#include "motion/difference_panel.h"

#include <utility>

#include "common/edits.h"
#include "common/next_steps.h"
#include "motion/difference_quantity.h"

namespace carom {

DifferencePanel::DifferencePanel(Selection* selection, Edits* edits, QWidget* parent)
    : MotionPanel(std::make_shared<DifferenceQuantity>(), selection, parent), m_edits(edits) {
  connect(edits, &Edits::comparisonChosen, this, [this](bool alongTime) {
    emit showWanted();
    if (alongTime) setAlongTime(true);
  });
}

void DifferencePanel::setSnapshot(SnapshotPtr snapshot) {
  // What is chosen, since a drag may go through designs where there is nothing to compare.
  const bool compares = snapshot && (snapshot->settings.comparison || snapshot->settings.branch);
  const bool ended = std::exchange(m_compares, compares) && !compares;
  MotionPanel::setSnapshot(std::move(snapshot));
  if (ended) emit comparisonEnded();
}

std::vector<NextStep> DifferencePanel::nextSteps() {
  const SnapshotPtr snapshot = view().snapshot;
  if (!snapshot) return {};
  if (!snapshot->comparison) {
    if (!snapshot->report || snapshot->report->outcomes.empty()) return stepsToImpact(snapshot, selection());
    // The example of an outcome where the ordering in force does not end.
    const std::vector<Outcome>& outcomes = snapshot->report->outcomes;
    for (std::size_t other = 0; other < outcomes.size(); ++other)
      if (static_cast<int>(other) != snapshot->outcome)
        return {{tr("Compare with outcome %1").arg(other + 1),
                 tr("A second run, by an ordering that ends in outcome %1").arg(other + 1),
                 [this, snapshot, word = outcomes[other].example] {
                   m_edits->setComparisonOf(*snapshot, word);
                 }}};
    return {};
  }
  if (view().alongTime) return {};
  return {{tr("Show along time"), tr("The distance of the two motions over time"),
           [this] { setAlongTime(true); }}};
}

}  // namespace carom
