#include "orderings/ordering_graph_figure.h"

#include <QTextStream>
#include <algorithm>

#include "base/impact_words.h"
#include "common/run_names.h"
#include "figure/provenance.h"
#include "orderings/graph_painter.h"

namespace carom {

OrderingGraphFigure::OrderingGraphFigure(const SnapshotPtr& snapshot)
    : m_picture(makePicture(snapshot, Moment{}, ShownWishes{})) {}

QString OrderingGraphFigure::title() const {
  return QObject::tr("Reflection orderings%1 — %2")
      .arg(impactSuffix(*m_picture.snapshot), QString::fromStdString(m_picture.snapshot->scene->title()));
}

double OrderingGraphFigure::aspect() const {
  if (m_picture.isEmpty()) return 0.3;
  return std::clamp(0.25 + 0.2 * m_picture.layout.layers, 0.5, 1.2);
}

void OrderingGraphFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double pointsPerPixel = 0.66;  // 12 px in the window are 8 pt on paper
  paintOrderingGraph(painter, m_picture, fitView(m_picture, area, pointsPerPixel), area);
}

QString OrderingGraphFigure::provenance() const {
  return provenanceOf(*m_picture.snapshot);
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
