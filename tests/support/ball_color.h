#pragma once

#include <QColor>
#include <algorithm>
#include <cmath>

namespace carom {

/// Whether a pixel of a ball under the lights has the ball's hue.
inline bool hasColorOf(const QColor& pixel, const QColor& ball) {
  if (ball.hsvSaturationF() < 0.2) return pixel.hsvSaturationF() < 0.2;
  const int turn = std::abs(pixel.hslHue() - ball.hslHue());
  return std::min(turn, 360 - turn) < 14 && pixel.hsvSaturationF() > 0.3;
}

}  // namespace carom
