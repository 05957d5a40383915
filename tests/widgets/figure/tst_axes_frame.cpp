// The frame of a picture with axes: finite in every area, also one without room, and with ticks inside of it.
#include <QtTest>
#include <cmath>

#include "figure/axes_frame.h"
#include "support/widget_test.h"

using namespace carom;

class TestAxesFrame : public QObject {
  Q_OBJECT

 private slots:
  void isFiniteInEveryArea() {
    for (const double width : {-40.0, 0.0, 1.0, 64.0, 65.0, 300.0})
      for (const double height : {-40.0, 0.0, 46.0, 47.0, 300.0})
        for (const QRectF& data : {QRectF(0, 0, 1, 1), QRectF(2, 3, 0, 0), QRectF(-1e-12, 0, 1e-12, 5e6)})
          for (const double unit : {1.0, 0.02}) {
            const AxesFrame frame = axesFrame(QRectF(10, 20, width, height), data, true, unit);
            QVERIFY(frame.data.width() > 0 && frame.data.height() > 0);
            QVERIFY(std::isfinite(frame.data.width()) && std::isfinite(frame.data.height()));
            const QPointF at = frame.map(data.center());
            QVERIFY(std::isfinite(at.x()) && std::isfinite(at.y()));
            for (const AxesFrame::Tick& tick : frame.xTicks)
              QVERIFY(tick.at >= frame.data.left() - 1e-9 * frame.data.width() &&
                      tick.at <= frame.data.right() + 1e-9 * frame.data.width());
          }
  }

  void hasNoTicksWhereThereIsNoRange() {
    QVERIFY(roundTicks(1, 1, 300, 1).empty());
    QVERIFY(roundTicks(0, std::nan(""), 300, 1).empty());
    QVERIFY(roundTicks(0, INFINITY, 300, 1).empty());
    QCOMPARE(roundTicks(0, 1, 300, 1).size(), std::size_t(6));  // 0, 0.2, …, 1
  }
};

CAROM_OFFSCREEN_TEST(TestAxesFrame);
#include "tst_axes_frame.moc"
