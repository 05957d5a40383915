#include "runs/run_row.h"

#include <algorithm>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/restitution_words.h"
#include "common/run_names.h"

namespace carom {

RunRow rowOf(const Snapshot& answer, const std::optional<Word>& ordering) {
  RunRow row;
  row.state = {answer.scene, answer.assignments, ordering, answer.settings, {}};
  row.parameters = answer.instance.parameters;
  row.restitution = restitutionText(answer.settings, *answer.instance.mechanism);
  if (answer.report) row.search = summary(*answer.report);
  const auto& rule = answer.settings.rule;
  if (rule)
    row.ordering = ruleText(rule->kind);
  else if (answer.report)
    row.ordering =
        wordText(shortContactNames(answer.report->problem.labels(), answer.instance), answer.ordering, 6);
  if (!answer.trajectory) return row;
  row.impacts = answer.trajectory->impacts.size();
  row.isComplete = answer.trajectory->complete;
  return row;
}

std::optional<double> valueOf(const RunRow& row, const std::string& parameter) {
  const auto found = std::ranges::find(row.parameters, parameter, &ParameterValue::name);
  return found == row.parameters.end() ? std::nullopt : std::optional(found->value);
}

QString valueText(const RunRow& row, const ParameterSpec& parameter) {
  const auto value = valueOf(row, parameter.name);
  if (!value) return {};
  return parameter.integer ? QString::number(*value)
                           : formatQuantity(*value, QString::fromStdString(parameter.unit), 5);
}

}  // namespace carom
