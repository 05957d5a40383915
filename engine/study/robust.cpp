#include "study/robust.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "study/design/design_model.h"
#include "study/study_file/sample.h"

namespace carom {

namespace {

/// The factors of the tolerances between which the largest scale is searched for, and its relative accuracy.
constexpr double leastScale = 0x1p-20, greatestScale = 0x1p20, scaleAccuracy = 1e-4;
constexpr double shareBelow = 0.95;
constexpr double deviationsOfInterval = 1.96;  // that hold 95 % of a normal distribution
constexpr std::size_t inBlock = 64;            // samples that one thread takes at a time
constexpr int usualScales = 20;                // that the search for the largest one samples

enum class SampleKind : char { Decided, Refused, Apart, Undecided };

struct SampleXi {
  SampleKind kind = SampleKind::Undecided;
  double xi = 0;
};

/// ξ of a scene under the deviates of a sample.
class ToleranceSample {
 public:
  ToleranceSample(const Scene& scene, const Assignments& assignments, const RobustQuestion& question,
                  std::stop_token stop, const Progress& progress);

  /// Each sample with all tolerances times the scale. Unfinished where isStopped().
  std::vector<SampleXi> at(double scale);
  SampleXi atDesign() const { return xiUnder(m_assignments, {}); }
  bool isStopped() const { return m_stop.stop_requested(); }

 private:
  struct Varied {
    double value = 0, width = 0;
    int coordinate = -1;  ///< whose velocity varies; −1: a parameter
  };

  void addParameter(const SceneInstance& instance, const Tolerance& tolerance);
  void addVelocity(const SceneInstance& instance, const Tolerance& tolerance);
  double deviate(std::size_t sample, std::size_t tolerance) const;
  SampleXi xiOf(std::size_t sample, double scale) const;
  SampleXi xiUnder(const Assignments& assignments, const Eigen::VectorXd& faster) const;

  const Scene& m_scene;
  const Assignments& m_assignments;
  const RobustQuestion& m_question;
  ResolveOptions m_resolve;
  std::stop_token m_stop;
  const Progress& m_progress;
  UnitSample m_unit;
  std::vector<Varied> m_varied;
  int m_dof = 0;
  int m_scales = 0;  ///< that were sampled
};

ToleranceSample::ToleranceSample(const Scene& scene, const Assignments& assignments,
                                 const RobustQuestion& question, std::stop_token stop,
                                 const Progress& progress)
    : m_scene(scene),
      m_assignments(assignments),
      m_question(question),
      m_resolve(question.resolve),
      m_stop(std::move(stop)),
      m_progress(progress),
      m_unit(SampleMethod::Random, question.samples, question.tolerances.size(), question.seed) {
  m_resolve.minimalityChecks = 0;
  m_resolve.choice = m_resolve.examples = false;
  m_resolve.samplePastLimit.samples = 0;
  const SceneInstance instance = scene.instantiate(assignments);
  requireMotion(scene, instance);
  m_dof = instance.mechanism->dof();
  for (std::size_t i = 0; i < question.tolerances.size(); ++i) {
    const Tolerance& tolerance = question.tolerances[i];
    const auto refuse = [&](const std::string& problem, const std::string& expected) {
      throw SceneError(scene.file(), tolerance.name, problem, expected, SceneError::Fault::Command);
    };
    if (!(tolerance.width > 0) || !std::isfinite(tolerance.width))
      refuse("has the tolerance " + shortestText(tolerance.width), "a number above 0");
    for (std::size_t j = 0; j < i; ++j)
      if (question.tolerances[j].name == tolerance.name) refuse("is given twice", "each name once");
    if (tolerance.name.starts_with(velocityPrefix))
      addVelocity(instance, tolerance);
    else
      addParameter(instance, tolerance);
  }
}

void ToleranceSample::addParameter(const SceneInstance& instance, const Tolerance& tolerance) {
  const auto refuse = [&](const std::string& problem, const std::string& expected) {
    throw SceneError(m_scene.file(), tolerance.name, problem, expected, SceneError::Fault::Command);
  };
  const auto& choices = m_scene.choices();
  if (std::ranges::find(choices, tolerance.name, &ChoiceSpec::name) != choices.end())
    refuse("is a choice", "a parameter");
  const auto& specs = m_scene.parameters();
  const auto spec = std::ranges::find(specs, tolerance.name, &ParameterSpec::name);
  if (spec == specs.end()) {  // the scene refuses it with the names that are near
    Assignments with = m_assignments;
    with[tolerance.name] = "0";
    m_scene.instantiate(with);
    refuse("is no parameter", "a parameter");
  }
  if (spec->integer) refuse("is a count", "a parameter that varies continuously");
  const auto& all = instance.parameters;
  const auto known = std::ranges::find(all, tolerance.name, &ParameterValue::name);
  m_varied.push_back({known->value, tolerance.width});
}

void ToleranceSample::addVelocity(const SceneInstance& instance, const Tolerance& tolerance) {
  const std::vector<Coordinate>& all = instance.mechanism->coordinates();
  const auto known = std::ranges::find(all, tolerance.name.substr(velocityPrefix.size()), &Coordinate::name);
  if (known == all.end()) {
    std::string names;
    for (const Coordinate& coordinate : all)
      names += (names.empty() ? "" : ", ") + std::string(velocityPrefix) + coordinate.name;
    throw SceneError(m_scene.file(), tolerance.name, "is no velocity of the scene", "one of " + names,
                     SceneError::Fault::Command);
  }
  m_varied.push_back({0, tolerance.width, static_cast<int>(known - all.begin())});
}

double ToleranceSample::deviate(std::size_t sample, std::size_t tolerance) const {
  const Distribution standard = m_question.normal ? Distribution{Distribution::Kind::Normal, 0, 1}
                                                  : Distribution{Distribution::Kind::Uniform, -1, 1};
  return standard.quantile(m_unit.at(sample, tolerance));
}

SampleXi ToleranceSample::xiOf(std::size_t sample, double scale) const {
  Assignments assignments = m_assignments;
  Eigen::VectorXd faster = Eigen::VectorXd::Zero(m_dof);
  for (std::size_t i = 0; i < m_varied.size(); ++i) {
    const auto& [value, width, coordinate] = m_varied[i];
    const double by = scale * width * deviate(sample, i);
    if (coordinate < 0)
      assignments[m_question.tolerances[i].name] = shortestText(value + by);
    else
      faster[coordinate] += by;
  }
  return xiUnder(assignments, faster);
}

/// faster: added to the velocities; may be empty.
SampleXi ToleranceSample::xiUnder(const Assignments& assignments, const Eigen::VectorXd& faster) const {
  try {
    const SceneInstance instance = m_scene.instantiate(assignments);
    requireMotion(m_scene, instance);
    const Mechanism& mechanism = *instance.mechanism;
    Eigen::VectorXd p = instance.initial.p;
    if (faster.size() > 0 && !faster.isZero(0)) p += mechanism.massMatrix(instance.initial.q) * faster;
    const auto problem = impactAt(mechanism, instance.initial.q, p);
    if (!problem) return {SampleKind::Apart, 0};
    const ImpactReport report = resolveImpact(*problem, m_resolve, m_stop);
    if (report.jammed() || !report.complete()) return {SampleKind::Undecided, 0};
    return {SampleKind::Decided, report.indeterminacy.xi};
  } catch (const SceneError&) {
    return {SampleKind::Refused, 0};
  } catch (const ImpactError&) {
    return {SampleKind::Refused, 0};
  }
}

std::vector<SampleXi> ToleranceSample::at(double scale) {
  std::vector<SampleXi> all(m_question.samples);
  const std::size_t blocks = (all.size() + inBlock - 1) / inBlock;
  const int scales = m_question.below ? usualScales : 1;
  std::mutex one;
  std::size_t done = 0;
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
    for (std::size_t i = block * inBlock; i < std::min(all.size(), (block + 1) * inBlock); ++i) {
      if (m_stop.stop_requested()) return;
      all[i] = xiOf(i, scale);
    }
    if (!m_progress) return;
    const std::scoped_lock lock(one);
    const double pass = static_cast<double>(++done) / static_cast<double>(blocks);
    m_progress(std::min(1.0, (m_scales + pass) / scales));
  });
  ++m_scales;
  return all;
}

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

/// The largest scale by bisection of its logarithm.
void findScale(ToleranceSample& sample, const RobustQuestion& question, RobustAnswer& answer) {
  const double below = *question.below;
  const auto isBelow = [&](const SampleXi& one) { return one.kind == SampleKind::Decided && one.xi < below; };
  if (!answer.atDesign || *answer.atDesign >= below) {
    answer.noScale = "ξ of the design itself is not below " + shortestText(below);
    return;
  }
  const auto holds = [&](double scale) {
    const auto share = std::ranges::count_if(sample.at(scale), isBelow);
    return static_cast<double>(share) >= shareBelow * static_cast<double>(question.samples);
  };
  const auto isSearched = [](double scale) { return scale >= leastScale && scale <= greatestScale; };
  const bool rises = holds(1);
  double scale = 1;
  while (isSearched(scale) && !sample.isStopped() && holds(rises ? 2 * scale : scale / 2) == rises)
    scale *= rises ? 2 : 0.5;
  if (!isSearched(scale)) {
    answer.noScale =
        "the scale is not between " + shortestText(leastScale) + " and " + shortestText(greatestScale);
    return;
  }
  double held = rises ? scale : scale / 2, broken = 2 * held;
  while (broken > (1 + scaleAccuracy) * held && !sample.isStopped()) {
    const double middle = std::sqrt(held * broken);
    (holds(middle) ? held : broken) = middle;
  }
  if (!sample.isStopped()) answer.largestScale = held;
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
  if (instance.touching) {
    answer.noSlopes =
        "the scene moves its parameters until contacts touch, and how these move has no exact derivative";
    return;
  }
  for (const int contact : closedContacts(*instance.mechanism, instance.initial.q))
    contacts.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  if (names.empty() || contacts.size() < 2) return;
  try {
    DesignModel model(scene, assignments, names, contacts);
    Eigen::VectorXd x(std::ssize(names));
    for (Eigen::Index v = 0; v < x.size(); ++v) x[v] = model.variables()[static_cast<std::size_t>(v)].value;
    for (std::size_t v = 0; v < names.size(); ++v) {
      const Eigen::MatrixXd dG = gramSlope(model.along(x, static_cast<int>(v)));
      for (std::size_t i = 0; i < contacts.size(); ++i)
        for (std::size_t j = i + 1; j < contacts.size(); ++j) {
          const double slope = dG(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
          answer.slopes.push_back(
              {names[v], model.variables()[v].unit, {contacts[i], contacts[j]}, slope, slope * widths[v]});
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
