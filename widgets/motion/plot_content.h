#pragma once

#include <functional>

#include "motion/series_view.h"
#include "plot/plot_items.h"

namespace carom {

/// Up to how many moments an ordering is drawn one by one, with bars or dots.
inline constexpr int mostSingleMoments = 61;

/// A curve of a plot: how it is drawn, read and written.
struct PlotCurve {
  /// Areas lie on each other, and so do bars.
  enum class Shape { Line, Area, Bars, Hidden };

  QString key;         ///< names its line, never translated
  QString name, unit;  ///< where it is read: "velocity of c.x", "m/s"; without a name it is not read
  QString column{};    ///< its head in CSV; without one it is not written
  std::size_t run = 0;
  Eigen::VectorXd x{}, y{};
  std::function<double(double place)> at{};
  std::vector<bool> anew{};  ///< where no line comes from the sample before; empty: nowhere
  bool isLeft = true;        ///< of the left axis
  Shape shape = Shape::Line;
  QColor color{};
  Qt::PenStyle line = Qt::SolidLine;  ///< of an area: what parts it from the one below
  double width = PlotStyle::lineWidth;
  bool hasDots = false;
  bool isBody = false;  ///< whether its name is that of a body, in which a card looks for no symbol

  bool isDrawn() const { return shape != Shape::Hidden; }
};

/// What a plot shows of a view: everything but the choices that the view itself holds.
struct PlotContent {
  std::vector<PlotCurve> curves;  ///< in the order in which they are drawn, stacks from the bottom
  AxisCaption x, y;
  QString right{};                                ///< caption of the right axis
  std::optional<QCPRange> xRange{}, leftRange{};  ///< of linear axes; empty: that of the curves
  double logRoom = 1.2;                           ///< around the curves of an axis in powers of ten
  std::vector<LegendEntry> legend{};
  QString note{}, shortNote{};  ///< at the right, above the height noteAt
  double noteAt = 0;

  /// The box around the bars of one reflection; empty where there are none.
  std::optional<QRectF> bar(int reflection) const;
};

inline constexpr double barWidth = 0.6;

/// What the plot of a view shows. The notice is empty.
PlotContent contentOf(const SeriesView& view);
/// A quantity of a run as a plain line.
PlotCurve curveOf(const SeriesView& view, std::size_t run, std::size_t quantity);
/// Captions and range of an x axis that is time or counts reflections.
void setMotionAxis(PlotContent& content, const SeriesView& view, const QString& y, const QString& words);
/// Adds the names of kept runs to the legend, as lines of their colours.
void addRunLegend(PlotContent& content, const SeriesView& view);

/// The values of all curves at the cursors A and B, with their differences.
Html cursorTable(const SeriesView& view, const PlotContent& content, bool isCompact = false);
/// The values at a place of the x axis.
Html seriesCard(const SeriesView& view, const PlotContent& content, double place);

}  // namespace carom
