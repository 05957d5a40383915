#include "coxeter_diagram.h"

#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "impact_text.h"
#include "numbers.h"
#include "theme.h"

namespace carom {

namespace {

constexpr int mostLabelled = 14;  ///< contacts whose names are written

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

struct Pen {
  QPainter& painter;
  double unit;
  void text(QPointF at, const QString& text, double size, const QColor& color, QFont::Weight weight) const {
    const QFont font = theme::textFont(size * unit, weight);
    painter.setFont(theme::inUnits(font, painter));
    painter.setPen(color);
    painter.drawText(at - QPointF(theme::textWidth(text, font) / 2, 0), text);
  }
};

void paintEdge(const Pen& pen, const ImpactReport& report, int i, int j, QPointF a, QPointF b,
               bool labelled) {
  const int m = report.certificate.multiplicity(i, j);
  const QColor color = m == 0 ? theme::warningInk() : theme::quietInk();
  pen.painter.setPen(QPen(color, (m == 0 ? 2.0 : 1.6) * pen.unit, m == 0 ? Qt::DashLine : Qt::SolidLine));
  pen.painter.drawLine(a, b);
  if (!labelled) return;
  const QString text = m == 0
                           ? QStringLiteral("m = ") + formatNumber(pairMultiplicity(report.problem, i, j), 3)
                           : QString::number(m);
  pen.text((a + b) / 2 - QPointF(0, 8 * pen.unit), text, 12, color, m == 0 ? QFont::DemiBold : QFont::Medium);
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

void paintCoxeterDiagram(QPainter& painter, const ImpactReport& report, const QRectF& area, double unit) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const Pen pen{painter, unit};
  const Joined joined = joinedContacts(report);
  const auto places = placeCoxeterVertices(joined);
  const int count = static_cast<int>(places.size());
  const QRectF field = area.adjusted(8 * unit, 20 * unit, -8 * unit, -20 * unit);
  const auto at = [&](int i) {
    return field.topLeft() + QPointF(places[i].x() * field.width(), places[i].y() * field.height());
  };
  int edges = 0;
  for (int i = 0; i < count; ++i) edges += degree(joined, i);
  const bool labelled = edges / 2 <= 2 * mostLabelled && count <= mostLabelled;
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (joined[i][j]) paintEdge(pen, report, i, j, at(i), at(j), labelled);
  const double radius = (count <= mostLabelled ? 8 : 4) * unit;
  for (int i = 0; i < count; ++i) {
    painter.setPen(QPen(theme::ink(), 1.5 * unit));
    painter.setBrush(theme::panelGround());
    painter.drawEllipse(at(i), radius, radius);
    if (count <= mostLabelled)
      pen.text(at(i) + QPointF(0, radius + 15 * unit), contactName(report.problem, i), 12, theme::ink(),
               QFont::Normal);
  }
  painter.restore();
}

void CoxeterDiagram::setReport(std::shared_ptr<const ImpactReport> report) {
  m_report = std::move(report);
  update();
}

void CoxeterDiagram::paintEvent(QPaintEvent*) {
  if (!m_report) return;
  QPainter painter(this);
  paintCoxeterDiagram(painter, *m_report, rect());
}

bool CoxeterDiagram::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const QString text = QStringLiteral(
        "Coxeter diagram: a vertex for every contact. Two that are not joined commute (G = 0);\n"
        "an edge m says G = −cos(π/m). A dashed pair fits no whole m, so its order matters.");
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text, this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace carom
