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
#include "laws/permissible_impulse.h"
#include "laws/pfeiffer_glocker.h"
#include "laws/projected.h"
#include "laws/routh.h"
#include "laws/smith.h"
#include "laws/spherical.h"
#include "laws/unit_impact.h"
#include "laws/whittaker.h"

namespace carom {

namespace {

using Impulse = LawImpulse (*)(const SplitImpact&, const LawCoefficients&);

using Solutions = std::vector<LawImpulse> (*)(const SplitImpact&, const LawCoefficients&);

struct Entry {
  std::string_view name;
  Impulse impulse;
  Solutions solutions = nullptr;  ///< of a law that may have several
};

template <RouthEnd end>
LawImpulse routhImpulseWith(const SplitImpact& impact, const LawCoefficients& coefficients) {
  return routhImpulse(impact, coefficients, end);
}

constexpr std::array<Entry, 12> laws{{{"routh", routhImpulseWith<RouthEnd::Impulse>},
                                      {"whittaker", whittakerImpulse, whittakerSolutions},
                                      {"smith", smithImpulse, smithSolutions},
                                      {"pfeiffer-glocker", pfeifferGlockerImpulse},
                                      {"bilinear", bilinearImpulse},
                                      {"chatterjee-ruina", chatterjeeRuinaImpulse},
                                      {"composite", compositeImpulse},
                                      {"brach", brachImpulse},
                                      {"routh-newton", routhImpulseWith<RouthEnd::Velocity>},
                                      {"routh-work", routhImpulseWith<RouthEnd::Work>},
                                      {"projected", projectedImpulse},
                                      {"spherical", sphericalImpulse}}};

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
  using Limits = std::numeric_limits<double>;
  const std::string range = most == HUGE_VAL            ? " ≥ 0"
                            : least == Limits::lowest() ? " that is finite"
                            : most == Limits::max()     ? " ≥ 0 and finite"
                                                    : " from " + shortText(least) + " to " + shortText(most);
  throw LawError(std::string(name) + " is " + shortText(value) + "; expected a number" + range);
}

/// Whether this is a restitution above 1, which the impulse decides.
bool isAboveOne(const Coefficient& coefficient, double value) {
  return coefficient.value == &LawCoefficients::restitution && value > 1 && std::isfinite(value);
}

/// The values that a law allows of a coefficient; all where it does not use it.
struct Allowed {
  double least = -HUGE_VAL, most = HUGE_VAL;
};

/// Of each law and coefficient.
constexpr auto allowedValues = [] {
  std::array<std::array<Allowed, lawCoefficients.size()>, laws.size()> allowed{};
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i) {
    if (lawCoefficients[i].uses.empty())
      for (auto& law : allowed) law[i] = {lawCoefficients[i].least, lawCoefficients[i].most};
    for (const CoefficientUse& use : lawCoefficients[i].uses)
      allowed[static_cast<std::size_t>(use.law)][i] = {use.least, use.most};
  }
  return allowed;
}();

/// Whether no coefficient is outside its values, or NaN where the law uses it.
bool allAllowed(CollisionLaw law, const LawCoefficients& coefficients) {
  const auto& allowed = allowedValues[static_cast<std::size_t>(law)];
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i) {
    const double value = coefficients.*lawCoefficients[i].value;
    if (!(value >= allowed[i].least && value <= allowed[i].most)) return false;
  }
  return true;
}

void requireCoefficients(CollisionLaw law, const LawCoefficients& coefficients) {
  if (allAllowed(law, coefficients)) return;
  for (const Coefficient& coefficient : lawCoefficients) {
    const double value = coefficients.*coefficient.value;
    if (const CoefficientUse* use = useOf(coefficient, law))
      requireWithin(coefficient.words, value, use->least, use->most);
    else if (coefficient.uses.empty() && !isAboveOne(coefficient, value))
      requireWithin(coefficient.words, value, coefficient.least, coefficient.most);
  }
}

/// The impulse along the normal alone, for an impact whose tangents cannot move.
LawImpulse normalImpulse(const LocalImpact& impact, double restitution) {
  return {(1 + restitution) * impact.frictionless(), ContactMode::Stick};
}

/// `collide` for any restitution.
LawImpulse collideFreely(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients) {
  if (impact.V.isZero(0) || impact.V[0] > 0) return {LocalVector::Zero(impact.dimension())};
  const UnitImpact units(impact);
  if (!units.canSlip()) return normalImpulse(impact, coefficients.restitution);
  const LawImpulse inUnits = entryOf(law).impulse(units.split(), coefficients);
  return {units.whole(inUnits.P), inUnits.mode};
}

[[noreturn]] void refuseRestitution(CollisionLaw law, const LocalImpact& impact,
                                    const LawCoefficients& coefficients) {
  const double largest = largestRestitution(law, impact, coefficients);
  throw LawError("restitution is " + shortText(coefficients.restitution) +
                 (largest > 0 ? ", and the impulse is not permissible; expected a number from 0 to "
                              : ", and no impulse is permissible; expected a number from 0 to ") +
                 shortText(std::max(1.0, largest)));
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

namespace {

/// The impulses of a law, for coefficients within their ranges; all, or the one that is taken.
std::vector<LawImpulse> impulsesOf(CollisionLaw law, const LocalImpact& impact,
                                   const LawCoefficients& coefficients) {
  const UnitImpact units(impact);
  const Entry& entry = entryOf(law);
  if (!units.canSlip() || !entry.solutions) return {collideFreely(law, impact, coefficients)};
  std::vector<LawImpulse> impulses = entry.solutions(units.split(), coefficients);
  for (LawImpulse& impulse : impulses) impulse.P = units.whole(impulse.P);
  return impulses;
}

}  // namespace

LawImpulse collide(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients) {
  requireCoefficients(law, coefficients);
  LawImpulse impulse = collideFreely(law, impact, coefficients);
  if (coefficients.restitution > 1 && !permissible(impact, impulse.P, coefficients.friction).all())
    refuseRestitution(law, impact, coefficients);
  return impulse;
}

std::vector<LawImpulse> collisions(CollisionLaw law, const LocalImpact& impact,
                                   const LawCoefficients& coefficients) {
  const LawImpulse taken = collide(law, impact, coefficients);
  if (taken.P.isZero(0)) return {taken};
  std::vector<LawImpulse> impulses = impulsesOf(law, impact, coefficients);
  impulses.front() = taken;  // the same bits
  return impulses;
}

double largestRestitution(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients) {
  LawCoefficients now = coefficients;
  const auto holds = [&](double e) {
    now.restitution = e;
    return permissible(impact, collideFreely(law, impact, now).P, coefficients.friction).all();
  };
  const auto isWithin = [&](double e) {
    try {
      return holds(e);
    } catch (const LawError&) {
      return false;
    }
  };
  now.restitution = 0;
  requireCoefficients(law, now);
  if (!holds(0)) return 0;
  constexpr double step = 1.0 / 64, growth = 1 + step, most = 1e6;
  double low = 0, high = step;
  for (; isWithin(high); high = std::max(high + step, growth * high)) {
    low = high;
    if (high > most) return HUGE_VAL;
  }
  for (double middle = 0.5 * (low + high); middle > low && middle < high; middle = 0.5 * (low + high))
    (isWithin(middle) ? low : high) = middle;
  return low;
}

}  // namespace carom
