#include "figure/painter_relay.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>
#include <QRawFont>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/figure_options.h"
#include "common/theme.h"

namespace carom {

namespace {

/// The relative luminance of sRGB, 0 to 1 (WCAG 2.1).
double luminance(const QColor& color) {
  const auto linear = [](double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

/// The colour, darkened until its contrast with white is 4.5. White and greys, which lie on grounds of
/// their own, stay.
QColor readable(QColor color) {
  constexpr double contrast = 4.5, leastColour = 0.3;
  if (color.hsvSaturationF() < leastColour) return color;
  constexpr int finer = 104;  // percent
  while (1.05 / (luminance(color) + 0.05) < contrast) color = color.darker(finer);
  return color;
}

/// The digit, sign or letter that a raised or lowered character is, and 1 or −1; 0 for all other characters.
struct ScriptLetter {
  QChar plain;
  int side = 0;
};
ScriptLetter scriptLetter(QChar c) {
  static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"), lowered = QStringLiteral("₀₁₂₃₄₅₆₇₈₉₊₋"),
                       plain = QStringLiteral("0123456789+−");
  if (const auto at = raised.indexOf(c); at >= 0) return {plain[at], 1};
  if (const auto at = lowered.indexOf(c); at >= 0) return {plain[at], -1};
  return {c, 0};
}

/// Whether a text has raised or lowered digits that its font has not: those of another family would look
/// foreign.
bool lacksScripts(const QString& text, const QFont& font) {
  std::optional<QRawFont> own;  // without the families that stand in for it
  return std::ranges::any_of(text, [&](QChar c) {
    if (scriptLetter(c).side == 0) return false;
    if (!own) own = QRawFont::fromFont(font);
    return !own->supportsCharacter(c);
  });
}

/// Draws such digits as smaller ones of the font itself, in the room that the text was given.
void drawRaised(QPainter& target, QPointF at, const QTextItem& item) {
  constexpr double drop = 0.14, rise = 0.36;  // of the size
  struct Piece {
    QString text;
    int side;
  };
  std::vector<Piece> pieces;
  for (const QChar c : item.text()) {
    const auto [plain, side] = scriptLetter(c);
    if (pieces.empty() || pieces.back().side != side) pieces.push_back({{}, side});
    pieces.back().text += plain;
  }
  QFont font = item.font();
  if (font.pixelSize() < 0) font.setPixelSize(qRound(font.pointSizeF()));  // 72 units to the inch
  QFont small = font;
  small.setPixelSize(std::max(1, qRound(theme::scriptSize * font.pixelSize())));
  double words = 0, scripts = 0;
  for (const Piece& piece : pieces)
    (piece.side == 0 ? words : scripts) +=
        QFontMetricsF(piece.side == 0 ? font : small).horizontalAdvance(piece.text);
  const double squeeze = scripts > 0 ? std::min(1.0, (item.width() - words) / scripts) : 1;
  for (const Piece& piece : pieces) {
    const QFont& letters = piece.side == 0 ? font : small;
    target.setFont(letters);
    const double off = piece.side > 0 ? -rise : piece.side < 0 ? drop : 0;
    target.drawText(at + QPointF(0, off * font.pixelSize()), piece.text);
    at.rx() += QFontMetricsF(letters).horizontalAdvance(piece.text) * (piece.side == 0 ? 1 : squeeze);
  }
}

class RelayEngine : public QPaintEngine {
 public:
  RelayEngine(QPainter& target, RelayDevice::Text text, RelayChange change)
      : QPaintEngine(QPaintEngine::AllFeatures),
        m_target(target),
        m_text(text),
        m_change(std::move(change)) {}

  Type type() const override { return QPaintEngine::User; }

  bool begin(QPaintDevice*) override {
    m_target.save();
    m_base = m_target.worldTransform();
    m_baseClip = m_target.hasClipping() ? m_target.clipPath() : QPainterPath();
    return true;
  }

  bool end() override {
    m_target.restore();
    return true;
  }

  void updateState(const QPaintEngineState& now) override {
    const auto dirty = now.state();
    if (dirty & DirtyPen) m_target.setPen(changed(now.pen()));
    if (dirty & DirtyBrush) m_target.setBrush(changed(now.brush()));
    if (dirty & DirtyBrushOrigin) m_target.setBrushOrigin(now.brushOrigin());
    if (dirty & DirtyHints) {
      m_target.setRenderHints(~QPainter::RenderHints(), false);
      m_target.setRenderHints(now.renderHints(), true);
    }
    if (dirty & DirtyCompositionMode) m_target.setCompositionMode(now.compositionMode());
    if (dirty & DirtyOpacity) m_target.setOpacity(now.opacity());
    if (dirty & DirtyTransform) m_target.setTransform(now.transform() * m_base);
    if (dirty & (DirtyClipRegion | DirtyClipPath | DirtyClipEnabled)) updateClip(now, dirty);
  }

  void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
  void drawLines(const QLineF* lines, int count) override { m_target.drawLines(lines, count); }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    if (mode == PolylineMode) return m_target.drawPolyline(points, count);
    m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
  }
  void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
    m_change.pictures ? drawImage(to, pixmap.toImage(), from, Qt::AutoColor)
                      : m_target.drawPixmap(to, pixmap, from);
  }
  void drawImage(const QRectF& to, const QImage& image, const QRectF& from,
                 Qt::ImageConversionFlags flags) override {
    m_target.drawImage(to, changed(image), from, flags);
  }
  void drawTiledPixmap(const QRectF& to, const QPixmap& pixmap, const QPointF& from) override {
    m_target.drawTiledPixmap(to, pixmap, from);
  }
  /// The base class fills the outlines of the glyphs.
  void drawTextItem(const QPointF& at, const QTextItem& text) override {
    if (m_text == RelayDevice::Text::AsOutlines) return QPaintEngine::drawTextItem(at, text);
    if (m_text == RelayDevice::Text::AsText) {
      const QPen pen = m_target.pen();
      if (m_change.darkWords) m_target.setPen(QPen(readable(pen.color())));
      if (lacksScripts(text.text(), text.font()))
        drawRaised(m_target, at, text);
      else
        m_target.drawTextItem(at, text);
      return m_target.setPen(pen);
    }
    QFont font = text.font();
    if (font.pixelSize() < 0)
      font.setPixelSize(qRound(font.pointSizeF()));  // of this device, 72 units to the inch
    m_target.setFont(font);
    m_target.drawText(at, text.text());
  }

 private:
  QPen changed(QPen pen) const {
    pen.setWidthF(pen.widthF() * m_change.lineFactor);
    if (m_change.color) pen.setColor(m_change.color(pen.color()));
    return pen;
  }
  QBrush changed(QBrush brush) const {
    if (m_change.color && brush.style() != Qt::NoBrush) brush.setColor(m_change.color(brush.color()));
    return brush;
  }
  QImage changed(const QImage& image) const {
    if (!m_change.pictures || !m_change.color) return image;
    QImage result = image.convertToFormat(QImage::Format_ARGB32);
    for (int y = 0; y < result.height(); ++y)
      for (int x = 0; x < result.width(); ++x)
        result.setPixelColor(x, y, m_change.color(result.pixelColor(x, y)));
    return result;
  }

  /// Clips come in the painter's coordinates of that time; the target's own clip stays in force.
  void updateClip(const QPaintEngineState& now, DirtyFlags dirty) {
    const bool off = (dirty & DirtyClipEnabled) && !now.isClipEnabled();
    if (off || now.clipOperation() != Qt::IntersectClip) resetClip();
    if (off || now.clipOperation() == Qt::NoClip) return;
    if (dirty & DirtyClipPath) m_target.setClipPath(now.clipPath(), clipOperation());
    if (dirty & DirtyClipRegion) m_target.setClipRegion(now.clipRegion(), clipOperation());
  }

  Qt::ClipOperation clipOperation() const {
    return m_target.hasClipping() ? Qt::IntersectClip : Qt::ReplaceClip;
  }

  void resetClip() {
    if (m_baseClip.isEmpty()) return m_target.setClipping(false);
    const QTransform now = m_target.worldTransform();
    m_target.setTransform(m_base);
    m_target.setClipPath(m_baseClip);
    m_target.setTransform(now);
  }

  QPainter& m_target;
  RelayDevice::Text m_text;
  RelayChange m_change;
  QTransform m_base;
  QPainterPath m_baseClip;
};

}  // namespace

RelayDevice::RelayDevice(QPainter& target, const QSize& size, int dpi, Text text, RelayChange change)
    : m_engine(std::make_unique<RelayEngine>(target, text, std::move(change))), m_size(size), m_dpi(dpi) {}

RelayDevice::~RelayDevice() = default;

QPaintEngine* RelayDevice::paintEngine() const {
  return m_engine.get();
}

int RelayDevice::metric(PaintDeviceMetric metric) const {
  switch (metric) {
    case PdmWidth:
      return m_size.width();
    case PdmHeight:
      return m_size.height();
    case PdmWidthMM:
      return qRound(m_size.width() * mmPerInch / m_dpi);
    case PdmHeightMM:
      return qRound(m_size.height() * mmPerInch / m_dpi);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      return m_dpi;
    case PdmNumColors:
      return INT_MAX;
    case PdmDepth:
      return 32;
    case PdmDevicePixelRatio:
      return 1;
    case PdmDevicePixelRatioScaled:
      return static_cast<int>(devicePixelRatioFScale());
    default:
      return QPaintDevice::metric(metric);
  }
}

}  // namespace carom
