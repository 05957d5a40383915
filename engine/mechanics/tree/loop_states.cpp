#include "mechanics/tree/loop_states.h"

#include <algorithm>
#include <cmath>

#include "mechanics/tree/loop_equations.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

std::vector<LoopState> loopStates(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  std::vector<LoopState> all;
  for (const Loop& loop : mechanism.loops()) all.push_back({loop.name});
  if (all.empty()) return all;
  LoopEquations equations(mechanism);
  equations.place(q);
  for (int i = 0; i < equations.count(); ++i) {
    LoopState& loop = all[static_cast<std::size_t>(equations.loopOf()[static_cast<std::size_t>(i)])];
    ++loop.equations;
    loop.residual = std::max(loop.residual, std::abs(equations.values()[i]));
  }
  return all;
}

}  // namespace carom
