#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "answer/snapshot.h"

class QPushButton;

namespace carom {

class Selection;

/// A button of a panel that has nothing to show: its text, its tip, and what it does.
struct NextStep {
  QString text, tip;
  std::function<void()> take;
};

/// The buttons below the sentence in the middle of a panel that has nothing to show. They lie over `panel`
/// and follow its size. Buttons that have no room are hidden.
class NextSteps : public QWidget {
 public:
  explicit NextSteps(QWidget* panel);

  /// Shows these steps in place of those before; without any the widget is hidden.
  void offer(std::vector<NextStep> steps);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  QPushButton* addButton();

  std::vector<NextStep> m_steps;
  std::vector<QPushButton*> m_buttons;
};

/// The step to the first impact of the run, for a panel about impacts where the start has none. Empty where
/// the run has no impact or an impact is shown.
std::vector<NextStep> stepsToImpact(const SnapshotPtr& snapshot, Selection* selection);

}  // namespace carom
