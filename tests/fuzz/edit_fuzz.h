#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fuzz/scene_fuzz.h"
#include "scene/scene.h"

namespace carom::fuzz {

/// One edit of a scene of a kind that hands make in the tree, in the 3D view or with the clipboard, with
/// names, places and numbers that make no sense among those that do. Throws SceneError where the edit is
/// refused.
nlohmann::ordered_json edited(const nlohmann::ordered_json& scene, const Assignments& assignments,
                              Dice& dice);

/// An expression to type: mostly one that can be read.
std::string expression(Dice& dice);

/// Edits a scene a few times over. What is refused says why in one line, and what is accepted can be read
/// again; everything else is thrown. Returns how many edits were accepted; 0 where the text is no scene.
int survivesEdits(const std::string& text, Dice& dice, int edits);

}  // namespace carom::fuzz
