#pragma once

#include <QObject>
#include <QTimer>

#include "document/recovery.h"

namespace carom {

class Document;
class DocumentFile;
class Questions;

/// Keeps a copy of the unsaved document that survives the death of the process, and offers the copies that
/// dead processes left.
class UnsavedCopy : public QObject {
  Q_OBJECT
 public:
  UnsavedCopy(Document* document, DocumentFile* file, Questions* questions);

  /// Writes the copy now, rather than in a few seconds.
  void keep();
  /// Removes the copy of this process.
  void forget();
  /// Asks about the copies of dead processes, one scene after the other. Returns whether there are any.
  bool offer();
  /// Drops the offers that remain.
  void dropOffers() { m_offered.clear(); }
  /// Marks the document, which shows a recovered scene, as unsaved; this process keeps its copy from now on.
  void adopt();

 signals:
  /// The person wants this scene back. The receiver opens it and then calls adopt().
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
