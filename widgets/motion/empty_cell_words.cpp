#include "motion/empty_cell_words.h"

#include <QObject>
#include <algorithm>
#include <array>

namespace carom {

QString emptyCellText(EmptyCell why) {
  switch (why) {
    case EmptyCell::Impossible:
      return QObject::tr("The scene rejects these values.");
    case EmptyCell::NoPair:
      return QObject::tr("The two contacts are not closed there.");
    case EmptyCell::Jammed:
      return QObject::tr("No ordering ends there.");
    case EmptyCell::Limit:
      return QObject::tr("The search reaches its limit there.");
    case EmptyCell::Undecided:
      return QObject::tr("It is undecided whether every ordering ends there.");
    default:
      return {};
  }
}

EmptyCell usualReason(const std::vector<Cell>& cells) {
  std::array<std::size_t, emptyCellKinds> counts{};
  for (const Cell& cell : cells)
    if (cell.why != EmptyCell::No) ++counts[static_cast<std::size_t>(cell.why)];
  return static_cast<EmptyCell>(std::ranges::max_element(counts) - counts.begin());
}

bool nothingCloses(const Cell& cell, const Measure& measure) {
  return measure.kind == Measure::Kind::Xi && cell.value && cell.maxLength == 0;
}

}  // namespace carom
