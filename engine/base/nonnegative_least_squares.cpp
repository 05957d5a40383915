#include "base/nonnegative_least_squares.h"

#include <Eigen/Jacobi>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace carom {

namespace {

/// See nnls.
constexpr double leastSlope = 1e-14;

/// Passive columns beyond which their factors are kept from step to step. For fewer columns factors from
/// scratch are as quick.
constexpr std::size_t mostFromScratch = 64;

/// The factors Q R of columns that come and go one by one, Q with orthonormal columns. A change of p columns
/// with m rows takes some p·m operations, where factors from scratch take p²·m.
class GrowingFactors {
 public:
  explicit GrowingFactors(Eigen::Index rows) : m_Q(rows, 0) {}

  void add(const Eigen::VectorXd& column) {
    const Eigen::Index p = m_count++;
    if (p == m_R.cols()) {
      const Eigen::Index room = 2 * (p + 64);
      m_Q.conservativeResize(Eigen::NoChange, room);
      m_R.conservativeResize(room, room);
    }
    const auto Q = m_Q.leftCols(p);
    Eigen::VectorXd v = column;
    m_R.col(p).head(p).setZero();
    for (int pass = 0; pass < 2; ++pass) {  // the second pass leaves v orthogonal to rounding
      const Eigen::VectorXd along = Q.transpose() * v;
      v -= Q * along;
      m_R.col(p).head(p) += along;
    }
    m_R(p, p) = v.norm();
    m_Q.col(p) = v / m_R(p, p);
  }

  void remove(Eigen::Index at) {
    const Eigen::Index p = --m_count;
    for (Eigen::Index j = at; j < p; ++j) m_R.col(j).head(j + 2) = m_R.col(j + 1).head(j + 2);
    // The columns behind it have one entry below the diagonal now, which rotations of two rows take away.
    for (Eigen::Index j = at; j < p; ++j) {
      Eigen::JacobiRotation<double> turn;
      turn.makeGivens(m_R(j, j), m_R(j + 1, j));
      m_R.block(0, j, p + 1, p - j).applyOnTheLeft(j, j + 1, turn.adjoint());
      m_Q.applyOnTheRight(j, j + 1, turn);
    }
  }

  /// The x that minimises ‖Q R x − b‖.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const {
    const Eigen::VectorXd y = m_Q.leftCols(m_count).transpose() * b;
    return m_R.topLeftCorner(m_count, m_count).triangularView<Eigen::Upper>().solve(y);
  }

  Eigen::Index count() const { return m_count; }
  void clear() { m_count = 0; }

 private:
  Eigen::MatrixXd m_Q, m_R;  // with room for more than m_count columns
  Eigen::Index m_count = 0;
};

/// The state of the active-set method: x is zero outside `passive`.
class ActiveSet {
 public:
  /// tolerance: see steepest().
  ActiveSet(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double tolerance)
      : m_A(A),
        m_b(b),
        m_tolerance(tolerance),
        m_norms(A.colwise().norm()),
        m_factors(A.rows()),
        m_barred(static_cast<std::size_t>(A.cols()), false) {
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
      removeFactor(m_passive.size() - 1);
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

  /// Whether a step takes long enough to look for a stop.
  bool takesLong() const { return m_passive.size() > mostFromScratch; }

  Eigen::VectorXd m_x, m_residual;

 private:
  /// The column outside the passive set that points most steeply along the residual, or −1.
  Eigen::Index steepest() const {
    const Eigen::VectorXd gradient = m_A.transpose() * m_residual;
    Eigen::Index best = -1;
    double bestSlope = m_tolerance;
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

  Eigen::VectorXd leastSquares() {
    if (m_passive.size() <= mostFromScratch) {
      m_factors.clear();
      const Eigen::MatrixXd columns = m_A(Eigen::all, m_passive);
      return columns.householderQr().solve(m_b);
    }
    while (m_factors.count() < std::ssize(m_passive))
      m_factors.add(m_A.col(m_passive[static_cast<std::size_t>(m_factors.count())]));
    return m_factors.solve(m_b);
  }

  /// at: a place in m_passive, of which the factors may have the first columns only.
  void removeFactor(std::size_t at) {
    if (static_cast<Eigen::Index>(at) < m_factors.count()) m_factors.remove(static_cast<Eigen::Index>(at));
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
        removeFactor(kept.size());
      } else {
        kept.push_back(m_passive[i]);
      }
    }
    m_passive = std::move(kept);
  }

  const Eigen::MatrixXd& m_A;
  const Eigen::VectorXd& m_b;
  double m_tolerance;
  Eigen::VectorXd m_norms;
  std::vector<Eigen::Index> m_passive;
  GrowingFactors m_factors;  // of the first columns of m_passive
  std::vector<bool> m_inPassive, m_barred;
};

/// Solves for columns that are one group, or none. tolerance: see ActiveSet.
Nnls nnlsOfGroup(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double tolerance,
                 const std::stop_token& stop) {
  ActiveSet set(A, b, tolerance);
  Nnls result;
  Eigen::Index steps = 0;
  const Eigen::Index limit = 30 * (A.cols() + A.rows()) + 100;
  while (set.step()) {
    if (++steps > limit || (set.takesLong() && stop.stop_requested())) {
      result.converged = false;
      break;
    }
  }
  result.x = std::move(set.m_x);
  result.residual = std::move(set.m_residual);
  return result;
}

/// The rows in which a group of columns has entries.
std::vector<Eigen::Index> rowsOf(const Eigen::MatrixXd& A, const std::vector<Eigen::Index>& columns) {
  std::vector<Eigen::Index> rows;
  for (Eigen::Index row = 0; row < A.rows(); ++row)
    if (std::ranges::any_of(columns, [&](Eigen::Index j) { return A(row, j) != 0; })) rows.push_back(row);
  return rows;
}

/// scale: the length of the longest column, > 0.
HullPoint nearestOfGroup(const Eigen::MatrixXd& V, double scale, const std::stop_token& stop) {
  Eigen::MatrixXd A(V.rows() + 1, V.cols());
  A.topRows(V.rows()) = V / scale;
  A.bottomRows(1).setOnes();
  Nnls solution = nnls(A, Eigen::VectorXd::Unit(A.rows(), V.rows()), stop);
  HullPoint hull;
  hull.weights = std::move(solution.x);
  hull.converged = solution.converged;
  hull.weights /= hull.weights.sum();
  hull.point = V * hull.weights;
  return hull;
}

}  // namespace

std::vector<std::vector<Eigen::Index>> separateColumns(const Eigen::MatrixXd& A) {
  std::vector<Eigen::Index> first(static_cast<std::size_t>(A.cols())),
      ofRow(static_cast<std::size_t>(A.rows()), -1);
  std::iota(first.begin(), first.end(), 0);
  const auto standing = [&](Eigen::Index j) {
    for (Eigen::Index next; (next = first[static_cast<std::size_t>(j)]) != j; j = next)
      first[static_cast<std::size_t>(j)] = first[static_cast<std::size_t>(next)];
    return j;
  };
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    for (Eigen::Index row = 0; row < A.rows(); ++row) {
      if (A(row, j) == 0) continue;
      Eigen::Index& other = ofRow[static_cast<std::size_t>(row)];
      if (other < 0) other = j;
      const Eigen::Index a = standing(j), b = standing(other);
      first[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  std::vector<std::vector<Eigen::Index>> groups;
  std::vector<std::size_t> group(first.size());
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    const Eigen::Index root = standing(j);
    auto& number = group[static_cast<std::size_t>(j)];
    if (root != j) {
      number = group[static_cast<std::size_t>(root)];
    } else if (A.col(j).isZero(0)) {
      continue;
    } else {
      number = groups.size();
      groups.emplace_back();
    }
    groups[number].push_back(j);
  }
  return groups;
}

Nnls nnls(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, const std::stop_token& stop) {
  const double tolerance = leastSlope * b.norm() * static_cast<double>(A.rows());
  const auto groups = separateColumns(A);
  if (groups.size() <= 1) return nnlsOfGroup(A, b, tolerance, stop);
  Nnls all{Eigen::VectorXd::Zero(A.cols()), b};
  for (const auto& columns : groups) {
    const auto rows = rowsOf(A, columns);
    const Eigen::MatrixXd part = A(rows, columns);
    const Eigen::VectorXd right = b(rows);
    const Nnls one = nnlsOfGroup(part, right, tolerance, stop);
    all.x(columns) = one.x;
    all.residual(rows) = one.residual;
    all.converged = all.converged && one.converged;
  }
  return all;
}

HullPoint nearestHullPoint(const Eigen::MatrixXd& V, const std::stop_token& stop) {
  const double scale = V.colwise().norm().maxCoeff();
  const auto groups = separateColumns(V);
  std::size_t used = 0;
  for (const auto& columns : groups) used += columns.size();
  if (used < static_cast<std::size_t>(V.cols())) {  // 0 is in the hull
    HullPoint hull{Eigen::VectorXd::Zero(V.cols()), Eigen::VectorXd::Zero(V.rows())};
    for (Eigen::Index j = 0; j < V.cols(); ++j) hull.weights[j] = V.col(j).isZero(0);
    hull.weights /= hull.weights.sum();
    return hull;
  }
  if (groups.size() == 1) return nearestOfGroup(V, scale, stop);
  HullPoint hull{Eigen::VectorXd::Zero(V.cols()), {}};
  std::vector<HullPoint> parts;
  double least = HUGE_VAL;  // of the squares ‖v_g‖², which may be 0
  for (const auto& columns : groups) {
    const Eigen::MatrixXd part = V(rowsOf(V, columns), columns) / scale;
    parts.push_back(nearestOfGroup(part, part.colwise().norm().maxCoeff(), stop));
    hull.converged = hull.converged && parts.back().converged;
    least = std::min(least, parts.back().point.squaredNorm());
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double square = parts[g].point.squaredNorm();
    hull.weights(groups[g]) = parts[g].weights * (square == least ? 1.0 : least / square);
  }
  hull.weights /= hull.weights.sum();
  hull.point = V * hull.weights;
  return hull;
}

}  // namespace carom
