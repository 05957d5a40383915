#include "mechanics/contact/gap_watch.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "mechanics/contact/core_overlap.h"
#include "mechanics/tree/step_cubic.h"

namespace carom {

GapWatch::GapWatch(const Mechanism& mechanism) : m_mechanism(mechanism) {
  const int count = static_cast<int>(mechanism.contacts().size());
  for (int i = 0; i < count; i = m_groups.back().last) m_groups.push_back(groupFrom(i));
  m_gaps.resize(static_cast<std::size_t>(count));
  m_after.resize(m_gaps.size());
  m_arrives.resize(m_gaps.size(), false);
  const std::size_t bodies = mechanism.bodies().size();
  m_start.resize(bodies);
  m_end.resize(bodies);
  m_speed.resize(bodies);
  m_reach.resize(bodies);
  for (const Group& group : m_groups)
    for (std::size_t k = 0; k < 2; ++k) {
      const int body = mechanism.contacts()[static_cast<std::size_t>(group.first)].body[k];
      double& reach = m_reach[static_cast<std::size_t>(body)];
      reach = std::max(reach, group.around[k].centre.norm());
    }
}

GapWatch::Group GapWatch::groupFrom(int contact) const {
  const auto& contacts = m_mechanism.contacts();
  const ContactPair& pair = contacts[static_cast<std::size_t>(contact)];
  Group group;
  group.first = group.last = contact;
  if (pair.limit) {
    group.last = contact + 1;
    group.round = true;
    group.around[0].radius = group.around[1].radius = 1;  // rad or m: the size of what the stop holds
    return group;
  }
  while (group.last < static_cast<int>(contacts.size()) &&
         !contacts[static_cast<std::size_t>(group.last)].limit &&
         contacts[static_cast<std::size_t>(group.last)].body == pair.body &&
         contacts[static_cast<std::size_t>(group.last)].shape == pair.shape)
    ++group.last;
  for (std::size_t k = 0; k < 2; ++k) {
    const Body& body = m_mechanism.bodies()[static_cast<std::size_t>(pair.body[k])];
    group.around[k] = around(body.shapes[static_cast<std::size_t>(pair.shape[k])]);
    for (int i = group.first; i < group.last; ++i) {
      const PartSize size = sizeOf(partInBody(m_mechanism, contacts[static_cast<std::size_t>(i)], k));
      group.size[k] = {std::max(group.size[k].extent, size.extent), size.radius, size.plane};
    }
  }
  group.round = haveSmoothGap(group.size);
  return group;
}

void GapWatch::place(const Eigen::VectorXd& q, std::vector<Pose>& poses) {
  for (std::size_t b = 0; b < poses.size(); ++b) poses[b] = m_mechanism.pose(static_cast<int>(b), q);
}

/// The distance of the bounding balls of two shapes (for a half-space, from its face): a lower bound of the
/// gap of any parts.
double GapWatch::apart(const Group& group, const std::vector<Pose>& poses) const {
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(group.first)];
  if (pair.limit) return 0;
  std::array<Eigen::Vector3d, 2> centre;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto body = static_cast<std::size_t>(pair.body[k]);
    if (std::isfinite(group.around[k].radius)) {
      centre[k] = poses[body] * group.around[k].centre;
      continue;
    }
    if (!m_mechanism.isFixed(pair.body[k])) return 0;
    const auto other = static_cast<std::size_t>(pair.body[1 - k]);
    const auto* face =
        std::get_if<HalfSpace>(&m_mechanism.bodies()[body].shapes[static_cast<std::size_t>(pair.shape[k])]);
    if (!face || !std::isfinite(group.around[1 - k].radius)) return 0;
    const Eigen::Vector3d from = poses[other] * group.around[1 - k].centre - poses[body].x;
    return face->normal.dot(poses[body].R.transpose() * from) - face->offset - group.around[1 - k].radius;
  }
  const Eigen::Vector3d d = centre[1] - centre[0];
  return (pair.planar ? d.head<2>().norm() : d.norm()) - group.around[0].radius - group.around[1].radius;
}

void GapWatch::findParts(Group& group) const {
  const auto& contacts = m_mechanism.contacts();
  const ContactPair& pair = contacts[static_cast<std::size_t>(group.first)];
  for (std::size_t k = 0; k < 2 && !pair.limit; ++k) {
    int last = 0;
    for (int i = group.first; i < group.last; ++i)
      last = std::max(last, contacts[static_cast<std::size_t>(i)].part[k]);
    const Body& body = m_mechanism.bodies()[static_cast<std::size_t>(pair.body[k])];
    const Shape& shape = body.shapes[static_cast<std::size_t>(pair.shape[k])];
    for (int part = 0; part <= last; ++part) group.parts[k].push_back(partInBody(shape, part, pair.planar));
  }
}

void GapWatch::gapsOf(const Group& group, const std::vector<Pose>& poses, const Eigen::VectorXd& q,
                      std::vector<double>& gaps) {
  const auto& contacts = m_mechanism.contacts();
  const ContactPair& pair = contacts[static_cast<std::size_t>(group.first)];
  if (pair.limit) {
    gaps[static_cast<std::size_t>(group.first)] = m_mechanism.gap(group.first, q);
    return;
  }
  for (std::size_t k = 0; k < 2; ++k) {  // each part of a box is in many contacts
    m_parts[k].clear();
    for (const WorldPart& part : group.parts[k])
      m_parts[k].push_back(placed(part, poses[static_cast<std::size_t>(pair.body[k])]));
  }
  for (int i = group.first; i < group.last; ++i) {
    const std::array<int, 2>& part = contacts[static_cast<std::size_t>(i)].part;
    gaps[static_cast<std::size_t>(i)] =
        separate(m_parts[0][static_cast<std::size_t>(part[0])], m_parts[1][static_cast<std::size_t>(part[1])])
            .gap;
  }
}

void GapWatch::restart(const Eigen::VectorXd& q) {
  place(q, m_start);
  m_hasStart = true;
  for (Group& group : m_groups) {
    group.known = false;
    group.clear = apart(group, m_start);
  }
  std::fill(m_arrives.begin(), m_arrives.end(), false);
}

void GapWatch::setArriving(int contact) {
  m_arrives[static_cast<std::size_t>(contact)] = true;
  for (Group& group : m_groups)
    if (contact >= group.first && contact < group.last) group.hasArrivals = true;
}

/// Whether a body is elsewhere at the end of the step than at its start.
bool GapWatch::isMoved(int body) const {
  const Pose &start = m_start[static_cast<std::size_t>(body)], &end = m_end[static_cast<std::size_t>(body)];
  return !m_mechanism.isFixed(body) && !(start.x == end.x && start.R == end.R);
}

/// Bounds on the motion of a point of a body within `extent` of its origin.
GapWatch::Side GapWatch::side(int body, double extent, const StepEnds& ends) const {
  Side side;
  double reach = extent;  // from the axis of a joint to the point; grows towards the world
  const std::vector<int>& chain = m_mechanism.chain(body);
  if (chain.empty()) return side;
  for (int fixed = body; m_mechanism.bodies()[static_cast<std::size_t>(fixed)].joints.empty();) {
    const Body& part = m_mechanism.bodies()[static_cast<std::size_t>(fixed)];
    reach += part.origin.norm();
    fixed = part.parent;
  }
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    const int i = *it;
    const Link& link = m_mechanism.links()[static_cast<std::size_t>(i)];
    const double change = std::abs(ends.v1[i] - ends.v0[i]);
    const double speed = std::max(std::abs(ends.v0[i]), std::abs(ends.v1[i])) + change;
    const double lever = link.revolute ? reach : 1;
    side.rate += speed * lever;
    side.acceleration += 2 * change / ends.h * lever;
    if (link.revolute) side.turn += speed;
    if (!link.revolute) reach += std::max(std::abs(ends.q0[i]), std::abs(ends.q1[i])) + change * ends.h;
    reach += link.offset.norm();
  }
  side.acceleration += 2 * side.turn * side.rate;
  return side;
}

GapWatch::Bounds GapWatch::bounds(const Group& group, const StepEnds& ends) const {
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(group.first)];
  if (pair.limit) {
    const int i = pair.limit->coordinate;
    const double change = std::abs(ends.v1[i] - ends.v0[i]);
    Bounds bounds;
    bounds.rate = std::max(std::abs(ends.v0[i]), std::abs(ends.v1[i])) + change;
    bounds.bend = bounds.plane = 2 * change / ends.h;
    return bounds;
  }
  std::array<PartSize, 2> size = group.size;
  // A face reaches as far as the part over it.
  const double away =
      (m_start[static_cast<std::size_t>(pair.body[0])].x - m_start[static_cast<std::size_t>(pair.body[1])].x)
          .norm();
  for (std::size_t k = 0; k < 2; ++k)
    if ((size[k].plane || !group.round) && !m_mechanism.isFixed(pair.body[k]))
      size[k].extent = std::max(size[k].extent, group.size[1 - k].extent + away);
  const Side a = side(pair.body[0], size[0].extent, ends), b = side(pair.body[1], size[1].extent, ends);
  Bounds bounds;
  bounds.rate = a.rate + b.rate;
  bounds.turn = a.turn + b.turn;
  // The rotation of a plane bends the gap, and so does the curvature of round parts.
  bounds.plane = a.acceleration + b.acceleration + 2 * bounds.turn * bounds.rate;
  bounds.bend = bounds.plane;
  if (!size[0].plane && !size[1].plane)
    bounds.bend =
        a.acceleration + b.acceleration + bounds.rate * bounds.rate / (size[0].radius + size[1].radius);
  return bounds;
}

/// Configurations within a step, kept for all searches: those of its cubic, and those of shorter steps, each
/// of which may cost a step of the contacts that last and act on the bodies of the search.
class GapWatch::Probes {
 public:
  Probes(const StepPath& path, const StepEnds& ends, const Mechanism& mechanism, int most)
      : m_path(path),
        m_mechanism(mechanism),
        m_cubic(ends.q0, ends.q1, ends.v0, ends.v1, ends.h, mechanism.rotations()),
        m_q(ends.q0),
        m_v(ends.v0),
        m_left(most) {}

  /// q(s) and v(s) on the cubic, for the bodies of a contact; the rest is of other times.
  const Eigen::VectorXd& onCubic(double s, int contact) {
    for (const int body : bodiesOf(contact)) m_cubic.place(s, m_mechanism.chain(body), m_q);
    return m_q;
  }
  const Eigen::VectorXd& velocityOnCubic(double s, int contact) {
    for (const int body : bodiesOf(contact)) m_cubic.move(s, m_mechanism.chain(body), m_v);
    return m_v;
  }
  /// q(s) of a shorter step, for the bodies of a contact; null where it cannot be computed or no probes are
  /// left.
  const Eigen::VectorXd* at(double s, int contact) {
    const std::pair key(bodiesOf(contact), s);
    const auto known = m_known.find(key);
    if (known != m_known.end()) return &known->second;
    const Eigen::VectorXd* q = m_left-- > 0 ? m_path(s, contact) : nullptr;
    if (!q || m_known.size() >= mostKept) return q;
    return &m_known.emplace(key, *q).first->second;
  }

 private:
  static constexpr std::size_t mostKept = 4096;
  const std::array<int, 2>& bodiesOf(int contact) const {
    return m_mechanism.contacts()[static_cast<std::size_t>(contact)].body;
  }
  const StepPath& m_path;
  const Mechanism& m_mechanism;
  StepCubic m_cubic;
  Eigen::VectorXd m_q, m_v;
  int m_left;
  std::map<std::pair<std::array<int, 2>, double>, Eigen::VectorXd> m_known;
};

/// The search for the first closing of one contact in a step.
struct GapWatch::Search {
  const Mechanism& mechanism;
  Probes& probes;
  int contact;
  Bounds bounds;
  bool sharp;
  double floor = 0;     ///< the gap at which the contact closes (m)
  double whole = 0;     ///< the step (s)
  double smallest = 0;  ///< the depth (m) that an overlap between the ends has to exceed to be found
  /// Whether the bodies turn by more than a radian in the step: a cubic between its ends is no motion then.
  bool turnsFar = false;
  double ulp = 0;  ///< rounding of a gap (m)
  bool failed = false;
  bool jumped = false;  ///< whether the gap changes its sign by a jump

  /// Roundings of a gap that count as 0 where secants no longer approach it. A larger number makes the times
  /// of impacts rough, which elastic bounces enlarge; a smaller one goes on to bisections of rounding.
  static constexpr double roundingsAtRoot = 2;

  struct Point {
    double s = 0, gap = 0;
    Heights heights{};
  };

  /// The point on the cubic; where bodies turn far, at the end of a shorter step.
  Point at(double s) {
    if (!turnsFar) return at(s, probes.onCubic(s, contact));
    const Eigen::VectorXd* q = probes.at(s, contact);
    if (!q) failed = true;
    return q ? at(s, *q) : Point{s};
  }
  Point at(double s, const Eigen::VectorXd& q) const {
    if (!sharp) return {s, mechanism.gap(contact, q)};
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
    const WorldPart a = worldPart(mechanism, pair, 0, mechanism.pose(pair.body[0], q));
    const WorldPart b = worldPart(mechanism, pair, 1, mechanism.pose(pair.body[1], q));
    return {s, separate(a, b).gap, heights(a, b)};
  }
  /// The gap at the end of a shorter step.
  double gap(double s) {
    const Eigen::VectorXd* q = probes.at(s, contact);
    if (!q) failed = true;
    return q ? mechanism.gap(contact, *q) : 0;
  }

  /// Whether one of the heights stays above 0 between two points.
  bool staysAbove(const Point& a, const Point& b) const {
    const double d = b.s - a.s;
    for (std::size_t k = 0; k < a.heights.value.size(); ++k) {
      double bend = bounds.plane;
      const bool isNormal = k + 2 >= a.heights.value.size() && a.heights.sine < 1;
      if (isNormal) {
        // n of two lines turns by at most T/sin α; their nearest points move by at most (L + φT/sin α)/sin α.
        const double sine = std::min(a.heights.sine, b.heights.sine) - bounds.turn * d;
        if (!(sine > 0)) continue;
        const double T = bounds.turn / sine, highest = std::max(a.heights.value[k], b.heights.value[k]);
        bend += T * (3 * bounds.rate + 2 * T * (highest + bounds.rate * d));
      }
      if (std::min(a.heights.value[k], b.heights.value[k]) > bend * d * d / 8) return true;
    }
    return false;
  }

  bool staysOpen(const Point& a, const Point& b) const {
    const double d = b.s - a.s;
    if (a.gap + b.gap - 2 * floor > bounds.rate * d) return true;
    return sharp ? staysAbove(a, b) : std::min(a.gap, b.gap) - floor > bounds.bend * d * d / 8;
  }

  /// A narrow bracket of the first time at which the gap falls to `floor`.
  std::optional<std::array<Point, 2>> bracket(const Point& a, const Point& b) {
    const double d = b.s - a.s;
    if (failed || (b.gap > floor && staysOpen(a, b))) return std::nullopt;
    const double m = 0.5 * (a.s + b.s), error = sharp ? bounds.rate * d : bounds.bend * d * d / 8;
    if (error <= smallest || !(m > a.s && m < b.s)) {
      if (b.gap > floor) return std::nullopt;
      return std::array<Point, 2>{a, b};
    }
    const Point middle = at(m);
    if (auto early = bracket(a, middle); early || middle.gap <= floor) return early;
    return bracket(middle, b);
  }

  /// The time at which the gap passes `level` within a bracket, by secants and bisections, to 1e-15 s or the
  /// rounding of a gap: below that steps only reproduce rounding.
  double root(double a, double fa, double b, double fb, double level) {
    fa -= level;
    fb -= level;
    for (int i = 0; i < 100 && b - a > 1e-15 && !failed; ++i) {
      double m = (a * fb - b * fa) / (fb - fa);
      if (i % 3 == 2 || !(m > a && m < b)) m = 0.5 * (a + b);
      if (!(m > a && m < b)) break;
      const double fm = gap(m) - level;
      (fm > 0 ? a : b) = m;
      (fm > 0 ? fa : fb) = fm;
      if (std::abs(fm) <= ulp) return m;
    }
    // q(s) jumps between several solutions of friction, and where a sharp edge enters a body at one place,
    // the gaps at its other edges jump. The answer is the side of the jump that is near 0, the earlier one
    // first.
    const bool isNear = std::abs(fa) <= 2 * closedGap, isNearAfter = std::abs(fb) <= 2 * closedGap;
    jumped = !isNear && !isNearAfter;
    if (!isNear) return b;
    if (!isNearAfter) return a;
    // After a smaller jump, as at corners that slide past each other, the gap is closed only after the jump.
    return std::abs(fa) < std::abs(fb) && fa + level <= closedGap ? a : b;
  }

  /// The time at which the cubic passes `floor` within a bracket.
  double rootOfCubic(const Point& a, const Point& b) const {
    std::uintmax_t most = 50;
    const auto height = [&](double s) { return mechanism.gap(contact, probes.onCubic(s, contact)) - floor; };
    const auto [low, high] = boost::math::tools::toms748_solve(
        height, a.s, b.s, a.gap - floor, b.gap - floor,
        [&](double x, double y) { return y - x <= 1e-12 * b.s; }, most);
    return 0.5 * (low + high);
  }

  /// How the contact meets on the cubic, with the rate of its gap there and the change of that rate shortly
  /// before. `guess`: from the ends of the step, between which the normal may have turned to another face; it
  /// stays where the cubic shows no meeting, as for heights of rounding.
  StepMeeting meetingOnCubic(const StepMeeting& guess, double f0, const Point& end) const {
    constexpr double shortly = 0.1;  // of the step: shorter, and rounding of rates counts
    const Point start{0, f0};
    // Where the gap is largest.
    const double top = guess.pressing > 0 ? guess.time - guess.speed / guess.pressing : -whole;
    const Point from =
        f0 > 0 && top <= 0 ? start : Point{top, mechanism.gap(contact, probes.onCubic(top, contact))};
    if (!(from.gap > 0 && end.gap < 0 && from.s >= 0 && from.s < end.s)) return guess;
    const double s = rootOfCubic(from, end), near = shortly * whole;
    const auto rate = [&](double at) {
      return mechanism.normal(contact, probes.onCubic(at, contact)).dot(probes.velocityOnCubic(at, contact));
    };
    const double before = std::max(0.0, s - near), after = std::max(s, std::min(before + near, whole));
    const double met = rate(s);
    // Before the contact if there is time: after it the parts overlap, and sharp ones turn their normal.
    const double pressing =
        s - before > 0.5 * near ? (rate(before) - met) / (s - before) : (met - rate(after)) / (after - s);
    return met < 0 && pressing > 0 ? StepMeeting{contact, pressing, s, -met, guess.size, guess.isRound}
                                   : guess;
  }

  /// The time at which the gap passes `floor`, by secants from that on the cubic, whose slope is within O(h²)
  /// of that of the gap. Most closings take two or three steps. Empty where the secants do not lead there,
  /// as at jumps.
  std::optional<double> rootNearCubic(const Point& a, const Point& b, double first, double last) {
    constexpr int mostSecants = 5;
    if (turnsFar || !(a.gap > floor) || !(b.gap < floor)) return std::nullopt;
    double s = rootOfCubic(a, b), slope = (b.gap - a.gap) / (b.s - a.s);
    if (!(s > first && s < last)) return std::nullopt;
    double f = gap(s) - floor;
    for (int i = 0; i < mostSecants && !failed; ++i) {
      if (std::abs(f) <= ulp) return s;
      const double next = s - f / slope;
      if (!(next > first && next < last) || next == s) break;
      const double fNext = gap(next) - floor;
      if (!(std::abs(fNext) < 0.5 * std::abs(f))) break;
      slope = (fNext - f) / (next - s);
      s = next;
      f = fNext;
    }
    const bool isRounding = std::abs(f) <= roundingsAtRoot * ulp && !failed;
    return isRounding ? std::optional(s) : std::nullopt;
  }

  std::optional<StepClosing> fromOpen(const Point& a, const Point& b) {
    const auto found = bracket(a, b);
    if (failed) return StepClosing{a.s, contact, false, true};
    if (!found) return std::nullopt;
    auto [before, after] = *found;
    if (const auto s = rootNearCubic(before, after, a.s, b.s)) return StepClosing{*s, contact};
    if (failed) return StepClosing{a.s, contact, false, true};
    if (before.s > 0) before.gap = gap(before.s);
    if (after.s < whole) after.gap = gap(after.s);
    if (failed) return StepClosing{a.s, contact, false, true};
    // The shorter steps and the cubic differ by the error of the step.
    if (before.gap <= floor) {
      after = before;
      before = a;
    } else if (after.gap > floor) {
      if (b.gap > floor) return std::nullopt;
      before = after;
      after = b;
    }
    return StepClosing{root(before.s, before.gap, after.s, after.gap, floor), contact, false, failed};
  }

  /// For a closed contact that leaves with φ̇₀ = `opening`: the time at which it returns, to 0 or, where it
  /// overlaps throughout, to its gap at the start. Until φ̇₀/A it rises.
  std::optional<StepClosing> fromLeaving(const Point& start, double opening, const Point& end) {
    const double bend = sharp ? bounds.plane : bounds.bend;
    double s = bend > 0 ? opening / bend : end.s;
    if (s >= end.s && !sharp) return std::nullopt;
    Point top = at(s = std::min(s, 0.5 * end.s));
    // Sharp parts have no such bound: the search goes back to where the contact has risen.
    for (int i = 0; i < 20 && sharp && !(top.gap > start.gap); ++i) top = at(s *= 0.25);
    if (failed) return StepClosing{start.s, contact, false, true};
    if (!(top.gap > start.gap)) return fromClosed(start.gap, end);
    floor = top.gap > 0 ? 0.0 : start.gap;
    return fromOpen(top, end);
  }

  /// The time at which a closed contact is pressed into overlap, between two points of the cubic.
  double pressedAt(double a, double fa, Point b, const Point& end) {
    if (a > 0) fa = gap(a);
    if (b.s < whole) b.gap = gap(b.s);
    if (fa < -closedGap) return a;
    if (b.gap >= -closedGap) b = end;
    return b.gap < -closedGap ? root(a, fa, b.s, b.gap, -closedGap) : b.s;
  }

  /// For a closed contact that does not leave: the first two points of the cubic between which it opens, or
  /// is pressed into overlap.
  std::optional<std::array<Point, 2>> parts(double f0, const Point& end) {
    Point last{0, f0};
    const double h = end.s;
    // 1e-300 avoids a division by 0.
    for (double s = std::min(h, closedGap / (4 * bounds.rate + 1e-300)); last.s < h; s *= 2) {
      s = std::min(s, h);
      const Point now = s == h ? end : at(s);
      if (failed || std::abs(now.gap) > closedGap) return std::array<Point, 2>{last, now};
      last = now;
    }
    return std::nullopt;
  }
  /// Whether such a contact is pressed into overlap before it opens.
  bool isPressed(double f0, const Point& end) {
    const auto found = parts(f0, end);
    return found && !failed && (*found)[1].gap < -closedGap;
  }
  /// The time at which it is pressed into overlap, or closes again after it has opened.
  std::optional<StepClosing> fromClosed(double f0, const Point& end) {
    const auto found = parts(f0, end);
    if (!found) return std::nullopt;
    const auto& [last, now] = *found;
    if (failed) return StepClosing{last.s, contact, true, true};
    if (now.gap > closedGap) return fromOpen(now, end);
    return StepClosing{pressedAt(last.s, last.gap, now, end), contact, true, failed};
  }
};

/// Whether another contact of the same shapes represents this one.
bool GapWatch::isCovered(int contact, const Eigen::VectorXd& q) const {
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(contact)];
  return !pair.limit && separate(worldPart(m_mechanism, pair, 0, m_mechanism.pose(pair.body[0], q)),
                                 worldPart(m_mechanism, pair, 1, m_mechanism.pose(pair.body[1], q)))
                            .covered;
}

void GapWatch::boundSpeeds(const StepEnds& ends) {
  for (std::size_t b = 0; b < m_speed.size(); ++b)
    m_speed[b] = side(static_cast<int>(b), m_reach[b], ends).rate;
}

/// Whether the bounding balls of two shapes stay apart throughout the step.
bool GapWatch::staysClear(Group& group, const StepEnds& ends) {
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(group.first)];
  const double travel = ends.h * (m_speed[static_cast<std::size_t>(pair.body[0])] +
                                  m_speed[static_cast<std::size_t>(pair.body[1])]);
  group.clearAfter = group.clear - travel;
  group.knownAfter = false;
  if (group.clearAfter > closedGap || group.known) return group.clearAfter > closedGap;
  if (!m_hasStart) place(ends.q0, m_start);
  m_hasStart = true;
  group.clear = apart(group, m_start);
  group.clearAfter = group.clear - travel;
  return group.clearAfter > closedGap;
}

/// Computes the gaps of a group at both ends of the step.
void GapWatch::look(Group& group, const StepEnds& ends) {
  if (!m_hasStart) place(ends.q0, m_start);
  if (!m_hasEnd) place(ends.q1, m_end);
  m_hasStart = m_hasEnd = true;
  if (group.parts[0].empty()) findParts(group);
  if (!group.known) gapsOf(group, m_start, ends.q0, m_gaps);
  group.known = group.knownAfter = true;
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(group.first)];
  if (!pair.limit && !isMoved(pair.body[0]) && !isMoved(pair.body[1])) {
    std::copy(m_gaps.begin() + group.first, m_gaps.begin() + group.last, m_after.begin() + group.first);
    group.clearAfter = group.clear = apart(group, m_start);
    return;
  }
  gapsOf(group, m_end, ends.q1, m_after);
  group.clearAfter = apart(group, m_end);
}

/// Makes the end of the step the start of the next one.
void GapWatch::accept(const std::vector<int>& held) {
  for (Group& group : m_groups) {
    const bool looked = group.known && group.knownAfter;
    const bool hadArrivals = std::exchange(group.hasArrivals, looked);
    for (int i = group.first; i < group.last && (looked || hadArrivals); ++i)
      m_arrives[static_cast<std::size_t>(i)] = group.known && group.knownAfter && isOpen(i) &&
                                               m_after[static_cast<std::size_t>(i)] <= closedGap &&
                                               !std::ranges::binary_search(held, i);
    group.clear = group.clearAfter;
    group.known = group.knownAfter;
  }
  m_gaps.swap(m_after);
  m_start.swap(m_end);
  m_hasStart = m_hasEnd;
}

/// The distance of the bodies of a contact from the origin, at least 1 m: the scale of the rounding of its
/// gap.
double GapWatch::extent(int contact) const {
  double extent = 1;
  for (const int body : m_mechanism.contacts()[static_cast<std::size_t>(contact)].body)
    extent = std::max(extent, m_start[static_cast<std::size_t>(body)].x.lpNorm<Eigen::Infinity>());
  return extent;
}

/// φ̇₀ of a contact that is closed at the start, where it leaves: 0 where its bounce would stay within the
/// rounding of its gap.
double GapWatch::leaves(int contact, const StepEnds& ends, const Bounds& bounds) const {
  // Height of a bounce (m) over the extent of the bodies: a thousand roundings of a gap. A smaller one has
  // bodies at rest bounce on rounding; a larger one stops bounces that are seen.
  constexpr double lowest = 1e-13;
  const Eigen::VectorXd u = m_mechanism.normal(contact, ends.q0);
  const double opening = u.dot(ends.v0), extent = this->extent(contact);
  const bool isRounding = !(opening > 1e-9 * u.cwiseProduct(ends.v0).lpNorm<1>());
  return isRounding || opening * opening <= 2 * bounds.plane * lowest * extent ? 0 : opening;
}

/// Whether two sharp bodies that did not overlap at the start do so at given poses by more than these gaps
/// show: edges that have passed deep through each other count as apart, and a shorter step sees them meet.
bool GapWatch::passesThrough(const Group& group, const std::vector<Pose>& poses,
                             const std::vector<double>& gaps) const {
  constexpr double hidden = 100 * closedGap;  // m; above what contacts that last overlap by rounding
  const auto first = gaps.begin() + group.first, last = gaps.begin() + group.last;
  if (group.round || std::any_of(first, last, [](double gap) { return gap < -closedGap; })) return false;
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(group.first)];
  const auto overlap = [&](const std::vector<Pose>& at) {
    const std::array<Pose, 2> both{at[static_cast<std::size_t>(pair.body[0])],
                                   at[static_cast<std::size_t>(pair.body[1])]};
    return coreOverlap(m_mechanism, pair, both);
  };
  return overlap(poses) > hidden && overlap(m_start) <= hidden;
}

/// The contacts that may close in the step, with those that are pressed.
std::vector<GapWatch::Suspect> GapWatch::suspects(const StepEnds& ends, const std::vector<int>& held) {
  std::vector<Suspect> found;
  for (Group& group : m_groups) {
    if (staysClear(group, ends)) continue;
    look(group, ends);
    if (passesThrough(group, m_end, m_after)) m_passing = group.first;
    const Bounds bounds = this->bounds(group, ends);
    for (int contact = group.first; contact < group.last; ++contact) {
      if (std::binary_search(held.begin(), held.end(), contact)) continue;
      const auto i = static_cast<std::size_t>(contact);
      const double f0 = m_gaps[i], f1 = m_after[i];
      const double sag = bounds.bend * ends.h * ends.h / 8;
      const bool open = isOpen(contact);
      if (f0 > closedGap && f1 > 0 && (std::min(f0, f1) > sag || f0 + f1 > bounds.rate * ends.h) &&
          f1 > closedGap)
        continue;
      // The contact that represents it may have opened by then, as at flush corners that slide past each
      // other.
      if (!open && isCovered(contact, ends.q0) && (f1 >= -closedGap || isCovered(contact, ends.q1))) continue;
      found.push_back({contact, &group, bounds, open ? 0.0 : leaves(contact, ends, bounds)});
    }
  }
  return found;
}

/// How a contact meets that is open, or leaves, at the start and overlaps at the end.
std::optional<StepMeeting> GapWatch::meeting(const Suspect& suspect, const StepEnds& ends) const {
  const int contact = suspect.contact;
  const auto i = static_cast<std::size_t>(contact);
  if (m_after[i] > 0 || !(isOpen(contact) || suspect.opening > 0)) return std::nullopt;
  const double rate0 = m_mechanism.normal(contact, ends.q0).dot(ends.v0);
  const double rate1 = m_mechanism.normal(contact, ends.q1).dot(ends.v1);
  const double a = (rate0 - rate1) / ends.h, gap = std::max(0.0, m_gaps[i]);
  StepMeeting met = meetingOf(contact, *suspect.group, gap, rate0, a);
  if (!(a > 0) && !(met.isRound && rate0 < 0)) return std::nullopt;
  met.time = std::min(met.time, ends.h);
  return met;
}

/// How a contact meets that has a gap and a rate of it at the start of a step.
StepMeeting GapWatch::meetingOf(int contact, const Group& group, double gap, double rate, double pressing) {
  const double speed = std::sqrt(std::max(rate * rate + 2 * pressing * gap, 0.0));
  const double time = rate < 0 ? 2 * gap / (speed - rate) : (rate + speed) / pressing;
  const double size = std::min(group.around[0].radius, group.around[1].radius);
  return {contact, pressing, time, speed, size, group.size[0].radius + group.size[1].radius > 0};
}

std::vector<int> GapWatch::near(double h) const {
  std::vector<int> found;
  for (const Group& group : m_groups) {
    if (!group.round) continue;
    const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(group.first)];
    const double speed =
        m_speed[static_cast<std::size_t>(pair.body[0])] + m_speed[static_cast<std::size_t>(pair.body[1])];
    if (group.clear > h * speed) continue;
    for (int contact = group.first; contact < group.last; ++contact)
      if (!group.known || isOpen(contact)) found.push_back(contact);
  }
  return found;
}

std::optional<StepMeeting> GapWatch::expected(int contact, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                              double pressing, double h) const {
  const auto group = std::ranges::upper_bound(m_groups, contact, {}, &Group::first) - 1;
  const double gap = std::max(0.0, m_mechanism.gap(contact, q));
  const StepMeeting met = meetingOf(contact, *group, gap, m_mechanism.normal(contact, q).dot(v), pressing);
  return met.isRound && met.time <= h ? std::optional(met) : std::nullopt;
}

std::optional<StepMeeting> GapWatch::meetingIn(int contact, const StepEnds& ends) {
  place(ends.q0, m_start);
  const auto i = static_cast<std::size_t>(contact);
  m_gaps[i] = m_mechanism.gap(contact, ends.q0);
  m_after[i] = m_mechanism.gap(contact, ends.q1);
  m_arrives[i] = true;
  const Group& group = *(std::ranges::upper_bound(m_groups, contact, {}, &Group::first) - 1);
  const Suspect suspect{contact, &group, bounds(group, ends)};
  auto met = meeting(suspect, ends);
  const StepPath none = [](double, int) { return nullptr; };
  Probes probes(none, ends, m_mechanism, 0);
  Search search = searchOf(suspect, ends, probes);
  if (met && !search.turnsFar) met = search.meetingOnCubic(*met, m_gaps[i], search.at(ends.h, ends.q1));
  return met;
}

/// The search for a suspect, over the whole step.
GapWatch::Search GapWatch::searchOf(const Suspect& suspect, const StepEnds& ends, Probes& probes) const {
  // Share of a step that an overlap between its ends has to last for to be found, where that is deeper than
  // closedGap: at large speeds. A smaller one costs as many configurations as it divides the step into.
  constexpr double least = 1e-4;
  Search search{m_mechanism, probes, suspect.contact, suspect.bounds, !suspect.group->round};
  search.ulp = 4 * std::numeric_limits<double>::epsilon() * extent(suspect.contact);
  search.whole = ends.h;
  search.turnsFar = suspect.bounds.turn * ends.h > 1;
  // Either divides the step into ten thousand parts at most; round parts that turn far are searched to the
  // end.
  const double deep = search.sharp ? least * suspect.bounds.rate * ends.h
                                   : least * least * suspect.bounds.bend * ends.h * ends.h / 8;
  search.smallest = search.turnsFar && !search.sharp ? closedGap : std::max(closedGap, deep);
  return search;
}

/// The contacts that the caller takes into its step.
StepClosing GapWatch::taken(const std::vector<Suspect>& suspects, const StepEnds& ends, Probes& probes,
                            const JoinsStep& joins) const {
  StepClosing taken;
  if (!joins) return taken;
  for (const Suspect& suspect : suspects) {
    const double f0 = m_gaps[static_cast<std::size_t>(suspect.contact)];
    Search search = searchOf(suspect, ends, probes);
    if (isOpen(suspect.contact) || suspect.opening > 0) {
      auto met = meeting(suspect, ends);
      if (!met || !joins(*met)) continue;
      if (!search.turnsFar) met = search.meetingOnCubic(*met, f0, search.at(ends.h, ends.q1));
      if (met && joins(*met)) taken.joined.push_back(*met);
    } else if (search.isPressed(f0, search.at(ends.h, ends.q1))) {
      taken.pressing.push_back(suspect.contact);
    }
  }
  return taken;
}

/// Sorts suspects by the times at which they meet, as their gaps and rates at the ends tell: a search is then
/// seldom for a closing that another one precedes.
void GapWatch::sortByTime(std::vector<Suspect>& suspects, const StepEnds& ends) const {
  std::vector<std::pair<double, Suspect>> timed;
  for (const Suspect& suspect : suspects) {
    const auto met = meeting(suspect, ends);
    timed.emplace_back(met ? met->time : ends.h, suspect);
  }
  std::ranges::stable_sort(timed, {}, &std::pair<double, Suspect>::first);
  for (std::size_t i = 0; i < timed.size(); ++i) suspects[i] = timed[i].second;
}

std::optional<StepClosing> GapWatch::next(const StepEnds& ends, const StepPath& path,
                                          const std::vector<int>& held, const JoinsStep& joins,
                                          double slack) {
  // With contacts that last each probe solves a step of them all; a step that needs more probes is tried
  // shorter.
  constexpr int mostWhileHeld = 2'000;
  // Share of the step within which a closing and a jump are one event; roots differ by some 1e-15.
  constexpr double rounding = 1e-12;
  Probes probes(path, ends, m_mechanism, held.empty() ? std::numeric_limits<int>::max() : mostWhileHeld);
  std::optional<StepClosing> first, jump;  // a jump does not affect earlier closings
  m_hasEnd = false;
  m_passing = -1;
  boundSpeeds(ends);
  std::vector<Suspect> suspects = this->suspects(ends, held);
  if (m_passing >= 0) return StepClosing{0, m_passing, false, true};
  if (StepClosing taken = this->taken(suspects, ends, probes, joins); !taken.isEvent()) return taken;
  sortByTime(suspects, ends);
  m_searched.clear();
  for (const Suspect& suspect : suspects)
    if (isOpen(suspect.contact) || suspect.group->round || suspect.opening > 0)
      m_searched.push_back(suspect.contact);
  for (const Suspect& suspect : suspects) {
    const int contact = suspect.contact;
    const auto i = static_cast<std::size_t>(contact);
    const double f0 = m_gaps[i], f1 = m_after[i];
    Search search = searchOf(suspect, ends, probes);
    const Search::Point end = first ? search.at(first->s) : search.at(ends.h, ends.q1);
    Search::Point start = search.at(0, ends.q0);
    start.gap = f0;
    std::optional<StepClosing> found;
    if (isOpen(contact))
      found = f0 > 0 ? search.fromOpen(start, end) : StepClosing{0, contact};
    else if (suspect.opening > 0)
      found = search.fromLeaving(start, suspect.opening, end);
    else
      found = search.fromClosed(f0, end);
    if (!found && !first && (isOpen(contact) || suspect.opening > 0) && f1 > 0 && f1 <= closedGap) {
      const double approach = -m_mechanism.normal(contact, ends.q1).dot(ends.v1);
      if (approach > 0 && f1 <= slack * approach + Search::roundingsAtRoot * search.ulp)
        found = StepClosing{ends.h, contact};
    }
    if (found && search.jumped && !search.failed) {
      if (!jump || found->s < jump->s) jump = StepClosing{found->s, contact, false, true};
      continue;
    }
    if (joins && found && found->pressed && !found->failed) {
      // Up to an earlier closing, though not in the step as a whole.
      StepClosing taken;
      taken.pressing = {contact};
      return taken;
    }
    if (found && (!first || found->s < first->s || found->failed)) first = found;
    if (first && first->failed) return first;
  }
  if (jump && !(first && first->s <= jump->s + rounding * ends.h)) return jump;
  if (!first) accept(held);
  return first;
}

std::vector<StepOverlap> GapWatch::overlaps(const Eigen::VectorXd& q) {
  std::vector<StepOverlap> found;
  for (const int contact : m_searched) {
    const bool left = !isOpen(contact);
    const double before = left ? std::min(m_gaps[static_cast<std::size_t>(contact)], 0.0) : 0;
    const double depth = before - m_mechanism.gap(contact, q);
    if (depth > closedGap && !isCovered(contact, q)) found.push_back({contact, depth, left});
  }
  return found;
}

bool GapWatch::passesThrough(const Eigen::VectorXd& q) {
  std::vector<Pose> poses;
  std::vector<double> gaps(m_after.size());
  for (const Group& group : m_groups) {
    if (!group.knownAfter || group.round) continue;
    if (poses.empty()) {
      poses.resize(m_end.size());
      place(q, poses);
    }
    gapsOf(group, poses, q, gaps);
    if (passesThrough(group, poses, gaps)) return true;
  }
  return false;
}

}  // namespace carom
