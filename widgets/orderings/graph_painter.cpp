#include "orderings/graph_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/counted_words.h"
#include "base/number_format.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "orderings/edge_labels.h"

namespace carom {

namespace {

/// One drawing of one picture: the painter and what every part of it needs.
class GraphPainter {
 public:
  GraphPainter(QPainter& painter, const OrderingGraphPicture& picture, const GraphView& view,
               const GraphHighlight& highlight)
      : m_painter(painter), m_picture(picture), m_view(view), m_highlight(highlight), m_unit(view.unit) {}

  void paint(const QRectF& area) {
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_area = area;
    if (!m_picture.isEmpty()) {
      m_labels = placeEdgeLabels(m_picture, m_view, m_highlight, m_area);
      findRoomForOutcomes();
      paintEdges();
      for (int i = 0; i < nodeCount(); ++i) {
        fadeNode(i);
        paintNode(i);
      }
      m_painter.setOpacity(1);
      paintCoordinates();
      paintLegend();
    }
    paintNotice();
  }

 private:
  int nodeCount() const { return static_cast<int>(m_picture.shown.nodes.size()); }
  const ShownGraph::Edge& edgeOf(int e) const { return m_picture.shown.edges[e]; }
  QPointF centre(int node) const { return m_view.map(m_picture.layout.nodes[node]); }

  QFont font(double size, QFont::Weight weight = QFont::Normal) const {
    return theme::textFont(size * m_unit, weight);
  }
  void drawCentred(QPointF at, const QString& text, double size, const QColor& color,
                   QFont::Weight weight = QFont::Normal) {
    const double width = theme::textWidth(text, font(size, weight));
    m_painter.setPen(color);
    const QPointF left = at + QPointF(-width / 2, 0.36 * font(size).pointSizeF());
    theme::drawText(m_painter, left, text, font(size, weight));
  }
  void drawMathCentred(QPointF at, const QString& math, double size, const QColor& color) {
    m_painter.setPen(color);
    const double width = theme::mathWidth(math, size);
    theme::drawMath(m_painter, at + QPointF(-width / 2, 0.22 * theme::textSize(size)), math, size);
  }

  /// Outcomes need room for "outcome 1 · 1 ordering".
  void findRoomForOutcomes() {
    m_outcomeRoom = 1e9;
    for (const auto& layer : m_picture.layout.byLayer)
      for (std::size_t i = 1; i < layer.size(); ++i)
        if (m_picture.outcomeOf(layer[i]) >= 0 || m_picture.outcomeOf(layer[i - 1]) >= 0)
          m_outcomeRoom = std::min(m_outcomeRoom, centre(layer[i]).x() - centre(layer[i - 1]).x());
  }

  using Answer = MinimalMarks::Answer;
  Answer minimalEdge(int e) const {
    return m_picture.minimal.shown() ? m_picture.minimal.edges[e] : Answer::Yes;
  }
  /// What no minimal ordering reaches fades where the picture marks that; the selected ordering stays
  /// legible.
  void fadeEdge(int e) {
    const bool faded = minimalEdge(e) == Answer::No;
    m_painter.setOpacity(!faded ? 1.0 : edgeOf(e).selected ? 0.5 : 0.22);
  }
  void fadeNode(int node) {
    const bool faded = m_picture.minimal.shown() && m_picture.minimal.nodes[node] == Answer::No;
    m_painter.setOpacity(faded ? 0.28 : 1.0);
  }

  void paintEdges() {
    const int count = static_cast<int>(m_picture.shown.edges.size());
    for (const bool selected : {false, true})
      for (int e = 0; e < count; ++e)
        if ((edgeOf(e).selected || edgeOf(e).compared) == selected) paintLine(e);
    for (int e = 0; e < count; ++e)
      if (!m_labels.boxes[e].isNull()) paintLabel(e, m_labels.boxes[e]);
    m_painter.setOpacity(1);
  }

  void paintLine(int e) {
    const auto line = edgeLine(m_picture, m_view, e);
    QPainterPath path(line.front());
    for (std::size_t i = 1; i < line.size(); ++i) path.lineTo(line[i]);
    const bool selected = edgeOf(e).selected, pointed = isPointedAt(m_picture, m_highlight, e);
    const double thin = std::clamp(m_view.radius() / m_unit / 11, 0.6, 1.6);
    const bool compared = edgeOf(e).compared;
    QColor color = selected   ? theme::accent()
                   : compared ? theme::vermilion
                   : pointed  ? theme::ink()
                              : theme::quietInk();
    if (!selected && !compared && !pointed) color.setAlphaF(m_labels.all ? 0.65F : 0.4F);
    double width = selected || compared ? std::max(2.0, 2.2 * thin) : thin;
    if (m_picture.probabilities) width = probabilityWidth(m_picture.probability(e));
    QPen pen(color, width * m_unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    if (m_picture.probabilities && m_picture.probability(e) == 0) pen.setDashPattern({1.5, 5});
    if (edgeOf(e).swallowed > 0) pen.setDashPattern({3, 2});
    if (minimalEdge(e) == Answer::Undecided) pen.setDashPattern({0.8, 2.6});
    fadeEdge(e);
    m_painter.setBrush(Qt::NoBrush);
    if (selected && compared) {  // both orderings pass: one within the other
      m_painter.setPen(
          QPen(theme::vermilion, (width + 3.5) * m_unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      m_painter.drawPath(path);
    }
    m_painter.setPen(pen);
    m_painter.drawPath(path);
  }

  void paintLabel(int e, const QRectF& pill) {
    const bool selected = edgeOf(e).selected;
    fadeEdge(e);
    const bool marked = selected || edgeOf(e).compared;
    m_painter.setPen(QPen(selected ? theme::accent()
                          : marked ? theme::vermilion
                                   : pillEdge(),
                          (marked ? 1.5 : 1.1) * m_unit));
    m_painter.setBrush(e == m_highlight.edge ? theme::accentGround() : theme::panelGround());
    m_painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    drawCentred(pill.center(), edgeText(m_picture, e), 12 * m_labels.scale,
                selected ? theme::ink() : theme::quietInk(), selected ? QFont::DemiBold : QFont::Normal);
  }

  QColor pillEdge() const {
    QColor color = theme::quietInk();
    color.setAlphaF(0.6F);
    return color;
  }

  void paintNode(int node) {
    const QPointF at = centre(node);
    if (!isNear(m_area, at)) return;
    const double r = m_view.radius();
    const bool current = node == m_picture.current;
    const bool outcome = m_picture.graph()->isOutcome(m_picture.id(node));
    const int number = m_picture.outcomeOf(node);
    if (node == m_highlight.node || node == m_highlight.cursor) {
      m_painter.setPen(node == m_highlight.cursor ? QPen(theme::accent(), 1.2 * m_unit, Qt::DotLine)
                                                  : Qt::NoPen);
      m_painter.setBrush(theme::accentGround());
      m_painter.drawEllipse(at, r + 5 * m_unit, r + 5 * m_unit);
    }
    const double line = std::clamp(r / m_unit / 13, 0.9, 1.5) * m_unit;
    QPen pen(current ? theme::accent() : theme::ink(), current ? 2.1 * line : line);
    if (m_picture.graph()->isOpen(m_picture.id(node))) pen.setStyle(Qt::DotLine);
    m_painter.setPen(outcome && !current ? QPen(Qt::NoPen) : pen);
    m_painter.setBrush(outcome ? theme::categorical(number) : theme::panelGround());
    m_painter.drawEllipse(at, r, r);
    if (outcome && current) {
      m_painter.setBrush(Qt::NoBrush);
      m_painter.setPen(QPen(theme::accent(), 1.6 * line));
      m_painter.drawEllipse(at, r + 4 * m_unit, r + 4 * m_unit);
    }
    if (node == m_picture.recorded) paintRecorded(at, r);
    paintNodeLabel(node, at, r, outcome, number);
    if (m_picture.shown.nodes[node].hidden > 0) paintExpander(node);
  }

  /// A diamond around the outcome that is nearest to the recorded p⁺.
  void paintRecorded(QPointF at, double r) {
    const double reach = 1.5 * r + 5 * m_unit;
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(theme::vermilion, 2 * m_unit));
    m_painter.drawPolygon(QPolygonF{
        {at + QPointF(reach, 0), at + QPointF(0, reach), at - QPointF(reach, 0), at - QPointF(0, reach)}});
  }

  void paintNodeLabel(int node, QPointF at, double r, bool outcome, int number) {
    const bool roomBelow = outcome && number >= 0 && outcomeText(number).second <= m_outcomeRoom - 6 * m_unit;
    if (roomBelow) {
      const double half = outcomeText(number).second / 2 + 4 * m_unit;
      const bool inside = m_area.contains(at) && m_area.width() > 2 * half;
      const double x = inside ? std::clamp(at.x(), m_area.left() + half, m_area.right() - half) : at.x();
      drawCentred({x, at.y() + r + 15 * m_unit}, outcomeText(number).first, 12, theme::quietInk());
    }
    const double size = labelSize(node, r);
    if (r < 9 * m_unit || theme::textSize(size) > r) return;  // paper has one size of text
    const QColor color = outcome ? QColor(Qt::white) : theme::ink();
    if (outcome && number >= 0 && !roomBelow)
      drawCentred(at, QString::number(number + 1), 0.8 * r / m_unit, color, QFont::DemiBold);
    else if (theme::mathWidth(m_picture.label(node), size) < 1.8 * r)
      drawMathCentred(at, m_picture.label(node), size, color);
  }

  double labelSize(int node, double r) const {
    const double size = 0.82 * r, width = theme::mathWidth(m_picture.label(node), size);
    return width > 1.7 * r ? size * 1.7 * r / width : size;
  }

  /// "outcome 1 · 1 ordering" and its width.
  std::pair<QString, double> outcomeText(int number) const {
    const auto& outcome = m_picture.report()->outcomes[number];
    QString text = QObject::tr("outcome %1").arg(number + 1);
    if (outcome.orderings > 0) text += QStringLiteral(" · ") + orderingsText(outcome.orderings);
    return {text, theme::textWidth(text, theme::textFont(12 * m_unit))};
  }

  /// Reflections that are not shown: "+12" beneath the node, a dotted stub where there is no room for it.
  void paintExpander(int node) {
    const QRectF rect = expanderRect(m_picture, m_view, node);
    const bool stub = m_view.radius() < 7 * m_unit;
    const QPointF from = centre(node) + QPointF(0, m_view.radius());
    QColor color = theme::quietInk();
    color.setAlphaF(0.7F);
    m_painter.setPen(QPen(color, m_unit, Qt::DotLine));
    m_painter.drawLine(from, QPointF(from.x(), stub ? from.y() + 0.3 * m_view.layer : rect.top()));
    if (stub) return;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(theme::accentGround());
    m_painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    drawCentred(rect.center(), QStringLiteral("+%1").arg(m_picture.shown.nodes[node].hidden),
                0.7 * rect.height() / m_unit, theme::accent(), QFont::DemiBold);
  }

  /// Draws c of the node pointed at, else of p⁻, in a corner where it overlaps no other part, if there is
  /// one.
  void paintCoordinates() {
    for (const int most : {6, 3, 1})  // contacts, as many as a low panel has room for
      if (paintCoordinates(most)) return;
  }

  bool paintCoordinates(int most) {
    const ImpactProblem& problem = m_picture.report()->problem;
    const int k = problem.contactCount();
    const double noise = 1e-14 * problem.momentumNorm();  // what rounding leaves of 0
    const int node = m_highlight.node >= 0 ? m_highlight.node : ShownGraph::root;
    const auto c = m_picture.graph()->contactCoordinates(m_picture.id(node));
    QStringList lines;
    for (int i = 0; i < std::min(k, most); ++i)
      lines += QStringLiteral("c(%1) = %2")
                   .arg(m_picture.names[i], formatNumber(std::abs(c[i]) > noise ? c[i] : 0, 3));
    if (k > most) lines += QObject::tr("… %1 more").arg(k - most);
    const double size = 12 * m_unit, step = 1.35 * size;
    const double symbol = theme::mathWidth(m_picture.label(node), 1.1 * size) + 5 * m_unit;
    double width = symbol + theme::textWidth(QObject::tr("in √J"), font(11));
    for (const QString& line : lines) width = std::max(width, theme::textWidth(line, font(12)));
    const std::optional<QRectF> box = freeCorner({width, static_cast<double>(lines.size() + 1) * step});
    if (!box) return false;
    m_painter.setPen(theme::quietInk());
    QPointF at = box->topLeft() + QPointF(0, size);
    theme::drawMath(m_painter, at, m_picture.label(node), 1.1 * size);
    theme::drawText(m_painter, at + QPointF(symbol, 0), QObject::tr("in √J"), font(11));
    for (const QString& line : lines) theme::drawText(m_painter, at += QPointF(0, step), line, font(12));
    return true;
  }

  /// Where a box of this size meets no node, no label and no text below the graph. The panel has its switches
  /// at the top right.
  std::optional<QRectF> freeCorner(const QSizeF& size) const {
    QRectF inside = m_area.adjusted(14 * m_unit, 12 * m_unit, -14 * m_unit, -12 * m_unit);
    if (!m_picture.notice.isEmpty()) inside.setBottom(inside.bottom() - noticeHeight());
    inside.setBottom(inside.bottom() - legendRows(m_picture, m_area.width(), m_unit).height);
    QRectF box(inside.topLeft(), size);
    const auto isFree = [&] {
      const QRectF around = box.adjusted(-4 * m_unit, -4 * m_unit, 4 * m_unit, 4 * m_unit);
      for (int i = 0; i < nodeCount(); ++i) {
        const double r = m_view.radius() + 4 * m_unit;
        if (centre(i).y() - r > around.bottom() || centre(i).y() + r + 22 * m_unit < around.top()) continue;
        QRectF taken(centre(i) - QPointF(r, r), QSizeF(2 * r, 2 * r));
        if (const int number = m_picture.outcomeOf(i); number >= 0) {
          const double half = std::max(r, outcomeText(number).second / 2);
          taken |= QRectF(centre(i) - QPointF(half, 0), QSizeF(2 * half, r + 22 * m_unit));
        }
        if (taken.intersects(around)) return false;
      }
      return std::ranges::none_of(m_labels.boxes,
                                  [&](const QRectF& label) { return label.intersects(around); });
    };
    if (box.bottom() > inside.bottom()) return std::nullopt;
    if (isFree()) return box;
    box.moveBottomLeft(inside.bottomLeft());
    if (isFree()) return box;
    box.moveBottomRight(inside.bottomRight());
    return isFree() ? std::optional(box) : std::nullopt;
  }

  /// Samples of the lines and what they mean, in rows above the notice.
  void paintLegend() {
    const LegendRows legend = legendRows(m_picture, m_area.width(), m_unit);
    const double rowHeight = LegendRows::rowHeight * m_unit;
    double y =
        m_area.bottom() + 8 * m_unit - legend.height - (m_picture.notice.isEmpty() ? 0 : noticeHeight());
    for (std::size_t row = 0; row < legend.rows.size(); ++row, y += rowHeight) {
      double x = m_area.center().x() - legend.widths[row] / 2;
      for (const auto& line : legend.rows[row]) x = paintLegendLine(line, {x, y});
    }
  }

  /// Returns where the next one begins.
  double paintLegendLine(const OrderingGraphPicture::LegendLine& line, QPointF at) {
    QPen pen(line.color, std::max(0.7, line.width) * m_unit, Qt::SolidLine, Qt::FlatCap);
    if (line.width == 0) pen.setDashPattern({1.5, 5});
    m_painter.setPen(pen);
    m_painter.drawLine(at, at + QPointF(LegendRows::sample * m_unit, 0));
    m_painter.setPen(theme::quietInk());
    at.rx() += (LegendRows::sample + LegendRows::gap) * m_unit;
    theme::drawText(m_painter, at + QPointF(0, 4 * m_unit), line.words, font(11));
    return at.x() + theme::textWidth(line.words, font(11)) + LegendRows::apart * m_unit;
  }

  QRectF noticeArea() const { return m_area.adjusted(18 * m_unit, 12 * m_unit, -18 * m_unit, -10 * m_unit); }

  /// Of the notice under a graph, with the space above it; more than one line where it is wide.
  double noticeHeight() const {
    const double lines = std::ceil(1.1 * theme::textWidth(m_picture.notice, font(12)) / noticeArea().width());
    return (5 + 17 * std::max(1.0, lines)) * m_unit;
  }

  void paintNotice() {
    if (m_picture.notice.isEmpty()) return;
    const bool alone = m_picture.isEmpty();
    const QRectF box = noticeArea();
    m_painter.setPen(alone && m_picture.report() ? theme::warningInk() : theme::quietInk());
    theme::drawText(m_painter, box,
                    (alone ? Qt::AlignCenter : Qt::AlignBottom | Qt::AlignHCenter) | Qt::TextWordWrap,
                    m_picture.notice, font(alone ? 13 : 12, alone ? QFont::Medium : QFont::Normal));
  }

  QPainter& m_painter;
  const OrderingGraphPicture& m_picture;
  const GraphView& m_view;
  GraphHighlight m_highlight;
  double m_unit;
  QRectF m_area;
  EdgeLabels m_labels;
  double m_outcomeRoom = 0;  ///< smallest distance between neighbours
};

}  // namespace

void paintOrderingGraph(QPainter& painter, const OrderingGraphPicture& picture, const GraphView& view,
                        const QRectF& area, const GraphHighlight& highlight) {
  painter.save();
  GraphPainter(painter, picture, view, highlight).paint(area);
  painter.restore();
}

}  // namespace carom
