#include "base/linear_complementarity.h"

#include <algorithm>
#include <vector>

namespace carom {

namespace {

/// The tableau w − A z − e z₀ = q. Columns: w (k), z (k), z₀, q. Variable j < k is w_j, k + j is z_j, 2k is
/// z₀.
class Tableau {
 public:
  Tableau(const Eigen::MatrixXd& A, const Eigen::VectorXd& q)
      : m_size(A.rows()), m_rows(A.rows(), 2 * A.rows() + 2), m_basis(static_cast<std::size_t>(A.rows())) {
    const double largest = A.size() ? A.cwiseAbs().maxCoeff() : 0;
    m_tolerance = 1e-11 * std::max(largest, 1.0);
    m_rows << Eigen::MatrixXd::Identity(m_size, m_size), -A, -Eigen::VectorXd::Ones(m_size), q;
    for (Eigen::Index i = 0; i < m_size; ++i) m_basis[static_cast<std::size_t>(i)] = i;
  }

  Eigen::Index z0() const { return 2 * m_size; }
  Eigen::Index complement(Eigen::Index variable) const {
    return variable < m_size ? variable + m_size : variable - m_size;
  }
  Eigen::Index basic(Eigen::Index row) const { return m_basis[static_cast<std::size_t>(row)]; }

  /// The row whose w leaves first when z₀ enters: the most negative q, of equal ones the lexicographic least.
  Eigen::Index firstRow() const {
    Eigen::Index best = 0;
    for (Eigen::Index i = 1; i < m_size; ++i)
      if (isLess(i, 1, best, 1)) best = i;
    return best;
  }

  /// The row that limits how far `entering` rises; −1 where none does.
  Eigen::Index leavingRow(Eigen::Index entering) const {
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < m_size; ++i) {
      const double slope = m_rows(i, entering);
      if (slope <= m_tolerance) continue;
      if (best < 0 || isLess(i, slope, best, m_rows(best, entering))) best = i;
    }
    return best;
  }

  void pivot(Eigen::Index row, Eigen::Index entering) {
    m_rows.row(row) /= m_rows(row, entering);
    for (Eigen::Index i = 0; i < m_size; ++i)
      if (i != row && m_rows(i, entering) != 0) m_rows.row(i) -= m_rows(i, entering) * m_rows.row(row);
    m_basis[static_cast<std::size_t>(row)] = entering;
  }

  /// Whether a variable that is basic is 0, to the rounding of q.
  bool isZero(Eigen::Index variable) const {
    const auto at = std::find(m_basis.begin(), m_basis.end(), variable) - m_basis.begin();
    return std::abs(m_rows(at, m_rows.cols() - 1)) <= m_tolerance * m_rows.rightCols(1).cwiseAbs().maxCoeff();
  }

  /// The values of w (first = 0) or z (first = k).
  Eigen::VectorXd values(Eigen::Index first) const {
    Eigen::VectorXd result = Eigen::VectorXd::Zero(m_size);
    for (Eigen::Index i = 0; i < m_size; ++i)
      if (const Eigen::Index j = basic(i) - first; j >= 0 && j < m_size)
        result[j] = std::max(0.0, m_rows(i, m_rows.cols() - 1));
    return result;
  }

 private:
  /// Row a over slopeA is lexicographically less than row b over slopeB: q first, then the columns of w,
  /// which hold the inverse of the basis.
  bool isLess(Eigen::Index a, double slopeA, Eigen::Index b, double slopeB) const {
    const auto difference = [&](Eigen::Index column) {
      return m_rows(a, column) / slopeA - m_rows(b, column) / slopeB;
    };
    const double scale = std::max(m_rows.rightCols(1).cwiseAbs().maxCoeff(), 1e-300);
    if (const double d = difference(m_rows.cols() - 1); std::abs(d) > m_tolerance * scale) return d < 0;
    for (Eigen::Index j = 0; j < m_size; ++j)
      if (const double d = difference(j); std::abs(d) > m_tolerance) return d < 0;
    return false;
  }

  Eigen::Index m_size;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> m_rows;
  std::vector<Eigen::Index> m_basis;
  double m_tolerance;
};

}  // namespace

ComplementaritySolution solveComplementarity(const Eigen::MatrixXd& A, const Eigen::VectorXd& q) {
  const Eigen::Index size = q.size();
  ComplementaritySolution solution{Eigen::VectorXd::Zero(size), q};
  if (size == 0 || q.minCoeff() >= 0) return solution;
  using Status = ComplementaritySolution::Status;
  const auto fail = [&](Status status) { return ComplementaritySolution{{}, {}, solution.pivots, status}; };
  Tableau tableau(A, q);
  Eigen::Index entering = tableau.z0(), row = tableau.firstRow();
  const int most = static_cast<int>(100 * size + 1000);
  while (true) {
    const Eigen::Index leaving = tableau.basic(row);
    tableau.pivot(row, entering);
    if (++solution.pivots > most) return fail(Status::LimitReached);
    if (leaving == tableau.z0()) break;
    entering = tableau.complement(leaving);
    row = tableau.leavingRow(entering);
    // A ray that starts where z₀ is 0 but for rounding, in a tie that another row won, starts at a solution.
    if (row < 0 && tableau.isZero(tableau.z0())) break;
    if (row < 0) return fail(Status::Unsolvable);
  }
  solution.z = tableau.values(size);
  solution.w = tableau.values(0);
  return solution;
}

}  // namespace carom
