// A scene of 500 bodies is opened, edited and undone like a small one.
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "common/theme.h"
#include "editor/scene_editor.h"
#include "scene/edit/edit.h"
#include "scene/format/write_scene.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/main_window.h"

using namespace carom;

namespace {

constexpr int columns = 25, rows = 20, copied = 100;
constexpr double pitch = 0.25, radius = 0.1;  // m

/// Balls in a rectangle, none of them touching.
std::string manyBalls() {
  edit::Json bodies = edit::Json::array(), q = edit::Json::object();
  for (int i = 0; i < columns * rows; ++i) {
    const std::string name = "ball" + std::to_string(i);
    bodies.push_back({{"name", name},
                      {"joints", {"x", "y"}},
                      {"mass", 1},
                      {"shapes", edit::Json::array({{{"type", "ball"}, {"radius", radius}}})}});
    q[name + ".x"] = pitch * (i % columns);
    q[name + ".y"] = pitch * (i / columns);
  }
  return sceneText({{"format", 1}, {"title", "Many"}, {"bodies", bodies}, {"initial", {{"q", q}}}});
}

}  // namespace

class TestManyBodies : public QObject {
  Q_OBJECT

  QTemporaryDir folder;
  std::unique_ptr<MainWindow> window;

  ViewportCanvas* canvas() const { return window->findChild<ViewportCanvas*>(); }
  SceneEditor* editor() const { return window->findChild<SceneEditor*>(); }
  QUndoStack* stack() const { return window->document()->undoStack(); }
  QPoint at(double x, double y) const { return canvas()->screenMap().toScreen({x, y, 0})->toPoint(); }
  Eigen::Vector3d position(int body) const {
    const SceneInstance& instance = window->snapshot()->instance;
    return instance.mechanism->position(body, instance.initial.q);
  }

 private slots:
  void initTestCase() { prepareWindowTest(); }
  void init() {
    const QString file = folder.filePath("many.carom.json");
    QFile disk(file);
    QVERIFY(disk.open(QIODevice::WriteOnly));
    disk.write(QByteArray::fromStdString(manyBalls()));
    disk.close();
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QApplication::setActiveWindow(window.get());
    window->openScene(file);
    QTRY_VERIFY_WITH_TIMEOUT(window->snapshot(), 60'000);
  }
  void cleanup() { window.reset(); }

  void oneBallIsDragged() {
    auto* tool = window->findChild<ViewportPanel*>()->tool();
    window->findChild<ViewportPanel*>()->topView();
    waitForStillPicture(canvas());
    tool->setKind(ToolBox::Kind::Select);
    const QPoint from = at(pitch, pitch), to = at(pitch, pitch - 0.02);
    QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
    QSignalSpy displayed(window.get(), &MainWindow::displayed);
    for (int i = 1; i <= 20; ++i) {
      QTest::mouseMove(canvas(), from + (to - from) * i / 20 + QPoint(0, i));
      QCoreApplication::processEvents();
    }
    QTRY_VERIFY(displayed.count() > 0);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
    QTRY_COMPARE(stack()->count(), 1);
    QVERIFY(position(columns + 1).y() < pitch);
  }

  void aBulkEditIsOneStep() {
    const std::string before = window->document()->sceneText();
    QStringList some;
    for (int i = 0; i < copied; ++i) some << QStringLiteral("ball%1").arg(i);
    window->selection()->choose(some);
    editor()->duplicateSelected();
    QTRY_COMPARE_WITH_TIMEOUT(stack()->count(), 1, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(window->snapshot()->instance.mechanism->bodies().size(),
                              std::size_t(columns * rows + copied), 60'000);
    window->document()->undo();
    QTRY_COMPARE_WITH_TIMEOUT(window->snapshot()->scene->text(), before, 60'000);
    editor()->selectAll();
    editor()->removeSelected();
    QTRY_COMPARE_WITH_TIMEOUT(window->snapshot()->instance.mechanism->bodies().size(), std::size_t(0),
                              60'000);
    window->document()->undo();
    QTRY_COMPARE_WITH_TIMEOUT(window->snapshot()->scene->text(), before, 60'000);
  }
};

CAROM_DISPLAY_TEST(TestManyBodies);
#include "tst_many_bodies.moc"
