#pragma once

#include <deque>
#include <optional>

#include "answer/snapshot.h"
#include "common/selection.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

/// A moment in generalized coordinates.
struct Instant {
  Eigen::VectorXd q, velocity;
  int impact = -1;             ///< index of the impact that it is inside of, −1 in flight
  int reflection = 0;          ///< how many reflections of it have been done
  bool isAtEnd = false;        ///< all have been done
  Eigen::VectorXd arriving{};  ///< the velocity before the impact
};

/// The impacts that were shown last: those of long orderings take time to compute, and a view asks for the
/// same one for every reflection.
class WholeImpacts {
 public:
  /// An impact of a motion, 0 ≤ impact < number of impacts. Valid until the next call.
  const WholeImpact& of(const Mechanism& mechanism, const Trajectory& motion, int impact);
  /// Is called before one of the motions ends its life.
  void forget() { m_known.clear(); }

 private:
  struct Known {
    const Trajectory* motion;
    int impact;
    WholeImpact whole;
  };
  std::deque<Known> m_known;  ///< one for each of two motions that are compared, the newest first
};

/// The model whose motion a moment shows; null where there is none, or where it is one of another scene,
/// which may just have been replaced.
std::shared_ptr<const ModelMotion> modelIn(const SceneInstance& instance, const Moment& moment);

/// A moment of a motion; the initial state where there is none.
Instant instantOf(const SceneInstance& instance, const Trajectory* trajectory, const Moment& moment,
                  WholeImpacts& known);

/// The same moment of the compared motion. Within the first impact both go reflection by reflection, and the
/// shorter ordering waits at its end; everywhere else the time counts. Empty without a comparison.
std::optional<Instant> comparedInstant(const Snapshot& snapshot, const Moment& moment, WholeImpacts& known);

}  // namespace carom
