#include "scene/expression/symbols.h"

#include <charconv>

namespace carom {

namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Calls `word` for every name in an expression and copies the rest.
template <typename Word>
std::string eachWord(const std::string& expression, Word&& word) {
  std::string result;
  const char* at = expression.data();
  const char* const end = at + expression.size();
  while (at < end) {
    const char* next = at + 1;
    if (isLetter(*at)) {
      while (next < end && (isLetter(*next) || isDigit(*next))) ++next;
      result += word(std::string(at, next));
    } else if (isDigit(*at) || *at == '.') {
      double ignored = 0;
      if (const auto number = std::from_chars(at, end, ignored); number.ptr > at) next = number.ptr;
      result.append(at, next);
    } else {
      result += *at;
    }
    at = next;
  }
  return result;
}

}  // namespace

std::string replaceSymbol(const std::string& expression, const std::string& symbol, const std::string& by) {
  return eachWord(expression, [&](const std::string& word) { return word == symbol ? by : word; });
}

void collectWords(const std::string& expression, std::set<std::string>& words) {
  eachWord(expression, [&](std::string word) {
    words.insert(word);
    return word;
  });
}

bool mentions(const std::string& expression, const std::string& symbol) {
  bool found = false;
  eachWord(expression, [&](std::string word) {
    found = found || word == symbol;
    return word;
  });
  return found;
}

}  // namespace carom
