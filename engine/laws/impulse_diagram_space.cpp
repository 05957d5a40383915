#include "laws/impulse_diagram_space.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/bracketed_root.h"
#include "base/spectrum.h"
#include "laws/split_impact.h"

namespace carom {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double halfTurn = std::numbers::pi;

/// The triangles of a grid over a sphere: rings between two poles. place(u): the point in the direction u.
template <class Place>
ImpulseSurface overSphere(int around, const Place& place) {
  ImpulseSurface surface;
  const int rings = std::max(2, around / 2);
  surface.points.push_back(place(Vector3d(1, 0, 0)));
  for (int i = 1; i < rings; ++i)
    for (int j = 0; j < around; ++j) {
      const double polar = halfTurn * i / rings, turn = 2 * halfTurn * j / around;
      surface.points.push_back(place(
          Vector3d(std::cos(polar), std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn))));
    }
  surface.points.push_back(place(Vector3d(-1, 0, 0)));
  const int last = static_cast<int>(surface.points.size()) - 1;
  const auto at = [&](int ring, int j) { return 1 + (ring - 1) * around + j % around; };
  for (int j = 0; j < around; ++j) {
    surface.triangles.push_back({0, at(1, j), at(1, j + 1)});
    for (int i = 1; i + 1 < rings; ++i) {
      surface.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      surface.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
    surface.triangles.push_back({last, at(rings - 1, j + 1), at(rings - 1, j)});
  }
  return surface;
}

/// The smallest s > 0 with a s² + b s + c = 0, for c < 0; infinite where there is none.
double firstRoot(double a, double b, double c) {
  const double root = b * b - 4 * a * c;
  if (!(root >= 0)) return HUGE_VAL;
  // Without cancellation: q has the sign of b.
  const double q = -0.5 * (b + std::copysign(std::sqrt(root), b));
  double least = HUGE_VAL;
  for (const double s : {a != 0 ? q / a : -1, q != 0 ? c / q : -1})
    if (s > 0) least = std::min(least, s);
  return least;
}

}  // namespace

SpatialImpulseDiagram::SpatialImpulseDiagram(const LocalImpact& impact)
    : m_impact(impact),
      m_W(impact.W.topLeftCorner<3, 3>()),
      m_V(impact.V.head<3>()),
      m_sticking(impact.sticking().head<3>()),
      m_energy(impact.energy(impact.V)) {
  const SpatialSpectrum spectrum = spatialSpectrumOf(m_W);
  const Vector3d lengths = (2 * m_energy * spectrum.values.cwiseInverse()).cwiseSqrt();
  m_axes = spectrum.vectors * lengths.asDiagonal();
  if (m_axes.determinant() < 0) m_axes.col(0) *= -1;  // so that surfaces keep their orientation
}

double SpatialImpulseDiagram::top() const {
  return m_sticking[0] + m_axes.row(0).norm();
}

ImpulseSurface SpatialImpulseDiagram::ellipsoid(int around) const {
  return overSphere(around, [this](const Vector3d& u) -> Vector3d { return m_sticking + m_axes * u; });
}

ImpulseSurface SpatialImpulseDiagram::cone(double friction, double height, int around) {
  ImpulseSurface surface;
  surface.points.push_back(Vector3d::Zero());
  for (int j = 0; j < around; ++j) {
    const double turn = 2 * halfTurn * j / around, radius = friction * height;
    surface.points.emplace_back(height, radius * std::cos(turn), radius * std::sin(turn));
    surface.triangles.push_back({0, 1 + (j + 1) % around, 1 + j});
  }
  return surface;
}

double SpatialImpulseDiagram::reach(const Vector3d& from, const Vector3d& along) const {
  // No energy gained: V·P + ½ P·W P ≤ 0.
  return firstRoot(0.5 * along.dot(m_W * along), along.dot(m_V + m_W * from),
                   from.dot(m_V) + 0.5 * from.dot(m_W * from));
}

Vector3d SpatialImpulseDiagram::alongCompression(const Vector3d& across) const {
  return m_W(0, 0) * across - m_W.col(0).dot(across) * Vector3d::UnitX();
}

SpatialImpulseDiagram::InverseWays SpatialImpulseDiagram::inverseWays(const Vector3d& across,
                                                                      double friction) const {
  const ConeRay ray(friction);
  const double rate = ray.normal * m_W(0, 0) + ray.tangential * m_W.col(0).dot(across);
  return {1 / reach(frictionless(), alongCompression(across)), rate / (ray.tangential * frictionless()[0])};
}

SpatialImpulseDiagram::Profile SpatialImpulseDiagram::profile(double turn, double friction) const {
  const Vector3d across(0, std::cos(turn), std::sin(turn));
  const InverseWays ways = inverseWays(across, friction);
  const Vector3d compressed =
      frictionless() + alongCompression(across) / std::max(ways.toEllipsoid, ways.toCone);
  if (ways.toCone <= ways.toEllipsoid) return {across, compressed, compressed};
  const ConeRay ray(friction);
  const Vector3d line(ray.normal, ray.tangential * across[1], ray.tangential * across[2]);
  return {across, compressed, -2 * m_V.dot(line) / line.dot(m_W * line) * line};
}

std::vector<double> SpatialImpulseDiagram::profileTurns(double friction, int around) const {
  const auto excess = [&](double turn) {
    const InverseWays ways = inverseWays(Vector3d(0, std::cos(turn), std::sin(turn)), friction);
    return ways.toCone - ways.toEllipsoid;
  };
  std::vector<double> turns;
  for (int j = 0; j < around; ++j) {
    const double turn = 2 * halfTurn * j / around, next = 2 * halfTurn * (j + 1) / around;
    turns.push_back(turn);
    if (excess(turn) * excess(next) < 0) turns.push_back(rootWithin(excess, turn, next));
  }
  return turns;
}

ImpulseSurface SpatialImpulseDiagram::permissible(double friction, int around) const {
  const int arcs = std::max(2, around / 4), rings = arcs + 1;  // of points between P_I and 2 P_I
  const Vector3d within = 1.5 * frictionless();
  ImpulseSurface surface;
  surface.points.push_back(frictionless());
  const std::vector<double> turns = profileTurns(friction, around);
  for (const double turn : turns) {
    const Profile border = profile(turn, friction);
    surface.points.push_back(border.compressed);
    surface.points.push_back(border.sliding);
    const Vector3d first = border.sliding - within;
    const double from = std::atan2(first.dot(border.across), first[0]);
    for (int i = 1; i < arcs; ++i) {
      const double angle = from * (arcs - i) / arcs;
      const Vector3d u = std::cos(angle) * Vector3d::UnitX() + std::sin(angle) * border.across;
      surface.points.push_back(within + reach(within, u) * u);
    }
  }
  surface.points.push_back(2 * frictionless());
  const int last = static_cast<int>(surface.points.size()) - 1, columns = static_cast<int>(turns.size());
  const auto at = [&](int j, int ring) { return 1 + (j % columns) * rings + ring; };
  for (int j = 0; j < columns; ++j) {
    surface.triangles.push_back({0, at(j + 1, 0), at(j, 0)});
    for (int ring = 0; ring + 1 < rings; ++ring) {
      surface.triangles.push_back({at(j, ring), at(j + 1, ring), at(j + 1, ring + 1)});
      surface.triangles.push_back({at(j, ring), at(j + 1, ring + 1), at(j, ring + 1)});
    }
    surface.triangles.push_back({last, at(j, rings - 1), at(j + 1, rings - 1)});
  }
  return surface;
}

std::vector<Vector3d> SpatialImpulseDiagram::compressionEllipse(int around) const {
  // V_n = 0 on P = P_II + A u with |u| = 1: u is orthogonal to Aᵀ W e_n.
  const Vector3d normal = (m_axes.transpose() * m_W.col(0)).normalized();
  const Vector3d first = normal.unitOrthogonal(), second = normal.cross(first);
  std::vector<Vector3d> points;
  for (int j = 0; j < around; ++j) {
    const double turn = 2 * halfTurn * j / around;
    points.push_back(m_sticking + m_axes * (std::cos(turn) * first + std::sin(turn) * second));
  }
  return points;
}

std::vector<std::array<Vector3d, 2>> sectionAt(const ImpulseSurface& surface, double height) {
  std::vector<std::array<Vector3d, 2>> segments;
  for (const auto& triangle : surface.triangles) {
    std::vector<Vector3d> cuts;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3d& from = surface.points[static_cast<std::size_t>(triangle[k])];
      const Vector3d& to = surface.points[static_cast<std::size_t>(triangle[(k + 1) % 3])];
      const double a = from[0] - height, b = to[0] - height;
      // Each corner counts to one side, so that a triangle is cut twice or not at all.
      if ((a < 0) != (b < 0)) cuts.push_back(from + a / (a - b) * (to - from));
    }
    if (cuts.size() == 2) segments.push_back({cuts[0], cuts[1]});
  }
  return segments;
}

}  // namespace carom
