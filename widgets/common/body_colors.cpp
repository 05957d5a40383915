#include "common/body_colors.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "common/theme.h"

namespace carom {

namespace {

std::string given(const std::vector<std::string>& hints, int body) {
  return body < static_cast<int>(hints.size()) ? hints[static_cast<std::size_t>(body)] : std::string();
}

/// How different two colours look: their distance with the weights that the eye has for red, green and blue.
double distance(const QColor& a, const QColor& b) {
  const double red = a.redF() - b.redF(), green = a.greenF() - b.greenF(), blue = a.blueF() - b.blueF();
  const double reddish = 0.5 * (a.redF() + b.redF());
  return (2 + reddish) * red * red + 4 * green * green + (3 - reddish) * blue * blue;
}

/// The shade of a colour that is farthest from others. `count`: of bodies with this colour; a few need not be
/// as dark or pale as many.
QColor farthestShade(const QColor& color, const std::vector<QColor>& others, std::size_t count) {
  constexpr std::size_t few = 6;
  const double darkest = count > few ? 0.16 : 0.22, lightest = count > few ? 0.84 : 0.66, step = 0.004;
  QColor best;
  double most = -1;
  for (double lightness = darkest; lightness <= lightest; lightness += step) {
    const QColor shade = QColor::fromHslF(std::max(0.F, color.hslHueF()), color.hslSaturationF(),
                                          static_cast<float>(lightness));
    double nearest = HUGE_VAL;
    for (const QColor& other : others) nearest = std::min(nearest, distance(shade, other));
    if (nearest > most) {
      most = nearest;
      best = shade;
    }
  }
  return best;
}

}  // namespace

QString bodyLabel(const SceneInstance& instance, int body) {
  const std::string label = given(instance.view.labels, body);
  return QString::fromStdString(
      label.empty() ? instance.mechanism->bodies()[static_cast<std::size_t>(body)].name : label);
}

QColor bodyColor(const SceneInstance& instance, int body) {
  const std::string color = given(instance.view.colors, body);
  if (!color.empty()) return QColor(QString::fromStdString(color));
  return instance.mechanism->isFixed(body) ? theme::grey : theme::categorical(body);
}

QColor bodyInk(const SceneInstance& instance, int body) {
  constexpr double darkest = 0.38, lightest = 0.62;
  const QColor color = bodyColor(instance, body);
  const double lightness = color.lightnessF();
  const double wanted = theme::isDark() ? std::max(lightness, darkest) : std::min(lightness, lightest);
  return QColor::fromHslF(std::max(0.F, color.hslHueF()), color.hslSaturationF(), static_cast<float>(wanted));
}

std::vector<QColor> bodyShades(const SceneInstance& instance) {
  std::vector<QColor> shades;
  std::map<QRgb, std::vector<std::size_t>> alike;
  for (int body = 0; body < static_cast<int>(instance.mechanism->bodies().size()); ++body) {
    shades.push_back(bodyInk(instance, body));
    if (!instance.mechanism->isFixed(body)) alike[shades.back().rgb()].push_back(shades.size() - 1);
  }
  std::vector<QColor> taken;
  for (const auto& [rgb, bodies] : alike) taken.push_back(shades[bodies.front()]);
  for (const auto& [rgb, bodies] : alike) {
    for (auto body = bodies.begin() + 1; body != bodies.end(); ++body) {
      shades[*body] = farthestShade(shades[*body], taken, bodies.size());
      taken.push_back(shades[*body]);
    }
  }
  return shades;
}

}  // namespace carom
