#pragma once

#include <QStringList>
#include <string>

namespace carom {

/// The columns of a terminal that texts and helps fit.
inline constexpr std::size_t textColumns = 80;

/// The number of characters of a text in UTF-8.
std::size_t charactersOf(std::string_view text);

/// A text in lines of at most `columns` characters, broken at spaces; the lines after the first one begin
/// with `indent` spaces, which count. Line breaks of the text stay.
std::string wrapped(const std::string& text, std::size_t columns, std::size_t indent = 0);

/// A text whose sentences are wrapped to textColumns; lines of tables, which have several spaces in a row,
/// stay.
std::string fitted(const std::string& text);

/// Rows of cells; the first column is set flush left, the others flush right. What is wider than textColumns
/// is set in parts below each other, each of which repeats the first column; where that leaves no room for
/// another one, its cells have several lines.
class TextTable {
 public:
  void add(const QStringList& row) { m_rows += row; }

  QString text() const;

 private:
  QList<QStringList> m_rows;
};

/// "3 outcomes", "1 outcome": the noun with an s unless the count is 1.
QString counted(std::size_t count, const char* noun);

}  // namespace carom
