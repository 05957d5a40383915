#pragma once

#include <memory>
#include <stop_token>

#include "answer/snapshot.h"
#include "audit/recording/audit_recording.h"
#include "base/progress.h"

namespace carom {

/// A jump of a recording as an impact of its scene: what the orderings of its contacts make of the recorded
/// p⁻, where the recorded p⁺ is beside them, and how the scene itself would go on.
struct JumpImpact {
  std::size_t jump = 0;
  /// The scene with `report` about the impact of the jump's contacts, all closed at once, with the e of the
  /// likeliest word. Without a report where no contact meets, or where they are too many.
  SnapshotPtr impact;
  std::vector<int> contacts;                  ///< that meet, of the mechanism
  Eigen::VectorXd q;                          ///< n, where these are closed
  Eigen::VectorXd arriving;                   ///< n, p⁻ of the recording
  std::vector<LawCoefficients> coefficients;  ///< of each contact, with the fit of all jumps
  Eigen::VectorXd measured;                   ///< n, p⁺ of the recording
  Eigen::MatrixXd covariance;                 ///< n×n, of its error
  Eigen::MatrixXd covarianceBefore;           ///< n×n, of the error of p⁻
  /// The motion of the scene from the recorded p⁻ on, with the e and μ of AuditReport::fit where jumps tell
  /// them, by the likeliest word and then by the settings of the run, until the recording ends. Null where
  /// there is none.
  std::shared_ptr<const Trajectory> continuation;
  std::string whyNone{};  ///< no report or no continuation: the reason, "" where both are there
};

/// The impact of a jump of a recording of the scene of a snapshot; at most 20,000 momenta are searched.
/// Stopping returns what is there.
JumpImpact jumpImpact(const Snapshot& of, const AuditedRecording& audited, std::size_t jump,
                      std::stop_token stop = {}, const Progress& progress = {});

/// The configuration nearest to q (in the kinetic metric, to first order, repeated) at which the gaps of
/// these contacts are 0; q itself where no step leads there.
Eigen::VectorXd closedConfiguration(const Mechanism& mechanism, const std::vector<int>& contacts,
                                    const Eigen::VectorXd& q);

}  // namespace carom
