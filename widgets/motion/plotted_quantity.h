#pragma once

#include "answer/impact_of_run.h"
#include "answer/motion_samples.h"
#include "common/moments.h"
#include "common/plain_text.h"
#include "common/run_names.h"
#include "plot/plot_figure.h"

namespace carom {

/// Which stretch of the motion a plot shows.
struct MotionView {
  SnapshotPtr snapshot;
  int impact = -1;         ///< along the ordering of this impact
  bool alongTime = false;  ///< else along the trajectory
  bool isLog = false;      ///< the y axis in powers of ten, where the quantity has such an axis

  const ImpactEvent* event() const {
    return impact < 0 ? nullptr : &snapshot->trajectory->impacts[static_cast<std::size_t>(impact)];
  }
  /// That impact in full; there is one.
  WholeImpact wholeEvent() const { return wholeImpactOf(*snapshot, impact); }
  int reflections() const { return static_cast<int>(event()->word.size()); }
  /// Why there is nothing to draw; empty where there is.
  QString notice() const;
  /// "along ordering ac · bc", "along time".
  QString words() const;
  /// Where a moment lies on the x axis: reflections done, or s.
  double placeOf(const Moment& moment) const;
  /// The moment at a place; `tolerance` (s) reaches for impacts along time.
  Moment momentAt(double place, double tolerance) const;
};

/// Up to how many moments an ordering is drawn one by one, with bars or dots.
inline constexpr int mostSingleMoments = 61;

/// A quantity of a motion as plot, card and table: energy, momentum, or the difference of two runs.
class MotionQuantity {
 public:
  virtual ~MotionQuantity() = default;
  virtual QString name() const = 0;   ///< "energy"
  virtual QString title() const = 0;  ///< "Energy"
  /// Why there is nothing to draw; empty where there is.
  virtual QString notice(const MotionView& view) const { return view.notice(); }
  /// Whether its y axis may be in powers of ten.
  virtual bool hasLogAxis() const { return false; }
  /// Draws everything but the cursor on an empty plot. Called where the notice is empty.
  virtual void draw(StyledPlot& plot, const MotionView& view) const = 0;
  /// The box around what the plot shows of one moment, where that is a bar.
  virtual std::optional<QRectF> bar(const MotionView&, int /*reflection*/) const { return {}; }
  /// Stands out from what is drawn.
  virtual QColor cursorColor() const = 0;
  /// The numbers at a place of the x axis, as rich text.
  virtual Html card(const MotionView& view, double place) const = 0;
  virtual QString csv(const MotionView& view) const = 0;
};

/// Energy or momentum as a figure, without a cursor.
class MotionFigure : public PlotFigure {
 public:
  MotionFigure(std::shared_ptr<const MotionQuantity> quantity, MotionView view);
  QString name() const override { return m_quantity->name(); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override;

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  std::shared_ptr<const MotionQuantity> m_quantity;
  MotionView m_view;
};

/// Adds the names of kept runs to the legend, as lines of their colours.
void addRunLegend(StyledPlot& plot, const std::vector<ShownRun>& kept);
/// The range of time of a run and of the kept runs beside it (s).
QCPRange timeRange(const Trajectory& run, const std::vector<ShownRun>& kept);

/// The view at a moment of a snapshot.
MotionView motionView(SnapshotPtr snapshot, bool alongTime, const Moment& moment = {});
/// The view of a text of MotionFigure::source(). Throws FigureError.
MotionView motionView(SnapshotPtr snapshot, bool alongTime, const QString& view);

/// A card with a heading and at most `most` rows; the others are counted.
Html cardOf(const QString& head, HtmlRows rows, int most = 12);

}  // namespace carom
