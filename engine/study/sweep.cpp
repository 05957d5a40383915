#include "study/sweep.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "models/compare_models.h"

namespace carom {

namespace {

/// Points computed in one parallel loop: enough for all cores, and the most that stopping loses.
constexpr std::size_t pointsAtOnce = 1024;

[[noreturn]] void refuseMeasure(const std::string& text) {
  throw SceneError("", "measure", "unknown measure \"" + text + '"',
                   "xi, gram, gram:CONTACT:CONTACT, outcomes, orderings or distance:MODEL",
                   SceneError::Fault::Command);
}

[[noreturn]] void refuseModel(const std::string& name) {
  std::string known;
  for (const ImpactModel& model : impactModels())
    known += (known.empty() ? "one of " : ", ") + std::string(model.name);
  throw SceneError("", "measure", "unknown model \"" + name + '"', known, SceneError::Fault::Command);
}

/// Index of a closed contact in the problem by name; −1 where it is open.
int contactIndex(const ImpactProblem& problem, const std::string& name) {
  for (int i = 0; i < problem.contactCount(); ++i)
    if (problem.labels()[static_cast<std::size_t>(i)].name == name) return i;
  return -1;
}

void requireContact(const Mechanism& mechanism, const std::string& name) {
  std::string known;
  for (const ContactPair& contact : mechanism.contacts()) {
    if (contact.name == name) return;
    known += (known.empty() ? "one of " : ", ") + contact.name;
  }
  throw SceneError("", "measure", "unknown contact \"" + name + '"', known, SceneError::Fault::Command);
}

SweepPoint emptyCell(EmptyCell why) {
  SweepPoint point;
  point.why = why;
  return point;
}

/// The evaluation of one point, independent of all others, so that parallel and serial sweeps have the same
/// bits.
class PointEvaluation {
 public:
  PointEvaluation(const Scene& scene, const Measure& measure, const ResolveOptions& options,
                  std::stop_token stop)
      : m_scene(scene), m_measure(measure), m_options(options), m_stop(std::move(stop)) {}

  SweepPoint at(const Assignments& assignments, Limit& limit) const;

 private:
  SweepPoint gram(const Mechanism& mechanism, const std::optional<ImpactProblem>& problem) const;
  SweepPoint ofReport(const ImpactReport& report) const;
  SweepPoint distance(const ImpactReport& report) const;
  SweepPoint withoutContact() const;

  const Scene& m_scene;
  const Measure& m_measure;
  const ResolveOptions& m_options;
  std::stop_token m_stop;
};

SweepPoint PointEvaluation::at(const Assignments& assignments, Limit& limit) const {
  try {
    const SceneInstance instance = m_scene.instantiate(assignments);
    requireMotion(m_scene, instance);
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    if (m_measure.kind == Measure::Kind::Gram) return gram(*instance.mechanism, problem);
    if (!problem) return withoutContact();
    const ImpactReport report = resolveImpact(*problem, m_options, m_stop);
    limit = report.limit();
    return ofReport(report);
  } catch (const SceneError& error) {
    if (error.fault() == SceneError::Fault::Command) throw;
    return emptyCell(EmptyCell::Impossible);
  } catch (const ImpactError&) {
    return emptyCell(EmptyCell::Impossible);
  }
}

SweepPoint PointEvaluation::gram(const Mechanism& mechanism,
                                 const std::optional<ImpactProblem>& problem) const {
  const bool firstPair = m_measure.pair[0].empty();
  if (!firstPair)
    for (const std::string& name : m_measure.pair) requireContact(mechanism, name);
  if (!problem || problem->contactCount() < 2) return emptyCell(EmptyCell::NoPair);
  const int i = firstPair ? 0 : contactIndex(*problem, m_measure.pair[0]);
  const int j = firstPair ? 1 : contactIndex(*problem, m_measure.pair[1]);
  if (i < 0 || j < 0) return emptyCell(EmptyCell::NoPair);
  return {problem->gram()(i, j), ""};
}

/// The measure without a closed contact: the only ordering is the empty one, and every model keeps the
/// momentum.
SweepPoint PointEvaluation::withoutContact() const {
  if (m_measure.kind == Measure::Kind::Xi || m_measure.kind == Measure::Kind::Distance) return {0.0, ""};
  return {1.0, "1"};
}

SweepPoint PointEvaluation::ofReport(const ImpactReport& report) const {
  if (!report.complete())
    return emptyCell(report.termination.decided ? EmptyCell::Limit : EmptyCell::Undecided);
  if (m_measure.kind == Measure::Kind::Xi) {
    if (report.jammed()) return emptyCell(EmptyCell::Jammed);
    if (!report.indeterminacy.isExact() && report.tolerance == 0) return emptyCell(EmptyCell::Undecided);
    return SweepPoint{report.indeterminacy.xi, "", report.maxLength};
  }
  if (m_measure.kind == Measure::Kind::Distance) return distance(report);
  if (m_measure.kind == Measure::Kind::Orderings && report.cut()) return emptyCell(EmptyCell::Undecided);
  const Count count =
      m_measure.kind == Measure::Kind::Orderings ? report.orderings : Count(report.outcomes.size());
  return {count.toDouble(), count.str()};
}

SweepPoint PointEvaluation::distance(const ImpactReport& report) const {
  if (report.jammed()) return emptyCell(EmptyCell::Jammed);
  const ComparedModel compared =
      compareModel(*m_measure.model, report, OutcomeHull(report), modelOptions(report));
  if (!compared.place) return emptyCell(EmptyCell::NoAnswer);
  return {compared.place->distance, ""};
}

}  // namespace

std::string_view toString(EmptyCell why) {
  switch (why) {
    case EmptyCell::No:
      return "";
    case EmptyCell::Impossible:
      return "impossible";
    case EmptyCell::NoPair:
      return "no-pair";
    case EmptyCell::Jammed:
      return "jammed";
    case EmptyCell::Limit:
      return "limit";
    case EmptyCell::Undecided:
      return "undecided";
    case EmptyCell::NoAnswer:
      return "no-answer";
  }
  return "";
}

SweepAxis sweepAxis(std::string name, double a, double b, int count) {
  if (count < 1)
    throw SceneError("", name, "a sweep of " + std::to_string(count) + " points", "at least 1",
                     SceneError::Fault::Command);
  SweepAxis axis{std::move(name), {}};
  axis.values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    axis.values.push_back(i + 1 == count && i > 0 ? b : a + (b - a) * i / std::max(1, count - 1));
  return axis;
}

Measure parseMeasure(const std::string& text) {
  if (text == "xi") return {Measure::Kind::Xi, {}, nullptr};
  if (text == "outcomes") return {Measure::Kind::Outcomes, {}, nullptr};
  if (text == "orderings") return {Measure::Kind::Orderings, {}, nullptr};
  if (text == "gram") return {Measure::Kind::Gram, {}, nullptr};
  if (const std::string prefix = "distance:"; text.starts_with(prefix)) {
    const ImpactModel* model = findImpactModel(text.substr(prefix.size()));
    if (!model) refuseModel(text.substr(prefix.size()));
    return {Measure::Kind::Distance, {}, model};
  }
  const std::string prefix = "gram:";
  const auto middle = text.find(':', prefix.size());
  if (!text.starts_with(prefix) || middle == std::string::npos) refuseMeasure(text);
  Measure measure{Measure::Kind::Gram,
                  {text.substr(prefix.size(), middle - prefix.size()), text.substr(middle + 1)},
                  nullptr};
  if (measure.pair[0].empty() || measure.pair[1].empty()) refuseMeasure(text);
  return measure;
}

SweepResult sweep(const Scene& scene, const Assignments& assignments, std::vector<SweepAxis> over,
                  const Measure& measure, const ResolveOptions& options, std::stop_token stop,
                  const Progress& progress) {
  SweepResult result{std::move(over), measure, {}, 0, true, Limit::None};
  std::size_t count = 1;
  for (const SweepAxis& axis : result.over) count *= axis.values.size();
  const std::size_t fits = std::max<std::size_t>(options.limits.maxBytes / sizeof(SweepPoint), 1);
  const std::size_t wanted = std::min(count, fits);
  result.points.reserve(wanted);  // reserved memory is not used until its points are computed
  const auto assignmentsAt = [&](std::size_t point) {
    Assignments at = assignments;
    for (std::size_t a = result.over.size(); a-- > 0; point /= result.over[a].values.size())
      at[result.over[a].name] = shortestText(result.over[a].values[point % result.over[a].values.size()]);
    return at;
  };
  const PointEvaluation evaluation(scene, measure, options, stop);
  std::mutex reporting;
  std::size_t reported = 0;
  std::vector<Limit> limits(std::min(wanted, pointsAtOnce));
  const auto evaluate = [&](std::size_t point) {
    if (stop.stop_requested()) return;
    Limit& limit = limits[point % pointsAtOnce] = Limit::None;
    result.points[point] = evaluation.at(assignmentsAt(point), limit);
    if (!progress) return;
    const std::scoped_lock lock(reporting);
    progress(static_cast<double>(++reported) / static_cast<double>(count));
  };
  const auto cutShort = [&](Limit limit) {
    if (result.complete) result.limit = limit;
    result.complete = false;
  };
  for (std::size_t first = 0; first < wanted && !stop.stop_requested(); first += pointsAtOnce) {
    const std::size_t end = std::min(first + pointsAtOnce, wanted);
    result.points.resize(end);
    std::fill(limits.begin(), limits.end(), Limit::Cancelled);
    // a fault of the command throws here, before the parallel loop, and is always the same
    if (first == 0) evaluate(0);
    tbb::parallel_for(std::max<std::size_t>(first, 1), std::max<std::size_t>(end, 1), evaluate);
    for (; result.done < end && limits[result.done - first] != Limit::Cancelled; ++result.done)
      if (const Limit limit = limits[result.done - first]; limit != Limit::None) cutShort(limit);
  }
  result.points.resize(result.done);
  if (result.done < wanted) cutShort(Limit::Cancelled);
  if (wanted < count) cutShort(Limit::Memory);
  return result;
}

}  // namespace carom
