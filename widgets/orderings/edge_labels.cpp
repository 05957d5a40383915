#include "orderings/edge_labels.h"

#include <QObject>
#include <algorithm>

#include "base/counted_words.h"
#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

/// The search for places: which boxes are taken, and by which labels.
class LabelPlaces {
 public:
  LabelPlaces(const OrderingGraphPicture& picture, const GraphView& view, const GraphHighlight& highlight,
              const QRectF& area)
      : m_picture(picture), m_view(view), m_highlight(highlight), m_area(area) {
    const double wish = std::clamp(m_view.layer / (60 * m_view.unit), 0.74, 1.0);
    m_labels.scale = theme::textSize(12 * m_view.unit * wish) / (12 * m_view.unit);
    m_labels.boxes.resize(m_picture.shown.edges.size());
    const double r = m_view.radius();
    for (const QPointF& node : m_picture.layout.nodes) {
      const QPointF at = m_view.map(node);
      if (isNear(m_area, at)) m_taken.push_back({at.x() - r, at.y() - r, 2 * r, 2 * r});
    }
  }

  EdgeLabels place() {
    std::vector<int> others;
    for (int e = 0; e < static_cast<int>(m_labels.boxes.size()); ++e) {
      const auto& edge = m_picture.shown.edges[e];
      const bool selected = edge.selected && m_view.layer >= 26 * m_view.unit;
      if (edge.swallowed > 0 || e == m_highlight.edge || selected)
        placeLabel(e, true);
      else if (isPointedAt(m_picture, m_highlight, e))
        placeLabel(e, false);
      else if (isNear(m_area, pointOnEdge(edgeLine(m_picture, m_view, e), 0.5)))
        others.push_back(e);
    }
    placeOthers(others);
    return std::move(m_labels);
  }

 private:
  void placeOthers(const std::vector<int>& others) {
    constexpr std::size_t tooMany = 400;
    const bool tried = others.size() <= tooMany && m_view.layer >= 40 * m_view.unit;
    int missing = 0;
    for (const int e : others) missing += !tried || !placeLabel(e, false);
    m_labels.all = missing <= static_cast<int>(others.size()) / 20;
    if (m_labels.all) return;
    for (const int e : others) m_labels.boxes[e] = {};
  }

  /// Returns whether the edge has a label now.
  bool placeLabel(int e, bool always) {
    const auto line = edgeLine(m_picture, m_view, e);
    const QFont font = theme::textFont(12 * m_view.unit, QFont::DemiBold);
    const double width = m_labels.scale * (theme::textWidth(edgeText(m_picture, e), font) + 18 * m_view.unit),
                 height = 20 * m_view.unit * m_labels.scale;
    const auto boxAt = [&](double share) {
      const QPointF at = pointOnEdge(line, share);
      return QRectF(at.x() - width / 2, at.y() - height / 2, width, height);
    };
    QRectF& box = m_labels.boxes[e];
    for (const double share : {0.5, 0.42, 0.58, 0.34, 0.66}) {
      const QRectF wish = boxAt(share);
      if (std::ranges::any_of(m_taken, [&](const QRectF& other) { return other.intersects(wish); })) continue;
      box = wish;
      break;
    }
    if (box.isNull() && always && m_picture.shown.edges[e].swallowed == 0) box = boxAt(0.5);
    if (!box.isNull()) m_taken.push_back(box);
    return !box.isNull();
  }

  const OrderingGraphPicture& m_picture;
  const GraphView& m_view;
  const GraphHighlight& m_highlight;
  QRectF m_area;
  std::vector<QRectF> m_taken;
  EdgeLabels m_labels;
};

}  // namespace

EdgeLabels placeEdgeLabels(const OrderingGraphPicture& picture, const GraphView& view,
                           const GraphHighlight& highlight, const QRectF& area) {
  return LabelPlaces(picture, view, highlight, area).place();
}

QString edgeText(const OrderingGraphPicture& picture, int edge) {
  const auto& e = picture.shown.edges[edge];
  if (e.swallowed == 0) return picture.names[e.contact];
  return QObject::tr("… %1 …").arg(reflectionsText(static_cast<std::uint64_t>(e.swallowed) + 1));
}

bool isPointedAt(const OrderingGraphPicture& picture, const GraphHighlight& highlight, int edge) {
  const int node = highlight.node >= 0 ? highlight.node : highlight.cursor;
  const auto& e = picture.shown.edges[edge];
  return edge == highlight.edge || (node >= 0 && (e.from == node || e.to == node));
}

bool isNear(const QRectF& area, QPointF point) {
  return area.adjusted(-60, -60, 60, 60).contains(point);
}

}  // namespace carom
