#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace carom {

class Mechanism;

/// A loop of a mechanism at a configuration.
struct LoopState {
  std::string name;
  int equations = 0;
  double residual = 0;  ///< the largest |g| of them (m, sine of an angle, or rad)
};

/// The loops at q (n), in the order of the mechanism and of LoopEquations.
std::vector<LoopState> loopStates(const Mechanism& mechanism, const Eigen::VectorXd& q);

}  // namespace carom
