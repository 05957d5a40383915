#include "study/robust.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "scene/initial_velocity.h"
#include "study/design/touching_slopes.h"
#include "study/tolerance_sample.h"

namespace carom {

namespace {

constexpr double deviationsOfInterval = 1.96;  // that hold 95 % of a normal distribution

/// The order statistics of rising values, at least one.
XiDistribution distributionOf(const std::vector<double>& rising) {
  const auto n = static_cast<double>(rising.size());
  const auto at = [&](double place) {
    return rising[static_cast<std::size_t>(std::clamp(std::ceil(place) - 1, 0.0, n - 1))];
  };
  const auto interval = [&](double share) {
    const double half = deviationsOfInterval * std::sqrt(n * share * (1 - share));
    return std::array{at(n * share - half), at(n * share + half + 1)};
  };
  XiDistribution result;
  for (const double xi : rising) result.mean += xi / n;
  double squares = 0;
  for (const double xi : rising) squares += (xi - result.mean) * (xi - result.mean);
  result.standardError = n > 1 ? std::sqrt(squares / (n - 1) / n) : 0;
  result.median = at(n / 2);
  result.q95 = at(n * shareBelow);
  result.max = rising.back();
  for (std::size_t i = 0; i < result.percentiles.size(); ++i)
    result.percentiles[i] = at(n * static_cast<double>(i) / 100);
  result.medianInterval = interval(0.5);
  result.q95Interval = interval(shareBelow);
  return result;
}

void collect(const std::vector<SampleXi>& samples, RobustAnswer& answer) {
  std::vector<double> rising;
  for (const SampleXi& sample : samples) {
    switch (sample.kind) {
      case SampleKind::Decided:
        rising.push_back(sample.xi);
        break;
      case SampleKind::Refused:
        ++answer.refused;
        break;
      case SampleKind::Apart:
        ++answer.apart;
        break;
      case SampleKind::Undecided:
        ++answer.undecided;
        break;
    }
  }
  std::ranges::sort(rising);
  if (!rising.empty()) answer.xi = distributionOf(rising);
}

/// The largest scale, from that of the question.
void findScale(ToleranceSample& sample, const RobustQuestion& question, RobustAnswer& answer) {
  const double below = *question.below;
  if (!answer.atDesign || *answer.atDesign >= below) {
    answer.noScale = "ξ of the design itself is not below " + shortestText(below);
    return;
  }
  answer.largestScale = sample.largestScale(1, 2);
  if (!answer.largestScale && !sample.isStopped())
    answer.noScale = "the scale is not between " + shortestText(ToleranceSample::leastScale) + " and " +
                     shortestText(ToleranceSample::greatestScale);
}

struct SlopesAlong {
  std::string unit;  ///< of the variable
  Eigen::MatrixXd dG;
};

/// Those of one parameter or coordinate; what the scene moves to close gaps follows.
SlopesAlong slopesAlong(const Scene& scene, const SceneInstance& instance, const Assignments& assignments,
                        const std::string& name, const std::vector<std::string>& contacts) {
  if (instance.touching) {
    const MovedNumbers moved = alongWithMoves(scene, assignments, name, contacts);
    return {moved.unit, gramSlope(moved.impact)};
  }
  DesignModel model(scene, assignments, {name}, contacts);
  const DesignVariable& variable = model.variables().front();
  return {variable.unit, gramSlope(model.along(Eigen::VectorXd::Constant(1, variable.value), 0))};
}

/// The derivatives of G at the design.
void findSlopes(const Scene& scene, const Assignments& assignments, const RobustQuestion& question,
                RobustAnswer& answer) {
  std::vector<std::string> names, contacts;
  std::vector<double> widths;
  for (const Tolerance& tolerance : question.tolerances)
    if (!tolerance.name.starts_with(velocityPrefix)) {
      names.push_back(tolerance.name);
      widths.push_back(tolerance.width);
    }
  const SceneInstance instance = scene.instantiate(assignments);
  for (const int contact : closedContacts(*instance.mechanism, instance.initial.q))
    contacts.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  if (names.empty() || contacts.size() < 2) return;
  try {
    for (std::size_t v = 0; v < names.size(); ++v) {
      const SlopesAlong along = slopesAlong(scene, instance, assignments, names[v], contacts);
      for (std::size_t i = 0; i < contacts.size(); ++i)
        for (std::size_t j = i + 1; j < contacts.size(); ++j) {
          const double slope = along.dG(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
          answer.slopes.push_back(
              {names[v], along.unit, {contacts[i], contacts[j]}, slope, slope * widths[v]});
        }
    }
  } catch (const SceneError& error) {
    answer.slopes.clear();
    answer.noSlopes = error.what();
  }
  std::ranges::stable_sort(answer.slopes, std::ranges::greater{},
                           [](const ToleranceSlope& one) { return std::abs(one.spread); });
}

}  // namespace

RobustAnswer robustness(const Scene& scene, const Assignments& assignments, const RobustQuestion& question,
                        std::stop_token stop, const Progress& progress) {
  RobustAnswer answer;
  answer.samples = question.samples;
  ToleranceSample sample(scene, assignments, question, stop, progress);
  const SampleXi design = sample.atDesign();
  if (design.kind == SampleKind::Decided) answer.atDesign = design.xi;
  findSlopes(scene, assignments, question, answer);
  const std::vector<SampleXi> all = sample.at(1);
  if (!sample.isStopped()) {
    collect(all, answer);
    if (question.below) findScale(sample, question, answer);
  }
  answer.isCancelled = sample.isStopped();
  return answer;
}

}  // namespace carom
