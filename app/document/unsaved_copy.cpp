// What keeps a document from being lost: changes of the file by others, and the copy for the next process.
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QWidget>

#include "document/document.h"
#include "document/engine_thread.h"
#include "document/scene_files.h"

namespace carom {

bool SceneFiles::eventFilter(QObject* object, QEvent* event) {
  if (object == m_window && event->type() == QEvent::WindowActivate)
    QTimer::singleShot(0, this, &SceneFiles::lookAtDisk);
  return QObject::eventFilter(object, event);
}

void SceneFiles::lookAtDisk() {
  if (m_question) return;
  switch (m_watch.look()) {
    case FileWatch::Disk::Same:
      m_gone.clear();
      return;
    case FileWatch::Disk::Changed:
      return askAboutDisk({});
    case FileWatch::Disk::Gone:
      if (m_gone == path()) return;
      m_gone = path();
      m_document->setUnsaved();
      emit told(
          QFileInfo::exists(path())
              ? tr("%1 %2; save the scene under another name.")
                    .arg(QDir::toNativeSeparators(path()), m_watch.whyGone())
              : tr("%1 is not there any more; saving writes it anew.").arg(QDir::toNativeSeparators(path())));
  }
}

/// `keep`: what goes on where the person keeps the document; empty: nothing but going on.
void SceneFiles::askAboutDisk(Then keep) {
  if (m_question) return m_question->activateWindow();
  m_question = ask(
      tr("“%1” was changed by another program").arg(name()),
      isUnsaved() ? tr("Reloading it loses your own changes. Keeping yours replaces the file when you save.")
                  : tr("Reload it, or keep the scene as it is open here?"));
  const auto* reload = m_question->addButton(tr("&Reload"), QMessageBox::AcceptRole);
  auto* mine = m_question->addButton(tr("&Keep mine"), QMessageBox::DestructiveRole);
  m_question->setEscapeButton(keep ? static_cast<QAbstractButton*>(m_question->addButton(QMessageBox::Cancel))
                                   : mine);
  connect(m_question, &QMessageBox::finished, this,
          [this, box = m_question, reload, mine, keep = std::move(keep)] {
            m_question = nullptr;
            if (box->clickedButton() == reload) return open(path());
            if (box->clickedButton() != mine) return;
            m_watch.accept();
            m_document->setUnsaved();
            if (keep) keep();
          });
  m_question->open();
}

void SceneFiles::watchUnsaved() {
  // Not at once: the panels are still to see what the document has become.
  if (m_whenSettled && !m_document->isWaiting())
    QTimer::singleShot(0, this, std::exchange(m_whenSettled, {}));
  if (!isUnsaved() && !m_document->isWaiting()) {
    m_autosave.stop();
    m_recovery.forget();
  } else if (!m_autosave.isActive()) {
    m_autosave.start();
  }
}

void SceneFiles::keepUnsaved() try {
  const DocumentState& state = m_document->committed();
  const bool waiting = m_document->isWaiting();
  if (!state.scene || !(isUnsaved() || waiting)) return;
  // What the engine still reads may take it long.
  const std::string asked = waiting ? m_document->sceneText() : state.scene->text();
  const QString& typed = m_document->draft();
  const std::string draft = typed.isNull() && asked != state.scene->text() ? asked : typed.toStdString();
  m_recovery.keep({path(), name(), state.scene->text(), state.assignments, draft});
  m_notKept.clear();
} catch (const std::exception& error) {
  const QString why = QString::fromUtf8(error.what());
  m_autosave.start();  // a disk may have room again
  if (why == std::exchange(m_notKept, why)) return;
  emit told(tr("Unsaved changes cannot be kept for recovery: %1").arg(why));
}

void SceneFiles::offerRecovery() {
  m_offered = m_recovery.found();
  offerNext();
}

void SceneFiles::offerNext() {
  if (m_offered.empty() || m_question) return;
  const Recovery::Found& found = m_offered.front();
  const QString where =
      found.scene.path.isEmpty() ? tr("It was in no file yet.") : QDir::toNativeSeparators(found.scene.path);
  const auto more = m_offered.size() - 1;
  m_question = ask(
      tr("Recover unsaved changes to “%1”?").arg(found.scene.name),
      tr("Carom ended without saving them on %1.").arg(QLocale().toString(found.when, QLocale::ShortFormat)) +
          '\n' + where + (more > 0 ? "\n\n" + tr("There are %1 more such scenes.").arg(more) : QString()));
  const auto* recover = m_question->addButton(tr("&Recover"), QMessageBox::AcceptRole);
  const auto* discard = m_question->addButton(tr("&Discard"), QMessageBox::DestructiveRole);
  m_question->setEscapeButton(m_question->addButton(tr("&Later"), QMessageBox::RejectRole));
  connect(m_question, &QMessageBox::finished, this, [this, box = m_question, recover, discard] {
    m_question = nullptr;
    if (box->clickedButton() == discard) {
      m_offered.front().discard();
      m_offered.erase(m_offered.begin());
      offerNext();
    } else if (box->clickedButton() == recover) {
      const RecoveredScene scene = m_offered.front().scene;
      const QString file = scene.path.isEmpty() ? scene.name + ".carom.json" : scene.path;
      openText({scene.text, file.toStdString()}, scene.assignments, {0, scene.path, true});
    } else {
      m_offered.clear();
    }
  });
  m_question->open();
}

/// The document shows what was recovered: it is unsaved, and kept by this process from now on.
void SceneFiles::finishRecovery() {
  const std::string draft = m_offered.front().scene.draft;
  m_document->setDraft(draft.empty() ? QString() : QString::fromStdString(draft));
  m_watch.accept();
  m_document->setUnsaved();
  keepUnsaved();
  m_offered.front().discard();
  m_offered.clear();
  // The panels show the scene first.
  if (draft.empty()) return;
  QTimer::singleShot(0, m_document, [document = m_document, text = m_document->draft()] {
    emit document->draftRecovered(text);
  });
}

}  // namespace carom
