#include "figure/path_device.h"

#include <QPaintEngine>
#include <cmath>

#include "base/figure_options.h"

namespace carom {

namespace {

constexpr int dpi = 72;

class PathEngine : public QPaintEngine {
 public:
  explicit PathEngine(PathSink& sink) : QPaintEngine(QPaintEngine::AllFeatures), m_sink(sink) {}

  Type type() const override { return QPaintEngine::User; }
  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }

  void updateState(const QPaintEngineState& now) override {
    const auto dirty = now.state();
    if (dirty & DirtyPen) m_pen = now.pen();
    if (dirty & DirtyBrush) m_brush = now.brush();
    if (dirty & DirtyOpacity) m_opacity = now.opacity();
    if (dirty & DirtyTransform) m_transform = now.transform();
    if (dirty & (DirtyClipRegion | DirtyClipPath | DirtyClipEnabled))
      m_sink.clip(painter()->hasClipping() ? now.transform().map(painter()->clipPath()) : QPainterPath());
  }

  void drawPath(const QPainterPath& path) override {
    const QPainterPath mapped = m_transform.map(path);
    if (m_brush.style() != Qt::NoBrush) m_sink.fill(mapped, visible(m_brush.color()));
    if (m_pen.style() == Qt::NoPen) return;
    QPen pen = m_pen;
    const double scale = m_pen.isCosmetic() ? 1 : std::sqrt(std::abs(m_transform.determinant()));
    pen.setWidthF(m_pen.widthF() * scale);
    pen.setColor(visible(m_pen.color()));
    m_sink.stroke(mapped, pen);
  }
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
    if (mode != PolylineMode) path.closeSubpath();
    path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    const QBrush brush = m_brush;
    if (mode == PolylineMode) m_brush = Qt::NoBrush;
    drawPath(path);
    m_brush = brush;
  }
  void drawImage(const QRectF& to, const QImage& image, const QRectF& from,
                 Qt::ImageConversionFlags) override {
    QTransform square;
    square.translate(to.left(), to.top());
    square.scale(to.width(), to.height());
    m_sink.picture(image.copy(from.toAlignedRect()), square * m_transform);
  }
  void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
    drawImage(to, pixmap.toImage(), from, Qt::AutoColor);
  }
  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    QTransform place = m_transform;
    place.translate(at.x(), at.y());
    if (!m_sink.text({item.text(), item.font(), visible(m_pen.color()), item.width(), place}))
      QPaintEngine::drawTextItem(at, item);  // which fills the outlines of the glyphs
  }

 private:
  QColor visible(QColor color) const {
    color.setAlphaF(color.alphaF() * static_cast<float>(m_opacity));
    return color;
  }

  PathSink& m_sink;
  QPen m_pen;
  QBrush m_brush;
  QTransform m_transform;
  double m_opacity = 1;
};

}  // namespace

PathDevice::PathDevice(PathSink& sink, const QSizeF& size)
    : SizedDevice(std::make_unique<PathEngine>(sink), size, dpi) {}

}  // namespace carom
