#include "orderings/ordering_graph_figure.h"

#include <QJsonArray>
#include <QTextStream>
#include <algorithm>

#include "base/impact_words.h"
#include "common/moments.h"
#include "common/run_names.h"
#include "figure/figure_view.h"
#include "orderings/graph_painter.h"

namespace carom {

namespace {

constexpr double unit = Figure::textPoints / 12;  // pt in a pixel of the window's design

using NodeIds = std::set<OrderingGraph::NodeId>;

QJsonArray arrayOf(const NodeIds& ids) {
  QJsonArray array;
  for (const auto id : ids) array += static_cast<qint64>(id);
  return array;
}

NodeIds idsOf(const QJsonValue& value) {
  NodeIds ids;
  for (const QJsonValue& id : value.toArray()) ids.insert(static_cast<OrderingGraph::NodeId>(id.toInteger()));
  return ids;
}

OrderingGraphPicture pictureOf(const SnapshotPtr& snapshot, const QJsonObject& view) {
  Moment moment;
  if (view.contains("step")) {
    moment.impact = impactOfReport(*snapshot);
    moment.reflection = view["step"].toInt();
  }
  OrderingGraphPicture picture = makePicture(
      snapshot, moment, {view["levels"].toInt(), idsOf(view["expanded"]), idsOf(view["unfolded"])});
  markMinimal(picture, view["minimal"].toBool());
  return picture;
}

}  // namespace

OrderingGraphFigure::OrderingGraphFigure(const SnapshotPtr& snapshot, const QString& view)
    : m_picture(pictureOf(snapshot, viewOf(view))) {}

QString OrderingGraphFigure::title() const {
  return QObject::tr("Reflection orderings%1 — %2")
      .arg(impactSuffix(*m_picture.snapshot), QString::fromStdString(m_picture.snapshot->scene->title()));
}

double OrderingGraphFigure::aspect() const {
  if (m_picture.isEmpty()) return 0.3;
  return std::clamp(0.25 + 0.2 * m_picture.layout.layers, 0.5, 1.2);
}

/// As high as layers need and no higher than they use.
double OrderingGraphFigure::heightAt(double width) const {
  if (m_picture.isEmpty()) return Figure::heightAt(width);
  constexpr double leastLayer = 60, mostLayer = 92, tallest = 2.2;  // units of the design; of the width
  const auto with = [&](double layer) { return heightOf(m_picture, width, layer * unit, unit); };
  return std::clamp(width * aspect(), std::min(with(leastLayer), tallest * width), with(mostLayer));
}

void OrderingGraphFigure::paint(QPainter& painter, const QRectF& area) const {
  paintOrderingGraph(painter, m_picture, fitView(m_picture, area, unit), area);
}

FigureSource OrderingGraphFigure::source() const {
  QJsonObject view;
  if (m_picture.step >= 0) view["step"] = m_picture.step;
  if (m_picture.wishes.levels > 0) view["levels"] = m_picture.wishes.levels;
  if (!m_picture.wishes.expanded.empty()) view["expanded"] = arrayOf(m_picture.wishes.expanded);
  if (!m_picture.wishes.unfolded.empty()) view["unfolded"] = arrayOf(m_picture.wishes.unfolded);
  if (m_picture.minimal.shown()) view["minimal"] = true;
  return {name(), m_picture.snapshot, viewText(view)};
}

QString OrderingGraphFigure::csv() const {
  QString text;
  QTextStream out(&text);
  out.setRealNumberPrecision(17);
  out << "from,to,contact,reflections,c_before,selected,compared"
      << (m_picture.probabilities ? ",probability\n" : "\n");
  if (m_picture.isEmpty()) return text;
  const auto& problem = m_picture.report()->problem;
  for (std::size_t e = 0; e < m_picture.shown.edges.size(); ++e) {
    const auto& edge = m_picture.shown.edges[e];
    const auto from = m_picture.id(edge.from);
    out << from << ',' << m_picture.id(edge.to) << ',' << contactName(problem, edge.contact) << ','
        << edge.swallowed + 1 << ',' << m_picture.graph()->contactCoordinates(from)[edge.contact] << ','
        << (edge.selected ? 1 : 0) << ',' << (edge.compared ? 1 : 0);
    if (m_picture.probabilities) out << ',' << m_picture.probability(static_cast<int>(e));
    out << '\n';
  }
  return text;
}

}  // namespace carom
