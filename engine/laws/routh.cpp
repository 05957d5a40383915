#include "laws/routh.h"

#include <algorithm>
#include <array>
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
    // Only from near: the error of a far place would be large beside what has changed up to a small t.
    const bool afresh = std::abs(t) <= 10 * std::abs(t - m_t);
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
  Course(const SplitImpact& impact, const LawCoefficients& coefficients, RouthEnd end)
      : m_impact(impact),
        m_kind(end),
        m_friction(coefficients.friction),
        m_restitution(coefficients.restitution),
        m_ray(coefficients.friction),
        m_flow(impact, m_ray, end == RouthEnd::Work),
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
  double Vn(const SlipFlow::State& y) const { return Vn(y[2], SlipFlow::tangential(y), SlipFlow::slip(y)); }
  /// Whether ℓ ends the phase, or ∫ V_n dℓ; else V_n does.
  bool byPath() const { return !m_compressing && m_kind == RouthEnd::Impulse; }
  bool byWork() const { return !m_compressing && m_kind == RouthEnd::Work; }
  double measure(const SlipFlow::State& y) const { return byPath() ? y[2] : byWork() ? y[5] : Vn(y); }
  /// Its rate over τ.
  double measureRate(const SlipFlow::State& y) const {
    return byPath() ? SlipFlow::slip(y).norm() : byWork() ? m_flow.derivative(y)[5] : normalRate(y);
  }
  bool endCompression();
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
  double wayStraight(double rate) const;
  bool dipsWithin(const SlipFlow::State& y, const SlipFlow::State& next) const;
  void markWithin(const SlipFlow::State& y, const SlipFlow::State& end, double length) const;
  bool advance(SlipFlow::State& y, double& length);
  /// Both ends of a step and what lies between, in order.
  using Turns = std::array<double, 4>;
  Turns turnsWithin(Walk& walk, const SlipFlow::State& next, double length) const;
  double eventWithin(Walk& walk, const SlipFlow::State& next, double length) const;
  LawImpulse fromRest() const;
  double endFromRest(double closed, double rate) const;

  const SplitImpact& m_impact;
  RouthEnd m_kind;
  double m_friction, m_restitution;
  ConeRay m_ray;
  SlipFlow m_flow;
  bool m_isSingular;   ///< whether W is
  Tangent m_coupling;  ///< W_tt⁻¹ W_tn
  Tangent m_Vt, m_Pt;
  double m_path = 0;  ///< ℓ
  double m_work = 0;  ///< ∫ V_n dℓ of the phase, where it ends the impulse
  bool m_compressing = true;
  double m_end = 0;  ///< of the measure, where the phase ends
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

/// Ends compression; false where expansion has no impulse.
bool Course::endCompression() {
  m_compressing = false;
  if (m_kind == RouthEnd::Impulse) {
    m_end = (1 + m_restitution) * m_path;
    return m_end > m_path;
  }
  if (m_kind == RouthEnd::Velocity) {
    m_end = -m_restitution * m_impact.Vn;
    return m_end > 0;
  }
  // Counted from the end of compression, where a small e leaves little of the work.
  m_end = -m_restitution * m_restitution * m_work;
  m_work = 0;
  return m_end > 0;
}

/// Ends expansion; false where the slip has turned so that the contact closes again, and the impulse goes on
/// to V_n = 0.
bool Course::endExpansion() {
  if (Vn() >= -straight) return true;
  m_compressing = true;
  m_end = 0;
  m_restitution = 0;
  return false;
}

bool Course::isStraight() const {
  if (m_Vt.size() == 1) return true;
  const SlipFlow::State y = SlipFlow::start(m_Vt, 0, m_Pt, 0);
  const double turning = std::abs(m_flow.turning(y));
  if (turning <= straight * m_flow.fastest()) return true;
  // A slip that comes to rest before it leaves a straight line by more than rounding of V_i: its rest and the
  // path from it are those of the line.
  const double fading = -m_Vt.dot(SlipFlow::slip(m_flow.derivative(y))) / m_Vt.squaredNorm();
  return turning <= 1e-3 * fading && turning * m_Vt.norm() <= straight * fading;
}

/// The x at which ∫ (v + rate x) dx from 0 first reaches `work` > 0; infinite where it does not.
double wayToWork(double v, double rate, double work) {
  const double square = v * v + 2 * rate * work;
  if (square < 0 || (v <= 0 && rate <= 0)) return HUGE_VAL;
  return v >= 0 ? 2 * work / (v + std::sqrt(square)) : (std::sqrt(square) - v) / rate;
}

/// The way to the end of the phase, V_n rising at this rate over ℓ; infinite where it does not end.
double Course::wayStraight(double rate) const {
  if (byPath()) return m_end - m_path;
  if (byWork()) return m_end > m_work ? wayToWork(Vn(), rate, m_end - m_work) : 0;
  return rate > 0 ? std::max(0.0, m_end - Vn()) / rate : HUGE_VAL;
}

void Course::slipStraight() {
  const double speed = m_Vt.norm();
  const Tangent d = m_Vt / speed;
  const double slipRate = m_ray.normal * d.dot(m_impact.Wtn) - m_ray.tangential * d.dot(m_impact.Wt * d);
  const double rate = m_ray.normal * m_impact.Wn - m_ray.tangential * d.dot(m_impact.Wtn);
  const double toRest = slipRate < 0 ? -speed / slipRate : HUGE_VAL;
  // By a singular W compression ends with the slip, where fromRest() takes over.
  const bool together = m_compressing && m_isSingular;
  double toEvent = together ? toRest : wayStraight(rate);
  // By rounding a phase may neither end nor the contact come to rest; the phase ends here.
  if (toEvent == HUGE_VAL && toRest == HUGE_VAL) toEvent = 0;
  const bool rests = toRest <= toEvent;
  const double way = rests ? toRest : toEvent, before = Vn();
  m_path += way;
  m_Pt -= m_ray.tangential * way * d;
  mark(P());
  m_Vt += slipRate * way * d;
  if (rests) m_Vt.setZero();
  m_work += 0.5 * way * (before + Vn());
  if (rests && (together || toEvent > toRest)) return;
  m_ended = m_compressing ? !endCompression() : endExpansion();
}

/// The τ of a step between which the measure only rises or only falls. V_n has at most one
/// extremum in a step.
Course::Turns Course::turnsWithin(Walk& walk, const SlipFlow::State& next, double length) const {
  Turns turns{0, length, length, length};
  if (byPath()) return turns;
  const SlipFlow::State y = walk.to(0);
  if ((normalRate(y) < 0) != (normalRate(next) < 0))
    turns[1] = rootWithin([&](double t) { return normalRate(walk.to(t)); }, 0, length);
  if (!byWork()) return turns;
  // ∫ V_n dℓ turns where V_n changes its sign.
  const auto velocity = [&](double t) { return Vn(walk.to(t)); };
  const auto zero = [&](double from, double until) {
    return (velocity(from) < 0) == (velocity(until) < 0) ? until : rootWithin(velocity, from, until);
  };
  return {0, zero(0, turns[1]), zero(turns[1], length), length};
}

/// The τ within a step at which the measure first reaches its end; infinite where that is later.
double Course::eventWithin(Walk& walk, const SlipFlow::State& next, double length) const {
  const Turns turns = turnsWithin(walk, next, length);
  const auto excess = [&](double t) {
    const SlipFlow::State& z = walk.to(t);
    return std::pair(measure(z) - m_end, measureRate(z));
  };
  for (std::size_t i = 1; i < turns.size(); ++i) {
    const double until = turns[i];
    const double after = (until == length ? measure(next) : measure(walk.to(until))) - m_end;
    if (after < 0) continue;
    const double before = measure(walk.to(turns[i - 1])) - m_end;
    if (before >= 0) return turns[i - 1];
    return rootWithin(excess, {turns[i - 1], before}, {until, after});
  }
  return HUGE_VAL;
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
    if (z[2] > y[2] && z[2] < end[2]) mark(joined(m_ray.normal * z[2], SlipFlow::tangential(z)));
  }
}

/// Takes one step of the slip, up to an event within it, and sets `length` to that of the next step. False
/// where the step was too long.
bool Course::advance(SlipFlow::State& y, double& length) {
  constexpr double mostTurn = 0.6;
  const SlipFlow::Step step = m_flow.step(y, length);
  const double turn = std::abs(angleBetween(SlipFlow::slip(y), SlipFlow::slip(step.end)));
  if (!(step.error <= 1) || turn > mostTurn || (!byPath() && dipsWithin(y, step.end))) {
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
  m_Pt = SlipFlow::tangential(y);
  m_work = y[5];
  m_Vt = SlipFlow::slip(y);
  mark(P());
  if (event == HUGE_VAL)
    length *= std::clamp(0.9 * std::min(std::pow(step.error, -1.0 / 15), mostTurn / turn), 0.5, 3.0);
  else
    m_ended = m_compressing ? !endCompression() : endExpansion();
  y[5] = m_work;
  return true;
}

void Course::slipTurning() {
  constexpr int mostSteps = 100'000;
  SlipFlow::State y = SlipFlow::start(m_Vt, m_path, m_Pt, m_work);
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
  const double end = endFromRest(closed, rate);
  const auto at = [&](double x) { return joined(x, m_Pt + (x - Pn) * share.Pt); };
  if (m_compressing) mark(at(closed));
  mark(at(end));
  return {at(end), share.mode};
}

/// P_n at the end of the impact, where V_n rises by `rate` over P_n from rest on. Compression ends at
/// `closed`.
double Course::endFromRest(double closed, double rate) const {
  const double a = m_ray.normal, e = m_restitution;
  if (m_kind == RouthEnd::Impulse) return m_compressing ? (1 + e) * closed : std::max(a * m_end, closed);
  // Where the rate is 0 the contact is at rest, V_n = 0 but for rounding.
  const double from = m_compressing ? closed : a * m_path, velocity = m_compressing || rate == 0 ? 0 : Vn();
  double way = 0;
  if (m_kind == RouthEnd::Velocity) {
    const double missing = -e * m_impact.Vn - velocity;
    if (missing > 0) way = rate > 0 ? missing / rate : HUGE_VAL;
  } else if (rate > 0) {  // else the contact is held: the limit of a hinge that gives way is rest
    const double compression = a * m_work + 0.5 * (closed - a * m_path) * Vn();
    const double missing = m_compressing ? -e * e * compression : a * (m_end - m_work);
    // A contact that closes again also where nothing is missing, the limit of large μ at P_n = 0.
    if (missing > 0 || velocity < 0) way = wayToWork(velocity, rate, std::max(0.0, missing));
  }
  if (way == HUGE_VAL)
    throw LawError(
        "Routh's law: the contact sticks at an ideal hinge, and no impulse gives the rebound; expected a "
        "restitution of 0");
  return from + way;
}

}  // namespace

LawImpulse routhImpulse(const SplitImpact& impact, const LawCoefficients& coefficients, RouthEnd end) {
  return Course(impact, coefficients, end).run();
}

std::vector<LocalVector> routhPath(const SplitImpact& impact, const LawCoefficients& coefficients,
                                   RouthEnd end) {
  std::vector<LocalVector> path;
  Course course(impact, coefficients, end);
  course.record(path);
  course.run();
  return path;
}

}  // namespace carom
