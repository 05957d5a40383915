#include "mechanics/contact/round_distance.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace carom {

namespace {

/// Orthonormal columns that span the directions among which a normal is looked for.
using Directions = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3>;
using Within = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
using SquareWithin = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

/// A round solid, or the sum of one and the reverse of another: that of all differences of their points.
class Minuend {
 public:
  explicit Minuend(const WorldRound& a, const WorldRound* b = nullptr) : m_a(a), m_b(b) {}

  Eigen::Vector3d centre() const { return m_b ? Eigen::Vector3d(m_a.pose.x - m_b->pose.x) : m_a.pose.x; }
  Eigen::Vector3d point(const Eigen::Vector3d& n) const {
    const Eigen::Vector3d x = pointOf(m_a, n);
    return m_b ? Eigen::Vector3d(x - pointOf(*m_b, -n)) : x;
  }
  Eigen::Matrix3d bend(const Eigen::Vector3d& n) const {
    const Eigen::Matrix3d D = bendOf(m_a, n);
    return m_b ? Eigen::Matrix3d(D + bendOf(*m_b, n)) : D;
  }
  /// Its least radius of curvature, or less.
  double leastRadius() const { return m_a.solid->leastRadius() + (m_b ? m_b->solid->leastRadius() : 0); }

 private:
  const WorldRound& m_a;
  const WorldRound* m_b;
};

/// A unit normal, and the height f(n) = ⟨n, y − x(n)⟩ of a point y over the tangent plane with this normal.
struct Support {
  Eigen::Vector3d n;
  double height = -HUGE_VAL;
};

Support supportAt(const Minuend& solid, const Eigen::Vector3d& y, const Eigen::Vector3d& n) {
  return {n, n.dot(y - solid.point(n))};
}

/// The normal with the largest f among some directions. From any n at which y is above the tangent plane of
/// the solid that is `core` smaller, Newton's steps on the sphere that make f larger end in the only maximum
/// there. Such an n is the normal where the line from the centre to y leaves the solid, which makes ⟨n,
/// y⟩/h(n) largest: y = (D²h + x xᵀ/h) n in turns, at once for an ellipsoid. Else steps towards the nearest
/// point of the smaller solid lead to one [Frank & Wolfe 1956]. Height −∞ where y is inside of the smaller
/// solid.
Support highest(const Minuend& solid, const Eigen::Vector3d& y, const Directions& among) {
  const auto along = [&](const Within& u) { return supportAt(solid, y, (among * u).normalized()); };
  if (among.cols() == 1) {
    const Support one = along(Within::Constant(1, 1.0)), other = along(Within::Constant(1, -1.0));
    return one.height >= other.height ? one : other;
  }
  // Share of the least radius of curvature by which the solid is made smaller: with all of it, D²h + f has no
  // bound from below.
  constexpr double share = 0.9;
  const double core = share * solid.leastRadius();
  const Within offset = among.transpose() * (y - solid.centre());
  if (!(offset.norm() > 0)) return {};
  Support best;
  constexpr int mostGuesses = 30;
  Within guess = offset;
  for (int i = 0; i < mostGuesses && !(best.height > -core); ++i) {
    const Support now = along(guess.normalized());
    if (now.height > best.height) best = now;
    const Within x = among.transpose() * (solid.point(now.n) - solid.centre());
    const SquareWithin D = among.transpose() * solid.bend(now.n) * among +
                           x * x.transpose() / x.dot(Within(among.transpose() * now.n));
    guess = D.partialPivLu().solve(offset);
  }
  constexpr int mostTowards = 500;
  Within nearest = offset;  // of y − the smaller solid, from the origin
  for (int i = 0; i < mostTowards && !(best.height > -core); ++i) {
    const double distance = nearest.norm();
    if (!(distance > 1e-3 * core)) break;
    const Support now = along(nearest / distance);
    if (now.height > best.height) best = now;
    const Within further = among.transpose() * (y - solid.point(now.n) + core * now.n) - nearest;
    nearest += std::clamp(-nearest.dot(further) / further.squaredNorm(), 0.0, 1.0) * further;
  }
  if (!(best.height > -core)) return {};

  constexpr int mostSteps = 60;
  constexpr double full = 1e-4;  // rad; steps that are shorter square the error, and f only shows rounding
  for (int i = 0, last = 0; i < mostSteps && last < 2; ++i) {
    const Within u = among.transpose() * best.n;
    const Within g = among.transpose() * (y - solid.point(best.n));
    SquareWithin H = among.transpose() * solid.bend(best.n) * among + (1 - best.height) * u * u.transpose();
    H.diagonal().array() += best.height;
    Within step = H.partialPivLu().solve(Within(g - g.dot(u) * u));
    const double size = step.norm();
    if (!std::isfinite(size)) break;
    if (size < full) {
      best = along(u + step);
      if (size < 1e-9) ++last;
      continue;
    }
    Support next = along(u + step);
    for (int halvings = 0; halvings < 40 && !(next.height > best.height); ++halvings)
      next = along(u + (step *= 0.5));
    if (!(next.height > best.height)) break;
    best = next;
  }
  return best;
}

/// The directions orthogonal to the differences of some points, in space or in the plane z = const.
Directions acrossOf(std::span<const Eigen::Vector3d> points, bool isPlanar) {
  std::array<Eigen::Vector3d, 2> along;
  std::size_t count = 0;
  const auto add = [&](Eigen::Vector3d d) {
    d.normalize();
    for (std::size_t k = 0; k < count; ++k) d -= d.dot(along[k]) * along[k];
    if (d.norm() > 1e-9 && count < 2) along[count++] = d.normalized();
  };
  if (isPlanar) add(Eigen::Vector3d::UnitZ());
  for (std::size_t i = 1; i < points.size(); ++i) add(points[i] - points[0]);
  if (count == 0) return Eigen::Matrix3d::Identity();
  if (count == 2) return along[0].cross(along[1]);
  Directions across(3, 2);
  across.col(0) = along[0].unitOrthogonal();
  across.col(1) = along[0].cross(across.col(0));
  return across;
}

/// The corner with the least ⟨n, y⟩.
std::size_t lowestAlong(const Eigen::Vector3d& n, std::span<const Eigen::Vector3d> corners) {
  std::size_t lowest = 0;
  for (std::size_t i = 1; i < corners.size(); ++i)
    if (n.dot(corners[i]) < n.dot(corners[lowest])) lowest = i;
  return lowest;
}

/// The normal for which the lowest corner is highest: at most three corners decide it, in the plane two.
/// These are found like the basis of a linear programme: the corner that is below the others' plane comes in,
/// and the best of the sets with it and some of the former ones is next. Height −∞ where the solids overlap
/// deeply.
Support highestOfLowest(const Minuend& solid, std::span<const Eigen::Vector3d> corners, bool isPlanar) {
  std::vector<Eigen::Vector3d> basis{corners[lowestAlong(corners[0] - solid.centre(), corners)]};
  Support best = highest(solid, basis[0], acrossOf(basis, isPlanar));
  constexpr int mostExchanges = 60;
  constexpr double rounding = 1e-14, ulp = 1e-15;  // of a height, over the distances and places of corners
  const std::size_t most = isPlanar ? 2 : 3;
  for (int i = 0; i < mostExchanges && std::isfinite(best.height); ++i) {
    const Eigen::Vector3d& next = corners[lowestAlong(best.n, corners)];
    const Eigen::Vector3d down = next - basis[0];
    if (!(best.n.dot(down) < -rounding * (down.norm() + std::abs(best.height)) - ulp * next.norm())) break;
    std::vector<Eigen::Vector3d> all{next};
    all.insert(all.end(), basis.begin(), basis.end());
    Support found;
    std::vector<Eigen::Vector3d> chosen;
    for (unsigned set = 0; set < 1U << basis.size(); ++set) {
      std::vector<Eigen::Vector3d> some{next};
      for (std::size_t k = 0; k < basis.size(); ++k)
        if (set >> k & 1U) some.push_back(basis[k]);
      if (some.size() > most) continue;
      const Support there = highest(solid, next, acrossOf(some, isPlanar));
      if (!std::isfinite(there.height)) continue;
      const double height = there.height + std::min(0.0, there.n.dot(all[lowestAlong(there.n, all)] - next));
      if (!(height > found.height)) continue;
      found = {there.n, height};
      chosen = std::move(some);
    }
    if (chosen.empty()) return {};
    best = found;
    basis = std::move(chosen);
  }
  return best;
}

/// `found`, or where that may be no maximum, as of solids that overlap deeply, the best of it and of a few
/// directions.
template <typename Height>
Support orBestOfFew(const Support& found, double leastRadius, const Directions& first,
                    const Height& heightAlong) {
  if (found.height > -leastRadius) return found;
  Support best = std::isfinite(found.height) ? found : Support{Eigen::Vector3d::UnitX()};
  const auto offer = [&](const Eigen::Vector3d& n) {
    if (const double height = heightAlong(n); height > best.height) best = {n, height};
  };
  for (Eigen::Index k = 0; k < first.cols(); ++k)
    for (const double sign : {1.0, -1.0}) offer(sign * first.col(k));
  return best;
}

}  // namespace

Separation fromRound(const WorldRound& a, std::span<const Eigen::Vector3d> corners, double radius,
                     bool isPlanar) {
  const Minuend solid(a);
  const auto heightAlong = [&](const Eigen::Vector3d& n) {
    if (isPlanar && n.head<2>().norm() < 0.5) return -HUGE_VAL;
    return n.dot(corners[lowestAlong(n, corners)] - pointOf(a, n));
  };
  const Support best =
      orBestOfFew(highestOfLowest(solid, corners, isPlanar), solid.leastRadius(), a.pose.R, heightAlong);
  const Eigen::Vector3d x = pointOf(a, best.n), y = x + best.height * best.n;
  return {best.height - radius, best.n, x, y, x};
}

Separation betweenRounds(const WorldRound& a, const WorldRound& b) {
  const Minuend solid(a, &b);
  const Support best =
      orBestOfFew(highest(solid, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity()), solid.leastRadius(),
                  a.pose.R, [&](const Eigen::Vector3d& n) { return -n.dot(solid.point(n)); });
  return {best.height, best.n, pointOf(a, best.n), pointOf(b, -best.n), pointOf(a, best.n)};
}

}  // namespace carom
