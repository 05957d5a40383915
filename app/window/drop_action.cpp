#include "window/drop_action.h"

#include <QWidget>
#include <mutex>

#include "answer/drop_experiment.h"
#include "answer/run_distance.h"
#include "base/number_format.h"
#include "common/edits.h"
#include "common/kept_runs.h"
#include "window/drop_dialog.h"
#include "window/palette/palette_sources.h"

namespace carom {

struct DropAction::Feed {
  std::mutex mutex;
  std::vector<DropPoint> points;
  double done = 0;
  bool isQueued = false;
};

DropAction::DropAction(Edits* edits, QObject* parent)
    : QAction(tr("Drop e&xperiment"), parent), m_edits(edits) {
  setObjectName(QStringLiteral("drop-experiment"));
  setStatusTip(tr("Drops an orthogonal and a straight stance, each under two rules, and shows ξ(t)"));
  setEnabled(false);
  setWhyNot(this, tr("Only for a scene whose feet stand optimised or straight, such as trex"));
  constexpr int soon = 300;  // ms; a dialog for less would only flash
  m_patience.setSingleShot(true);
  m_patience.setInterval(soon);
  connect(&m_patience, &QTimer::timeout, this, [this] {
    if (m_dialog) m_dialog->show();
  });
  connect(this, &QAction::triggered, this, &DropAction::start);
}

void DropAction::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  setEnabled(!m_isRunning && m_snapshot && canDrop(*m_snapshot->scene));
}

void DropAction::start() {
  if (!m_snapshot || m_isRunning || m_edits->isEditing()) return;
  m_isRunning = true;
  setEnabled(false);
  emit told(tr("Dropping two gaits …"));
  m_dialog = new DropDialog(dropDuration(*m_snapshot), qobject_cast<QWidget*>(parent()));
  m_dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(m_dialog, &QDialog::rejected, this, &DropAction::cancel);
  m_patience.start();
  const auto feed = std::make_shared<Feed>();
  const auto work = [feed, present = m_snapshot](const auto& watch) {
    const auto tell = [&](const auto& change) {
      const std::lock_guard lock(feed->mutex);
      change();
      if (!std::exchange(feed->isQueued, true)) watch.progress(feed->done);
    };
    const DropWatch heard{[&](double fraction) { tell([&] { feed->done = fraction; }); },
                          [&](const DropPoint& point) { tell([&] { feed->points.push_back(point); }); }};
    const SnapshotPtr experiment = dropExperiment(*present, watch.stop, heard);
    return watch.stop.stop_requested() ? nullptr : experiment;
  };
  m_task.start(work, {.answered =
                          [this](const SnapshotPtr& experiment) {
                            finish(experiment,
                                   experiment ? QString() : tr("The drop experiment was cancelled"));
                          },
                      .failed = [this](const QString& why) { finish(nullptr, why); },
                      .progressed = [this, feed](double) { show(feed); }});
}

void DropAction::show(const std::shared_ptr<Feed>& feed) {
  std::vector<DropPoint> points;
  double done = 0;
  {
    const std::lock_guard lock(feed->mutex);
    points.swap(feed->points);
    done = feed->done;
    feed->isQueued = false;
  }
  if (m_dialog) m_dialog->add(points, done);
}

void DropAction::finish(const SnapshotPtr& experiment, const QString& why) {
  m_isRunning = false;
  m_patience.stop();
  if (m_dialog) m_dialog->accept();
  delete m_dialog;  // also where it never showed
  setSnapshot(m_snapshot);
  if (experiment)
    take(experiment);
  else
    emit told(why);
}

void DropAction::cancel() {
  m_patience.stop();
  m_task.stop();
}

void DropAction::take(const SnapshotPtr& experiment) {
  DocumentState after = m_edits->state();
  if (after.scene != experiment->scene || m_edits->isEditing()) return emit told({});  // the person went on
  const Snapshot& straight = *experiment->kept.front().answer;
  after.assignments = experiment->assignments;
  after.settings = experiment->settings;
  after.ordering.reset();
  const auto isKept = [&](const KeptRun& run) {
    return run.answer->settings == straight.settings && isSameMotion(*run.answer, straight);
  };
  if (std::ranges::none_of(after.kept, isKept))
    keepRun(after, straight, QString::fromStdString(experiment->kept.front().name));
  m_edits->change(tr("Drop experiment"), after);
  emit m_edits->comparisonChosen(true);
  const auto words = [](const Snapshot& run) {
    const auto xi = firstIndeterminacy(run);
    return xi ? formatNumber(*xi, 3) : tr("none");
  };
  emit told(tr("ξ after the first impact: %1 of the orthogonal gait, %2 of the straight one")
                .arg(words(*experiment), words(straight)));
  emit done();
}

}  // namespace carom
