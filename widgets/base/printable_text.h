#pragma once

#include <string>
#include <string_view>

namespace carom {

/// The text as a terminal may show it: always valid UTF-8, without a character that controls the terminal or
/// turns the direction of reading. Such a character becomes "\u009b", a byte that is no UTF-8 becomes "\x9b".
/// Line breaks and tabs stay.
std::string printableText(std::string_view text);

/// The same on one line of at most 300 characters and 390 bytes. A longer line loses its middle: an error
/// names its place at the beginning and what was expected at the end, and quotes the faulty text between
/// them.
std::string printableLine(std::string_view text);

}  // namespace carom
