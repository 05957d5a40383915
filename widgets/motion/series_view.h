#pragma once

#include <optional>

#include "common/moments.h"
#include "common/plain_text.h"
#include "common/shown_futures.h"
#include "motion/quantity_words.h"
#include "plot/styled_plot.h"

namespace carom {

struct PlotPreset;
extern const PlotPreset freePlot;

/// What a plot of a run shows, and what is chosen in it.
struct SeriesView {
  /// A run, and what of it is drawn. Quantities that the run has not are empty.
  struct Run {
    QString name;
    std::shared_ptr<const SeriesValues> values;
    std::vector<std::optional<RunQuantity>> quantities;  ///< of a free plot: as SeriesView::quantities
    std::optional<RunQuantity> over = RunQuantity();
    QColor color{};                                ///< of a kept run, see ShownRun
    std::shared_ptr<const RunValues> motion{};     ///< the values, where they are those of a motion
    std::shared_ptr<const SceneInstance> scene{};  ///< of that motion
    double step = 1e-3;                            ///< s, of the integrator
  };
  const PlotPreset* preset = &freePlot;
  SnapshotPtr snapshot;
  bool alongTime = true;                  ///< else along the ordering of an impact
  int impact = -1;                        ///< of which
  std::vector<RunQuantity> quantities{};  ///< of a free plot
  RunQuantity over{};                     ///< the x axis: the time, or another quantity of a phase plot
  std::vector<Run> runs{};                ///< the run in force first
  bool logX = false, logY = false;
  std::optional<QCPRange> x{}, left{}, right{};  ///< chosen by hand; empty: all that there is
  std::vector<double> cursors{};                 ///< times of the cursors A and B (s)
  /// The futures whose mean ± deviation is drawn behind coordinates over time; null: none.
  std::shared_ptr<const ShownFutures> futures{};

  /// Whether kept runs are drawn; then colours tell runs apart, and strokes quantities.
  bool hasKeptRuns() const { return !runs.empty() && runs.back().color.isValid(); }
  bool isPhase() const { return over.kind != RunQuantity::Kind::Time; }
  /// Whether a quantity has the unit of the left axis, which is that of the first one.
  bool isLeft(std::size_t quantity) const { return quantities[quantity].unit == quantities.front().unit; }
  /// Why there is nothing to draw; empty where there is.
  QString notice() const;
  /// "velocity of c.x, gap of ac over time", "Energy along ordering ac · bc".
  QString words() const;
  const ImpactEvent* event() const {
    return impact < 0 ? nullptr : &snapshot->trajectory->impacts[static_cast<std::size_t>(impact)];
  }
  int reflections() const { return static_cast<int>(event()->word.size()); }
  /// Where a moment lies on an x axis that is time or counts reflections.
  double placeOf(const Moment& moment) const;
  /// The moment at a place; `tolerance` (s) reaches for impacts along time.
  Moment momentAt(double place, double tolerance) const;
  /// "A", "B".
  static QString cursorName(std::size_t cursor) { return QString(QChar('A' + static_cast<int>(cursor))); }
};

/// The view of a free plot. keys: of the chosen quantities; those that the scene lacks are left out, and
/// where none is left the coordinates are shown. over: a key.
SeriesView seriesView(SnapshotPtr snapshot, const QStringList& keys, const QString& over);

}  // namespace carom
