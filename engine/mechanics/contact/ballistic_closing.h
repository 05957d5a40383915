#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// Ballistic motion of the origin of a body: x(t) = x + v t + ½ a t² (m, s).
struct BodyMotion {
  Eigen::Vector3d x, v, a;
};

/// The motion of every body for q(t) = q + v t + ½ a t². q, v, a: n.
std::vector<BodyMotion> bodyMotions(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v, const Eigen::VectorXd& a);

/// The next time at which a contact closes.
struct Closing {
  double time = 0;  ///< s from the start of the motions
  int contact = -1;
  /// Whether the contact was closed throughout and a load presses it together, so that it does not reflect
  /// and ballistic flight ends. `time` is then that at which the overlap would pass closedGap.
  bool pressed = false;
};

/// The first contact to close in (0, horizon], horizon in s.
///
/// The gap of a contact in flight is (up to a positive factor) a polynomial in t of degree ≤ 4; it is
/// searched between the roots of its derivative, which finds closings at any speed. A contact that is closed
/// at the start has to open beyond closedGap before it can close.
std::optional<Closing> nextClosing(const Mechanism& mechanism, const std::vector<BodyMotion>& motions,
                                   double horizon);

/// The next closing of each contact of a ballistic flight.
///
/// An impact changes the flight of few bodies. After it only their contacts and closed ones are searched
/// again; the closings of the others are kept.
class ClosingCalendar {
 public:
  explicit ClosingCalendar(const Mechanism& mechanism);

  /// The first closing between `now` and `until`, with its time counted from `now`. motions: at `now`.
  std::optional<Closing> next(double now, const std::vector<BodyMotion>& motions, double until);
  /// Marks a body whose flight has changed.
  void turn(int body) { m_turned[static_cast<std::size_t>(body)] = true; }
  /// Marks a contact that has closed at the last time searched and has to open first.
  void close(int contact) { m_closings[static_cast<std::size_t>(contact)].reset(); }

 private:
  struct Entry {
    double time;  ///< s, HUGE_VAL where it does not close
    bool pressed;
  };
  const Mechanism& m_mechanism;
  double m_until = -HUGE_VAL;  ///< end of the time searched
  std::vector<bool> m_turned;
  std::vector<std::optional<Entry>> m_closings;  ///< of each contact, where it is known
};

}  // namespace carom
