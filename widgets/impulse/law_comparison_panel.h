#pragma once

#include <QPointer>

#include "impulse/law_sweep_figure.h"
#include "plot/plot_panel.h"

class QComboBox;
class QSplitter;

namespace carom {

class ImpulseLab;
class LawRows;
class TableView;

/// All collision laws on the case of the impulse space panel: a table, and curves over one quantity, which is
/// set by dragging in the plot.
class LawComparisonPanel : public PlotPanel {
  Q_OBJECT
 public:
  LawComparisonPanel(Selection* selection, ImpulseLab* lab, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr) override {}
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;
  QSize minimumSizeHint() const override { return {220, 100}; }

  TableView* table() const { return m_table; }

 protected:
  void redraw() override;
  std::optional<PictureDrag> dragAt(const QPointF& place) override;
  void addToMenu(QMenu* menu) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* createChoices();
  QComboBox* addChoice(QWidget* bar, const QString& name, const QString& help, const QStringList& entries);
  void placePlot();
  bool isDrawable() const;
  void setSwept(double x);
  LawQuantity quantity() const;
  LawSweep sweep() const;

  QPointer<ImpulseLab> m_lab;  ///< which goes before the panel when the window does
  LawRows* m_rows;
  TableView* m_table;
  QSplitter* m_parts;
  bool m_isDivided = false;  ///< whether someone has moved the border of the two
  QComboBox *m_quantity = nullptr, *m_result = nullptr;
};

}  // namespace carom
