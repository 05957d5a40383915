#pragma once

#include <QTimer>

#include "base/progress.h"
#include "figure/panel.h"

class QLabel;
class QProgressBar;
class QToolButton;

namespace carom {

class ElidedLabel;
class MathLabel;
class ReasoningDialog;

/// The result of the present design in one line: ξ, orderings, outcomes, whether the order matters, and why.
class SummaryBar : public Panel {
  Q_OBJECT
 public:
  explicit SummaryBar(Selection* selection, QWidget* parent = nullptr);

  /// While an answer takes long, the numbers of the one before stay, in grey.
  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override { m_hasNumbers = false; }
  /// The longest verdict asks no window for more width than it had.
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override { return {1200, 58}; }
  /// Shows that work is going on, after 150 ms, so that a drag does not flicker.
  void setBusy(bool busy);
  /// Shows what the work is and how much of it is done, 0 to 1, negative where the end is unknown.
  void showProgress(WorkStage stage, double fraction);

 public slots:
  /// Opens the dialog with the reasoning.
  void showReasoning();

 signals:
  void cancelRequested();
  /// A person wants the nearest unique design.
  void designWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  QWidget* buildWhich();
  QWidget* buildBusy();
  void showImpact(const Snapshot& snapshot);
  void showTouching(const Snapshot& snapshot);
  void showPending();
  void showNoReport(const Snapshot& snapshot);
  void showReport(const ImpactReport& report);
  void setPill(const QString& word, const QString& tone);
  void setOutdated(bool areOutdated);

  QWidget* m_which = nullptr;  ///< of the impacts of the run, where it is not the initial one
  QLabel *m_impact = nullptr, *m_time = nullptr;
  MathLabel* m_xi = nullptr;
  ElidedLabel *m_orderings = nullptr, *m_outcomes = nullptr, *m_reason = nullptr, *m_detail = nullptr;
  QLabel* m_pill = nullptr;
  QToolButton* m_design = nullptr;
  bool m_hasNumbers = false;  ///< of this scene
  bool m_hasTouching = false;
  QLabel* m_touching = nullptr;  ///< how far the scene moved to close contacts
  ReasoningDialog* m_reasoning = nullptr;
  QWidget* m_busy = nullptr;
  QLabel* m_stage = nullptr;
  QProgressBar* m_progress = nullptr;
  QTimer m_patience;
};

}  // namespace carom
