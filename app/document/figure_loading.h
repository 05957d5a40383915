#pragma once

#include <QObject>
#include <QPointer>

#include "base/figure_arguments.h"
#include "tasks/latest_task.h"

class QProgressDialog;
class QWidget;

namespace carom {

/// What the window needs to show a figure again.
struct LoadedFigure {
  FigureArguments arguments;
  SnapshotRequest request;      ///< its scene, parameters and settings
  std::vector<KeptRun> runs;    ///< computed, at most mostKeptRuns, of which mostShownRuns are shown
  std::size_t runsLeftOut = 0;  ///< how many more the figure has
};

/// Reads the scene of a figure and computes its further runs in the background: each takes as long as a scene
/// that is opened, and there may be many. A dialog that can cancel comes where it takes a while.
class FigureLoading : public QObject {
  Q_OBJECT
 public:
  explicit FigureLoading(QWidget* window);

  /// Loads a figure in place of one that is on its way.
  void load(const FigureArguments& figure);
  /// Forgets the figure that is on its way.
  void cancel();

 signals:
  void loaded(const std::shared_ptr<const carom::LoadedFigure>& figure);
  /// The scene, a setting or a run of the figure is wrong.
  void refused(const QString& why);

 private:
  void showProgress();

  QWidget* m_window;
  QPointer<QProgressDialog> m_progress;
  LatestTask<std::shared_ptr<const LoadedFigure>> m_task;
};

}  // namespace carom
