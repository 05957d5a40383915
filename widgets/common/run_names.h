#pragma once

#include <QString>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

/// "most infeasible first", "fixed priority".
QString ruleText(OrderingRule::Kind kind);

/// Why a snapshot has no orderings: no contact is closed at the start, a later impact is still being
/// searched, or its chatter was cut short.
QString noReportText(const Snapshot& snapshot);
/// ", impact 17", where the snapshot is about another impact than the initial one; else empty.
QString impactSuffix(const Snapshot& snapshot);

/// The names of the run in force and of the second run: "ac bc", "impact 3: bc ac", "least infeasible first".
/// Long words keep `most` contacts.
struct RunNames {
  QString first, second;
};
RunNames runNames(const Snapshot& snapshot, int most);

/// Another way to go on from an impact of the run in force.
struct RunFork {
  QString text;  ///< "outcome 2: bc ac"
  RunBranch branch;
};
/// The outcomes of an impact that the run does not take; empty where there is no other, or where the other
/// orderings are unknown.
std::vector<RunFork> forksAt(const Snapshot& snapshot, int impact);

}  // namespace carom
