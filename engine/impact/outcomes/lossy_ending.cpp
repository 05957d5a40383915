#include "impact/outcomes/lossy_ending.h"

#include <algorithm>
#include <cmath>

#include "impact/contact_path.h"

namespace carom {

namespace {

/// Rounding of G, whose data are double, and of c along a word, over the sums compared. A smaller value
/// decides by rounding; a larger one leaves more pairs undecided.
constexpr Extended roundingOfTurns = 1e-13L;
constexpr std::size_t mostCuts = 64;  // outcomes whose words are followed

/// turnsEnd for contacts i, which is infeasible, and j, after `reflections`; before the first one c is as
/// given.
std::optional<bool> pairEnds(const ImpactProblem& problem, std::span<const double> c, int i, int j,
                             std::size_t reflections = 0) {
  // Each reflection leaves the rounding of a few products of numbers of the size of ‖p⁻‖.
  const Extended error = 1e-15L * static_cast<Extended>(problem.scale()) * static_cast<Extended>(reflections);
  const auto contact = [&](int k) {
    return TurnContact{static_cast<Extended>(problem.factors()[k]) - 1, c[static_cast<std::size_t>(k)],
                       error};
  };
  return turnsEnd(problem.frame().gram()(i, j), contact(i), contact(j));
}

/// Whether some pair reflects in turn endlessly from here.
bool startsEndlessTurns(const ImpactProblem& problem, const ContactPath& path) {
  for (int i = 0; i < path.contactCount(); ++i)
    for (int j = 0; path.isInfeasible(i) && j < path.contactCount(); ++j)
      if (i != j && pairEnds(problem, path.c(), i, j, path.word().size()) == false) return true;
  return false;
}

/// Whether some pair reflects in turn endlessly from p⁻ or from a state along a word.
bool passesEndlessTurns(const ImpactProblem& problem, ContactPath& path, const Word& word) {
  path.restart();
  if (startsEndlessTurns(problem, path)) return true;
  return std::ranges::any_of(word, [&](ContactIndex j) {
    path.reflect(j);
    return startsEndlessTurns(problem, path);
  });
}

/// Whether both orderings of two contacts end: the first contact determines the rest.
std::optional<bool> twoContactsEnd(const ImpactProblem& problem) {
  std::optional<bool> result = true;
  const Eigen::VectorXd& c = problem.contactCoordinates();
  for (const int i : {0, 1}) {
    if (!problem.isInfeasible(c[i])) continue;
    const std::optional<bool> ends = pairEnds(problem, {c.data(), 2}, i, 1 - i);
    if (ends == false) return false;
    if (!ends) result.reset();
  }
  return result;
}

}  // namespace

std::optional<bool> turnsEnd(Extended G, const TurnContact& first, const TurnContact& second) {
  if (!(G < 0)) return true;
  const Extended r = first.r, s = second.r;
  const Extended trace = (1 + r) * (1 + s) * G * G - r - s;
  const Extended least = 2 * std::sqrt(r * s);
  if (trace < least - roundingOfTurns) return true;
  const Extended pushed = -(1 + r) * G;               // change of −c of the second for a unit of the first
  const Extended y = -(second.c + pushed * first.c);  // first.c < 0
  const Extended error = second.error + pushed * first.error;
  if (!(y > -error)) return true;
  if (!(y > error)) return std::nullopt;
  if (trace < least + roundingOfTurns) return std::nullopt;
  const Extended larger = (trace + std::sqrt(trace * trace - least * least)) / 2;
  const Extended over = y * (larger + r), under = pushed * -r * first.c;
  // Rounding of y is relative to the terms of its sum.
  const Extended slack =
      roundingOfTurns * ((std::abs(second.c) + pushed * std::abs(first.c)) * (larger + r) + under) +
      error * (larger + r) + pushed * r * first.error;
  if (std::abs(over - under) <= slack) return std::nullopt;
  return over < under;
}

std::optional<bool> lossyOrderingsEnd(const ImpactReport& report) {
  const ImpactProblem& problem = report.problem;
  if (problem.isFeasible() || problem.contactCount() == 1 || report.certificate.unique == true) return true;
  if (problem.contactCount() == 2) return twoContactsEnd(problem);
  if (report.collapses) return false;
  ContactPath path(problem);
  if (startsEndlessTurns(problem, path)) return false;
  if (report.graph && report.complete() && !report.cut()) return true;
  std::size_t followed = 0;
  for (const Outcome& outcome : report.outcomes) {
    if (!outcome.cut || followed++ == mostCuts) continue;
    if (passesEndlessTurns(problem, path, outcome.example)) return false;
  }
  return std::nullopt;
}

}  // namespace carom
