#include "cli/study/empty_cells.h"

#include <algorithm>
#include <numeric>

#include "cli/terminal.h"

namespace carom {

namespace {

constexpr std::size_t mostNames = 4;

std::string meaningOf(EmptyCell why) {
  switch (why) {
    case EmptyCell::NoPair:
      return "no closed pair of these contacts";
    case EmptyCell::Jammed:
      return "jammed";
    case EmptyCell::Limit:
      return "the search reached a limit";
    case EmptyCell::NoAnswer:
      return "the model has no answer";
    case EmptyCell::Absent:
      return "the answer has no such number";
    default:
      return std::string(toString(why));
  }
}

}  // namespace

std::size_t EmptyCells::Column::cells() const {
  return std::accumulate(count.begin(), count.end(), std::size_t{0});
}

EmptyCell EmptyCells::Column::why() const {
  if (2 * count[0] >= cells()) return EmptyCell::No;
  return static_cast<EmptyCell>(std::max_element(count.begin() + 1, count.end()) - count.begin());
}

void EmptyCells::add(std::size_t first, std::span<const Cell> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Column& column = m_columns[i % m_columns.size()];
    const auto why = static_cast<std::size_t>(cells[i].why);
    if (column.count[why]++ == 0) column.first[why] = first + i / m_columns.size();
  }
}

/// In words; where the scene refuses the values of a point, its own.
std::string EmptyCells::reason(const Column& column) const {
  const EmptyCell why = column.why();
  if (why != EmptyCell::Impossible) return meaningOf(why);
  Assignments at = m_study.set;
  m_study.assign(column.first[static_cast<std::size_t>(why)], at);
  try {
    m_study.scene->instantiate(at);
  } catch (const std::exception& error) {
    return error.what();
  }
  return meaningOf(why);
}

void EmptyCells::tell() const {
  std::vector<bool> told(m_columns.size(), false);
  for (std::size_t m = 0; m < m_columns.size(); ++m) {
    const Column& column = m_columns[m];
    if (told[m] || column.why() == EmptyCell::No) continue;
    std::string names;
    std::size_t alike = 0;
    for (std::size_t other = m; other < m_columns.size(); ++other) {
      if (!(m_columns[other] == column)) continue;
      told[other] = true;
      if (++alike <= mostNames) names += (names.empty() ? "" : ", ") + m_study.measures[other].name;
    }
    if (alike > mostNames) names += " and " + std::to_string(alike - mostNames) + " more";
    writeNote(names + ": " + std::to_string(column.cells() - column.count[0]) + " of " +
              std::to_string(column.cells()) + " cells are empty: " + reason(column));
  }
}

}  // namespace carom
