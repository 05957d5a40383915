#include "answer/document/start_json.h"

namespace carom {

Json coordinatesJson(const std::vector<Coordinate>& coordinates) {
  Json json = Json::array();
  for (const Coordinate& coordinate : coordinates)
    json.push_back({{"name", coordinate.name}, {"unit", coordinate.unit}});
  return json;
}

Json derivedJson(const SceneInstance& instance) {
  Json json = Json::object();
  for (const DerivedValue& quantity : instance.derived) json[quantity.name] = number(quantity.value);
  return json;
}

Json movedJson(const std::vector<StartMove>& moves) {
  Json moved = Json::array();
  for (const StartMove& move : moves)
    moved.push_back(
        {{"name", move.name}, {"unit", move.unit}, {"by", number(move.by)}, {"value", number(move.value)}});
  return moved;
}

Json closingJson(const SceneInstance& instance) {
  const LoopClosing& closing = *instance.closing;
  Json loops = Json::array();
  for (const Loop& loop : instance.mechanism->loops()) loops.push_back(loop.name);
  return {{"loops", loops},
          {"moved", movedJson(closing.moved)},
          {"iterations", closing.iterations},
          {"residual", number(closing.residual)}};
}

Json touchingJson(const SceneInstance& instance) {
  const TouchingSolution& solution = *instance.touching;
  Json contacts = Json::array();
  for (const int contact : solution.contacts)
    contacts.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  return {{"contacts", contacts},
          {"gap", number(solution.gap)},
          {"moved", movedJson(solution.moved)},
          {"iterations", solution.iterations},
          {"residual", number(solution.residual)}};
}

}  // namespace carom
