#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// Ballistic motion of a body's origin: x(t) = x + v t + ½ a t² (m, s).
struct BodyMotion {
  Eigen::Vector3d x, v, a;
};

/// The motion of every body where q(t) = q + v t + ½ a t². q, v, a: n.
std::vector<BodyMotion> bodyMotions(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v, const Eigen::VectorXd& a);

/// The next time at which a contact closes.
struct Closing {
  double time = 0;  ///< s from the start of the motions
  int contact = -1;
  /// The contact was closed all along and a load presses it together: there is nothing to reflect, and
  /// ballistic flight ends here. `time` is when the overlap would pass closedGap.
  bool pressed = false;
};

/// The first contact to close in (0, horizon], horizon in s.
///
/// The gap of a contact in flight is (up to a positive factor) a polynomial in t of degree ≤ 4; it is
/// searched between the roots of its derivative, so nothing tunnels at any speed. A contact that is closed at
/// the start has to open beyond closedGap before it can close.
std::optional<Closing> nextClosing(const Mechanism& mechanism, const std::vector<BodyMotion>& motions,
                                   double horizon);

/// When each contact of a ballistic flight closes next.
///
/// An impact changes the flight of few bodies: after it only their contacts, and those that are closed, are
/// searched anew; the others close when they would have.
class ClosingCalendar {
 public:
  explicit ClosingCalendar(const Mechanism& mechanism);

  /// The first closing until a time, after `now`, time counted from `now`. motions: at `now`.
  std::optional<Closing> next(double now, const std::vector<BodyMotion>& motions, double until);
  /// A body does not fly any more as it did.
  void turn(int body) { m_turned[static_cast<std::size_t>(body)] = true; }
  /// A contact was closed at the time that was searched last, and has to open first.
  void close(int contact) { m_closings[static_cast<std::size_t>(contact)].reset(); }

 private:
  struct Entry {
    double time;  ///< s, HUGE_VAL where it does not close
    bool pressed;
  };
  const Mechanism& m_mechanism;
  double m_until = -HUGE_VAL;  ///< how far was searched
  std::vector<bool> m_turned;
  std::vector<std::optional<Entry>> m_closings;  ///< of each contact, where it is known
};

}  // namespace carom
