#include "mechanics/contact/gap_watch.h"

#include <algorithm>
#include <cmath>

#include "mechanics/contact/shape_distance.h"

namespace carom {

GapWatch::PartSize GapWatch::sizeOf(const WorldPart& part) {
  if (const auto* ball = std::get_if<WorldBall>(&part)) return {ball->centre.norm(), ball->radius};
  if (const auto* segment = std::get_if<WorldSegment>(&part))
    return {std::max(segment->ends[0].norm(), segment->ends[1].norm()), segment->radius};
  return {0, 0, true};
}

GapWatch::GapWatch(const Mechanism& mechanism) : m_mechanism(mechanism), m_frames(mechanism) {
  const Pose origin;
  for (const ContactPair& pair : mechanism.contacts())
    m_sizes.push_back(
        {sizeOf(worldPart(mechanism, pair, 0, origin)), sizeOf(worldPart(mechanism, pair, 1, origin))});
}

void GapWatch::restart(const Eigen::VectorXd& q) {
  m_gaps.resize(m_mechanism.contacts().size());
  m_frames.place(q);
  for (std::size_t i = 0; i < m_gaps.size(); ++i) m_gaps[i] = m_frames.gap(static_cast<int>(i));
}

/// Bounds on the motion of a point of a body that is within `extent` of its origin.
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

GapWatch::Bounds GapWatch::bounds(int contact, const StepEnds& ends) const {
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(contact)];
  std::array<PartSize, 2> size = m_sizes[static_cast<std::size_t>(contact)];
  const bool flat = size[0].plane || size[1].plane;
  for (std::size_t k = 0; k < 2; ++k)
    if (size[k].plane && !m_mechanism.isFixed(pair.body[k]))  // as far as the other body is away
      size[k].extent =
          size[1 - k].extent +
          (m_mechanism.position(pair.body[0], ends.q0) - m_mechanism.position(pair.body[1], ends.q0)).norm();
  const Side a = side(pair.body[0], size[0].extent, ends), b = side(pair.body[1], size[1].extent, ends);
  const double L = a.rate + b.rate;
  // A plane that turns bends the gap by its own turning; round parts by their curvature.
  const double curvature = flat ? 2 * (a.turn + b.turn) * L : L * L / (size[0].radius + size[1].radius);
  return {L, a.acceleration + b.acceleration + curvature};
}

/// The search for the first closing of one contact in a step.
struct GapWatch::Search {
  ContactFrames& frames;
  const StepPath& path;
  int contact;
  Bounds bounds;
  bool failed = false;

  double gap(double s) {
    const Eigen::VectorXd* q = path(s);
    if (!q) failed = true;
    if (!q) return 0;
    frames.place(*q);
    return frames.gap(contact);
  }

  /// A narrow bracket of the first time at which the gap gets from above 0 to 0.
  std::optional<std::array<double, 4>> bracket(double a, double fa, double b, double fb) {
    const double d = b - a, sag = bounds.bend * d * d / 8;
    if (failed) return std::nullopt;
    if (fb > 0 && (std::min(fa, fb) > sag || fa + fb > bounds.rate * d)) return std::nullopt;
    const double m = 0.5 * (a + b);
    if (sag <= closedGap || !(m > a && m < b)) {
      if (fb > 0) return std::nullopt;
      return std::array<double, 4>{a, fa, b, fb};
    }
    const double fm = gap(m);
    if (auto early = bracket(a, fa, m, fm); early || fm <= 0) return early;
    return bracket(m, fm, b, fb);
  }

  /// Where the gap passes `level` within a bracket: secants, kept inside by halving.
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
      if (std::abs(fm) < 1e-15) return m;
    }
    return std::abs(fa) < std::abs(fb) ? a : b;
  }

  std::optional<StepClosing> fromOpen(double a, double fa, double b, double fb) {
    const auto found = bracket(a, fa, b, fb);
    if (failed) return StepClosing{a, contact, false, true};
    if (!found) return std::nullopt;
    return StepClosing{root((*found)[0], (*found)[1], (*found)[2], (*found)[3], 0), contact, false, failed};
  }

  /// From closed: looks from near to far for where it opens, or is pressed into overlap first.
  std::optional<StepClosing> fromClosed(double f0, double h, double f1) {
    double last = 0, flast = f0;
    for (double s = std::min(h, closedGap / (4 * bounds.rate + 1e-300)); last < h; s *= 2) {
      s = std::min(s, h);
      const double f = s == h ? f1 : gap(s);
      if (failed) return StepClosing{last, contact, true, true};
      if (f > closedGap) return fromOpen(s, f, h, f1);
      if (f < -closedGap) return StepClosing{root(last, flast, s, f, -closedGap), contact, true, failed};
      last = s;
      flast = f;
    }
    return std::nullopt;
  }
};

std::optional<StepClosing> GapWatch::next(const StepEnds& ends, const StepPath& path,
                                          const std::vector<int>& held) {
  std::optional<StepClosing> first;
  const std::size_t count = m_mechanism.contacts().size();
  m_after.resize(count);
  m_frames.place(ends.q1);
  for (std::size_t i = 0; i < count; ++i) m_after[i] = m_frames.gap(static_cast<int>(i));
  for (std::size_t i = 0; i < count; ++i) {
    const int contact = static_cast<int>(i);
    const double f0 = m_gaps[i], f1 = m_after[i];
    if (std::binary_search(held.begin(), held.end(), contact)) continue;
    Search search{m_frames, path, contact, bounds(contact, ends)};
    const double sag = search.bounds.bend * ends.h * ends.h / 8;
    if (f0 > closedGap && f1 > 0 && (std::min(f0, f1) > sag || f0 + f1 > search.bounds.rate * ends.h))
      continue;
    const double horizon = first ? first->s : ends.h;
    const double fh = first ? search.gap(horizon) : f1;
    const auto found =
        f0 > closedGap ? search.fromOpen(0, f0, horizon, fh) : search.fromClosed(f0, horizon, fh);
    if (found && (!first || found->s < first->s || found->failed)) first = found;
    if (first && first->failed) return first;
  }
  if (!first) m_gaps.swap(m_after);
  return first;
}

}  // namespace carom
