#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace carom {

/// The largest scene file that is read (bytes).
inline constexpr std::size_t longestSceneFile = std::size_t{1} << 20;

/// Parses JSON that may come from anywhere: long, deeply nested, truncated or with repeated keys.
/// Throws SceneError with the line and column of a syntax error, or the path of what is refused.
nlohmann::ordered_json parseJson(std::string_view text, const std::string& file);

}  // namespace carom
