#include "document/figure_loading.h"

#include <QProgressDialog>

#include "base/figure_runs.h"
#include "common/kept_runs.h"

namespace carom {

namespace {

constexpr int dialogPatienceMs = 400;

/// Drops the runs that the window could not keep, before they are computed.
std::size_t dropRuns(FigureArguments& arguments) {
  std::vector<std::string> runs = arguments.list("run");
  const std::size_t given = runs.size();
  runs.resize(std::min(given, mostKeptRuns));
  arguments.set("run", runs);
  return given - runs.size();
}

LoadedFigure loadedFigure(FigureArguments arguments, const std::stop_token& stop) {
  LoadedFigure figure;
  figure.runsLeftOut = dropRuns(arguments);
  figure.request = requestOf(arguments, sceneOf(arguments));
  figure.runs = computeRuns(arguments, stop);
  for (std::size_t i = mostShownRuns; i < figure.runs.size(); ++i) figure.runs[i].isShown = false;
  figure.arguments = std::move(arguments);
  return figure;
}

}  // namespace

FigureLoading::FigureLoading(QWidget* window) : QObject(window), m_window(window) {}

void FigureLoading::load(const FigureArguments& figure) {
  cancel();
  showProgress();
  const auto work = [figure](const auto& watch) {
    return std::make_shared<const LoadedFigure>(loadedFigure(figure, watch.stop));
  };
  m_task.start(work, {.answered =
                          [this](const auto& all) {
                            delete m_progress;
                            emit loaded(all);
                          },
                      .failed =
                          [this](const QString& why) {
                            delete m_progress;
                            emit refused(why);
                          }});
}

void FigureLoading::cancel() {
  m_task.forget();
  delete m_progress;
}

void FigureLoading::showProgress() {
  m_progress = new QProgressDialog(tr("Opening the figure …"), tr("Cancel"), 0, 0, m_window);
  m_progress->setWindowModality(Qt::WindowModal);
  m_progress->setMinimumDuration(dialogPatienceMs);
  connect(m_progress, &QProgressDialog::canceled, this, [this] {
    m_task.forget();
    m_progress->deleteLater();
  });
}

}  // namespace carom
