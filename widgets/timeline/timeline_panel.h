#pragma once

#include <vector>

#include "common/selection.h"
#include "figure/panel.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace carom {

class Edits;
class ElidedLabel;
class Player;
class RunBar;
class TimelineAxis;
struct ShownAudit;
enum class TransportSign;

/// Transport buttons, the time axis with impacts and playhead, and the reflections of the impact that is
/// shown.
class TimelinePanel : public Panel {
  Q_OBJECT
 public:
  /// The player is shared with the window's menus and toolbar.
  TimelinePanel(Selection* selection, Edits* edits, Player* player, QWidget* parent = nullptr);

  /// Also gives the trajectory to the player.
  void setSnapshot(SnapshotPtr snapshot) override;
  /// The new scene plays at a speed at which it can be followed.
  void sceneOpened() override { m_suggestsSpeed = true; }
  QSize sizeHint() const override { return {780, 130}; }
  TimelineAxis* axis() const { return m_axis; }
  /// Marks the jumps of an audit, and lets the player go on to the end of its recording; null: none.
  void setAudit(const std::shared_ptr<const ShownAudit>& audit);
  RunBar* runBar() const { return m_run; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build(Edits* edits);
  void addTransport(QHBoxLayout* row);
  void addSpeed(QHBoxLayout* row);
  QToolButton* button(TransportSign sign, const QString& tip, const char* objectName);
  void drawIcons();
  void showMoment();
  void showPlaying(bool playing);
  void suggestSpeed();

  Player* m_player;
  SnapshotPtr m_snapshot;
  bool m_suggestsSpeed = true;  ///< as soon as there is a motion
  TimelineAxis* m_axis = nullptr;
  RunBar* m_run = nullptr;
  ElidedLabel* m_text = nullptr;
  QToolButton *m_play = nullptr, *m_loop = nullptr;
  QComboBox* m_speed = nullptr;
  std::vector<std::pair<QToolButton*, TransportSign>> m_buttons;
};

/// "t = 0.0286 s · impact 1 of 4 · after reflection 1 of 2 (ac)".
QString momentText(const Snapshot& snapshot, const Moment& moment);

}  // namespace carom
