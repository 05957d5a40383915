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

struct DesignModel::Parts {
  Parts(const Scene& scene, const Assignments& given)
      : source(readScene(scene.text(), scene.file())),
        assignments(given),
        instance(scene.instantiate(given)),
        evaluator(source.expressions),
        values(source, evaluator),
        slopes(source.expressions, evaluator) {}

  void addVariable(const std::string& name);
  void addContact(const std::string& name);
  Assignments assigned(const Eigen::VectorXd& x) const;
  void setValues(const Eigen::VectorXd& x);
  void setSlopes(const Eigen::VectorXd& x, int variable);
  void setSlope(int quantity, const QuantityValues& quantities, std::vector<bool>& done);
  template <class S>
  ImpactNumbers<S> numbers(const NumberReader<S>& read);

  SceneSource source;
  Assignments assignments;
  SceneInstance instance;
  Evaluator evaluator;
  SceneValues values;
  ExpressionSlopes slopes;
  std::vector<DesignVariable> variables;
  std::vector<int> symbols;  ///< of the variables
  std::vector<ContactFeatures> contacts;
};

void DesignModel::Parts::addVariable(const std::string& name) {
  const int symbol = source.expressions.symbol(name);
  const auto& known = instance.parameters;
  if (symbol < 0 || symbol >= static_cast<int>(known.size())) {
    std::vector<std::string> names;
    for (const ParameterValue& one : known) names.push_back(one.name);
    throw SceneError(source.file, name, "unknown parameter \"" + name + '"', expectedName(name, names),
                     SceneError::Fault::Command);
  }
  const ParameterSource& parameter = source.parameters[static_cast<std::size_t>(symbol)];
  const ParameterValue& value = known[static_cast<std::size_t>(symbol)];
  if (parameter.spec.integer)
    throw SceneError(source.file, name, "is a count", "a parameter that varies continuously",
                     SceneError::Fault::Command);
  if (std::ranges::find(symbols, symbol) != symbols.end())
    throw SceneError(source.file, name, "is given twice", "each parameter once", SceneError::Fault::Command);
  DesignVariable variable{name, parameter.spec.unit, value.value, value.min, value.max};
  // A value typed beyond the slider may stay there.
  if (variable.least) variable.least = std::min(*variable.least, variable.value);
  if (variable.greatest) variable.greatest = std::max(*variable.greatest, variable.value);
  // Radians and centimetres count alike; anything else by its own size.
  const std::string& unit = variable.unit;
  const bool isAngle = unit == "deg" || unit == "rad";
  const bool isLength = unit == "m" || unit == "mm" || unit == "cm";
  variable.scale = isAngle ? 1 : isLength ? 0.01 : variable.value != 0 ? std::abs(variable.value) : 1;
  variables.push_back(variable);
  symbols.push_back(symbol);
}

/// Finds the features of a contact, and checks that they give its gap and normal.
void DesignModel::Parts::addContact(const std::string& name) {
  const Mechanism& mechanism = *instance.mechanism;
  const Eigen::VectorXd& q = instance.initial.q;
  const auto found = std::ranges::find(mechanism.contacts(), name, &ContactPair::name);
  if (found == mechanism.contacts().end()) {
    std::vector<std::string> names;
    for (const ContactPair& one : mechanism.contacts()) names.push_back(one.name);
    throw SceneError(source.file, name, "unknown contact \"" + name + '"', expectedName(name, names),
                     SceneError::Fault::Command);
  }
  const int contact = static_cast<int>(found - mechanism.contacts().begin());
  ContactFeatures features = featuresOf(mechanism, contact, q);
  const TreeNumbers<double> tree = readTree({source, mechanism, values}, NumberReader<double>(values));
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
    if (const double value = x[static_cast<Eigen::Index>(i)]; value != variables[i].value)
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
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    done[static_cast<std::size_t>(symbols[i])] = true;
    slopes.setSlope(symbols[i], static_cast<int>(i) == variable ? 1 : 0);
  }
  for (int i = 0; i < count; ++i) {
    const bool isParameter = i < static_cast<int>(source.parameters.size());
    if (isParameter && source.parameters[static_cast<std::size_t>(i)].spec.integer) continue;
    setSlope(i, quantities, done);
  }
}

template <class S>
ImpactNumbers<S> DesignModel::Parts::numbers(const NumberReader<S>& read) {
  const TreeNumbers<S> tree = readTree({source, *instance.mechanism, values}, read);
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
                         const std::vector<std::string>& variables, const std::vector<std::string>& contacts)
    : m_parts(std::make_unique<Parts>(scene, assignments)) {
  m_parts->setValues({});
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

ImpactNumbers<double> DesignModel::at(const Eigen::VectorXd& x) {
  m_parts->setValues(x);
  return m_parts->numbers(NumberReader<double>(m_parts->values));
}

ImpactNumbers<Dual> DesignModel::along(const Eigen::VectorXd& x, int variable) {
  m_parts->setValues(x);
  m_parts->setSlopes(x, variable);
  return m_parts->numbers(NumberReader<Dual>(m_parts->values, m_parts->slopes));
}

}  // namespace carom
