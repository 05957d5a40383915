#include "window/message_line.h"

#include <QCoreApplication>
#include <QEvent>

#include "common/math_label.h"

namespace carom {

MessageLine::MessageLine(ElidedLabel* label, QObject* parent, int leastMs, int mostMs)
    : QObject(parent), m_label(label), m_leastMs(leastMs) {
  m_end.setSingleShot(true);
  m_end.setInterval(mostMs);
  connect(&m_end, &QTimer::timeout, this, [this] { tell({}); });
  QCoreApplication::instance()->installEventFilter(this);
}

void MessageLine::tell(const QString& message) {
  m_label->setFullText(message);
  m_since.start();
  m_isRefusal = false;
  message.isEmpty() ? m_end.stop() : m_end.start();
}

void MessageLine::refuse(const QString& reason) {
  tell(reason);
  m_end.stop();
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
