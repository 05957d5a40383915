#include "audit/recorded_run.h"

#include <algorithm>

#include "mechanics/tree/mechanism.h"

namespace carom {

std::optional<Eigen::VectorXd> configurationAt(const RecordedRun& run, const Mechanism& mechanism,
                                               double time) {
  const Eigen::Index last = run.size() - 1;
  if (last < 0 || !(time >= run.time[0] && time <= run.time[last])) return std::nullopt;
  const double* first = run.time.data();
  const Eigen::Index after =
      std::min<Eigen::Index>(std::upper_bound(first, first + run.size(), time) - first, last);
  if (after == 0) return run.q.col(0);
  const Eigen::VectorXd q = run.q.col(after - 1);
  const double share = (time - run.time[after - 1]) / (run.time[after] - run.time[after - 1]);
  return mechanism.moved(q, mechanism.difference(q, run.q.col(after)), share);
}

}  // namespace carom
