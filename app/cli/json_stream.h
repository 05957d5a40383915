#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cli/json_values.h"

namespace carom {

/// Where the pieces of a document go, one after the other.
using TextSink = std::function<void(std::string_view)>;

/// A JSON document that is written while it is made, in the layout of documentText: one key, or one object of
/// a list, a line. Numbers read back to the same double.
class JsonStream {
 public:
  explicit JsonStream(TextSink sink) : m_sink(std::move(sink)) {}

  void add(std::string_view key, const Json& value);
  /// A list of `count` elements; `append` adds the text of one.
  void addList(std::string_view key, std::size_t count,
               const std::function<void(std::string& text, std::size_t index)>& append);
  /// A list of objects, each of which writes its own line.
  void addLines(std::string_view key, std::size_t count, const std::function<void(std::size_t index)>& write);
  /// From here on keys belong to an object on one line.
  void beginObject(std::string_view key);
  void endObject();
  void finish();

 private:
  void begin(std::string_view key);

  TextSink m_sink;
  bool m_any = false, m_inObject = false, m_anyInObject = false;
};

/// JSON on one line; what is no UTF-8 is replaced.
std::string lineOf(const Json& json);

/// A number as JSON has it; null where it is not finite.
void appendNumber(std::string& text, double value);

/// The elements of a list with commas between, without the brackets.
void writeElements(const TextSink& sink, std::size_t count,
                   const std::function<void(std::string& text, std::size_t index)>& append);

/// Text in which `[]` stands for a word after `key` ("\"path\": "), with the names of its contacts there: a
/// word may have a hundred million of them.
void writeWithWord(const TextSink& sink, std::string_view text, std::string_view key,
                   const std::vector<ContactLabel>& labels, const Word& word);

}  // namespace carom
