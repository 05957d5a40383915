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

FigureFormat figureFormat(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("pdf")) return FigureFormat::Pdf;
  if (ending == QLatin1String("svg")) return FigureFormat::Svg;
  if (ending == QLatin1String("png")) return FigureFormat::Png;
  if (ending.isEmpty()) refuse(QObject::tr("%1: no ending, expected .pdf, .svg or .png").arg(path));
  refuse(QObject::tr("%1: unknown ending .%2, expected .pdf, .svg or .png").arg(path, ending));
}

double parseLengthMm(const QString& text) {
  static const QRegularExpression form(
      QStringLiteral(R"(^\s*([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*(mm|cm|in|pt|)\s*$)"));
  const auto match = form.match(text);
  const double number = readNumber(match.captured(1)).value_or(0);
  if (!(number > 0) || !std::isfinite(number))
    refuse(QObject::tr("\"%1\" is no length: expected a number with mm, cm, in or pt").arg(text));
  const QString unit = match.captured(2);
  if (unit == QLatin1String("cm")) return number * 10;
  if (unit == QLatin1String("in")) return number * mmPerInch;
  if (unit == QLatin1String("pt")) return number / pointsPerMm;
  return number;
}

}  // namespace carom
