#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The options that were given, as texts by name: what a command line, the record of a figure, a study file
/// and the keywords of Python have in common. options() says which there are.
class OptionWords {
 public:
  bool has(std::string_view option) const { return m_texts.contains(option); }
  /// "" where the option was not given.
  const std::string& text(std::string_view option) const;
  /// All texts of an option that may be given several times.
  const std::vector<std::string>& list(std::string_view option) const;
  bool isEmpty() const { return m_texts.empty(); }

  /// In place of what was given before; an empty text takes the option back.
  void set(std::string_view option, const std::string& text);
  void set(std::string_view option, std::vector<std::string> texts);
  void add(std::string_view option, const std::string& text);
  void remove(std::string_view option);
  /// Only these options.
  OptionWords only(const std::vector<std::string_view>& options) const;

  bool operator==(const OptionWords&) const = default;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> m_texts;
};

}  // namespace carom
