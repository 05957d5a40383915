#include "base/quartic.h"

#include <cmath>
#include <limits>

namespace carom {

int Quartic::degree() const {
  for (int i = 4; i > 0; --i)
    if (c[static_cast<std::size_t>(i)] != 0) return i;
  return 0;
}

double rootBetween(const Quartic& f, double level, double a, double b) {
  Quartic g = f;
  g.c[0] -= level;
  const Quartic slope = g.derivative();
  if (g(a) == 0) return a;
  const bool falling = g(a) > 0;
  double t = 0.5 * (a + b);
  // Newton's steps, each kept inside a bracket that bisection would have shrunk.
  for (int i = 0; i < 200; ++i) {
    const double value = g(t);
    if (value == 0) return t;
    ((value > 0) == falling ? a : b) = t;
    double next = t - value / slope(t);
    if (!(next > a && next < b)) next = 0.5 * (a + b);
    if (std::abs(next - t) <= std::numeric_limits<double>::epsilon() * std::abs(t)) return next;
    if (next == a || next == b) return next;
    t = next;
  }
  return t;
}

std::vector<double> monotonePieces(const Quartic& f, double end) {
  std::vector<double> cuts{0};
  if (f.degree() > 1) {
    const Quartic slope = f.derivative();
    const std::vector<double> pieces = monotonePieces(slope, end);
    for (std::size_t i = 1; i < pieces.size(); ++i)
      if ((slope(pieces[i - 1]) > 0) != (slope(pieces[i]) > 0))
        cuts.push_back(rootBetween(slope, 0, pieces[i - 1], pieces[i]));
  }
  cuts.push_back(end);
  return cuts;
}

}  // namespace carom
