#include "mechanics/variation/tie_branches.h"

#include <Eigen/LU>

namespace carom {

namespace {

/// A B⁻¹; empty where B is singular.
std::optional<Eigen::MatrixXd> over(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  constexpr double regular = 1e-9;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(B.transpose());
  lu.setThreshold(regular);
  if (!lu.isInvertible()) return std::nullopt;
  return lu.solve(A.transpose()).transpose();
}

class Walk {
 public:
  explicit Walk(const RunVariation& variation) : m_variation(variation) {
    const Eigen::Index size = variation.map.rows();
    m_own = Eigen::MatrixXd::Identity(size, size);
    m_found.all.push_back({{}, Eigen::MatrixXd(0, size), m_own});
  }

  TieBranches result() {
    for (std::size_t i = 0; i < m_variation.impacts.size(); ++i) {
      const ImpactOfVariation& impact = m_variation.impacts[i];
      if (impact.behind.size() == 0) break;  // the variation ends before it
      if (!impact.words.complete) return {};
      fly(impact.before);
      pass(i);
    }
    fly(m_variation.map);
    return std::move(m_found);
  }

 private:
  /// The flight to where the run's own branch has the map `to`: what the others have on it follows from that.
  void fly(const Eigen::MatrixXd& to) {
    std::vector<TieBranch>& all = m_found.all;
    if (const auto flow = over(to, m_own)) {
      for (TieBranch& branch : all) branch.map = *flow * branch.map;
    } else {
      m_found.areWhole = m_found.areWhole && m_isOwn && all.size() == 1;
      all.resize(m_isOwn ? 1 : 0);
    }
    if (m_isOwn) all[0].map = to;
    m_own = to;
  }

  void pass(std::size_t number) {
    const ImpactOfVariation& impact = m_variation.impacts[number];
    std::vector<TieBranch> next;
    if (impact.followed >= 0) follow(number, static_cast<std::size_t>(impact.followed), next);
    for (std::size_t i = 0; i < impact.words.words.size(); ++i)
      if (static_cast<int>(i) != impact.followed && impact.endsTogether(impact.words.words[i]))
        follow(number, i, next);
    m_found.all = std::move(next);
    m_own = impact.behind;
    m_isOwn = m_isOwn && impact.followed >= 0;
    if (m_isOwn) m_found.all[0].map = m_own;
  }

  void follow(std::size_t number, std::size_t word, std::vector<TieBranch>& next) {
    constexpr std::size_t most = 256;
    const auto& words = m_variation.impacts[number].words.words;
    for (const TieBranch& branch : m_found.all) {
      m_found.areWhole = m_found.areWhole && next.size() < most;
      if (next.size() == most) return;
      TieBranch& one = next.emplace_back(branch);
      one.map = words[word].map * branch.map;
      if (words.size() < 2) continue;
      one.ties.emplace_back(number, word);
      const Eigen::MatrixXd rows = words[word].cone * branch.map;
      one.condition.conservativeResize(one.condition.rows() + rows.rows(), Eigen::NoChange);
      one.condition.bottomRows(rows.rows()) = rows;
    }
  }

  const RunVariation& m_variation;
  TieBranches m_found{};
  Eigen::MatrixXd m_own;  ///< the map of the run, as far as it is followed
  bool m_isOwn = true;    ///< whether the first branch is that of the run
};

}  // namespace

TieBranches tieBranches(const RunVariation& variation) {
  return Walk(variation).result();
}

}  // namespace carom
