#include "mechanics/tree/polytope.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "mechanics/tree/quick_hull.h"

namespace carom {

namespace {

/// Over the size of the points: a distance that counts as 0. Rounding of numbers with nine digits is below
/// it. A larger value refuses thin plates; with a smaller one rounding makes faces.
constexpr double flatness = 1e-9;

using Points = std::span<const Eigen::Vector3d>;

double sizeOf(Points points) {
  Eigen::Vector3d least = points[0], most = least;
  for (const Eigen::Vector3d& point : points) {
    least = least.cwiseMin(point);
    most = most.cwiseMax(point);
  }
  return (most - least).norm();
}

template <typename Value>
std::size_t largest(Points points, const Value& value) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (value(points[i]) > value(points[best])) best = i;
  return best;
}

/// The unit normal of the plane of all points; zero where they fill space. Throws HullFault where they lie in
/// one line.
Eigen::Vector3d planeOf(Points points) {
  const double size = sizeOf(points);
  const Eigen::Vector3d a = points[0];
  const Eigen::Vector3d b = points[largest(points, [&](const Eigen::Vector3d& x) { return (x - a).norm(); })];
  const auto area = [&](const Eigen::Vector3d& x) { return (x - a).cross(b - a).norm(); };
  const Eigen::Vector3d c = points[largest(points, area)];
  if (!(area(c) > flatness * size * (b - a).norm()))
    throw HullFault("all points lie in one line", "points around a solid, or around a polygon");
  const Eigen::Vector3d n = (c - a).cross(b - a).normalized();
  const auto height = [&](const Eigen::Vector3d& x) { return std::abs(n.dot(x - a)); };
  const double farthest = height(points[largest(points, height)]);
  return farthest > flatness * size ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : n;
}

void checkNumbers(Points points, std::size_t least, std::size_t most) {
  if (points.size() < least)
    throw HullFault("has " + std::to_string(points.size()) + (points.size() == 1 ? " point" : " points"),
                    std::to_string(least) + " points or more");
  if (points.size() > most)
    throw HullFault("has " + std::to_string(points.size()) + " points",
                    "at most " + std::to_string(most) + " points");
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].allFinite()) throw HullFault("is not finite", "finite coordinates", static_cast<int>(i));
}

/// The corners of a face in order around its outward normal.
std::vector<int> inOrder(std::vector<int> loop, Points points, const Eigen::Vector3d& normal) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const int corner : loop) middle += points[static_cast<std::size_t>(corner)];
  middle /= static_cast<double>(loop.size());
  const Eigen::Vector3d x = normal.unitOrthogonal(), y = normal.cross(x);
  const auto angle = [&](int corner) {
    const Eigen::Vector3d d = points[static_cast<std::size_t>(corner)] - middle;
    return std::atan2(d.dot(y), d.dot(x));
  };
  std::ranges::sort(loop, {}, angle);
  std::ranges::rotate(loop, std::ranges::min_element(loop));
  return loop;
}

/// Twice the area vector of a loop [M. E. Newell].
Eigen::Vector3d areaOf(const std::vector<int>& loop, Points points) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const Eigen::Vector3d& from = points[static_cast<std::size_t>(loop[0])];
  for (std::size_t i = 1; i + 1 < loop.size(); ++i)
    sum += (points[static_cast<std::size_t>(loop[i])] - from)
               .cross(points[static_cast<std::size_t>(loop[i + 1])] - from);
  return sum;
}

/// Builds a polytope from the corners of its faces.
class PolytopeMaker {
 public:
  explicit PolytopeMaker(Points points) : m_points(points) {
    m_made.corners.assign(points.begin(), points.end());
    m_made.edgesFrom.resize(points.size());
    Eigen::Vector3d least = points[0], most = least;
    for (const Eigen::Vector3d& point : points) {
      least = least.cwiseMin(point);
      most = most.cwiseMax(point);
    }
    m_made.height = {least.z(), most.z()};
    m_made.middle = 0.5 * (least + most);
    for (const Eigen::Vector3d& point : points)
      m_made.reach = std::max(m_made.reach, (point - m_made.middle).norm());
  }

  Polytope solid() {
    std::vector<QuickFace> found = quickHull(m_points);
    dropFlatCorners(found);
    for (const QuickFace& face : found) {
      std::vector<int> loop = inOrder(face.corners, m_points, face.normal);
      const Eigen::Vector3d normal = areaOf(loop, m_points).normalized();
      addFace(std::move(loop), normal);
    }
    checkCorners();
    addEdges();
    addSection();
    return std::move(m_made);
  }

  Polytope polygon() {
    std::vector<int> loop(m_points.size());
    for (std::size_t i = 0; i < loop.size(); ++i) loop[i] = static_cast<int>(i);
    loop = inOrder(loop, m_points, Eigen::Vector3d::UnitZ());
    const double least = flatness * sizeOf(m_points);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int before = loop[(i + loop.size() - 1) % loop.size()], after = loop[(i + 1) % loop.size()];
      const Eigen::Vector3d d = point(loop[i]) - point(before), rest = point(after) - point(before);
      if (!(d.cross(rest).z() > least * rest.norm())) refuseInner(loop[i]);
      m_made.edgesFrom[static_cast<std::size_t>(loop[i])] = {point(before) - point(loop[i]),
                                                             point(after) - point(loop[i])};
      addSide(loop[i], after);
    }
    return std::move(m_made);
  }

 private:
  const Eigen::Vector3d& point(int i) const { return m_points[static_cast<std::size_t>(i)]; }

  [[noreturn]] static void refuseInner(int corner) {
    throw HullFault("is no corner of the hull of the points", "a point outside of the hull of the others",
                    corner);
  }
  [[noreturn]] static void refuseShape() {
    throw HullFault("the faces of the hull do not join to rounding", "points that lie farther apart");
  }

  /// Corners in fewer than three faces lie in an edge or a face to rounding.
  void dropFlatCorners(std::vector<QuickFace>& found) {
    std::vector<int> faces(m_points.size());
    for (const QuickFace& face : found)
      for (const int corner : face.corners) ++faces[static_cast<std::size_t>(corner)];
    for (QuickFace& face : found)
      std::erase_if(face.corners, [&](int corner) { return faces[static_cast<std::size_t>(corner)] < 3; });
    std::erase_if(found, [](const QuickFace& face) { return face.corners.size() < 3; });
  }

  double across(const Eigen::Vector3d& normal, double offset) const {
    double width = 0;
    for (const Eigen::Vector3d& corner : m_points) width = std::max(width, offset - normal.dot(corner));
    return width;
  }

  void addFace(std::vector<int> loop, const Eigen::Vector3d& normal) {
    double offset = -HUGE_VAL;
    for (const int corner : loop) offset = std::max(offset, normal.dot(point(corner)));
    std::vector<Polytope::Border> borders;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Eigen::Vector3d &a = point(loop[i]), &b = point(loop[(i + 1) % loop.size()]);
      const Eigen::Vector3d inward = normal.cross(b - a).normalized();
      borders.push_back({inward, std::min(inward.dot(a), inward.dot(b))});
    }
    m_made.faces.push_back({normal, offset, across(normal, offset), std::move(loop), std::move(borders)});
  }

  void addSide(int from, int to) {
    const Eigen::Vector3d d = (point(to) - point(from)).normalized(), normal(d.y(), -d.x(), 0);
    const double offset = std::max(normal.dot(point(from)), normal.dot(point(to)));
    m_made.faces.push_back({normal,
                            offset,
                            across(normal, offset),
                            {from, to},
                            {{d, d.dot(point(from))}, {-d, -d.dot(point(to))}}});
  }

  void checkCorners() const {
    std::vector<bool> isCorner(m_points.size());
    const double rounding = flatness * sizeOf(m_points);
    for (const Polytope::Face& face : m_made.faces) {
      for (const int corner : face.loop) isCorner[static_cast<std::size_t>(corner)] = true;
      for (const Eigen::Vector3d& corner : m_points)
        if (face.normal.dot(corner) > face.offset + rounding) refuseShape();
    }
    const auto inner = std::ranges::find(isCorner, false);
    if (inner != isCorner.end()) refuseInner(static_cast<int>(inner - isCorner.begin()));
  }

  void addEdges() {
    std::map<std::array<int, 2>, std::vector<Eigen::Vector3d>> inward;
    for (const Polytope::Face& face : m_made.faces)
      for (std::size_t i = 0; i < face.loop.size(); ++i) {
        const int a = face.loop[i], b = face.loop[(i + 1) % face.loop.size()];
        double width = 0;
        for (const int corner : face.loop)
          width = std::max(width, face.borders[i].inward.dot(point(corner) - point(a)));
        inward[{std::min(a, b), std::max(a, b)}].push_back(width * face.borders[i].inward);
      }
    for (const auto& [corners, ways] : inward) {
      if (ways.size() != 2) refuseShape();
      m_made.edges.push_back({corners, {ways[0], ways[1]}, 2});
      const Eigen::Vector3d d = point(corners[1]) - point(corners[0]);
      m_made.edgesFrom[static_cast<std::size_t>(corners[0])].push_back(d);
      m_made.edgesFrom[static_cast<std::size_t>(corners[1])].push_back(-d);
    }
    // Euler: a sphere.
    if (m_made.corners.size() + m_made.faces.size() != m_made.edges.size() + 2) refuseShape();
  }

  /// The polygon of a prism: all faces are upright or level, and half of the corners are on either level one.
  void addSection() {
    constexpr double tilted = 1e-12;  // as a tilt of a box, see contact_table
    const double middle = 0.5 * (m_made.height[0] + m_made.height[1]);
    std::vector<Eigen::Vector3d> upper;
    for (const Polytope::Face& face : m_made.faces) {
      const double z = std::abs(face.normal.z());
      if (z > tilted && z < 1 - tilted) return;
      if (face.normal.z() <= 0.5) continue;
      for (const int corner : face.loop) upper.emplace_back(point(corner).x(), point(corner).y(), middle);
    }
    if (2 * upper.size() != m_points.size()) return;
    m_made.section = std::make_shared<const Polytope>(PolytopeMaker(upper).polygon());
  }

  Points m_points;
  Polytope m_made;
};

/// Builds a box, with the same functions where it has them.
class BoxMaker {
 public:
  explicit BoxMaker(const Eigen::Vector3d& half) : m_half(half) {
    for (int i = 0; i < 8; ++i) {
      const Eigen::Vector3d signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
      // A rectangle lists each corner once.
      if (((signs.array() > 0) && (half.array() == 0)).any()) continue;
      m_signs.push_back(signs);
      m_made.corners.emplace_back(signs.cwiseProduct(half));
    }
    m_made.middle.setZero();
    m_made.reach = half.norm();
    m_made.height = {-half.z(), half.z()};
    m_made.isBox = true;
    m_made.isFlat = half.minCoeff() == 0;
  }

  Polytope solid() {
    for (Eigen::Index axis = 0; axis < 3; ++axis)
      if (m_half[axis] == 0) addFaces(axis);
    for (Eigen::Index axis = 0; axis < 3; ++axis)
      if (m_half[axis] > 0) addFaces(axis);
    addEdges();
    for (const Eigen::Vector3d& corner : m_made.corners) {
      m_made.edgesFrom.emplace_back();
      for (Eigen::Index k = 0; k < 3; ++k)
        if (m_half[k] > 0) m_made.edgesFrom.back().emplace_back(-2 * corner[k] * Eigen::Vector3d::Unit(k));
    }
    if ((m_half.head<2>().array() > 0).all()) m_made.section = std::make_shared<const Polytope>(polygon());
    return std::move(m_made);
  }

 private:
  int cornerWith(const Eigen::Vector3d& signs) const {
    const auto same = [&](const Eigen::Vector3d& other) {
      return ((other - signs).array() == 0 || m_half.array() == 0).all();
    };
    return static_cast<int>(std::ranges::find_if(m_signs, same) - m_signs.begin());
  }

  /// The two faces across an axis; of two corners beside the faces of a rectangle.
  void addFaces(Eigen::Index axis) {
    using Eigen::Vector3d;
    for (const double sign : {1.0, -1.0}) {
      const Vector3d normal = sign * Vector3d::Unit(axis);
      Polytope::Face face{normal, m_half[axis], 2 * m_half[axis], {}, {}};
      // Counter-clockwise, seen from outside.
      const Eigen::Index u = (axis + 1) % 3, w = (axis + 2) % 3;
      for (const auto& [x, y] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
        Vector3d signs = normal;
        signs[u] = x;
        signs[w] = sign * y;
        const int corner = cornerWith(signs);
        if (std::ranges::find(face.loop, corner) == face.loop.end()) face.loop.push_back(corner);
      }
      for (const Eigen::Index k : {u, w})
        for (const double side : {1.0, -1.0}) face.borders.push_back({side * Vector3d::Unit(k), -m_half[k]});
      m_made.faces.push_back(std::move(face));
    }
  }

  void addEdges() {
    using Eigen::Vector3d;
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      const Eigen::Index u = (axis + 1) % 3, w = (axis + 2) % 3;
      for (int i = 0; i < 4 && m_half[axis] > 0; ++i) {
        Vector3d side = Vector3d::Zero();
        side[u] = i & 1 ? 1 : -1;
        side[w] = i & 2 ? 1 : -1;
        if (((side.array() > 0) && (m_half.array() == 0)).any()) continue;
        Polytope::Edge edge{
            {cornerWith(side - Vector3d::Unit(axis)), cornerWith(side + Vector3d::Unit(axis))},
            {Vector3d::Zero(), Vector3d::Zero()},
            0};
        for (Eigen::Index k = 0; k < 3; ++k)
          if (k != axis && m_half[k] > 0)
            edge.inward[edge.faceCount++] = -2 * side[k] * m_half[k] * Vector3d::Unit(k);
        m_made.edges.push_back(edge);
      }
    }
  }

  /// The rectangle in the plane through the middle, with sides in the order of the faces.
  Polytope polygon() const {
    using Eigen::Vector3d;
    Polytope made;
    for (const auto& [x, y] : {std::pair(-1, -1), std::pair(1, -1), std::pair(-1, 1), std::pair(1, 1)}) {
      made.corners.emplace_back(x * m_half.x(), y * m_half.y(), 0);
      made.edgesFrom.push_back({Vector3d(-2 * x * m_half.x(), 0, 0), Vector3d(0, -2 * y * m_half.y(), 0)});
    }
    constexpr std::array<std::array<int, 2>, 4> loops{{{1, 3}, {2, 0}, {3, 2}, {0, 1}}};
    for (std::size_t side = 0; side < loops.size(); ++side) {
      const Eigen::Index k = side < 2 ? 0 : 1, along = 1 - k;
      const Vector3d normal = (side % 2 == 0 ? 1 : -1) * Vector3d::Unit(k), d = Vector3d::Unit(along);
      made.faces.push_back({normal,
                            m_half[k],
                            2 * m_half[k],
                            {loops[side][0], loops[side][1]},
                            {{d, -m_half[along]}, {-d, -m_half[along]}}});
    }
    made.middle.setZero();
    made.reach = m_half.head<2>().norm();
    return made;
  }

  Eigen::Vector3d m_half;
  std::vector<Eigen::Vector3d> m_signs;
  Polytope m_made;
};

Polytope make(Points points) {
  checkNumbers(points, 3, mostHullCorners);
  const Eigen::Vector3d plane = planeOf(points);
  if (plane.isZero(0)) return PolytopeMaker(points).solid();
  const bool isLevel = std::ranges::all_of(points, [&](const auto& x) { return x.z() == points[0].z(); });
  if (!isLevel)
    throw HullFault("all points lie in one plane", "points around a solid, or a polygon z = const");
  return PolytopeMaker(points).polygon();
}

/// Less by the bits of the numbers.
struct LessPoints {
  bool operator()(const std::vector<double>& a, const std::vector<double>& b) const {
    return std::ranges::lexicographical_compare(a, b);
  }
};

/// Hulls of the last scenes: a scene is built again for each value of its parameters, and its hulls seldom
/// depend on them.
class KeptHulls {
 public:
  std::shared_ptr<const Polytope> find(const std::vector<double>& key) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_hulls.find(key);
    return found == m_hulls.end() ? nullptr : found->second;
  }
  void keep(const std::vector<double>& key, const std::shared_ptr<const Polytope>& hull) {
    const std::lock_guard lock(m_mutex);
    constexpr std::size_t most = 256;
    if (m_hulls.size() >= most) m_hulls.clear();
    m_hulls.emplace(key, hull);
  }

 private:
  std::mutex m_mutex;
  std::map<std::vector<double>, std::shared_ptr<const Polytope>, LessPoints> m_hulls;
};

}  // namespace

std::shared_ptr<const Polytope> hullOf(std::span<const Eigen::Vector3d> points) {
  static KeptHulls kept;
  checkNumbers(points, 3, mostHullCorners);
  std::vector<double> key;
  for (const Eigen::Vector3d& point : points) key.insert(key.end(), point.begin(), point.end());
  if (auto known = kept.find(key)) return known;
  auto made = std::make_shared<const Polytope>(make(points));
  kept.keep(key, made);
  return made;
}

std::shared_ptr<const Polytope> boxSolid(const Eigen::Vector3d& halfSize) {
  static KeptHulls kept;
  if (!halfSize.allFinite() || (halfSize.array() < 0).any() || (halfSize.array() > 0).count() < 2)
    throw std::invalid_argument("a box needs two sizes > 0");
  const std::vector<double> key(halfSize.begin(), halfSize.end());
  if (auto known = kept.find(key)) return known;
  auto made = std::make_shared<const Polytope>(BoxMaker(halfSize).solid());
  kept.keep(key, made);
  return made;
}

std::vector<int> hullCorners(std::span<const Eigen::Vector3d> points) {
  checkNumbers(points, 4, points.size());
  if (!planeOf(points).isZero(0)) throw HullFault("all points lie in one plane", "points around a solid");
  std::vector<int> faces(points.size());
  for (const QuickFace& face : quickHull(points))
    for (const int corner : face.corners) ++faces[static_cast<std::size_t>(corner)];
  std::vector<int> corners;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (faces[i] >= 3) corners.push_back(static_cast<int>(i));
  return corners;
}

Eigen::Vector3d halfSizeOf(const Polytope& solid) {
  Eigen::Vector3d half = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& corner : solid.corners)
    half = half.cwiseMax((corner - solid.middle).cwiseAbs());
  return half;
}

SolidMoments momentsOf(const Polytope& solid) {
  SolidMoments sum;
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();  // ∫ x xᵀ dV about `from`
  const Eigen::Vector3d from = solid.corners[0];
  const auto add = [&](double volume, const std::vector<Eigen::Vector3d>& corners) {
    // A simplex with one corner at `from`: ∫ x = V Σ/(d+1), ∫ x xᵀ = V (Σ Σᵀ + Σ_i x_i x_iᵀ)/((d+1)(d+2)).
    Eigen::Vector3d total = Eigen::Vector3d::Zero();
    Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
    for (const Eigen::Vector3d& x : corners) {
      total += x;
      squares += x * x.transpose();
    }
    const auto count = static_cast<double>(corners.size() + 1);
    sum.volume += volume;
    sum.centre += volume / count * total;
    second += volume / (count * (count + 1)) * (total * total.transpose() + squares);
  };
  const auto at = [&](int corner) -> Eigen::Vector3d {
    return solid.corners[static_cast<std::size_t>(corner)] - from;
  };
  for (const Polytope::Face& face : solid.faces) {
    if (solid.isPolygon()) {
      const Eigen::Vector3d a = at(face.loop[0]), b = at(face.loop[1]);
      add(0.5 * a.cross(b).z(), {a, b});
    }
    for (std::size_t i = 1; i + 1 < face.loop.size(); ++i) {
      const Eigen::Vector3d a = at(face.loop[0]), b = at(face.loop[i]), c = at(face.loop[i + 1]);
      add(a.dot(b.cross(c)) / 6, {a, b, c});
    }
  }
  sum.centre /= sum.volume;
  second -= sum.volume * sum.centre * sum.centre.transpose();
  sum.inertia = second.trace() * Eigen::Matrix3d::Identity() - second;
  sum.centre += from;
  return sum;
}

}  // namespace carom
