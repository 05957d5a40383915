#include "common/plain_symbol.h"

#include <QRegularExpression>

#include "base/number_format.h"

namespace carom {

QString plainSymbol(const QString& math) {
  static const QRegularExpression lowered(QStringLiteral("_(?:\\{([^}]*)\\}|(\\d+|.))"));
  QString text;
  qsizetype end = 0;
  for (auto found = lowered.globalMatch(math); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const QString words = match.captured(1) + match.captured(2);
    bool isNumber = false;
    const int number = words.toInt(&isNumber);
    text += math.mid(end, match.capturedStart() - end);
    text += isNumber && words == QString::number(number) ? subscript(number) : QLatin1Char('_') + words;
    end = match.capturedEnd();
  }
  return text + math.mid(end);
}

}  // namespace carom
