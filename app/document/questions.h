#pragma once

#include <QMessageBox>
#include <QPointer>

namespace carom {

/// The questions that a window asks about its document: window-modal boxes, of which at most one is open.
class Questions {
 public:
  explicit Questions(QWidget* window) : m_window(window) {}

  /// Whether a question is open. Brings an open one to the front.
  bool isOpen() const;
  /// A box with a question; the caller adds buttons, connects `finished` and opens it.
  QMessageBox* ask(const QString& text, const QString& more);
  /// A box that only reports.
  void report(const QString& title, const QString& text, const QString& more);

 private:
  QWidget* m_window;
  QPointer<QMessageBox> m_open;
};

}  // namespace carom
