#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QVariantMap>
#include <optional>

#include "motion/plot_preset.h"
#include "plot/plot_panel.h"

class QBoxLayout;

namespace carom {

class CursorReadings;
class CursorValues;
class SeriesBar;

/// A plot of a run: quantities over time, over another quantity, or along the ordering of an impact. It is
/// zoomed with the wheel and moved with the middle button, has linear or logarithmic axes, and two cursors
/// that read values and differences. A click or drag selects another moment.
class SeriesPanel : public PlotPanel {
  Q_OBJECT
  /// What is chosen, which is kept with the layout of the window.
  Q_PROPERTY(QVariantMap kept READ kept WRITE setKept)
 public:
  SeriesPanel(const PlotPreset& preset, Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void showTitle(const SnapshotPtr& snapshot) override;
  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;

  const SeriesView& view() const { return m_view; }
  /// Where the selected moment stands: reflections done, or s; NaN where it stands nowhere.
  double cursorPlace() const;
  QVariantMap kept() const;
  void setKept(const QVariantMap& kept);

 public slots:
  void setQuantities(const QStringList& keys);
  void setOver(const QString& key);
  void setAlongTime(bool alongTime);
  void setLog(bool x, bool y);
  void setCursors(bool shown);
  /// Draws mean ± deviation of futures behind coordinates; null: none.
  void setFutures(const std::shared_ptr<const carom::ShownFutures>& futures);
  /// Shows all of the curves again.
  void fit();

 protected:
  void redraw() override;
  std::vector<NextStep> nextSteps() override;
  std::optional<PictureDrag> dragAt(const QPointF& place) override;
  Html cardAt(const QPointF& place) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;

  void addToMenu(QMenu* menu) override;

 private:
  void leaveRoomForBar();
  void addBar();
  bool showsTime(const Snapshot& snapshot) const;
  void takeChoice();
  void showFreeTitle(const SnapshotPtr& snapshot);
  void drawAll();
  void drawMoment();
  void keepZoom();
  void forgetZoom() { m_view.x = m_view.left = m_view.right = std::nullopt; }
  void zoom(const QPointF& at, double factor, Qt::KeyboardModifiers modifiers);
  void pan(const QPointF& pixels);
  bool pressKey(const QKeyEvent& key);
  std::optional<std::size_t> cursorAt(const QPointF& place) const;
  void moveCursor(std::size_t cursor, double place);
  void showReadings();
  void momentChanged();
  void showImpact();
  int restMs() const;
  void placeMoment();

  /// What the title of a free plot is about.
  struct Titled {
    std::shared_ptr<const Mechanism> mechanism;
    QStringList keys;
    bool operator==(const Titled&) const = default;
  };

  const PlotPreset& m_preset;
  Edits* m_edits;
  SnapshotPtr m_snapshot;
  SnapshotPtr m_titled;  ///< the title is about this one; a hidden panel has not drawn it yet
  Titled m_freeTitle;
  QStringList m_keys;  ///< chosen; those that the scene lacks stay for the next one
  QString m_over;
  /// Chosen by hand. Empty: time where the scene does not start with an impact, and where the run has none.
  std::optional<bool> m_timeWanted;
  bool m_hasCursors = false;
  SeriesView m_view;
  PlotContent m_content;  ///< as it is drawn
  SeriesBar* m_bar = nullptr;
  QBoxLayout* m_body = nullptr;  ///< the plot and the readings of its cursors
  CursorReadings* m_readings;
  QCPItemLine* m_line = nullptr;     ///< the selected moment over time or reflections,
  QCPItemRect* m_frame = nullptr;    ///< around its bars,
  QCPItemTracer* m_point = nullptr;  ///< and in a phase plot
  CursorValues* m_values = nullptr;  ///< at the selected moment
  QTimer m_pace;                     ///< runs until another impact may be drawn
  QElapsedTimer m_sinceRedraw;
  double m_redrawMs = 0;  ///< what the last one took
};

}  // namespace carom
