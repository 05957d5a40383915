#pragma once

#include <vector>

#include "figure/figure.h"

namespace carom {

/// A figure within a composition.
struct CompositionPanel {
  std::shared_ptr<const Figure> figure;
  FigureEdits edits{};
};

/// Figures in a grid that is filled row by row, with letters (a), (b), … on them. A row is as high as the
/// highest of its figures likes to be. All of them have the same look and the same sizes of text.
class CompositionFigure : public Figure {
 public:
  static constexpr int mostColumns = 6;
  static constexpr std::size_t mostPanels = 26;

  /// columns: 1 to mostColumns. Throws FigureError where there are no panels or too many.
  CompositionFigure(std::vector<CompositionPanel> panels, int columns, bool letters);

  QString name() const override { return QStringLiteral("composition"); }
  QString title() const override;
  double aspect() const override;
  void paint(QPainter& painter, const QRectF& area) const override { paintFile(painter, area, {}); }
  void paintFile(QPainter& painter, const QRectF& area, const FilePaint& how) const override;
  /// The numbers of all panels, each after a line "# (a) TITLE".
  QString csv() const override;
  /// Its view is the composition, see composition_record.h.
  FigureSource source() const override;

  const std::vector<CompositionPanel>& panels() const { return m_panels; }
  int columns() const { return m_columns; }
  bool hasLetters() const { return m_letters; }
  /// The cells of the panels in an area (pt).
  std::vector<QRectF> cells(const QRectF& area) const;

 private:
  std::vector<double> rowAspects() const;

  std::vector<CompositionPanel> m_panels;
  int m_columns;
  bool m_letters;
};

}  // namespace carom
