#include "impact/certificate/group_deviation.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "impact/certificate/coxeter_group.h"
#include "impact/certificate/pair_rule.h"
#include "impact/certificate/pair_sensitivity.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// G_ij = −cos(π/m_ij) of the given contacts.
ExtendedMatrix exactGram(const Eigen::MatrixXi& multiplicity, const std::vector<int>& contacts) {
  const auto k = static_cast<Eigen::Index>(contacts.size());
  ExtendedMatrix G = ExtendedMatrix::Identity(k, k);
  for (Eigen::Index i = 0; i < k; ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      const int m =
          multiplicity(contacts[static_cast<std::size_t>(i)], contacts[static_cast<std::size_t>(j)]);
      G(i, j) = G(j, i) = m == 2 ? 0 : -std::cos(std::numbers::pi_v<Extended> / m);
    }
  return G;
}

/// Distinct contacts that are joined by pairs which are not orthogonal, to rounding where some deviate by
/// more.
std::vector<std::vector<int>> blocksOf(const Certificate& certificate, std::vector<int> left) {
  const auto joined = [&](int i, int j) {
    const int m = certificate.multiplicity(i, j);
    const bool fits =
        certificate.nearly ? fitsToRounding(certificate.angle(i, j), m) : certificate.deviation(i, j) == 0;
    return m > 2 || !fits;
  };
  std::vector<std::vector<int>> blocks;
  while (!left.empty()) {
    std::vector<int>& block = blocks.emplace_back(1, left.back());
    left.pop_back();
    for (std::size_t at = 0; at < block.size(); ++at) {
      const auto others = std::ranges::partition(left, [&](int j) { return !joined(block[at], j); });
      block.insert(block.end(), others.begin(), others.end());
      left.erase(others.begin(), others.end());
    }
    std::ranges::sort(block);
  }
  return blocks;
}

class BlockBound {
 public:
  BlockBound(const ImpactProblem& problem, const Eigen::MatrixXi& multiplicity, std::vector<int> block)
      : m_problem(problem), m_multiplicity(multiplicity), m_block(std::move(block)) {}

  std::optional<double> value() const {
    const CoxeterGroup group = classifyCoxeter(m_multiplicity(m_block, m_block));
    if (!group.length) return std::nullopt;
    if (m_block.size() == 2 && !hasCoincident())
      return worstPairIndeterminacy(m_problem, m_block[0], m_block[1]);
    return bound(static_cast<Extended>(*group.length));
  }

 private:
  bool isOf(int contact, int direction) const {
    return contact == direction || m_multiplicity(contact, direction) == 1;
  }

  bool hasCoincident() const {
    return std::ranges::any_of(
        m_block, [&](int direction) { return (m_multiplicity.row(direction).array() == 1).count() > 1; });
  }

  /// v̂ with the exact G nearest, column by column, to the û of the block: with G = L Lᵀ and the exact one
  /// K Kᵀ it is U L⁻ᵀ Kᵀ.
  double bound(Extended length) const {
    const ExtendedMatrix U = m_problem.frame().unitNormals()(Eigen::all, m_block);
    const Eigen::LLT<ExtendedMatrix> actual(U.transpose() * U), exact(exactGram(m_multiplicity, m_block));
    if (actual.info() != Eigen::Success || exact.info() != Eigen::Success)
      return std::numeric_limits<double>::infinity();
    const ExtendedMatrix K = exact.matrixL();
    const ExtendedMatrix V = U * actual.matrixU().solve(ExtendedMatrix(K.transpose()));
    const ExtendedVector ones = ExtendedVector::Ones(V.cols());
    const Extended margin = 1 / std::sqrt(ones.dot(exact.solve(ones))), eta = largestTurn(V);
    if (!(eta < margin)) return std::numeric_limits<double>::infinity();
    return static_cast<double>(4 * eta * (length + (length + 1) / (margin - eta) + 1 / margin));
  }

  /// η, contacts of coincident normals included.
  Extended largestTurn(const ExtendedMatrix& V) const {
    const ExtendedMatrix& unit = m_problem.frame().unitNormals();
    Extended largest = 0;
    for (int contact = 0; contact < m_problem.contactCount(); ++contact)
      for (std::size_t i = 0; i < m_block.size(); ++i)
        if (isOf(contact, m_block[i]))
          largest = std::max(largest, (unit.col(contact) - V.col(static_cast<Eigen::Index>(i))).norm());
    return largest;
  }

  const ImpactProblem& m_problem;
  const Eigen::MatrixXi& m_multiplicity;
  std::vector<int> m_block;
};

}  // namespace

std::optional<double> groupDeviationBound(const ImpactProblem& problem, const Certificate& certificate,
                                          const std::vector<int>& distinct) {
  double largest = 0;
  for (const std::vector<int>& block : blocksOf(certificate, distinct)) {
    const std::optional<double> bound = BlockBound(problem, certificate.multiplicity, block).value();
    if (!bound) return std::nullopt;
    largest = std::max(largest, *bound);
  }
  return largest;
}

}  // namespace carom
