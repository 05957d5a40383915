#pragma once

#include <QColor>
#include <QIcon>

namespace carom {

/// The signs of a player, drawn sharp at every scale.
enum class TransportSign {
  ToStart,
  PreviousImpact,
  PreviousReflection,
  Play,
  Pause,
  NextReflection,
  NextImpact,
  Loop
};

/// `color`: of the sign; pale where the button is disabled.
QIcon transportIcon(TransportSign sign, const QColor& color);

}  // namespace carom
