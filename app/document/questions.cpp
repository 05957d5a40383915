#include "document/questions.h"

namespace carom {

bool Questions::isOpen() const {
  if (m_open) m_open->activateWindow();
  return m_open;
}

QMessageBox* Questions::ask(const QString& text, const QString& more) {
  m_open =
      new QMessageBox(QMessageBox::NoIcon, QMessageBox::tr("Carom"), text, QMessageBox::NoButton, m_window);
  m_open->setInformativeText(more);
  m_open->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(m_open, &QMessageBox::finished, m_open, [this] { m_open = nullptr; });
  return m_open;
}

void Questions::report(const QString& title, const QString& text, const QString& more) {
  auto* box = new QMessageBox(QMessageBox::Warning, title, text, QMessageBox::Ok, m_window);
  box->setInformativeText(more);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

}  // namespace carom
