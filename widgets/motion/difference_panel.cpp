#include "motion/difference_panel.h"

#include "common/edits.h"
#include "motion/difference_plot.h"

namespace carom {

DifferencePanel::DifferencePanel(Selection* selection, Edits* edits, QWidget* parent)
    : MotionPanel(std::make_shared<DifferenceQuantity>(), selection, parent) {
  connect(edits, &Edits::comparisonChosen, this, [this](bool alongTime) {
    emit showWanted();
    if (alongTime) setAlongTime(true);
  });
}

}  // namespace carom
