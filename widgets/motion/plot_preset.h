#pragma once

#include <functional>

#include "common/next_steps.h"
#include "motion/plot_content.h"
#include "motion/series_view.h"

namespace carom {

class Edits;
class Selection;

/// What a plot of a run is of: the panel of its name, the figures NAME and NAME-time, and what they show.
struct PlotPreset {
  const char* name;   ///< of its figures
  const char* panel;  ///< object name of its panel
  const char* title;  ///< translated as QObject's
  /// Whether a person chooses the quantities and the x axis; else they are the preset's, along time or along
  /// an ordering.
  bool isFree;
  /// Why there is nothing to draw; empty where there is.
  QString (*notice)(const SeriesView& view);
  /// The runs with their quantities, of a view without a notice; null where isFree.
  std::vector<SeriesView::Run> (*runs)(const SeriesView& view);
  PlotContent (*content)(const SeriesView& view);
  QColor (*cursor)();  ///< stands out from what is drawn
  /// What to do where there is a notice; null: nothing.
  std::vector<NextStep> (*steps)(const SeriesView& view, Selection* selection, Edits* edits,
                                 const std::function<void()>& showTime);

  QString shownTitle() const { return QObject::tr(title); }
};

/// Any quantities of a run.
extern const PlotPreset freePlot;
/// Kinetic energy by body, stacked; along time with the ledger above it.
extern const PlotPreset energyPlot;
/// The momentum of each coordinate.
extern const PlotPreset momentumPlot;
/// How far two orderings of an impact, or two runs, are apart.
///
/// Along an ordering it is ‖p_a − p_b‖/‖p⁻‖ in the kinetic metric of the impact where they part (the first
/// one, or that of a fork). a is the ordering in force and b the pinned one; both advance reflection by
/// reflection, and the shorter one waits at its end. The last value is ξ where the two ends are the outcomes
/// farthest apart. Along time both motions advance on their own, and kept runs that have a second run show
/// how far these are apart.
extern const PlotPreset differencePlot;

/// The view of a preset that is not free, at a moment.
SeriesView plotView(const PlotPreset& preset, SnapshotPtr snapshot, bool alongTime,
                    const Moment& moment = {});
/// The same at an impact, as index in Trajectory::impacts; −1: none.
SeriesView plotView(const PlotPreset& preset, SnapshotPtr snapshot, bool alongTime, int impact);

/// Why neither an ordering nor a motion can be drawn; empty where it can.
QString motionNotice(const SeriesView& view);
/// The run in force, then, along time, the kept runs that are shown.
std::vector<SeriesView::Run> motionRuns(const SeriesView& view);

}  // namespace carom
