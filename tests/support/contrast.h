#pragma once
// Contrast as WCAG 2.1 defines it, from pixels.
#include <QImage>
#include <algorithm>
#include <cmath>
#include <map>

namespace carom::tests {

/// Of text that everyone can read (WCAG 2.1, 1.4.3).
inline constexpr double leastContrast = 4.5;

inline double linear(int level) {
  const double share = level / 255.0;
  return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}
/// Relative luminance, 0 to 1 (WCAG 2.1).
inline double luminance(QRgb color) {
  return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
}
inline double contrast(QRgb a, QRgb b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

/// The contrast of what stands out most against the commonest colour of a picture. Where strokes are thinner
/// than a pixel, no pixel has quite the colour of the ink.
inline double contrastIn(const QImage& picture) {
  std::map<QRgb, int> counts;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) ++counts[picture.pixel(x, y)];
  const QRgb ground =
      std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })->first;
  double most = 1;
  for (const auto& [color, count] : counts) most = std::max(most, contrast(color, ground));
  return most;
}

}  // namespace carom::tests
