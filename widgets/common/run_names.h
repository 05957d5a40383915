#pragma once

#include <QColor>
#include <QString>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

/// The name of a rule: "most infeasible first", "fixed priority".
QString ruleText(OrderingRule::Kind kind);

/// The reason why a snapshot has no orderings: no contact is closed at the start, a later impact is still
/// being searched, or its chatter was cut short.
QString noReportText(const Snapshot& snapshot);
/// ", impact 17" for a snapshot about a later impact; empty for the initial one.
QString impactSuffix(const Snapshot& snapshot);

/// The names of the run in force and of the second run: "ac bc", "impact 3: bc ac", "least infeasible first".
/// Long words keep `most` contacts.
struct RunNames {
  QString first, second;
};
RunNames runNames(const Snapshot& snapshot, int most);

/// A run that views and plots show.
struct ShownRun {
  QString name;
  std::shared_ptr<const SceneInstance> instance;
  std::shared_ptr<const Trajectory> trajectory;
  QColor color{};      ///< of a kept run; invalid for the run in force and the second run
  double step = 1e-3;  ///< s, of the integrator

  bool isKept() const { return color.isValid(); }
};
/// The run in force, then the others that are shown beside it: the second run and kept runs. Empty without a
/// motion.
std::vector<ShownRun> shownRuns(const SnapshotPtr& snapshot);
/// The kept ones of them. A run with the motion of the run in force is called identical.
std::vector<ShownRun> shownKeptRuns(const Snapshot& snapshot);

/// Another run that branches off at an impact of the run in force.
struct RunFork {
  QString text;  ///< "outcome 2: bc ac"
  RunBranch branch;
};
/// The branches to the other outcomes of an impact; empty where there is no other outcome, or where the other
/// orderings are unknown.
std::vector<RunFork> forksAt(const Snapshot& snapshot, int impact);

}  // namespace carom
