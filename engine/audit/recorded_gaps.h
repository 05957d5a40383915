#pragma once

#include <span>
#include <vector>

#include "audit/recorded_run.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The gaps of all contacts at the samples of a recording (m), each sample computed once, when it is asked
/// for. The mechanism and the run have to stay.
class RecordedGaps {
 public:
  RecordedGaps(const Mechanism& mechanism, const RecordedRun& run);
  double operator()(int contact, Eigen::Index sample) const;
  int contacts() const { return static_cast<int>(m_mechanism.contacts().size()); }
  /// Whether no contact, but some, closes in samples first … last: every gap stays larger than it changes
  /// between two.
  bool stayOpen(Eigen::Index first, Eigen::Index last, std::span<const int> but = {}) const;

 private:
  const Mechanism& m_mechanism;
  const RecordedRun& m_run;
  mutable Eigen::MatrixXd m_gaps{};  ///< contacts × samples; without columns where that takes much memory
  mutable std::vector<bool> m_known{};
};

}  // namespace carom
