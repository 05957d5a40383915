#include "answer/question/option_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/near_names.h"
#include "scene/expression/expression.h"

namespace carom {

std::vector<std::string> splitText(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string joined(const std::vector<std::string>& parts, const std::string& separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : separator) + parts[i];
  return text;
}

Assignments parseAssignments(const std::vector<std::string>& texts) {
  Assignments assignments;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw CommandError(ExitStatus::CommandFault, "--set " + text + ": expected NAME=EXPRESSION");
    assignments[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return assignments;
}

double parseNumber(const std::string& option, const std::string& text) {
  try {
    return Expression(text, {}, nullptr)();
  } catch (const ExpressionError& error) {
    throw CommandError(ExitStatus::CommandFault, option + ' ' + text + ": " + error.what());
  }
}

double parseCoefficient(const std::string& option, const std::string& text) {
  const double value = parseNumber(option, text);
  if (!(value >= 0 && value <= 1))
    throw CommandError(ExitStatus::InputFault, option + ' ' + text + ": expected a number from 0 to 1");
  return value;
}

double parseTime(const std::string& option, const std::string& text) {
  const double value = parseNumber(option, text);
  if (!(value > 0) || !std::isfinite(value))
    throw CommandError(ExitStatus::InputFault, option + ' ' + text + ": expected a time > 0");
  return value;
}

std::size_t parseCount(const std::string& option, const std::string& text, std::size_t least,
                       std::size_t most) {
  std::size_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || stop != end || count < least || count > most) {
    std::string expected = "a whole number from " + std::to_string(least);
    if (most != static_cast<std::size_t>(-1)) expected += " to " + std::to_string(most);
    throw CommandError(ExitStatus::CommandFault, option + " " + text + ": expected " + expected);
  }
  return count;
}

int parseMultiplicity(const std::string& option, const std::string& text) {
  constexpr std::size_t most = 1000;
  return text == "nearest" ? 0 : static_cast<int>(parseCount(option, text, 2, most));
}

std::vector<std::size_t> contactsNamed(const std::string& option, const std::string& text,
                                       const std::vector<std::string>& contacts) {
  std::vector<std::size_t> indices;
  for (const std::string& name : splitText(text, ',')) {
    const auto found = std::ranges::find(contacts, name);
    if (found == contacts.end())
      throw CommandError(ExitStatus::CommandFault,
                         option + ": unknown contact \"" + name + "\"; expected " +
                             (contacts.empty() ? "none, nothing touches"
                                               : "one of " + nameList(nearestFirst(name, contacts))));
    indices.push_back(static_cast<std::size_t>(found - contacts.begin()));
  }
  return indices;
}

std::size_t parseMemory(const std::string& text) {
  if (text.empty()) return usualMemory;
  // Less than a megabyte holds no answer, and more than this no machine.
  constexpr double least = 1 << 20, most = 0x1p46;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, number);
  const std::string unit(read, end);
  double factor = 0;
  if (unit.empty() || unit == "B") factor = 1;
  if (unit == "kB" || unit == "KB") factor = 0x1p10;
  if (unit == "MB") factor = 0x1p20;
  if (unit == "GB") factor = 0x1p30;
  const double bytes = number * factor;
  if (error != std::errc() || !(bytes >= least && bytes <= most))
    throw CommandError(ExitStatus::CommandFault,
                       "--max-memory " + text + ": expected a size from 1MB on, such as 512MB or 2GB");
  return static_cast<std::size_t>(bytes);
}

void refuseTogether(const std::string& a, bool hasA, const std::string& b, bool hasB) {
  if (hasA && hasB) throw CommandError(ExitStatus::CommandFault, a + " and " + b + " exclude each other");
}

}  // namespace carom
