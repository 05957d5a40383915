#include "cli/start_json.h"

namespace carom {

void addStart(Json& json, const SceneInstance& instance) {
  for (const DerivedValue& quantity : instance.derived)
    json["derived"][quantity.name] = number(quantity.value);
  if (!instance.touching) return;
  const TouchingSolution& solution = *instance.touching;
  Json contacts = Json::array(), moved = Json::array();
  for (const int contact : solution.contacts)
    contacts.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  for (const TouchingSolution::Move& move : solution.moved)
    moved.push_back(
        {{"name", move.name}, {"unit", move.unit}, {"by", number(move.by)}, {"value", number(move.value)}});
  json["touching"] = {{"contacts", contacts},
                      {"gap", number(solution.gap)},
                      {"moved", moved},
                      {"iterations", solution.iterations},
                      {"residual", number(solution.residual)}};
}

}  // namespace carom
