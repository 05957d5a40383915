#include "answer/verdict.h"

#include <array>

namespace carom {

std::string_view wordsOf(Verdict verdict) {
  static constexpr std::array<std::string_view, verdictCount> words{
      "no impact",     "nothing closes", "unique here", "unique for every momentum",
      "order matters", "side matters",   "not decided", "cut",
      "jammed"};
  return words[static_cast<std::size_t>(verdict)];
}

Verdict verdictOf(const VerdictFacts& facts) {
  if (!facts.searched) return Verdict::NoImpact;
  if (facts.jammed) return Verdict::Jammed;
  if (facts.outcomes > 1) return Verdict::OrderMatters;
  if (!facts.complete && !facts.uniqueForEvery) return facts.hitLimit ? Verdict::Cut : Verdict::NotDecided;
  if (facts.sides > 1) return Verdict::SideMatters;
  if (!facts.sidesComplete) return Verdict::Cut;
  if (facts.longest == 0) return Verdict::NothingCloses;
  return facts.uniqueForEvery ? Verdict::UniqueForEveryMomentum : Verdict::UniqueHere;
}

Verdict verdictOf(const ImpactReport* report) {
  if (!report || report->problem.contactCount() == 0) return Verdict::NoImpact;
  VerdictFacts facts;
  facts.jammed = report->jammed();
  facts.complete = report->complete();
  facts.hitLimit = report->limit() != Limit::None;
  facts.outcomes = report->outcomes.size();
  if (report->corners) {
    facts.sides = static_cast<std::size_t>(report->corners->outcomes);
    facts.sidesComplete = report->corners->complete;
  }
  facts.longest = report->maxLength;
  facts.uniqueForEvery = !facts.jammed && uniqueForEveryMomentum(*report) == true;
  return verdictOf(facts);
}

}  // namespace carom
