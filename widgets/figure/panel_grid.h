#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

#include "figure/composition_figure.h"

class QCheckBox;
class QListWidget;
class QSpinBox;

namespace carom {

/// A figure that a composition may take in.
struct FigureOffer {
  QString title;
  std::function<std::unique_ptr<Figure>()> make;  ///< null where it cannot be made now
};

/// The panels of a composition: figures are dragged from a list into a grid, and within the grid to another
/// place.
class PanelGrid : public QWidget {
  Q_OBJECT
 public:
  struct Cell {
    std::shared_ptr<const Figure> figure;
    FigureEdits edits{};
  };

  /// The grid begins with one figure.
  explicit PanelGrid(std::shared_ptr<const Figure> first, QWidget* parent = nullptr);

  void setOffers(std::vector<FigureOffer> offers);
  /// In the order of the grid; never empty.
  std::vector<Cell> cells() const;
  CompositionFigure::Grid grid() const;
  /// Takes the place of all cells.
  void setCells(std::vector<Cell> cells, const CompositionFigure::Grid& grid);
  /// Changes what an author has changed on one panel.
  void setEdits(std::size_t cell, const FigureEdits& edits);

 signals:
  void changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void takeDrops();
  void add(int offer);
  void removeCurrent();
  void showCells();

  QListWidget *m_offered = nullptr, *m_grid = nullptr;
  QSpinBox* m_columns = nullptr;
  QCheckBox *m_letters = nullptr, *m_shared = nullptr;
  std::vector<FigureOffer> m_offers;
  std::vector<Cell> m_cells;  ///< by the number in the data of an item of the grid
};

}  // namespace carom
