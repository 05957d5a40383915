#pragma once

#include <QMenu>

namespace carom {

class Player;

/// The Motion menu: play, steps through the impacts, and the second run.
class MotionMenu : public QMenu {
  Q_OBJECT
 public:
  MotionMenu(Player* player, QMenu* secondRun, QWidget* window);
};

}  // namespace carom
