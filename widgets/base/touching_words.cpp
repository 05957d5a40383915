#include "base/touching_words.h"

#include <QObject>
#include <cmath>
#include <map>

#include "base/number_format.h"

namespace carom {

namespace {

/// A length in millimetres, an angle in degrees.
QString shownMove(double by, const std::string& unit) {
  const bool small = unit == "m" && std::abs(by) < 0.1;
  return formatQuantity(by,
                        small           ? QStringLiteral("mm")
                        : unit == "rad" ? QStringLiteral("deg")
                                        : QString::fromStdString(unit),
                        2);
}

}  // namespace

QString movesText(const std::vector<StartMove>& moves) {
  std::map<std::string, double> squares;
  for (const StartMove& move : moves) squares[move.unit] += move.by * move.by;
  QStringList sizes;
  for (const auto& [unit, square] : squares)
    if (square > 0) sizes << shownMove(std::sqrt(square), unit);
  if (sizes.empty()) return QObject::tr("nothing had to move");
  return QObject::tr("moved by %1").arg(sizes.join(QStringLiteral(", ")));
}

QStringList movesOf(const std::vector<StartMove>& moves) {
  QStringList lines;
  for (const StartMove& move : moves)
    if (move.by != 0)
      lines << QObject::tr("%1 by %2").arg(QString::fromStdString(move.name), shownMove(move.by, move.unit));
  return lines;
}

}  // namespace carom
