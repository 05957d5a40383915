#include "document/engine_thread.h"

#include <QElapsedTimer>

#include "answer/compute_extras.h"

namespace carom {

namespace {

/// The number of distinct momenta that a preview may visit: about one frame's work.
constexpr std::size_t previewStates = 20'000;
/// The wait for the answer about a scene that opens, before the scene is shown without it.
constexpr int openingPatienceMs = 250;
/// The wait for the answer to an edit before its bodies are shown without it: Answers takes the numbers of
/// the state before away a little sooner.
constexpr int answerPatienceMs = 400;
/// How long the mouse rests before a run that takes long is computed: a large impact in it cannot be stopped.
constexpr int restMs = 150;

/// A preview gives way to a newer one before its run has begun.
struct GivesWay {};

}  // namespace

EngineThread::EngineThread(QObject* parent) : QObject(parent) {
  m_thread.setObjectName("engine");
  m_patience.setSingleShot(true);
  m_patience.setInterval(openingPatienceMs);
  connect(&m_patience, &QTimer::timeout, this, [this] {
    m_openedPending = m_pending->request;
    emit opened(std::exchange(m_pending, {}));
  });
  m_previewPatience.setSingleShot(true);
  connect(&m_previewPatience, &QTimer::timeout, this, &EngineThread::showPending);
  m_worker.moveToThread(&m_thread);
  m_thread.start();
}

EngineThread::~EngineThread() {
  {
    QMutexLocker lock(&m_mutex);
    m_mailbox.reset();
    m_stop.request_stop();
    m_posted.wakeAll();
  }
  m_thread.quit();
  m_thread.wait();
}

void EngineThread::submit(const SnapshotRequest& request, bool preview) {
  post({request, {}, preview, false});
  // Moves of the mouse come before timers, and can keep these waiting.
  if (QThread::currentThread() == thread() && m_preview && m_waiting.hasExpired(openingPatienceMs))
    showPending();
}

void EngineThread::open(const QString& nameOrPath, const Assignments& assignments, quint64 id) {
  Job job;
  job.open = nameOrPath;
  job.request.assignments = assignments;
  job.opening = true;
  job.request.id = id;
  post(std::move(job));
}

void EngineThread::openText(const SceneText& text, const Assignments& assignments, quint64 id) {
  Job job;
  job.opening = true;
  job.request.id = id;
  job.request.text = text;
  job.request.assignments = assignments;
  post(std::move(job));
}

void EngineThread::cancel() {
  QMutexLocker lock(&m_mutex);
  m_stop.request_stop();
}

void EngineThread::post(Job job) {
  if (job.opening) m_isSlow = false;
  QMutexLocker lock(&m_mutex);
  if (m_running && !(job.preview && m_runningPreview)) m_stop.request_stop();
  const bool wake = !m_mailbox;
  m_mailbox = std::move(job);
  m_posted.wakeAll();
  if (wake)
    QMetaObject::invokeMethod(
        &m_worker, [this] { work(); }, Qt::QueuedConnection);
}

void EngineThread::work() {
  Job job;
  std::stop_token stop;
  {
    QMutexLocker lock(&m_mutex);
    if (!m_mailbox) return;
    job = std::move(*m_mailbox);
    m_mailbox.reset();
    m_stop = std::stop_source();
    stop = m_stop.get_token();
    m_running = true;
    m_runningPreview = job.preview;
  }
  emit busyChanged(true);
  run(job, stop);
  bool idle;
  {
    QMutexLocker lock(&m_mutex);
    m_running = false;
    idle = !m_mailbox;
  }
  if (idle) emit busyChanged(false);
}

bool EngineThread::superseded() {
  QMutexLocker lock(&m_mutex);
  return m_mailbox.has_value();
}

/// Computes the extras and the ξ curve, which follow the answer. Any newer question, even a preview, stops
/// it.
void EngineThread::refine(SnapshotPtr snapshot, const Extras& extras, std::stop_token stop,
                          const WorkProgress& progress) {
  {
    QMutexLocker lock(&m_mutex);
    m_runningPreview = false;
  }
  const SnapshotPtr more = computeExtras(snapshot, extras, stop, progress);
  if (more != snapshot) emit extrasReady(snapshot = more);
  if (snapshot->curve) return;
  const SnapshotPtr withCurve = computeCurve(snapshot, stop, progressOf(WorkStage::Sweeping, progress));
  if (!withCurve->curve) {
    if (stop.stop_requested() && !superseded()) emit curveCancelled(snapshot->request);
    return;
  }
  m_last = withCurve;
  emit curveReady(withCurve);
}

void EngineThread::run(const Job& job, std::stop_token stop) try {
  answer(job, stop);
} catch (const GivesWay&) {
} catch (const std::exception& error) {
  refuse(job, refusalOf(error));
} catch (...) {
  refuse(job, refusalOf(std::runtime_error("an exception without words")));
}

/// Lets the bodies of a preview be shown before their run: at once where the last run took long, else after a
/// while.
void EngineThread::awaitPreview(const SnapshotPtr& pending) {
  QMetaObject::invokeMethod(
      this,
      [this, pending] {
        m_preview = pending;
        m_isOfAnswer = false;
        if (m_isSlow) return showPending();
        m_waiting.start();
        m_previewPatience.start(openingPatienceMs);
      },
      Qt::QueuedConnection);
}

/// Lets the scene of an edit that is complete be shown after a while, if its answer has not come by then.
void EngineThread::awaitAnswer(const SnapshotPtr& pending) {
  QMetaObject::invokeMethod(
      this,
      [this, pending] {
        m_preview = pending;
        m_isOfAnswer = true;
        m_waiting.start();
        m_previewPatience.start(answerPatienceMs);
      },
      Qt::QueuedConnection);
}

void EngineThread::awaitRest() {
  QMutexLocker lock(&m_mutex);
  if (!m_mailbox) m_posted.wait(&m_mutex, restMs);
  if (m_mailbox) throw GivesWay();
}

void EngineThread::showPending() {
  const SnapshotPtr pending = std::exchange(m_preview, {});
  m_previewPatience.stop();
  if (!pending) return;
  if (m_isOfAnswer) return emit answered(pending);
  m_isSlow = true;
  {
    QMutexLocker lock(&m_mutex);
    m_shownPreview = pending->request;
    m_runningPreview = false;
    if (m_mailbox) m_stop.request_stop();  // a newer preview waits already
  }
  emit answered(pending);
}

bool EngineThread::finishPreview(quint64 request) {
  QMetaObject::invokeMethod(
      this,
      [this, request] {
        if (m_preview && m_preview->request <= request) m_preview.reset(), m_previewPatience.stop();
      },
      Qt::QueuedConnection);
  QMutexLocker lock(&m_mutex);
  return m_shownPreview == request;
}

void EngineThread::refuse(const Job& job, const SceneRefusal& why) {
  const quint64 request = job.request.id;
  if (!job.opening) {
    finishPreview(request);
    return emit failed(request, why);
  }
  finishOpening(request, [this, request, why](bool isShown) {
    if (isShown)
      emit failed(request, why);
    else
      emit openFailed(request, why.message);
  });
}

/// Lets the scene be shown after a while, if its answer has not come by then.
void EngineThread::awaitOpening(const SnapshotPtr& pending) {
  QMetaObject::invokeMethod(
      this,
      [this, pending] {
        m_pending = pending;
        m_patience.start();
      },
      Qt::QueuedConnection);
}

/// Ends the wait of a scene that opens, and publishes how it ended, on the object's thread.
void EngineThread::finishOpening(quint64 request, const std::function<void(bool isShown)>& publish) {
  QMetaObject::invokeMethod(
      this,
      [this, request, publish] {
        m_patience.stop();
        m_pending.reset();
        publish(m_openedPending == request);
      },
      Qt::QueuedConnection);
}

void EngineThread::answer(const Job& job, std::stop_token stop) {
  SnapshotRequest request = job.request;
  QElapsedTimer sinceReport;
  std::optional<WorkStage> reported;
  AnswerWatch watch;
  watch.progress = [&](WorkStage stage, double fraction) {
    if (stage == reported && sinceReport.elapsed() < 50) return;
    sinceReport.start();
    reported = stage;
    emit progressed(stage, fraction);
  };
  if (job.opening) {
    watch.progress(WorkStage::Loading, -1);
    watch.placed = [this](const SnapshotPtr& pending) { awaitOpening(pending); };
  }
  if (!job.open.isEmpty()) request.scene = Scene::open(job.open.toStdString());
  if (job.preview) request.maxStates = previewStates;
  QElapsedTimer since;
  since.start();
  if (job.preview)
    watch.placed = [this](const SnapshotPtr& pending) {
      awaitPreview(pending);
      if (m_isSlow) awaitRest();
    };
  else if (!job.opening)
    watch.placed = [this](const SnapshotPtr& pending) { awaitAnswer(pending); };

  SnapshotPtr snapshot = computeSnapshot(request, stop, watch);
  if (job.preview) {
    if (since.elapsed() < openingPatienceMs && !stop.stop_requested()) m_isSlow = false;
    // The bodies have been shown, and a newer preview is about to show them elsewhere.
    if (finishPreview(request.id) && superseded()) return;
  } else if (!job.opening) {
    finishPreview(request.id);
  }
  snapshot = reuseCurve(snapshot, m_last);
  if (job.opening)
    finishOpening(request.id, [this, snapshot](bool isShown) {
      if (isShown)
        emit answered(snapshot);
      else
        emit opened(snapshot);
    });
  else
    emit answered(snapshot);
  if (snapshot->curve) m_last = snapshot;
  if (!superseded()) refine(snapshot, job.preview ? Extras{} : request.extras, stop, watch.progress);
}

}  // namespace carom
