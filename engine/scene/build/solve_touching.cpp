#include "scene/build/solve_touching.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/least_squares.h"
#include "base/near_names.h"
#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/loop_equations.h"
#include "scene/build/build_ends.h"
#include "scene/expression/units.h"

namespace carom {

namespace {

constexpr int mostSteps = 50;
/// Deviation of a gap at which the iteration ends: far below closedGap, above the rounding of gaps of bodies
/// of some metres (m).
constexpr double wantedDeviation = 1e-13;
/// What is accepted where rounding ends the iteration earlier (m).
constexpr double acceptedDeviation = 0.1 * closedGap;

std::string expectedContact(const std::string& wrong, const Mechanism& mechanism) {
  constexpr std::size_t mostListed = 20;
  std::vector<std::string> names;
  for (const ContactPair& contact : mechanism.contacts()) names.push_back(contact.name);
  const bool few = !names.empty() && names.size() <= mostListed;
  return few ? expectedName(wrong, names) : "the name of a contact";
}

class StartSolver {
 public:
  StartSolver(const SceneSource& scene, SceneValues& values,
              const std::function<Posture(std::span<const double>)>& place);

  StartMoves run();

 private:
  void addCoordinates(const std::vector<CoordinateSource>& sources, bool anyJoint);
  void addLoops();
  void addParameters();
  void add(const std::string& name, const std::string& unit, double weight, const std::string& place);
  std::vector<double> parameterMoves(const Eigen::VectorXd& x) const;
  Eigen::VectorXd coordinateMoves(const Eigen::VectorXd& x) const;
  Posture posture(const Eigen::VectorXd& x) const;
  /// The gaps less the wanted one, then the equations of the loops; infinite where the scene refuses the
  /// values.
  Eigen::VectorXd deviations(const Eigen::VectorXd& x) const;
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd& deviations) const;
  Eigen::VectorXd weightedStep(const Eigen::MatrixXd& J, const Eigen::VectorXd& r, double rank) const;
  Eigen::VectorXd stepWithinLimits(const Eigen::VectorXd& x, const Eigen::MatrixXd& J,
                                   const Eigen::VectorXd& r, double rank) const;
  void findLimits();
  bool advance(Eigen::VectorXd& x, Eigen::VectorXd& r) const;
  bool leave(Eigen::VectorXd& x, Eigen::VectorXd& r) const;
  [[noreturn]] void refuse(const Eigen::VectorXd& r) const;

  const SceneSource& m_scene;
  SceneValues& m_values;
  const std::function<Posture(std::span<const double>)>& m_place;
  Posture m_start;
  bool m_touches;
  std::vector<int> m_contacts;
  double m_gap = 0;
  int m_equations = 0;                           ///< of loops
  std::vector<int> m_coordinates, m_parameters;  ///< the unknowns: coordinates, then parameters
  std::size_t m_ofTouching = 0;                  ///< how many of the coordinates "touching" names
  std::vector<std::array<double, 2>> m_limits;   ///< of the moves of the coordinates; infinite without stops
  std::vector<double> m_weights;
  std::vector<StartMove> m_moves;
};

StartSolver::StartSolver(const SceneSource& scene, SceneValues& values,
                         const std::function<Posture(std::span<const double>)>& place)
    : m_scene(scene),
      m_values(values),
      m_place(place),
      m_start(place({})),
      m_touches(scene.touching.solved && values(scene.touching.when) != 0),
      m_equations(LoopEquations(*m_start.mechanism).count()) {
  if (m_touches) {
    m_gap = values(scene.touching.gap);
    eachTouching(scene, values, *m_start.mechanism,
                 [&](int contact, const std::string&) { m_contacts.push_back(contact); });
    addCoordinates(m_scene.touching.by, false);
  }
  m_ofTouching = m_coordinates.size();
  addLoops();
  if (m_touches) addParameters();
  findLimits();
}

/// The moves that the stops of the coordinates leave. A start beyond a stop is refused later.
void StartSolver::findLimits() {
  m_limits.assign(m_coordinates.size(), {-HUGE_VAL, HUGE_VAL});
  for (const ContactPair& contact : m_start.mechanism->contacts()) {
    if (!contact.limit) continue;
    const auto found = std::ranges::find(m_coordinates, contact.limit->coordinate);
    if (found == m_coordinates.end()) continue;
    const double move = contact.limit->bound - m_start.q[contact.limit->coordinate];
    if (move * contact.limit->sign > 0) continue;
    auto& [least, greatest] = m_limits[static_cast<std::size_t>(found - m_coordinates.begin())];
    (contact.limit->sign > 0 ? least : greatest) = move;
  }
}

void StartSolver::add(const std::string& name, const std::string& unit, double weight,
                      const std::string& place) {
  if (!(weight > 0)) m_values.refuse(place, "is " + roundedText(weight), "a weight > 0");
  m_weights.push_back(weight);
  m_moves.push_back({name, unit, 0, 0});
}

/// Adds the coordinates of a list, those that are there already left out; one list names none twice.
void StartSolver::addCoordinates(const std::vector<CoordinateSource>& sources, bool anyJoint) {
  const auto& all = m_start.mechanism->coordinates();
  std::vector<int> named;
  for (const CoordinateSource& source : sources)
    m_values.repeatIndex(source.coordinate.index, [&] {
      const int index = coordinateNamed(m_values, *m_start.mechanism, source.coordinate, anyJoint);
      const Coordinate& coordinate = all[static_cast<std::size_t>(index)];
      if (std::ranges::find(named, index) != named.end())
        m_values.refuse(source.coordinate.place, "\"" + coordinate.name + "\" is named twice",
                        "each coordinate once");
      named.push_back(index);
      if (std::ranges::find(m_coordinates, index) != m_coordinates.end()) return;
      m_coordinates.push_back(index);
      add(coordinate.name, coordinate.unit, m_values(source.value), source.value.place);
    });
}

/// Adds what closes the loops: the coordinates that "closing" names, else those that move one end of a loop
/// only.
void StartSolver::addLoops() {
  if (m_equations == 0) return;
  if (m_scene.closing.by) return addCoordinates(*m_scene.closing.by, true);
  const Mechanism& mechanism = *m_start.mechanism;
  std::vector<bool> moves(static_cast<std::size_t>(mechanism.dof()), false);
  for (const Loop& loop : mechanism.loops()) {
    if (const auto* tie = std::get_if<TieLoop>(&loop.kind))
      moves[static_cast<std::size_t>(tie->coordinate)] = moves[static_cast<std::size_t>(tie->to)] = true;
    const auto* ends = endsOf(loop);
    if (!ends) continue;
    static const std::vector<int> none;
    const auto chain = [&](std::size_t k) -> const std::vector<int>& {
      return (*ends)[k].body < 0 ? none : mechanism.chain((*ends)[k].body);
    };
    std::vector<int> one;
    std::ranges::set_symmetric_difference(chain(0), chain(1), std::back_inserter(one));
    for (const int i : one) moves[static_cast<std::size_t>(i)] = true;
  }
  for (int i = 0; i < mechanism.dof(); ++i)
    if (moves[static_cast<std::size_t>(i)] && std::ranges::find(m_coordinates, i) == m_coordinates.end()) {
      const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
      m_coordinates.push_back(i);
      add(coordinate.name, coordinate.unit, 1, m_scene.closing.place);
    }
}

void StartSolver::addParameters() {
  for (const auto& [parameter, weight] : m_scene.touching.byParameters) {
    const ParameterSpec& spec = m_scene.parameters[static_cast<std::size_t>(parameter)].spec;
    const auto unit = std::ranges::find(units, spec.unit, &Unit::name);
    m_parameters.push_back(parameter);
    add(spec.name, unit == units.end() ? "" : std::string(unit->si), m_values(weight), weight.place);
  }
}

std::vector<double> StartSolver::parameterMoves(const Eigen::VectorXd& x) const {
  std::vector<double> moves(m_scene.parameters.size(), 0.0);
  const auto first = std::ssize(m_coordinates);
  for (std::size_t i = 0; i < m_parameters.size(); ++i)
    moves[static_cast<std::size_t>(m_parameters[i])] = x[first + static_cast<Eigen::Index>(i)];
  return moves;
}

Eigen::VectorXd StartSolver::coordinateMoves(const Eigen::VectorXd& x) const {
  Eigen::VectorXd moves = Eigen::VectorXd::Zero(m_start.q.size());
  for (std::size_t i = 0; i < m_coordinates.size(); ++i)
    moves[m_coordinates[i]] = x[static_cast<Eigen::Index>(i)];
  return moves;
}

Posture StartSolver::posture(const Eigen::VectorXd& x) const {
  Posture posture = m_parameters.empty() ? m_start : m_place(parameterMoves(x));
  posture.q = posture.mechanism->moved(posture.q, coordinateMoves(x), 1);
  return posture;
}

Eigen::VectorXd StartSolver::deviations(const Eigen::VectorXd& x) const {
  Eigen::VectorXd r(std::ssize(m_contacts) + m_equations);
  try {
    const auto [mechanism, q] = posture(x);
    for (Eigen::Index i = 0; i < std::ssize(m_contacts); ++i)
      r[i] = mechanism->gap(m_contacts[static_cast<std::size_t>(i)], q) - m_gap;
    LoopEquations loops(*mechanism);
    loops.place(q);
    r.tail(m_equations) = loops.values();
  } catch (const SceneError&) {
    r.setConstant(HUGE_VAL);
  }
  return r;
}

/// Derivatives of the gaps by the unknowns over their weights. Those by parameters are differences, whose
/// error of about 1e-7 turns the step a little; the gaps that it closes are exact.
Eigen::MatrixXd StartSolver::jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd& r) const {
  constexpr double step = 1e-7;
  Eigen::MatrixXd J(r.size(), x.size());
  const auto [mechanism, q] = posture(x);
  const Eigen::VectorXd moves = coordinateMoves(x);
  LoopEquations loops(*mechanism);
  loops.place(q);
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    const Eigen::Index equation = i - std::ssize(m_contacts);
    const Eigen::VectorXd n = equation < 0 ? mechanism->normal(m_contacts[static_cast<std::size_t>(i)], q)
                                           : Eigen::VectorXd(loops.rows().row(equation));
    const Eigen::VectorXd byMoves = mechanism->movedTangent(moves, -1, n);
    for (std::size_t k = 0; k < m_coordinates.size(); ++k)
      J(i, static_cast<Eigen::Index>(k)) = byMoves[m_coordinates[k]];
  }
  for (Eigen::Index k = std::ssize(m_coordinates); k < x.size(); ++k) {
    Eigen::VectorXd moved = x;
    moved[k] += step / m_weights[static_cast<std::size_t>(k)];
    J.col(k) = (deviations(moved) - r) / (moved[k] - x[k]);
  }
  return J * Eigen::Map<const Eigen::VectorXd>(m_weights.data(), x.size()).cwiseInverse().asDiagonal();
}

/// The step over the weights, from the derivatives J over the weights. What only closes loops follows the
/// rest: z = −A_z⁺(g + A_y y) for the loops g, so that it stays where they are closed and y keeps them so. y
/// is the least change that closes the gaps, and the part of the loops that z does not reach.
Eigen::VectorXd StartSolver::weightedStep(const Eigen::MatrixXd& J, const Eigen::VectorXd& r,
                                          double rank) const {
  const Eigen::Index gaps = std::ssize(m_contacts), first = static_cast<Eigen::Index>(m_ofTouching),
                     last = std::ssize(m_coordinates), n = J.cols();
  if (first == last || m_equations == 0) return leastSquares(J, -r, rank).x;
  std::vector<Eigen::Index> y, z;
  for (Eigen::Index k = 0; k < n; ++k) (k >= first && k < last ? z : y).push_back(k);
  const Eigen::MatrixXd Ay = J(Eigen::seqN(gaps, m_equations), y), Az = J(Eigen::seqN(gaps, m_equations), z);
  const auto closing = [&](const Eigen::VectorXd& open) -> Eigen::VectorXd {
    return leastSquares(Az, open, rank).x;
  };
  const Eigen::VectorXd g = r.tail(m_equations), zOfG = closing(g);
  Eigen::MatrixXd whole(r.size(), std::ssize(y));
  Eigen::VectorXd right(r.size());
  const Eigen::MatrixXd Jz = J(Eigen::seqN(0, gaps), z);
  right.head(gaps) = Jz * zOfG - r.head(gaps);
  right.tail(m_equations) = Az * zOfG - g;
  Eigen::VectorXd step = Eigen::VectorXd::Zero(n), change = zOfG;
  if (!y.empty()) {
    Eigen::MatrixXd zOfY(std::ssize(z), std::ssize(y));
    for (Eigen::Index k = 0; k < zOfY.cols(); ++k) zOfY.col(k) = closing(Ay.col(k));
    whole.topRows(gaps) = J(Eigen::seqN(0, gaps), y) - Jz * zOfY;
    whole.bottomRows(m_equations) = Ay - Az * zOfY;
    const Eigen::VectorXd moved = leastSquares(whole, right, rank).x;
    change += zOfY * moved;
    for (Eigen::Index k = 0; k < std::ssize(y); ++k) step[y[static_cast<std::size_t>(k)]] = moved[k];
  }
  for (Eigen::Index k = 0; k < std::ssize(z); ++k) step[z[static_cast<std::size_t>(k)]] = -change[k];
  return step;
}

/// The step, with coordinates that stay within their limits.
Eigen::VectorXd StartSolver::stepWithinLimits(const Eigen::VectorXd& x, const Eigen::MatrixXd& J,
                                              const Eigen::VectorXd& r, double rank) const {
  std::vector<std::array<double, 2>> bounds = m_limits;
  for (std::size_t k = 0; k < bounds.size(); ++k)
    for (double& bound : bounds[k]) bound = (bound - x[static_cast<Eigen::Index>(k)]) * m_weights[k];
  const Eigen::VectorXd step =
      shortestWithin(J, r, bounds, [&](const Eigen::MatrixXd& slopes, const Eigen::VectorXd& deviations) {
        return weightedStep(slopes, deviations, rank);
      });
  return step.cwiseQuotient(Eigen::Map<const Eigen::VectorXd>(m_weights.data(), x.size()));
}

/// One step; false where none makes the gaps smaller.
bool StartSolver::advance(Eigen::VectorXd& x, Eigen::VectorXd& r) const {
  constexpr double rank = 1e-9;  // below it a pivot is an error of the differences
  const Eigen::MatrixXd J = jacobian(x, r);
  if (!J.allFinite()) return false;
  const Eigen::VectorXd step = stepWithinLimits(x, J, r, rank);
  double turn = 1;  // rad: a longer one leaves the branch on which the gaps shrink
  for (Eigen::Index k = 0; k < step.size(); ++k)
    if (m_moves[static_cast<std::size_t>(k)].unit == "rad") turn = std::max(turn, std::abs(step[k]));
  for (double length = 1 / turn; length > 1e-6 / turn; length *= 0.5) {
    const Eigen::VectorXd moved = x + length * step;
    const Eigen::VectorXd next = deviations(moved);
    if (!(next.norm() < r.norm())) continue;
    x = moved;
    r = next;
    return true;
  }
  return false;
}

/// Leaves a place where no small change makes the gaps smaller to first order, such as a leg that points
/// straight up, by the change of one unknown that makes them least; false where none makes them smaller.
bool StartSolver::leave(Eigen::VectorXd& x, Eigen::VectorXd& r) const {
  constexpr double share =
      1e-6;  // of the gaps, by which a change makes them smaller and not only its rounding
  const Eigen::VectorXd from = x;
  double least = (1 - share) * r.norm();
  bool found = false;
  for (Eigen::Index k = 0; k < x.size(); ++k)
    for (const double change : {-0.3, 0.3, -0.03, 0.03}) {  // times the weight
      Eigen::VectorXd moved = from;
      moved[k] += change / m_weights[static_cast<std::size_t>(k)];
      const Eigen::VectorXd next = deviations(moved);
      if (!(next.norm() < least)) continue;
      least = next.norm();
      x = moved;
      r = next;
      found = true;
    }
  return found;
}

void StartSolver::refuse(const Eigen::VectorXd& r) const {
  Eigen::Index worst = 0;
  r.cwiseAbs().maxCoeff(&worst);
  if (const Eigen::Index equation = worst - std::ssize(m_contacts); equation >= 0) {
    const LoopEquations loops(*m_start.mechanism);
    const int loop = loops.loopOf()[static_cast<std::size_t>(equation)];
    m_values.refuse(m_scene.closing.place,
                    "the loops cannot be closed from here: the nearest miss leaves " +
                        m_start.mechanism->loops()[static_cast<std::size_t>(loop)].name + " open by " +
                        roundedText(std::abs(r[worst])) + " (m or rad)",
                    "loops that the coordinates named can close");
  }
  const int contact = m_contacts[static_cast<std::size_t>(worst)];
  m_values.refuse(
      m_scene.touching.place,
      "the gaps cannot be closed from here: the nearest miss leaves contact " +
          m_start.mechanism->contacts()[static_cast<std::size_t>(contact)].name + " a gap of " +
          roundedText(r[worst] + m_gap) + " m",
      "contacts that the coordinates and parameters named can give a gap of " + roundedText(m_gap) + " m");
}

StartMoves StartSolver::run() {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(std::ssize(m_weights));
  Eigen::VectorXd r = deviations(x);
  int iterations = 0;
  const auto goOn = [&] {
    return advance(x, r) || (r.lpNorm<Eigen::Infinity>() > acceptedDeviation && leave(x, r));
  };
  while (r.lpNorm<Eigen::Infinity>() > wantedDeviation && iterations < mostSteps && goOn()) ++iterations;
  if (!(r.lpNorm<Eigen::Infinity>() <= acceptedDeviation)) refuse(r);
  for (std::size_t i = 0; i < m_moves.size(); ++i) m_moves[i].by = x[static_cast<Eigen::Index>(i)];
  StartMoves moves;
  const auto ofTouching = m_moves.begin() + static_cast<std::ptrdiff_t>(m_ofTouching),
             parameters = m_moves.begin() + std::ssize(m_coordinates);
  if (m_touches) {
    TouchingSolution& report = moves.touching.emplace();
    report.contacts = m_contacts;
    report.gap = m_gap;
    report.moved.assign(m_moves.begin(), ofTouching);
    report.moved.insert(report.moved.end(), parameters, m_moves.end());
    report.iterations = iterations;
    report.residual = r.head(std::ssize(m_contacts)).lpNorm<Eigen::Infinity>();
  }
  if (m_equations > 0)
    moves.closing =
        LoopClosing{{ofTouching, parameters}, iterations, r.tail(m_equations).lpNorm<Eigen::Infinity>()};
  moves.parameters = parameterMoves(x);
  moves.coordinates = coordinateMoves(x);
  return moves;
}

}  // namespace

StartMoves solveStart(const SceneSource& scene, SceneValues& values,
                      const std::function<Posture(std::span<const double>)>& place) {
  return StartSolver(scene, values, place).run();
}

void eachTouching(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism,
                  const std::function<void(int contact, const std::string& place)>& visit) {
  if (scene.touching.contacts.empty()) return;
  std::unordered_map<std::string_view, int> numbers;
  for (const ContactPair& contact : mechanism.contacts())
    numbers.emplace(contact.name, static_cast<int>(numbers.size()));
  for (const NamePattern& pattern : scene.touching.contacts) {
    int found = 0, tried = 0;
    values.repeatIndex(pattern.index, [&] {
      ++tried;
      const std::string name = values.name(pattern);
      const auto contact = numbers.find(name);
      if (contact == numbers.end() && pattern.index >= 0) return;
      if (contact == numbers.end())
        values.refuse(pattern.place, "there is no contact \"" + name + '"', expectedContact(name, mechanism));
      ++found;
      visit(contact->second, pattern.place);
    });
    if (found == 0 && tried > 1)
      values.refuse(pattern.place, "no such contact for any value of the index", "names of contacts");
  }
}

}  // namespace carom
