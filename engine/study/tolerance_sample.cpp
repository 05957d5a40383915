#include "study/tolerance_sample.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

constexpr std::size_t inBlock = 64;      ///< samples that one thread takes at a time
constexpr std::size_t inSmallBlock = 8;  ///< the same where few may decide
constexpr int usualScales = 20;          ///< that the search for the largest one samples

}  // namespace

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
  if (const int at = instance.mechanism->coordinateIndex(tolerance.name); at >= 0) {
    m_varied.push_back({instance.initial.q[at], tolerance.width});
    return;
  }
  const auto& choices = m_scene.choices();
  if (std::ranges::find(choices, tolerance.name, &ChoiceSpec::name) != choices.end())
    refuse("is a choice", "a parameter");
  const ParameterSpec* spec = m_scene.parameter(tolerance.name);
  if (!spec) {  // the scene refuses it with the names that are near
    Assignments with = m_assignments;
    with[tolerance.name] = "0";
    m_scene.instantiate(with);
    refuse("is no parameter", "a parameter");
  }
  if (spec->integer) refuse("is a count", "a parameter that varies continuously");
  m_varied.push_back({instance.parameter(tolerance.name)->value, tolerance.width});
}

void ToleranceSample::addVelocity(const SceneInstance& instance, const Tolerance& tolerance) {
  const int at = instance.mechanism->coordinateIndex(tolerance.name.substr(velocityPrefix.size()));
  if (at < 0) {
    std::string names;
    for (const Coordinate& coordinate : instance.mechanism->coordinates())
      names += (names.empty() ? "" : ", ") + std::string(velocityPrefix) + coordinate.name;
    throw SceneError(m_scene.file(), tolerance.name, "is no velocity of the scene", "one of " + names,
                     SceneError::Fault::Command);
  }
  m_varied.push_back({0, tolerance.width, at});
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
    if (faster.size() > 0 && !faster.isZero(0)) {
      const KineticMetric metric(mechanism.massMatrix(instance.initial.q));
      p += metric.mass() * faster;
      loopsAt(mechanism, metric, instance.initial.q).project(p);
    }
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
  std::mutex one;
  std::size_t done = 0;
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
    for (std::size_t i = block * inBlock; i < std::min(all.size(), (block + 1) * inBlock); ++i) {
      if (m_stop.stop_requested()) return;
      all[i] = xiOf(i, scale);
    }
    if (!m_progress) return;
    const std::scoped_lock lock(one);
    countPass(++done, blocks);
  });
  ++m_scales;
  return all;
}

void ToleranceSample::countPass(std::size_t done, std::size_t blocks) const {
  const int scales = m_question.below ? usualScales : 1;
  const double pass = static_cast<double>(done) / static_cast<double>(blocks);
  m_progress(std::min(1.0, (m_scales + pass) / scales));
}

bool ToleranceSample::holds(double scale) {
  const auto wanted =
      static_cast<std::size_t>(std::ceil(shareBelow * static_cast<double>(m_question.samples)));
  const std::size_t allowed = m_question.samples - wanted;
  std::atomic<std::size_t> above = 0;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, m_question.samples, inSmallBlock),
                    [&](const auto& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i) {
                        if (above > allowed || m_stop.stop_requested()) return;
                        if (!isBelow(xiOf(i, scale))) ++above;
                      }
                    });
  ++m_scales;
  if (m_progress) countPass(0, 1);
  return above <= allowed;
}

std::optional<double> ToleranceSample::largestScale(double from, double factor, double accuracy) {
  const auto isSearched = [](double scale) { return scale >= leastScale && scale <= greatestScale; };
  const bool rises = holds(from);
  double held = from, broken = from;  // one of the two is moved beyond the largest
  for (double& end = rises ? broken : held; !isStopped(); factor = std::min(factor * factor, 2.0)) {
    (rises ? held : broken) = end;
    end = rises ? end * factor : end / factor;
    if (!isSearched(end)) return std::nullopt;
    if (holds(end) != rises) break;
  }
  while (broken > (1 + accuracy) * held && !isStopped()) {
    const double middle = std::sqrt(held * broken);
    (holds(middle) ? held : broken) = middle;
  }
  return isStopped() ? std::nullopt : std::optional(held);
}

}  // namespace carom
