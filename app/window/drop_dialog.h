#pragma once

#include <QDialog>
#include <vector>

#include "answer/drop_experiment.h"

class QLabel;
class QProgressBar;
class QCPGraph;

namespace carom {

class StyledPlot;

/// Shows the drop experiment while it runs: ξ(t) of both gaits on a logarithmic axis, and how much is done.
/// Rejecting the dialog cancels the experiment.
class DropDialog : public QDialog {
  Q_OBJECT
 public:
  /// duration: of the runs (s).
  DropDialog(double duration, QWidget* parent = nullptr);

  /// Adds points to the curves. done: the share of the work that is done.
  void add(const std::vector<DropPoint>& points, double done);
  StyledPlot* plot() const { return m_plot; }

 private:
  void fitAxis(double xi);

  StyledPlot* m_plot;
  QCPGraph* m_gaits[2];  ///< the orthogonal one, the straight one
  QLabel* m_now;
  QProgressBar* m_progress;
  double m_least = 0, m_most = 0;  ///< of the values above 0
};

}  // namespace carom
