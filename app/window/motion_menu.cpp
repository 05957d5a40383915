#include "window/motion_menu.h"

#include <QSettings>

#include "runs/runs_panel.h"
#include "timeline/player.h"

namespace carom {

MotionMenu::MotionMenu(Player* player, const Runs& runs, QWidget* window) : QMenu(tr("&Motion"), window) {
  const auto add = [&](const QString& text, const QKeySequence& key, auto slot) {
    QAction* action = addAction(text);
    action->setShortcut(key);
    connect(action, &QAction::triggered, player, slot);
    return action;
  };
  QAction* play = add(tr("&Play"), Qt::Key_Space, [player] { player->togglePlay(); });
  connect(player, &Player::playingChanged, this,
          [play](bool playing) { play->setText(playing ? tr("&Pause") : tr("&Play")); });
  addSeparator();
  add(tr("Reflection &forward"), Qt::Key_Right, [player] { player->stepReflection(+1); });
  add(tr("Reflection &back"), Qt::Key_Left, [player] { player->stepReflection(-1); });
  add(tr("&Next impact"), Qt::Key_PageDown, [player] { player->nextImpact(); });
  add(tr("Pre&vious impact"), Qt::Key_PageUp, [player] { player->previousImpact(); });
  add(tr("To the &start"), Qt::Key_Home, [player] { player->toStart(); });
  add(tr("To the &end"), Qt::Key_End, [player] { player->toEnd(); });
  addSeparator();
  QAction* dwell = addAction(tr("&Dwell at every impact"));
  dwell->setObjectName("dwell");
  dwell->setCheckable(true);
  dwell->setStatusTip(tr("Play shows each reflection for a while; if not, only those of the first impact"));
  connect(dwell, &QAction::toggled, this, [player](bool on) {
    player->setDwells(on);
    QSettings().setValue("motion/dwell", on);
  });
  dwell->setChecked(QSettings().value("motion/dwell", false).toBool());
  addSeparator();
  addMenu(runs.second);
  addMenu(runs.pushes);
  QAction* keep = addAction(tr("&Keep this run"), runs.panel, &RunsPanel::keepAndName);
  keep->setObjectName("keep-run");
  keep->setShortcut(Qt::CTRL | Qt::Key_K);
  addAction(runs.drop);
}

}  // namespace carom
