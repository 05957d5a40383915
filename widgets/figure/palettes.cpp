#include "figure/palettes.h"

#include <QObject>
#include <array>
#include <cmath>

#include "base/figure_options.h"
#include "common/theme.h"

namespace carom {

namespace {

constexpr int paletteSize = 8;  // as many as theme::categorical() has before shades begin

struct Palette {
  const char* name;
  std::array<QRgb, paletteSize> colors;
};
/// P. Tol, Colour Schemes (SRON/EPS/TN/09-002, 2021), in the order in which they differ most. The last two of
/// tol-contrast are the lighter colours of the same scheme.
constexpr Palette palettes[] = {
    {"tol-bright",
     {0xFF4477AA, 0xFFEE6677, 0xFF228833, 0xFFCCBB44, 0xFF66CCEE, 0xFFAA3377, 0xFFBBBBBB, 0xFF000000}},
    {"tol-muted",
     {0xFF332288, 0xFFCC6677, 0xFF117733, 0xFFDDCC77, 0xFF88CCEE, 0xFF882255, 0xFFAA4499, 0xFF999933}},
    {"tol-contrast",
     {0xFF004488, 0xFFBB5566, 0xFFDDAA33, 0xFF000000, 0xFF6699CC, 0xFFEE99AA, 0xFFEECC66, 0xFF994455}},
    {"grey",
     {0xFF000000, 0xFF777777, 0xFF444444, 0xFFA6A6A6, 0xFF5E5E5E, 0xFF8F8F8F, 0xFF2B2B2B, 0xFFBDBDBD}}};

bool isUsual(const QString& palette) {
  return palette.isEmpty() || palette == QLatin1String("okabe-ito");
}

/// sRGB to linear light and back (IEC 61966-2-1).
double linearLight(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}
double encodedLight(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

}  // namespace

QStringList paletteNames() {
  QStringList names{QStringLiteral("okabe-ito")};
  for (const Palette& palette : palettes) names += QLatin1String(palette.name);
  return names;
}

QColor greyOf(const QColor& color) {
  const double light = 0.2126 * linearLight(color.redF()) + 0.7152 * linearLight(color.greenF()) +
                       0.0722 * linearLight(color.blueF());
  const auto level = static_cast<float>(encodedLight(light));
  return QColor::fromRgbF(level, level, level, color.alphaF());
}

std::function<QColor(QColor)> recolouring(const QString& name, bool black) {
  if (black)
    return [other = recolouring(name)](const QColor& color) {
      const bool isInk = color.rgb() == theme::ink().rgb() || color.rgb() == theme::quietInk().rgb();
      return isInk ? QColor(Qt::black) : other ? other(color) : color;
    };
  if (isUsual(name)) return {};
  const auto* palette =
      std::ranges::find_if(palettes, [&](const Palette& each) { return name == QLatin1String(each.name); });
  if (palette == std::end(palettes))
    throw FigureError(QObject::tr("palette %1: expected one of %2")
                          .arg(name, paletteNames().join(QStringLiteral(", ")))
                          .toStdString());
  const bool isGrey = name == QLatin1String("grey");
  return [palette, isGrey](const QColor& color) {
    for (int i = 0; i < paletteSize; ++i) {
      if (theme::categorical(i).rgb() != color.rgb()) continue;
      QColor other = QColor::fromRgb(palette->colors[static_cast<std::size_t>(i)]);
      other.setAlpha(color.alpha());
      return other;
    }
    return isGrey ? greyOf(color) : color;
  };
}

}  // namespace carom
