#pragma once

#include <QVariantMap>
#include <optional>

#include "motion/series_figure.h"
#include "plot/plot_panel.h"

class QBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace carom {

class CursorValues;

class QuantityChoice;

/// Any quantities of the run over time, or over another quantity: zoomed with the wheel, moved with the
/// middle button, on linear or logarithmic axes, with two cursors that read values and differences.
class SeriesPanel : public PlotPanel {
  Q_OBJECT
  /// What is chosen, which is kept with the layout of the window.
  Q_PROPERTY(QVariantMap kept READ kept WRITE setKept)
 public:
  explicit SeriesPanel(Selection* selection, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void showTitle(const SnapshotPtr& snapshot) override;
  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;

  const SeriesView& view() const { return m_view; }
  QVariantMap kept() const;
  void setKept(const QVariantMap& kept);

 public slots:
  void setQuantities(const QStringList& keys);
  void setOver(const QString& key);
  void setLog(bool x, bool y);
  void setCursors(bool shown);
  /// Draws mean ± deviation of futures behind coordinates; null: none.
  void setFutures(const std::shared_ptr<const carom::ShownFutures>& futures);
  /// Shows all of the curves again.
  void fit();

 protected:
  void redraw() override;
  std::optional<PictureDrag> dragAt(const QPointF& place) override;
  Html cardAt(const QPointF& place) override;
  void resizeEvent(QResizeEvent* event) override;
  void addToMenu(QMenu* menu) override;

 private:
  void addBar();
  QToolButton* addButton(const QString& text, const QString& tip, const char* name);
  void takeChoice();
  void keepZoom();
  void zoom(const QPointF& at, double factor, Qt::KeyboardModifiers modifiers);
  void pan(const QPointF& pixels);
  bool pressKey(const QKeyEvent& key);
  std::optional<std::size_t> cursorAt(const QPointF& place) const;
  void moveCursor(std::size_t cursor, double time);
  void showReadings();
  void placeReadings();
  void placeMoment();
  double timeAt(double x) const;

  /// What a title is about.
  struct Titled {
    std::shared_ptr<const Mechanism> mechanism;
    QStringList keys;
    bool operator==(const Titled&) const = default;
  };

  SnapshotPtr m_snapshot;
  Titled m_titled;
  QStringList m_keys;  ///< chosen; those that the scene lacks stay for the next one
  QString m_over;
  SeriesView m_view;
  QuantityChoice *m_quantities = nullptr, *m_overChoice = nullptr;
  QToolButton *m_logX = nullptr, *m_logY = nullptr, *m_cursors = nullptr;
  QBoxLayout* m_body = nullptr;  ///< the plot and the readings of its cursors
  QScrollArea* m_readingsArea = nullptr;
  QLabel* m_readings = nullptr;
  QCPItemLine* m_line = nullptr;     ///< the selected moment over time,
  QCPItemTracer* m_point = nullptr;  ///< and in a phase plot
  CursorValues* m_values = nullptr;  ///< at the selected moment
};

}  // namespace carom
