#include "figure/sized_device.h"

#include <QPaintEngine>
#include <cmath>
#include <utility>

#include "base/figure_options.h"

namespace carom {

SizedDevice::SizedDevice(std::unique_ptr<QPaintEngine> engine, const QSizeF& size, int dpi)
    : m_engine(std::move(engine)), m_size(size), m_dpi(dpi) {}

SizedDevice::~SizedDevice() = default;

int SizedDevice::metric(PaintDeviceMetric metric) const {
  switch (metric) {
    case PdmWidth:
      return static_cast<int>(std::ceil(m_size.width()));
    case PdmHeight:
      return static_cast<int>(std::ceil(m_size.height()));
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
