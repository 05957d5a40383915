#pragma once

#include <Eigen/Core>
#include <QColor>

namespace carom {

/// The ground and sky of a picture.
enum class Backdrop {
  Light,  ///< pale gradient
  Dark,
  Paper  ///< transparent, premultiplied
};

/// The colours of a backdrop, and the light on the balls. Strengths are in [0, 1].
struct BackdropLook {
  QRgb top, bottom;  ///< of the gradient
  QRgb ground, line, shadow, wall;
  float groundStrength, lineStrength, shadowStrength;
  Eigen::Vector3d skyLight{0.56, 0.58, 0.62}, groundLight{0.26, 0.26, 0.27};  ///< linear RGB
  float keyStrength = 0.80f, rimStrength = 0.16f;
};
BackdropLook lookOf(Backdrop backdrop);

}  // namespace carom
