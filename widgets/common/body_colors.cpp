#include "common/body_colors.h"

#include <algorithm>

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

QColor bodyShade(const SceneInstance& instance, int body) {
  constexpr double step = 0.09, darkest = 0.16, lightest = 0.84;  // of the lightness
  const QColor ink = bodyInk(instance, body);
  int before = 0;
  for (int other = 0; other < body; ++other)
    if (!instance.mechanism->isFixed(other) && bodyInk(instance, other) == ink) ++before;
  if (before == 0) return ink;
  const double shift = (before % 2 == 1 ? -1 : 1) * step * ((before + 1) / 2);
  const double lightness = std::clamp(ink.lightnessF() + shift, darkest, lightest);
  return QColor::fromHslF(std::max(0.F, ink.hslHueF()), ink.hslSaturationF(), static_cast<float>(lightness));
}

std::vector<int> movingBodies(const Mechanism& mechanism) {
  std::vector<int> moving;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    if (!mechanism.isFixed(body)) moving.push_back(body);
  return moving;
}

}  // namespace carom
