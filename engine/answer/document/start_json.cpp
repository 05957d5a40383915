#include "answer/document/start_json.h"

namespace carom {

Json derivedJson(const SceneInstance& instance) {
  Json json = Json::object();
  for (const DerivedValue& quantity : instance.derived) json[quantity.name] = number(quantity.value);
  return json;
}

Json touchingJson(const SceneInstance& instance) {
  const TouchingSolution& solution = *instance.touching;
  Json contacts = Json::array(), moved = Json::array();
  for (const int contact : solution.contacts)
    contacts.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  for (const TouchingSolution::Move& move : solution.moved)
    moved.push_back(
        {{"name", move.name}, {"unit", move.unit}, {"by", number(move.by)}, {"value", number(move.value)}});
  return {{"contacts", contacts},
          {"gap", number(solution.gap)},
          {"moved", moved},
          {"iterations", solution.iterations},
          {"residual", number(solution.residual)}};
}

}  // namespace carom
