#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "answer/compute_snapshot.h"
#include "answer/snapshot.h"
#include "base/figure_arguments.h"
#include "document/document.h"
#include "document/document_file.h"
#include "document/figure_loading.h"
#include "document/questions.h"
#include "document/unsaved_copy.h"

class QWidget;

namespace carom {

class EngineThread;

/// Creates, opens and saves the document, and asks about unsaved edits.
///
/// Every question is a window-modal box; the action goes on after the answer.
class SceneFiles : public QObject {
  Q_OBJECT
 public:
  SceneFiles(Document* document, EngineThread* engine, QWidget* window);

  /// The path and name of the document, see DocumentFile.
  const QString& path() const { return m_file.path(); }
  QString name() const { return m_file.name(); }

  /// Opens a scene by built-in name or path, with these assignments of its parameters, without a question.
  void open(const QString& nameOrPath, const Assignments& assignments = {});
  /// Opens a scene after the question about unsaved edits.
  void openAfterAsking(const QString& nameOrPath, const Assignments& assignments = {});
  /// The same for a file that a person points at: a scene, or a figure of which the scene is opened.
  void openFileAfterAsking(const QString& path);
  void newScene();
  /// Opens the scene of a robot, after the question about unsaved edits, and shows what it has not.
  void openImported(const SceneText& scene, const QStringList& warnings);
  /// Asks for a file to open; fileChosen() follows.
  void chooseFile();
  /// Opens what a figure was made of, after the question about unsaved edits, which a figure without a scene
  /// does not need. figureOpened() follows, or compositionOpened().
  void openFigureAfterAsking(const QString& path);
  /// The same for the record of a figure that is no composition.
  void openFigure(const FigureArguments& figure);
  /// Asks for a figure to open.
  void chooseFigure();
  void save() { saveThen({}); }
  void saveAs() { saveAsThen({}); }
  /// Whether the window may close now. Otherwise asks the person, and closes the window if the person agrees.
  bool mayClose();
  /// Removes the copy for recovery: the window is closed.
  void forget() { m_copy.forget(); }
  /// Writes the copy for recovery now, rather than in a few seconds.
  void keepUnsaved() { m_copy.keep(); }
  /// Offers the unsaved documents that dead processes left.
  void offerRecovery() { m_copy.offer(); }
  /// Makes the same offer after the question about unsaved edits; reports where there is no such document.
  void recover();
  /// Whether closing the window would lose edits or a draft.
  bool isUnsaved() const { return m_document->hasUnsaved(); }

 signals:
  /// path() or name() has changed.
  void renamed();
  /// One line for the status bar.
  void told(const QString& message);
  /// A person chose this file of any kind to open.
  void fileChosen(const QString& path);
  /// The answer to a question was to stay with the document: what waited for it will not come.
  void stayed();
  /// The engine refused to open a scene; a box shows why.
  void openRefused(const QString& message);
  /// A figure was opened: its scene with all settings is the document, where it has a scene. The answer to
  /// the settings follows.
  void figureOpened(const carom::FigureArguments& figure);
  /// A composition of figures was chosen; its panels are still to be opened.
  void compositionOpened(const carom::FigureArguments& composition);

 private:
  using Then = std::function<void()>;
  /// A scene that is being opened.
  struct Opening {
    quint64 request = 0;
    QString path{};          ///< the document's path once it is open
    bool recovered = false;  ///< from the copy of another process
    bool builtin = false;
    bool unsaved = false;  ///< it is the work of a person, in no file yet
    std::shared_ptr<const LoadedFigure> figure{};
  };

  bool isOnlyLookedAt() const;
  QString aboutRuns() const;
  void afterUnsaved(Then then);
  void afterRuns(Then then);
  void afterDraft(Then then);
  void openText(const SceneText& text, const Assignments& assignments, Opening opening);
  void saveThen(Then then);
  void saveAsThen(Then then);
  bool write(const QString& path);
  void takeOpened(const SnapshotPtr& snapshot);
  void takeOpenFailed(quint64 request, const QString& message);
  void openLoaded(const std::shared_ptr<const LoadedFigure>& figure);
  void refuseFigure(const QString& why);
  void startAs(const LoadedFigure& figure);
  void openRecovered(const RecoveredScene& scene);
  void goOnWhenSettled();

  Document* m_document;
  EngineThread* m_engine;
  QWidget* m_window;
  Questions m_questions;
  DocumentFile m_file;
  UnsavedCopy m_copy;
  FigureLoading m_loading;
  bool m_isBuiltin = false;  ///< a built-in scene was opened last
  std::optional<Opening> m_opening;
  Then m_whenSettled;  ///< the action that waits until the engine has answered the last edit
  bool m_closing = false;
};

}  // namespace carom
