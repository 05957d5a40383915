#include "answer/document/json_stream.h"

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace carom {

void writeElements(const TextSink& sink, std::size_t count,
                   const std::function<void(std::string&, std::size_t)>& append) {
  constexpr std::size_t most = 1 << 16;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    append(text, i);
    if (text.size() < most) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

std::string lineOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void appendNumber(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  std::array<char, 32> digits;
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));
  text += number;
  if (number.find_first_of(".e") == std::string_view::npos) text += ".0";  // readers keep it a double
}

void JsonStream::begin(std::string_view key) {
  const std::string name = lineOf(std::string(key));
  if (m_inObject) {
    m_sink((m_anyInObject ? "," : "{") + name + ":");
    m_anyInObject = true;
  } else {
    m_sink((m_any ? ",\n  " : "{\n  ") + name + ": ");
    m_any = true;
  }
}

void JsonStream::beginObject(std::string_view key) {
  begin(key);
  m_inObject = true;
  m_anyInObject = false;
}

void JsonStream::endObject() {
  m_sink(m_anyInObject ? "}" : "{}");
  m_inObject = false;
}

void JsonStream::add(std::string_view key, const Json& value) {
  const bool objects = value.is_array() && !value.empty() && value.front().is_object();
  if (objects) return addLines(key, value.size(), [&](std::size_t i) { m_sink(lineOf(value[i])); });
  begin(key);
  m_sink(lineOf(value));
}

void JsonStream::addList(std::string_view key, std::size_t count,
                         const std::function<void(std::string&, std::size_t)>& append) {
  begin(key);
  m_sink("[");
  writeElements(m_sink, count, append);
  m_sink("]");
}

void JsonStream::addLines(std::string_view key, std::size_t count,
                          const std::function<void(std::size_t)>& write) {
  begin(key);
  m_sink("[");
  for (std::size_t i = 0; i < count; ++i) {
    m_sink(i == 0 ? "\n    " : ",\n    ");
    write(i);
  }
  m_sink("]");
}

void JsonStream::finish() {
  m_sink(m_any ? "\n}\n" : "{\n}\n");
}

void writeWithWord(const TextSink& sink, std::string_view text, std::string_view key,
                   const std::vector<ContactLabel>& labels, const Word& word) {
  const std::size_t at = text.find(std::string(key) + "[]");
  if (at == std::string_view::npos) return sink(text);
  std::vector<std::string> names;
  for (const ContactLabel& label : labels) names.push_back(lineOf(label.name));
  sink(text.substr(0, at + key.size() + 1));
  writeElements(sink, word.size(), [&](std::string& piece, std::size_t i) { piece += names[word[i]]; });
  sink(text.substr(at + key.size() + 1));
}

std::string documentText(const Json& document) {
  std::string text;
  JsonStream stream([&text](std::string_view piece) { text += piece; });
  for (const auto& [key, value] : document.items()) stream.add(key, value);
  stream.finish();
  return text;
}

}  // namespace carom
