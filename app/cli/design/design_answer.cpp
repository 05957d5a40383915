#include "cli/design/design_answer.h"

#include "study/study_file/study.h"

namespace carom {

Json designJson(const Scene& scene, const DesignAnswer& answer) {
  Json json = {{"scene", scene.name()}, {"found", answer.found}};
  json["variables"] = Json::array();
  for (const DesignAnswer::Variable& variable : answer.variables)
    json["variables"].push_back({{"name", variable.name},
                                 {"before", number(variable.before)},
                                 {"after", number(variable.after)},
                                 {"unit", siUnit(variable.unit)}});
  json["pairs"] = Json::array();
  for (const DesignAnswer::Pair& pair : answer.pairs)
    json["pairs"].push_back({{"contacts", pair.contacts},
                             {"multiplicity", pair.multiplicity},
                             {"before", number(pair.before)},
                             {"after", number(pair.after)}});
  json["gaps"] = Json::array();
  for (const DesignAnswer::Gap& gap : answer.gaps)
    json["gaps"].push_back(
        {{"contact", gap.contact}, {"before", number(gap.before)}, {"after", number(gap.after)}});
  json["xi"] = {{"before", orNull(answer.xiBefore)}, {"after", orNull(answer.xiAfter)}};
  json["iterations"] = answer.iterations;
  json["starts"] = answer.starts;
  json["corners"] = answer.corners;
  json["residual"] = number(answer.residual);
  if (!answer.refusal.empty()) json["refusal"] = answer.refusal;
  json["complete"] = !answer.isCancelled;
  return json;
}

Json designJson(const Scene& scene, const RobustDesignAnswer& answer) {
  Json json = designJson(scene, answer.design);
  if (answer.evaluations == 0) return json;
  json["scale"] = {{"before", orNull(answer.scaleBefore)}, {"after", orNull(answer.scaleAfter)}};
  if (!answer.noScale.empty()) json["no_scale"] = answer.noScale;
  json["evaluations"] = answer.evaluations;
  return json;
}

}  // namespace carom
