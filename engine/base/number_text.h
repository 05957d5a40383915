#pragma once

#include <array>
#include <charconv>
#include <string>

namespace carom {

/// The shortest decimal text that reads back to the same double: "0.1", "1e-09".
inline std::string shortestText(double value) {
  std::array<char, 32> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

/// A number with at most six significant digits, for sentences: "0.333333".
inline std::string roundedText(double value) {
  std::array<char, 32> digits;
  const auto format = std::chars_format::general;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value, format, 6).ptr};
}

}  // namespace carom
