#include "document/document_file.h"

#include <QDir>
#include <QEvent>
#include <QPushButton>
#include <QTimer>
#include <QWidget>

#include "document/document.h"
#include "document/questions.h"

namespace carom {

DocumentFile::DocumentFile(Document* document, Questions* questions, QWidget* window)
    : m_document(document), m_questions(questions), m_window(window) {
  connect(&m_watch, &FileWatch::touched, this, [this] {
    // Programs write in several steps. An inactive window asks once it becomes active.
    constexpr int calmMs = 200;
    QTimer::singleShot(calmMs, this, [this] {
      if (m_window->isActiveWindow()) look();
    });
  });
  m_window->installEventFilter(this);
}

bool DocumentFile::eventFilter(QObject* object, QEvent* event) {
  if (object == m_window && event->type() == QEvent::WindowActivate)
    QTimer::singleShot(0, this, &DocumentFile::look);
  return QObject::eventFilter(object, event);
}

QString DocumentFile::name() const {
  const auto& scene = m_document->state().scene;
  if (path().isEmpty()) return scene ? QString::fromStdString(scene->name()) : QString();
  QString name = QFileInfo(path()).fileName();
  for (const char* part : {".json", ".carom"})
    if (name.endsWith(part)) name.chop(static_cast<int>(qstrlen(part)));
  return name;
}

void DocumentFile::follow(const QString& path, const QByteArray& content) {
  m_watch.follow(path, content);
}

void DocumentFile::ifUnchanged(std::function<void()> then) {
  if (m_watch.look() == FileWatch::Disk::Changed)
    askWhatToKeep(std::move(then));
  else
    then();
}

void DocumentFile::look() {
  if (m_questions->isOpen()) return;
  switch (m_watch.look()) {
    case FileWatch::Disk::Same:
      m_gone.clear();
      return;
    case FileWatch::Disk::Changed:
      return askWhatToKeep({});
    case FileWatch::Disk::Gone:
      return reportGone();
  }
}

void DocumentFile::reportGone() {
  if (m_gone == path()) return;
  m_gone = path();
  m_document->setUnsaved();
  const QString file = QDir::toNativeSeparators(path());
  emit told(QFileInfo::exists(path())
                ? tr("%1 %2; save the scene under another name.").arg(file, m_watch.whyGone())
                : tr("%1 is not there any more; saving writes it anew.").arg(file));
}

/// Calls `then` where the person keeps the document; an empty `then` has no further action.
void DocumentFile::askWhatToKeep(std::function<void()> then) {
  if (m_questions->isOpen()) return;
  QMessageBox* box = m_questions->ask(
      tr("“%1” was changed by another program").arg(name()),
      m_document->hasUnsaved()
          ? tr("Reloading it loses your own changes. Keeping yours replaces the file when you save.")
          : tr("Reload it, or keep the scene as it is open here?"));
  const auto* reload = box->addButton(tr("&Reload"), QMessageBox::AcceptRole);
  auto* mine = box->addButton(tr("&Keep mine"), QMessageBox::DestructiveRole);
  box->setEscapeButton(then ? static_cast<QAbstractButton*>(box->addButton(QMessageBox::Cancel)) : mine);
  connect(box, &QMessageBox::finished, this, [this, box, reload, mine, then = std::move(then)] {
    if (box->clickedButton() == reload) return emit reloadWanted();
    if (box->clickedButton() != mine) return;
    m_watch.accept();
    m_document->setUnsaved();
    if (then) then();
  });
  box->open();
}

}  // namespace carom
