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
///
/// With shared axes, a plot beside one with the same vertical axis leaves out its own numbers and label, and
/// so does one above a plot with the same horizontal axis. Plots in one row or column always line up.
class CompositionFigure : public Figure {
 public:
  static constexpr int mostColumns = 6;
  static constexpr std::size_t mostPanels = 26;

  struct Grid {
    int columns = 2;  ///< 1 to mostColumns
    bool letters = true;
    bool sharesAxes = true;
  };
  /// Throws FigureError where there are no panels or too many.
  CompositionFigure(std::vector<CompositionPanel> panels, const Grid& grid);

  QString name() const override { return QStringLiteral("composition"); }
  QString title() const override;
  double aspect() const override;
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override { paintFile(painter, area, {}); }
  void paintFile(QPainter& painter, const QRectF& area, const FilePaint& how) const override;
  /// The numbers of all panels, each after a line "# (a) TITLE".
  QString csv() const override;
  bool paintsInAnyThread() const override;
  /// Its view is the composition, see composition_record.h.
  FigureSource source() const override;

  const std::vector<CompositionPanel>& panels() const { return m_panels; }
  const Grid& grid() const { return m_grid; }

  /// The place of a panel (pt), and its axes.
  struct Cell {
    QRectF place;
    FrameWish frame{};
  };
  /// The cells of the panels in an area (pt).
  std::vector<Cell> cells(const QRectF& area, const FilePaint& how = {}) const;

 private:
  using Frames = std::vector<std::optional<FigureFrame>>;
  std::size_t columnsAt(double width) const;
  std::vector<double> rowAspects(double width, std::size_t columns) const;
  static double cellWidth(double width, std::size_t columns);
  double letterRoom(double scale) const;
  double mostHeight(std::size_t panel, double width, double scale) const;
  std::vector<Cell> equalCells(const QRectF& area, double scale) const;
  FilePaint paintOf(std::size_t panel, const FilePaint& how, const FrameWish& frame) const;
  Frames frames(const std::vector<Cell>& cells, const FilePaint& how) const;
  static bool haveNeighbours(const Frames& frames, std::size_t columns);
  bool share(std::vector<Cell>& cells, const Frames& frames, std::size_t columns) const;
  void lineUp(std::vector<Cell>& cells, const Frames& frames, const QRectF& area, double scale) const;

  std::vector<CompositionPanel> m_panels;
  Grid m_grid;
};

}  // namespace carom
