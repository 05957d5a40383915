#include "study/design/design_model.h"

#include <algorithm>
#include <cmath>

#include "base/near_names.h"
#include "base/number_text.h"
#include "scene/format/read_scene.h"
#include "scene/initial_velocity.h"
#include "study/design/contact_features.h"
#include "study/design/loop_numbers.h"
#include "study/design/read_numbers.h"

namespace carom {

DesignStart afterMoves(const SceneInstance& instance, const Assignments& given) {
  DesignStart start{given, {}};
  if (!instance.touching) return start;
  for (const TouchingSolution::Move& move : instance.touching->moved) {
    if (move.by == 0) continue;
    if (isInitialName(move.name))
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
        slopes(source.expressions, evaluator) {
    for (const auto& [name, text] : given)
      if (const int at = instance.mechanism->coordinateIndex(name); at >= 0) own[at] = q[at];
  }

  /// What a variable is: a symbol of the scene or a coordinate of the mechanism; the other one is −1. Or what
  /// is added to that.
  struct Place {
    int symbol = -1, coordinate = -1;
    bool isMove = false;
    bool operator==(const Place&) const = default;
  };

  void setCoordinates(const CoordinateValues& given);
  void add(const DesignVariable& variable, Place place);
  void addVariable(const std::string& name);
  void addParameter(int symbol);
  void addCoordinate(int coordinate);
  void addMoves();
  [[noreturn]] void refuseVariable(const std::string& name) const;
  void addContact(const std::string& name);
  void begin(const std::vector<std::string>& names, const std::vector<std::string>& contactNames);
  Eigen::VectorXd start() const;
  Assignments assigned(const Eigen::VectorXd& x) const;
  void setValues(const Eigen::VectorXd& x);
  void setSlopes(const Eigen::VectorXd& direction);
  void setSlope(int quantity, std::vector<bool>& done);
  std::vector<double> parameterMoves(const Eigen::VectorXd& of) const;
  /// A component of x as a number with its slope.
  template <class S>
  static S numberAt(Eigen::Index i, const Eigen::VectorXd& x, const Eigen::VectorXd& direction);
  template <class S>
  TreeNumbers<S> tree(const NumberReader<S>& read, const Eigen::VectorXd& x,
                      const Eigen::VectorXd& direction);
  template <class S>
  ImpactNumbers<S> numbers(const TreeNumbers<S>& tree) const;

  SceneSource source;
  Assignments assignments;
  SceneInstance instance;
  Eigen::VectorXd q;  ///< the initial configuration at the start
  Evaluator evaluator;
  SceneValues values;
  ExpressionSlopes slopes;
  Eigen::VectorXd valuesAt;                  ///< where the quantities are
  Assignments inForce;                       ///< there
  std::optional<QuantityValues> quantities;  ///< that setValues left; empty after a fault
  std::vector<DesignVariable> variables;
  std::vector<Place> places;       ///< of the variables
  std::vector<double> moveSlopes;  ///< of what is added to each parameter; empty for nothing
  OwnCoordinates<double> own;      ///< that start elsewhere
  bool isMoved = false;            ///< whether the moves of "touching" are variables
  std::vector<ContactFeatures> contacts;
};

void DesignModel::Parts::setCoordinates(const CoordinateValues& given) {
  for (const auto& [name, value] : given) {
    const int at = instance.mechanism->coordinateIndex(name);
    if (at < 0) refuseVariable(name);
    q[at] = own[at] = value;
  }
}

void DesignModel::Parts::refuseVariable(const std::string& name) const {
  std::vector<std::string> names;
  for (const ParameterValue& one : instance.parameters) names.push_back(one.name);
  if (!isInitialName(name))
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
  const int coordinate = instance.mechanism->coordinateIndex(name);
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

void DesignModel::Parts::addMoves() {
  if (!instance.touching) return;
  for (const TouchingSolution::Move& move : instance.touching->moved) {
    const int symbol = source.expressions.symbol(move.name);
    add({move.name, move.unit, move.by, {}, {}, 1},
        {symbol, symbol < 0 ? instance.mechanism->coordinateIndex(move.name) : -1, true});
    if (const auto set = own.find(places.back().coordinate); set != own.end()) set->second -= move.by;
  }
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
  const Coordinate& one = instance.mechanism->coordinates()[static_cast<std::size_t>(at)];
  add({one.name, one.unit, q[at], {}, {}, one.unit == "m" ? 0.01 : 1}, {-1, at});
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
  const TreeNumbers<double> tree = this->tree(NumberReader<double>(values), start(), {});
  const PlacedTree<double> placed(mechanism, tree);
  const Eigen::VectorXd normal = mechanism.normal(contact, q);
  ContactNumbers<double> numbers = contactNumbers(features, tree, placed);
  if (numbers.u.dot(normal) < 0) {
    features.sign = -1;
    numbers = contactNumbers(features, tree, placed);
  }
  constexpr double rounding = 1e-7;  // sharp parts within closedGap of each other turn their normal by less
  const auto isKnown = [](const ShapeFeature& one) { return one.base != ShapeFeature::Base::Unknown; };
  const bool isSame = (features.limit || std::ranges::all_of(features.side, isKnown)) &&
                      std::abs(numbers.gap - mechanism.gap(contact, q)) <= 2 * closedGap &&
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
        places[i].symbol >= 0 && !places[i].isMove && value != variables[i].value)
      at[variables[i].name] = shortestText(value);
  return at;
}

void DesignModel::Parts::begin(const std::vector<std::string>& names,
                               const std::vector<std::string>& contactNames) {
  for (const std::string& name : names) addVariable(name);
  if (isMoved) addMoves();
  setValues(start());
  for (const std::string& name : contactNames) addContact(name);
}

/// The values of the variables at the start.
Eigen::VectorXd DesignModel::Parts::start() const {
  Eigen::VectorXd x(std::ssize(variables));
  for (std::size_t i = 0; i < variables.size(); ++i) x[static_cast<Eigen::Index>(i)] = variables[i].value;
  return x;
}

/// The components that belong to moves of parameters, for each parameter; empty where no parameter moves.
std::vector<double> DesignModel::Parts::parameterMoves(const Eigen::VectorXd& of) const {
  std::vector<double> moves;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i].isMove || places[i].symbol < 0) continue;
    moves.resize(source.parameters.size(), 0.0);
    moves[static_cast<std::size_t>(places[i].symbol)] = of[static_cast<Eigen::Index>(i)];
  }
  return moves;
}

/// The values stay for the derivatives there.
void DesignModel::Parts::setValues(const Eigen::VectorXd& x) {
  if (quantities && valuesAt.size() == x.size() && valuesAt == x) return;
  quantities.reset();
  inForce = assigned(x);
  QuantityValues& set = quantities.emplace(source, evaluator, inForce);
  try {
    set.evaluate(parameterMoves(x));
    set.parameters();  // refuses values out of range
  } catch (...) {
    quantities.reset();
    throw;
  }
  valuesAt = x;
}

/// Sets the slope of a parameter or derived quantity after those of the quantities that its expression uses.
void DesignModel::Parts::setSlope(int quantity, std::vector<bool>& done) {
  const auto at = static_cast<std::size_t>(quantity);
  if (done[at]) return;
  done[at] = true;
  const std::string& text = quantities->expression(quantity);
  const std::vector<int>& uses = slopes.uses(text);
  for (const int used : uses) setSlope(used, done);
  const double move = at < moveSlopes.size() ? moveSlopes[at] : 0;
  slopes.setSlope(quantity, (uses.empty() ? 0 : slopes(text).slope) + move);
}

/// Sets the slopes of all quantities along a direction, at the values that setValues left for x.
void DesignModel::Parts::setSlopes(const Eigen::VectorXd& direction) {
  const int count = quantities->size();
  std::vector<bool> done(static_cast<std::size_t>(count), false);
  moveSlopes = parameterMoves(direction);
  for (int i = 0; i < count; ++i) slopes.setSlope(i, 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto symbol = static_cast<std::size_t>(places[i].symbol);
    if (places[i].symbol < 0 || places[i].isMove) continue;
    done[symbol] = true;
    const double move = symbol < moveSlopes.size() ? moveSlopes[symbol] : 0;
    slopes.setSlope(places[i].symbol, direction[static_cast<Eigen::Index>(i)] + move);
  }
  for (int i = 0; i < count; ++i) {
    const bool isParameter = i < static_cast<int>(source.parameters.size());
    if (isParameter && source.parameters[static_cast<std::size_t>(i)].spec.integer) continue;
    setSlope(i, done);
  }
}

template <class S>
S DesignModel::Parts::numberAt(Eigen::Index i, const Eigen::VectorXd& x, const Eigen::VectorXd& direction) {
  if constexpr (std::is_same_v<S, Dual>)
    return {x[i], direction[i]};
  else
    return x[i];
}

/// The tree with the coordinates that are not the scene's, and with the moves of the others.
template <class S>
TreeNumbers<S> DesignModel::Parts::tree(const NumberReader<S>& read, const Eigen::VectorXd& x,
                                        const Eigen::VectorXd& direction) {
  OwnCoordinates<S> at(own.begin(), own.end());
  const auto each = [&](bool isMove, const auto& visit) {
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i].coordinate >= 0 && places[i].isMove == isMove)
        visit(places[i].coordinate, numberAt<S>(static_cast<Eigen::Index>(i), x, direction));
  };
  each(false, [&](int coordinate, const S& value) { at[coordinate] = value; });
  TreeNumbers<S> tree = readTree({source, *instance.mechanism, values}, read, at);
  each(true, [&](int coordinate, const S& move) { tree.q[coordinate] += move; });
  return tree;
}

template <class S>
ImpactNumbers<S> DesignModel::Parts::numbers(const TreeNumbers<S>& tree) const {
  const PlacedTree<S> placed(*instance.mechanism, tree);
  const auto k = static_cast<Eigen::Index>(contacts.size());
  ImpactNumbers<S> impact{placed.massMatrix(), MatrixX<S>(k, tree.q.size()), VectorX<S>(k)};
  for (Eigen::Index i = 0; i < k; ++i) {
    const auto contact = contactNumbers(contacts[static_cast<std::size_t>(i)], tree, placed);
    impact.gaps[i] = contact.gap;
    impact.U.row(i) = contact.u.transpose();
  }
  if (!instance.mechanism->loops().empty()) {
    // Above the rounding of slopes; what a scene's own closing moves is far larger.
    constexpr double open = 1e-7;
    if (!(keepLoops(*instance.mechanism, tree, placed, impact) <= open))
      throw SceneError(source.file, "loops", "open along a variable of the design",
                       "coordinates whose expressions in \"initial\" keep the loops closed");
  }
  return impact;
}

DesignModel::DesignModel(const Scene& scene, const Assignments& assignments,
                         const std::vector<std::string>& variables, const std::vector<std::string>& contacts,
                         const CoordinateValues& coordinates)
    : m_parts(std::make_unique<Parts>(scene, assignments)) {
  m_parts->setCoordinates(coordinates);
  m_parts->begin(variables, contacts);
}
DesignModel::DesignModel(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
DesignModel::DesignModel(DesignModel&&) noexcept = default;
DesignModel::~DesignModel() = default;

DesignModel DesignModel::withMoves(const Scene& scene, const Assignments& assignments,
                                   const std::vector<std::string>& variables,
                                   const std::vector<std::string>& contacts) {
  auto parts = std::make_unique<Parts>(scene, assignments);
  parts->isMoved = true;
  parts->begin(variables, contacts);
  return DesignModel(std::move(parts));
}

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
    const int coordinate = parts.places[i].isMove ? -1 : parts.places[i].coordinate;
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
  return m_parts->numbers(m_parts->tree(NumberReader<double>(m_parts->values), x, {}));
}

ImpactNumbers<Dual> DesignModel::along(const Eigen::VectorXd& x, int variable) {
  return along(x, Eigen::VectorXd::Unit(x.size(), variable));
}

ImpactNumbers<Dual> DesignModel::along(const Eigen::VectorXd& x, const Eigen::VectorXd& direction) {
  m_parts->setValues(x);
  m_parts->setSlopes(direction);
  return m_parts->numbers(m_parts->tree(NumberReader<Dual>(m_parts->values, m_parts->slopes), x, direction));
}

TouchingNumbers DesignModel::touching() {
  const NumberReader<Dual> read(m_parts->values, m_parts->slopes);
  const TouchingSource& touching = m_parts->source.touching;
  std::vector<Dual> weights;
  for (const CoordinateSource& one : touching.by)
    m_parts->values.repeatIndex(one.coordinate.index, [&] { weights.push_back(read(one.value)); });
  for (const TouchingSource::Weight& one : touching.byParameters) weights.push_back(read(one.value));
  return {read(touching.gap), Eigen::Map<const VectorX<Dual>>(weights.data(), std::ssize(weights))};
}

}  // namespace carom
