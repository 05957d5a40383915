#pragma once

#include <QColor>

#include "answer/impact_of_run.h"
#include "common/document_state.h"

namespace carom {

/// A run in the table of runs: what it is computed from, and its numbers.
struct RunRow {
  enum class Of { Present, Kept, Tried };

  Of of = Of::Present;
  QString name;
  QColor color{};         ///< of a kept run
  bool isShown = false;   ///< a kept run, in views and plots
  QString identical{};    ///< the name of another row with the same motion
  DocumentState state{};  ///< without kept runs
  std::vector<ParameterValue> parameters{};
  ImpactSearch search{};  ///< of the initial impact; not searched where there is none
  QString ordering{};     ///< followed there, or the rule
  QString restitution{};  ///< of the impacts, as restitutionText() says it
  std::size_t impacts = 0;
  bool isComplete = true;            ///< the run was not stopped
  const Snapshot* answer = nullptr;  ///< identifies its picture; null where it has none
};

/// The row of an answer. ordering: chosen by hand.
RunRow rowOf(const Snapshot& answer, const std::optional<Word>& ordering);

/// The value of a parameter as a person reads it, "120.0°"; empty where the run has no such parameter.
QString valueText(const RunRow& row, const ParameterSpec& parameter);
/// The value in SI; empty where the run has no such parameter.
std::optional<double> valueOf(const RunRow& row, const std::string& parameter);

}  // namespace carom
