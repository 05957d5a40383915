#pragma once

#include <QString>

#include "answer/run_quantity.h"

namespace carom {

/// Texts about the quantities of a run.

QString keyOf(const RunQuantity& quantity);
/// "velocity of c.x"
QString nameOf(const RunQuantity& quantity);
/// For a plot: "velocity of $x_{c}$", and of a coordinate its symbol alone where it has one.
QString plotNameOf(const RunQuantity& quantity);
QString unitOf(const RunQuantity& quantity);
/// "gravity", by RunQuantity::Energy.
QString energyLabel(int energy);
/// A quantity with words of its own, which are its key, too.
RunQuantity namedQuantity(RunQuantity::Kind kind, int index, const QString& name, const QString& unit);

}  // namespace carom
