#pragma once

#include <QPaintDevice>
#include <QPainter>
#include <QSize>
#include <memory>

namespace carom {

/// A paint device that repeats each drawing call on another painter, in the coordinates that this painter has
/// when drawing starts.
///
/// Code that needs a painter class of its own (QCustomPlot's QCPPainter) draws vectors on any painter this
/// way. Text can become outlines, so that a file needs no fonts.
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
