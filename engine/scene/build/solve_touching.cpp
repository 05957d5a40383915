#include "scene/build/solve_touching.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/least_squares.h"
#include "base/near_names.h"
#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
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

class TouchingSolver {
 public:
  TouchingSolver(const SceneSource& scene, SceneValues& values,
                 const std::function<Posture(std::span<const double>)>& place);

  TouchingMoves run();

 private:
  void addCoordinates();
  void addParameters();
  void add(const std::string& name, const std::string& unit, double weight, const std::string& place);
  std::vector<double> parameterMoves(const Eigen::VectorXd& x) const;
  Eigen::VectorXd coordinateMoves(const Eigen::VectorXd& x) const;
  Posture posture(const Eigen::VectorXd& x) const;
  /// The gaps less the wanted one; infinite where the scene refuses the values.
  Eigen::VectorXd deviations(const Eigen::VectorXd& x) const;
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd& deviations) const;
  bool advance(Eigen::VectorXd& x, Eigen::VectorXd& r) const;
  bool leave(Eigen::VectorXd& x, Eigen::VectorXd& r) const;
  [[noreturn]] void refuse(const Eigen::VectorXd& r) const;

  const SceneSource& m_scene;
  SceneValues& m_values;
  const std::function<Posture(std::span<const double>)>& m_place;
  Posture m_start;
  std::vector<int> m_contacts;
  double m_gap;
  std::vector<int> m_coordinates, m_parameters;  ///< the unknowns: coordinates, then parameters
  std::vector<double> m_weights;
  std::vector<TouchingSolution::Move> m_moves;
};

TouchingSolver::TouchingSolver(const SceneSource& scene, SceneValues& values,
                               const std::function<Posture(std::span<const double>)>& place)
    : m_scene(scene),
      m_values(values),
      m_place(place),
      m_start(place({})),
      m_gap(values(scene.touching.gap)) {
  eachTouching(scene, values, *m_start.mechanism,
               [&](int contact, const std::string&) { m_contacts.push_back(contact); });
  addCoordinates();
  addParameters();
}

void TouchingSolver::add(const std::string& name, const std::string& unit, double weight,
                         const std::string& place) {
  if (!(weight > 0)) m_values.refuse(place, "is " + roundedText(weight), "a weight > 0");
  m_weights.push_back(weight);
  m_moves.push_back({name, unit, 0, 0});
}

void TouchingSolver::addCoordinates() {
  const auto& all = m_start.mechanism->coordinates();
  for (const CoordinateSource& source : m_scene.touching.by)
    m_values.repeatIndex(source.coordinate.index, [&] {
      const std::string name = m_values.name(source.coordinate);
      const auto found = std::ranges::find(all, name, &Coordinate::name);
      if (found == all.end())
        m_values.refuse(source.coordinate.place, "there is no coordinate \"" + name + '"',
                        "body.joint, such as \"a.x\"");
      const int index = static_cast<int>(found - all.begin());
      if (m_start.mechanism->links()[static_cast<std::size_t>(index)].spherical >= 0)
        m_values.refuse(source.coordinate.place, "\"" + name + "\" belongs to a spherical joint",
                        "a coordinate of a prismatic or revolute joint");
      if (std::ranges::find(m_coordinates, index) != m_coordinates.end())
        m_values.refuse(source.coordinate.place, "\"" + name + "\" is named twice", "each coordinate once");
      m_coordinates.push_back(index);
      add(name, found->unit, m_values(source.value), source.value.place);
    });
}

void TouchingSolver::addParameters() {
  for (const auto& [parameter, weight] : m_scene.touching.byParameters) {
    const ParameterSpec& spec = m_scene.parameters[static_cast<std::size_t>(parameter)].spec;
    const auto unit = std::ranges::find(units, spec.unit, &Unit::name);
    m_parameters.push_back(parameter);
    add(spec.name, unit == units.end() ? "" : std::string(unit->si), m_values(weight), weight.place);
  }
}

std::vector<double> TouchingSolver::parameterMoves(const Eigen::VectorXd& x) const {
  std::vector<double> moves(m_scene.parameters.size(), 0.0);
  const auto first = std::ssize(m_coordinates);
  for (std::size_t i = 0; i < m_parameters.size(); ++i)
    moves[static_cast<std::size_t>(m_parameters[i])] = x[first + static_cast<Eigen::Index>(i)];
  return moves;
}

Eigen::VectorXd TouchingSolver::coordinateMoves(const Eigen::VectorXd& x) const {
  Eigen::VectorXd moves = Eigen::VectorXd::Zero(m_start.q.size());
  for (std::size_t i = 0; i < m_coordinates.size(); ++i)
    moves[m_coordinates[i]] = x[static_cast<Eigen::Index>(i)];
  return moves;
}

Posture TouchingSolver::posture(const Eigen::VectorXd& x) const {
  Posture posture = m_parameters.empty() ? m_start : m_place(parameterMoves(x));
  posture.q += coordinateMoves(x);
  return posture;
}

Eigen::VectorXd TouchingSolver::deviations(const Eigen::VectorXd& x) const {
  Eigen::VectorXd r(std::ssize(m_contacts));
  try {
    const auto [mechanism, q] = posture(x);
    for (Eigen::Index i = 0; i < r.size(); ++i)
      r[i] = mechanism->gap(m_contacts[static_cast<std::size_t>(i)], q) - m_gap;
  } catch (const SceneError&) {
    r.setConstant(HUGE_VAL);
  }
  return r;
}

/// Derivatives of the gaps by the unknowns over their weights. Those by parameters are differences, whose
/// error of about 1e-7 turns the step a little; the gaps that it closes are exact.
Eigen::MatrixXd TouchingSolver::jacobian(const Eigen::VectorXd& x, const Eigen::VectorXd& r) const {
  constexpr double step = 1e-7;
  Eigen::MatrixXd J(r.size(), x.size());
  const auto [mechanism, q] = posture(x);
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    const Eigen::VectorXd n = mechanism->normal(m_contacts[static_cast<std::size_t>(i)], q);
    for (std::size_t k = 0; k < m_coordinates.size(); ++k)
      J(i, static_cast<Eigen::Index>(k)) = n[m_coordinates[k]];
  }
  for (Eigen::Index k = std::ssize(m_coordinates); k < x.size(); ++k) {
    Eigen::VectorXd moved = x;
    moved[k] += step / m_weights[static_cast<std::size_t>(k)];
    J.col(k) = (deviations(moved) - r) / (moved[k] - x[k]);
  }
  return J * Eigen::Map<const Eigen::VectorXd>(m_weights.data(), x.size()).cwiseInverse().asDiagonal();
}

/// One step; false where none makes the gaps smaller.
bool TouchingSolver::advance(Eigen::VectorXd& x, Eigen::VectorXd& r) const {
  constexpr double rank = 1e-9;  // below it a pivot is an error of the differences
  const Eigen::MatrixXd J = jacobian(x, r);
  if (!J.allFinite()) return false;
  const Eigen::VectorXd step =
      leastSquares(J, -r, rank)
          .x.cwiseQuotient(Eigen::Map<const Eigen::VectorXd>(m_weights.data(), x.size()));
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
bool TouchingSolver::leave(Eigen::VectorXd& x, Eigen::VectorXd& r) const {
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

void TouchingSolver::refuse(const Eigen::VectorXd& r) const {
  Eigen::Index worst = 0;
  r.cwiseAbs().maxCoeff(&worst);
  const int contact = m_contacts[static_cast<std::size_t>(worst)];
  m_values.refuse(
      m_scene.touching.place,
      "the gaps cannot be closed from here: the nearest miss leaves contact " +
          m_start.mechanism->contacts()[static_cast<std::size_t>(contact)].name + " a gap of " +
          roundedText(r[worst] + m_gap) + " m",
      "contacts that the coordinates and parameters named can give a gap of " + roundedText(m_gap) + " m");
}

TouchingMoves TouchingSolver::run() {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(std::ssize(m_weights));
  Eigen::VectorXd r = deviations(x);
  TouchingMoves moves;
  TouchingSolution& report = moves.report;
  const auto goOn = [&] {
    return advance(x, r) || (r.lpNorm<Eigen::Infinity>() > acceptedDeviation && leave(x, r));
  };
  while (r.lpNorm<Eigen::Infinity>() > wantedDeviation && report.iterations < mostSteps && goOn())
    ++report.iterations;
  report.residual = r.lpNorm<Eigen::Infinity>();
  if (!(report.residual <= acceptedDeviation)) refuse(r);
  report.contacts = m_contacts;
  report.gap = m_gap;
  report.moved = m_moves;
  for (std::size_t i = 0; i < report.moved.size(); ++i) report.moved[i].by = x[static_cast<Eigen::Index>(i)];
  moves.parameters = parameterMoves(x);
  moves.coordinates = coordinateMoves(x);
  return moves;
}

}  // namespace

TouchingMoves solveTouching(const SceneSource& scene, SceneValues& values,
                            const std::function<Posture(std::span<const double>)>& place) {
  return TouchingSolver(scene, values, place).run();
}

void eachTouching(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism,
                  const std::function<void(int contact, const std::string& place)>& visit) {
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
