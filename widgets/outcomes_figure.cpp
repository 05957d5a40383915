#include "outcomes_figure.h"

#include <QTextStream>
#include <algorithm>

#include "coxeter_diagram.h"
#include "impact_text.h"
#include "numbers.h"
#include "theme.h"

namespace carom {

namespace {

constexpr double pointsPerPixel = 0.66;  // 12 px in the window are 8 pt on paper
constexpr double textSize = 12 * pointsPerPixel, rowHeight = 21 * pointsPerPixel;
constexpr int mostRows = 24;

int shownRows(const OutcomesModel& model) {
  return std::min(model.rowCount(), mostRows);
}

QFont cellFont(const OutcomesModel& model, int row, int column, double scale) {
  const bool mono = model.index(row, column).data(OutcomesModel::MonoRole).toBool();
  return mono ? theme::monoFont(0.92 * textSize * scale) : theme::textFont(textSize * scale);
}

double headerWidth(const OutcomesModel& model, int column, double scale) {
  const QString math = model.headerData(column, Qt::Horizontal, OutcomesModel::MathRole).toString();
  const QString unit = model.headerData(column, Qt::Horizontal, OutcomesModel::UnitRole).toString();
  if (math.isEmpty())
    return theme::textWidth(model.headerData(column, Qt::Horizontal).toString(),
                            theme::textFont(textSize * scale));
  return theme::mathWidth(math, 1.1 * textSize * scale) +
         theme::textWidth(QLatin1Char(' ') + unit, theme::textFont(textSize * scale));
}

}  // namespace

/// Columns as wide as their contents, all scaled down where they would not fit the paper.
struct OutcomesFigure::Table {
  std::vector<double> widths;
  double scale = 1, total = 0;

  Table(const OutcomesModel& model, double available) {
    for (const double tried : {1.0, 0.0}) {
      scale = tried > 0 ? tried : std::max(0.4, scale * available / total);
      widths.clear();
      total = 0;
      for (int column = 0; column < model.columnCount(); ++column) {
        double width = headerWidth(model, column, scale);
        for (int row = 0; row < shownRows(model); ++row)
          width = std::max(width, theme::textWidth(model.index(row, column).data().toString(),
                                                   cellFont(model, row, column, scale)));
        widths.push_back(width + (column == 0 ? 20 : 12) * pointsPerPixel * scale);
        total += widths.back();
      }
      if (total <= available) return;
    }
  }
};

OutcomesFigure::OutcomesFigure(const SnapshotPtr& snapshot) : m_snapshot(snapshot) {
  m_model.setSnapshot(snapshot);
}

QString OutcomesFigure::title() const {
  return QStringLiteral("Outcomes and certificate — ") + QString::fromStdString(m_snapshot->scene->title());
}

double OutcomesFigure::aspect() const {
  const double height = (shownRows(m_model) + 2) * rowHeight + 90 * pointsPerPixel;
  return std::clamp(height / 250.0, 0.4, 2.0);
}

void OutcomesFigure::paint(QPainter& painter, const QRectF& area) const {
  painter.save();
  const Table table(m_model, area.width());
  const double height = rowHeight * table.scale, size = textSize * table.scale;
  const auto drawText = [&](QPointF at, const QString& text, const QFont& font, const QColor& color) {
    painter.setFont(theme::inUnits(font, painter));
    painter.setPen(color);
    painter.drawText(at, text);
  };
  for (int row = -1; row < shownRows(m_model); ++row) {
    double x = area.left();
    const double base = area.top() + (row + 1) * height + 0.7 * height;
    for (int column = 0; column < m_model.columnCount(); ++column) {
      const double left = x + (column == 0 && row >= 0 ? 15 * pointsPerPixel * table.scale : 0);
      if (row >= 0) {
        drawText({left, base}, m_model.index(row, column).data().toString(),
                 cellFont(m_model, row, column, table.scale), theme::ink());
      } else if (const QString math =
                     m_model.headerData(column, Qt::Horizontal, OutcomesModel::MathRole).toString();
                 !math.isEmpty()) {
        painter.setPen(theme::quietInk());
        const double width = theme::drawMath(painter, {left, base}, math, 1.1 * size);
        drawText(
            {left + width, base},
            QLatin1Char(' ') + m_model.headerData(column, Qt::Horizontal, OutcomesModel::UnitRole).toString(),
            theme::textFont(size), theme::quietInk());
      } else {
        drawText({left, base}, m_model.headerData(column, Qt::Horizontal).toString(), theme::textFont(size),
                 theme::quietInk());
      }
      x += table.widths[column];
    }
    if (row < 0) continue;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::categorical(row));
    painter.drawEllipse(QPointF(area.left() + 0.4 * size, base - 0.35 * size), 0.38 * size, 0.38 * size);
  }
  double y = area.top() + (shownRows(m_model) + 1) * height + 0.3 * height;
  if (m_model.rowCount() > mostRows)
    drawText({area.left(), y + 0.4 * height}, QStringLiteral("… %1 more").arg(m_model.rowCount() - mostRows),
             theme::textFont(size), theme::quietInk());
  painter.setPen(QPen(theme::hairline(), 0.6));
  painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
  if (m_snapshot->report) {
    const QRectF lower(area.left(), y, area.width(), area.bottom() - y);
    paintCoxeterDiagram(painter, *m_snapshot->report, lower.adjusted(0, 0, -0.55 * lower.width(), 0),
                        pointsPerPixel);
    painter.setFont(theme::inUnits(theme::textFont(textSize), painter));
    painter.setPen(theme::ink());
    painter.drawText(lower.adjusted(0.48 * lower.width(), 0, 0, 0), Qt::AlignVCenter | Qt::TextWordWrap,
                     certificateLines(*m_snapshot->report).join(QLatin1Char('\n')));
  }
  painter.restore();
}

QString OutcomesFigure::csv() const {
  if (!m_snapshot->report) return {};
  QString text;
  QTextStream out(&text);
  out.setRealNumberPrecision(17);
  out << "outcome";
  for (const Coordinate& coordinate : m_snapshot->instance.mechanism->coordinates())
    out << ',' << QString::fromStdString(coordinate.name + "_velocity");
  out << ",relative_energy_error,orderings,example\n";
  const ImpactReport& report = *m_snapshot->report;
  for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
    const Outcome& outcome = report.outcomes[i];
    out << i + 1;
    for (const double v : outcome.velocity) out << ',' << v;
    out << ',' << outcome.relativeEnergyError << ',' << QString::fromStdString(outcome.orderings.str()) << ','
        << wordText(report.problem, outcome.example, static_cast<int>(outcome.example.size())) << '\n';
  }
  return text;
}

QStringList certificateLines(const ImpactReport& report) {
  QStringList lines{certificateText(report)};
  if (!report.jammed() && report.problem.contactCount() > 1)
    lines += QStringLiteral("Distance to a jam: ρ = ") + formatNumber(report.termination.margin, 4);
  if (const QString bounds = boundsText(report); !bounds.isEmpty()) lines += bounds;
  const auto& xiMinimal = report.indeterminacy.xiMinimal;
  if (report.complete() && report.outcomes.size() > 1)
    lines += xiMinimal ? QStringLiteral("ξ over minimal orderings: ") + formatFixed(*xiMinimal, 4)
                       : QStringLiteral("ξ over minimal orderings: not decided");
  if (!report.complete())
    lines += QStringLiteral("Search cut short: ξ between %1 and %2")
                 .arg(formatFixed(report.indeterminacy.lower, 4), formatFixed(report.indeterminacy.upper, 4));
  return lines;
}

}  // namespace carom
