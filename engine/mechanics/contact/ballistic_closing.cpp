#include "mechanics/contact/ballistic_closing.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/quartic.h"
#include "mechanics/contact/shape_distance.h"

namespace carom {

namespace {

/// The polynomial (|d(t)|² − R²)/2R, which has the sign of φ and equals it to first order where φ is small.
/// v, a: velocity and acceleration of the second part relative to the first.
Quartic gapPolynomial(const WorldBall& first, const WorldBall& second, const Eigen::Vector3d& v,
                      const Eigen::Vector3d& a) {
  const double R = first.radius + second.radius;
  const Eigen::Vector3d d = second.centre - first.centre;
  Quartic f{{(d.norm() - R) * (d.norm() + R), 2 * d.dot(v), v.squaredNorm() + d.dot(a), v.dot(a),
             0.25 * a.squaredNorm()}};
  for (double& c : f.c) c /= 2 * R;
  return f;
}

template <Tip T>
Quartic gapPolynomial(const WorldPlane& wall, const T& ball, const Eigen::Vector3d& v,
                      const Eigen::Vector3d& a) {
  return {{wall.normal.dot(ball.centre - wall.point) - ball.radius, wall.normal.dot(v),
           0.5 * wall.normal.dot(a), 0, 0}};
}

template <Tip T>
Quartic gapPolynomial(const T& ball, const WorldPlane& wall, const Eigen::Vector3d& v,
                      const Eigen::Vector3d& a) {
  return gapPolynomial(wall, ball, -v, -a);
}

template <typename A, typename B>
Quartic gapPolynomial(const A&, const B&, const Eigen::Vector3d&, const Eigen::Vector3d&) {
  throw std::logic_error("no such contact");  // Mechanism rejects such contacts or is not ballistic
}

/// The closing of one contact. f: its gap in flight.
std::optional<Closing> closing(const Quartic& f, double horizon) {
  // Constant gaps, and gaps that open ever faster, are the common cases.
  if (f.degree() == 0) return std::nullopt;
  if (f.degree() <= 2 && f.c[1] >= 0 && f.c[2] >= 0) return std::nullopt;
  // Height (m) of a bounce that counts: a thousand roundings of a gap. Within a smaller one a contact lasts.
  constexpr double lowest = 1e-13;
  const std::vector<double> cuts = monotonePieces(f, horizon);
  bool open = f.c[0] > closedGap;
  double level = 0;  // where the contact closes: a bounce that stays in overlap returns to its start
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const double before = f(cuts[i - 1]), after = f(cuts[i]);
    if (open && before > level && after <= level)
      return Closing{rootBetween(f, level, cuts[i - 1], cuts[i]), -1, false};
    if (!open && after < before && after < -closedGap) {
      const bool held = before > -closedGap;
      return Closing{held ? rootBetween(f, -closedGap, cuts[i - 1], cuts[i]) : cuts[i - 1], -1, true};
    }
    if (open || after <= before + lowest) continue;
    open = true;
    level = after > 0 ? 0 : f.c[0];
  }
  return std::nullopt;
}

/// The motion with time counted from t.
BodyMotion later(const BodyMotion& m, double t) {
  return {m.x + t * (m.v + 0.5 * t * m.a), m.v + t * m.a, m.a};
}

/// Improves a root by a Newton step with the gap expanded about it: for bodies that come from far away the
/// coefficients are large, and so is their rounding in the root. f: the gap with time counted from `time`.
double polished(double time, const Quartic& f) {
  const double step = f.c[1] < 0 ? -f.c[0] / f.c[1] : 0;
  // A longer step than the rounding of the root means that the bodies only graze, where the slope is near 0.
  const bool small = std::abs(step) < 1e-9 * (1 + time);
  return small ? std::max(0.0, time + step) : time;
}

}  // namespace

std::vector<BodyMotion> bodyMotions(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v, const Eigen::VectorXd& a) {
  std::vector<BodyMotion> motions;
  motions.reserve(mechanism.bodies().size());
  for (int b = 0; b < static_cast<int>(mechanism.bodies().size()); ++b)
    motions.push_back(
        {mechanism.position(b, q), mechanism.bodyVelocity(b, q, v), mechanism.bodyVelocity(b, q, a)});
  return motions;
}

namespace {

/// The closing of one contact within a horizon. motions: at time 0.
std::optional<Closing> closingOf(const Mechanism& mechanism, std::size_t contact,
                                 const std::vector<BodyMotion>& motions, double horizon) {
  const ContactPair& pair = mechanism.contacts()[contact];
  const BodyMotion& m0 = motions[static_cast<std::size_t>(pair.body[0])];
  const BodyMotion& m1 = motions[static_cast<std::size_t>(pair.body[1])];
  const auto polynomial = [&](double t) {  // the gap with time counted from t
    const BodyMotion n0 = later(m0, t), n1 = later(m1, t);
    return std::visit(
        [&](const auto& a, const auto& b) { return gapPolynomial(a, b, n1.v - n0.v, n1.a - n0.a); },
        worldPart(mechanism, pair, 0, Pose{.x = n0.x}), worldPart(mechanism, pair, 1, Pose{.x = n1.x}));
  };
  auto found = closing(polynomial(0), horizon);
  if (!found) return found;
  if (!found->pressed) found->time = std::min(horizon, polished(found->time, polynomial(found->time)));
  found->contact = static_cast<int>(contact);
  return found;
}

}  // namespace

std::optional<Closing> nextClosing(const Mechanism& mechanism, const std::vector<BodyMotion>& motions,
                                   double horizon) {
  std::optional<Closing> first;
  for (std::size_t i = 0; i < mechanism.contacts().size(); ++i) {
    const auto found = closingOf(mechanism, i, motions, first ? first->time : horizon);
    if (found && (!first || found->time < first->time)) first = found;
  }
  return first;
}

ClosingCalendar::ClosingCalendar(const Mechanism& mechanism)
    : m_mechanism(mechanism),
      m_turned(mechanism.bodies().size(), false),
      m_closings(mechanism.contacts().size()) {}

std::optional<Closing> ClosingCalendar::next(double now, const std::vector<BodyMotion>& motions,
                                             double until) {
  if (until != m_until) std::fill(m_closings.begin(), m_closings.end(), std::nullopt);
  m_until = until;
  std::optional<Closing> first;
  for (std::size_t i = 0; i < m_closings.size(); ++i) {
    std::optional<Entry>& entry = m_closings[i];
    const std::array<int, 2>& body = m_mechanism.contacts()[i].body;
    const bool turned =
        m_turned[static_cast<std::size_t>(body[0])] || m_turned[static_cast<std::size_t>(body[1])];
    if (!entry || turned || entry->time <= now) {
      // Rounding of times: a run that ends at the time of an impact has that impact.
      const double slack = 8 * std::numeric_limits<double>::epsilon() * (std::abs(until) + std::abs(now));
      const auto found = closingOf(m_mechanism, i, motions, until - now + slack);
      entry = found ? Entry{std::min(until, now + found->time), found->pressed} : Entry{HUGE_VAL, false};
    }
    if (entry->time < HUGE_VAL && (!first || entry->time - now < first->time))
      first = Closing{entry->time - now, static_cast<int>(i), entry->pressed};
  }
  std::fill(m_turned.begin(), m_turned.end(), false);
  return first;
}

}  // namespace carom
