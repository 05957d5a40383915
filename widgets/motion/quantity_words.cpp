#include "motion/quantity_words.h"

#include <QObject>

#include "base/coordinate_symbol.h"
#include "base/qt_text.h"

namespace carom {

QString keyOf(const RunQuantity& quantity) {
  return q(quantity.key);
}

QString nameOf(const RunQuantity& quantity) {
  const QString words = QObject::tr(quantity.words.c_str());
  return quantity.of.empty() ? words : words.arg(QObject::tr(quantity.of.c_str()));
}

QString plotNameOf(const RunQuantity& quantity) {
  using enum RunQuantity::Kind;
  const bool isOfCoordinate =
      quantity.kind == Coordinate || quantity.kind == Velocity || quantity.kind == Momentum;
  if (quantity.of.empty() || !isOfCoordinate) return nameOf(quantity);
  const bool isSymbol = quantity.kind == Coordinate && !coordinateSymbol(q(quantity.of)).isEmpty();
  const QString of = coordinateWords(q(quantity.of));
  return isSymbol ? of : QObject::tr(quantity.words.c_str()).arg(of);
}

QString unitOf(const RunQuantity& quantity) {
  return q(quantity.unit);
}

QString energyLabel(int energy) {
  return QObject::tr(RunQuantity::energyKey(energy));
}

RunQuantity namedQuantity(RunQuantity::Kind kind, int index, const QString& name, const QString& unit) {
  return {kind, index, name.toStdString(), name.toStdString(), {}, unit.toStdString()};
}

}  // namespace carom
