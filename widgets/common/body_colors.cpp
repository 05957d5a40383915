#include "common/body_colors.h"

#include <algorithm>
#include <map>

#include "common/theme.h"

namespace carom {

namespace {

std::string given(const std::vector<std::string>& hints, int body) {
  return body < static_cast<int>(hints.size()) ? hints[static_cast<std::size_t>(body)] : std::string();
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
  constexpr double widest = 0.09, darkest = 0.16, lightest = 0.84;  // of the lightness
  std::vector<QColor> shades;
  std::map<QRgb, std::vector<std::size_t>> alike;
  for (int body = 0; body < static_cast<int>(instance.mechanism->bodies().size()); ++body) {
    shades.push_back(bodyInk(instance, body));
    if (!instance.mechanism->isFixed(body)) alike[shades.back().rgb()].push_back(shades.size() - 1);
  }
  for (const auto& [rgb, bodies] : alike) {
    const QColor ink = shades[bodies.front()];
    const double step = std::min(widest, (lightest - darkest) / static_cast<double>(bodies.size()));
    // Darker and lighter ones in turn, those of one side where the other one ends.
    auto body = bodies.begin() + 1;
    for (int away = 1; body != bodies.end(); ++away)
      for (const int side : {-1, 1}) {
        const double lightness = ink.lightnessF() + side * away * step;
        if (body == bodies.end() || lightness < darkest || lightness > lightest) continue;
        shades[*body++] = QColor::fromHslF(std::max(0.F, ink.hslHueF()), ink.hslSaturationF(),
                                           static_cast<float>(lightness));
      }
  }
  return shades;
}

}  // namespace carom
