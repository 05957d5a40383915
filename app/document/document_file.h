#pragma once

#include <QObject>
#include <functional>

#include "document/file_watch.h"

class QWidget;

namespace carom {

class Document;
class Questions;

/// The document's file: its path, its name, and the changes that other programs make to it.
class DocumentFile : public QObject {
  Q_OBJECT
 public:
  DocumentFile(Document* document, Questions* questions, QWidget* window);

  /// Empty where the document has no file: a new scene, or a copy of a built-in one.
  const QString& path() const { return m_watch.path(); }
  /// The document's name: that of its file without the ending, or that of its scene.
  QString name() const;
  /// Makes this file, which holds this content, the document's file.
  void follow(const QString& path, const QByteArray& content);
  /// Takes the present content of the file as known.
  void accept() { m_watch.accept(); }
  /// Calls `then` at once where the file is unchanged. Where another program has changed it, asks first, and
  /// calls `then` if the person keeps the document.
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
