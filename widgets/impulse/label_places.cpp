#include "impulse/label_places.h"

#include <algorithm>
#include <cmath>

#include "common/box_geometry.h"
#include "common/painted_words.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/note_drawing.h"

namespace carom {

namespace {

constexpr double wordSize = 10.5, mathSize = 13;
constexpr double gapInLine = 2;  // between a line and the letters of its name

/// The two lines that a text can take, as equal in length as can be: "friction," and "$μ$ = 0.35". An
/// equation stays whole. The second is empty where there is no place to break.
std::pair<QString, QString> brokenText(const QString& text) {
  std::pair<QString, QString> best{text, {}};
  for (qsizetype at = text.indexOf(QLatin1Char(' ')); at >= 0; at = text.indexOf(QLatin1Char(' '), at + 1)) {
    const QString first = text.left(at), second = text.mid(at + 1);
    if (first.endsWith(QLatin1Char('=')) || second.startsWith(QLatin1Char('='))) continue;
    if (best.second.isEmpty() ||
        std::max(first.size(), second.size()) < std::max(best.first.size(), best.second.size()))
      best = {first, second};
  }
  return best;
}

}  // namespace

QSizeF LabelPlaces::sizeOf(const QString& text, bool isMath) const {
  constexpr double lean = 2;  // an italic letter ends beyond its width
  return isMath ? QSizeF(theme::mathWidth(text, mathSize * m_unit) + lean * m_unit, mathSize * 1.15 * m_unit)
                : QSizeF(mixedWidth(text, wordSize * m_unit), wordSize * 1.2 * m_unit);
}

void LabelPlaces::add(const QString& text, bool isMath, const QColor& color,
                      const std::vector<QPointF>& centres) {
  Label label{text, color, isMath, {}};
  const QSizeF size = sizeOf(text, isMath);
  for (const QPointF& centre : centres)
    label.places.push_back({{centre - QPointF(size.width() / 2, size.height() / 2), size}});
  m_labels.push_back(std::move(label));
}

/// The last label names a line that has these places: there in one line of text before all others, and in
/// two lines after them.
void LabelPlaces::addWithin(const std::vector<QPointF>& centres) {
  Label& label = m_labels.back();
  label.namesLine = true;
  const auto placesOf = [&](const QSizeF& size, bool isBroken) {
    std::vector<Place> places;
    for (const QPointF& centre : centres)
      places.push_back({{centre - QPointF(size.width() / 2, size.height() / 2), size}, true, isBroken});
    return places;
  };
  const std::vector<Place> whole = placesOf(sizeOf(label.text, false), false);
  label.places.insert(label.places.begin(), whole.begin(), whole.end());
  if (const auto broken = brokenSize(label.text))
    std::ranges::copy(placesOf(*broken, true), std::back_inserter(label.places));
}

/// Of a text in two lines; none where there is no place to break it.
std::optional<QSizeF> LabelPlaces::brokenSize(const QString& text) const {
  const auto [first, second] = brokenText(text);
  if (second.isEmpty()) return std::nullopt;
  const QSizeF one = sizeOf(first, false), other = sizeOf(second, false);
  return QSizeF(std::max(one.width(), other.width()), one.height() + other.height());
}

void LabelPlaces::math(QPointF point, const QString& math, const QColor& color) {
  keepFree(point, 3 * m_unit);
  const QSizeF size = sizeOf(math, true);
  std::vector<QPointF> centres;
  for (const double gap : {4.0, 8.0, 13.0, 19.0, 26.0})
    for (const auto& [x, y] :
         {std::pair(1.0, 0.35), {-1.0, 0.35}, {1.0, -0.6}, {-1.0, -0.6}, {0.0, 1.0}, {0.0, -1.0}})
      centres.push_back(
          point + QPointF(x * (size.width() / 2 + gap * m_unit), y * (size.height() / 2 + gap * m_unit)));
  // Where all of them hide lines: farther away, in all directions.
  constexpr int directions = 36;
  for (const double gap : {4.0, 8.0, 13.0, 19.0, 26.0, 33.0, 40.0, 48.0, 57.0, 66.0})
    for (int i = 0; i < directions; ++i) {
      const double angle = 2 * M_PI * (i + 0.5) / directions;
      centres.push_back(point + QPointF(std::cos(angle) * (size.width() / 2 + gap * m_unit),
                                        std::sin(angle) * (size.height() / 2 + gap * m_unit)));
    }
  add(math, true, color, centres);
  m_labels.back().point = point;
}

void LabelPlaces::words(const std::vector<QPointF>& places, const QString& words, const QColor& color) {
  const QSizeF size = sizeOf(words, false);
  std::vector<QPointF> centres;
  for (const QPointF& place : places)
    for (const double y : {0.0, 14.0, -14.0, 28.0})
      for (const double side : {1.0, -1.0})
        centres.push_back(place + QPointF(side * (size.width() / 2 + 4 * m_unit), y * m_unit));
  add(words, false, color, centres);
}

void LabelPlaces::alongLine(const std::vector<QLineF>& lines, const QString& words, const QColor& color) {
  std::vector<double> shares;
  for (const double end : {0.1, 0.2, 0.3, 0.4, 0.5, 0.05, 0.15, 0.25, 0.35, 0.45, 0.03}) {
    shares.push_back(1 - end);
    if (end != 0.5) shares.push_back(end);
  }
  for (int i = 0; i < 18; ++i)
    shares.push_back(0.075 + 0.05 * i);  // between them, where all hide other lines
  std::vector<QPointF> within;
  for (const QLineF& line : lines)
    for (const double share : shares) within.push_back(line.pointAt(share));
  const auto beside = [&](const QSizeF& size) {
    std::vector<QPointF> centres;
    for (const QLineF& line : lines) {
      const double length = std::max(1e-9, line.length());
      const QPointF normal(-line.dy() / length, line.dx() / length);
      // So far from the line that the box of the words just misses it.
      const double off =
          std::abs(normal.x()) * size.width() / 2 + std::abs(normal.y()) * size.height() / 2 + 2.5 * m_unit;
      for (const double share : shares)
        for (const double side : {1.0, -1.0}) centres.push_back(line.pointAt(share) + side * off * normal);
    }
    return centres;
  };
  add(words, false, color, beside(sizeOf(words, false)));
  addWithin(within);
  if (const auto broken = brokenSize(words))
    for (const QPointF& centre : beside(*broken))
      m_labels.back().places.push_back(
          {{centre - QPointF(broken->width() / 2, broken->height() / 2), *broken}, false, true});
}

void LabelPlaces::alongCurve(const std::vector<QPointF>& places, const QString& text, const QColor& color) {
  words(places, text, color);
  addWithin(places);
}

void LabelPlaces::keepFree(QPointF centre, double radius) {
  m_taken.push_back({centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)});
}

bool LabelPlaces::isFree(const QRectF& place) const {
  return m_plot.contains(place) &&
         std::ranges::none_of(m_taken, [&](const QRectF& taken) { return taken.intersects(place); });
}

void LabelPlaces::shade(const QPolygonF& area, const QBrush& brush, Qt::FillRule rule) {
  QPainterPath path;
  path.setFillRule(rule);
  path.addPolygon(area);
  path.closeSubpath();
  m_shades.emplace_back(std::move(path), brush);
}

void LabelPlaces::avoid(const QPolygonF& line, Loss loss) {
  m_lines.emplace_back(line, loss == Loss::Line ? 1 : 0.3);
}

/// How many lines lie on a box, where an axis counts less.
double LabelPlaces::linesOn(const QRectF& box) const {
  double sum = 0;
  for (const auto& [line, count] : m_lines)
    for (qsizetype i = 1; i < line.size(); ++i)
      if (crosses({line[i - 1], line[i]}, box)) {
        sum += count;
        break;
      }
  return sum;
}

/// The area of what is taken below a place, and of the place beyond the plot.
double LabelPlaces::covered(const QRectF& place) const {
  const auto area = [](const QRectF& box) { return box.isEmpty() ? 0.0 : box.width() * box.height(); };
  double sum = area(place) - area(place & m_plot);
  for (const QRectF& taken : m_taken) sum += area(place & taken);
  return sum;
}

/// The lines that a label hides at a place, or nearly hides, within a rim; without that which it names and
/// stands in.
double LabelPlaces::hiddenAt(const Label& label, const Place& place, double rim) const {
  const double side = place.isWithin ? gapInLine * m_unit + rim : rim;
  const double all = linesOn(place.box.adjusted(-side, -rim, side, rim));
  return label.namesLine && place.isWithin ? std::max(0.0, all - 1) : all;
}

/// What a label loses at a place, in lines that the name of a point hides.
double LabelPlaces::lossAt(const Label& label, const Place& place) const {
  // The name of a line rather stands beside it than hides another line, of which a piece would be missing.
  constexpr double crossedNames = 3, beside = 2, hidden = 2.5, broken = 0.5, nearOther = 0.2;
  double loss = hiddenAt(label, place, 1 * m_unit) * (label.namesLine ? hidden : 1);
  if (const QLineF line = leader(label, place.box); meetsLabels(line) || meetsPoints(line, label.point))
    loss += crossedNames;
  if (label.namesLine && !place.isWithin) loss += beside;
  if (isNearOther(label, place.box)) loss += nearOther;
  return place.isBroken ? loss + broken : loss;
}

/// The first of the free places that lose least; null for words without a free place.
const LabelPlaces::Place* LabelPlaces::placeOf(const Label& label) const {
  const Place* best = nullptr;
  double least = 0;
  constexpr double rounding = 1e-9;
  for (const Place& place : label.places) {
    // The ground of a name in a line, which hides the line around it, hides no axis.
    const double ground = label.namesLine ? 2 * gapInLine * m_unit : 0;
    if (!isFree(place.box) || !m_plot.contains(place.box.adjusted(-ground, 0, ground, 0))) continue;
    const double loss = lossAt(label, place);
    if (!best || loss < least - rounding) {
      best = &place;
      least = loss;
    }
    if (least < rounding) break;
  }
  if (best || !label.isMath) return best;
  return &*std::ranges::min_element(label.places, {},
                                    [this](const Place& place) { return covered(place.box); });
}

/// The shortest line from a point to a box.
static QLineF lineTo(QPointF point, const QRectF& box) {
  return {point,
          {std::clamp(point.x(), box.left(), box.right()), std::clamp(point.y(), box.top(), box.bottom())}};
}

/// Whether the name of a point would be read as that of another one, which is about as near to it.
bool LabelPlaces::isNearOther(const Label& label, const QRectF& place) const {
  constexpr double asNear = 1.3;
  if (!label.isMath) return false;
  const double own = lineTo(label.point, place).length();
  return std::ranges::any_of(m_labels, [&](const Label& other) {
    return other.isMath && QLineF(other.point, label.point).length() > m_unit &&
           lineTo(other.point, place).length() < asNear * own;
  });
}

/// From a point to its name; null where they are close, and no other point is.
QLineF LabelPlaces::leader(const Label& label, const QRectF& place) const {
  if (!label.isMath) return {};
  constexpr double far = 12, seen = 5;  // a shorter line would be hidden by the dot of the point
  const double rim = 0.5 * m_unit;
  const QLineF line = lineTo(label.point, place.adjusted(-rim, rim, rim, -rim));
  const double least = isNearOther(label, place) ? seen : far;
  return line.length() > least * m_unit ? line : QLineF();
}

bool LabelPlaces::meetsLabels(const QLineF& line) const {
  return !line.isNull() &&
         std::ranges::any_of(m_texts, [&](const QRectF& text) { return crosses(line, text); });
}

/// Whether a line from a point comes to another one, or to what else keeps its place free.
bool LabelPlaces::meetsPoints(const QLineF& line, QPointF from) const {
  return !line.isNull() && std::ranges::any_of(m_taken, [&](const QRectF& taken) {
    return !taken.contains(from) && crosses(line, taken);
  });
}

void LabelPlaces::hideLines(const QRectF& place) {
  m_painter.fillRect(place, theme::panelGround());
  QPainterPath box;
  box.addRect(place);
  m_painter.setPen(Qt::NoPen);
  for (const auto& [area, brush] : m_shades) {
    const QPainterPath inside = area.intersected(box);
    if (inside.isEmpty()) continue;
    m_painter.setBrush(brush);
    m_painter.drawPath(inside);
  }
  m_painter.setBrush(Qt::NoBrush);
}

void LabelPlaces::paint(const Label& label, const Place& place) {
  constexpr double apart = 4;  // names beside each other would be read as one
  m_taken.push_back(place.box.adjusted(-apart * m_unit, 0, apart * m_unit, 0));
  m_texts.push_back(place.box);
  const double gap = label.namesLine ? gapInLine * m_unit : 0, rim = 1 * m_unit;
  if (linesOn(place.box.adjusted(-rim, -rim, rim, rim)) > 0) hideLines(place.box.adjusted(-gap, 0, gap, 0));
  if (const QLineF line = leader(label, place.box); !line.isNull()) {
    m_painter.setPen(QPen(theme::quietInk(), 0.7 * m_unit));
    m_painter.drawLine(line);
    avoid(QPolygonF{line.p1(), line.p2()});
  }
  m_painter.setPen(label.color);
  drawText(label, place);
}

void LabelPlaces::drawText(const Label& label, const Place& place) {
  const QRectF& box = place.box;
  const QPointF baseline(box.left(), box.bottom() - 0.25 * box.height());
  if (label.isMath) {
    theme::drawMath(m_painter, baseline, label.text, mathSize * m_unit);
    return;
  }
  const double size = wordSize * m_unit;
  if (!place.isBroken) {
    drawMixed(m_painter, baseline, label.text, size);
    return;
  }
  // Words in two lines are one term; a formula is one in itself.
  std::optional<PaintedWords::Pause> lines;
  if (!label.text.contains(QLatin1Char('$'))) {
    PaintedWords::note(m_painter, box, label.text);
    lines.emplace();
  }
  const auto [first, second] = brokenText(label.text);
  const double line = box.height() / 2;
  double below = box.top() + 0.75 * line;
  for (const QString& text : {first, second}) {
    drawMixed(m_painter, {box.center().x() - mixedWidth(text, size) / 2, below}, text, size);
    below += line;
  }
}

void LabelPlaces::paint() {
  // Points have their names at their sides, so they go first.
  std::ranges::stable_partition(m_labels, &Label::isMath);
  for (const Label& label : m_labels) {
    const Place* place = placeOf(label);
    if (label.namesLine) m_hidesLines |= !place || hiddenAt(label, *place, 0) >= 1;
    if (place) paint(label, *place);
  }
}

}  // namespace carom
