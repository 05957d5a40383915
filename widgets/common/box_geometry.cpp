#include "common/box_geometry.h"

#include <algorithm>

namespace carom {

/// The segment is cut by the box along each axis in turn (Liang and Barsky).
bool crosses(const QLineF& line, const QRectF& box) {
  double first = 0, last = 1;
  const auto cut = [&](double start, double way, double low, double high) {
    if (way == 0) return start >= low && start <= high;
    const auto [enter, leave] = std::minmax({(low - start) / way, (high - start) / way});
    first = std::max(first, enter);
    last = std::min(last, leave);
    return first <= last;
  };
  return cut(line.x1(), line.dx(), box.left(), box.right()) &&
         cut(line.y1(), line.dy(), box.top(), box.bottom());
}

}  // namespace carom
