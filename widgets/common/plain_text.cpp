#include "common/plain_text.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>

namespace carom {

namespace {

constexpr qsizetype widest = 100;  // characters of a line in a menu or title

QString oneLine(QString text) {
  for (QChar& c : text)
    if (c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator)
      c = QLatin1Char(' ');
  return text.size() <= widest ? text : text.left(widest - 1) + QChar(0x2026);
}

}  // namespace

QString menuText(const QString& plain) {
  return oneLine(plain).replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString titleText(const QString& plain) {
  return oneLine(plain).replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
}

PlainTexts::PlainTexts(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool PlainTexts::eventFilter(QObject* object, QEvent* event) {
  // A label is polished before its text is laid out for the first time; a tooltip is a label, too.
  if (event->type() == QEvent::Polish)
    if (auto* label = qobject_cast<QLabel*>(object); label && label->textFormat() == Qt::AutoText)
      label->setTextFormat(Qt::PlainText);
  return QObject::eventFilter(object, event);
}

}  // namespace carom
