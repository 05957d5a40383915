#include "laws/impulse_diagram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/spectrum.h"

namespace carom {

namespace {

using Eigen::Vector2d;

constexpr double pi = std::numbers::pi;

/// The impulses with normal · P ≥ least.
struct HalfPlane {
  Vector2d normal;
  double least;
};

/// The part of a convex polygon in a half-plane [Sutherland and Hodgman's step].
std::vector<PlanarImpulse> clipped(const std::vector<PlanarImpulse>& polygon, const HalfPlane& half) {
  std::vector<PlanarImpulse> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PlanarImpulse &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    const double a = half.normal.dot(from) - half.least, b = half.normal.dot(to) - half.least;
    if (a >= 0) kept.push_back(from);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) kept.push_back(from + a / (a - b) * (to - from));
  }
  return kept;
}

/// Counter-clockwise where P_n is the first axis and P_t the second.
std::vector<PlanarImpulse> cornersOf(const ImpulseWindow& window) {
  const auto& [least, most] = window;
  return {least, {most[0], least[1]}, most, {least[0], most[1]}};
}

double extentOf(const std::vector<PlanarImpulse>& polygon) {
  double extent = 0;
  for (const PlanarImpulse& corner : polygon) extent = std::max(extent, (corner - polygon.front()).norm());
  return extent;
}

/// The values of s in [0, 1] for which |from + s (to − from)| ≤ 1; empty where there are none.
std::optional<std::array<double, 2>> insideUnitCircle(const Vector2d& from, const Vector2d& to) {
  // Corners that lie on the circle exactly, as 0 does at grazing incidence, may be outside by rounding.
  constexpr double radius = 1 + 1e-12;
  const Vector2d along = to - from;
  const double a = along.squaredNorm(), b = from.dot(along), c = from.squaredNorm() - radius;
  const double root = b * b - a * c;
  if (!(root >= 0) || a == 0) return std::nullopt;
  const double low = std::max(0.0, (-b - std::sqrt(root)) / a);
  const double high = std::min(1.0, (-b + std::sqrt(root)) / a);
  if (low > high) return std::nullopt;
  return std::array{low, high};
}

}  // namespace

ImpulseDiagram::ImpulseDiagram(const LocalImpact& impact)
    : m_impact(impact),
      m_frictionless(impact.frictionless().head<2>()),
      m_sticking(impact.sticking().head<2>()),
      m_energy(impact.energy(impact.V)) {
  const Spectrum spectrum = spectrumOf(impact.W.topLeftCorner<2, 2>());
  m_directions = spectrum.vectors;
  const double least = massRankTolerance * spectrum.values[1];
  for (int k = 0; k < 2; ++k) {
    const double w = spectrum.values[k];
    m_lengths[k] = w > least ? std::sqrt(2 * m_energy / w) : HUGE_VAL;
  }
}

ImpulseLine ImpulseDiagram::normalLine(double e) const {
  const LocalMatrix& W = m_impact.W;
  return {(1 + e) * m_frictionless, Vector2d(-W(0, 1), W(0, 0))};
}

ImpulseLine ImpulseDiagram::tangentialLine(double et) const {
  const LocalMatrix& W = m_impact.W;
  const Vector2d row(W(1, 0), W(1, 1));
  return {m_sticking - et * m_impact.V[1] / row.squaredNorm() * row, Vector2d(row[1], -row[0])};
}

std::array<Vector2d, 2> ImpulseDiagram::frictionLines(double friction) {
  const Vector2d right = std::isinf(friction) ? Vector2d(0, 1) : Vector2d(Vector2d(1, friction).normalized());
  return {right, Vector2d(right[0], -right[1])};
}

std::optional<std::array<PlanarImpulse, 2>> ImpulseDiagram::compressionEnds() const {
  if (isStrip()) return std::nullopt;
  // Where V = (0, ±v) with the energy of the impact.
  const Vector2d column = m_impact.mass().topLeftCorner<2, 2>().col(1);
  const Vector2d half = std::sqrt(2 * m_energy / column[1]) * column;
  return std::array<PlanarImpulse, 2>{m_sticking - half, m_sticking + half};
}

std::optional<std::array<PlanarImpulse, 2>> ImpulseDiagram::stickingEnds() const {
  if (isStrip()) return std::nullopt;
  const Vector2d column = m_impact.mass().topLeftCorner<2, 2>().col(0);
  const Vector2d half = std::sqrt(2 * m_energy / column[0]) * column;
  return std::array<PlanarImpulse, 2>{m_sticking - half, m_sticking + half};
}

double ImpulseDiagram::energyGained(const PlanarImpulse& P) const {
  return P.dot(m_impact.V.head<2>()) + 0.5 * P.dot(m_impact.W.topLeftCorner<2, 2>() * P);
}

Vector2d ImpulseDiagram::inUnits(const PlanarImpulse& P) const {
  return (m_directions.transpose() * (P - m_sticking)).cwiseQuotient(m_lengths);
}

PlanarImpulse ImpulseDiagram::onEllipse(double angle) const {
  return m_sticking + m_directions * m_lengths.cwiseProduct(Vector2d(std::cos(angle), std::sin(angle)));
}

/// The arc between two angles, without its ends.
void ImpulseDiagram::addArc(ImpulseRegion& region, double from, double to, double size) const {
  // A chord of the angle δ is δ²/8 of the longer semi-axis from its arc.
  const double step = std::min(0.05, std::sqrt(8e-3 * size / m_lengths.maxCoeff()));
  const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(to - from) / step)));
  std::vector<PlanarImpulse> arc;
  for (int i = 0; i <= pieces; ++i)
    arc.push_back(onEllipse(std::lerp(from, to, static_cast<double>(i) / pieces)));
  region.border.insert(region.border.end(), arc.begin() + 1, arc.end() - 1);
  region.arcs.push_back(std::move(arc));
}

ImpulseRegion ImpulseDiagram::clipByEnergy(std::vector<PlanarImpulse> polygon) const {
  ImpulseRegion region;
  const double size = extentOf(polygon);
  if (isStrip()) {
    const Vector2d across = m_directions.col(1);
    const double middle = across.dot(m_sticking), half = m_lengths[1];
    for (const double side : {1.0, -1.0}) {
      polygon = clipped(polygon, {side * across, side * middle - half});
      std::vector<PlanarImpulse> edge;
      for (const PlanarImpulse& corner : polygon)
        if (std::abs(side * across.dot(corner) - side * middle + half) <= 1e-12 * (size + half))
          edge.push_back(corner);
      if (edge.size() == 2) region.arcs.push_back(edge);
    }
    region.border = std::move(polygon);
    return region;
  }
  // The parts of the polygon's edges inside of the ellipse; an arc joins two that do not touch.
  std::vector<std::array<PlanarImpulse, 2>> parts;
  double area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PlanarImpulse &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    const Vector2d a = inUnits(from), b = inUnits(to);
    area += a[0] * b[1] - a[1] * b[0];
    if (const auto inside = insideUnitCircle(a, b))
      parts.push_back({from + (*inside)[0] * (to - from), from + (*inside)[1] * (to - from)});
  }
  const auto angleOf = [this](const PlanarImpulse& P) {
    const Vector2d y = inUnits(P);
    return std::atan2(y[1], y[0]);
  };
  const double turn = area < 0 ? -2 * pi : 2 * pi;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    region.border.insert(region.border.end(), parts[i].begin(), parts[i].end());
    const PlanarImpulse &end = parts[i][1], &next = parts[(i + 1) % parts.size()][0];
    if ((inUnits(next) - inUnits(end)).norm() < 1e-9) continue;
    const double from = angleOf(end);
    double to = angleOf(next);
    if ((to - from) * turn < 0) to += turn;
    addArc(region, from, to, size);
  }
  const bool surrounded = std::ranges::all_of(
      polygon, [this](const PlanarImpulse& corner) { return inUnits(corner).norm() > 1; });
  if (parts.empty() && surrounded && polygon.size() > 2) {
    // No edge meets the ellipse: it lies within the polygon, or outside.
    const auto contains = [&](const PlanarImpulse& P) {
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector2d a = inUnits(polygon[i]) - inUnits(P);
        const Vector2d b = inUnits(polygon[(i + 1) % polygon.size()]) - inUnits(P);
        if ((a[0] * b[1] - a[1] * b[0]) * turn < 0) return false;
      }
      return true;
    };
    if (contains(m_sticking)) addArc(region, 0, turn, size);
  }
  return region;
}

ImpulseRegion ImpulseDiagram::energyRegion(const ImpulseWindow& window) const {
  return clipByEnergy(cornersOf(window));
}

ImpulseRegion ImpulseDiagram::permissibleRegion(double friction, const ImpulseWindow& window) const {
  const LocalMatrix& W = m_impact.W;
  const auto lines = frictionLines(friction);
  std::vector<PlanarImpulse> polygon = cornersOf(window);
  polygon = clipped(polygon, {Vector2d(W(0, 0), W(0, 1)), -m_impact.V[0]});
  polygon = clipped(polygon, {Vector2d(1, 0), 0});
  polygon = clipped(polygon, {Vector2d(lines[0][1], -lines[0][0]), 0});
  polygon = clipped(polygon, {Vector2d(-lines[1][1], lines[1][0]), 0});
  return clipByEnergy(std::move(polygon));
}

double ImpulseDiagram::largestRestitution(double friction) const {
  const LocalMatrix& W = m_impact.W;
  const Vector2d V = m_impact.V.head<2>();
  if (V[0] == 0) return HUGE_VAL;
  const auto restitution = [&](const PlanarImpulse& P) {
    return -(V[0] + W(0, 0) * P[0] + W(0, 1) * P[1]) / V[0];
  };
  // V_n is largest where P − P_II lies along n, or else where a friction line leaves the ellipse.
  const PlanarImpulse top = m_sticking + Vector2d(std::sqrt(2 * m_energy / W(0, 0)), 0);
  if (top[0] >= 0 && (std::isinf(friction) || std::abs(top[1]) <= friction * top[0])) return restitution(top);
  double largest = 0;
  for (const Vector2d& along : frictionLines(friction)) {
    const double rate = along.dot(W.topLeftCorner<2, 2>() * along);
    if (rate <= massRankTolerance * W.norm()) continue;  // along a strip V_n does not change
    largest = std::max(largest, restitution(std::max(0.0, -2 * V.dot(along) / rate) * along));
  }
  return largest;
}

std::optional<std::array<PlanarImpulse, 2>> within(const ImpulseLine& line, const ImpulseWindow& window) {
  double low = -HUGE_VAL, high = HUGE_VAL;
  for (int k = 0; k < 2; ++k) {
    const double a = window.least[k] - line.at[k], b = window.most[k] - line.at[k];
    if (line.along[k] == 0) {
      if (a > 0 || b < 0) return std::nullopt;
      continue;
    }
    const double first = a / line.along[k], last = b / line.along[k];
    low = std::max(low, std::min(first, last));
    high = std::min(high, std::max(first, last));
  }
  if (!(low <= high) || std::isinf(low)) return std::nullopt;
  return std::array<PlanarImpulse, 2>{line.at + low * line.along, line.at + high * line.along};
}

std::optional<LocalMatrix> planarAxes(const LocalImpact& impact) {
  const int d = impact.dimension();
  if (d == 2) return LocalMatrix(LocalMatrix::Identity(2, 2));
  if (d == 1) return LocalMatrix(LocalMatrix::Identity(2, 1));
  const double slip = impact.V.tail<2>().norm();
  LocalMatrix Q = LocalMatrix::Identity(3, 3);  // n, against the slip, across it
  if (slip > 0) {
    const Vector2d along = -impact.V.tail<2>() / slip;
    Q.bottomRightCorner<2, 2>() << along[0], along[1], -along[1], along[0];
  }
  const LocalMatrix W = Q * impact.W * Q.transpose();
  if (std::hypot(W(0, 2), W(1, 2)) > massRankTolerance * W.norm()) return std::nullopt;
  return LocalMatrix(Q.topRows(2));
}

std::optional<LocalImpact> planarImpact(const LocalImpact& impact) {
  if (impact.dimension() == 2) return impact;
  const auto B = planarAxes(impact);
  if (!B) return std::nullopt;
  LocalImpact planar{*B * impact.W * B->transpose(), *B * impact.V};
  if (impact.dimension() == 3) planar.V[1] = -impact.V.tail<2>().norm();
  return planar;
}

}  // namespace carom
