#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "scene/expression/expression.h"

namespace carom {

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

void addSetOption(CLI::App& command, std::vector<std::string>& texts) {
  command
      .add_option(
          "--set", texts,
          "Set a parameter, a choice or an initial coordinate, e.g. theta=120deg, a.x=12mm (repeatable)")
      ->type_name("NAME=EXPR")
      ->allow_extra_args(false);
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

ContactIndex contactNamed(const std::string& option, const std::string& name,
                          const std::vector<ContactLabel>& labels) {
  const auto found = std::ranges::find(labels, name, &ContactLabel::name);
  if (found != labels.end()) return static_cast<ContactIndex>(found - labels.begin());
  std::string known;
  for (const ContactLabel& label : labels) known += (known.empty() ? "one of " : ", ") + label.name;
  throw CommandError(ExitStatus::CommandFault, option + ": unknown contact \"" + name + "\"; expected " +
                                                   (known.empty() ? "none, nothing touches" : known));
}

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

double parseNumber(const std::string& option, const std::string& text) {
  try {
    return Expression(text, {}, nullptr)();
  } catch (const ExpressionError& error) {
    throw CommandError(ExitStatus::CommandFault, option + ' ' + text + ": " + error.what());
  }
}

std::optional<double> parseCoefficient(const std::string& option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const double value = parseNumber(option, text);
  if (!(value >= 0 && value <= 1))
    throw CommandError(ExitStatus::InputFault, option + ' ' + text + ": expected a number from 0 to 1");
  return value;
}

void refuseTogether(const std::string& a, bool hasA, const std::string& b, bool hasB) {
  if (hasA && hasB) throw CommandError(ExitStatus::CommandFault, a + " and " + b + " exclude each other");
}

}  // namespace carom
