#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace carom {

/// A scene as text in the layout of the built-in scenes: two spaces a level, whatever is short on one line,
/// every body, contact and parameter on a line of its own at least. The same document always gives the same
/// text, and reading that gives the same document. Ends with a line break.
std::string sceneText(const nlohmann::ordered_json& document);

/// The text of a scene without bodies, from which a new document starts.
std::string emptySceneText();

}  // namespace carom
