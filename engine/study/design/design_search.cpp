#include "study/design/design_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/least_squares.h"
#include "base/number_text.h"
#include "base/random.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

constexpr int mostSteps = 50, restarts = 40;
/// Residual of a design: G to rounding, gaps far below closedGap. A smaller value is below the rounding of G.
constexpr double designTolerance = 1e-13;
/// What is accepted where rounding ends the iteration earlier.
constexpr double acceptedResidual = 1e-12;

/// Two rows of the equations: contacts by their number in the model.
struct PairEquation {
  int first, second;
  double G;  ///< wanted
};

class DesignSearch {
 public:
  DesignSearch(DesignModel& model, std::vector<PairEquation> pairs, const std::vector<DesignRange>& ranges,
               std::stop_token stop);

  void run();
  const Eigen::VectorXd& x() const { return m_x; }
  int iterations() const { return m_iterations; }
  double residual() const { return m_residual; }

 private:
  Eigen::VectorXd equations(const ImpactNumbers<double>& impact) const;
  double size(const Eigen::VectorXd& x);
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& x);
  Eigen::VectorXd step(const Eigen::VectorXd& x) const;
  Eigen::VectorXd bounded(Eigen::VectorXd x) const;
  void newton(Eigen::VectorXd x);

  DesignModel& m_model;
  std::vector<PairEquation> m_pairs;
  std::stop_token m_stop;
  Eigen::VectorXd m_start, m_scale, m_least, m_greatest;
  Eigen::VectorXd m_x;  ///< the best so far
  Eigen::VectorXd m_equations;
  Eigen::MatrixXd m_J;
  double m_residual = HUGE_VAL;
  int m_iterations = 0;
};

DesignSearch::DesignSearch(DesignModel& model, std::vector<PairEquation> pairs,
                           const std::vector<DesignRange>& ranges, std::stop_token stop)
    : m_model(model), m_pairs(std::move(pairs)), m_stop(std::move(stop)) {
  const auto n = static_cast<Eigen::Index>(model.variables().size());
  m_start.resize(n);
  m_scale = m_least = m_greatest = m_start;
  for (Eigen::Index i = 0; i < n; ++i) {
    const DesignVariable& variable = model.variables()[static_cast<std::size_t>(i)];
    m_start[i] = variable.value;
    m_scale[i] = variable.scale;
    m_least[i] = variable.least.value_or(-HUGE_VAL);
    m_greatest[i] = variable.greatest.value_or(HUGE_VAL);
    const auto range = std::ranges::find(ranges, variable.name, &DesignRange::variable);
    if (range == ranges.end()) continue;
    m_scale[i] /= range->weight;
    m_least[i] = range->least.value_or(m_least[i]);
    m_greatest[i] = range->greatest.value_or(m_greatest[i]);
  }
  m_x = m_start;
}

Eigen::VectorXd DesignSearch::equations(const ImpactNumbers<double>& impact) const {
  const Eigen::MatrixXd G = gramOf(impact);
  const auto pairs = static_cast<Eigen::Index>(m_pairs.size());
  Eigen::VectorXd r(pairs + impact.gaps.size());
  for (Eigen::Index i = 0; i < pairs; ++i) {
    const auto& [first, second, wanted] = m_pairs[static_cast<std::size_t>(i)];
    r[i] = G(first, second) - wanted;
  }
  r.tail(impact.gaps.size()) = impact.gaps;
  return r;
}

/// The largest residual; infinite where the scene has no such values.
double DesignSearch::size(const Eigen::VectorXd& x) {
  try {
    m_equations = equations(m_model.at(x));
    return m_equations.allFinite() ? m_equations.lpNorm<Eigen::Infinity>() : HUGE_VAL;
  } catch (const SceneError&) {
    return HUGE_VAL;
  }
}

/// Derivatives of the equations by the variables over their scales.
Eigen::MatrixXd DesignSearch::jacobian(const Eigen::VectorXd& x) {
  Eigen::MatrixXd J(m_equations.size(), x.size());
  for (Eigen::Index v = 0; v < x.size(); ++v) {
    const ImpactNumbers<Dual> impact = m_model.along(x, static_cast<int>(v));
    const Eigen::MatrixXd dG = gramSlope(impact);
    for (std::size_t i = 0; i < m_pairs.size(); ++i)
      J(static_cast<Eigen::Index>(i), v) = dG(m_pairs[i].first, m_pairs[i].second);
    J.col(v).tail(impact.gaps.size()) = slopesOf(impact.gaps);
  }
  return J * m_scale.asDiagonal();
}

/// The least change that solves the linearized equations within the bounds: a variable that would pass its
/// bound goes to it, and the others solve the rest.
Eigen::VectorXd DesignSearch::step(const Eigen::VectorXd& x) const {
  constexpr double rank = 1e-12;  // pivots below this are rounding of exact derivatives
  Eigen::VectorXd step = Eigen::VectorXd::Zero(x.size());
  std::vector<Eigen::Index> free(static_cast<std::size_t>(x.size()));
  for (std::size_t i = 0; i < free.size(); ++i) free[i] = static_cast<Eigen::Index>(i);
  while (!free.empty()) {
    for (const Eigen::Index i : free) step[i] = 0;
    const Eigen::VectorXd rest = -m_equations - m_J * step;
    const Eigen::VectorXd part = leastSquares(m_J(Eigen::all, free), rest, rank).x;
    std::vector<Eigen::Index> still;
    for (std::size_t i = 0; i < free.size(); ++i) {
      const Eigen::Index at = free[i];
      const double goal = x[at] + m_scale[at] * part[static_cast<Eigen::Index>(i)];
      const double held = std::clamp(goal, m_least[at], m_greatest[at]);
      step[at] = goal == held ? part[static_cast<Eigen::Index>(i)] : (held - x[at]) / m_scale[at];
      if (goal == held) still.push_back(at);
    }
    if (still.size() == free.size()) break;
    free = std::move(still);
  }
  return step;
}

Eigen::VectorXd DesignSearch::bounded(Eigen::VectorXd x) const {
  return x.cwiseMax(m_least).cwiseMin(m_greatest);
}

void DesignSearch::newton(Eigen::VectorXd x) {
  double residual = size(x);
  if (!std::isfinite(residual)) return;
  for (int k = 0; k < mostSteps && residual > designTolerance && !m_stop.stop_requested(); ++k) {
    m_J = jacobian(x);
    const Eigen::VectorXd change = step(x);
    double length = 1, next = HUGE_VAL;
    Eigen::VectorXd moved;
    for (; length > 1e-6; length *= 0.5) {
      moved = bounded(x + length * m_scale.cwiseProduct(change));
      next = size(moved);
      if (next < residual) break;
    }
    if (!(next < residual)) break;  // rounding, or a nearest miss
    ++m_iterations;
    x = moved;
    const bool stalls = next > 0.999 * residual;
    residual = next;
    if (stalls) break;
  }
  if (residual >= m_residual) return;
  m_residual = residual;
  m_x = x;
}

void DesignSearch::run() {
  newton(bounded(m_start));
  if (m_residual <= acceptedResidual) return;
  const bool isBounded = m_least.allFinite() && m_greatest.allFinite();
  if (!isBounded) return;
  // Seeded points of the box, nearest first, so that the first solution is near the start.
  Random random(1);
  std::vector<Eigen::VectorXd> starts;
  for (int i = 0; i < restarts; ++i) {
    Eigen::VectorXd x(m_x.size());
    for (Eigen::Index v = 0; v < x.size(); ++v)
      x[v] = m_least[v] + random.uniform() * (m_greatest[v] - m_least[v]);
    starts.push_back(x);
  }
  const auto distance = [&](const Eigen::VectorXd& x) {
    return (x - m_start).cwiseQuotient(m_scale).squaredNorm();
  };
  std::ranges::sort(starts, {}, distance);
  for (const Eigen::VectorXd& x : starts) {
    if (m_residual <= acceptedResidual || m_stop.stop_requested()) return;
    newton(x);
  }
}

/// The names of the closed contacts.
std::vector<std::string> closedNames(const SceneInstance& instance) {
  std::vector<std::string> names;
  for (const int contact : closedContacts(*instance.mechanism, instance.initial.q))
    names.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  return names;
}

std::vector<DesignPair> pairsOf(const DesignQuestion& question, const Scene& scene,
                                const SceneInstance& instance) {
  if (!question.pairs.empty()) return question.pairs;
  const std::vector<std::string> closed = closedNames(instance);
  std::vector<DesignPair> pairs;
  for (std::size_t i = 0; i < closed.size(); ++i)
    for (std::size_t j = i + 1; j < closed.size(); ++j) pairs.push_back({{closed[i], closed[j]}, 2});
  if (pairs.empty())
    throw SceneError(scene.file(), "initial", std::to_string(closed.size()) + " contacts are closed",
                     "at least two, whose pair can fit");
  return pairs;
}

std::vector<std::string> variablesOf(const DesignQuestion& question, const Scene& scene) {
  if (!question.variables.empty()) return question.variables;
  std::vector<std::string> names;
  for (const ParameterSpec& parameter : scene.parameters())
    if (parameter.free && !parameter.integer) names.push_back(parameter.name);
  if (names.empty())
    throw SceneError(scene.file(), "parameters", "the scene marks no parameter as free",
                     "names of the parameters to vary", SceneError::Fault::Command);
  return names;
}

/// The ξ of the scene's impact; empty where it is refused or not exact.
std::optional<double> xiUnder(const Scene& scene, const Assignments& assignments,
                              const std::stop_token& stop) {
  try {
    const SceneInstance instance = scene.instantiate(assignments);
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    if (!problem) return std::nullopt;
    ResolveOptions options;
    options.minimalityChecks = 0;
    options.choice = false;
    options.samplePastLimit.samples = 0;
    const ImpactReport report = resolveImpact(*problem, options, stop);
    if (report.jammed() || !report.complete()) return std::nullopt;
    return report.indeterminacy.xi;
  } catch (const ImpactError&) {
    return std::nullopt;
  }
}

void requireRanges(const Scene& scene, const DesignQuestion& question,
                   const std::vector<std::string>& variables) {
  for (const auto& [name, least, greatest, weight] : question.ranges) {
    const auto refuse = [&, &at = name](const std::string& problem, const std::string& expected) {
      throw SceneError(scene.file(), at, problem, expected, SceneError::Fault::Command);
    };
    if (std::ranges::find(variables, name) == variables.end())
      refuse("does not vary", "a variable of the design");
    if (!(weight > 0) || !std::isfinite(weight))
      refuse("has the weight " + shortestText(weight), "more than 0");
    if (least && greatest && !(*least <= *greatest))
      refuse("has the bounds " + shortestText(*least) + " and " + shortestText(*greatest),
             "the smaller first");
  }
}

/// The assignments with the parameters where the scene's "touching" moved them: the design starts there, and
/// the scene has nothing to move any more. Throws SceneError where it moved coordinates, which no design
/// varies.
Assignments afterMoves(const Scene& scene, const SceneInstance& instance, Assignments assignments) {
  if (!instance.touching) return assignments;
  for (const TouchingSolution::Move& move : instance.touching->moved) {
    if (move.by == 0) continue;
    if (move.name.find('.') != std::string::npos)
      throw SceneError(scene.file(), "initial.touching.by", "the coordinate " + move.name + " is moved",
                       "\"by-parameters\", which a design can vary");
    assignments[move.name] = shortestText(move.value);
  }
  return assignments;
}

double gramFor(int m) {
  return m == 2 ? 0 : -std::cos(std::numbers::pi / m);  // cos(π/2) is not 0 in double
}

int nearestMultiplicity(double G) {
  constexpr int most = 1000;
  int best = 2;
  for (int m = 1; m <= most; ++m)
    if (std::abs(G - gramFor(m)) < std::abs(G - gramFor(best))) best = m;
  return best;
}

}  // namespace

DesignAnswer findDesign(const Scene& scene, const Assignments& given, const DesignQuestion& question,
                        std::stop_token stop) {
  const SceneInstance instance = scene.instantiate(given);
  requireMotion(scene, instance);
  const Assignments assignments = afterMoves(scene, instance, given);
  const std::vector<DesignPair> pairs = pairsOf(question, scene, instance);
  std::vector<std::string> contacts;
  const auto numberOf = [&](const std::string& name) {
    const auto known = std::ranges::find(contacts, name);
    const int number = static_cast<int>(known - contacts.begin());
    if (known == contacts.end()) contacts.push_back(name);
    return number;
  };
  std::vector<PairEquation> equations;
  for (const DesignPair& pair : pairs) {
    if (pair.contacts[0] == pair.contacts[1])
      throw SceneError(scene.file(), pair.contacts[0], "is paired with itself", "two different contacts",
                       SceneError::Fault::Command);
    const int first = numberOf(pair.contacts[0]), second = numberOf(pair.contacts[1]);
    equations.push_back({first, second, 0});
  }
  const std::vector<std::string> variables = variablesOf(question, scene);
  requireRanges(scene, question, variables);
  DesignModel model(scene, assignments, variables, contacts);
  DesignAnswer answer;
  Eigen::VectorXd start(static_cast<Eigen::Index>(model.variables().size()));
  for (Eigen::Index i = 0; i < start.size(); ++i)
    start[i] = model.variables()[static_cast<std::size_t>(i)].value;
  const Eigen::MatrixXd before = gramOf(model.at(start));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double G = before(equations[i].first, equations[i].second);
    const int m = pairs[i].multiplicity > 0 ? pairs[i].multiplicity : nearestMultiplicity(G);
    equations[i].G = gramFor(m);
    answer.pairs.push_back({pairs[i].contacts, m, G, G});
  }
  DesignSearch search(model, equations, question.ranges, stop);
  search.run();
  answer.iterations = search.iterations();
  answer.residual = search.residual();
  answer.assignments = model.assignments(search.x());
  const Eigen::MatrixXd after = gramOf(model.at(search.x()));
  for (std::size_t i = 0; i < pairs.size(); ++i)
    answer.pairs[i].after = after(equations[i].first, equations[i].second);
  for (Eigen::Index i = 0; i < start.size(); ++i) {
    const DesignVariable& variable = model.variables()[static_cast<std::size_t>(i)];
    answer.variables.push_back({variable.name, variable.unit, variable.value, search.x()[i]});
  }
  answer.isCancelled = stop.stop_requested();
  answer.found = answer.residual <= acceptedResidual && !answer.isCancelled;
  answer.xiBefore = xiUnder(scene, assignments, stop);
  try {
    answer.xiAfter = xiUnder(scene, answer.assignments, stop);
  } catch (const SceneError& error) {
    answer.found = false;
    answer.refusal = error.what();
  }
  return answer;
}

}  // namespace carom
