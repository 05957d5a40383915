#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

#include "answer/compute_snapshot.h"
#include "answer/snapshot.h"
#include "document/file_watch.h"
#include "document/recovery.h"

class QMessageBox;
class QWidget;

namespace carom {

class Document;
class EngineThread;

/// Where the document comes from and goes to: new, open, save, the question about unsaved edits, changes of
/// the file by others, and the copy that survives the death of the process.
///
/// Every question is a window-modal box; what was asked for goes on when it is answered.
class SceneFiles : public QObject {
  Q_OBJECT
 public:
  SceneFiles(Document* document, EngineThread* engine, QWidget* window);

  /// The document's file, empty where it has none: a new scene, or a copy of a built-in one.
  const QString& path() const { return m_watch.path(); }
  /// What the document is called: its file without the ending, or its scene.
  QString name() const;

  /// Opens without a question, by built-in name or path.
  /// With its parameters set as asked.
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
  /// The window is closed: nothing is left to recover.
  void forget() { m_recovery.forget(); }
  /// Keeps what is unsaved for another process, now rather than in a few seconds.
  void keepUnsaved();
  /// Offers what a process left that is no more.
  void offerRecovery();
  /// The same, after the question about unsaved edits; reports where there is nothing.
  void recover();
  /// Whether something would be lost with the window.
  bool isUnsaved() const;

 signals:
  /// path() or name() has changed.
  void renamed();
  /// One line for the status bar.
  void told(const QString& message);
  /// What was to be opened is no scene; a box shows why.
  void openRefused(const QString& message);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  using Then = std::function<void()>;
  /// What is being opened.
  struct Opening {
    quint64 request = 0;
    QString path{};          ///< that the document will have
    bool recovered = false;  ///< m_offered.front()
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
  void lookAtDisk();
  void askAboutDisk(Then keep);
  void offerNext();
  void finishRecovery();
  void watchUnsaved();
  QMessageBox* ask(const QString& text, const QString& more);

  Document* m_document;
  EngineThread* m_engine;
  QWidget* m_window;
  FileWatch m_watch;
  Recovery m_recovery;
  bool m_isBuiltin = false;  ///< a built-in scene was opened last
  std::vector<Recovery::Found> m_offered;
  QTimer m_autosave;
  std::optional<Opening> m_opening;
  Then m_whenSettled;                 ///< waits for the engine to answer the last edit
  QMessageBox* m_question = nullptr;  ///< that is open
  QString m_notKept;                  ///< why the last copy for recovery could not be written
  QString m_gone;                     ///< the path whose loss was told
  bool m_closing = false;
};

}  // namespace carom
