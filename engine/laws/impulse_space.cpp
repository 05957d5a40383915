#include "laws/impulse_space.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "laws/routh.h"
#include "laws/smith.h"
#include "laws/unit_impact.h"

namespace carom {

namespace {

struct Range {
  double least, most;
};

/// The values of `tangential` that a law reaches; empty where it does not use it.
std::optional<Range> tangentialRange(CollisionLaw law, const LocalImpact& impact, double friction) {
  const auto use = std::ranges::find(tangentialUses, law, &CoefficientUse::law);
  if (use == tangentialUses.end()) return std::nullopt;
  if (law == CollisionLaw::PfeifferGlocker && impact.dimension() == 3) return std::nullopt;
  if (law != CollisionLaw::Brach) return Range{use->least, use->most};
  if (std::isinf(friction)) throw LawError("Brach's law: the impulse ratio has no end; expected a finite mu");
  return Range{0, friction};
}

RouthEnd endOf(CollisionLaw pathLaw) {
  return pathLaw == CollisionLaw::RouthNewton ? RouthEnd::Velocity
         : pathLaw == CollisionLaw::RouthWork ? RouthEnd::Work
                                              : RouthEnd::Impulse;
}

}  // namespace

CollisionLaw pathLawOf(CollisionLaw law) {
  return law == CollisionLaw::RouthNewton || law == CollisionLaw::RouthWork ? law : CollisionLaw::Routh;
}

std::vector<LocalVector> routhPath(const LocalImpact& impact, const LawCoefficients& coefficients,
                                   CollisionLaw law) {
  const CollisionLaw pathLaw = pathLawOf(law);
  const LocalVector end = collide(pathLaw, impact, coefficients).P;
  if (end.isZero(0)) return {end};
  const UnitImpact units(impact);
  std::vector<LocalVector> path;
  if (units.canSlip()) {
    for (const LocalVector& P : routhPath(units.split(), coefficients, endOf(pathLaw)))
      path.push_back(units.whole(P));
  } else {
    path = {LocalVector::Zero(impact.dimension()), impact.frictionless()};
    if (coefficients.restitution > 0) path.push_back(end);
  }
  return path;
}

std::vector<LocalVector> smithApproach(const LocalImpact& impact, const LawCoefficients& coefficients,
                                       std::size_t count) {
  LawCoefficients now = coefficients;
  now.restitution = 0;
  const LocalVector end = collide(CollisionLaw::Smith, impact, now).P;
  const UnitImpact units(impact);
  if (!units.canSlip()) return {};
  std::vector<LocalVector> path{LocalVector::Zero(impact.dimension())};
  for (std::size_t i = 1; i + 1 < count; ++i) {
    now.restitution = static_cast<double>(i) / static_cast<double>(count - 1) - 1;
    path.push_back(units.whole(smithImpulse(units.split(), now).P));
  }
  path.push_back(end);
  return path;
}

namespace {

/// `count` impulses around the border of the permissible region, the first and the last the same.
std::vector<LocalVector> regionBorder(CollisionLaw law, const LocalImpact& impact, LawCoefficients now,
                                      std::size_t count) {
  constexpr double turn = 2 * std::numbers::pi;
  double section = law == CollisionLaw::Spherical ? now.azimuth : std::atan2(now.transverse, now.tangential);
  if (impact.dimension() < 3) section = 0;
  now.sigma = 1;
  now.restitution = 0;
  std::vector<LocalVector> border;
  border.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = turn * static_cast<double>(i % (count - 1)) / static_cast<double>(count - 1);
    const bool isBack = angle > std::numbers::pi;
    now.polar = isBack ? turn - angle : angle;
    const double azimuth = section + (isBack ? std::numbers::pi : 0);
    now.azimuth = azimuth - turn * std::floor(azimuth / turn);
    border.push_back(collide(CollisionLaw::Spherical, impact, now).P);
  }
  return border;
}

}  // namespace

std::vector<LocalVector> accessibleBoundary(CollisionLaw law, const LocalImpact& impact,
                                            const LawCoefficients& coefficients, std::size_t count) {
  if (reachesRegion(law)) return regionBorder(law, impact, coefficients, count);
  std::vector<LocalVector> boundary;
  boundary.reserve(count);
  LawCoefficients now = coefficients;
  const auto add = [&](double e, double tangential) {
    now.restitution = e;
    now.tangential = tangential;
    boundary.push_back(collide(law, impact, now).P);
  };
  const std::optional<Range> range = tangentialRange(law, impact, coefficients.friction);
  if (!range) {
    for (std::size_t i = 0; i < count; ++i)
      add(static_cast<double>(i) / static_cast<double>(count - 1), coefficients.tangential);
    return boundary;
  }
  const double corners[5][2] = {
      {0, range->least}, {1, range->least}, {1, range->most}, {0, range->most}, {0, range->least}};
  for (std::size_t side = 0; side < 4; ++side) {
    const std::size_t begin = side * count / 4, end = (side + 1) * count / 4;
    const auto& from = corners[side];
    const auto& to = corners[side + 1];
    for (std::size_t i = begin; i < end; ++i) {
      const double share = static_cast<double>(i - begin) / static_cast<double>(end - begin);
      add(std::lerp(from[0], to[0], share), std::lerp(from[1], to[1], share));
    }
  }
  return boundary;
}

}  // namespace carom
