// The picture and the animation of the README show the window as it is. tests/front_door makes both anew.
//
// CAROM_FRONT_DOOR=DIR keeps the pictures of this run in DIR: screenshot.png, and drag-00.png and so on.
#include <QDir>
#include <QImageReader>
#include <QSettings>

#include "common/theme.h"
#include "support/file_window.h"
#include "support/settle_window.h"
#include "support/widget_test.h"
#include "viewport/viewport_panel.h"
#include "window/window_layout.h"

using namespace carom;

namespace {

constexpr QSize size{1440, 900};  // px, of the window
constexpr int frames = 14, turn = 6, frameWidth = 640;

/// The mean difference of the grey of two pictures at a fifth of their size, 0 to 255: letters count little
/// there.
double differenceOf(const QImage& a, const QImage& b) {
  const auto small = [](const QImage& image) {
    return image.convertToFormat(QImage::Format_Grayscale8)
        .scaled(size / 5, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  };
  const QImage x = small(a), y = small(b);
  double sum = 0;
  for (int row = 0; row < x.height(); ++row)
    for (int column = 0; column < x.width(); ++column)
      sum += std::abs(qGray(x.pixel(column, row)) - qGray(y.pixel(column, row)));
  return sum / (x.width() * x.height());
}

}  // namespace

class TestFrontDoor : public QObject, FileWindow {
  Q_OBJECT

  /// The angle of a frame (degrees): from 120° down to 90° and on to 150°.
  static double angleAt(int frame) {
    return frame <= turn ? 120 - 30.0 * frame / turn : 90 + 60.0 * (frame - turn) / (frames - 1 - turn);
  }
  QImage pictureAt(double degrees) {
    if (std::abs(theta() - degrees) > 1e-3)
      window->document()->setAssignment("theta", QString::number(degrees, 'f', 3) + "deg");
    [&] { QTRY_VERIFY(!window->document()->isWaiting() && std::abs(theta() - degrees) < 0.01); }();
    settle(*window);  // panels follow at their own pace
    return window->grab().toImage().convertToFormat(QImage::Format_RGB32);
  }
  static void keep(const QImage& picture, const QString& name) {
    const QString folder = qEnvironmentVariable("CAROM_FRONT_DOOR");
    if (!folder.isEmpty()) QVERIFY(picture.save(QDir(folder).filePath(name)));
  }

 private slots:
  void initTestCase() {
    prepare();
    theme::apply(theme::Scheme::Light);
    startFresh();
    window->resize(size);
    window->windowLayout()->fitScreen();
    window->openScene("billiard-break", {{"theta", "120deg"}});  // as the program begins
    QTRY_VERIFY(std::abs(theta() - 120) < 0.01);
    settle(*window);
  }
  void cleanupTestCase() { window.reset(); }

  void theScreenshotIsOfThisWindow() {
    const QImage now = pictureAt(120);
    keep(now, "screenshot.png");
    const QImage kept(CAROM_SOURCE "/resources/screenshot.png");
    QVERIFY(!kept.isNull());
    constexpr double same = 6;  // another font changes 3, a panel more or less 15
    const double difference = differenceOf(now, kept);
    QVERIFY2(difference < same || qEnvironmentVariableIsSet("CAROM_FRONT_DOOR"),
             qPrintable(QStringLiteral("differs by %1: run tests/front_door").arg(difference)));
  }

  void theAnimationIsADragOfTheta() {
    QImageReader kept(CAROM_SOURCE "/resources/drag.gif");
    const bool isMade = qEnvironmentVariableIsSet("CAROM_FRONT_DOOR");
    QVERIFY(isMade || QFileInfo(kept.fileName()).size() < 400'000);
    for (int i = 0; i < frames; ++i) {
      const bool isCompared = i == 0 || i == turn || i == frames - 1;
      const QImage was = kept.read();
      if (!isMade && !isCompared) continue;
      const QImage now = pictureAt(angleAt(i)).scaledToWidth(frameWidth, Qt::SmoothTransformation);
      keep(now, QStringLiteral("drag-%1.png").arg(i, 2, 10, QLatin1Char('0')));
      constexpr double same = 9;  // with the few colours of the animation
      if (!isMade)
        QVERIFY2(differenceOf(now, was) < same, qPrintable(QString::number(differenceOf(now, was))));
    }
    QVERIFY(isMade || !kept.canRead());
  }
};

CAROM_DISPLAY_TEST(TestFrontDoor);
#include "tst_front_door.moc"
