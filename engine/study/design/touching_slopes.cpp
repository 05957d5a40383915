#include "study/design/touching_slopes.h"

#include <Eigen/Cholesky>

namespace carom {

namespace {

/// How far the moves of the differentiated steps may be from the scene's, over a weighted change of 1: that
/// solution takes some derivatives from differences with an error of 1e-7.
constexpr double sameMoves = 1e-5;

/// A y = b along a direction; A symmetric and positive definite.
VectorX<Dual> solved(const MatrixX<Dual>& A, const VectorX<Dual>& b) {
  const Eigen::LDLT<Eigen::MatrixXd> factor(valuesOf(A));
  const Eigen::VectorXd y = factor.solve(valuesOf(b));
  const Eigen::VectorXd slope = factor.solve(slopesOf(b) - slopesOf(A) * y);
  VectorX<Dual> result(y.size());
  for (Eigen::Index i = 0; i < y.size(); ++i) result[i] = {y[i], slope[i]};
  return result;
}

/// The steps that close the gaps of a scene, along one parameter. Of the model's variables the first is the
/// parameter and the others are the moves.
class MovingSteps {
 public:
  MovingSteps(DesignModel& model, Eigen::Index gaps)
      : m_model(model), m_gaps(gaps), m_x(valuesOfStart(model)), m_moves(m_x.size() - 1) {
    m_moves.setZero();
  }

  /// The moves after this many steps.
  const VectorX<Dual>& run(int steps) {
    for (int k = 0; k < steps; ++k) step();
    return m_moves;
  }
  /// The variables there, and the direction in which they move.
  Eigen::VectorXd place() const { return valuesOf(variables()); }
  Eigen::VectorXd direction() const { return slopesOf(variables()); }

 private:
  static Eigen::VectorXd valuesOfStart(const DesignModel& model) {
    Eigen::VectorXd x(std::ssize(model.variables()));
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = model.variables()[static_cast<std::size_t>(i)].value;
    return x;
  }
  VectorX<Dual> variables() const {
    VectorX<Dual> all(m_x.size());
    all << Dual(m_x[0], 1), m_moves;
    return all;
  }

  /// ∂φ/∂m of the contacts whose gaps are closed.
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& x) {
    Eigen::MatrixXd J(m_gaps, m_moves.size());
    for (Eigen::Index k = 0; k < J.cols(); ++k)
      J.col(k) = slopesOf(m_model.along(x, static_cast<int>(k + 1)).gaps).bottomRows(m_gaps);
    return J;
  }

  /// scales: changes of the variables that count alike.
  MatrixX<Dual> jacobianAlong(const Eigen::VectorXd& x, const Eigen::VectorXd& direction,
                              const Eigen::VectorXd& scales) {
    constexpr double share = 1e-3;  // errors of h⁴ and of rounding over h are both about 1e-12
    const double h = share / direction.cwiseQuotient(scales).lpNorm<Eigen::Infinity>();
    const auto quotient = [&](double by) {
      return Eigen::MatrixXd((jacobian(x + by * direction) - jacobian(x - by * direction)) / (2 * by));
    };
    const Eigen::MatrixXd value = jacobian(x), slope = (4 * quotient(h / 2) - quotient(h)) / 3;
    MatrixX<Dual> J(value.rows(), value.cols());
    for (Eigen::Index i = 0; i < J.size(); ++i) J(i) = {value(i), slope(i)};
    return J;
  }

  void step() {
    const Eigen::VectorXd x = place(), along = direction();
    const ImpactNumbers<Dual> impact = m_model.along(x, along);
    const auto [gap, weights] = m_model.touching();
    VectorX<Dual> r = impact.gaps.tail(m_gaps);
    for (Dual& one : r) one -= gap;
    Eigen::VectorXd scales(x.size());
    scales << m_model.variables().front().scale, valuesOf(weights).cwiseInverse();
    MatrixX<Dual> B = jacobianAlong(x, along, scales);  // J, then J W⁻¹
    for (Eigen::Index k = 0; k < B.cols(); ++k) B.col(k) /= weights[k];
    const VectorX<Dual> y = solved(B.lazyProduct(B.transpose()), r), change = B.transpose().lazyProduct(y);
    for (Eigen::Index k = 0; k < change.size(); ++k) m_moves[k] -= change[k] / weights[k];
  }

  DesignModel& m_model;
  Eigen::Index m_gaps;
  Eigen::VectorXd m_x;
  VectorX<Dual> m_moves;
};

}  // namespace

MovedNumbers alongWithMoves(const Scene& scene, const Assignments& assignments, const std::string& variable,
                            const std::vector<std::string>& contacts) {
  const SceneInstance instance = scene.instantiate(assignments);
  std::vector<std::string> all = contacts;
  for (const int closed : instance.touching->contacts)
    all.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(closed)].name);
  DesignModel model = DesignModel::withMoves(scene, assignments, {variable}, all);
  MovingSteps steps(model, std::ssize(instance.touching->contacts));
  // The last step, which moves nothing, makes the derivative of the gaps exact, too.
  const VectorX<Dual>& moves = steps.run(instance.touching->iterations + 1);
  const TouchingNumbers asked = model.touching();
  for (Eigen::Index k = 0; k < moves.size(); ++k) {
    const double off = moves[k].value - instance.touching->moved[static_cast<std::size_t>(k)].by;
    if (!(std::abs(off * asked.weights[k].value) <= sameMoves))
      throw SceneError(scene.file(), "initial.touching", "how its moves follow has no derivative here",
                       "gaps that whole steps close, away from corners");
  }
  ImpactNumbers<Dual> impact = model.along(steps.place(), steps.direction());
  const auto k = std::ssize(contacts);
  return {model.variables().front().unit, {impact.M, impact.U.topRows(k), impact.gaps.head(k)}};
}

}  // namespace carom
