#include "plot/curve_notes.h"

#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

constexpr double textHeight = 12, clearance = 4;

}  // namespace

CurveNotes::CurveNotes(StyledPlot* plot, const QCPGraph* curve, std::vector<CurveNote> notes)
    : QCPAbstractItem(plot), m_style(plot->plotStyle()), m_curve(curve), m_notes(std::move(notes)) {
  setClipToAxisRect(false);
}

/// The top of the curve between two pixels, as a pixel.
double CurveNotes::highestWithin(double left, double right) const {
  const QCPAxis *x = mParentPlot->xAxis, *y = mParentPlot->yAxis;
  double top = mParentPlot->axisRect()->bottom();
  const auto data = m_curve->data();
  auto point = data->findBegin(x->pixelToCoord(left));
  const auto end = data->findEnd(x->pixelToCoord(right));
  for (; point != end; ++point)
    if (!std::isnan(point->value)) top = std::min(top, y->coordToPixel(point->value));
  return top;
}

/// A place for the text's box: centred on the point or beside it, above the curve, within the plot.
std::optional<QRectF> CurveNotes::place(const CurveNote& note, const std::vector<QRectF>& taken) const {
  const double unit = m_style.unit, space = clearance * unit;
  const QFont font = theme::textFont(PlotStyle::smallText, note.bold ? QFont::DemiBold : QFont::Normal);
  const double width = unit * theme::textWidth(note.text, font), height = unit * textHeight;
  const QRectF room = mParentPlot->axisRect()->rect();
  const QPointF at(mParentPlot->xAxis->coordToPixel(note.at.x()),
                   mParentPlot->yAxis->coordToPixel(note.at.y()));
  const double centre = at.x() - width / 2, right = at.x() + space, left = at.x() - space - width;
  const std::array<double, 3> wishes =
      note.centred ? std::array{centre, right, left} : std::array{right, left, centre};
  const double cursor = mParentPlot->xAxis->coordToPixel(m_cursor);
  for (const double x : wishes) {
    if (x < room.left() + space || x + width > room.right() + space) continue;
    if (cursor > x - space && cursor < x + width + space) continue;
    const double top = std::min(highestWithin(x, x + width), at.y()) - height - 1.5 * space;
    const QRectF box(x, top, width, height);
    const auto overlaps = [&](const QRectF& other) { return other.intersects(box); };
    if (top >= room.top() && std::none_of(taken.begin(), taken.end(), overlaps)) return box;
  }
  return {};
}

std::vector<std::optional<QRectF>> CurveNotes::boxes() const {
  std::vector<std::optional<QRectF>> boxes;
  std::vector<QRectF> taken;
  for (const CurveNote& note : m_notes) {
    boxes.push_back(place(note, taken));
    if (boxes.back()) taken.push_back(*boxes.back());
  }
  return boxes;
}

bool CurveNotes::setNotes(std::vector<CurveNote> notes) {
  if (notes == m_notes) return false;
  m_notes = std::move(notes);
  return true;
}

bool CurveNotes::setCursor(double x) {
  const auto before = boxes();
  m_cursor = x;
  return boxes() != before;
}

/// From a mark to its words, or to the height of words beside it, where they have no room near it and no line
/// of the plot leads there.
void CurveNotes::drawLeader(QCPPainter* painter, const CurveNote& note, const QRectF& box) const {
  constexpr double far = 2.5;  // heights of the text
  const QPointF at(mParentPlot->xAxis->coordToPixel(note.at.x()),
                   mParentPlot->yAxis->coordToPixel(note.at.y()));
  const double gap = 2 * m_style.unit;
  if (at.y() - box.bottom() < far * textHeight * m_style.unit) return;
  const double beside = std::max(box.left() - at.x(), at.x() - box.right());
  if (beside > clearance * m_style.unit + gap) return;
  if (std::abs(mParentPlot->xAxis->coordToPixel(m_cursor) - at.x()) < gap) return;
  painter->setPen(m_style.pen(note.color, 0.7));
  painter->drawLine(QLineF(at - QPointF(0, note.ring ? 3 * m_style.unit : gap),
                           {at.x(), beside > gap ? box.center().y() : box.bottom()}));
}

void CurveNotes::draw(QCPPainter* painter) {
  const double unit = m_style.unit;
  painter->setAntialiasing(true);
  const auto all = boxes();
  for (std::size_t i = 0; i < m_notes.size(); ++i) {
    const CurveNote& note = m_notes[i];
    if (all[i]) drawLeader(painter, note, *all[i]);
    if (note.ring) {
      const QPointF at(mParentPlot->xAxis->coordToPixel(note.at.x()),
                       mParentPlot->yAxis->coordToPixel(note.at.y()));
      painter->setPen(m_style.pen(note.color, 1.5));
      painter->setBrush(m_style.paper ? QColor(Qt::white) : theme::panelGround());
      painter->drawEllipse(at, 3 * unit, 3 * unit);
    }
    if (!all[i]) continue;
    painter->setPen(note.color);
    painter->setFont(m_style.font(PlotStyle::smallText, note.bold ? QFont::DemiBold : QFont::Normal));
    painter->drawText(QPointF(all[i]->left(), all[i]->bottom() - 2.5 * unit), note.text);
  }
}

}  // namespace carom
