#include "study/order_sensitivity.h"

#include <algorithm>
#include <cmath>

#include "impact/kinetic_metric.h"
#include "mechanics/contact/contacts.h"
#include "study/design/design_model.h"

namespace carom {

namespace {

/// A turn below this share of what the change of a normal is a difference of is rounding. A larger value
/// hides slow turns.
constexpr double leastTurn = 1e-13;

/// The unit normals of all contacts with their change Dû along one parameter; k×n each.
struct TurningNormals {
  Eigen::MatrixXd unit, change;
  double size;  ///< of what the change is a difference of, at most

  TurningNormals(const KineticMetric& metric, double inverseNorm, const ImpactNumbers<Dual>& numbers)
      : unit(valuesOf(numbers.U)), change(slopesOf(numbers.U)) {
    const Eigen::MatrixXd slopeOfM = slopesOf(numbers.M);
    size = 0.5 * slopeOfM.norm() * inverseNorm;
    for (Eigen::Index i = 0; i < unit.rows(); ++i) {
      const Eigen::VectorXd u = unit.row(i), half = 0.5 * slopeOfM * metric.velocity(u);
      const double norm = metric.norm(u);
      Eigen::VectorXd turned = change.row(i).transpose() - half;
      size = std::max(size, metric.norm(change.row(i)) / norm);
      turned -= metric.inner(turned, u) / (norm * norm) * u;
      unit.row(i) = u / norm;
      change.row(i) = turned / norm;
    }
  }
};

/// The Frobenius norm of M⁻¹, column by column: the blocks of M make that cheap where bodies are free.
double normOfInverse(const KineticMetric& metric) {
  double squares = 0;
  for (Eigen::Index i = 0; i < metric.dof(); ++i)
    squares += metric.velocity(Eigen::VectorXd::Unit(metric.dof(), i)).squaredNorm();
  return std::sqrt(squares);
}

Eigen::VectorXd reflected(const KineticMetric& metric, const Eigen::VectorXd& p, const Eigen::VectorXd& u) {
  return p - 2 * metric.inner(p, u) * u;
}

/// Sets what follows from û, v̂ and v̂'s turn (n, per SI unit of the parameter).
void setTurn(OrderSensitivity& result, const KineticMetric& metric, const Eigen::VectorXd& p,
             const Eigen::VectorXd& u, const Eigen::VectorXd& v, const Eigen::VectorXd& turn) {
  result.turn = metric.norm(turn);
  result.w = turn / result.turn;
  const auto projection = [&](const Eigen::VectorXd& a) {
    return Eigen::VectorXd(metric.inner(a, v) * v + metric.inner(a, result.w) * result.w);
  };
  const auto slope = [&](const Eigen::VectorXd& a) {
    return Eigen::VectorXd(-2 * (metric.inner(a, v) * result.w + metric.inner(a, result.w) * v));
  };
  auto& [vFirst, uFirst] = result.orders;
  const Eigen::VectorXd afterU = reflected(metric, p, u);
  vFirst.slope = reflected(metric, slope(p), u);
  vFirst.projection = projection(p);
  uFirst.slope = slope(afterU);
  uFirst.projection = projection(afterU);
  for (OrderSensitivity::Order& order : result.orders) order.projectionNorm = metric.norm(order.projection);
  result.difference = metric.norm(vFirst.slope - uFirst.slope);
  const double norm = metric.norm(p);
  result.xiSlope = norm > 0 ? result.turn * result.difference / norm : 0;
}

OrderSensitivity sensitivityOf(const KineticMetric& metric, const Eigen::VectorXd& p,
                               const TurningNormals& normals, Eigen::Index i, Eigen::Index j) {
  const Eigen::VectorXd u = normals.unit.row(i), v = normals.unit.row(j), du = normals.change.row(i),
                        dv = normals.change.row(j);
  OrderSensitivity result;
  result.gram = metric.inner(u, v);
  result.gramSlope = metric.inner(du, v) + metric.inner(u, dv);
  const Eigen::VectorXd turn = dv + metric.inner(du, v) * u - metric.inner(u, v) * du;
  if (metric.norm(turn) > leastTurn * normals.size) setTurn(result, metric, p, u, v, turn);
  return result;
}

/// The impact whose normals turn.
struct TurnedImpact {
  const std::vector<std::string>& contacts;
  const KineticMetric& metric;
  double inverseNorm;  ///< of M⁻¹
  const Eigen::VectorXd& p;
};

/// Those of all pairs along one parameter. The others keep their expressions, and so follow it.
std::vector<OrderSensitivity> alongParameter(const Scene& scene, const DesignStart& start,
                                             const std::string& name, const TurnedImpact& impact,
                                             const std::stop_token& stop) {
  const auto& [contacts, metric, inverseNorm, p] = impact;
  DesignModel model(scene, start.assignments, {name}, contacts, start.coordinates);
  const DesignVariable& variable = model.variables().front();
  const TurningNormals normals(metric, inverseNorm,
                               model.along(Eigen::VectorXd::Constant(1, variable.value), 0));
  std::vector<OrderSensitivity> list;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    for (std::size_t j = i + 1; j < contacts.size() && !stop.stop_requested(); ++j) {
      OrderSensitivity one =
          sensitivityOf(metric, p, normals, static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      one.parameter = name;
      one.unit = variable.unit;
      one.pair = {contacts[i], contacts[j]};
      one.orders[0].contacts = {contacts[j], contacts[i]};
      one.orders[1].contacts = {contacts[i], contacts[j]};
      list.push_back(std::move(one));
    }
  return list;
}

std::vector<std::string> continuousParameters(const Scene& scene) {
  std::vector<std::string> names;
  for (const ParameterSpec& parameter : scene.parameters())
    if (!parameter.integer) names.push_back(parameter.name);
  return names;
}

}  // namespace

OrderSensitivities orderSensitivities(const Scene& scene, const Assignments& assignments,
                                      const std::stop_token& stop) {
  OrderSensitivities result;
  const SceneInstance instance = scene.instantiate(assignments);
  const Mechanism& mechanism = *instance.mechanism;
  std::vector<std::string> contacts;
  for (const int contact : closedContacts(mechanism, instance.initial.q))
    contacts.push_back(mechanism.contacts()[static_cast<std::size_t>(contact)].name);
  const std::vector<std::string> names = continuousParameters(scene);
  if (contacts.size() < 2) result.none = "fewer than two contacts are closed";
  if (names.empty()) result.none = "the scene has no continuous parameter";
  if (!result.none.empty()) return result;
  const KineticMetric metric(mechanism.massMatrix(instance.initial.q));
  const DesignStart start = afterMoves(instance, assignments);
  const TurnedImpact impact{contacts, metric, normOfInverse(metric), instance.initial.p};
  std::vector<std::vector<OrderSensitivity>> byParameter;
  for (const std::string& name : names) try {
      if (stop.stop_requested()) break;
      byParameter.push_back(alongParameter(scene, start, name, impact, stop));
    } catch (const SceneError& error) {
      result.refused.push_back(name + ": " + error.what());
    }
  if (byParameter.empty() || stop.stop_requested()) return result;
  for (std::size_t pair = 0; pair < byParameter.front().size(); ++pair)
    for (std::vector<OrderSensitivity>& list : byParameter) result.all.push_back(std::move(list[pair]));
  return result;
}

}  // namespace carom
