#include "answer/question/option_words.h"

namespace carom {

const std::string& OptionWords::text(std::string_view option) const {
  static const std::string none;
  const auto found = m_texts.find(option);
  return found == m_texts.end() ? none : found->second.back();
}

const std::vector<std::string>& OptionWords::list(std::string_view option) const {
  static const std::vector<std::string> none;
  const auto found = m_texts.find(option);
  return found == m_texts.end() ? none : found->second;
}

void OptionWords::set(std::string_view option, const std::string& text) {
  if (text.empty()) return remove(option);
  set(option, std::vector<std::string>{text});
}

void OptionWords::set(std::string_view option, std::vector<std::string> texts) {
  if (texts.empty()) return remove(option);
  m_texts[std::string(option)] = std::move(texts);
}

void OptionWords::add(std::string_view option, const std::string& text) {
  m_texts[std::string(option)].push_back(text);
}

void OptionWords::remove(std::string_view option) {
  if (const auto found = m_texts.find(option); found != m_texts.end()) m_texts.erase(found);
}

OptionWords OptionWords::only(const std::vector<std::string_view>& options) const {
  OptionWords some;
  for (const std::string_view option : options)
    if (has(option)) some.set(option, list(option));
  return some;
}

}  // namespace carom
