#include "document/unsaved_copy.h"

#include <QDir>
#include <QLocale>
#include <QPushButton>

#include "document/document.h"
#include "document/document_file.h"
#include "document/questions.h"

namespace carom {

UnsavedCopy::UnsavedCopy(Document* document, DocumentFile* file, Questions* questions)
    : m_document(document), m_file(file), m_questions(questions) {
  constexpr int autosaveDelay = 2000;  // ms after the first edit that is not kept yet
  m_autosave.setSingleShot(true);
  m_autosave.setInterval(autosaveDelay);
  connect(&m_autosave, &QTimer::timeout, this, &UnsavedCopy::keep);
  connect(document, &Document::stateChanged, this, &UnsavedCopy::watch);
  connect(document, &Document::requested, this, &UnsavedCopy::watch);
  connect(document, &Document::draftChanged, this, &UnsavedCopy::watch);
}

void UnsavedCopy::watch() {
  if (!m_document->hasUnsaved() && !m_document->isWaiting())
    forget();
  else if (!m_autosave.isActive())
    m_autosave.start();
}

void UnsavedCopy::forget() {
  m_autosave.stop();
  m_recovery.forget();
}

void UnsavedCopy::keep() try {
  const DocumentState& state = m_document->committed();
  const bool waiting = m_document->isWaiting();
  if (!state.scene || !(m_document->hasUnsaved() || waiting)) return;
  // The engine may take long to read the newest text, so keep that text already.
  const std::string asked = waiting ? m_document->sceneText() : state.scene->text();
  const QString& typed = m_document->draft();
  const std::string draft = typed.isNull() && asked != state.scene->text() ? asked : typed.toStdString();
  m_recovery.keep({m_file->path(), m_file->name(), state.scene->text(), state.assignments, draft});
  m_notKept.clear();
} catch (const std::exception& error) {
  const QString why = QString::fromUtf8(error.what());
  m_autosave.start();  // tries again: the disk may have room by then
  if (why == std::exchange(m_notKept, why)) return;
  emit told(tr("Unsaved changes cannot be kept for recovery: %1").arg(why));
}

bool UnsavedCopy::offer() {
  m_offered = m_recovery.found();
  offerNext();
  return !m_offered.empty();
}

void UnsavedCopy::offerNext() {
  if (m_offered.empty() || m_questions->isOpen()) return;
  const Recovery::Found& found = m_offered.front();
  const QString where =
      found.scene.path.isEmpty() ? tr("It was in no file yet.") : QDir::toNativeSeparators(found.scene.path);
  const auto more = m_offered.size() - 1;
  QMessageBox* box = m_questions->ask(
      tr("Recover unsaved changes to “%1”?").arg(found.scene.name),
      tr("Carom ended without saving them on %1.")
              .arg(QLocale::system().toString(found.when, QLocale::ShortFormat)) +
          '\n' + where + (more > 0 ? "\n\n" + tr("There are %1 more such scenes.").arg(more) : QString()));
  const auto* recover = box->addButton(tr("&Recover"), QMessageBox::AcceptRole);
  const auto* discard = box->addButton(tr("&Discard"), QMessageBox::DestructiveRole);
  box->setEscapeButton(box->addButton(tr("&Later"), QMessageBox::RejectRole));
  connect(box, &QMessageBox::finished, this, [this, box, recover, discard] {
    if (box->clickedButton() == recover) return emit recoveryWanted(m_offered.front().scene);
    if (box->clickedButton() != discard) return m_offered.clear();
    m_offered.front().discard();
    m_offered.erase(m_offered.begin());
    offerNext();
  });
  box->open();
}

void UnsavedCopy::adopt() {
  const std::string draft = m_offered.front().scene.draft;
  m_document->setDraft(draft.empty() ? QString() : QString::fromStdString(draft));
  m_file->accept();
  m_document->setUnsaved();
  keep();
  m_offered.front().discard();
  m_offered.clear();
  if (draft.empty()) return;
  QTimer::singleShot(0, m_document, [document = m_document, text = m_document->draft()] {
    emit document->draftRecovered(text);  // after the panels have shown the scene
  });
}

}  // namespace carom
