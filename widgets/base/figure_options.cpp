#include "base/figure_options.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <cmath>

namespace carom {

[[noreturn]] static void refuse(const QString& what) {
  throw FigureError(what.toStdString());
}

FigureFormat figureFormat(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("pdf")) return FigureFormat::Pdf;
  if (ending == QLatin1String("svg")) return FigureFormat::Svg;
  if (ending == QLatin1String("png")) return FigureFormat::Png;
  refuse(QStringLiteral("%1: %2, expected .pdf, .svg or .png")
             .arg(path, ending.isEmpty() ? QStringLiteral("no ending")
                                         : QStringLiteral("unknown ending .%1").arg(ending)));
}

double parseLengthMm(const QString& text) {
  static const QRegularExpression form(
      QStringLiteral(R"(^\s*([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*(mm|cm|in|pt|)\s*$)"));
  const auto match = form.match(text);
  const double number = match.captured(1).toDouble();
  if (!match.hasMatch() || !(number > 0) || !std::isfinite(number))
    refuse(QStringLiteral("\"%1\" is no length: expected a number with mm, cm, in or pt").arg(text));
  const QString unit = match.captured(2);
  if (unit == QLatin1String("cm")) return number * 10;
  if (unit == QLatin1String("in")) return number * mmPerInch;
  if (unit == QLatin1String("pt")) return number / pointsPerMm;
  return number;
}

}  // namespace carom
