#pragma once
// What an art editor sends back: text that is cut or hidden, that lies on other text, or that a line crosses.
#include <QStringList>
#include <algorithm>

#include "support/pdf_page.h"

namespace carom::pdf {

/// A box without its rim, which an outline of a letter leaves free at the corners.
inline QRectF core(const QRectF& ink) {
  const double rim = 0.12 * std::min(ink.width(), ink.height());
  return ink.adjusted(rim, rim, -rim, -rim);
}

/// Whether a segment has a part within a box.
inline bool crosses(const QRectF& box, const QPointF& a, const QPointF& b) {
  double from = 0, to = 1;
  const auto cut = [&](double start, double step, double low, double high) {
    if (step == 0) return start > low && start < high;
    double first = (low - start) / step, last = (high - start) / step;
    if (first > last) std::swap(first, last);
    from = std::max(from, first);
    to = std::min(to, last);
    return from < to;
  };
  return cut(a.x(), b.x() - a.x(), box.left(), box.right()) &&
         cut(a.y(), b.y() - a.y(), box.top(), box.bottom());
}

/// As the hairlines of a grid are, which may lie behind text.
inline bool isPale(const QList<double>& color) {
  return !color.isEmpty() && *std::min_element(color.begin(), color.end()) > 0.8;
}

inline bool isCrossedBy(const QRectF& box, const Path& path) {
  if (!path.isStroked || isPale(path.line) || !box.intersects(path.clip)) return false;
  const double half = path.width / 2;
  const QRectF wide = (box & path.clip).adjusted(-half, -half, half, half);
  for (const QPolygonF& line : path.lines)
    for (qsizetype i = 1; i < line.size(); ++i)
      if (crosses(wide, line[i - 1], line[i])) return true;
  return false;
}

/// Whether a path covers all of a box.
inline bool hides(const Path& path, const QRectF& box) {
  if (!path.isFilled || !path.isOpaque || !path.clip.contains(box)) return false;
  return std::any_of(path.lines.begin(), path.lines.end(), [&](const QPolygonF& line) {
    for (const QPointF& corner : {box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()})
      if (!line.containsPoint(corner, Qt::OddEvenFill)) return false;
    return true;
  });
}

/// Whether a line lies on a letter, or below it and not hidden. Sets `isHidden` where something covers the
/// letter.
inline bool isCrossed(const Page& page, const Run& run, const Glyph& glyph, bool& isHidden) {
  const QRectF box = core(glyph.ink);
  bool isCrossed = false;
  for (const Path& path : page.paths) {
    if (hides(path, box)) {
      if (path.order > run.order)
        isHidden = true;
      else
        isCrossed = false;
    }
    isCrossed = isCrossed || isCrossedBy(box, path);
  }
  return isCrossed;
}

/// The text of the first later run that a letter lies on; null where there is none.
inline const Run* below(const Page& page, const Run& run, const Glyph& glyph) {
  for (const Run& other : page.runs)
    if (other.order > run.order)
      for (const Glyph& letter : other.glyphs)
        if (!letter.ink.isNull() && core(letter.ink).intersects(core(glyph.ink))) return &other;
  return nullptr;
}

/// One sentence for each text with a fault.
inline QStringList faultsOf(const Page& page) {
  constexpr double rounding = 0.05;  // pt
  QStringList faults;
  for (const Run& run : page.runs)
    for (const Glyph& glyph : run.glyphs) {
      if (glyph.ink.isNull()) continue;
      QString fault;
      bool isHidden = false;
      if (!glyph.clip.adjusted(-rounding, -rounding, rounding, rounding).contains(glyph.ink))
        fault = "is cut";
      else if (const Run* other = below(page, run, glyph))
        fault = QString("lies on \"%1\"").arg(other->text());
      else if (isCrossed(page, run, glyph, isHidden))
        fault = "is crossed by a line";
      if (isHidden) fault = "is hidden";
      if (fault.isEmpty()) continue;
      faults += QString("\"%1\" %2 at %3, %4 pt from the top left")
                    .arg(run.text(), fault)
                    .arg(glyph.ink.center().x() - page.box.left(), 0, 'f', 1)
                    .arg(page.box.bottom() - glyph.ink.center().y(), 0, 'f', 1);
      break;
    }
  return faults;
}

}  // namespace carom::pdf
