#include "laws/collision_law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "laws/bilinear.h"
#include "laws/brach.h"
#include "laws/chatterjee_ruina.h"
#include "laws/composite.h"
#include "laws/pfeiffer_glocker.h"
#include "laws/routh.h"
#include "laws/smith.h"
#include "laws/unit_impact.h"
#include "laws/whittaker.h"

namespace carom {

namespace {

using Impulse = LawImpulse (*)(const SplitImpact&, const LawCoefficients&);

struct Entry {
  std::string_view name;
  Impulse impulse;
};

constexpr std::array<Entry, 8> laws{{{"routh", routhImpulse},
                                     {"whittaker", whittakerImpulse},
                                     {"smith", smithImpulse},
                                     {"pfeiffer-glocker", pfeifferGlockerImpulse},
                                     {"bilinear", bilinearImpulse},
                                     {"chatterjee-ruina", chatterjeeRuinaImpulse},
                                     {"composite", compositeImpulse},
                                     {"brach", brachImpulse}}};

const Entry& entryOf(CollisionLaw law) {
  return laws[static_cast<std::size_t>(law)];
}

std::string shortText(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

void requireWithin(std::string_view name, double value, double least, double most) {
  if (value >= least && value <= most) return;
  const std::string range = most == HUGE_VAL ? " ≥ 0"
                            : most > 1       ? " ≥ 0 and finite"
                                             : " from " + shortText(least) + " to " + shortText(most);
  throw LawError(std::string(name) + " is " + shortText(value) + "; expected a number" + range);
}

void requireCoefficients(CollisionLaw law, const LawCoefficients& coefficients) {
  for (const Coefficient& coefficient : lawCoefficients) {
    const double value = coefficients.*coefficient.value;
    if (const CoefficientUse* use = useOf(coefficient, law))
      requireWithin(coefficient.words, value, use->least, use->most);
    else if (coefficient.uses.empty())
      requireWithin(coefficient.words, value, coefficient.least, coefficient.most);
  }
}

/// The impulse along the normal alone, for an impact whose tangents cannot move.
LawImpulse normalImpulse(const LocalImpact& impact, double restitution) {
  return {(1 + restitution) * impact.frictionless(), ContactMode::Stick};
}

}  // namespace

std::span<const std::string_view> collisionLawNames() {
  static constexpr auto names = [] {
    std::array<std::string_view, laws.size()> list;
    std::ranges::transform(laws, list.begin(), &Entry::name);
    return list;
  }();
  return names;
}

std::string_view nameOf(CollisionLaw law) {
  return entryOf(law).name;
}

std::optional<CollisionLaw> collisionLawNamed(std::string_view name) {
  const auto found = std::ranges::find(laws, name, &Entry::name);
  if (found == laws.end()) return std::nullopt;
  return static_cast<CollisionLaw>(found - laws.begin());
}

const CoefficientUse* useOf(const Coefficient& coefficient, CollisionLaw law) {
  const auto use = std::ranges::find(coefficient.uses, law, &CoefficientUse::law);
  return use == coefficient.uses.end() ? nullptr : &*use;
}

LawImpulse collide(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients) {
  requireCoefficients(law, coefficients);
  if (impact.V.isZero(0) || impact.V[0] > 0) return {LocalVector::Zero(impact.dimension())};
  const UnitImpact units(impact);
  if (!units.canSlip()) return normalImpulse(impact, coefficients.restitution);
  const LawImpulse inUnits = entryOf(law).impulse(units.split(), coefficients);
  return {units.whole(inUnits.P), inUnits.mode};
}

}  // namespace carom
