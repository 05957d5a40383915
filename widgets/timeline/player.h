#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "common/moments.h"
#include "mechanics/motion/trajectory.h"

namespace carom {

/// Moves the Selection along a trajectory: plays it, and steps through impacts reflection by reflection.
///
/// Inside an impact the moments are p⁻ (reflection 0), after each reflection, and p⁺ (the last one).
class Player : public QObject {
  Q_OBJECT
 public:
  explicit Player(Selection* selection, QObject* parent = nullptr);

  /// Takes another trajectory, which may be null, and keeps the moment where that is possible.
  void setTrajectory(std::shared_ptr<const Trajectory> trajectory);
  const Trajectory* trajectory() const { return m_trajectory.get(); }

  bool isPlaying() const { return m_timer.isActive(); }
  double speed() const { return m_speed; }  ///< seconds of motion per second of watching
  bool loops() const { return m_loops; }
  /// Whether play stops for a while at every reflection of every impact. If not, it does so only at the
  /// impact of the initial state.
  bool dwells() const { return m_dwells; }

  /// Plays on after the trajectory to a time (s), where something else moves; empty: to its end.
  void playUntil(std::optional<double> time);

  /// Advances by `seconds` of watching: a frame, in which the moment changes once.
  void advance(double seconds);

 public slots:
  void play();
  void pause();
  void togglePlay();
  /// +1 or −1: to the next or previous moment of the impact; from its ends on to the next impact.
  void stepReflection(int direction);
  void nextReflection() { stepReflection(+1); }
  void previousReflection() { stepReflection(-1); }
  /// To p⁻ of the next or previous impact, else to the end or the start.
  void nextImpact();
  void previousImpact();
  void toStart();
  void toEnd();
  void setSpeed(double speed);
  void setLoops(bool loops);
  void setDwells(bool dwells);

 signals:
  void playingChanged(bool playing);
  void speedChanged(double speed);
  void loopsChanged(bool loops);

 private:
  double end() const;
  int impactCount() const { return static_cast<int>(m_trajectory->impacts.size()); }
  int reflections(int impact) const { return static_cast<int>(m_trajectory->impacts[impact].word.size()); }
  int impactAfter(const Moment& moment) const;
  int impactBefore(const Moment& moment) const;
  int firstLater(double time) const;
  bool dwellsAt(int impact) const;
  void pass(int impact);
  void place(const Moment& moment);
  void show(int impact, int reflection);
  void showFlight(double time);
  void advanceImpact(double& seconds);
  void advanceFlight(double& seconds);
  void reachEnd();

  Selection* m_selection;
  Moment m_now;  ///< within a frame: how far it has gone
  bool m_isAdvancing = false, m_isOver = false;
  std::shared_ptr<const Trajectory> m_trajectory;
  std::optional<double> m_until;
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_speed = 1;
  bool m_loops = false;
  bool m_dwells = false;
  double m_held = 0;  ///< s for which the present reflection has been shown
  int m_passed = -1;  ///< the impact that play has just left
};

}  // namespace carom
