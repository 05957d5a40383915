#pragma once

#include <QMenu>

namespace carom {

class Player;
class RunsPanel;

/// The Motion menu: play, steps through the impacts, and the second run.
class MotionMenu : public QMenu {
  Q_OBJECT
 public:
  /// The menus of the second run and of pushes, which others fill, and the panel of kept runs.
  struct Runs {
    QMenu *second, *pushes;
    RunsPanel* panel;
  };
  MotionMenu(Player* player, const Runs& runs, QWidget* window);
};

}  // namespace carom
