#pragma once

#include <Eigen/Core>

#include "base/big_int.h"
#include "impact/graph/ordering_graph.h"

// The resolver as one would write it down from the papers, with care but without the engine's ideas: dense
// momenta, and a hash map of rounded ones. What the engine is measured against.
namespace carom::straightforward {

/// Reflections of a full momentum vector, p ↦ p − 2⟨p,û⟩û.
class Reflections {
 public:
  explicit Reflections(const ImpactProblem& problem);

  const Eigen::VectorXd& start() const { return m_start; }
  /// Of c = ⟨p,û⟩ the lowest one where it is infeasible, else −1; c is a buffer, k.
  int mostInfeasible(const Eigen::VectorXd& p, Eigen::VectorXd& c) const {
    int j = 0;
    c.noalias() = m_dual.transpose() * p;
    return c.minCoeff(&j) < m_threshold ? j : -1;
  }
  bool isInfeasible(const Eigen::VectorXd& p, int j) const { return p.dot(m_dual.col(j)) < m_threshold; }
  void reflect(Eigen::VectorXd& p, int j) const { p -= 2 * p.dot(m_dual.col(j)) * m_unit.col(j); }
  int contactCount() const { return static_cast<int>(m_unit.cols()); }
  double momentumNorm() const { return m_norm; }

 private:
  Eigen::MatrixXd m_unit, m_dual;  // n×k: û, M⁻¹û
  Eigen::VectorXd m_start;
  double m_norm, m_threshold;
};

struct GraphAnswer {
  std::size_t states = 0, outcomes = 0;
  BigInt orderings;
};
/// Breadth first over momenta rounded to 1e-8 ‖p⁻‖ of each coordinate, at most maxStates. Counts on the way,
/// which is right where all orderings to a momentum are equally long.
GraphAnswer exploreOrderings(const ImpactProblem& problem, std::size_t maxStates);

}  // namespace carom::straightforward
