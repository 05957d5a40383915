#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// The largest scene file that is read (bytes).
inline constexpr std::size_t longestSceneFile = std::size_t{1} << 20;

/// Parses JSON that may come from anywhere: long, deeply nested, truncated or with repeated keys.
/// Throws SceneError with the line and column of a syntax error, or the path of what is refused.
nlohmann::ordered_json parseJson(std::string_view text, const std::string& file);

/// The line (from 1) where the value at a path such as "bodies[2].mass" begins, or the innermost value around
/// it that the text has; an empty path is the whole document. Empty where nothing begins in the text. The text must
/// parse up to there.
std::optional<int> lineOfPath(std::string_view text, const std::string& path);

}  // namespace carom
