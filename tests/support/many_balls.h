#pragma once
// A scene of many bodies that nobody writes by hand.
#include <nlohmann/json.hpp>
#include <string>

#include "scene/format/write_scene.h"

namespace carom::tests {

/// The text of a scene of 500 balls in 20 rows, none of them touching, which move along x at up to 0.3 m/s.
inline std::string manyBallsText() {
  nlohmann::ordered_json bodies = nlohmann::ordered_json::array(), q, v;
  for (int i = 0; i < 500; ++i) {
    const std::string name = "ball" + std::to_string(i);
    bodies.push_back({{"name", name},
                      {"joints", {"x", "y"}},
                      {"mass", 1},
                      {"shapes", nlohmann::ordered_json::array({{{"type", "ball"}, {"radius", 0.1}}})}});
    q[name + ".x"] = 0.25 * (i % 25);
    q[name + ".y"] = 0.25 * (i / 25);
    v[name + ".x"] = 0.1 * (i % 7 - 3);
  }
  return sceneText(
      {{"format", 1}, {"title", "500 balls"}, {"bodies", bodies}, {"initial", {{"q", q}, {"velocity", v}}}});
}

}  // namespace carom::tests
