#include "figure/figure_preview.h"

#include <QLabel>
#include <QMouseEvent>
#include <QScreen>
#include <algorithm>

#include "base/figure_options.h"

namespace carom {

namespace {

constexpr int marginOfPaper = 8;
constexpr double leastDotsPerInch = 60, mostDotsPerInch = 600;

/// What the screen says of itself; where that cannot be true, what Qt counts with.
double dotsPerInch(const QWidget& widget) {
  const double physical = widget.screen()->physicalDotsPerInch();
  const bool isPossible = physical > leastDotsPerInch && physical < mostDotsPerInch;
  return isPossible ? physical : widget.logicalDpiX();
}

}  // namespace

FigurePreview::FigurePreview(QWidget* parent) : QScrollArea(parent), m_paper(new QLabel(this)) {
  setAlignment(Qt::AlignCenter);
  setBackgroundRole(QPalette::Mid);
  setAccessibleName(tr("Preview"));
  m_paper->setObjectName(QStringLiteral("paper"));
  m_paper->setStyleSheet(QStringLiteral("background: white"));
  m_paper->installEventFilter(this);
  setWidget(m_paper);
}

void FigurePreview::setZoom(double zoom) {
  m_zoom = zoom;
  emit resized();
}

double FigurePreview::pixelsPerMm(const QSizeF& size) const {
  if (m_zoom > 0) return m_zoom * dotsPerInch(*this) / mmPerInch;
  const QSizeF room = maximumViewportSize() - QSize(2 * marginOfPaper, 2 * marginOfPaper);
  return std::max(0.1, std::min(room.width() / size.width(), room.height() / size.height()));
}

void FigurePreview::show(const QImage& image, const QSizeF& size) {
  QImage scaled = image;
  const double pixels = pixelsPerMm(size) * size.width();
  scaled.setDevicePixelRatio(image.width() / pixels);
  m_paper->setPixmap(QPixmap::fromImage(scaled));
  m_paper->setFixedSize((scaled.deviceIndependentSize()).toSize().expandedTo({1, 1}));
}

bool FigurePreview::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_paper) return QScrollArea::eventFilter(watched, event);
  const auto share = [&] {
    const QPointF at = static_cast<QMouseEvent*>(event)->position();
    return QPointF(std::clamp(at.x() / m_paper->width(), 0.0, 1.0),
                   std::clamp(at.y() / m_paper->height(), 0.0, 1.0));
  };
  if (event->type() == QEvent::MouseButtonPress) emit pressed(share());
  if (event->type() == QEvent::MouseMove) emit dragged(share());
  if (event->type() == QEvent::MouseButtonDblClick) emit doubleClicked(share());
  return QScrollArea::eventFilter(watched, event);
}

void FigurePreview::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  if (m_zoom == 0) emit resized();
}

}  // namespace carom
