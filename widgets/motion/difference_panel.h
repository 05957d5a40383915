#pragma once

#include "motion/motion_panel.h"

namespace carom {

class Edits;

/// How far two orderings of an impact, or two runs, are apart: DifferenceQuantity as a panel.
class DifferencePanel : public MotionPanel {
  Q_OBJECT
 public:
  /// Asks to be shown when a second run or ordering is chosen.
  DifferencePanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);
  void setSnapshot(SnapshotPtr snapshot) override;

 signals:
  void comparisonEnded();

 protected:
  std::vector<NextStep> nextSteps() override;

 private:
  Edits* m_edits;
  bool m_compares = false;
};

}  // namespace carom
