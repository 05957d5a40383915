#include "laws/routh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/bracketed_root.h"
#include "laws/slip_flow.h"

namespace carom {

namespace {

/// A slip that turns at less than this share of the fastest rate is straight. Rounding of the rate is about
/// 1e-16; a larger value replaces slips that turn slowly by straight ones.
constexpr double straight = 1e-14;
/// A slip slower than this, over ‖V_i‖, has ended: below the rounding of V_t. A larger value ends slips that
/// only pass near 0; a smaller one integrates rounding.
constexpr double atRest = 1e-17;

/// A walk along one step of the slip, from the beginning or the last place; short ways cost little.
class Walk {
 public:
  Walk(const SlipFlow& flow, const SlipFlow::State& y) : m_flow(flow), m_begin(y), m_y(y) {}
  const SlipFlow::State& to(double t) {
    const bool afresh = std::abs(t) <= std::abs(t - m_t);
    if (t == 0)
      m_y = m_begin;
    else if (t != m_t)
      m_y = m_flow.step(afresh ? m_begin : m_y, afresh ? t : t - m_t).end;
    m_t = t;
    return m_y;
  }

 private:
  const SlipFlow& m_flow;
  SlipFlow::State m_begin, m_y;
  double m_t = 0;  ///< τ since the beginning of the step
};

/// The path of the impulse along the friction cone, P_n = a ℓ, until the contact sticks or the impact ends.
class Course {
 public:
  Course(const SplitImpact& impact, const LawCoefficients& coefficients)
      : m_impact(impact),
        m_friction(coefficients.friction),
        m_restitution(coefficients.restitution),
        m_ray(coefficients.friction),
        m_flow(impact, m_ray),
        m_isSingular(impact.stickingRate() == 0),
        m_coupling(impact.solved(impact.Wtn)),
        m_Vt(impact.Vt),
        m_Pt(Tangent::Zero(impact.Vt.size())) {}

  LawImpulse run();
  /// Adds the impulses of run() to `path`, which outlives it.
  void record(std::vector<LocalVector>& path) { m_record = &path; }

 private:
  void mark(const LocalVector& P) const {
    if (m_record && (m_record->empty() || m_record->back() != P)) m_record->push_back(P);
  }
  LocalVector P() const { return joined(m_ray.normal * m_path, m_Pt); }
  /// V_n after the impulse (a ℓ, P_t). A singular W ties it to the slip, V_n = W_nt W_tt⁻¹ V_t: both end at
  /// once, which rounding must not hide.
  double Vn(double path, const Tangent& Pt, const Tangent& Vt) const {
    return m_isSingular ? m_coupling.dot(Vt) : m_impact.normalAfter(m_ray.normal * path, Pt);
  }
  double Vn() const { return Vn(m_path, m_Pt, m_Vt); }
  double Vn(const SlipFlow::State& y) const { return Vn(y[2], y.tail<2>(), SlipFlow::slip(y)); }
  bool compressing() const { return m_end == HUGE_VAL; }
  /// Ends compression; false where expansion has no impulse.
  bool endCompression() {
    m_end = (1 + m_restitution) * m_path;
    return m_end > m_path;
  }
  bool endExpansion();
  /// Whether the direction of the slip is constant.
  bool isStraight() const;
  void slipStraight();
  void slipTurning();
  /// dV_n/dτ.
  double normalRate(const SlipFlow::State& y) const {
    const Eigen::Vector2d V = SlipFlow::slip(y);
    return m_ray.normal * m_impact.Wn * V.norm() - m_ray.tangential * m_impact.Wtn.dot(V);
  }
  bool dipsWithin(const SlipFlow::State& y, const SlipFlow::State& next) const;
  void markWithin(const SlipFlow::State& y, const SlipFlow::State& end, double length) const;
  bool advance(SlipFlow::State& y, double& length);
  double eventWithin(Walk& walk, const SlipFlow::State& next, double length) const;
  LawImpulse fromRest() const;

  const SplitImpact& m_impact;
  double m_friction, m_restitution;
  ConeRay m_ray;
  SlipFlow m_flow;
  bool m_isSingular;   ///< whether W is
  Tangent m_coupling;  ///< W_tt⁻¹ W_tn
  Tangent m_Vt, m_Pt;
  double m_path = 0;        ///< ℓ
  double m_end = HUGE_VAL;  ///< (1 + e) ℓ at the end of compression; HUGE_VAL until then
  bool m_ended = false;
  std::vector<LocalVector>* m_record = nullptr;
};

LawImpulse Course::run() {
  mark(P());
  while (!m_ended && m_Vt.norm() > atRest) {
    if (isStraight())
      slipStraight();
    else
      slipTurning();
  }
  if (m_ended) return {P(), ContactMode::Slip};
  return fromRest();
}

/// Ends expansion; false where the slip has turned so that the contact closes again, and the impulse goes on
/// to V_n = 0.
bool Course::endExpansion() {
  if (Vn() >= -straight) return true;
  m_end = HUGE_VAL;
  m_restitution = 0;
  return false;
}

bool Course::isStraight() const {
  if (m_Vt.size() == 1) return true;
  return std::abs(m_flow.turning(SlipFlow::start(m_Vt, 0, m_Pt))) <= straight * m_flow.fastest();
}

void Course::slipStraight() {
  const double speed = m_Vt.norm();
  const Tangent d = m_Vt / speed;
  const double slipRate = m_ray.normal * d.dot(m_impact.Wtn) - m_ray.tangential * d.dot(m_impact.Wt * d);
  const double rate = m_ray.normal * m_impact.Wn - m_ray.tangential * d.dot(m_impact.Wtn);
  const double toRest = slipRate < 0 ? -speed / slipRate : HUGE_VAL;
  double toEvent = m_end - m_path;
  if (compressing() && rate > 0) toEvent = std::max(0.0, -Vn() / rate);
  // By a singular W compression ends with the slip, where fromRest() takes over.
  const bool together = compressing() && m_isSingular;
  if (together) toEvent = toRest;
  // By rounding a contact in compression may neither close nor come to rest; its compression ends here.
  if (compressing() && (together || rate <= 0) && toRest == HUGE_VAL) toEvent = 0;
  const bool rests = toRest <= toEvent;
  const double way = rests ? toRest : toEvent;
  m_path += way;
  m_Pt -= m_ray.tangential * way * d;
  mark(P());
  m_Vt += slipRate * way * d;
  if (rests) m_Vt.setZero();
  if (rests && (together || toEvent > toRest)) return;
  m_ended = compressing() ? !endCompression() : endExpansion();
}

/// The τ within a step at which V_n first reaches 0 (in compression) or ℓ reaches its end (in expansion);
/// infinite where that is later.
double Course::eventWithin(Walk& walk, const SlipFlow::State& next, double length) const {
  const SlipFlow::State y = walk.to(0);
  if (!compressing()) {
    if (next[2] < m_end) return HUGE_VAL;
    const auto way = [&](double t) {
      const SlipFlow::State& z = walk.to(t);
      return std::pair(z[2] - m_end, SlipFlow::slip(z).norm());
    };
    return rootWithin(way, {0, y[2] - m_end}, {length, next[2] - m_end});
  }
  double from = 0, until = length;
  if ((normalRate(y) < 0) != (normalRate(next) < 0)) {  // V_n has an extremum on the way
    const double extremum = rootWithin([&](double t) { return normalRate(walk.to(t)); }, 0, length);
    (normalRate(y) < 0 ? from : until) = extremum;
  }
  const double before = Vn(walk.to(from)), after = Vn(until == length ? next : walk.to(until));
  if (after < 0) return HUGE_VAL;
  if (before >= 0) return from;
  const auto approach = [&](double t) {
    const SlipFlow::State& z = walk.to(t);
    return std::pair(Vn(z), normalRate(z));
  };
  return rootWithin(approach, {from, before}, {until, after});
}

/// The angle by which a slip turns to another.
double angleBetween(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  return std::atan2(from[0] * to[1] - from[1] * to[0], from.dot(to));
}

/// Whether V_n rises at both ends of a step and falls between: the direction of the slip, which turns one way
/// only, passes that of W_tn, where V_n rises least.
bool Course::dipsWithin(const SlipFlow::State& y, const SlipFlow::State& next) const {
  const Eigen::Vector2d coupling = m_impact.Wtn;
  const double before = angleBetween(SlipFlow::slip(y), coupling),
               after = angleBetween(coupling, SlipFlow::slip(next));
  return before * after > 0 && std::abs(before + after) < 1 && normalRate(y) > 0 && normalRate(next) > 0 &&
         m_ray.normal * m_impact.Wn < m_ray.tangential * coupling.norm();
}

/// Adds points of a step of this length to the record, so that the slip turns by less than 0.2 rad between
/// two.
void Course::markWithin(const SlipFlow::State& y, const SlipFlow::State& end, double length) const {
  if (!m_record) return;
  const int parts =
      static_cast<int>(std::abs(angleBetween(SlipFlow::slip(y), SlipFlow::slip(end))) / 0.2) + 1;
  for (int i = 1; i < parts; ++i) {
    const SlipFlow::State z = m_flow.step(y, length * i / parts).end;
    if (z[2] > y[2] && z[2] < end[2]) mark(joined(m_ray.normal * z[2], z.tail<2>()));
  }
}

/// Takes one step of the slip, up to an event within it, and sets `length` to that of the next step. False
/// where the step was too long.
bool Course::advance(SlipFlow::State& y, double& length) {
  constexpr double mostTurn = 0.6;
  const SlipFlow::Step step = m_flow.step(y, length);
  const double turn = std::abs(angleBetween(SlipFlow::slip(y), SlipFlow::slip(step.end)));
  if (!(step.error <= 1) || turn > mostTurn || (compressing() && dipsWithin(y, step.end))) {
    length *= 0.5;
    return false;
  }
  Walk walk(m_flow, y);
  const double event = eventWithin(walk, step.end, length);
  SlipFlow::State end = event == HUGE_VAL ? step.end : walk.to(event);
  end[2] = std::max(y[2], end[2]);  // of rounding
  markWithin(y, end, std::min(event, length));
  y = end;
  m_path = y[2];
  m_Pt = y.tail<2>();
  m_Vt = SlipFlow::slip(y);
  mark(P());
  if (event == HUGE_VAL)
    length *= std::clamp(0.9 * std::min(std::pow(step.error, -1.0 / 13), mostTurn / turn), 0.5, 3.0);
  else
    m_ended = compressing() ? !endCompression() : endExpansion();
  return true;
}

void Course::slipTurning() {
  constexpr int mostSteps = 100'000;
  SlipFlow::State y = SlipFlow::start(m_Vt, m_path, m_Pt);
  double length = 1 / m_flow.fastest();
  for (int i = 0; i < mostSteps; ++i) {
    if (!advance(y, length)) continue;
    if (m_ended || m_Vt.norm() <= atRest || isStraight()) return;
  }
  throw LawError("Routh's law: the slip does not come to an end");
}

/// The rest of the impact from V_t = 0 on: sticking, or slip in the direction that friction cannot stop.
LawImpulse Course::fromRest() const {
  const Braking share = brake(m_impact, m_impact.Wtn, m_friction);
  const double rate =
      share.mode == ContactMode::Stick ? m_impact.stickingRate() : m_impact.Wn + m_impact.Wtn.dot(share.Pt);
  const double Pn = m_ray.normal * m_path;
  double closed = Pn + (rate > 0 ? std::max(0.0, -Vn()) / rate : 0);  // P_n at V_n = 0
  // A contact that sticks by a singular W is at rest. In the limit of a large mass its V_n < 0 below P_II.
  if (m_isSingular && share.mode == ContactMode::Stick) closed = std::max(closed, m_impact.sticking()[0]);
  const double end = compressing() ? (1 + m_restitution) * closed : std::max(m_ray.normal * m_end, closed);
  const auto at = [&](double x) { return joined(x, m_Pt + (x - Pn) * share.Pt); };
  if (compressing()) mark(at(closed));
  mark(at(end));
  return {at(end), share.mode};
}

}  // namespace

LawImpulse routhImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  return Course(impact, coefficients).run();
}

std::vector<LocalVector> routhPath(const SplitImpact& impact, const LawCoefficients& coefficients) {
  std::vector<LocalVector> path;
  Course course(impact, coefficients);
  course.record(path);
  course.run();
  return path;
}

}  // namespace carom
