#include "figure/composition_figure.h"

#include <algorithm>

#include "base/composition_record.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/note_drawing.h"
#include "figure/provenance.h"

namespace carom {

namespace {

constexpr double gapBetween = 8;      // pt
constexpr double besideFrom = 180;    // pt of the page: on a narrower one panels stand below one another
constexpr double letterHeight = 1.5;  // of the room for a letter, in sizes of the text

QString letterOf(std::size_t panel) {
  return QStringLiteral("(%1)").arg(QChar(QLatin1Char('a').unicode() + static_cast<char16_t>(panel)));
}

}  // namespace

CompositionFigure::CompositionFigure(std::vector<CompositionPanel> panels, const Grid& grid)
    : m_panels(std::move(panels)), m_grid(grid) {
  const int columns = grid.columns;
  if (m_panels.empty() || m_panels.size() > mostPanels)
    throw FigureError(QObject::tr("a composition has 1 to %1 panels, not %2")
                          .arg(mostPanels)
                          .arg(m_panels.size())
                          .toStdString());
  if (columns < 1 || columns > mostColumns)
    throw FigureError(
        QObject::tr("a composition has 1 to %1 columns, not %2").arg(mostColumns).arg(columns).toStdString());
  m_grid.columns = std::min(columns, static_cast<int>(m_panels.size()));
}

QString CompositionFigure::title() const {
  QStringList titles;
  for (const CompositionPanel& panel : m_panels) titles += panel.figure->title();
  return titles.join(QStringLiteral("; "));
}

/// The columns of a page of a width, in points of text of textPoints.
std::size_t CompositionFigure::columnsAt(double width) const {
  return width < besideFrom ? 1 : static_cast<std::size_t>(m_grid.columns);
}

/// Height over the width of a cell, which is `width` wide.
std::vector<double> CompositionFigure::rowAspects(double width, std::size_t columns) const {
  std::vector<double> rows((m_panels.size() + columns - 1) / columns, 0.0);
  for (std::size_t i = 0; i < m_panels.size(); ++i)
    rows[i / columns] = std::max(rows[i / columns], m_panels[i].figure->heightAt(width) / width);
  return rows;
}

double CompositionFigure::aspect() const {
  constexpr double column = 250;  // pt
  return heightAt(column) / column;
}

double CompositionFigure::heightAt(double width) const {
  const std::size_t columns = columnsAt(width);
  const double cell = cellWidth(width, columns);
  const std::vector<double> rows = rowAspects(cell, columns);
  double height = gapBetween * static_cast<double>(rows.size() - 1);
  for (const double row : rows) height += row * cell + letterRoom(1);
  return height;
}

/// A panel beside a much longer one ends above it, in place of being stretched.
double CompositionFigure::mostHeight(std::size_t panel, double width, double scale) const {
  constexpr double mostStretch = 1.7;
  return letterRoom(scale) + mostStretch * scale * m_panels[panel].figure->heightAt(width / scale);
}

/// Above each panel.
double CompositionFigure::letterRoom(double scale) const {
  return m_grid.letters ? letterHeight * textPoints * scale : 0;
}

double CompositionFigure::cellWidth(double width, std::size_t columns) {
  const auto count = static_cast<double>(columns);
  return (width - gapBetween * (count - 1)) / count;
}

/// Cells of one width, and rows as high as their figures like to be, which are drawn `scale` times as large.
std::vector<CompositionFigure::Cell> CompositionFigure::equalCells(const QRectF& area, double scale) const {
  const std::size_t columns = columnsAt(area.width() / scale);
  const double width = cellWidth(area.width(), columns), letter = letterRoom(scale);
  const std::vector<double> rows = rowAspects(width / scale, columns);
  double sum = 0;
  for (const double row : rows) sum += row;
  const auto count = static_cast<double>(rows.size());
  const double height = area.height() - gapBetween * (count - 1) - letter * count;
  std::vector<Cell> cells;
  double top = area.top();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double share = height * rows[row] / sum + letter;
    for (std::size_t column = 0; column < columns && cells.size() < m_panels.size(); ++column)
      cells.push_back({QRectF(area.left() + static_cast<double>(column) * (width + gapBetween), top, width,
                              std::min(share, mostHeight(cells.size(), width, scale)))});
    top += share + gapBetween;
  }
  return cells;
}

FilePaint CompositionFigure::paintOf(std::size_t panel, const FilePaint& how, const FrameWish& frame) const {
  return {how.rasterDpi, {how.style.look, m_panels[panel].edits}, frame};
}

CompositionFigure::Frames CompositionFigure::frames(const std::vector<Cell>& cells,
                                                    const FilePaint& how) const {
  const double letter = letterRoom(textScale(how.style.look));
  Frames frames;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    QSizeF size = cells[i].place.size();
    if (m_panels[i].edits.title.isEmpty()) size.rheight() -= letter;
    frames.push_back(m_panels[i].figure->frame(size, paintOf(i, how, cells[i].frame)));
  }
  return frames;
}

/// Hides what neighbours show. Returns whether there is such an axis.
bool CompositionFigure::share(std::vector<Cell>& cells, const Frames& frames, std::size_t columns) const {
  bool isShared = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto has = [&](std::size_t other, FigureAxis FigureFrame::*axis) {
      return other < cells.size() && frames[i] && frames[other] && *frames[i].*axis == *frames[other].*axis;
    };
    cells[i].frame.hidesY = i % columns > 0 && has(i - 1, &FigureFrame::y);
    cells[i].frame.hidesX = has(i + columns, &FigureFrame::x);
    isShared = isShared || cells[i].frame.hidesX || cells[i].frame.hidesY;
  }
  return isShared;
}

/// Gives the axes of all plots in a column the same place and width, and those of all columns one width; the
/// rows likewise.
void CompositionFigure::lineUp(std::vector<Cell>& cells, const Frames& frames, const QRectF& area,
                               double scale) const {
  const std::size_t columns = columnsAt(area.width() / scale);
  const std::size_t rows = (cells.size() + columns - 1) / columns;
  std::vector<QMarginsF> ofColumn(columns), ofRow(rows);
  const auto widen = [](QMarginsF& margins, const QMarginsF& by) {
    margins = {std::max(margins.left(), by.left()), std::max(margins.top(), by.top()),
               std::max(margins.right(), by.right()), std::max(margins.bottom(), by.bottom())};
  };
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (frames[i]) {
      widen(ofColumn[i % columns], frames[i]->margins);
      widen(ofRow[i / columns], frames[i]->margins);
    }
  double width = area.width() - gapBetween * static_cast<double>(columns - 1);
  double height = area.height() - gapBetween * static_cast<double>(rows - 1), sum = 0;
  for (const QMarginsF& margins : ofColumn) width -= margins.left() + margins.right();
  for (const QMarginsF& margins : ofRow) height -= margins.top() + margins.bottom();
  const std::vector<double> aspects = rowAspects(cellWidth(area.width(), columns) / scale, columns);
  for (const double aspect : aspects) sum += aspect;
  double top = area.top();
  for (std::size_t row = 0; row < rows; ++row) {
    const double high = height * aspects[row] / sum + ofRow[row].top() + ofRow[row].bottom();
    double left = area.left();
    for (std::size_t column = 0; column < columns && row * columns + column < cells.size(); ++column) {
      const QMarginsF& across = ofColumn[column];
      Cell& cell = cells[row * columns + column];
      const double wide = width / static_cast<double>(columns) + across.left() + across.right();
      cell.place = QRectF(left, top, wide, std::min(high, mostHeight(row * columns + column, wide, scale)));
      cell.frame.least = {across.left(), ofRow[row].top(), across.right(), ofRow[row].bottom()};
      left += wide + gapBetween;
    }
    top += high + gapBetween;
  }
}

/// Whether two plots stand in one row or one column.
bool CompositionFigure::haveNeighbours(const Frames& frames, std::size_t columns) {
  for (std::size_t i = 0; i < frames.size(); ++i)
    for (std::size_t j = i + 1; frames[i] && j < frames.size(); ++j)
      if (frames[j] && (i / columns == j / columns || i % columns == j % columns)) return true;
  return false;
}

std::vector<CompositionFigure::Cell> CompositionFigure::cells(const QRectF& area,
                                                              const FilePaint& how) const {
  const double scale = textScale(how.style.look);
  std::vector<Cell> cells = equalCells(area, scale);
  const std::size_t columns = columnsAt(area.width() / scale);
  Frames plots = frames(cells, how);
  if (m_grid.sharesAxes && share(cells, plots, columns)) plots = frames(cells, how);
  // In its new height an axis may have other numbers, and so other margins: these are asked for again. They
  // only grow.
  constexpr int most = 5;
  for (int pass = 0; pass < most && haveNeighbours(plots, columns); ++pass) {
    const std::vector<Cell> before = cells;
    lineUp(cells, plots, area, scale);
    if (std::ranges::equal(before, cells, [](const Cell& a, const Cell& b) {
          return a.place == b.place && a.frame.least == b.frame.least;
        }))
      break;
    if (pass + 1 < most) plots = frames(cells, how);
  }
  return cells;
}

void CompositionFigure::paintFile(QPainter& painter, const QRectF& area, const FilePaint& how) const {
  const auto& [look, edits] = how.style;
  const double text = textScale(look) * textPoints;
  const theme::PaperFonts fonts(look.font, look.mathFont, text);
  QRectF rest = area;
  if (!edits.title.isEmpty()) rest.setTop(drawTitle(painter, area, edits.title, text));
  const std::vector<Cell> all = cells(rest, how);
  for (std::size_t i = 0; i < m_panels.size(); ++i) {
    QRectF place = all[i].place;
    if (m_grid.letters) {
      painter.setPen(look.black ? QColor(Qt::black) : theme::ink());
      theme::drawText(painter, place.topLeft() + QPointF(0, 1.1 * text), letterOf(i),
                      theme::textFont(text, QFont::DemiBold));
      if (m_panels[i].edits.title.isEmpty()) place.setTop(place.top() + letterHeight * text);
    }
    painter.save();
    m_panels[i].figure->paintFile(painter, place, paintOf(i, how, all[i].frame));
    painter.restore();
  }
  for (const FigureNote& note : edits.notes) drawNote(painter, area, note, text);
}

bool CompositionFigure::paintsInAnyThread() const {
  return std::ranges::all_of(m_panels,
                             [](const CompositionPanel& panel) { return panel.figure->paintsInAnyThread(); });
}

QString CompositionFigure::csv() const {
  QString all;
  for (std::size_t i = 0; i < m_panels.size(); ++i)
    all +=
        QStringLiteral("# %1 %2\n").arg(letterOf(i), m_panels[i].figure->title()) + m_panels[i].figure->csv();
  return all;
}

FigureSource CompositionFigure::source() const {
  Composition composition{m_grid.columns, m_grid.letters, m_grid.sharesAxes, {}};
  for (const CompositionPanel& panel : m_panels) {
    FigureOptions options;
    options.style.edits = panel.edits;
    composition.panels.push_back(argumentsOf(*panel.figure, options));
  }
  FigureSource source{name()};
  source.view = QString::fromUtf8(compositionText(composition));
  return source;
}

}  // namespace carom
