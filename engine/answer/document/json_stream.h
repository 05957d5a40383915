#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "answer/document/json_values.h"

namespace carom {

/// Takes the pieces of a document, one after the other.
using TextSink = std::function<void(std::string_view)>;

/// Writes a JSON document piece by piece, in the layout of documentText: one key, or one object of a list, a
/// line. Numbers read back to the same double.
class JsonStream {
 public:
  explicit JsonStream(TextSink sink) : m_sink(std::move(sink)) {}

  void add(std::string_view key, const Json& value);
  /// A list of `count` elements; `append` adds the text of one.
  void addList(std::string_view key, std::size_t count,
               const std::function<void(std::string& text, std::size_t index)>& append);
  /// A list of objects, each of which writes its own line.
  void addLines(std::string_view key, std::size_t count, const std::function<void(std::size_t index)>& write);
  /// The keys that follow belong to an object on one line.
  void beginObject(std::string_view key);
  void endObject();
  void finish();

 private:
  void begin(std::string_view key);

  TextSink m_sink;
  bool m_any = false, m_inObject = false, m_anyInObject = false;
};

/// A document as text, one key or one object of a list a line. Numbers read back to the same double.
std::string documentText(const Json& document);

/// JSON on one line. Bytes that are not UTF-8 are replaced.
std::string lineOf(const Json& json);

/// Adds a number in the form of JSON; null where it is not finite.
void appendNumber(std::string& text, double value);

/// The elements of a list with commas between, without the brackets.
void writeElements(const TextSink& sink, std::size_t count,
                   const std::function<void(std::string& text, std::size_t index)>& append);

/// Writes a text with the names of the contacts of a word in place of the `[]` after `key` ("\"path\": ").
/// The names are written one by one: a word may have a hundred million of them.
void writeWithWord(const TextSink& sink, std::string_view text, std::string_view key,
                   const std::vector<ContactLabel>& labels, const Word& word);

}  // namespace carom
