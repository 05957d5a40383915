#include <unistd.h>

#include <Eigen/Geometry>
#include <QLineF>
#include <QTemporaryFile>
#include <algorithm>
#include <numbers>
#include <random>
#include <vector>

#include "support/test_program.h"
#include "viewport/picture/camera.h"
#include "viewport/render/scene_renderer.h"

using namespace carom;
using Eigen::Vector3d;

namespace {

constexpr QSizeF size(760, 450);

Camera cameraOf(double azimuth, double elevation, bool parallel, bool yUp) {
  Camera camera;
  camera.focal = Vector3d(0.3, -0.2, 0.1);
  camera.azimuth = azimuth;
  camera.elevation = elevation;
  camera.distance = 2.5;
  camera.parallel = parallel;
  camera.yUp = yUp;
  return camera;
}

void addCameras() {
  QTest::addColumn<double>("azimuth");
  QTest::addColumn<double>("elevation");
  QTest::addColumn<bool>("parallel");
  QTest::addColumn<bool>("yUp");
  for (const bool parallel : {false, true})
    for (const bool yUp : {false, true})
      for (const double azimuth : {0.0, 0.7, -2.9})
        for (const double elevation : {0.05, 0.8, std::numbers::pi / 2})
          QTest::addRow("%s %s azimuth %.1f elevation %.2f", parallel ? "parallel" : "perspective",
                        yUp ? "y up" : "z up", azimuth, elevation)
              << azimuth << elevation << parallel << yUp;
}

Camera fetchCamera() {
  QFETCH(double, azimuth);
  QFETCH(double, elevation);
  QFETCH(bool, parallel);
  QFETCH(bool, yUp);
  return cameraOf(azimuth, elevation, parallel, yUp);
}

double pixelsBetween(QPointF a, QPointF b) {
  return QLineF(a, b).length();
}

}  // namespace

class ViewportCameraTest : public QObject {
  Q_OBJECT
 private slots:
  /// Between two cameras VTK would see corners of the one beside corners of the other.
  void camerasThatTurnThePictureOverAreDrawnWithoutAWord() {
    QTemporaryFile words;
    QVERIFY(words.open());
    const int usual = ::dup(STDERR_FILENO);
    ::dup2(words.handle(), STDERR_FILENO);
    {
      SceneRenderer scene;
      scene.setFrame({});
      for (const bool yUp : {false, true})
        for (const double elevation : {0.5 * std::numbers::pi, 0.3})
          for (const double azimuth :
               {0.0, std::numbers::pi, 0.5 * std::numbers::pi, -0.5 * std::numbers::pi})
            scene.setCamera(cameraOf(azimuth, elevation, true, yUp), 1.5);
    }
    ::dup2(usual, STDERR_FILENO);
    ::close(usual);
    words.seek(0);
    QCOMPARE(words.readAll(), QByteArray());
  }

  void raysHitWhatIsDrawnThere_data() { addCameras(); }
  void raysHitWhatIsDrawnThere() {
    const ScreenMap map(fetchCamera(), size);
    for (const QPointF at : {QPointF(0, 0), QPointF(380, 225), QPointF(700, 40), QPointF(123, 444)}) {
      const Ray ray = map.rayAt(at);
      for (const double distance : {1.7, 3.1}) {
        const Vector3d point = ray.origin + distance * ray.direction;
        QVERIFY(map.toScreen(point).has_value());
        QVERIFY(pixelsBetween(*map.toScreen(point), at) < 1e-6);
      }
    }
  }

  void axesAreOrthonormalAndUpStaysUp_data() { addCameras(); }
  void axesAreOrthonormalAndUpStaysUp() {
    Camera camera = fetchCamera();
    for (const double lift : {0.0, -5.0, 9.0}) {
      camera.rotate(0.4, lift);
      Eigen::Matrix3d axes;
      axes << camera.screenRight(), camera.screenUp(), camera.backward();
      QVERIFY((axes.transpose() * axes - Eigen::Matrix3d::Identity()).norm() < 1e-12);
      QVERIFY(axes.determinant() > 0);
      QVERIFY(camera.screenUp().dot(camera.up()) > -1e-12);
      QVERIFY(std::abs(camera.screenRight().dot(camera.up())) < 1e-12);
    }
  }

  void fromAboveXIsRightAndYIsUp() {
    const Camera camera = cameraOf(0, std::numbers::pi / 2, false, false);
    QVERIFY((camera.screenRight() - Vector3d::UnitX()).norm() < 1e-12);
    QVERIFY((camera.screenUp() - Vector3d::UnitY()).norm() < 1e-12);
  }

  void fromTheFrontOfAVerticalPlaneXIsRightAndYIsUp() {
    const Camera camera = cameraOf(0, 0, false, true);
    QVERIFY((camera.screenRight() - Vector3d::UnitX()).norm() < 1e-12);
    QVERIFY((camera.screenUp() - Vector3d::UnitY()).norm() < 1e-12);
  }

  void zoomKeepsThePointUnderTheCursor_data() { addCameras(); }
  void zoomKeepsThePointUnderTheCursor() {
    Camera camera = fetchCamera();
    const QPointF cursor(610, 90);
    const ScreenMap before(camera, size);
    const Ray ray = before.rayAt(cursor);  // to the depth of the focal point
    const Vector3d held = ray.origin + (camera.focal - ray.origin).dot(camera.backward()) /
                                           ray.direction.dot(camera.backward()) * ray.direction;
    const double height = camera.heightAtFocus();
    camera.zoom(1.7, cursor, size);
    QVERIFY(pixelsBetween(*ScreenMap(camera, size).toScreen(held), cursor) < 1e-6);
    QCOMPARE(camera.heightAtFocus(), height / 1.7);
  }

  void panFollowsTheMouse_data() { addCameras(); }
  void panFollowsTheMouse() {
    Camera camera = fetchCamera();
    const Vector3d held = camera.focal + 0.2 * camera.screenRight() - 0.1 * camera.screenUp();
    const QPointF before = *ScreenMap(camera, size).toScreen(held), move(33, -21);
    camera.pan(move, size);
    QVERIFY(pixelsBetween(*ScreenMap(camera, size).toScreen(held), before + move) < 1e-6);
  }

  void fitFramesEveryBallAndWastesNoRoom_data() { addCameras(); }
  void fitFramesEveryBallAndWastesNoRoom() {
    Camera camera = fetchCamera();
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-3, 3), extent(0.05, 0.6);
    constexpr double margin = 0.1;
    const QRectF inside(margin * size.height(), margin * size.height(),
                        size.width() - 2 * margin * size.height(), (1 - 2 * margin) * size.height());
    for (const int count : {1, 2, 15}) {
      std::vector<FitTarget> targets;
      for (int i = 0; i < count; ++i)
        targets.push_back({{2 * place(random), place(random), 0.2 * place(random)}, extent(random)});
      camera.fit(targets, size, margin);
      const ScreenMap map(camera, size);
      double tightest = 1e9;
      for (const FitTarget& target : targets) {
        const QPointF at = *map.toScreen(target.centre);
        const double radius = target.radius * map.scaleAt(target.centre);
        const double left = at.x() - radius - inside.left(), right = inside.right() - at.x() - radius;
        const double top = at.y() - radius - inside.top(), bottom = inside.bottom() - at.y() - radius;
        for (const double room : {left, right, top, bottom}) tightest = std::min(tightest, room);
      }
      // The silhouette of a ball in perspective is a little larger than its disc.
      QVERIFY2(tightest > -1e-6 && tightest < 0.12 * size.height(), qPrintable(QString::number(tightest)));
    }
  }

  void silhouetteIsWhereRaysStopHitting_data() { addCameras(); }
  void silhouetteIsWhereRaysStopHitting() {
    const Camera camera = fetchCamera();
    const ScreenMap map(camera, size);
    const Vector3d centre = camera.focal;  // straight ahead: the silhouette is a circle
    const double radius = 0.4, edge = map.silhouetteRadius(centre, radius);
    const auto missedBy = [&](double pixels) {
      const Ray ray = map.rayAt(*map.toScreen(centre) + QPointF(pixels, 0));
      return (centre - ray.origin).cross(ray.direction).norm() - radius;
    };
    QVERIFY(missedBy(edge - 0.01) < 0);
    QVERIFY(missedBy(edge + 0.01) > 0);
  }
};

CAROM_TEST(ViewportCameraTest);
#include "tst_viewport_camera.moc"
