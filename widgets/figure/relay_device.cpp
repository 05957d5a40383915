#include "figure/relay_device.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
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

bool hasScripts(const QString& text) {
  return std::ranges::any_of(text, [](QChar c) { return scriptLetter(c).side != 0; });
}

/// Whether the letter at `i` is a symbol among words: a Greek one alone, or one before "=", before an index
/// or before a raised sign without digits, as in "m = 2", "S₀" and "p⁻" but not in "s⁻¹".
bool isSymbol(const QString& text, qsizetype i) {
  const auto at = [&](qsizetype k) { return k >= 0 && k < text.size() ? text[k] : QChar(); };
  const QChar c = text[i], next = at(i + 1);
  if (!c.isLetter() || at(i - 1).isLetterOrNumber() || next.isLetter()) return false;
  if (c.unicode() >= 0x3B1 && c.unicode() <= 0x3C9) return true;
  const ScriptLetter script = scriptLetter(next);
  if (script.side > 0) return script.plain.isSymbol() && scriptLetter(at(i + 2)).side == 0;
  return script.side < 0 || next == QLatin1Char('=') || (next.isSpace() && at(i + 2) == QLatin1Char('='));
}

bool hasSymbols(const QString& text) {
  for (qsizetype i = 0; i < text.size(); ++i)
    if (isSymbol(text, i)) return true;
  return false;
}

/// Draws raised and lowered digits as smaller ones of the font itself, in the room that the text was given:
/// fonts have some of these digits only, or in several sizes and weights. Symbols are italic.
void drawRaised(QPainter& target, QPointF at, const QTextItem& item) {
  constexpr double drop = 0.14, rise = 0.36;  // of the size
  struct Piece {
    QString text;
    int side;
    bool italic;
  };
  std::vector<Piece> pieces;
  const QString text = item.text();
  for (qsizetype i = 0; i < text.size(); ++i) {
    const auto [plain, side] = scriptLetter(text[i]);
    const bool italic = side == 0 && isSymbol(text, i);
    if (pieces.empty() || pieces.back().side != side || pieces.back().italic != italic)
      pieces.push_back({{}, side, italic});
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
  // A sign whose digits are in another font, and so come next, is near these.
  const bool isSign =
      words == 0 && std::ranges::all_of(text, [](QChar c) { return scriptLetter(c).plain.isSymbol(); });
  if (isSign) at.rx() += std::max(0.0, item.width() - scripts);
  for (const Piece& piece : pieces) {
    const QFont& letters = piece.side == 0 ? font : small;
    QFont drawn = letters;
    if (piece.italic) drawn.setItalic(true);
    target.setFont(drawn);
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
    if (dirty & (DirtyPen | DirtyTransform)) m_target.setPen(changed(now.pen(), now.transform()));
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
      if (hasScripts(text.text()) || hasSymbols(text.text()))
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
  QPen changed(QPen pen, const QTransform& transform) const {
    const double scale = std::sqrt(std::abs(transform.determinant()));
    const double least = scale > 0 ? m_change.leastLine / scale : 0;
    pen.setWidthF(std::max(pen.widthF() * m_change.lineFactor, least));
    if (m_change.color) pen.setColor(m_change.color(pen.color()));
    return pen;
  }
  QBrush changed(QBrush brush) const {
    if (!m_change.color || brush.style() == Qt::NoBrush) return brush;
    QColor color = m_change.color(brush.color());
    color.setAlpha(brush.color().alpha());  // ink is black in lines, and as pale as before in areas
    brush.setColor(color);
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
    : SizedDevice(std::make_unique<RelayEngine>(target, text, std::move(change)), size, dpi) {}

}  // namespace carom
