#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "answer/document/json_values.h"
#include "study/measure.h"

namespace carom {

/// A place in the JSON of an answer: "outcomes[0].momentum[1]", "final.q[a.x]", "contacts[ac].approach". A
/// name in brackets stands for the entry of this name in a list, or for the number of the coordinate or
/// contact where the list has one entry for each.
class JsonPath {
 public:
  /// Empty where the text is no path.
  static std::optional<JsonPath> parse(const std::string& text);

  /// The value there; null where the document has none.
  const Json* find(const Json& document) const;
  /// The names in brackets.
  std::vector<std::string> names() const;
  /// The number in its last brackets; empty where it ends with another step.
  std::optional<std::size_t> lastIndex() const;
  /// Whether it is a number, or a list of numbers, of the same kind as at another path: at other indices, or
  /// at names where that has *.
  bool fits(const JsonPath& kind) const;

 private:
  struct Name {
    std::string text;
    bool operator==(const Name&) const = default;
  };
  using Step = std::variant<std::string, std::size_t, Name>;

  static const Json* entry(const Json& list, const std::string& name, const Json& document);

  std::vector<Step> m_steps;
};

/// A value of a document as a number: true is 1 and false 0, a list is the number of its entries, and a count
/// in a string keeps its digits. Empty for other values.
std::optional<Cell> numberIn(const Json& value);

}  // namespace carom
