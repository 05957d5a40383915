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
constexpr double usualText = 7.5;     // pt, of letters where the look has no size
constexpr double usualWidth = 250;    // pt, a column of a page
constexpr double letterHeight = 1.5;  // of the room for a letter, in sizes of the text

QString letterOf(std::size_t panel) {
  return QStringLiteral("(%1)").arg(QChar(QLatin1Char('a').unicode() + static_cast<char16_t>(panel)));
}

}  // namespace

CompositionFigure::CompositionFigure(std::vector<CompositionPanel> panels, int columns, bool letters)
    : m_panels(std::move(panels)), m_columns(columns), m_letters(letters) {
  if (m_panels.empty() || m_panels.size() > mostPanels)
    throw FigureError(QObject::tr("a composition has 1 to %1 panels, not %2")
                          .arg(mostPanels)
                          .arg(m_panels.size())
                          .toStdString());
  if (columns < 1 || columns > mostColumns)
    throw FigureError(
        QObject::tr("a composition has 1 to %1 columns, not %2").arg(mostColumns).arg(columns).toStdString());
  m_columns = std::min(columns, static_cast<int>(m_panels.size()));
}

QString CompositionFigure::title() const {
  QStringList titles;
  for (const CompositionPanel& panel : m_panels) titles += panel.figure->title();
  return titles.join(QStringLiteral("; "));
}

/// Height over the width of a cell.
std::vector<double> CompositionFigure::rowAspects() const {
  const auto columns = static_cast<std::size_t>(m_columns);
  std::vector<double> rows((m_panels.size() + columns - 1) / columns, 0.0);
  for (std::size_t i = 0; i < m_panels.size(); ++i)
    rows[i / columns] = std::max(rows[i / columns], m_panels[i].figure->aspect());
  return rows;
}

double CompositionFigure::aspect() const {
  double height = 0;
  for (const double row : rowAspects()) height += row;
  const double gaps = gapBetween / usualWidth;
  const double letters = m_letters ? letterHeight * usualText / usualWidth : 0;
  const auto rows = static_cast<double>(rowAspects().size());
  return height / m_columns + (rows - 1) * gaps / m_columns + rows * letters / m_columns;
}

std::vector<QRectF> CompositionFigure::cells(const QRectF& area) const {
  const std::vector<double> rows = rowAspects();
  double sum = 0;
  for (const double row : rows) sum += row;
  const double width = (area.width() - gapBetween * (m_columns - 1)) / m_columns;
  const double height = area.height() - gapBetween * static_cast<double>(rows.size() - 1);
  std::vector<QRectF> cells;
  double top = area.top();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double share = height * rows[row] / sum;
    for (int column = 0; column < m_columns && cells.size() < m_panels.size(); ++column)
      cells.emplace_back(area.left() + column * (width + gapBetween), top, width, share);
    top += share + gapBetween;
  }
  return cells;
}

void CompositionFigure::paintFile(QPainter& painter, const QRectF& area, const FilePaint& how) const {
  const auto& [look, edits] = how.style;
  const theme::PaperFonts fonts(look.font, look.mathFont);
  const double text = look.textPt > 0 ? look.textPt : usualText;
  QRectF rest = area;
  if (!edits.title.isEmpty()) rest.setTop(drawTitle(painter, area, edits.title, text));
  const std::vector<QRectF> places = cells(rest);
  for (std::size_t i = 0; i < m_panels.size(); ++i) {
    QRectF place = places[i];
    if (m_letters) {
      painter.setPen(theme::ink());
      theme::drawText(painter, place.topLeft() + QPointF(0, 1.1 * text), letterOf(i),
                      theme::textFont(text, QFont::DemiBold));
      if (m_panels[i].edits.title.isEmpty()) place.setTop(place.top() + letterHeight * text);
    }
    painter.save();
    m_panels[i].figure->paintFile(painter, place, {how.rasterDpi, {look, m_panels[i].edits}});
    painter.restore();
  }
  for (const FigureNote& note : edits.notes) drawNote(painter, area, note, text);
}

QString CompositionFigure::csv() const {
  QString all;
  for (std::size_t i = 0; i < m_panels.size(); ++i)
    all +=
        QStringLiteral("# %1 %2\n").arg(letterOf(i), m_panels[i].figure->title()) + m_panels[i].figure->csv();
  return all;
}

FigureSource CompositionFigure::source() const {
  Composition composition{m_columns, m_letters, {}};
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
