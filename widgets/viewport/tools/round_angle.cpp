#include "viewport/tools/round_angle.h"

#include <cmath>
#include <numbers>

namespace carom {

double roundAngle(double angle, bool free) {
  // What is drawn straight up the screen is some 4° off where the view is in perspective.
  constexpr double quarter = std::numbers::pi / 2, nearQuarter = 0.09;
  constexpr double step = std::numbers::pi / 12, reach = 0.05;
  if (free) return angle;
  if (const double right = quarter * std::round(angle / quarter); std::abs(angle - right) <= nearQuarter)
    return right;
  const double rounded = step * std::round(angle / step);
  return std::abs(angle - rounded) > reach ? angle : rounded;
}

Eigen::Vector3d withRoundAngle(const Eigen::Vector3d& v, bool free) {
  const double given = std::atan2(v.y(), v.x()), angle = roundAngle(given, free);
  if (angle == given) return v;
  Eigen::Vector3d result(v.norm() * std::cos(angle), v.norm() * std::sin(angle), 0);
  for (const int axis : {0, 1})
    if (std::abs(result[axis]) < 1e-12 * v.norm()) result[axis] = 0;  // cos 90° is 6·10⁻¹⁷
  return result;
}

}  // namespace carom
