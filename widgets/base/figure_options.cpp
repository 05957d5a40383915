#include "base/figure_options.h"

#include <QFileInfo>
#include <QObject>
#include <QRegularExpression>
#include <cmath>

#include "base/number_format.h"

namespace carom {

[[noreturn]] static void refuse(const QString& what) {
  throw FigureError(what.toStdString());
}

QStringList figureEndings() {
  return {QStringLiteral("pdf"), QStringLiteral("svg"),  QStringLiteral("eps"),
          QStringLiteral("png"), QStringLiteral("tiff"), QStringLiteral("tex")};
}

QString endingOf(FigureFormat format) {
  return figureEndings()[static_cast<int>(format)];
}

/// "pdf" of "FIGURE.PDF", "tiff" of "figure.tif".
static QString knownEnding(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  return ending == QLatin1String("tif") ? QStringLiteral("tiff") : ending;
}

bool isFigureFile(const QString& path) {
  return figureEndings().contains(knownEnding(path));
}

FigureFormat figureFormat(const QString& path) {
  const QString ending = knownEnding(path);
  if (const auto at = figureEndings().indexOf(ending); at >= 0) return static_cast<FigureFormat>(at);
  const QString known = QLatin1Char('.') + figureEndings().join(QStringLiteral(", ."));
  if (path == QLatin1String("-"))
    refuse(
        QObject::tr("-: standard output takes no figure, expected a file that ends in one of %1").arg(known));
  if (ending.isEmpty()) refuse(QObject::tr("%1: no ending, expected one of %2").arg(path, known));
  refuse(QObject::tr("%1: unknown ending .%2, expected one of %3").arg(path, ending, known));
}

std::optional<QDateTime> sourceDate() {
  bool isNumber = false;
  const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&isNumber);
  return isNumber ? std::optional(QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC)) : std::nullopt;
}

double parseLengthMm(const QString& text) {
  static const QRegularExpression form(
      QStringLiteral(R"(^\s*([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*(mm|cm|in|pt|)\s*$)"));
  const auto match = form.match(text);
  const double number = readNumber(match.captured(1)).value_or(0);
  if (match.hasMatch() && number == 0) refuse(QObject::tr("\"%1\": expected a length > 0").arg(text));
  if (!(number > 0) || !std::isfinite(number))
    refuse(QObject::tr("\"%1\" is no length: expected a number with mm, cm, in or pt").arg(text));
  const QString unit = match.captured(2);
  if (unit == QLatin1String("cm")) return number * 10;
  if (unit == QLatin1String("in")) return number * mmPerInch;
  if (unit == QLatin1String("pt")) return number / pointsPerMm;
  return number;
}

}  // namespace carom
