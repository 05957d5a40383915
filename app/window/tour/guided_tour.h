#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <vector>

#include "answer/snapshot.h"
#include "common/selection.h"

class QStatusBar;

namespace carom {

class FigureMenu;
class MainWindow;
class Player;
class TourCard;

/// Eight steps on the billiard break. Each waits until the person has done it, wherever and however: by the
/// mouse, by keys or by a menu. Esc ends it.
class GuidedTour : public QObject {
  Q_OBJECT
 public:
  GuidedTour(MainWindow* window, Player* player, FigureMenu* figures);

  bool isRunning() const { return m_step >= 0; }
  int step() const { return m_step; }  ///< from 0; −1: it does not run
  /// The step is done, and the next one about to begin.
  bool isGoingOn() const { return m_goOn.isActive(); }

 public slots:
  /// Opens the billiard break, after the question about unsaved edits, and begins.
  void start();
  void end();
  /// A line in the status bar that offers the tour once, in the first start of all. It covers nothing.
  void offer(QStatusBar* bar);

 signals:
  void told(const QString& message);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Step {
    QString title, text;
    std::function<QWidget*()> part;
    std::function<bool()> isDone;
  };
  std::vector<Step> makeSteps();
  void show(int step);
  void next();
  /// Goes on where the step is done.
  void look();

  MainWindow* m_window;
  Player* m_player;
  TourCard* m_card;
  std::vector<Step> m_steps;
  int m_step = -1;
  bool m_isOpening = false;
  QTimer m_goOn;
  // What has happened in the step.
  bool m_hasSteppedInside = false, m_hasExplained = false, m_hasPlayed = false, m_hasFoundDesign = false;
  QString m_exported;  // the file
};

}  // namespace carom
