#include "base/movie_options.h"

#include <QFileInfo>
#include <QLocale>
#include <QObject>
#include <QRegularExpression>

#include "base/figure_arguments.h"
#include "base/figure_options.h"

namespace carom {

namespace {

constexpr int leastSide = 64, mostSide = 7680;

void requireWithin(const char* what, double value, double least, double most) {
  if (!(value >= least && value <= most))
    throw FigureError(QObject::tr("%1 %2: expected %3 to %4")
                          .arg(QLatin1String(what))
                          .arg(value)
                          .arg(least)
                          .arg(most)
                          .toStdString());
}

}  // namespace

QStringList movieEndings() {
  return {QStringLiteral("mp4"), QStringLiteral("webm"), QStringLiteral("gif"), QStringLiteral("apng"),
          QStringLiteral("png")};
}

QString movieEnding(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (!movieEndings().contains(ending))
    throw FigureError(QObject::tr("%1: expected one of .%2; .png is numbered pictures")
                          .arg(path, movieEndings().join(QStringLiteral(", .")))
                          .toStdString());
  return ending;
}

QSize parseMovieSize(const QString& text) {
  static const QRegularExpression form(QStringLiteral("^(\\d{1,5})[x×](\\d{1,5})$"));
  const auto match = form.match(text.trimmed());
  if (!match.hasMatch())
    throw FigureError(
        QObject::tr("\"%1\" is no size: expected WIDTHxHEIGHT, as 1280x720").arg(text).toStdString());
  return {match.captured(1).toInt(), match.captured(2).toInt()};
}

QStringList movieWords(const QString& file, const MovieOptions& options) {
  const auto number = [](double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
  };
  QStringList words{QStringLiteral("--movie"),
                    shellWord(file),
                    QStringLiteral("--movie-size"),
                    QStringLiteral("%1x%2").arg(options.size.width()).arg(options.size.height()),
                    QStringLiteral("--fps"),
                    number(options.fps)};
  if (options.speed > 0) words << QStringLiteral("--speed") << number(options.speed);
  if (options.reflection != MovieOptions().reflection)
    words << QStringLiteral("--reflection-seconds") << number(options.reflection);
  return words;
}

void checkMovie(const MovieOptions& options) {
  for (const int side : {options.size.width(), options.size.height()}) {
    requireWithin("side", side, leastSide, mostSide);
    if (side % 2 != 0)
      throw FigureError(QObject::tr("side %1: expected an even number of pixels").arg(side).toStdString());
  }
  requireWithin("frame rate", options.fps, 1, 240);
  if (options.speed != 0) requireWithin("speed", options.speed, 1e-6, 1000);
  requireWithin("seconds of a reflection", options.reflection, 0, 60);
}

}  // namespace carom
