#include "document/scene_files.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include "base/atomic_file.h"
#include "document/document.h"
#include "document/engine_thread.h"
#include "document/recent_files.h"
#include "scene/edit/bake_assignments.h"
#include "scene/format/write_scene.h"

namespace carom {

namespace {

constexpr int autosaveDelay = 2000;  // ms after the first edit that is not kept yet
constexpr auto ending = "carom.json";

QString filter() {
  return SceneFiles::tr("Carom scenes (*.carom.json);;All files (*)");
}

/// What is typed in a field counts, though the field still has the focus.
void finishTyping() {
  QWidget* field = QApplication::focusWidget();
  if (!field) return;
  field->clearFocus();
  field->setFocus();
}

}  // namespace

SceneFiles::SceneFiles(Document* document, EngineThread* engine, QWidget* window)
    : QObject(window), m_document(document), m_engine(engine), m_window(window) {
  m_autosave.setSingleShot(true);
  m_autosave.setInterval(autosaveDelay);
  connect(&m_autosave, &QTimer::timeout, this, &SceneFiles::keepUnsaved);
  connect(m_document, &Document::stateChanged, this, &SceneFiles::watchUnsaved);
  connect(m_document, &Document::requested, this, &SceneFiles::watchUnsaved);
  connect(m_document, &Document::draftChanged, this, [this] {
    watchUnsaved();
    emit renamed();
  });
  connect(m_engine, &EngineThread::opened, this, &SceneFiles::takeOpened);
  connect(m_engine, &EngineThread::openFailed, this, &SceneFiles::takeOpenFailed);
  connect(&m_watch, &FileWatch::touched, this, [this] {
    // Programs write in several steps; an inactive window asks when it is looked at again.
    QTimer::singleShot(200, this, [this] {
      if (m_window->isActiveWindow()) lookAtDisk();
    });
  });
  m_window->installEventFilter(this);
}

QString SceneFiles::name() const {
  const auto& scene = m_document->state().scene;
  if (path().isEmpty()) return scene ? QString::fromStdString(scene->name()) : QString();
  QString name = QFileInfo(path()).fileName();
  for (const char* part : {".json", ".carom"})
    if (name.endsWith(part)) name.chop(static_cast<int>(qstrlen(part)));
  return name;
}

void SceneFiles::open(const QString& nameOrPath, const Assignments& assignments) {
  const bool builtin = std::ranges::any_of(
      builtinScenes(), [&](const BuiltinScene& scene) { return scene.name == nameOrPath.toStdString(); });
  m_opening = {.request = m_document->nextRequest(),
               .path = builtin ? QString() : QFileInfo(nameOrPath).absoluteFilePath(),
               .builtin = builtin};
  m_whenSettled = {};
  m_engine->open(nameOrPath, assignments, m_opening->request);
}

void SceneFiles::openText(const SceneText& text, const Assignments& assignments, Opening opening) {
  opening.request = m_document->nextRequest();
  m_opening = opening;
  m_whenSettled = {};
  m_engine->openText(text, assignments, opening.request);
}

void SceneFiles::openAfterAsking(const QString& nameOrPath) {
  afterUnsaved([this, nameOrPath] { open(nameOrPath); });
}

void SceneFiles::newScene() {
  afterUnsaved([this] { openText({emptySceneText(), tr("untitled").toStdString() + '.' + ending}, {}, {}); });
}

void SceneFiles::chooseFile() {
  afterUnsaved([this] {
    auto* dialog =
        new QFileDialog(m_window, tr("Open a scene"), QSettings().value("folder").toString(), filter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
      QSettings().setValue("folder", QFileInfo(path).absolutePath());
      open(path);
    });
    dialog->open();
  });
}

/// The engine has read what was to be opened.
void SceneFiles::takeOpened(const SnapshotPtr& snapshot) {
  if (!m_opening || m_opening->request != snapshot->request) return;
  const Opening opened = std::exchange(m_opening, {}).value();
  m_document->reset(snapshot);
  m_recovery.forget();
  m_isBuiltin = opened.builtin;
  m_watch.follow(opened.path, QByteArray::fromStdString(snapshot->scene->text()));
  if (opened.recovered)
    finishRecovery();
  else if (!opened.path.isEmpty())
    rememberFile(opened.path);
  emit renamed();
}

void SceneFiles::takeOpenFailed(quint64 request, const QString& message) {
  if (!m_opening || m_opening->request != request) return;
  m_opening = {};
  m_offered.clear();
  auto* box = new QMessageBox(QMessageBox::Warning, tr("The scene was not opened"), message, QMessageBox::Ok,
                              m_window);
  box->setInformativeText(m_document->state().scene ? tr("The scene that was open stays as it was.")
                                                    : QString());
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
  emit openRefused(message);
}

void SceneFiles::recover() {
  afterUnsaved([this] {
    offerRecovery();
    if (m_offered.empty()) emit told(tr("There is nothing to recover."));
  });
}

void SceneFiles::saveThen(Then then) {
  finishTyping();
  if (m_document->isWaiting()) {
    m_whenSettled = [this, then] { saveThen(then); };
    return;
  }
  if (path().isEmpty()) return saveAsThen(std::move(then));
  const auto go = [this, then] {
    if (write(path()) && then) then();
  };
  if (m_watch.look() == FileWatch::Disk::Changed)
    askAboutDisk(go);
  else
    go();
}

void SceneFiles::saveAsThen(Then then) {
  finishTyping();
  const QString folder = path().isEmpty() ? QSettings().value("folder", QDir::homePath()).toString()
                                          : QFileInfo(path()).absolutePath();
  auto* dialog = new QFileDialog(m_window, tr("Save the scene as"), folder, filter());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(ending);
  dialog->selectFile(name() + '.' + ending);
  connect(dialog, &QFileDialog::fileSelected, this, [this, then = std::move(then)](const QString& chosen) {
    if (!write(chosen)) return;
    QSettings().setValue("folder", QFileInfo(chosen).absolutePath());
    if (then) then();
  });
  dialog->open();
}

bool SceneFiles::write(const QString& path) try {
  const DocumentState& state = m_document->committed();
  if (!state.scene) return false;
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const QByteArray text = QByteArray::fromStdString(bakedText(*state.scene, state.assignments));
  writeWhole(absolute, text);
  m_watch.follow(absolute, text);
  m_document->setSaved();
  m_recovery.forget();
  m_autosave.stop();
  rememberFile(absolute);
  emit renamed();
  const QString saved = tr("Saved %1").arg(QDir::toNativeSeparators(absolute));
  emit told(m_document->draft().isNull() ? saved : tr("%1, without the text that has an error").arg(saved));
  return true;
} catch (const std::exception& error) {
  QMessageBox* box =
      ask(tr("The scene was not saved"), QString::fromUtf8(error.what()) + "\n\n" +
                                             tr("It stays open as it is. Save it under another name."));
  box->setIcon(QMessageBox::Warning);
  box->open();
  return false;
}

QMessageBox* SceneFiles::ask(const QString& text, const QString& more) {
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Carom"), text, QMessageBox::NoButton, m_window);
  box->setInformativeText(more);
  box->setAttribute(Qt::WA_DeleteOnClose);
  return box;
}

/// Whether the document is a built-in scene of which only parameters are set to something else: nobody has
/// made what would be lost.
bool SceneFiles::isOnlyLookedAt() const {
  return m_isBuiltin && path().isEmpty() && !m_document->isTextModified() && !m_document->isWaiting();
}

void SceneFiles::afterUnsaved(Then then) {
  finishTyping();
  if (isOnlyLookedAt()) return afterDraft(std::move(then));
  if (!m_document->isModified() && !m_document->isWaiting()) return afterDraft(std::move(then));
  if (m_question) return m_question->activateWindow();
  m_question = ask(tr("Save the changes to “%1”?").arg(name()),
                   path().isEmpty() ? tr("The scene is in no file yet.") : QDir::toNativeSeparators(path()));
  m_question->setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  m_question->setDefaultButton(QMessageBox::Save);
  connect(m_question, &QMessageBox::finished, this, [this, then](int button) {
    m_question = nullptr;
    if (button == QMessageBox::Save) saveThen([this, then] { afterDraft(then); });
    if (button == QMessageBox::Discard) then();
  });
  m_question->open();
}

/// A text with an error is in no file, whatever is saved.
void SceneFiles::afterDraft(Then then) {
  if (m_document->draft().isNull()) return then();
  if (m_question) return m_question->activateWindow();
  m_question = ask(tr("The text of “%1” has an error").arg(name()),
                   tr("It is no part of the scene, and is lost unless you correct it first."));
  const auto* discard = m_question->addButton(tr("&Discard the text"), QMessageBox::DestructiveRole);
  auto* cancel = m_question->addButton(QMessageBox::Cancel);
  m_question->setDefaultButton(cancel);
  connect(m_question, &QMessageBox::finished, this,
          [this, box = m_question, discard, then = std::move(then)] {
            m_question = nullptr;
            if (box->clickedButton() == discard) then();
          });
  m_question->open();
}

bool SceneFiles::isUnsaved() const {
  return m_document->isModified() || !m_document->draft().isNull();
}

bool SceneFiles::mayClose() {
  finishTyping();
  if (isOnlyLookedAt() && m_document->draft().isNull()) {
    m_autosave.stop();
    m_recovery.forget();
    return true;
  }
  if (m_closing || !(isUnsaved() || m_document->isWaiting())) return true;
  afterUnsaved([this] {
    m_closing = true;
    m_window->close();
  });
  return false;
}

}  // namespace carom
