#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The largest scene file that is read (bytes).
inline constexpr std::size_t longestSceneFile = std::size_t{1} << 20;

/// Parses JSON that may come from anywhere: long, deeply nested, truncated or with repeated keys.
/// Throws SceneError with the line and column of a syntax error, or the path of the refused value.
nlohmann::ordered_json parseJson(std::string_view text, const std::string& file);

/// Where a value of a text stands, with its key where it has one.
struct JsonPlace {
  std::string path;            ///< "bodies[2].mass"; empty for the whole document
  int depth = 0;               ///< how many lists and objects are around it
  std::size_t begin = 0, end;  ///< bytes; `end` may be one past a number
};
/// The places of all values down to a depth, those around others first; of a text that does not parse, as far
/// as it does.
std::vector<JsonPlace> placesOf(std::string_view text, int deepest);

/// The line (from 1) where the value at a path such as "bodies[2].mass" begins, or the innermost value around
/// it that the text has; an empty path is the whole document. Empty where nothing begins in the text. The
/// text must parse up to there.
std::optional<int> lineOfPath(std::string_view text, const std::string& path);

}  // namespace carom
