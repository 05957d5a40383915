// Impulse space in 3D: the figure without a display, and the view that is turned and cut.
#include <QCheckBox>
#include <QSettings>
#include <QSlider>
#include <QToolButton>
#include <cmath>

#include "common/selection.h"
#include "impulse/impulse_lab.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/impulse_view.h"
#include "viewport/impulse_view_panel.h"
#include "viewport/picture/impulse_space_figure.h"

using namespace carom;

namespace {

/// Pixels that differ from the ground by at least a few steps.
long drawnPixels(const QImage& image) {
  const QRgb ground = image.pixel(0, 0);
  long drawn = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QRgb pixel = image.pixel(x, y);
      drawn += std::abs(qRed(pixel) - qRed(ground)) + std::abs(qBlue(pixel) - qBlue(ground)) > 12;
    }
  return drawn;
}

}  // namespace

class TestImpulseView : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { prepareWindowTest(); }
  void init() { QSettings().clear(); }

  void theFigureHasSurfacesAndLines() {
    const ImpulseSpaceFigure figure(spatialImpulseCase(), "Fig. 2");
    const QImage image = renderFigure(figure);
    // The ellipsoid fills a good part of the picture.
    QVERIFY(drawnPixels(image) > image.width() * image.height() / 5);
    QVERIFY(figure.csv().contains("P_II,"));
    QCOMPARE(figure.name(), QStringLiteral("impulse-3d"));
    ImpulseCase plane = spatialImpulseCase();
    plane.impact = {plane.impact.W.topLeftCorner(2, 2), plane.impact.V.head(2)};
    QVERIFY_THROWS_EXCEPTION(FigureError, ImpulseSpaceFigure(plane, "x"));
  }

  /// A section adds lines at its height only.
  void aSectionIsDrawnAtItsHeight() {
    const ImpulseCase what = spatialImpulseCase();
    const ImpulseScene whole = impulseScene(what), cut = impulseScene(what, 0.5 * whole.most);
    QVERIFY(cut.parts.size() > whole.parts.size());
    for (std::size_t i = whole.parts.size(); i < cut.parts.size(); ++i) {
      QVERIFY(cut.parts[i].triangles.empty() && !cut.parts[i].segments.empty());
      for (const Eigen::Vector3d& point : cut.parts[i].points)
        QVERIFY(std::abs(point.y() - 0.5 * whole.most) < 1e-12);
    }
  }

  void theViewTurnsAndCuts() {
    Selection selection;
    ImpulseLab lab;
    ImpulseViewPanel panel(&selection, &lab);
    panel.resize(520, 420);
    tests::showActive(&panel);
    // The case of the paper's Fig. 4 is in a plane: there is a sentence in place of the view.
    QVERIFY(!panel.view()->isVisible());
    QVERIFY(panel.figure() == nullptr);
    QTest::mouseClick(panel.findChild<QToolButton*>("impulseFigure2"), Qt::LeftButton);
    QTRY_VERIFY(panel.view()->isVisible());
    QTRY_VERIFY(drawnPixels(panel.view()->picture()) > 5000);
    const double azimuth = panel.view()->camera().azimuth;
    const QPoint middle = panel.view()->rect().center();
    QTest::mousePress(panel.view(), Qt::LeftButton, {}, middle);
    QTest::mouseMove(panel.view(), middle + QPoint(60, 10));
    QTest::mouseRelease(panel.view(), Qt::LeftButton, {}, middle + QPoint(60, 10));
    QVERIFY(std::abs(panel.view()->camera().azimuth - azimuth) > 0.05);
    QVERIFY(!panel.view()->slice());
    panel.findChild<QCheckBox*>("impulseSliced")->click();
    QVERIFY(panel.view()->slice().has_value());
    const double before = *panel.view()->slice();
    panel.findChild<QSlider*>("impulseSlice")->setValue(900);
    QVERIFY(*panel.view()->slice() > before);
    QVERIFY(panel.figure() != nullptr);
    lab.history()->undo();
    QVERIFY(!panel.view()->isVisible());
  }
};

CAROM_DISPLAY_TEST(TestImpulseView);
#include "tst_impulse_view.moc"
