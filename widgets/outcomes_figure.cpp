#include "outcomes_figure.h"

#include <QTextStream>
#include <algorithm>

#include "coxeter_diagram.h"
#include "impact_text.h"
#include "numbers.h"
#include "provenance.h"
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
  painter.setRenderHint(QPainter::Antialiasing);
  const Table table(m_model, area.width());
  const double height = rowHeight * table.scale;
  const auto line = [&](int row) { return QPointF(area.left(), area.top() + (row + 0.7) * height); };
  paintHeader(painter, table, line(0));
  for (int row = 0; row < shownRows(m_model); ++row) paintRow(painter, table, row, line(row + 1));
  const double y = area.top() + (shownRows(m_model) + 1.3) * height;
  painter.setPen(theme::quietInk());
  if (m_model.rowCount() > mostRows)
    theme::drawText(painter, {area.left(), y + 0.6 * height},
                    QStringLiteral("… %1 more").arg(m_model.rowCount() - mostRows),
                    theme::textFont(textSize * table.scale));
  painter.setPen(QPen(theme::hairline(), 0.6));
  painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
  if (m_snapshot->report) paintCertificate(painter, QRectF(area.left(), y, area.width(), area.bottom() - y));
  painter.restore();
}

void OutcomesFigure::paintHeader(QPainter& painter, const Table& table, QPointF at) const {
  const QFont font = theme::textFont(textSize * table.scale);
  painter.setPen(theme::quietInk());
  for (int column = 0; column < m_model.columnCount(); ++column) {
    const QString math = m_model.headerData(column, Qt::Horizontal, OutcomesModel::MathRole).toString();
    const QString unit = m_model.headerData(column, Qt::Horizontal, OutcomesModel::UnitRole).toString();
    const QString words =
        math.isEmpty() ? m_model.headerData(column, Qt::Horizontal).toString() : QLatin1Char(' ') + unit;
    const double width =
        math.isEmpty() ? 0 : theme::drawMath(painter, at, math, 1.1 * textSize * table.scale);
    theme::drawText(painter, at + QPointF(width, 0), words, font);
    at.rx() += table.widths[column];
  }
}

void OutcomesFigure::paintRow(QPainter& painter, const Table& table, int row, QPointF at) const {
  const double size = textSize * table.scale;
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::categorical(row));
  painter.drawEllipse(at + QPointF(0.4, -0.35) * size, 0.38 * size, 0.38 * size);
  painter.setPen(theme::ink());
  for (int column = 0; column < m_model.columnCount(); ++column) {
    const double indent = column == 0 ? 1.25 * size : 0;
    theme::drawText(painter, at + QPointF(indent, 0), m_model.index(row, column).data().toString(),
                    cellFont(m_model, row, column, table.scale));
    at.rx() += table.widths[column];
  }
}

void OutcomesFigure::paintCertificate(QPainter& painter, const QRectF& area) const {
  const ImpactReport& report = *m_snapshot->report;
  paintCoxeterDiagram(painter, report, shortContactNames(report.problem, m_snapshot->instance),
                      area.adjusted(0, 0, -0.55 * area.width(), 0), pointsPerPixel);
  painter.setPen(theme::ink());
  theme::drawText(painter, area.adjusted(0.48 * area.width(), 0, 0, 0), Qt::AlignVCenter | Qt::TextWordWrap,
                  certificateLines(report).join(QLatin1Char('\n')), theme::textFont(textSize));
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
        << wordText(contactNames(report.problem), outcome.example, static_cast<int>(outcome.example.size()))
        << '\n';
  }
  return text;
}

QString OutcomesFigure::provenance() const {
  return provenanceOf(*m_snapshot);
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
