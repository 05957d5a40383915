#pragma once

#include <QPaintDevice>
#include <QPainter>
#include <QSize>
#include <memory>

namespace carom {

/// A paint device that hands on to a painter what is drawn on it, in that painter's coordinates at the time
/// when drawing starts.
///
/// Whoever insists on a painter of its own kind (QCustomPlot's QCPPainter) draws on any painter this way, as
/// vectors; and text can become outlines on the way, which frees a file from fonts.
class RelayDevice : public QPaintDevice {
 public:
  enum class Text { AsText, AsOutlines };

  /// `size` in units of the device; `dpi` units make an inch. The target must be active, and outlive it.
  RelayDevice(QPainter& target, const QSize& size, int dpi, Text text = Text::AsText);
  ~RelayDevice() override;

  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  std::unique_ptr<QPaintEngine> m_engine;
  QSize m_size;
  int m_dpi;
};

}  // namespace carom
