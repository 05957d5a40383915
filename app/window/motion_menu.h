#pragma once

#include <QMenu>

namespace carom {

class Player;
class RunsPanel;

/// The Motion menu: play, steps through the impacts, and the second run.
class MotionMenu : public QMenu {
  Q_OBJECT
 public:
  /// The menus of the second run and of pushes, which others fill, the panel of kept runs, and the drop
  /// experiment.
  struct Runs {
    QMenu *second, *pushes;
    RunsPanel* panel;
    QAction* drop;
  };
  MotionMenu(Player* player, const Runs& runs, QWidget* window);
};

}  // namespace carom
