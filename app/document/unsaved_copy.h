#pragma once

#include <QObject>
#include <QTimer>

#include "document/recovery.h"

namespace carom {

class Document;
class DocumentFile;
class Questions;

/// The copy of an unsaved document that survives the death of the process, and the offer of what processes
/// left that are no more.
class UnsavedCopy : public QObject {
  Q_OBJECT
 public:
  UnsavedCopy(Document* document, DocumentFile* file, Questions* questions);

  /// Keeps what is unsaved for another process, now rather than in a few seconds.
  void keep();
  /// Nothing is left to recover of this process.
  void forget();
  /// Asks about what other processes left, one scene after the other. Returns whether there is anything.
  bool offer();
  /// What was offered is not opened.
  void dropOffers() { m_offered.clear(); }
  /// The document shows what was recovered: it is unsaved, and kept by this process from now on.
  void adopt();

 signals:
  /// The person wants this scene back: it is to be opened, and then adopt() to be called.
  void recoveryWanted(const carom::RecoveredScene& scene);
  /// One line for the status bar.
  void told(const QString& message);

 private:
  void watch();
  void offerNext();

  Document* m_document;
  DocumentFile* m_file;
  Questions* m_questions;
  Recovery m_recovery;
  std::vector<Recovery::Found> m_offered;
  QTimer m_autosave;
  QString m_notKept;  ///< why the last copy could not be written
};

}  // namespace carom
