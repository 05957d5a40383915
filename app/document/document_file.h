#pragma once

#include <QObject>
#include <functional>

#include "document/file_watch.h"

class QWidget;

namespace carom {

class Document;
class Questions;

/// The document's file: where it is, what it is called, and what other programs do to it.
class DocumentFile : public QObject {
  Q_OBJECT
 public:
  DocumentFile(Document* document, Questions* questions, QWidget* window);

  /// Empty where the document has no file: a new scene, or a copy of a built-in one.
  const QString& path() const { return m_watch.path(); }
  /// What the document is called: its file without the ending, or its scene.
  QString name() const;
  /// From now on the document is in this file, which holds this content.
  void follow(const QString& path, const QByteArray& content);
  /// What is in the file is known, and is no change any more.
  void accept() { m_watch.accept(); }
  /// Calls `then` unless another program has changed the file: then after the person has decided to keep the
  /// document.
  void ifUnchanged(std::function<void()> then);

 signals:
  /// The file is to be read again.
  void reloadWanted();
  /// One line for the status bar.
  void told(const QString& message);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void look();
  void reportGone();
  void askWhatToKeep(std::function<void()> then);

  Document* m_document;
  Questions* m_questions;
  QWidget* m_window;
  FileWatch m_watch;
  QString m_gone;  ///< the path whose loss was reported
};

}  // namespace carom
