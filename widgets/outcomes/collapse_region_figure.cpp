#include "outcomes/collapse_region_figure.h"

#include <QTextStream>
#include <algorithm>
#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/run_names.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "impact/restitution.h"

namespace carom {

namespace {

double restitutionOf(const Snapshot& snapshot) {
  return snapshot.settings.reflectionRestitution.value_or(1);
}

QString pairsText(const Snapshot& snapshot, const GramMark& mark) {
  const ImpactProblem& problem = snapshot.report->problem;
  const auto& [i, j] = mark.pairs.front();
  const QString first = shortContactName(problem.labels()[i], snapshot.instance) + QStringLiteral(", ") +
                        shortContactName(problem.labels()[j], snapshot.instance);
  return mark.pairs.size() == 1 ? first : first + QStringLiteral(" +%1").arg(mark.pairs.size() - 1);
}

/// The curve from (0, 0) to (−1, 1), even in the fourth root of e.
QPolygonF curve(const AxesFrame& frame) {
  constexpr int pieces = 200;
  QPolygonF line;
  for (int i = 0; i <= pieces; ++i) {
    const double root = static_cast<double>(i) / pieces;
    line << frame.map(collapsePlace(collapseGram(std::pow(root, 4)), std::pow(root, 4)));
  }
  return line;
}

void paintRegion(QPainter& painter, const AxesFrame& frame) {
  const QPolygonF line = curve(frame);
  QPolygonF region = line;
  region << frame.map(-1, 0);
  QColor ground = theme::vermilion;
  ground.setAlphaF(0.13F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  painter.drawPolygon(region);
  painter.setPen(QPen(theme::vermilion, 1.6 * frame.unit));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  painter.setPen(theme::warningInk());
  theme::drawText(painter, frame.map(-0.97, 0.04), QObject::tr("never ends"),
                  theme::textFont(11 * frame.unit, QFont::DemiBold));
}

/// One value of G: a line to where it enters the region, and a dot at the present e.
void paintMark(QPainter& painter, const AxesFrame& frame, const Snapshot& snapshot, const GramMark& mark,
               double& labelledTo) {
  const double e = restitutionOf(snapshot), edge = collapseRestitution(mark.gram);
  const bool endless = mark.gram < 0 && e <= edge;
  const QColor color = endless ? theme::vermilion : theme::accent();
  const QPointF at = frame.map(collapsePlace(mark.gram, e));
  painter.setPen(QPen(color, frame.unit, Qt::DashLine));
  painter.drawLine(frame.map(collapsePlace(mark.gram, 0)), at);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawEllipse(at, 4.5 * frame.unit, 4.5 * frame.unit);
  if (mark.gram < 0) {
    painter.setPen(QPen(theme::vermilion, 1.4 * frame.unit));
    painter.setBrush(theme::panelGround());
    painter.drawEllipse(frame.map(collapsePlace(mark.gram, edge)), 3 * frame.unit, 3 * frame.unit);
  }
  const QString text = pairsText(snapshot, mark);
  const QFont font = theme::textFont(10.5 * frame.unit);
  const double width = theme::textWidth(text, font);
  const double x = std::min(at.x() + 7 * frame.unit, frame.plot.right() - width);
  if (x < labelledTo) return;
  labelledTo = x + width + 6 * frame.unit;
  const QPointF baseline(x, std::max(at.y() + 14 * frame.unit, frame.plot.top() + 12 * frame.unit));
  const double border = frame.map(collapsePlace(mark.gram, collapseRestitution(mark.gram))).x();
  if (mark.gram < 0 && border <= x + width)  // the border of the region may pass behind the letters
    painter.fillRect(
        QRectF(x - frame.unit, baseline.y() - 10 * frame.unit, width + 2 * frame.unit, 13 * frame.unit),
        theme::panelGround());
  painter.setPen(theme::quietInk());
  theme::drawText(painter, baseline, text, font);
}

}  // namespace

double collapseRestitution(double gram) {
  if (gram >= 0) return 0;
  const double g = std::min(1.0, -gram), root = (1 - std::sqrt((1 - g) * (1 + g))) / g;  // √r
  return std::pow(root, 4);
}

QPointF collapsePlace(double gram, double e) {
  return {gram, std::pow(e, 0.25)};
}

std::vector<GramMark> gramMarks(const ImpactProblem& problem, int most) {
  std::vector<GramMark> marks;
  for (int i = 0; i < problem.contactCount(); ++i)
    for (int j = i + 1; j < problem.contactCount(); ++j) {
      const double G = problem.gram()(i, j);
      const auto same = std::find_if(marks.begin(), marks.end(),
                                     [&](const GramMark& mark) { return std::abs(mark.gram - G) < 1e-9; });
      if (same == marks.end())
        marks.push_back({G, {{i, j}}});
      else
        same->pairs.push_back({i, j});
    }
  std::sort(marks.begin(), marks.end(), [](const GramMark& a, const GramMark& b) { return a.gram < b.gram; });
  if (marks.size() > static_cast<std::size_t>(most)) marks.resize(static_cast<std::size_t>(most));
  return marks;
}

AxesFrame collapseFrame(const QRectF& area, double unit) {
  AxesFrame frame = axesFrame(area, QRectF(QPointF(-1, 0), QPointF(1, 1)), false, unit);
  frame.x = {QStringLiteral("G"), QObject::tr("of a pair")};
  frame.y = {QStringLiteral("e"), QObject::tr("of each reflection")};
  frame.yTicks.clear();
  for (const double e : {0.0, 1e-4, 1e-2, 0.1, 0.4, 1.0})
    frame.yTicks.push_back({std::pow(e, 0.25), plainNumber(e, 6)});
  return frame;
}

void paintCollapseRegion(QPainter& painter, const Snapshot& snapshot, const QRectF& area, double unit) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const AxesFrame frame = collapseFrame(area, unit);
  frame.paint(painter);
  paintRegion(painter, frame);
  if (snapshot.report) {
    double labelledTo = 0;
    for (const GramMark& mark : gramMarks(snapshot.report->problem))
      paintMark(painter, frame, snapshot, mark, labelledTo);
  }
  painter.restore();
}

QString CollapseRegionFigure::title() const {
  return QObject::tr("Collapse region%1 — %2")
      .arg(impactSuffix(*m_snapshot), QString::fromStdString(m_snapshot->scene->title()));
}

void CollapseRegionFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double pointsPerPixel = textPoints / 11;
  paintCollapseRegion(painter, *m_snapshot, area, pointsPerPixel);
}

QString CollapseRegionFigure::csv() const {
  QString text;
  QTextStream out(&text);
  out.setRealNumberPrecision(17);
  out << "contacts,G,e,never_ends_up_to_e,ends\n";
  if (!m_snapshot->report) return text;
  const ImpactProblem& problem = m_snapshot->report->problem;
  const double e = restitutionOf(*m_snapshot);
  for (const GramMark& mark : gramMarks(problem, std::numeric_limits<int>::max()))
    for (const auto& [i, j] : mark.pairs) {
      const double edge = collapseRestitution(problem.gram()(i, j));
      out << contactName(problem, i) << ' ' << contactName(problem, j) << ',' << problem.gram()(i, j) << ','
          << e << ',' << edge << ',' << (problem.gram()(i, j) < 0 && e <= edge ? 0 : 1) << '\n';
    }
  return text;
}

FigureSource CollapseRegionFigure::source() const {
  return {name(), m_snapshot, {}};
}

}  // namespace carom
