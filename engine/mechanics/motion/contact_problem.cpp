#include "mechanics/motion/contact_problem.h"

namespace carom {

void ContactProblem::resize(int contacts) {
  const Eigen::Index m = static_cast<Eigen::Index>(block) * contacts;
  W.resize(m, m);
  b.resize(m);
  friction.resize(static_cast<std::size_t>(contacts));
  radius.assign(friction.size(), 0);
}

}  // namespace carom
