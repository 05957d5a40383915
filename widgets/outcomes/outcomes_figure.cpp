#include "outcomes/outcomes_figure.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
constexpr double usualWidth = 250;  // pt, a column of a journal
constexpr double margin = 4;        // pt
constexpr double columnGap = 12 * pointsPerPixel, dotWidth = 12 * pointsPerPixel;
constexpr double baselineShare = 0.7;  // of the height of a row
constexpr double lineOfStack = 0.75 * rowHeight, blockGap = 0.5 * rowHeight;
constexpr int mostLines = 36;

/// allowsMono: figures of one width, which need more room.
QFont cellFont(const OutcomesModel& model, int row, int column, bool allowsMono) {
  const bool mono = allowsMono && model.index(row, column).data(Qt::FontRole).isValid();
  return mono ? theme::monoFont(textSize) : theme::textFont(textSize);
}

double headerWidth(const OutcomesModel& model, int column) {
  const QString math = model.headerData(column, Qt::Horizontal, OutcomesModel::SymbolRole).toString();
  const QString unit = model.headerData(column, Qt::Horizontal, OutcomesModel::UnitRole).toString();
  const QFont font = theme::textFont(textSize);
  if (math.isEmpty()) return theme::textWidth(model.headerData(column, Qt::Horizontal).toString(), font);
  return theme::mathWidth(math, textSize) + theme::textWidth(QLatin1Char(' ') + unit, font);
}

}  // namespace

/// The table as it is laid out. One row an outcome, columns as wide as their contents; where they would not
/// fit the paper, they stand closer together, then numbers have the letters of the words, then the residual
/// and the number of orderings are left out, which CSV has. What still does not fit is a table on its side:
/// one row a quantity, one column an outcome, and as many such blocks below each other as there must be.
struct OutcomesFigure::Table {
  /// Of a table on its side: outcomes beside each other.
  struct Block {
    int first = 0, count = 0;  ///< outcomes
    std::vector<double> tops;  ///< of the rows, and of the end, from the top of the table
  };
  std::vector<int> columns;    ///< of the model; on its side all but the number of the outcome
  std::vector<double> widths;  ///< of the columns; empty on its side
  bool allowsMono = true;
  int rows = 0;                  ///< outcomes that are shown
  double header = 0, value = 0;  ///< on its side: width of the names, and of an outcome
  bool isStacked = false;        ///< on its side: values stand below their names
  std::vector<Block> blocks{};   ///< on its side
  double bottom = 0;             ///< of the last row

  Table(const OutcomesModel& model, double available) : rows(std::min(model.rowCount(), mostLines)) {
    if (fitsInOneLine(model, available))
      bottom = rowHeight * (rows + 1);
    else
      layOnItsSide(model, available);
  }
  bool isOnItsSide() const { return widths.empty(); }

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
    const auto fits = [&](const std::vector<Column>& left, bool mono) {
      columns = columnsWithout(model, left);
      allowsMono = mono;
      return narrowGaps(model, available) <= available * (1 + 1e-9);
    };
    if (fits(all, true) || fits(all, false) || fits(some, false) || fits(few, false)) return true;
    widths.clear();
    return false;
  }
  /// Columns stand closer together where that saves room. Returns the width of all.
  double narrowGaps(const OutcomesModel& model, double available) {
    constexpr double leastGap = 0.45;
    const double total = measure(model, 1), gaps = total - measure(model, 0);
    const double gap = gaps > 0 ? (available - (total - gaps)) / gaps : 1;
    return measure(model, gap >= leastGap ? std::min(1.0, gap) : 1);
  }
  /// gap: share of the usual room between columns.
  double measure(const OutcomesModel& model, double gap) {
    widths.clear();
    double total = 0;
    for (const int column : columns) {
      double width = headerWidth(model, column);
      for (int row = 0; row < rows; ++row) width = std::max(width, cellWidth(model, row, column));
      const double share = column == 0 ? 1 : gap;  // a number does not lean on the first velocity
      const double room = column == columns.back() ? 0 : columnGap * share;  // nothing follows the last one
      widths.push_back(width + (column == 0 ? dotWidth : 0) + room);
      total += widths.back();
    }
    return total;
  }
  double cellWidth(const OutcomesModel& model, int row, int column) const {
    return theme::textWidth(model.index(row, column).data().toString(),
                            cellFont(model, row, column, allowsMono));
  }
  static double cellHeight(const OutcomesModel& model, int row, int column, double width) {
    const QString text = model.index(row, column).data().toString();
    // Numbers have one line: their column is as wide as the widest one, but for rounding.
    return theme::textHeight(text, theme::textFont(textSize), isNumber(model, column) ? 2 * width : width);
  }

  void layOnItsSide(const OutcomesModel& model, double available) {
    columns = columnsWithout(model, {});
    columns.erase(columns.begin());
    allowsMono = false;
    double widest = 0, words = 0;  // of numbers, and of texts, which can have several lines
    for (const int column : columns) {
      header = std::max(header, headerWidth(model, column) + columnGap);
      for (int row = 0; row < rows; ++row)
        (isNumber(model, column) ? widest : words) =
            std::max(isNumber(model, column) ? widest : words, cellWidth(model, row, column));
    }
    const double room = available - header;
    isStacked = widest > room;
    if (isStacked) header = 0;
    value = std::min(std::max(widest, words), isStacked ? available : room);
    if (words > widest && !isStacked) value = std::max(widest, std::min(value, room / 2 - columnGap));
    const int beside = std::max(1, static_cast<int>((available - header + columnGap) / (value + columnGap)));
    if (beside == 1) value = available - header;
    double top = 0;
    for (int first = 0, lines = 0; first < rows; first += beside) {
      Block block{first, std::min(beside, rows - first), {}};
      lines += static_cast<int>(columns.size()) + 1;
      if (first > 0 && lines > mostLines) {
        rows = first;
        break;
      }
      double at = top + rowHeight;
      for (const int column : columns) {
        block.tops.push_back(at);
        double text = 0;
        for (int row = first; row < first + block.count; ++row)
          text = std::max(text, cellHeight(model, row, column, value));
        const double oneLine = theme::textHeight(QStringLiteral("0"), theme::textFont(textSize), value);
        at += rowHeight + std::max(0.0, text - oneLine) + (isStacked ? lineOfStack : 0);
      }
      block.tops.push_back(at);
      blocks.push_back(std::move(block));
      top = at + blockGap;
    }
    bottom = top - blockGap;
  }
  static bool isNumber(const OutcomesModel& model, int column) {
    return model.kindOf(column) != OutcomesModel::Column::Example;
  }
  double height(bool more) const { return bottom + (more ? 1.3 : 0.3) * rowHeight; }
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

/// The certificate below the table: its diagram and its words beside each other, or where the page is narrow
/// or the diagram wide, below each other. The diagram of few contacts gets as large as all its labels need.
struct OutcomesFigure::Certificate {
  QSizeF diagram, words;
  bool isBeside = true;

  Certificate(const ImpactReport& report, const QStringList& names, double available) {
    constexpr int few = 4;
    constexpr double leastWords = 105, usual = 0.4;  // pt; of the width
    const int contacts = report.problem.contactCount();
    const QFont font = theme::textFont(textSize);
    double widest = 0;
    for (const QString& name : names) widest = std::max(widest, theme::textWidth(name, font));
    double wide = usual * available;
    if (contacts <= few) wide = std::min(wide, std::max(38.0, widest + columnGap) * contacts);
    isBeside = available - wide - columnGap >= leastWords;
    if (!isBeside) wide = std::min(available, 1.6 * wide);
    const auto lay = [&](bool beside, double width, double high) {
      isBeside = beside;
      const double room = isBeside ? available - width - columnGap : available;
      words = {room, theme::textHeight(text(report), font, room)};
      diagram = {width, isBeside ? std::max(high, space + words.height()) : high};
    };
    const double usualHeight = contacts <= few ? (isBeside ? 56.0 : 50.0) : 110.0;
    const bool usualBeside = isBeside;
    lay(usualBeside, wide, usualHeight);
    constexpr int mostGrown = 8;                   // contacts; the names of more are shortened on any page
    constexpr double highest = 160, growth = 1.2;  // pt
    if (contacts > mostGrown) return;
    std::vector<std::pair<bool, double>> tries{{usualBeside, wide}};
    if (usualBeside) tries.emplace_back(true, available - columnGap - leastWords);
    tries.emplace_back(false, available);
    for (const auto& [beside, width] : tries)
      for (double high = usualHeight; high < highest; high *= growth) {
        lay(beside, width, high);
        if (isWholeCoxeterDiagram(report, names, diagram, pointsPerPixel)) return;
      }
    lay(usualBeside, wide, usualHeight);
  }
  static QString text(const ImpactReport& report) { return certificateLines(report).join(QLatin1Char('\n')); }
  double height() const { return isBeside ? diagram.height() : diagram.height() + space + words.height(); }

 private:
  static constexpr double space = 2 * margin;
};

QStringList OutcomesFigure::namesOfContacts() const {
  return shortContactNames(m_snapshot->report->problem.labels(), m_snapshot->instance);
}

double OutcomesFigure::heightAt(double width) const {
  const double inner = width - 2 * margin;
  const Table table(m_model, inner);
  const double height = 2 * margin + table.height(m_model.rowCount() > table.rows);
  if (!m_snapshot->report) return std::max(height, 0.2 * width);
  return height + Certificate(*m_snapshot->report, namesOfContacts(), inner).height();
}

void OutcomesFigure::paint(QPainter& painter, const QRectF& page) const {
  const QRectF area = page.adjusted(margin, margin, -margin, -margin);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const Table table(m_model, area.width());
  table.isOnItsSide() ? paintBlocks(painter, table, area.topLeft())
                      : paintRows(painter, table, area.topLeft());
  const int more = m_model.rowCount() - table.rows;
  const double y = area.top() + table.height(more > 0);
  painter.setPen(theme::quietInk());
  if (more > 0)
    theme::drawText(painter, {area.left() + dotWidth, area.top() + table.bottom + baselineShare * rowHeight},
                    QObject::tr("… %1 more").arg(more), theme::textFont(textSize));
  painter.setPen(QPen(theme::hairline(), 0.6));
  painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
  if (m_snapshot->report) paintCertificate(painter, QRectF(area.left(), y, area.width(), area.bottom() - y));
  painter.restore();
}

void OutcomesFigure::paintHeader(QPainter& painter, int column, QPointF at) const {
  painter.setPen(theme::quietInk());
  const QString math = m_model.headerData(column, Qt::Horizontal, OutcomesModel::SymbolRole).toString();
  const QString unit = m_model.headerData(column, Qt::Horizontal, OutcomesModel::UnitRole).toString();
  const QString words =
      math.isEmpty() ? m_model.headerData(column, Qt::Horizontal).toString() : QLatin1Char(' ') + unit;
  const double width = math.isEmpty() ? 0 : theme::drawMath(painter, at, math, textSize);
  theme::drawText(painter, at + QPointF(width, 0), words, theme::textFont(textSize));
}

/// The mark and the number of an outcome.
void OutcomesFigure::paintNumber(QPainter& painter, int outcome, QPointF at) const {
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::categorical(outcome));
  painter.drawEllipse(at + QPointF(0.4, -0.35) * textSize, 0.38 * textSize, 0.38 * textSize);
  painter.setPen(theme::ink());
  theme::drawText(painter, at + QPointF(dotWidth, 0), m_model.index(outcome, 0).data().toString(),
                  theme::textFont(textSize));
}

void OutcomesFigure::paintRows(QPainter& painter, const Table& table, QPointF corner) const {
  QPointF at = corner + QPointF(0, baselineShare * rowHeight);
  for (int row = -1; row < table.rows; ++row) {
    QPointF cell = at;
    for (std::size_t place = 0; place < table.columns.size(); ++place) {
      const int column = table.columns[place];
      painter.setPen(theme::ink());
      if (row < 0)
        paintHeader(painter, column, cell);
      else if (column == 0)
        paintNumber(painter, row, cell);
      else
        theme::drawText(painter, cell, m_model.index(row, column).data().toString(),
                        cellFont(m_model, row, column, table.allowsMono));
      cell.rx() += table.widths[place];
    }
    at.ry() += rowHeight;
  }
}

void OutcomesFigure::paintBlocks(QPainter& painter, const Table& table, QPointF corner) const {
  const QFont font = theme::textFont(textSize);
  const double ascent = baselineShare * rowHeight;
  for (const Table::Block& block : table.blocks) {
    const auto left = [&](int outcome) {
      return corner.x() + table.header + (outcome - block.first) * (table.value + columnGap);
    };
    for (int outcome = block.first; outcome < block.first + block.count; ++outcome)
      paintNumber(painter, outcome, {left(outcome), corner.y() + block.tops.front() - rowHeight + ascent});
    for (std::size_t row = 0; row < table.columns.size(); ++row) {
      const double top = corner.y() + block.tops[row];
      paintHeader(painter, table.columns[row], {corner.x(), top + ascent});
      painter.setPen(theme::ink());
      // The first line of wrapped text stands on the baseline of the row.
      const double raised = ascent - theme::textHeight(QStringLiteral("0"), font, table.value) * 0.78;
      const int flags =
          Qt::AlignTop | (Table::isNumber(m_model, table.columns[row]) ? Qt::TextDontClip : Qt::TextWordWrap);
      const double below = table.isStacked ? lineOfStack : 0;
      for (int outcome = block.first; outcome < block.first + block.count; ++outcome)
        theme::drawText(
            painter,
            QRectF(left(outcome), top + raised + below, table.value, corner.y() + block.tops[row + 1] - top),
            flags, m_model.index(outcome, table.columns[row]).data().toString(), font);
    }
  }
}

void OutcomesFigure::paintCertificate(QPainter& painter, const QRectF& area) const {
  const ImpactReport& report = *m_snapshot->report;
  const Certificate certificate(report, namesOfContacts(), area.width());
  const QSizeF& diagram = certificate.diagram;
  paintCoxeterDiagram(painter, report, namesOfContacts(), QRectF(area.topLeft(), diagram), pointsPerPixel);
  const QRectF words = certificate.isBeside ? area.adjusted(diagram.width() + columnGap, 0, 0, 0)
                                            : area.adjusted(0, diagram.height(), 0, 0);
  painter.setPen(theme::ink());
  theme::drawText(painter, words, Qt::AlignVCenter | Qt::TextWordWrap, Certificate::text(report),
                  theme::textFont(textSize));
}

TexPicture OutcomesFigure::tex(const QSizeF&, const FigureOptions& options) const {
  const QByteArray points = QByteArray::number(textScale(options.style.look) * textPoints, 'f', 2);
  const QByteArray leading = QByteArray::number(1.2 * textScale(options.style.look) * textPoints, 'f', 2);
  QByteArray columns, head;
  for (int column = 0; column < m_model.columnCount(); ++column) {
    const auto header = [&](int role) { return m_model.headerData(column, Qt::Horizontal, role).toString(); };
    const QString math = header(OutcomesModel::SymbolRole);
    const QString unit = header(OutcomesModel::UnitRole);
    columns += m_model.index(0, column).data(Qt::FontRole).isValid() ? 'r' : 'l';
    head += (column > 0 ? " & " : "") +
            (math.isEmpty() ? texText(header(Qt::DisplayRole))
                            : texLabel(QLatin1Char('$') + math + QLatin1Char('$')) + "~" + texText(unit));
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
  std::vector<int> rows(static_cast<std::size_t>(m_model.rowCount()));
  std::iota(rows.begin(), rows.end(), 0);
  return m_model.csv(rows);
}

FigureSource OutcomesFigure::source() const {
  return {name(), m_snapshot, {}};
}

QStringList certificateLines(const ImpactReport& report) {
  // A product of groups stays in one line.
  QStringList lines{certificateText(report).replace(QStringLiteral(" × "), QStringLiteral("\u00A0×\u00A0"))};
  const bool isKnown = report.certificate.reason != Certificate::Reason::Cancelled;
  if (isKnown && !report.jammed() && report.problem.contactCount() > 1)
    lines += QObject::tr("Distance to a jam: ρ = %1").arg(formatNumber(report.termination.margin, 4));
  if (const QString bounds = boundsText(report); !bounds.isEmpty()) lines += bounds;
  const auto& xiMinimal = report.indeterminacy.xiMinimal;
  if (report.complete() && report.outcomes.size() > 1)
    lines += xiMinimal ? QObject::tr("ξ over minimal orderings: %1").arg(formatRatio(*xiMinimal))
                       : QObject::tr("ξ over minimal orderings: not decided");
  if (report.complete()) return lines;
  const Indeterminacy& xi = report.indeterminacy;
  constexpr double largest = 2;  // ‖p − p′‖ ≤ 2 ‖p⁻‖ whatever the contacts
  if (xi.lower == 0 && xi.upper == largest)
    lines += QObject::tr("Search cut short: ξ not known");
  else if (std::isfinite(xi.upper))
    lines += QObject::tr("Search cut short: ξ between %1 and %2")
                 .arg(formatRatio(xi.lower), formatRatio(xi.upper));
  else
    lines += QObject::tr("Search cut short: ξ at least %1, without a bound").arg(formatRatio(xi.lower));
  return lines;
}

}  // namespace carom
