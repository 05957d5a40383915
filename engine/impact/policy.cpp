#include "impact/policy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "impact/contact_path.h"
#include "impact/outcomes/endless_ordering.h"

namespace carom {

namespace {

using Kind = Policy::Kind;
using Argument = PolicyRow::Argument;
constexpr PolicyRow rows[] = {
    {Kind::MostInfeasible, "most-infeasible", "most infeasible first"},
    {Kind::LeastInfeasible, "least-infeasible", "least infeasible first"},
    {Kind::ApproachSpeed, "approach-speed", "greatest approach speed"},
    {Kind::Priority, "priority", "fixed priority", Argument::Contacts},
    {Kind::Random, "random", "random", Argument::Seed},
    {Kind::GaussSeidel, "gauss-seidel", "contact by contact (Gauss–Seidel)"},
    {Kind::NearestOutcome, "nearest-outcome", "nearest outcome"},
    {Kind::FrictionLcp, "friction-lcp", "all at once (friction LCP)"},
};

/// Picks the next contact of an ordering, or −1 when all are feasible.
class Chooser {
 public:
  Chooser(const ImpactProblem& problem, const Policy& policy)
      : m_kind(policy.kind), m_tie(feasibilityTolerance * problem.scale()), m_random(policy.seed) {
    const auto k = static_cast<std::size_t>(problem.contactCount());
    m_scale.assign(k, -1);  // LeastInfeasible: the lowest −c
    if (policy.kind == Policy::Kind::ApproachSpeed) {
      m_scale.assign(problem.normalNorms().begin(), problem.normalNorms().end());
      if (k > 0) m_tie *= problem.normalNorms().maxCoeff();
    }
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

  int next(const ContactPath& path) {
    switch (m_kind) {
      case Policy::Kind::MostInfeasible:
      case Policy::Kind::NearestOutcome:
      case Policy::Kind::FrictionLcp:
        return path.mostInfeasible();
      case Policy::Kind::Priority:
        return firstListed(path);
      case Policy::Kind::Random:
        return path.isFeasible() ? -1 : path.infeasible(m_random.below(path.infeasibleCount()));
      case Policy::Kind::GaussSeidel:
        return m_last = nextInTurn(path);
      case Policy::Kind::LeastInfeasible:
      case Policy::Kind::ApproachSpeed:
        break;
    }
    return lowestScaled(path);
  }

 private:
  int lowestScaled(const ContactPath& path) const {
    const auto value = [&](int j) {
      return path.c()[static_cast<std::size_t>(j)] * m_scale[static_cast<std::size_t>(j)];
    };
    double lowest = std::numeric_limits<double>::infinity();
    for (int j = 0; j < path.contactCount(); ++j) {
      if (path.isInfeasible(j)) lowest = std::min(lowest, value(j));
    }
    for (int j = 0; j < path.contactCount(); ++j) {
      if (path.isInfeasible(j) && value(j) <= lowest + m_tie) return j;
    }
    return -1;
  }

  /// The first one behind the last, which comes last itself.
  int nextInTurn(const ContactPath& path) const {
    for (int step = 1, k = path.contactCount(); step <= k; ++step)
      if (const int j = (m_last + step) % k; path.isInfeasible(j)) return j;
    return -1;
  }

  int firstListed(const ContactPath& path) const {
    const auto at =
        std::find_if(m_order.begin(), m_order.end(), [&](ContactIndex j) { return path.isInfeasible(j); });
    return at == m_order.end() ? -1 : *at;
  }

  Policy::Kind m_kind;
  double m_tie;
  std::vector<double> m_scale;
  std::vector<ContactIndex> m_order;
  Random m_random;
  int m_last = -1;  ///< the contact of the last choice
};

}  // namespace

std::span<const PolicyRow> policyRows() {
  return rows;
}

const PolicyRow& rowOf(Policy::Kind kind) {
  const PolicyRow& row = rows[static_cast<std::size_t>(kind)];
  assert(row.kind == kind);
  return row;
}

Word followPolicy(const ImpactProblem& problem, const Policy& policy, std::size_t maxReflections,
                  std::stop_token stop) {
  ContactPath path(problem);
  Chooser chooser(problem, policy);
  const bool lossy = !problem.isElastic();
  while (path.word().size() < maxReflections) {
    const int j = chooser.next(path);
    if (j < 0 || (lossy && isCut(problem, path.c()))) break;
    path.reflect(j);
    if (path.word().size() % 4096 == 0 && stop.stop_requested()) break;
  }
  return path.word();
}

}  // namespace carom
