#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace carom {

/// What errors call standard input, and what a scene is called that comes from there.
inline constexpr const char* standardInputName = "standard input";

/// The text of a file that the command line names, at most `most` bytes of it; "-" is standard input, which
/// is read once and stays for whoever asks again. Throws SceneError: `expected` says what belongs there.
std::string readGiven(const std::string& file, std::size_t most, const std::string& expected);
/// Its name in errors.
std::string nameOfGiven(const std::string& file);

/// What standard input gave; empty where nobody has read it.
const std::optional<std::string>& standardInputText();

}  // namespace carom
