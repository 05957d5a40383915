#pragma once

#include <stop_token>

#include "answer/snapshot.h"

namespace carom {

/// The ordering that a rule picks among those of an impact that is not jammed. Contacts that a priority names
/// but this impact does not have are left out.
Word followRule(const ImpactReport& report, const OrderingRule& rule, std::stop_token stop);

/// The policy that follows a rule at the impacts of a run; its priority lists contacts of the mechanism. Of
/// the nearest outcome, which needs a search, most infeasible first.
Policy runPolicy(const Mechanism& mechanism, const OrderingRule& rule);

/// The ordering in force: the one that was chosen by hand where it still is one of this impact, else that of
/// the rule, else the example of the first outcome. Fills Snapshot::ordering and ::outcome from its report
/// and settings.
void chooseOrdering(Snapshot& snapshot, const std::optional<Word>& byHand, std::stop_token stop);

/// The outcome to which the graph's edges lead along a word; −1 where the word leaves the part searched.
int outcomeOf(const ImpactReport& report, const Word& word);

/// A pinned ordering at this state: as far as its contacts are still infeasible one after the other, then the
/// lowest infeasible contact each time.
Word adaptOrdering(const ImpactReport& report, const Word& pinned, std::stop_token stop);

}  // namespace carom
