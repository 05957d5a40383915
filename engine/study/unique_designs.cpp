#include "study/unique_designs.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/bracketed_root.h"
#include "base/number_text.h"
#include "impact/certificate/certificate.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

/// Largest π/δ that is followed; beyond it the designs of neighbouring whole numbers are nearly the same.
constexpr double largest = 60;

/// The impact of a scene under assignments; empty where the scene rejects them or no contact is closed.
std::optional<ImpactProblem> impactUnder(const Scene& scene, const Assignments& assignments) {
  try {
    const SceneInstance instance = scene.instantiate(assignments);
    return impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
  } catch (const SceneError&) {
    return std::nullopt;
  } catch (const ImpactError&) {
    return std::nullopt;
  }
}

int contactOf(const ImpactProblem& problem, const std::string& name) {
  const auto found = std::ranges::find(problem.labels(), name, &ContactLabel::name);
  return found == problem.labels().end() ? -1 : static_cast<int>(found - problem.labels().begin());
}

/// π/δ of a pair as a function of one parameter.
class PairAlong {
 public:
  PairAlong(const Scene& scene, Assignments assignments, const std::array<std::string, 2>& contacts,
            std::string parameter)
      : m_scene(scene),
        m_assignments(std::move(assignments)),
        m_contacts(contacts),
        m_parameter(std::move(parameter)) {}

  /// π/δ at a value; empty where a contact is open or π/δ exceeds `largest`.
  std::optional<double> at(double value) {
    const auto problem = impact(value);
    if (!problem) return std::nullopt;
    const int i = contactOf(*problem, m_contacts[0]), j = contactOf(*problem, m_contacts[1]);
    if (i < 0 || j < 0) return std::nullopt;
    const double m = pairMultiplicity(*problem, i, j);
    return m <= largest ? std::optional(m) : std::nullopt;
  }

  /// The first value between `from` and `to` at which the pair fits.
  std::optional<UniqueDesign> firstFit(double from, double to, const std::stop_token& stop) {
    constexpr int steps = 200;
    double low = from;
    std::optional<double> before = at(low);
    for (int k = 1; k <= steps && before && !stop.stop_requested(); ++k) {
      const double high = from + (to - from) * k / steps;
      const std::optional<double> after = at(high);
      if (!after) break;
      // The first whole number between the two.
      const bool rises = *after > *before;
      const double whole = rises ? std::floor(*before) + 1 : std::ceil(*before) - 1;
      if (whole >= 2 && (rises ? whole <= *after : whole >= *after))
        return fit(low, high, static_cast<int>(whole));
      low = high;
      before = after;
    }
    return std::nullopt;
  }

 private:
  std::optional<ImpactProblem> impact(double value) {
    m_assignments[m_parameter] = shortestText(value);
    return impactUnder(m_scene, m_assignments);
  }

  /// The value between low and high with π/δ = m; empty where the contacts open in between.
  std::optional<UniqueDesign> fit(double low, double high, int m) {
    UniqueDesign design{m_parameter, 0, m};
    design.value = rootWithin([&](double value) { return at(value).value_or(m) - m; }, low, high);
    if (const auto there = at(design.value); !there || std::abs(*there - m) > pairRuleTolerance * m)
      return std::nullopt;
    if (const auto problem = impact(design.value))
      design.unique = certify(*problem, decideTermination(*problem)).unique == true;
    return design;
  }

  const Scene& m_scene;
  Assignments m_assignments;
  std::array<std::string, 2> m_contacts;
  std::string m_parameter;
};

}  // namespace

std::vector<UniqueDesign> nearestUniqueDesigns(const Scene& scene, const Assignments& assignments,
                                               const std::array<std::string, 2>& contacts,
                                               std::stop_token stop) {
  const SceneInstance present = scene.instantiate(assignments);
  const auto problem = impactAt(*present.mechanism, present.initial.q, present.initial.p);
  if (!problem || contactOf(*problem, contacts[0]) < 0 || contactOf(*problem, contacts[1]) < 0)
    throw SceneError(scene.file(), "contacts",
                     "contacts \"" + contacts[0] + "\" and \"" + contacts[1] + "\" are not both closed",
                     "two closed contacts");
  std::vector<UniqueDesign> designs;
  for (std::size_t i = 0; i < present.parameters.size() && !stop.stop_requested(); ++i) {
    const ParameterValue& parameter = present.parameters[i];
    if (scene.parameters()[i].integer || !parameter.min || !parameter.max) continue;
    PairAlong pair(scene, assignments, contacts, parameter.name);
    std::optional<UniqueDesign> nearest;
    for (const double end : {*parameter.min, *parameter.max}) {
      const auto found = pair.firstFit(parameter.value, end, stop);
      if (found &&
          (!nearest || std::abs(found->value - parameter.value) < std::abs(nearest->value - parameter.value)))
        nearest = found;
    }
    if (nearest) designs.push_back(*nearest);
  }
  return designs;
}

}  // namespace carom
