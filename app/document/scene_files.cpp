#include "document/scene_files.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include "base/atomic_file.h"
#include "base/composition_record.h"
#include "base/figure_record.h"
#include "base/qt_text.h"
#include "common/file_dialog.h"
#include "document/document.h"
#include "document/engine_thread.h"
#include "document/kept_choices.h"
#include "document/recent_files.h"
#include "scene/edit/bake_assignments.h"
#include "scene/format/write_scene.h"

namespace carom {

namespace {

constexpr auto ending = "carom.json";

QString filter() {
  return SceneFiles::tr("Carom scenes (*.carom.json);;All files (*)");
}

/// Of all that the window opens.
QString filterToOpen() {
  QStringList endings;
  for (const char* one : {"json", "urdf", "xml", "mjcf", "sdf", "world", "csv", "npz", "pdf", "svg", "eps",
                          "png", "tif", "tiff", "tex", "mp4", "webm", "gif", "apng"})
    endings += QStringLiteral("*.") + QLatin1String(one);
  return SceneFiles::tr("Scenes, robots, recordings, figures and movies (%1)")
             .arg(endings.join(QLatin1Char(' '))) +
         QStringLiteral(";;") + filter();
}

/// Completes the typing in a field that still has the focus.
void finishTyping() {
  QWidget* field = QApplication::focusWidget();
  if (!field) return;
  field->clearFocus();
  field->setFocus();
}

}  // namespace

SceneFiles::SceneFiles(Document* document, EngineThread* engine, QWidget* window)
    : QObject(window),
      m_document(document),
      m_engine(engine),
      m_window(window),
      m_questions(window),
      m_file(document, &m_questions, window),
      m_copy(document, &m_file, &m_questions),
      m_loading(window) {
  connect(m_engine, &EngineThread::opened, this, &SceneFiles::takeOpened);
  connect(m_engine, &EngineThread::openFailed, this, &SceneFiles::takeOpenFailed);
  connect(document, &Document::stateChanged, this, &SceneFiles::goOnWhenSettled);
  connect(document, &Document::draftChanged, this, &SceneFiles::renamed);
  connect(&m_file, &DocumentFile::reloadWanted, this, [this] { open(path()); });
  connect(&m_file, &DocumentFile::told, this, &SceneFiles::told);
  connect(&m_copy, &UnsavedCopy::recoveryWanted, this, &SceneFiles::openRecovered);
  connect(&m_copy, &UnsavedCopy::told, this, &SceneFiles::told);
  connect(&m_loading, &FigureLoading::loaded, this, &SceneFiles::openLoaded);
  connect(&m_loading, &FigureLoading::refused, this, &SceneFiles::refuseFigure);
}

void SceneFiles::open(const QString& nameOrPath, const Assignments& assignments) {
  const bool builtin = std::ranges::any_of(
      builtinScenes(), [&](const BuiltinScene& scene) { return scene.name == nameOrPath.toStdString(); });
  m_opening = {.request = m_document->nextRequest(),
               .path = builtin ? QString() : QFileInfo(nameOrPath).absoluteFilePath(),
               .builtin = builtin};
  m_whenSettled = {};
  m_loading.cancel();
  m_engine->open(nameOrPath, assignments, m_opening->request);
}

void SceneFiles::openText(const SceneText& text, const Assignments& assignments, Opening opening) {
  opening.request = m_document->nextRequest();
  m_opening = opening;
  m_whenSettled = {};
  m_loading.cancel();
  m_engine->openText(text, assignments, opening.request);
}

void SceneFiles::openRecovered(const RecoveredScene& scene) {
  const QString file = scene.path.isEmpty() ? scene.name + ".carom.json" : scene.path;
  openText({scene.text, file.toStdString()}, scene.assignments, {0, scene.path, true});
}

void SceneFiles::openAfterAsking(const QString& nameOrPath, const Assignments& assignments) {
  afterUnsaved([this, nameOrPath, assignments] { open(nameOrPath, assignments); });
}

void SceneFiles::openFileAfterAsking(const QString& path) {
  mayHoldRecord(path) ? openFigureAfterAsking(path) : openAfterAsking(path);
}

void SceneFiles::newScene() {
  afterUnsaved([this] { openText({emptySceneText(), tr("untitled").toStdString() + '.' + ending}, {}, {}); });
}

void SceneFiles::openImported(const SceneText& scene, const QStringList& warnings) {
  afterUnsaved([this, scene, warnings] {
    openText(scene, {}, {.unsaved = true});
    if (!warnings.isEmpty())
      m_questions.report(tr("Import"), tr("The scene differs from the robot"),
                         warnings.join(QLatin1Char('\n')));
  });
}

void SceneFiles::chooseFile() {
  auto* dialog = new FileDialog(m_window, tr("Open"), QSettings().value("folder").toString(), filterToOpen());
  dialog->setOption(QFileDialog::HideNameFilterDetails);
  connect(dialog, &FileDialog::fileSelected, this, [this](const QString& path) {
    QSettings().setValue("folder", QFileInfo(path).absolutePath());
    emit fileChosen(path);
  });
  dialog->open();
}

void SceneFiles::chooseFigure() {
  QStringList all = figureEndings() + movieEndings();
  all.removeDuplicates();
  const QString endings = all.join(QStringLiteral(" *."));
  auto* dialog = new FileDialog(m_window, tr("Open a figure’s scene"), QSettings().value("folder").toString(),
                                tr("Figures and movies of Carom (*.%1)").arg(endings));
  connect(dialog, &FileDialog::fileSelected, this, &SceneFiles::openFigureAfterAsking);
  dialog->open();
}

void SceneFiles::openFigureAfterAsking(const QString& path) try {
  const FigureArguments figure = argumentsOfRecord(readRecord(path));
  if (figure.name == "composition") return emit compositionOpened(figure);
  if (figure.has("data"))
    throw FigureError(path.toStdString() + tr(": shows measurements, and no scene").toStdString());
  openFigure(figure);
} catch (const std::exception& error) {
  refuseFigure(QString::fromUtf8(error.what()));
}

void SceneFiles::openFigure(const FigureArguments& figure) {
  if (!figure.has("scene")) return emit figureOpened(figure);  // of a collision law, which has no scene
  m_loading.load(figure);
}

/// The question comes here: a person may have edited while the figure was on its way.
void SceneFiles::openLoaded(const std::shared_ptr<const LoadedFigure>& figure) {
  afterUnsaved([this, figure] {
    openText({figure->request.scene->text(), figure->arguments.text("scene")}, figure->request.assignments,
             {.builtin = true, .figure = figure});
  });
}

void SceneFiles::refuseFigure(const QString& why) {
  m_questions.report(tr("The figure was not opened"), why, {});
  emit openRefused(why);
}

/// Gives the scene of a figure the settings that the figure has.
void SceneFiles::startAs(const LoadedFigure& figure) {
  m_document->setProbabilities(figure.request.gaps.has_value());
  m_document->setModels(figure.request.extras.models);
  m_document->startWith(figure.request.settings, figure.request.ordering, figure.runs);
  emit renamed();
  if (figure.runsLeftOut > 0)
    emit told(tr("The figure has %1 further runs, more than the window keeps: %2 are left out.")
                  .arg(figure.runs.size() + figure.runsLeftOut)
                  .arg(figure.runsLeftOut));
  emit figureOpened(figure.arguments);
}

/// Takes the scene that the engine has opened.
void SceneFiles::takeOpened(const SnapshotPtr& snapshot) {
  if (!m_opening || m_opening->request != snapshot->request) return;
  const Opening opened = std::exchange(m_opening, {}).value();
  m_document->reset(snapshot);
  m_copy.forget();
  m_isBuiltin = opened.builtin;
  m_file.follow(opened.path, QByteArray::fromStdString(snapshot->scene->text()));
  if (opened.recovered)
    m_copy.adopt();
  else if (!opened.path.isEmpty())
    rememberFile(opened.path);
  if (opened.unsaved) m_document->setUnsaved();
  if (opened.figure) return startAs(*opened.figure);
  const ImpactSettings choices = keptChoices(opened.path, snapshot->instance);
  if (!(choices == ImpactSettings())) m_document->startWith(choices);
  emit renamed();
}

void SceneFiles::takeOpenFailed(quint64 request, const QString& message) {
  if (!m_opening || m_opening->request != request) return;
  m_opening = {};
  m_copy.dropOffers();
  const bool hasScene = m_document->state().scene != nullptr;
  m_questions.report(tr("The scene was not opened"), message,
                     hasScene ? tr("The scene that was open stays as it was.") : QString());
  emit openRefused(message);
}

void SceneFiles::recover() {
  afterUnsaved([this] {
    if (!m_copy.offer()) emit told(tr("There is nothing to recover."));
  });
}

void SceneFiles::saveThen(Then then) {
  finishTyping();
  if (m_document->isWaiting()) {
    m_whenSettled = [this, then] { saveThen(then); };
    return;
  }
  if (path().isEmpty()) return saveAsThen(std::move(then));
  m_file.ifUnchanged([this, then = std::move(then)] {
    if (write(path()) && then) then();
  });
}

/// Continues the waiting action later, after the panels have shown the new state.
void SceneFiles::goOnWhenSettled() {
  if (m_whenSettled && !m_document->isWaiting())
    QTimer::singleShot(0, this, std::exchange(m_whenSettled, {}));
}

void SceneFiles::saveAsThen(Then then) {
  finishTyping();
  const QString folder = path().isEmpty() ? QSettings().value("folder", QDir::homePath()).toString()
                                          : QFileInfo(path()).absolutePath();
  auto* dialog = new FileDialog(m_window, tr("Save the scene as"), folder, filter());
  dialog->askToSave();
  dialog->setDefaultSuffix(ending);
  dialog->selectFile(name() + '.' + ending);
  connect(dialog, &FileDialog::fileSelected, this, [this, then = std::move(then)](const QString& chosen) {
    if (!write(chosen)) return;
    QSettings().setValue("folder", QFileInfo(chosen).absolutePath());
    if (then) then();
  });
  connect(dialog, &FileDialog::rejected, this, &SceneFiles::stayed);
  dialog->open();
}

bool SceneFiles::write(const QString& path) try {
  const DocumentState& state = m_document->committed();
  if (!state.scene) return false;
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const QByteArray text = QByteArray::fromStdString(bakedText(*state.scene, state.assignments));
  writeWhole(absolute, text);
  m_file.follow(absolute, text);
  m_document->setSaved();
  m_copy.forget();
  rememberFile(absolute);
  keepChoices(absolute, state.settings);
  emit renamed();
  const QString saved = tr("Saved %1").arg(QDir::toNativeSeparators(absolute));
  emit told(m_document->draft().isNull() ? saved : tr("%1, without the text that has an error").arg(saved));
  return true;
} catch (const std::exception& error) {
  const QString why = QString::fromUtf8(error.what());
  m_questions.report(tr("Carom"), tr("The scene was not saved"),
                     why + "\n\n" + tr("It stays open as it is. Save it under another name."));
  return false;
}

/// Whether the document is a built-in scene of which only parameters are changed: no work would be lost.
bool SceneFiles::isOnlyLookedAt() const {
  return m_isBuiltin && path().isEmpty() && !m_document->isTextModified() && !m_document->isWaiting() &&
         !m_document->hasNewRuns();
}

/// What saving the scene does not save; empty without kept runs.
QString SceneFiles::aboutRuns() const {
  if (!m_document->hasNewRuns()) return {};
  const auto count = static_cast<int>(m_document->committed().kept.size());
  return count == 1 ? tr("Its kept run is no part of a scene’s file: a figure that shows it brings it back.")
                    : tr("Its %1 kept runs are no part of a scene’s file: a figure that shows them brings "
                         "them back.",
                         nullptr, count)
                          .arg(count);
}

void SceneFiles::afterUnsaved(Then then) {
  finishTyping();
  if (isOnlyLookedAt()) return afterDraft(std::move(then));
  if (!m_document->isModified() && !m_document->isWaiting()) return afterRuns(std::move(then));
  if (m_questions.isOpen()) return;
  QStringList more{path().isEmpty() ? tr("The scene is in no file yet.") : QDir::toNativeSeparators(path())};
  if (const QString runs = aboutRuns(); !runs.isEmpty()) more += runs;
  QMessageBox* box =
      m_questions.ask(tr("Save the changes to “%1”?").arg(name()), more.join(QLatin1String("\n\n")));
  box->setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  box->button(QMessageBox::Save)->setText(tr("&Save"));
  box->button(QMessageBox::Discard)->setText(tr("&Discard"));
  box->setDefaultButton(QMessageBox::Save);
  connect(box, &QMessageBox::finished, this, [this, then](int button) {
    if (button == QMessageBox::Save) saveThen([this, then] { afterDraft(then); });
    if (button == QMessageBox::Discard) then();
    if (button == QMessageBox::Cancel) emit stayed();
  });
  box->open();
}

/// Asks about kept runs of a scene that needs no saving.
void SceneFiles::afterRuns(Then then) {
  if (!m_document->hasNewRuns()) return afterDraft(std::move(then));
  if (m_questions.isOpen()) return;
  QMessageBox* box = m_questions.ask(tr("Close “%1” with its kept runs?").arg(name()), aboutRuns());
  const auto* discard = box->addButton(tr("&Discard the runs"), QMessageBox::DestructiveRole);
  box->setDefaultButton(box->addButton(QMessageBox::Cancel));
  connect(box, &QMessageBox::finished, this, [this, box, discard, then = std::move(then)] {
    box->clickedButton() == discard ? afterDraft(then) : emit stayed();
  });
  box->open();
}

/// Asks about a draft with an error, which saving the scene does not save.
void SceneFiles::afterDraft(Then then) {
  if (m_document->draft().isNull()) return then();
  if (m_questions.isOpen()) return;
  QMessageBox* box =
      m_questions.ask(tr("The text of “%1” has an error").arg(name()),
                      tr("It is no part of the scene, and is lost unless you correct it first."));
  const auto* discard = box->addButton(tr("&Discard the text"), QMessageBox::DestructiveRole);
  auto* cancel = box->addButton(QMessageBox::Cancel);
  box->setDefaultButton(cancel);
  connect(box, &QMessageBox::finished, this, [this, box, discard, then = std::move(then)] {
    box->clickedButton() == discard ? then() : emit stayed();
  });
  box->open();
}

bool SceneFiles::mayClose() {
  finishTyping();
  if (isOnlyLookedAt() && m_document->draft().isNull()) {
    m_copy.forget();
    return true;
  }
  if (m_closing || !(isUnsaved() || m_document->hasNewRuns() || m_document->isWaiting())) return true;
  afterUnsaved([this] {
    m_closing = true;
    m_window->close();
  });
  return false;
}

}  // namespace carom
