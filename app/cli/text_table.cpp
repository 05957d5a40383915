#include "cli/text_table.h"

#include <algorithm>
#include <cctype>

#include "base/number_format.h"

namespace carom {

/// The width of the first column, less than the widest of its cells where that would leave no room for the
/// others: such cells have several lines.
static int firstWidth(const QList<int>& widths) {
  constexpr int columns = static_cast<int>(textColumns), least = 24;
  int others = 0, widest = 0;
  for (const int width : widths.mid(1)) {
    others += 3 + width;
    widest = std::max(widest, 3 + width);
  }
  if (widths.isEmpty() || 2 + widths[0] + widest <= columns) return widths.value(0);
  const int room = columns - 2 - others;
  return std::min(widths[0], std::max(least, room >= least ? room : columns - 2 - widest));
}

QString TextTable::text() const {
  QList<int> widths;
  for (const QStringList& row : m_rows)
    for (qsizetype i = 0; i < row.size(); ++i) {
      if (i == widths.size()) widths += 0;
      widths[i] = std::max(widths[i], static_cast<int>(row[i].size()));
    }
  if (!widths.isEmpty()) widths[0] = firstWidth(widths);
  QString text;
  for (qsizetype first = 1, end = 1; first == 1 || first < widths.size(); first = end) {
    int width = 2 + (widths.isEmpty() ? 0 : widths[0]);
    for (end = first; end < widths.size(); ++end) {
      width += 3 + widths[end];
      if (end > first && width > static_cast<int>(textColumns)) break;
    }
    if (first > 1) text += '\n';
    for (const QStringList& row : m_rows) {
      const QStringList begin =
          QString::fromStdString(wrapped(row.value(0).toStdString(), static_cast<std::size_t>(widths[0])))
              .split(QLatin1Char('\n'));
      QString line = QStringLiteral("  ") + begin.front().leftJustified(widths[0]);
      for (qsizetype i = first; i < std::min(end, row.size()); ++i)
        line += QStringLiteral("   ") + row[i].rightJustified(widths[i]);
      text += line + '\n';
      for (const QString& more : begin.mid(1)) text += QStringLiteral("  ") + more + '\n';
    }
  }
  return text;
}

std::size_t charactersOf(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Whether the words from `begin` to `end` and the next one are one: "speed = 1 m/s,".
static bool staysTogether(const std::string& text, std::size_t begin, std::size_t end) {
  if (end + 1 >= text.size() || text[end] != ' ' || text[end + 1] == ' ' || text[end + 1] == '\n')
    return false;
  const std::string_view words(text.data() + begin, end - begin);
  if (text.compare(end, 3, " = ") == 0 || words.ends_with(" =")) return true;
  const std::size_t equals =
      words.rfind(" = ");  // before a value without a comma behind it: a unit may follow
  return equals != std::string_view::npos && words.find(' ', equals + 3) == std::string_view::npos &&
         std::isdigit(static_cast<unsigned char>(words.back())) != 0;
}

std::string wrapped(const std::string& text, std::size_t columns, std::size_t indent) {
  std::string result;
  std::size_t used = 0;  // of the line
  bool atBegin = true;   // of the line: its spaces stay
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\n') {
      result += '\n';
      used = 0;
      atBegin = true;
      ++at;
      continue;
    }
    const std::size_t word = text.find_first_not_of(' ', at);
    if (word == std::string::npos) break;
    std::size_t end = std::min(text.find_first_of(" \n", word), text.size());
    while (staysTogether(text, word, end)) end = std::min(text.find_first_of(" \n", end + 1), text.size());
    const std::size_t spaces = word - at,
                      length = charactersOf(std::string_view(text).substr(word, end - word));
    if (!atBegin && used + spaces + length > columns) {
      result += '\n' + std::string(indent, ' ');
      used = indent;
    } else {
      result.append(spaces, ' ');
      used += spaces;
    }
    result += text.substr(word, end - word);
    used += length;
    atBegin = false;
    at = end;
  }
  return result;
}

std::string fitted(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const bool isTable = line.find("   ", begin) != std::string::npos;
    result += isTable || charactersOf(line) <= textColumns ? line : wrapped(line, textColumns, begin + 2);
    if (end < text.size()) result += '\n';
    at = end + 1;
  }
  return result;
}

QString counted(std::size_t count, const char* noun) {
  return formatCount(count) + ' ' + QString::fromUtf8(noun) + (count == 1 ? QString() : QStringLiteral("s"));
}

}  // namespace carom
