#include <algorithm>
#include <random>

#include "impact/extended.h"
#include "impact/impact_report.h"

namespace carom {

namespace {

/// Contact coordinates that reflect in place, with the nonzeros of the Gram matrix by column.
class Bouncer {
 public:
  explicit Bouncer(const ImpactProblem& problem) {
    const WhiteFrame& frame = problem.frame();
    const ExtendedVector c = frame.unitNormals().transpose() * frame.whiten(problem.momentum());
    m_c.assign(c.begin(), c.end());
    m_columnStart.push_back(0);
    for (Eigen::Index j = 0; j < c.size(); ++j) {
      for (Eigen::Index i = 0; i < c.size(); ++i) {
        const Extended value = 2 * frame.gram()(i, j);
        if (value != 0) m_entries.push_back({static_cast<std::uint32_t>(i), value});
      }
      m_columnStart.push_back(m_entries.size());
    }
  }

  const std::vector<Extended>& c() const { return m_c; }

  void reflect(std::size_t j) {
    const Extended cj = m_c[j];
    for (std::size_t e = m_columnStart[j]; e < m_columnStart[j + 1]; ++e)
      m_c[m_entries[e].row] -= cj * m_entries[e].value;
  }

 private:
  struct Entry {
    std::uint32_t row;
    Extended value;
  };
  std::vector<Extended> m_c;
  std::vector<Entry> m_entries;
  std::vector<std::size_t> m_columnStart;
};

/// Picks the next contact, or −1 when none is infeasible.
class Chooser {
 public:
  Chooser(const ImpactProblem& problem, const Policy& policy)
      : m_kind(policy.kind),
        m_threshold(-feasibilityTolerance * problem.momentumNorm()),
        m_random(policy.seed) {
    const auto k = static_cast<std::size_t>(problem.contactCount());
    m_scale.assign(k, policy.kind == Policy::Kind::LeastInfeasible ? -1 : 1);
    double largest = 1;
    if (policy.kind == Policy::Kind::ApproachSpeed) {
      m_scale.assign(problem.normalNorms().begin(), problem.normalNorms().end());
      largest = problem.normalNorms().maxCoeff();
    }
    m_tie = feasibilityTolerance * problem.momentumNorm() * largest;
    m_order = policy.priority;
    std::vector<bool> listed(k, false);
    for (const ContactIndex j : m_order) {
      if (j >= k)
        throw ImpactError("priority names contact " + std::to_string(j) + " of " + std::to_string(k));
      listed[j] = true;
    }
    for (std::size_t j = 0; j < k; ++j) {
      if (!listed[j]) m_order.push_back(static_cast<ContactIndex>(j));
    }
  }

  int next(const std::vector<Extended>& c) {
    switch (m_kind) {
      case Policy::Kind::Priority:
        return firstListed(c);
      case Policy::Kind::Random:
        return anyOf(c);
      default:
        return lowest(c);
    }
  }

 private:
  int lowest(const std::vector<Extended>& c) const {
    int best = -1;
    Extended lowestValue = 0;
    for (std::size_t j = 0; j < c.size(); ++j) {
      if (!(c[j] < m_threshold)) continue;
      const Extended value = c[j] * m_scale[j];
      if (best < 0 || value < lowestValue - m_tie) {
        best = static_cast<int>(j);
        lowestValue = value;
      }
    }
    return best;
  }

  int firstListed(const std::vector<Extended>& c) const {
    const auto at =
        std::find_if(m_order.begin(), m_order.end(), [&](ContactIndex j) { return c[j] < m_threshold; });
    return at == m_order.end() ? -1 : *at;
  }

  int anyOf(const std::vector<Extended>& c) {
    const auto infeasible = std::count_if(c.begin(), c.end(), [&](Extended x) { return x < m_threshold; });
    if (infeasible == 0) return -1;
    // Not uniform_int_distribution, whose results differ between libraries. The bias is below 2⁻⁴⁸.
    auto skip = static_cast<std::size_t>(m_random() % static_cast<std::uint64_t>(infeasible));
    for (std::size_t j = 0;; ++j) {
      if (c[j] < m_threshold && skip-- == 0) return static_cast<int>(j);
    }
  }

  Policy::Kind m_kind;
  Extended m_threshold, m_tie = 0;
  std::vector<Extended> m_scale;
  std::vector<ContactIndex> m_order;
  std::mt19937_64 m_random;
};

}  // namespace

Word followPolicy(const ImpactProblem& problem, const Policy& policy, std::size_t maxReflections,
                  std::stop_token stop) {
  Bouncer bouncer(problem);
  Chooser chooser(problem, policy);
  Word word;
  while (word.size() < maxReflections) {
    const int j = chooser.next(bouncer.c());
    if (j < 0) break;
    bouncer.reflect(static_cast<std::size_t>(j));
    word.push_back(static_cast<ContactIndex>(j));
    if (word.size() % 4096 == 0 && stop.stop_requested()) break;
  }
  return word;
}

}  // namespace carom
