#pragma once

#include <QString>

namespace carom {

/// The mathematics of a coordinate that is a place: "x_{a}" for "a.x". Empty for angles and other names,
/// whose letters would not say more.
QString coordinateSymbol(const QString& name);
/// The name with its mathematics between $ signs: "$x_{a}$", "arm.angle".
QString coordinateWords(const QString& name);

}  // namespace carom
