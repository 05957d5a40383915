#pragma once

#include <stop_token>

#include "base/progress.h"
#include "study/design/box_search.h"
#include "study/design/design_model.h"

namespace carom {

/// What is accepted as a solution where rounding ends the iteration: of G, and of gaps in m.
inline constexpr double acceptedResidual = 1e-12;

/// Two contacts of a model, by their number, and the G that they shall have.
struct PairEquation {
  int first, second;
  double G;
};

struct DesignRange;

/// Where the variables of a design may be; infinite where nothing bounds them (SI, n each).
struct DesignBox {
  Eigen::VectorXd start, scale, least, greatest;

  /// The nearest point within the bounds.
  Eigen::VectorXd bounded(const Eigen::VectorXd& x) const { return x.cwiseMax(least).cwiseMin(greatest); }
};
DesignBox boxOf(const DesignModel& model, const std::vector<DesignRange>& ranges);

/// Newton's iteration for wanted G, with all gaps of the model 0, and NLopt's search of the box where that
/// stalls; see findDesign.
class DesignIteration {
 public:
  DesignIteration(DesignModel& model, std::vector<PairEquation> pairs, const std::vector<DesignRange>& ranges,
                  std::stop_token stop);

  void run(const Progress& progress);

  /// The solution, or the nearest miss.
  const Eigen::VectorXd& x() const { return m_x; }
  int iterations() const { return m_iterations; }
  /// Points that Newton's iteration started from, and those that the search of the box tried.
  int starts() const { return m_starts; }
  /// Derivatives that were taken beside a corner.
  int corners() const { return m_corners; }
  /// The largest equation there: |G − its wanted value| and |gap| (m).
  double residual() const { return m_residual; }
  bool isSolved() const { return m_residual <= acceptedResidual; }

 private:
  Eigen::VectorXd equations(const ImpactNumbers<double>& impact) const;
  bool evaluate(const Eigen::VectorXd& x);
  double deviation() const { return m_equations.lpNorm<Eigen::Infinity>(); }
  Eigen::MatrixXd smoothJacobian(const Eigen::VectorXd& x);
  std::optional<Eigen::MatrixXd> jacobian(const Eigen::VectorXd& x);
  Eigen::VectorXd step(const Eigen::VectorXd& x, const Eigen::VectorXd& r, const Eigen::MatrixXd& J) const;
  bool advance(Eigen::VectorXd& x);
  void newton(Eigen::VectorXd x);
  bool closeGaps(Eigen::VectorXd& x);
  void keepIfBetter(const Eigen::VectorXd& x);
  double distance(const Eigen::VectorXd& x) const;

  Eigen::VectorXd placeOf(const Eigen::VectorXd& z) const;
  double cost(const Eigen::VectorXd& z, Eigen::VectorXd* gradient);
  double closedCost(const Eigen::VectorXd& z);
  SearchBounds boxAround(double reach) const;
  void searchElsewhere(const Progress& progress);
  void approachLeastMiss();
  void approachStart();

  DesignModel& m_model;
  std::vector<PairEquation> m_pairs;
  std::stop_token m_stop;
  DesignBox m_box;
  Eigen::VectorXd m_x;  ///< the best so far
  Eigen::VectorXd m_equations;
  double m_residual = HUGE_VAL, m_miss = HUGE_VAL;  ///< the largest equation and their norm, of the best
  int m_iterations = 0, m_starts = 0, m_corners = 0;
};

}  // namespace carom
