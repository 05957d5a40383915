#include "document/answers.h"

#include "common/moments.h"
#include "document/document.h"

namespace carom {

namespace {

/// The answer with these kept runs beside it.
SnapshotPtr withKept(const SnapshotPtr& snapshot, const std::vector<KeptRun>& kept) {
  if (snapshot->kept == kept) return snapshot;
  auto with = std::make_shared<Snapshot>(*snapshot);
  with->kept = kept;
  return with;
}

/// The wait for an answer before the numbers of the state before are taken away. A drag and a quick search do
/// not flicker.
constexpr int outdatedAfterMs = 250;

}  // namespace

Answers::Answers(Document* document, Selection* selection, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_focus(selection) {
  connect(document, &Document::requested, &m_engine, &EngineThread::submit);
  connect(document, &Document::stateChanged, this, [this] {
    if (m_run && m_run->scene == m_document->state().scene && m_run->kept != m_document->state().kept)
      show(m_run);
  });
  connect(document, &Document::stateChanged, this, &Answers::watchAge);
  connect(document, &Document::requested, this, &Answers::watchAge);
  m_late.setSingleShot(true);
  m_late.setInterval(outdatedAfterMs);
  connect(&m_late, &QTimer::timeout, this, [this] { m_focus.setOutdated(isOutdated()); });
  connectEngine();
  connectFocus();
}

/// Whether the newest answer is about another state than the document's.
bool Answers::isOutdated() const {
  const DocumentState& state = m_document->state();
  return m_run && !m_run->isPending &&
         (m_document->hasUnansweredText() || m_run->scene != state.scene ||
          m_run->assignments != state.assignments || !(m_run->settings == state.settings));
}

void Answers::watchAge() {
  if (!isOutdated()) {
    m_late.stop();
    m_focus.setOutdated(false);
  } else if (!m_late.isActive()) {
    m_late.start();
  }
}

void Answers::connectEngine() {
  connect(&m_engine, &EngineThread::answered, this, &Answers::take);
  connect(&m_engine, &EngineThread::failed, m_document, &Document::refuse);
  for (const auto refined : {&EngineThread::curveReady, &EngineThread::extrasReady})
    connect(&m_engine, refined, this, [this](const SnapshotPtr& snapshot) {
      if (m_run && snapshot->request == m_run->request) show(snapshot);
    });
  connect(&m_engine, &EngineThread::curveCancelled, this, [this](quint64 request) {
    if (m_run && request == m_run->request) emit workCancelled();
  });
  connect(&m_engine, &EngineThread::busyChanged, this, [this](bool busy) {
    m_isEngineBusy = busy;
    showBusy();
  });
  connect(&m_engine, &EngineThread::progressed, this, &Answers::progressed);
}

void Answers::connectFocus() {
  connect(&m_focus, &ImpactFocus::shownChanged, this, &Answers::impactChanged);
  connect(&m_focus, &ImpactFocus::searched, this, &Answers::searched);
  connect(&m_focus, &ImpactFocus::failed, this, &Answers::told);
  connect(&m_focus, &ImpactFocus::busyChanged, this, [this](bool busy) {
    m_isFocusBusy = busy;
    showBusy();
  });
  connect(&m_focus, &ImpactFocus::progressed, this, &Answers::progressed);
}

void Answers::cancel() {
  m_engine.cancel();
  m_focus.cancel();
}

void Answers::take(const SnapshotPtr& snapshot) {
  if (!m_document->isCurrent(snapshot->request)) return;
  // Another rule or restitution moves no body: what is shown stays, as that of the question before.
  const bool isSameStart = m_run && !m_run->isPending && m_run->scene == snapshot->scene &&
                           m_run->assignments == snapshot->assignments;
  if (snapshot->isPending && isSameStart) return;
  // An edit that is complete waits for its whole answer: its impact may still be refused.
  if (!snapshot->isPending || !m_document->isWaiting()) m_document->accept(snapshot);
  const bool wasPending = m_run && m_run->isPending;
  show(snapshot);
  if (wasPending) m_selection->setMoment(momentAt(*snapshot->trajectory, m_selection->moment().time));
}

void Answers::showOpened(const SnapshotPtr& snapshot) {
  m_selection->setHoveredNode(std::nullopt);
  show(snapshot);
  m_selection->setMoment(momentAt(*snapshot->trajectory, 0));
}

void Answers::show(const SnapshotPtr& snapshot) {
  m_run = withKept(snapshot, m_document->state().kept);
  emit runChanged(m_run);
  m_focus.setRun(m_run, m_document->extras());
  m_late.stop();  // the next answer has its own time to come
  watchAge();
}

void Answers::showBusy() {
  emit busyChanged(isBusy());
}

}  // namespace carom
