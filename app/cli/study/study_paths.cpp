#include "cli/study/study_paths.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <span>

#include "answer/document/landing_document.h"
#include "answer/document/run_document.h"
#include "answer/question/options.h"
#include "answer/record_motion.h"
#include "answer/run_quantity.h"
#include "base/near_names.h"
#include "cli/impact/initial_impact.h"
#include "cli/study/json_path.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

/// Where the measures of a study are.
struct PathPlan {
  std::shared_ptr<const Scene> scene;
  ResolveOptions resolve;
  OptionWords run, landing;
  std::vector<std::string> quantities;  ///< of the run, whose extremes are measured
  std::vector<JsonPath> paths;          ///< of the measures of kind Answer, Run and Landing
  std::vector<Measure::Kind> kinds;
  /// Of answers, runs and landings, for these paths, for names in them, and for why a cell is empty.
  std::vector<std::string_view> keys, runKeys, landingKeys;

  std::vector<std::string_view>& keysOf(Measure::Kind kind) {
    return kind == Measure::Kind::Run ? runKeys : kind == Measure::Kind::Landing ? landingKeys : keys;
  }
};

/// What the paths of the measures of a landing begin with.
constexpr std::string_view landingPrefix = "landing.";

bool isOfLanding(std::string_view path) {
  return path.starts_with(landingPrefix);
}

/// What the paths of quantities of a run begin with: "extremes[E total].greatest".
constexpr std::string_view extremesPrefix = "extremes[";

/// The path in the document in which it is.
std::string pathInDocument(const std::string& path) {
  return isOfLanding(path) ? path.substr(landingPrefix.size()) : path;
}

/// All keys in documents of one kind.
std::vector<AnswerKey> keysIn(Measure::Kind kind) {
  if (kind == Measure::Kind::Run) return {runKeys().begin(), runKeys().end()};
  if (kind == Measure::Kind::Landing) return {landingKeys().begin(), landingKeys().end()};
  return {impactKeys().begin(), impactKeys().end()};
}

Cell cellIn(const Json& document, const JsonPath& path) {
  const Json* const value = path.find(document);
  if (!value) return emptyCell(EmptyCell::Absent);
  if (const auto number = numberIn(*value)) return *number;
  if (document.value("terminates", Json()) == Json(false)) return emptyCell(EmptyCell::Jammed);
  const bool complete = document.value("complete", Json()) == Json(true);
  return emptyCell(complete ? EmptyCell::Undecided : EmptyCell::Limit);
}

std::vector<Cell> readPaths(const PathPlan& plan, const SceneInstance& instance, const MeasuredPoint& point,
                            const std::stop_token& stop) {
  Json answer, run, landed;
  if (!plan.keys.empty()) {
    ResolveAnswer resolved;
    resolved.report =
        point.report ? *point.report : resolveImpact(initialImpact(instance), plan.resolve, stop);
    answer = impactDocument({"", instance.mechanism->coordinates(), &instance, resolved}, plan.keys);
  }
  if (!plan.runKeys.empty()) {
    constexpr std::size_t lastStepOnly = std::numeric_limits<std::size_t>::max();
    Question question = readQuestion(plan.run, Command::Study, knownNames(instance));
    question.maxBytes = plan.resolve.limits.maxBytes;
    // Those that this point has not leave their cells empty.
    std::ranges::copy_if(plan.quantities, std::back_inserter(question.quantities),
                         [quantities = RunQuantities(instance)](const std::string& key) {
                           return quantities.find(key).has_value();
                         });
    run = runDocument(recordMotion(plan.scene, instance, question, lastStepOnly, stop, {}), plan.runKeys);
  }
  if (!plan.landingKeys.empty()) {
    Question question = readQuestion(plan.landing, Command::StudyLanding, {});
    LandingQuestion landing = landingQuestion(question);
    landing.resolve = plan.resolve;
    if (plan.resolve.limits.maxStates != GraphLimits().maxStates)
      landing.nearStates = plan.resolve.limits.maxStates;
    const auto asks = [&](std::string_view key) {
      return std::ranges::find(plan.landingKeys, key) != plan.landingKeys.end();
    };
    landing.tilts = asks("tilted");
    landing.seeksNearest = asks("nearest");
    landing.spreads = asks("spread");
    const LandingAnswer found = carom::landing(instance, plan.scene->file(), landing, stop);
    landed = landingDocument({plan.scene->name(), landing, found}, plan.landingKeys);
  }
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < plan.paths.size(); ++i) {
    const Measure::Kind kind = plan.kinds[i];
    cells.push_back(cellIn(kind == Measure::Kind::Run       ? run
                           : kind == Measure::Kind::Landing ? landed
                                                            : answer,
                           plan.paths[i]));
  }
  return cells;
}

/// Shows the scene at its own values, and at the first, the middle and the last point of a study; without
/// those that it refuses.
void eachSpecimen(const Study& study, const std::function<void(const SceneInstance& instance)>& visit) {
  constexpr std::size_t own = std::numeric_limits<std::size_t>::max();
  for (const std::size_t point : {own, std::size_t{0}, study.points() / 2, study.points() - 1}) {
    std::optional<SceneInstance> instance;
    try {
      Assignments at = study.set;
      if (point != own) study.assign(point, at);
      instance.emplace(study.scene->instantiate(at));
    } catch (const SceneError&) {  // other points may suit the scene
      continue;
    }
    visit(*instance);
  }
}

/// The names of contacts and coordinates of these; empty where the scene refuses them all.
std::set<std::string> namesOf(const Study& study) {
  std::set<std::string> names;
  eachSpecimen(study, [&](const SceneInstance& instance) {
    for (const Coordinate& coordinate : instance.mechanism->coordinates()) names.insert(coordinate.name);
    for (const ContactPair& contact : instance.mechanism->contacts()) names.insert(contact.name);
  });
  return names;
}

/// Decides for each path in which answer it is.
class PathFinder {
 public:
  explicit PathFinder(const Study& study) : m_study(study), m_names(namesOf(study)) {}

  /// In which document it is. Throws SceneError where none has it.
  Measure::Kind kindOf(std::size_t measure, const std::optional<JsonPath>& path) const {
    const auto has = [&](const AnswerKey& key) {
      return path && std::ranges::any_of(numberPaths(key), [&](const std::string& known) {
               return path->fits(*JsonPath::parse(known));
             });
    };
    if (path) checkNames(measure, *path);
    if (path) checkNumber(measure, *path);
    if (isOfLanding(m_study.measures[measure].path)) {
      if (std::ranges::none_of(landingKeys(), has)) refuse(measure, unknown(m_study.measures[measure].path));
      return Measure::Kind::Landing;
    }
    checkDerived(measure);
    if (std::ranges::any_of(impactKeys(), has)) return Measure::Kind::Answer;
    if (std::ranges::none_of(runKeys(), has)) refuse(measure, unknown(m_study.measures[measure].path));
    if (!m_study.run)
      refuse(measure, {"\"" + m_study.measures[measure].path + "\" is a number of a run",
                       "\"simulate\": {\"until\": …} in the study"});
    return Measure::Kind::Run;
  }

  [[noreturn]] void refuse(std::size_t measure, const std::pair<std::string, std::string>& problem) const {
    throw SceneError(m_study.file, "measures[" + std::to_string(measure) + ']', problem.first,
                     problem.second);
  }

 private:
  void checkNames(std::size_t measure, const JsonPath& path) const {
    if (m_study.measures[measure].path.starts_with(extremesPrefix)) return checkQuantity(measure, path);
    for (const std::string& name : path.names())
      if (!m_names.empty() && !m_names.contains(name))
        refuse(measure, {"the scene has no contact and no coordinate \"" + name + '"',
                         expectedName(name, {m_names.begin(), m_names.end()})});
  }

  /// "outcomes[0].velocity[7]": a list with a number for each coordinate has no more of them.
  void checkNumber(std::size_t measure, const JsonPath& path) const {
    constexpr std::string_view lists[] = {".velocity", ".momentum"};
    const std::string_view text = m_study.measures[measure].path;
    const auto index = path.lastIndex();
    const std::string_view list = text.substr(0, text.rfind('['));
    if (!index || std::ranges::none_of(lists, [&](std::string_view name) { return list.ends_with(name); }))
      return;
    std::size_t most = 0;
    eachSpecimen(m_study, [&](const SceneInstance& instance) {
      most = std::max(most, static_cast<std::size_t>(instance.mechanism->dof()));
    });
    if (most > 0 && *index >= most)
      refuse(measure, {"the scene has " + std::to_string(most) + " coordinates",
                       "a number from 0 to " + std::to_string(most - 1) + ", or the name of a coordinate"});
  }

  /// "extremes[KEY]": a quantity of the run.
  void checkQuantity(std::size_t measure, const JsonPath& path) const {
    if (path.names().empty())
      refuse(measure, {"\"" + m_study.measures[measure].path + "\" names no quantity of the run",
                       "its key in brackets, such as extremes[E total].greatest"});
    std::optional<NoQuantity> first;  // of the scene itself, where it has none
    bool isSomewhere = false;
    eachSpecimen(m_study, [&](const SceneInstance& instance) {
      if (isSomewhere) return;
      const auto no = whyNotReported(instance, path.names().front());
      isSomewhere = !no;
      if (!first) first = no;
    });
    if (!isSomewhere && first) refuse(measure, {first->problem, first->expected});
  }

  /// "derived.NAME": a quantity that the scene derives.
  void checkDerived(std::size_t measure) const {
    constexpr std::string_view begin = "derived.";
    const std::string& path = m_study.measures[measure].measure.path;
    if (!path.starts_with(begin)) return;
    const std::string name = path.substr(begin.size());
    std::vector<std::string> known;
    for (const ParameterSpec& spec : m_study.scene->derived()) known.push_back(spec.name);
    if (std::ranges::find(known, name) == known.end())
      refuse(measure, {"the scene derives no \"" + name + '"',
                       known.empty() ? "a scene with \"derived\"" : expectedName(name, known)});
  }

  std::pair<std::string, std::string> unknown(const std::string& path) const {
    std::vector<std::string> known;
    for (const MeasureName& row : measureNames()) known.emplace_back(row.name);
    const auto add = [&known](const AnswerKey& key, std::string_view prefix = {}) {
      for (const std::string& one : numberPaths(key)) {
        std::string name = std::string(prefix) + one;
        known.push_back(name);
        for (; name.ends_with("[0]"); known.push_back(name)) name.resize(name.size() - 3);
      }
    };
    for (const AnswerKey& key : impactKeys()) add(key);
    for (const AnswerKey& key : runKeys()) add(key);
    for (const AnswerKey& key : landingKeys()) add(key, landingPrefix);
    std::string near;
    for (const std::string& name : nearNames(path, known)) near += (near.empty() ? "" : ", ") + name;
    return {"unknown measure \"" + path + '"',
            near.empty()
                ? "xi, outcomes, or a path in the JSON of `carom resolve` or `carom simulate`, or, after "
                  "landing., of `carom landing`"
                : near};
  }

  const Study& m_study;
  std::set<std::string> m_names;
};

/// The unit of a coordinate, of its velocity (v) or of its momentum (p).
std::string unitOf(const Coordinate& coordinate, char what) {
  if (what == 'v') return coordinate.unit + "/s";
  if (what == 'p') return coordinate.unit == "rad" ? "kg*m^2/s" : "kg*m/s";
  return coordinate.unit;
}

/// The unit of the numbers at a path; a list counts as the number of its entries. Empty where it is not
/// known.
std::string unitAt(const JsonPath& path, std::span<const AnswerKey> keys,
                   const std::vector<Coordinate>& coordinates) {
  for (const AnswerKey& key : keys)
    for (const NumberPath& number : numbersOf(key)) {
      const JsonPath kind = *JsonPath::parse(number.path);
      if (!path.fits(kind)) continue;
      if (!kind.fits(path)) return "1";
      if (number.unit.empty()) continue;
      if (number.unit != "q" && number.unit != "v" && number.unit != "p") return number.unit;
      const std::vector<std::string> names = path.names();
      auto found = coordinates.end();
      if (const auto index = path.lastIndex(); index && *index < coordinates.size())
        found = coordinates.begin() + static_cast<std::ptrdiff_t>(*index);
      else if (!names.empty())
        found = std::ranges::find(coordinates, names.back(), &Coordinate::name);
      if (found != coordinates.end()) return unitOf(*found, number.unit.front());
    }
  return "";
}

/// Reads the options of the run once, so that wrong ones are found before the first point.
void checkRun(const Study& study) {
  try {
    readQuestion(*study.run, Command::Study, knownNames(study.scene->instantiate(study.set)));
  } catch (const CommandError& error) {
    throw SceneError(study.file, "simulate", error.what(), "");
  } catch (const SceneError&) {  // the scene may suit other points
  }
}

/// The same of the landing, which may have options that no measure needs.
void checkLanding(const Study& study) {
  try {
    readQuestion(study.landing, Command::StudyLanding, {});
  } catch (const CommandError& error) {
    throw SceneError(study.file, "landing", error.what(), "");
  }
}

}  // namespace

void addUnits(Study& study) {
  std::vector<Coordinate> coordinates;
  // Units of an answer come before those of a run.
  std::vector<AnswerKey> keys = keysIn(Measure::Kind::Answer);
  const std::vector<AnswerKey> ofRuns = keysIn(Measure::Kind::Run),
                               ofLandings = keysIn(Measure::Kind::Landing);
  keys.insert(keys.end(), ofRuns.begin(), ofRuns.end());
  std::optional<RunQuantities> quantities;
  try {
    const SceneInstance instance = study.scene->instantiate(study.set);
    coordinates = instance.mechanism->coordinates();
    quantities.emplace(instance);
  } catch (const SceneError&) {  // the scene may suit other points: units of coordinates stay open
  }
  for (StudyMeasure& measure : study.measures) {
    const auto path = measure.unit.empty() ? JsonPath::parse(pathInDocument(measure.path)) : std::nullopt;
    if (!path) continue;
    for (const ParameterSpec& spec : study.scene->derived())
      if (measure.path == "derived." + spec.name) measure.unit = siUnit(spec.unit);
    if (!measure.unit.empty()) continue;
    if (measure.path.starts_with(extremesPrefix) && !path->names().empty()) {
      const auto quantity = quantities ? quantities->find(path->names().front()) : std::nullopt;
      measure.unit = quantity ? quantity->unit : "";
      continue;
    }
    measure.unit = unitAt(*path, isOfLanding(measure.path) ? ofLandings : keys, coordinates);
  }
}

ReadPaths preparePaths(Study& study) {
  checkLanding(study);
  const auto plan = std::make_shared<PathPlan>();
  std::optional<PathFinder> finder;
  for (std::size_t i = 0; i < study.measures.size(); ++i) {
    Measure& measure = study.measures[i].measure;
    if (measure.kind != Measure::Kind::Answer) continue;
    if (!finder) finder.emplace(study);
    const std::optional<JsonPath> path = JsonPath::parse(pathInDocument(measure.path));
    measure.kind = finder->kindOf(i, path);
    if (measure.kind == Measure::Kind::Answer)
      study.resolve.minimalityChecks = ResolveOptions().minimalityChecks;
    plan->paths.push_back(*path);
    plan->kinds.push_back(measure.kind);
    if (measure.path.starts_with(extremesPrefix)) plan->quantities.push_back(path->names().front());
    for (const AnswerKey& row : keysIn(measure.kind))
      if (pathInDocument(measure.path).starts_with(row.key) || row.key == "terminates" ||
          row.key == "complete" ||
          (!path->names().empty() && (row.key == "coordinates" || row.key == "contacts")))
        plan->keysOf(measure.kind).push_back(row.key);
  }
  if (plan->paths.empty()) return {};
  plan->scene = study.scene;
  plan->resolve = study.resolve;
  plan->landing = study.landing;
  if (study.run) {
    plan->run = *study.run;
    checkRun(study);
  }
  return [plan](const SceneInstance& instance, const MeasuredPoint& point, const std::stop_token& stop) {
    return readPaths(*plan, instance, point, stop);
  };
}

}  // namespace carom
