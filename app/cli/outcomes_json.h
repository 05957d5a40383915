#pragma once

#include <optional>
#include <string>

#include "cli/json_values.h"
#include "impact/impact_report.h"

namespace carom {

/// Writes the words of a list, with up to a million names of contacts in all.
class WordWriter {
 public:
  explicit WordWriter(const ImpactProblem& problem) : m_problem(problem) {}
  /// Sets `key` to the names of a word. Of a long word that does not fit any more, `key` is null and
  /// `key`_length, `key`_begins and `key`_ends describe it.
  void add(Json& json, const std::string& key, const Word& word);

 private:
  const ImpactProblem& m_problem;
  std::size_t m_left = 1'000'000;
};

Json outcomesJson(const ImpactReport& report);
Json energyJson(const ImpactReport& report);
/// ξ where it is known exactly or to the tolerance of the report.
std::optional<double> knownXi(const ImpactReport& report);
/// Adds ξ, its bounds, and the choice of an outcome.
void addIndeterminacy(Json& json, const ImpactReport& report);
/// The estimated number of orderings of a sample.
Json estimateJson(const OrderingsEstimate& estimate);
/// The orderings that random gaps realise, and examples of those that they do not.
Json gapsJson(const ImpactReport& report);

}  // namespace carom
