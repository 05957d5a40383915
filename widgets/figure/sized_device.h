#pragma once

#include <QPaintDevice>
#include <QSizeF>
#include <memory>

namespace carom {

/// A paint device that draws by an engine of its own. `dpi` units make an inch; y points down.
class SizedDevice : public QPaintDevice {
 public:
  ~SizedDevice() override;
  QPaintEngine* paintEngine() const override { return m_engine.get(); }

 protected:
  SizedDevice(std::unique_ptr<QPaintEngine> engine, const QSizeF& size, int dpi);
  int metric(PaintDeviceMetric metric) const override;

 private:
  std::unique_ptr<QPaintEngine> m_engine;
  QSizeF m_size;
  int m_dpi;
};

}  // namespace carom
