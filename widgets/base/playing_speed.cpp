#include "base/playing_speed.h"

#include <algorithm>
#include <cmath>

namespace carom {

double comfortableSpeed(double duration) {
  constexpr double comfortable = 5;  // s that a whole motion should take to watch
  if (!(duration > 0)) return 1;
  const double wanted = duration / comfortable;
  return *std::ranges::min_element(playingSpeeds, {},
                                   [&](double speed) { return std::abs(std::log(speed / wanted)); });
}

}  // namespace carom
