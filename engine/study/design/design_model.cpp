#include "study/design/design_model.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/near_names.h"
#include "base/number_text.h"
#include "scene/format/read_scene.h"
#include "study/design/read_numbers.h"

namespace carom {

namespace {

/// The rows M⁻¹uᵀ and the products ⟨u_i,u_j⟩.
struct KineticProducts {
  explicit KineticProducts(const Eigen::MatrixXd& M, const Eigen::MatrixXd& U)
      : X(M.llt().solve(U.transpose())), G(U * X), norms(G.diagonal().cwiseSqrt()) {}
  Eigen::MatrixXd X, G;
  Eigen::VectorXd norms;
};

}  // namespace

Eigen::MatrixXd gramOf(const ImpactNumbers<double>& impact) {
  const KineticProducts products(impact.M, impact.U);
  return products.G.cwiseQuotient(products.norms * products.norms.transpose());
}

Eigen::MatrixXd gramSlope(const ImpactNumbers<Dual>& impact) {
  const KineticProducts products(valuesOf(impact.M), valuesOf(impact.U));
  const auto& [X, G, norms] = products;
  const Eigen::MatrixXd changed = slopesOf(impact.U) * X;
  const Eigen::MatrixXd slope = changed + changed.transpose() - X.transpose() * slopesOf(impact.M) * X;
  const Eigen::VectorXd growth = 0.5 * slope.diagonal().cwiseQuotient(G.diagonal());  // of each norm
  Eigen::MatrixXd result = slope.cwiseQuotient(norms * norms.transpose());
  for (Eigen::Index i = 0; i < result.rows(); ++i)
    for (Eigen::Index j = 0; j < result.cols(); ++j)
      result(i, j) = i == j ? 0 : result(i, j) - G(i, j) / (norms[i] * norms[j]) * (growth[i] + growth[j]);
  return result;
}

DesignStart afterMoves(const SceneInstance& instance, const Assignments& given) {
  DesignStart start{given, {}};
  if (!instance.touching) return start;
  for (const TouchingSolution::Move& move : instance.touching->moved) {
    if (move.by == 0) continue;
    if (move.name.find('.') != std::string::npos)
      start.coordinates[move.name] = move.value;
    else
      start.assignments[move.name] = shortestText(move.value);
  }
  return start;
}

struct DesignModel::Parts {
  Parts(const Scene& scene, const Assignments& given)
      : source(readScene(scene.text(), scene.file())),
        assignments(given),
        instance(scene.instantiate(given)),
        q(instance.initial.q),
        evaluator(source.expressions),
        values(source, evaluator),
        slopes(source.expressions, evaluator) {}

  /// What a variable is: a symbol of the scene or a coordinate of the mechanism; the other one is −1.
  struct Place {
    int symbol = -1, coordinate = -1;
    bool operator==(const Place&) const = default;
  };

  void setCoordinates(const CoordinateValues& given);
  void add(const DesignVariable& variable, Place place);
  void addVariable(const std::string& name);
  void addParameter(int symbol);
  void addCoordinate(int coordinate);
  [[noreturn]] void refuseVariable(const std::string& name) const;
  void addContact(const std::string& name);
  Assignments assigned(const Eigen::VectorXd& x) const;
  void setValues(const Eigen::VectorXd& x);
  void setSlopes(const Eigen::VectorXd& x, int variable);
  void setSlope(int quantity, const QuantityValues& quantities, std::vector<bool>& done);
  template <class S>
  OwnCoordinates<S> ownAt(const Eigen::VectorXd& x, int variable) const;
  template <class S>
  ImpactNumbers<S> numbers(const NumberReader<S>& read, const OwnCoordinates<S>& own);
  int coordinateOf(const std::string& name) const;

  SceneSource source;
  Assignments assignments;
  SceneInstance instance;
  Eigen::VectorXd q;  ///< the initial configuration at the start
  Evaluator evaluator;
  SceneValues values;
  ExpressionSlopes slopes;
  std::vector<DesignVariable> variables;
  std::vector<Place> places;   ///< of the variables
  OwnCoordinates<double> own;  ///< that start elsewhere
  std::vector<ContactFeatures> contacts;
};

int DesignModel::Parts::coordinateOf(const std::string& name) const {
  const auto& all = instance.mechanism->coordinates();
  const auto found = std::ranges::find(all, name, &Coordinate::name);
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

void DesignModel::Parts::setCoordinates(const CoordinateValues& given) {
  for (const auto& [name, value] : given) {
    const int at = coordinateOf(name);
    if (at < 0) refuseVariable(name);
    q[at] = own[at] = value;
  }
}

void DesignModel::Parts::refuseVariable(const std::string& name) const {
  std::vector<std::string> names;
  for (const ParameterValue& one : instance.parameters) names.push_back(one.name);
  if (name.find('.') == std::string::npos)
    throw SceneError(source.file, name, "unknown parameter \"" + name + '"', expectedName(name, names),
                     SceneError::Fault::Command);
  names.clear();
  for (const Coordinate& one : instance.mechanism->coordinates()) names.push_back(one.name);
  throw SceneError(source.file, name, "unknown coordinate \"" + name + '"', expectedName(name, names),
                   SceneError::Fault::Command);
}

void DesignModel::Parts::addVariable(const std::string& name) {
  const int symbol = source.expressions.symbol(name);
  if (symbol >= 0 && symbol < static_cast<int>(instance.parameters.size())) return addParameter(symbol);
  const int coordinate = coordinateOf(name);
  if (coordinate < 0) refuseVariable(name);
  addCoordinate(coordinate);
}

void DesignModel::Parts::add(const DesignVariable& variable, Place place) {
  if (std::ranges::find(places, place) != places.end())
    throw SceneError(source.file, variable.name, "is given twice", "each variable once",
                     SceneError::Fault::Command);
  variables.push_back(variable);
  places.push_back(place);
}

void DesignModel::Parts::addParameter(int symbol) {
  const ParameterSource& parameter = source.parameters[static_cast<std::size_t>(symbol)];
  const ParameterValue& value = instance.parameters[static_cast<std::size_t>(symbol)];
  if (parameter.spec.integer)
    throw SceneError(source.file, value.name, "is a count", "a parameter that varies continuously",
                     SceneError::Fault::Command);
  DesignVariable variable{value.name, parameter.spec.unit, value.value, value.min, value.max};
  // A value typed beyond the slider may stay there.
  if (variable.least) variable.least = std::min(*variable.least, variable.value);
  if (variable.greatest) variable.greatest = std::max(*variable.greatest, variable.value);
  // Radians and centimetres count alike; anything else by its own size.
  const std::string& unit = variable.unit;
  const bool isAngle = unit == "deg" || unit == "rad";
  const bool isLength = unit == "m" || unit == "mm" || unit == "cm";
  variable.scale = isAngle ? 1 : isLength ? 0.01 : variable.value != 0 ? std::abs(variable.value) : 1;
  add(variable, {symbol, -1});
}

void DesignModel::Parts::addCoordinate(int at) {
  const auto& [name, unit] = instance.mechanism->coordinates()[static_cast<std::size_t>(at)];
  add({name, unit, q[at], {}, {}, unit == "m" ? 0.01 : 1}, {-1, at});
}

/// Finds the features of a contact, and checks that they give its gap and normal.
void DesignModel::Parts::addContact(const std::string& name) {
  const Mechanism& mechanism = *instance.mechanism;
  const auto found = std::ranges::find(mechanism.contacts(), name, &ContactPair::name);
  if (found == mechanism.contacts().end()) {
    std::vector<std::string> names;
    for (const ContactPair& one : mechanism.contacts()) names.push_back(one.name);
    throw SceneError(source.file, name, "unknown contact \"" + name + '"', expectedName(name, names),
                     SceneError::Fault::Command);
  }
  const int contact = static_cast<int>(found - mechanism.contacts().begin());
  ContactFeatures features = featuresOf(mechanism, contact, q);
  const TreeNumbers<double> tree = readTree({source, mechanism, values}, NumberReader<double>(values), own);
  const PlacedTree<double> placed(mechanism, tree);
  const Eigen::VectorXd normal = mechanism.normal(contact, q);
  ContactNumbers<double> numbers = contactNumbers(features, tree, placed);
  if (numbers.u.dot(normal) < 0) {
    features.sign = -1;
    numbers = contactNumbers(features, tree, placed);
  }
  constexpr double rounding = 1e-7;  // sharp parts within closedGap of each other turn their normal by less
  const bool isSame = std::abs(numbers.gap - mechanism.gap(contact, q)) <= 2 * closedGap &&
                      (numbers.u - normal).norm() <= rounding * normal.norm();
  if (!isSame)
    throw SceneError(source.file, name, "the gap of contact " + name + " has no derivative here",
                     "a contact away from corners of both shapes");
  contacts.push_back(features);
}

Assignments DesignModel::Parts::assigned(const Eigen::VectorXd& x) const {
  Assignments at = assignments;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (const double value = x[static_cast<Eigen::Index>(i)];
        places[i].symbol >= 0 && value != variables[i].value)
      at[variables[i].name] = shortestText(value);
  return at;
}

void DesignModel::Parts::setValues(const Eigen::VectorXd& x) {
  const Assignments at = assigned(x);
  QuantityValues quantities(source, evaluator, at);
  quantities.evaluate();
  quantities.parameters();  // refuses values out of range
}

/// Sets the slope of a parameter or derived quantity after those of the quantities that its expression uses.
void DesignModel::Parts::setSlope(int quantity, const QuantityValues& quantities, std::vector<bool>& done) {
  const auto at = static_cast<std::size_t>(quantity);
  if (done[at]) return;
  done[at] = true;
  const std::string& text = quantities.expression(quantity);
  const std::vector<int> uses = evaluator.compile(text).uses();
  for (const int used : uses) setSlope(used, quantities, done);
  slopes.setSlope(quantity, uses.empty() ? 0 : slopes(text).slope);
}

/// Sets the slopes of all quantities along a variable, at the values that setValues left for x.
void DesignModel::Parts::setSlopes(const Eigen::VectorXd& x, int variable) {
  const Assignments at = assigned(x);
  const QuantityValues quantities(source, evaluator, at);
  const int count = quantities.size();
  std::vector<bool> done(static_cast<std::size_t>(count), false);
  for (int i = 0; i < count; ++i) slopes.setSlope(i, 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int symbol = places[i].symbol;
    if (symbol < 0) continue;
    done[static_cast<std::size_t>(symbol)] = true;
    slopes.setSlope(symbol, static_cast<int>(i) == variable ? 1 : 0);
  }
  for (int i = 0; i < count; ++i) {
    const bool isParameter = i < static_cast<int>(source.parameters.size());
    if (isParameter && source.parameters[static_cast<std::size_t>(i)].spec.integer) continue;
    setSlope(i, quantities, done);
  }
}

/// The coordinates that are not the scene's; the slope of a variable is 1.
template <class S>
OwnCoordinates<S> DesignModel::Parts::ownAt(const Eigen::VectorXd& x, int variable) const {
  OwnCoordinates<S> at(own.begin(), own.end());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].coordinate < 0) continue;
    S& value = at[places[i].coordinate] = S(x[static_cast<Eigen::Index>(i)]);
    if constexpr (std::is_same_v<S, Dual>) value.slope = static_cast<int>(i) == variable ? 1 : 0;
  }
  return at;
}

template <class S>
ImpactNumbers<S> DesignModel::Parts::numbers(const NumberReader<S>& read, const OwnCoordinates<S>& given) {
  const TreeNumbers<S> tree = readTree({source, *instance.mechanism, values}, read, given);
  const PlacedTree<S> placed(*instance.mechanism, tree);
  const auto k = static_cast<Eigen::Index>(contacts.size());
  ImpactNumbers<S> impact{placed.massMatrix(), MatrixX<S>(k, tree.q.size()), VectorX<S>(k)};
  for (Eigen::Index i = 0; i < k; ++i) {
    const auto contact = contactNumbers(contacts[static_cast<std::size_t>(i)], tree, placed);
    impact.gaps[i] = contact.gap;
    impact.U.row(i) = contact.u.transpose();
  }
  return impact;
}

DesignModel::DesignModel(const Scene& scene, const Assignments& assignments,
                         const std::vector<std::string>& variables, const std::vector<std::string>& contacts,
                         const CoordinateValues& coordinates)
    : m_parts(std::make_unique<Parts>(scene, assignments)) {
  m_parts->setValues({});
  m_parts->setCoordinates(coordinates);
  for (const std::string& name : variables) m_parts->addVariable(name);
  for (const std::string& name : contacts) m_parts->addContact(name);
}
DesignModel::~DesignModel() = default;

const std::vector<DesignVariable>& DesignModel::variables() const {
  return m_parts->variables;
}

Assignments DesignModel::assignments(const Eigen::VectorXd& x) const {
  return m_parts->assigned(x);
}

CoordinateValues DesignModel::coordinates(const Eigen::VectorXd& x) const {
  const Parts& parts = *m_parts;
  OwnCoordinates<double> at = parts.own;
  for (std::size_t i = 0; i < parts.places.size(); ++i) {
    const double value = x[static_cast<Eigen::Index>(i)];
    const int coordinate = parts.places[i].coordinate;
    // A coordinate that has not moved keeps the expression of the scene.
    if (coordinate >= 0 && (at.contains(coordinate) || value != parts.variables[i].value))
      at[coordinate] = value;
  }
  CoordinateValues named;
  for (const auto& [coordinate, value] : at)
    named[parts.instance.mechanism->coordinates()[static_cast<std::size_t>(coordinate)].name] = value;
  return named;
}

ImpactNumbers<double> DesignModel::at(const Eigen::VectorXd& x) {
  m_parts->setValues(x);
  return m_parts->numbers(NumberReader<double>(m_parts->values), m_parts->ownAt<double>(x, -1));
}

ImpactNumbers<Dual> DesignModel::along(const Eigen::VectorXd& x, int variable) {
  m_parts->setValues(x);
  m_parts->setSlopes(x, variable);
  return m_parts->numbers(NumberReader<Dual>(m_parts->values, m_parts->slopes),
                          m_parts->ownAt<Dual>(x, variable));
}

}  // namespace carom
