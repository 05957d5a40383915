#include "outcomes/outcomes_figure.h"

#include <QTextStream>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/run_names.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/tex_file.h"
#include "figure/tex_text.h"
#include "outcomes/coxeter_diagram.h"

namespace carom {

namespace {

constexpr double textSize = Figure::textPoints;
constexpr double pointsPerPixel = textSize / 12;  // of the window's design
constexpr double rowHeight = 21 * pointsPerPixel;
constexpr double usualWidth = 250;   // pt, a column of a journal
constexpr double margin = 4;         // pt
constexpr double wordsShare = 0.55;  // of the width, beside the diagram
constexpr int mostLines = 36;

/// allowsMono: figures of one width, which need more room.
QFont cellFont(const OutcomesModel& model, int row, int column, bool allowsMono) {
  const bool mono = allowsMono && model.index(row, column).data(OutcomesModel::MonoRole).toBool();
  return mono ? theme::monoFont(textSize) : theme::textFont(textSize);
}

double headerWidth(const OutcomesModel& model, int column) {
  const QString math = model.headerData(column, Qt::Horizontal, OutcomesModel::MathRole).toString();
  const QString unit = model.headerData(column, Qt::Horizontal, OutcomesModel::UnitRole).toString();
  const QFont font = theme::textFont(textSize);
  if (math.isEmpty()) return theme::textWidth(model.headerData(column, Qt::Horizontal).toString(), font);
  return theme::mathWidth(math, textSize) + theme::textWidth(QLatin1Char(' ') + unit, font);
}

}  // namespace

/// Columns as wide as their contents. Where they would not fit the paper, they stand closer together, then
/// numbers have the letters of the words; then the residual and the number of orderings are left out, which
/// CSV has; then headers have up to three lines, of which a word may stand over the next column. What still
/// does not fit goes on in further lines of the row, indented by the first column.
struct OutcomesFigure::Table {
  /// The place of a header, from the left edge of the table and in lines from the first one.
  struct Header {
    double x = 0;
    int line = 0;
  };
  std::vector<int> columns;  ///< of the model
  std::vector<double> widths;
  std::vector<Header> headers;
  std::vector<std::vector<int>> lines;  ///< places in `columns`, of each line of a row
  bool allowsMono = true;
  double indent = 0;
  int rows = 0;

  Table(const OutcomesModel& model, double available) {
    if (!fitsInOneLine(model, available)) {
      columns = columnsWithout(model, {});
      allowsMono = true;
      narrowGaps(model, available, true);
    }
    indent = widths.front();
    double x = 0;
    lines.emplace_back();
    const bool isStaggered = !headers.empty();
    for (int column = 0; column < static_cast<int>(widths.size()); ++column) {
      const double width = widths[column];
      const std::size_t least = lines.size() == 1 ? 1 : 0;  // the number of the row stands alone in no line
      if (x + width > available * (1 + 1e-9) && lines.back().size() > least) {
        lines.emplace_back();
        x = indent;
      }
      lines.back().push_back(column);
      if (!isStaggered) headers.push_back({x, static_cast<int>(lines.size()) - 1});
      x += width;
    }
    rows = std::min(model.rowCount(), std::max(1, mostLines / static_cast<int>(lines.size())));
  }
  static std::vector<int> columnsWithout(const OutcomesModel& model,
                                         const std::vector<OutcomesModel::Column>& left) {
    std::vector<int> columns;
    for (int column = 0; column < model.columnCount(); ++column)
      if (const auto kind = model.kindOf(column); !kind || std::ranges::find(left, *kind) == left.end())
        columns.push_back(column);
    return columns;
  }
  bool fitsInOneLine(const OutcomesModel& model, double available) {
    using Column = OutcomesModel::Column;
    const std::vector<Column> all, some{Column::EnergyError}, few{Column::EnergyError, Column::Orderings};
    const auto fits = [&](const std::vector<Column>& left, bool mono, bool staggered) {
      columns = columnsWithout(model, left);
      allowsMono = mono;
      headers.clear();
      return staggered ? stagger(model, available)
                       : narrowGaps(model, available, true) <= available * (1 + 1e-9);
    };
    return fits(all, true, false) || fits(all, false, false) || fits(some, false, false) ||
           fits(few, false, false) || fits(few, false, true);
  }
  /// Columns stand closer together where that saves a second line. Returns the width of all.
  double narrowGaps(const OutcomesModel& model, double available, bool withHeaders) {
    constexpr double leastGap = 0.4;
    const double total = measure(model, 1, withHeaders), gaps = total - measure(model, 0, withHeaders);
    const double gap = gaps > 0 ? (available - (total - gaps)) / gaps : 1;
    return measure(model, gap >= leastGap ? std::min(1.0, gap) : 1, withHeaders);
  }
  /// Columns as wide as their cells, and headers in the first of three lines that is free there; one that
  /// would not fit ends at the right edge. Returns whether everything has a place.
  bool stagger(const OutcomesModel& model, double available) {
    constexpr std::size_t mostHeaders = 3;
    const double space = 4 * pointsPerPixel;
    if (narrowGaps(model, available, false) > available * (1 + 1e-9)) return false;
    std::array<double, mostHeaders> ends;
    ends.fill(-space);
    double x = 0;
    for (std::size_t place = 0; place < columns.size(); ++place) {
      const double width = headerWidth(model, columns[place]), from = std::min(x, available - width);
      const auto line = std::ranges::find_if(ends, [&](double end) { return from >= end + space; });
      if (line == ends.end()) {
        headers.clear();
        return false;
      }
      headers.push_back({from, static_cast<int>(line - ends.begin())});
      *line = from + width;
      x += widths[place];
    }
    return true;
  }
  /// gap: share of the usual room between columns.
  double measure(const OutcomesModel& model, double gap = 1, bool withHeaders = true) {
    constexpr double mark = 12, usualGap = 8;
    widths.clear();
    double total = 0;
    for (const int column : columns) {
      double width = withHeaders ? headerWidth(model, column) : 0;
      for (int row = 0; row < std::min(model.rowCount(), mostLines); ++row)
        width = std::max(width, theme::textWidth(model.index(row, column).data().toString(),
                                                 cellFont(model, row, column, allowsMono)));
      const double share = column == 0 ? 1 : gap;  // a number does not lean on the first velocity
      const double room = column == columns.back() ? 0 : usualGap * share;  // nothing follows the last one
      widths.push_back(width + (column == 0 ? mark + room : room) * pointsPerPixel);
      total += widths.back();
    }
    return total;
  }
  double lineHeight() const { return rowHeight; }
  double blockHeight() const { return lineHeight() * static_cast<double>(lines.size()); }
  double headerHeight() const {
    int last = 0;
    for (const Header& header : headers) last = std::max(last, header.line);
    return lineHeight() * (last + 1);
  }
  /// The baseline of a row's first line; the header is row 0.
  double baseline(int row) const {
    return (row == 0 ? 0 : headerHeight() + (row - 1) * blockHeight()) + 0.7 * lineHeight();
  }
  double height(bool more) const {
    return headerHeight() + rows * blockHeight() + (more ? 1.3 : 0.3) * lineHeight();
  }
};

OutcomesFigure::OutcomesFigure(const SnapshotPtr& snapshot) : m_snapshot(snapshot) {
  m_model.setSnapshot(snapshot);
}

QString OutcomesFigure::title() const {
  return QObject::tr("Outcomes and certificate%1 — %2")
      .arg(impactSuffix(*m_snapshot), QString::fromStdString(m_snapshot->scene->title()));
}

double OutcomesFigure::aspect() const {
  return heightAt(usualWidth) / usualWidth;
}

double OutcomesFigure::heightAt(double width) const {
  const double inner = width - 2 * margin;
  const Table table(m_model, inner);
  double height = 2 * margin + table.height(m_model.rowCount() > table.rows);
  if (!m_snapshot->report) return std::max(height, 0.2 * width);
  const double diagram = m_snapshot->report->problem.contactCount() <= 4 ? 78 : 110;
  const QString words = certificateLines(*m_snapshot->report).join(QLatin1Char('\n'));
  height +=
      std::max(diagram, 2 * margin + theme::textHeight(words, theme::textFont(textSize), wordsShare * inner));
  return height;
}

void OutcomesFigure::paint(QPainter& painter, const QRectF& page) const {
  const QRectF area = page.adjusted(margin, margin, -margin, -margin);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const Table table(m_model, area.width());
  paintHeader(painter, table, area.topLeft() + QPointF(0, table.baseline(0)));
  for (int row = 0; row < table.rows; ++row) {
    paintRow(painter, table, row, area.topLeft() + QPointF(0, table.baseline(row + 1)));
    if (table.lines.size() < 2) continue;
    const double top = area.top() + table.headerHeight() + row * table.blockHeight();
    painter.setPen(QPen(theme::hairline(), 0.4));
    painter.drawLine(QPointF(area.left(), top), QPointF(area.right(), top));
  }
  const int more = m_model.rowCount() - table.rows;
  const double y = area.top() + table.height(more > 0);
  painter.setPen(theme::quietInk());
  if (more > 0)
    theme::drawText(painter, {area.left() + table.indent, area.top() + table.baseline(table.rows + 1)},
                    QObject::tr("… %1 more").arg(more), theme::textFont(textSize));
  painter.setPen(QPen(theme::hairline(), 0.6));
  painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
  if (m_snapshot->report) paintCertificate(painter, QRectF(area.left(), y, area.width(), area.bottom() - y));
  painter.restore();
}

void OutcomesFigure::paintHeader(QPainter& painter, const Table& table, QPointF at) const {
  const QFont font = theme::textFont(textSize);
  painter.setPen(theme::quietInk());
  for (std::size_t place = 0; place < table.columns.size(); ++place) {
    const int column = table.columns[place];
    const Table::Header& header = table.headers[place];
    const QPointF cell = at + QPointF(header.x, header.line * table.lineHeight());
    const QString math = m_model.headerData(column, Qt::Horizontal, OutcomesModel::MathRole).toString();
    const QString unit = m_model.headerData(column, Qt::Horizontal, OutcomesModel::UnitRole).toString();
    const QString words =
        math.isEmpty() ? m_model.headerData(column, Qt::Horizontal).toString() : QLatin1Char(' ') + unit;
    const double width = math.isEmpty() ? 0 : theme::drawMath(painter, cell, math, textSize);
    theme::drawText(painter, cell + QPointF(width, 0), words, font);
  }
}

void OutcomesFigure::paintRow(QPainter& painter, const Table& table, int row, QPointF at) const {
  const double size = textSize;
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::categorical(row));
  painter.drawEllipse(at + QPointF(0.4, -0.35) * size, 0.38 * size, 0.38 * size);
  painter.setPen(theme::ink());
  for (std::size_t line = 0; line < table.lines.size(); ++line) {
    QPointF cell = at + QPointF(line == 0 ? 0 : table.indent, static_cast<double>(line) * table.lineHeight());
    for (const int place : table.lines[line]) {
      const int column = table.columns[static_cast<std::size_t>(place)];
      const double inner = column == 0 ? 1.25 * size : 0;
      theme::drawText(painter, cell + QPointF(inner, 0), m_model.index(row, column).data().toString(),
                      cellFont(m_model, row, column, table.allowsMono));
      cell.rx() += table.widths[static_cast<std::size_t>(place)];
    }
  }
}

void OutcomesFigure::paintCertificate(QPainter& painter, const QRectF& area) const {
  const ImpactReport& report = *m_snapshot->report;
  paintCoxeterDiagram(painter, report, shortContactNames(report.problem.labels(), m_snapshot->instance),
                      area.adjusted(0, 0, -wordsShare * area.width(), 0), pointsPerPixel);
  painter.setPen(theme::ink());
  theme::drawText(painter, area.adjusted((1 - wordsShare) * area.width(), 0, 0, 0),
                  Qt::AlignVCenter | Qt::TextWordWrap, certificateLines(report).join(QLatin1Char('\n')),
                  theme::textFont(textSize));
}

TexPicture OutcomesFigure::tex(const QSizeF&, const FigureOptions& options) const {
  const QByteArray points = QByteArray::number(textScale(options.style.look) * textPoints, 'f', 2);
  const QByteArray leading = QByteArray::number(1.2 * textScale(options.style.look) * textPoints, 'f', 2);
  QByteArray columns, head;
  for (int column = 0; column < m_model.columnCount(); ++column) {
    const auto header = [&](int role) { return m_model.headerData(column, Qt::Horizontal, role).toString(); };
    const QString math = header(OutcomesModel::MathRole);
    const QString unit = header(OutcomesModel::UnitRole);
    columns += m_model.index(0, column).data(OutcomesModel::MonoRole).toBool() ? 'r' : 'l';
    head += (column > 0 ? " & " : "") +
            (math.isEmpty() ? texText(header(Qt::DisplayRole))
                            : texLabel(QLatin1Char('$') + math + QLatin1Char('$')) + "\\," + texText(unit));
  }
  QByteArray table = "\\begin{tabular}{@{}" + columns + "@{}}\n\\hline\n" + head + "\\\\\n\\hline\n";
  for (int row = 0; row < m_model.rowCount(); ++row) {
    for (int column = 0; column < m_model.columnCount(); ++column)
      table += (column > 0 ? " & " : "") + texText(m_model.index(row, column).data().toString());
    table += "\\\\\n";
  }
  table += "\\hline\n";
  if (m_snapshot->report)
    for (const QString& line : certificateLines(*m_snapshot->report))
      table += "\\multicolumn{" + QByteArray::number(m_model.columnCount()) + "}{@{}l@{}}{" + texText(line) +
               "}\\\\\n";
  return {
      {}, "{\\fontsize{" + points + "bp}{" + leading + "bp}\\selectfont\n" + table + "\\end{tabular}}", true};
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

FigureSource OutcomesFigure::source() const {
  return {name(), m_snapshot, {}};
}

QStringList certificateLines(const ImpactReport& report) {
  QStringList lines{certificateText(report)};
  if (!report.jammed() && report.problem.contactCount() > 1)
    lines += QObject::tr("Distance to a jam: ρ = %1").arg(formatNumber(report.termination.margin, 4));
  if (const QString bounds = boundsText(report); !bounds.isEmpty()) lines += bounds;
  const auto& xiMinimal = report.indeterminacy.xiMinimal;
  if (report.complete() && report.outcomes.size() > 1)
    lines += xiMinimal ? QObject::tr("ξ over minimal orderings: %1").arg(formatRatio(*xiMinimal))
                       : QObject::tr("ξ over minimal orderings: not decided");
  if (report.complete()) return lines;
  const Indeterminacy& xi = report.indeterminacy;
  lines += std::isfinite(xi.upper)
               ? QObject::tr("Search cut short: ξ between %1 and %2")
                     .arg(formatRatio(xi.lower), formatRatio(xi.upper))
               : QObject::tr("Search cut short: ξ at least %1, without a bound").arg(formatRatio(xi.lower));
  return lines;
}

}  // namespace carom
