#include "document/impact_thread.h"

#include <QElapsedTimer>

#include "answer/compute_extras.h"
#include "tasks/background_thread.h"

namespace carom {

namespace {

/// How long results of the background search are gathered before the GUI thread gets them.
constexpr std::chrono::milliseconds gatherFindings{100};

}  // namespace

ImpactThread::ImpactThread(QObject* parent) : QObject(parent) {
  m_thread.setObjectName("impacts");
  m_worker.moveToThread(&m_thread);
  connect(&m_thread, &QThread::started, &m_worker, &yieldToWindow);  // on that thread
  m_thread.start();
}

ImpactThread::~ImpactThread() {
  {
    QMutexLocker lock(&m_mutex);
    m_question.reset();
    m_toSearch.clear();
    m_stop.request_stop();
  }
  m_thread.quit();
  m_thread.wait();
}

void ImpactThread::ask(const SnapshotPtr& run, int impact, const Extras& extras) {
  QMutexLocker lock(&m_mutex);
  m_stop.request_stop();
  m_question = Question{run, impact, extras};
  wake();
}

void ImpactThread::forget() {
  QMutexLocker lock(&m_mutex);
  m_question.reset();
  if (m_answering) m_stop.request_stop();
}

void ImpactThread::search(const SnapshotPtr& run, const std::vector<int>& impacts) {
  QMutexLocker lock(&m_mutex);
  if (!m_answering) m_stop.request_stop();
  m_searched = run;
  m_toSearch.assign(impacts.begin(), impacts.end());
  if (!m_toSearch.empty()) wake();
}

void ImpactThread::cancel() {
  QMutexLocker lock(&m_mutex);
  if (m_answering) m_stop.request_stop();
}

/// Wakes the worker. The caller holds the mutex.
void ImpactThread::wake() {
  if (m_awake) return;
  m_awake = true;
  QMetaObject::invokeMethod(
      &m_worker, [this] { work(); }, Qt::QueuedConnection);
}

void ImpactThread::work() {
  bool busy = false;
  while (true) {
    std::optional<Question> question;
    SnapshotPtr run;
    int impact = -1;
    std::stop_token stop;
    {
      QMutexLocker lock(&m_mutex);
      question = std::exchange(m_question, std::nullopt);
      m_answering = question.has_value();
      run = m_searched;
      if (!question && m_toSearch.empty()) m_awake = false;
      if (!question && !m_toSearch.empty()) impact = m_toSearch.front();
      m_stop = std::stop_source();
      stop = m_stop.get_token();
    }
    if (busy != question.has_value()) emit busyChanged(busy = question.has_value());
    if (question)
      answer(*question, stop);
    else if (impact >= 0)
      searchNext(run, impact, stop);
    else
      return;
  }
}

void ImpactThread::answer(const Question& question, const std::stop_token& stop) {
  QElapsedTimer sinceReport;
  std::optional<WorkStage> reported;
  const WorkProgress progress = [&](WorkStage stage, double fraction) {
    if (stage == reported && sinceReport.elapsed() < 50) return;
    sinceReport.start();
    reported = stage;
    emit progressed(stage, fraction);
  };
  try {
    SnapshotPtr found =
        resolveImpactOfRun(*question.run, question.impact, stop, progressOf(WorkStage::Searching, progress));
    emit resolved(found);
    const SnapshotPtr more = computeExtras(found, question.extras, stop, progress);
    if (more != found) emit resolved(more);
  } catch (const std::exception& error) {
    emit failed(question.run, question.impact, QString::fromUtf8(error.what()));
  }
}

/// Searches one impact of the list. It stays in the list until it is searched.
void ImpactThread::searchNext(const SnapshotPtr& run, int impact, const std::stop_token& stop) {
  std::optional<ImpactSearch> found;
  try {
    found = searchImpact(*run, impact, {}, stop);
  } catch (const std::exception&) {  // such as a lack of memory
    found = ImpactSearch{};
  }
  bool last = false;
  {
    QMutexLocker lock(&m_mutex);
    if (m_searched != run) return m_found.clear();
    if (found && !m_toSearch.empty() && m_toSearch.front() == impact) {
      m_toSearch.pop_front();
      m_found.emplace_back(impact, std::move(*found));
    }
    last = m_toSearch.empty();
  }
  hand(run, last);
}

void ImpactThread::hand(const SnapshotPtr& run, bool last) {
  const auto now = std::chrono::steady_clock::now();
  if (m_found.empty() || (!last && m_handed && now - *m_handed < gatherFindings)) return;
  m_handed = now;
  emit searched(run, std::exchange(m_found, {}));
}

}  // namespace carom
