#include "handbook/column_widths.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextLayout>
#include <QTextTable>
#include <algorithm>
#include <numeric>
#include <vector>

#include "handbook/markdown.h"

namespace carom {

namespace {

/// The widths in dots that the texts of a table ask for.
struct TableWidths {
  std::vector<std::vector<double>> ofRows;  ///< each text in one line
  std::vector<double> least;                ///< the longest word of each column
  std::vector<double> most;                 ///< the longest text of each column
};

/// The longest word of a text in dots. Its pieces may have several fonts.
double longestWord(const QTextBlock& block, QPaintDevice* device) {
  double longest = 0, word = 0;
  for (auto each = block.begin(); !each.atEnd(); ++each) {
    const QFontMetricsF metrics(each.fragment().charFormat().font(), device);
    const QString text = each.fragment().text();
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= text.size(); ++i) {
      if (i < text.size() && !text[i].isSpace() && text[i] != breakPlace) continue;
      word += metrics.horizontalAdvance(text.mid(begin, i - begin));
      longest = std::max(longest, word);
      if (i < text.size()) word = 0;
      begin = i + 1;
    }
  }
  return longest;
}

TableWidths widthsOf(const QTextTable& table) {
  QPaintDevice* const device = table.document()->documentLayout()->paintDevice();
  const auto columns = static_cast<std::size_t>(table.columns());
  TableWidths widths{{}, std::vector<double>(columns, 0), std::vector<double>(columns, 0)};
  for (int row = 0; row < table.rows(); ++row) {
    auto& texts = widths.ofRows.emplace_back(columns, 0);
    for (std::size_t column = 0; column < columns; ++column) {
      const QTextTableCell cell = table.cellAt(row, static_cast<int>(column));
      for (auto each = cell.begin(); !each.atEnd(); ++each) {
        const QTextBlock text = each.currentBlock();
        if (text.text().isEmpty()) continue;
        texts[column] = std::max(texts[column], text.layout()->maximumWidth());
        widths.least[column] = std::max(widths.least[column], longestWord(text, device));
      }
      widths.most[column] = std::max(widths.most[column], texts[column]);
    }
  }
  return widths;
}

/// About the lines of a table, each row being as high as its highest text.
double heightOf(const TableWidths& widths, const std::vector<double>& columns) {
  double lines = 0;
  for (const auto& texts : widths.ofRows) {
    double most = 1;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] > 0) most = std::max(most, texts[i] / columns[i]);
    lines += most;
  }
  return lines;
}

/// From the longest words on, the column that saves most lines gets a little more, until the page is full.
std::vector<double> fittedColumns(const TableWidths& widths, double width) {
  const double all = std::accumulate(widths.most.begin(), widths.most.end(), 0.0);
  if (all <= width) return widths.most;
  std::vector<double> columns = widths.least;
  const double share = 0.32 * width;  // a longer word is broken: paths of numbers, which are many in a cell
  for (double& column : columns) column = std::min(column, share);
  const double step = width / 100;
  for (double left = width - std::accumulate(columns.begin(), columns.end(), 0.0); left >= step;
       left -= step) {
    const double now = heightOf(widths, columns);
    std::size_t best = 0;
    double saved = -1;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] >= widths.most[i]) continue;
      columns[i] += step;
      if (const double saves = now - heightOf(widths, columns); saves > saved) {
        saved = saves;
        best = i;
      }
      columns[i] -= step;
    }
    columns[best] += step;
  }
  return columns;
}

}  // namespace

void fitColumns(QTextDocument& document, double width, double dots) {
  std::vector<std::pair<QTextTable*, TableWidths>>
      tables;  // all are measured before the first is laid out anew
  for (QTextFrame* const frame : document.rootFrame()->childFrames())
    if (auto* const table = qobject_cast<QTextTable*>(frame)) tables.emplace_back(table, widthsOf(*table));
  for (const auto& [table, widths] : tables) {
    QTextTableFormat format = table->format();
    // Both edges of each cell, and a pixel so that a text that just fits is not broken by rounding.
    const double around = 2 * (format.cellPadding() + format.border()) + 1;
    QList<QTextLength> lengths;
    for (const double column : fittedColumns(widths, width - (table->columns() * around + 2) * dots))
      lengths << QTextLength(QTextLength::FixedLength, column / dots + around);
    format.setColumnWidthConstraints(lengths);
    table->setFormat(format);
  }
}

}  // namespace carom
