#pragma once

#include <optional>

#include "common/plain_text.h"
#include "common/shown_futures.h"
#include "motion/run_quantity.h"
#include "plot/styled_plot.h"

namespace carom {

/// What a plot of freely chosen quantities shows.
struct SeriesView {
  /// A run, and what of it is drawn. Quantities that the run has not are empty.
  struct Run {
    QString name;
    std::shared_ptr<const RunValues> values;
    std::vector<std::optional<RunQuantity>> quantities;  ///< as SeriesView::quantities
    std::optional<RunQuantity> over;
    QColor color{};  ///< of a kept run, see ShownRun
  };
  SnapshotPtr snapshot;
  std::vector<RunQuantity> quantities;
  RunQuantity over;       ///< the x axis: the time, or another quantity of a phase plot
  std::vector<Run> runs;  ///< the run in force first
  bool logX = false, logY = false;
  std::optional<QCPRange> x, left, right;  ///< chosen by hand; empty: all that there is
  std::vector<double> cursors{};           ///< times of the cursors A and B (s)
  /// The futures whose mean ± deviation is drawn behind coordinates over time; null: none.
  std::shared_ptr<const ShownFutures> futures{};

  /// Whether kept runs are drawn; then colours tell runs apart, and strokes quantities.
  bool hasKeptRuns() const { return !runs.empty() && runs.back().color.isValid(); }
  bool isPhase() const { return over.kind != RunQuantity::Kind::Time; }
  /// Whether a quantity has the unit of the left axis, which is that of the first one.
  bool isLeft(std::size_t quantity) const { return quantities[quantity].unit == quantities.front().unit; }
  /// Why there is nothing to draw; empty where there is.
  QString notice() const;
  /// "velocity of c.x, gap of ac over time".
  QString words() const;
  /// "A", "B".
  static QString cursorName(std::size_t cursor) { return QString(QChar('A' + static_cast<int>(cursor))); }
};

/// The view of a snapshot. keys: of the chosen quantities; those that the scene lacks are left out, and where
/// none is left the coordinates are shown. over: a key.
SeriesView seriesView(SnapshotPtr snapshot, const QStringList& keys, const QString& over);

/// The values of all runs, with the cursors' differences: a row for each quantity of each run.
Html cursorTable(const SeriesView& view);
/// The values at a time.
Html seriesCard(const SeriesView& view, double time);

}  // namespace carom
