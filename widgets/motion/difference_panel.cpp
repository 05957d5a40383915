#include "motion/difference_panel.h"

#include "common/edits.h"
#include "common/next_steps.h"
#include "motion/difference_plot.h"

namespace carom {

DifferencePanel::DifferencePanel(Selection* selection, Edits* edits, QWidget* parent)
    : MotionPanel(std::make_shared<DifferenceQuantity>(), selection, parent), m_edits(edits) {
  connect(edits, &Edits::comparisonChosen, this, [this](bool alongTime) {
    emit showWanted();
    if (alongTime) setAlongTime(true);
  });
}

std::vector<NextStep> DifferencePanel::nextSteps() {
  const SnapshotPtr snapshot = view().snapshot;
  if (!snapshot) return {};
  if (!snapshot->comparison) {
    if (!snapshot->report || snapshot->report->outcomes.empty()) return stepsToImpact(snapshot, selection());
    return {{tr("Compare orderings"),
             tr("The ordering in force with one that ends elsewhere, where there is one"),
             [this, snapshot] { m_edits->setComparisonOf(*snapshot, snapshot->ordering); }}};
  }
  if (view().alongTime) return {};
  return {{tr("Show along time"), tr("The distance of the two motions over time"),
           [this] { setAlongTime(true); }}};
}

}  // namespace carom
