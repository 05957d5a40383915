#include "handbook/sheets.h"

#include <algorithm>

namespace carom {

QList<Sheet> cutIntoSheets(const QList<ColumnPiece>& pieces, double height) {
  QList<Sheet> sheets;
  qsizetype first = 0;
  double from = pieces.isEmpty() ? 0 : pieces.front().top;
  while (first < pieces.size()) {
    Sheet sheet{from, from, 0, 0};
    if (from > pieces[first].top || (first > 0 && pieces[first].headBottom > 0)) {
      sheet.headTop = pieces[first].headTop;
      sheet.headBottom = pieces[first].headBottom;
    }
    const double end = from + height - sheet.head();
    const auto begins = [&](qsizetype i) {
      return pieces[i].wants > 0 && end - pieces[i].top < pieces[i].wants * height;
    };
    qsizetype next = first;  // the first piece that does not fit
    while (next < pieces.size() && pieces[next].bottom <= end && (next == first || !begins(next))) ++next;
    qsizetype last = next;
    if (next < pieces.size() && !begins(next))
      while (last > first && pieces[last - 1].staysWithNext) --last;
    if (last == first) last = next;
    if (last == first) {  // it is higher than a page
      sheet.to = std::min(end, pieces[first].bottom);
      from = sheet.to;
      if (sheet.to >= pieces[first].bottom && ++first < pieces.size()) from = pieces[first].top;
    } else {
      sheet.to = pieces[last - 1].bottom;
      first = last;
      if (first < pieces.size()) from = pieces[first].top;
    }
    sheets << sheet;
  }
  return sheets;
}

}  // namespace carom
