#pragma once

#include <span>
#include <variant>

#include "answer/document/impact_document.h"
#include "answer/document/json_stream.h"
#include "answer/record_motion.h"

namespace carom {

/// A part of the energy of a run (J): where it is, or where it went since the start.
struct LedgerColumn {
  const char* name;
  double (*value)(const Mechanism& mechanism, const RunRecord::Entry& entry);
};
std::span<const LedgerColumn> ledgerColumns();

/// How the value of a key of a run is made.
using RunValue = Json (*)(const RecordedMotion& motion);      ///< of the whole run; null: the key is left out
using StepNumber = double (*)(const RunRecord::Entry& step);  ///< a list (m,)
/// A list (m,) of numbers that depend on the rest of the run; it is left out where there is none.
struct StepOfRun {
  bool (*isThere)(const RecordedMotion& motion);
  double (*value)(const RecordedMotion& motion, const RunRecord::Entry& step);
};
using StepVector = Eigen::Map<const Eigen::VectorXd> (*)(const RunRecord::Entry& step);  ///< rows (m, n)
using StepColumns = std::span<const LedgerColumn> (*)();                                 ///< lists by name
struct RunImpacts {};                                                                    ///< runImpactJson()
struct StepQuantities {};  ///< lists by key, of RecordedMotion::quantities

/// A key of the document of `carom simulate --json`.
struct RunKey : AnswerKey {
  std::variant<RunValue, StepNumber, StepOfRun, StepVector, StepColumns, RunImpacts, StepQuantities> value;
  /// The heading of its column in `carom simulate --csv`, of a vector what stands before the names of the
  /// coordinates; null where it has none.
  const char* csv = nullptr;
};
std::span<const RunKey> runKeys();

/// One of RecordedMotion::quantities at a recorded step.
double quantityAt(const RecordedMotion& motion, const RunQuantity& quantity, const RunRecord::Entry& step);

/// An impact of a run, without the contacts of its path.
Json runImpactJson(const RecordedMotion& motion, std::size_t number);

/// The document of a run. only: the keys that are wanted; empty: all.
Json runDocument(const RecordedMotion& motion, const std::vector<std::string_view>& only = {});

/// Writes the same piece by piece, because the text of a million steps is long. made: the record of the
/// command, null where there is none.
void writeRunJson(const TextSink& sink, const RecordedMotion& motion, const Json& made = nullptr);

/// Writes the columns of the keys that have some, one step a line.
void writeRunCsv(const TextSink& sink, const RecordedMotion& motion);

}  // namespace carom
