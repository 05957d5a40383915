#include "base/printable_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace carom {

namespace {

/// The first character of some bytes; one byte where they are not UTF-8 [RFC 3629].
struct Character {
  char32_t code = 0;
  std::size_t length = 1;
  bool valid = false;
};

Character firstOf(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t code = lead & (0x7F >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  static constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < least[length] || surrogate || code > 0x10FFFF) return {};
  return {code, length, true};
}

/// Whether a code is a control (C0, DEL, C1), a line or paragraph separator, a mark that turns or isolates
/// the direction of reading, or the byte order mark.
bool controls(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < 0x20 || within(0x7F, 0x9F) || code == 0x61C || within(0x200E, 0x200F) ||
         within(0x2028, 0x202E) || within(0x2066, 0x2069) || code == 0xFEFF;
}

std::string escaped(const char* format, unsigned code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, code);
  return text.data();
}

/// The characters of a text, each plain or escaped.
std::vector<std::string> shownCharacters(std::string_view text, std::string_view kept) {
  std::vector<std::string> shown;
  while (!text.empty()) {
    const Character next = firstOf(text);
    const bool plain = next.valid && (!controls(next.code) || kept.find(text[0]) != std::string_view::npos);
    if (plain)
      shown.emplace_back(text.substr(0, next.length));
    else if (next.valid)
      shown.push_back(escaped("\\u%04x", static_cast<unsigned>(next.code)));
    else
      shown.push_back(escaped("\\x%02x", static_cast<unsigned char>(text[0])));
    text.remove_prefix(next.length);
  }
  return shown;
}

constexpr std::size_t mostCharacters = 300, mostBytes = 390;

std::size_t characterCount(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// The pieces from one end that fit into half of a line.
template <typename Iterator>
std::vector<std::string> half(Iterator from, Iterator end) {
  constexpr std::string_view gap = " … ";
  std::vector<std::string> taken;
  std::size_t characters = 3, bytes = gap.size();  // of the gap, counted in both halves
  for (; from != end; ++from) {
    characters += characterCount(*from);
    bytes += from->size();
    if (characters > mostCharacters / 2 || bytes > mostBytes / 2) break;
    taken.push_back(*from);
  }
  return taken;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

}  // namespace

std::string printableText(std::string_view text) {
  return joined(shownCharacters(text, "\n\t"));
}

std::string printableLine(std::string_view text) {
  // Only the ends are looked at: an argument of megabytes costs no more than they do.
  constexpr std::size_t enough = 4 * mostCharacters;
  std::string ends;
  if (text.size() > 2 * enough) {
    ends = std::string(text.substr(0, enough)) + std::string(text.substr(text.size() - enough));
    text = ends;
  }
  std::string oneLine(text);
  std::ranges::replace(oneLine, '\n', ' ');
  const std::vector<std::string> shown = shownCharacters(oneLine, "");
  const std::string whole = joined(shown);
  if (characterCount(whole) <= mostCharacters && whole.size() <= mostBytes) return whole;
  std::vector<std::string> tail = half(shown.rbegin(), shown.rend());
  std::ranges::reverse(tail);
  return joined(half(shown.begin(), shown.end())) + " … " + joined(tail);
}

}  // namespace carom
