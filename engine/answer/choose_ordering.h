#pragma once

#include <stop_token>

#include "answer/snapshot.h"

namespace carom {

/// The ordering that a rule picks for an impact that is not jammed; empty where the rule has all contacts
/// collide at once. Contacts of a priority that are not in this impact are left out.
Word followRule(const ImpactReport& report, const OrderingRule& rule, std::stop_token stop);

/// Whether each contact of the word is infeasible when it reflects and all are feasible at its end.
bool isOrderingOf(const ImpactProblem& problem, const Word& word);

/// Sets Snapshot::ordering and ::outcome from the report and settings: the ordering chosen by hand where it
/// is one of this impact, else that of the rule, else the example of the first outcome.
void chooseOrdering(Snapshot& snapshot, const std::optional<Word>& byHand, std::stop_token stop);

/// The outcome at the end of a word in the graph; −1 where the word leaves the graph.
int outcomeOf(const ImpactReport& report, const Word& word);

/// Adapts a pinned ordering to this state: its beginning in which each contact is infeasible when it
/// reflects, then the lowest infeasible contact each time.
Word adaptOrdering(const ImpactReport& report, const Word& pinned, std::stop_token stop);

}  // namespace carom
