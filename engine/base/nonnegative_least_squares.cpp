#include "base/nonnegative_least_squares.h"

#include <Eigen/QR>
#include <limits>
#include <vector>

namespace carom {

namespace {

/// See nnls.
constexpr double leastSlope = 1e-14;

/// The state of the active-set method: x is zero outside `passive`.
class ActiveSet {
 public:
  ActiveSet(const Eigen::MatrixXd& A, const Eigen::VectorXd& b)
      : m_A(A), m_b(b), m_norms(A.colwise().norm()), m_barred(static_cast<std::size_t>(A.cols()), false) {
    m_x = Eigen::VectorXd::Zero(A.cols());
    m_residual = b;
    m_inPassive.assign(static_cast<std::size_t>(A.cols()), false);
  }

  /// Lets one column enter the passive set; false when the Kuhn–Tucker conditions hold.
  bool step() {
    const Eigen::Index entering = steepest();
    if (entering < 0) return false;
    m_passive.push_back(entering);
    m_inPassive[static_cast<std::size_t>(entering)] = true;
    Eigen::VectorXd z = leastSquares();
    if (z[z.size() - 1] <= 0) {  // its gradient was rounding error
      m_passive.pop_back();
      m_inPassive[static_cast<std::size_t>(entering)] = false;
      m_barred[static_cast<std::size_t>(entering)] = true;
      return true;
    }
    while (z.minCoeff() <= 0) {
      retreat(z);
      if (m_passive.empty()) break;
      z = leastSquares();
    }
    for (std::size_t i = 0; i < m_passive.size(); ++i) m_x[m_passive[i]] = z[static_cast<Eigen::Index>(i)];
    m_residual = m_b - m_A * m_x;
    m_barred.assign(m_barred.size(), false);
    m_barred[static_cast<std::size_t>(entering)] = !m_inPassive[static_cast<std::size_t>(entering)];
    return true;
  }

  Eigen::VectorXd m_x, m_residual;

 private:
  /// The column outside the passive set that points most steeply along the residual, or −1.
  Eigen::Index steepest() const {
    const double tolerance = leastSlope * m_b.norm() * static_cast<double>(m_A.rows());
    const Eigen::VectorXd gradient = m_A.transpose() * m_residual;
    Eigen::Index best = -1;
    double bestSlope = tolerance;
    for (Eigen::Index j = 0; j < m_A.cols(); ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (m_inPassive[at] || m_barred[at] || m_norms[j] == 0) continue;
      const double slope = gradient[j] / m_norms[j];
      if (slope > bestSlope) {
        bestSlope = slope;
        best = j;
      }
    }
    return best;
  }

  Eigen::VectorXd leastSquares() const {
    Eigen::MatrixXd columns(m_A.rows(), static_cast<Eigen::Index>(m_passive.size()));
    for (std::size_t i = 0; i < m_passive.size(); ++i) {
      columns.col(static_cast<Eigen::Index>(i)) = m_A.col(m_passive[i]);
    }
    return columns.householderQr().solve(m_b);
  }

  /// Moves x towards z as far as x ≥ 0 allows. Columns whose x becomes 0 leave the passive set.
  void retreat(const Eigen::VectorXd& z) {
    double alpha = 1;
    std::size_t blocking = 0;
    for (std::size_t i = 0; i < m_passive.size(); ++i) {
      const double x = m_x[m_passive[i]], to = z[static_cast<Eigen::Index>(i)];
      if (to <= 0 && x <= alpha * (x - to)) {
        alpha = x > to ? x / (x - to) : 0;
        blocking = i;
      }
    }
    std::vector<Eigen::Index> kept;
    for (std::size_t i = 0; i < m_passive.size(); ++i) {
      double& x = m_x[m_passive[i]];
      x += alpha * (z[static_cast<Eigen::Index>(i)] - x);
      if (i == blocking || x <= 0) {
        x = 0;
        m_inPassive[static_cast<std::size_t>(m_passive[i])] = false;
      } else {
        kept.push_back(m_passive[i]);
      }
    }
    m_passive = std::move(kept);
  }

  const Eigen::MatrixXd& m_A;
  const Eigen::VectorXd& m_b;
  Eigen::VectorXd m_norms;
  std::vector<Eigen::Index> m_passive;
  std::vector<bool> m_inPassive, m_barred;
};

}  // namespace

Nnls nnls(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  ActiveSet set(A, b);
  Nnls result;
  Eigen::Index steps = 0;
  const Eigen::Index limit = 30 * (A.cols() + A.rows()) + 100;
  while (set.step()) {
    if (++steps > limit) {
      result.converged = false;
      break;
    }
  }
  result.x = std::move(set.m_x);
  result.residual = std::move(set.m_residual);
  return result;
}

HullPoint nearestHullPoint(const Eigen::MatrixXd& V) {
  const double scale = V.colwise().norm().maxCoeff();
  HullPoint hull;
  if (scale == 0) {
    hull.weights = Eigen::VectorXd::Constant(V.cols(), 1.0 / static_cast<double>(V.cols()));
  } else {
    Eigen::MatrixXd A(V.rows() + 1, V.cols());
    A.topRows(V.rows()) = V / scale;
    A.bottomRows(1).setOnes();
    Nnls solution = nnls(A, Eigen::VectorXd::Unit(A.rows(), V.rows()));
    hull.weights = std::move(solution.x);
    hull.converged = solution.converged;
    hull.weights /= hull.weights.sum();
  }
  hull.point = V * hull.weights;
  return hull;
}

}  // namespace carom
