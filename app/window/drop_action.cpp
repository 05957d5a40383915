#include "window/drop_action.h"

#include "answer/drop_experiment.h"
#include "answer/run_distance.h"
#include "base/number_format.h"
#include "common/edits.h"
#include "common/kept_runs.h"

namespace carom {

DropAction::DropAction(Edits* edits, QObject* parent)
    : QAction(tr("Drop e&xperiment"), parent), m_edits(edits) {
  setObjectName(QStringLiteral("drop-experiment"));
  setStatusTip(tr("Drops an orthogonal and a straight stance, each under two rules, and shows ξ(t)"));
  setEnabled(false);
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
  m_worker = std::jthread([this, present = m_snapshot](std::stop_token stop) {
    SnapshotPtr experiment;
    QString why;
    try {
      experiment = dropExperiment(*present, stop);
    } catch (const std::exception& error) {
      why = QString::fromUtf8(error.what());
    }
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, experiment, why] {
          m_isRunning = false;
          setSnapshot(m_snapshot);
          if (experiment)
            take(experiment);
          else
            emit told(why);
        },
        Qt::QueuedConnection);
  });
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
