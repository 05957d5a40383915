#include "coxeter_diagram.h"

#include <QHelpEvent>
#include <QLineF>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "impact_text.h"
#include "numbers.h"
#include "theme.h"

namespace carom {

namespace {

constexpr int mostLabelledEdges = 12;

using Joined = std::vector<std::vector<bool>>;

std::vector<std::vector<int>> components(const Joined& joined) {
  const int count = static_cast<int>(joined.size());
  std::vector<bool> seen(count, false);
  std::vector<std::vector<int>> parts;
  for (int start = 0; start < count; ++start) {
    if (seen[start]) continue;
    auto& part = parts.emplace_back(1, start);
    seen[start] = true;
    for (std::size_t i = 0; i < part.size(); ++i)
      for (int other = 0; other < count; ++other)
        if (joined[part[i]][other] && !seen[other]) {
          seen[other] = true;
          part.push_back(other);
        }
    std::sort(part.begin(), part.end());
  }
  return parts;
}

int degree(const Joined& joined, int vertex) {
  return static_cast<int>(std::count(joined[vertex].begin(), joined[vertex].end(), true));
}

/// The vertices of a part in a row, if it is a path; empty otherwise.
std::vector<int> asPath(const Joined& joined, const std::vector<int>& part) {
  int ends = 0, first = part.front();
  for (const int vertex : part) {
    if (degree(joined, vertex) > 2) return {};
    if (degree(joined, vertex) == 1 && ++ends == 1) first = vertex;
  }
  if (part.size() > 1 && ends != 2) return {};
  std::vector<int> row{first};
  while (row.size() < part.size())
    for (const int next : part)
      if (joined[row.back()][next] && (row.size() < 2 || next != row[row.size() - 2])) {
        row.push_back(next);
        break;
      }
  return row;
}

/// m = 1 stands for coincident normals: those reflections commute as m = 2 does.
Joined joinedContacts(const ImpactReport& report) {
  const auto& m = report.certificate.multiplicity;
  Joined joined(m.rows(), std::vector<bool>(m.rows(), false));
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) joined[i][j] = i != j && m(i, j) != 1 && m(i, j) != 2;
  return joined;
}

/// A diagram within its area: where the vertices stand and which labels fit.
struct Drawing {
  Joined joined;
  std::vector<QPointF> at;
  double radius = 8;
  bool namesFit = true, edgeLabelsFit = true;

  Drawing(const ImpactReport& report, const QStringList& names, const QRectF& area, double unit)
      : joined(joinedContacts(report)) {
    const QRectF field = area.adjusted(8 * unit, 20 * unit, -8 * unit, -20 * unit);
    for (const QPointF& place : placeCoxeterVertices(joined))
      at.push_back(field.topLeft() + QPointF(place.x() * field.width(), place.y() * field.height()));
    const int count = static_cast<int>(at.size());
    int edges = 0;
    double widest = 0, nearest = 1e9;
    for (int i = 0; i < count; ++i) {
      edges += degree(joined, i);
      widest = std::max(widest, theme::textWidth(names[i], theme::textFont(12 * unit)));
      for (int j = 0; j < i; ++j) nearest = std::min(nearest, QLineF(at[i], at[j]).length());
    }
    radius = std::min(8 * unit, 0.25 * nearest);
    const bool onLine = std::all_of(at.begin(), at.end(), [&](QPointF p) { return p.y() == at.front().y(); });
    namesFit = widest + 4 * unit <= nearest && onLine;
    edgeLabelsFit = edges / 2 <= mostLabelledEdges && onLine;
  }
};

void drawCentred(QPainter& painter, QPointF at, const QString& text, const QFont& font, const QColor& color) {
  painter.setPen(color);
  theme::drawText(painter, at - QPointF(theme::textWidth(text, font) / 2, 0), text, font);
}

void paintEdge(QPainter& painter, const ImpactReport& report, int i, int j, const Drawing& drawing,
               double unit) {
  const bool broken = report.certificate.multiplicity(i, j) == 0;
  const QPointF a = drawing.at[i], b = drawing.at[j];
  const QColor color = broken ? theme::warningInk() : theme::quietInk();
  const double width = drawing.edgeLabelsFit ? (broken ? 2.0 : 1.6) : 0.9;  // many lines: fine ones
  painter.setPen(QPen(color, width * unit, broken ? Qt::DashLine : Qt::SolidLine));
  painter.drawLine(a, b);
  if (!drawing.edgeLabelsFit) return;
  const QString m = multiplicityText(report, i, j);
  const QFont font = theme::textFont(12 * unit, broken ? QFont::DemiBold : QFont::Medium);
  const QString full = QStringLiteral("m = ") + m;
  const bool room = theme::textWidth(full, font) < QLineF(a, b).length() - 4 * unit;
  drawCentred(painter, (a + b) / 2 - QPointF(0, 8 * unit), broken && room ? full : m, font, color);
}

}  // namespace

std::vector<QPointF> placeCoxeterVertices(const Joined& joined) {
  std::vector<QPointF> places(joined.size());
  const auto parts = components(joined);
  double total = 0, x = 0;
  for (const auto& part : parts) total += static_cast<double>(part.size());
  for (const auto& part : parts) {
    const double width = static_cast<double>(part.size()) / total;
    const auto row = asPath(joined, part);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(part.size());
      if (!row.empty()) {
        places[row[i]] = QPointF(x + width * share, 0.5);
      } else {
        const double angle = 2 * M_PI * (share - 0.25);
        places[part[i]] = QPointF(x + width * (0.5 + 0.45 * std::cos(angle)), 0.5 + 0.45 * std::sin(angle));
      }
    }
    x += width;
  }
  return places;
}

void paintCoxeterDiagram(QPainter& painter, const ImpactReport& report, const QStringList& names,
                         const QRectF& area, double unit) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const Drawing drawing(report, names, area, unit);
  const int count = static_cast<int>(drawing.at.size());
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (drawing.joined[i][j]) paintEdge(painter, report, i, j, drawing, unit);
  for (int i = 0; i < count; ++i) {
    painter.setPen(QPen(theme::ink(), 1.5 * unit));
    painter.setBrush(theme::panelGround());
    painter.drawEllipse(drawing.at[i], drawing.radius, drawing.radius);
    if (drawing.namesFit)
      drawCentred(painter, drawing.at[i] + QPointF(0, drawing.radius + 15 * unit), names[i],
                  theme::textFont(12 * unit), theme::ink());
  }
  painter.restore();
}

void CoxeterDiagram::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  update();
}

void CoxeterDiagram::paintEvent(QPaintEvent*) {
  if (!m_snapshot || !m_snapshot->report) return;
  QPainter painter(this);
  const ImpactReport& report = *m_snapshot->report;
  paintCoxeterDiagram(painter, report, shortContactNames(report.problem, m_snapshot->instance), rect());
}

/// The contact under the mouse with its pairs, else what the diagram means.
QString CoxeterDiagram::tooltipAt(QPointF point) const {
  const ImpactReport& report = *m_snapshot->report;
  const QStringList names = shortContactNames(report.problem, m_snapshot->instance);
  const Drawing drawing(report, names, rect(), 1);
  for (int i = 0; i < static_cast<int>(drawing.at.size()); ++i) {
    if (QLineF(drawing.at[i], point).length() > drawing.radius + 3) continue;
    QString text = QStringLiteral("contact ") + contactName(report.problem, i);
    for (int j = 0; j < static_cast<int>(drawing.at.size()); ++j)
      if (drawing.joined[i][j])
        text += QStringLiteral("\n%1: m = %2, G = %3")
                    .arg(contactName(report.problem, j), multiplicityText(report, i, j),
                         formatFixed(report.problem.gram()(i, j), 4));
    return text;
  }
  return QStringLiteral(
      "Coxeter diagram: a vertex for every contact. Two that are not joined commute (G = 0);\n"
      "an edge m says G = −cos(π/m). A dashed pair fits no whole m, so its order matters.");
}

bool CoxeterDiagram::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && m_snapshot && m_snapshot->report) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), tooltipAt(help->pos()), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace carom
