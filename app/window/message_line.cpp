#include "window/message_line.h"

#include <QCoreApplication>
#include <QEvent>

#include "common/math_label.h"

namespace carom {

MessageLine::MessageLine(ElidedLabel* label, QObject* parent, int leastMs)
    : QObject(parent), m_label(label), m_leastMs(leastMs) {
  QCoreApplication::instance()->installEventFilter(this);
}

void MessageLine::tell(const QString& message) {
  m_label->setFullText(message);
  m_since.start();
  m_isRefusal = false;
}

void MessageLine::refuse(const QString& reason) {
  tell(reason);
  m_isRefusal = true;
}

void MessageLine::endRefusal() {
  tell({});
}

bool MessageLine::eventFilter(QObject* object, QEvent* event) {
  const bool isAction = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress;
  if (isAction && !m_isRefusal && m_since.isValid() && m_since.elapsed() >= m_leastMs) {
    m_label->setFullText({});
    m_since.invalidate();
  }
  return QObject::eventFilter(object, event);
}

}  // namespace carom
