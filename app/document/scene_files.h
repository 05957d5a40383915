#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "answer/compute_snapshot.h"
#include "answer/snapshot.h"
#include "document/document.h"
#include "document/document_file.h"
#include "document/questions.h"
#include "document/unsaved_copy.h"

class QWidget;

namespace carom {

class EngineThread;

/// Where the document comes from and goes to: new, open, save, and the question about unsaved edits.
///
/// Every question is a window-modal box; what was asked for goes on when it is answered.
class SceneFiles : public QObject {
  Q_OBJECT
 public:
  SceneFiles(Document* document, EngineThread* engine, QWidget* window);

  /// Of the document's file, see DocumentFile.
  const QString& path() const { return m_file.path(); }
  QString name() const { return m_file.name(); }

  /// Opens without a question, by built-in name or path, with its parameters set as asked.
  void open(const QString& nameOrPath, const Assignments& assignments = {});
  /// The same, after the question about unsaved edits.
  void openAfterAsking(const QString& nameOrPath);
  void newScene();
  /// Asks for a file to open.
  void chooseFile();
  void save() { saveThen({}); }
  void saveAs() { saveAsThen({}); }
  /// Whether the window may close now. Where not, the person is asked, and the window is closed if so
  /// decided.
  bool mayClose();
  /// Removes the copy for recovery: the window is closed.
  void forget() { m_copy.forget(); }
  /// Keeps what is unsaved for another process, now rather than in a few seconds.
  void keepUnsaved() { m_copy.keep(); }
  /// Offers what a process left that is no more.
  void offerRecovery() { m_copy.offer(); }
  /// The same, after the question about unsaved edits; reports where there is nothing.
  void recover();
  /// Whether something would be lost with the window.
  bool isUnsaved() const { return m_document->hasUnsaved(); }

 signals:
  /// path() or name() has changed.
  void renamed();
  /// One line for the status bar.
  void told(const QString& message);
  /// What was to be opened is no scene; a box shows why.
  void openRefused(const QString& message);

 private:
  using Then = std::function<void()>;
  /// What is being opened.
  struct Opening {
    quint64 request = 0;
    QString path{};          ///< that the document will have
    bool recovered = false;  ///< from the copy of another process
    bool builtin = false;
  };

  bool isOnlyLookedAt() const;
  void afterUnsaved(Then then);
  void afterDraft(Then then);
  void openText(const SceneText& text, const Assignments& assignments, Opening opening);
  void saveThen(Then then);
  void saveAsThen(Then then);
  bool write(const QString& path);
  void takeOpened(const SnapshotPtr& snapshot);
  void takeOpenFailed(quint64 request, const QString& message);
  void openRecovered(const RecoveredScene& scene);
  void goOnWhenSettled();

  Document* m_document;
  EngineThread* m_engine;
  QWidget* m_window;
  Questions m_questions;
  DocumentFile m_file;
  UnsavedCopy m_copy;
  bool m_isBuiltin = false;  ///< a built-in scene was opened last
  std::optional<Opening> m_opening;
  Then m_whenSettled;  ///< waits for the engine to answer the last edit
  bool m_closing = false;
};

}  // namespace carom
