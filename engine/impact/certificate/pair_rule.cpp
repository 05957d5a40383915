#include "impact/certificate/pair_rule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "impact/white_frame.h"

namespace carom {

namespace {

/// Largest m of a certificate. Its relative distance from m + 1 is a million times pairRuleTolerance.
constexpr double largestMultiplicity = 1000;
/// Bounds on the rounding of δ for normals given in double (rad); roundingOfXi/m in between. ξ of a pair is
/// 2m times the deviation of δ and is reported down to 1e-13, hence roundingOfXi: larger values hide such ξ,
/// smaller ones report rounding as ξ.
constexpr double leastRounding = 5e-16, mostRounding = 4e-15, roundingOfXi = 2.5e-14;

}  // namespace

double wedgeAngle(const ImpactProblem& problem, int i, int j) {
  const WhiteFrame& frame = problem.frame();
  const ExtendedMatrix& u = frame.unitNormals();
  const auto &first = frame.entriesOf(i), &second = frame.entriesOf(j);
  Extended sum = 0, difference = 0;  // ‖û_i ± û_j‖², without the entries where both are 0
  for (auto a = first.begin(), b = second.begin(); a != first.end() || b != second.end();) {
    const Eigen::Index row = b == second.end() || (a != first.end() && *a < *b) ? *a : *b;
    const Extended x = u(row, i), y = u(row, j);
    sum += (x + y) * (x + y);
    difference += (x - y) * (x - y);
    if (a != first.end() && *a == row) ++a;
    if (b != second.end() && *b == row) ++b;
  }
  return static_cast<double>(2 * std::atan2(std::sqrt(sum), std::sqrt(difference)));
}

double pairMultiplicity(const ImpactProblem& problem, int i, int j) {
  return std::numbers::pi / wedgeAngle(problem, i, j);
}

int wholeMultiplicity(double m) {
  if (!(m <= largestMultiplicity + 1)) return 0;
  const double whole = std::round(m);
  return whole <= largestMultiplicity && std::abs(m - whole) <= pairRuleTolerance * whole
             ? static_cast<int>(whole)
             : 0;
}

bool fitsToRounding(double angle, int whole) {
  const double off = std::abs(angle - std::numbers::pi / whole);
  return off <= std::clamp(roundingOfXi / whole, leastRounding, mostRounding);
}

}  // namespace carom
