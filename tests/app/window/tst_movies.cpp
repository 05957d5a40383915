// Figure > Export movie: the movie is written beside the window, which lives on; Cancel leaves nothing.
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <algorithm>
#include <cstdlib>

#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/picture/scene_movie.h"
#include "viewport/picture/start_camera.h"
#include "viewport/render/offscreen_gl.h"
#include "viewport/render/scene_renderer.h"
#include "window/figure_menu.h"
#include "window/main_window.h"
#include "window/movie_dialog.h"
#include "window/movie_progress.h"

using namespace carom;

class TestMovies : public QObject {
  Q_OBJECT

  QTemporaryDir m_dir;

  static MovieOptions options() {
    MovieOptions wanted;
    wanted.size = {160, 120};
    wanted.fps = 5;
    wanted.speed = 0.05;
    wanted.reflection = 0.4;
    return wanted;
  }
  static std::unique_ptr<Movie> movie(const SnapshotPtr& snapshot, const MovieOptions& wanted) {
    return std::make_unique<SceneMovie>(snapshot, QString(), wanted);
  }
  MovieToWrite order(const QString& name, const SnapshotPtr& snapshot, const MovieOptions& wanted) const {
    return {m_dir.filePath(name), wanted.size, wanted.fps, MovieRecord{"a test", {}},
            [=] { return movie(snapshot, wanted); }};
  }
  QStringList files() const { return QDir(m_dir.path()).entryList(QDir::Files); }

 private slots:
  void initTestCase() { prepareWindowTest(); }
  void cleanup() {
    for (const QString& file : files()) QFile::remove(m_dir.filePath(file));
  }

  /// The frames are those that the thread of the window draws.
  void framesOfTheBackgroundAreTheSame() {
    const auto snapshot = makeSnapshot("billiard-break");
    MovieProgress progress(order("break.png", snapshot, options()));
    QSignalSpy written(&progress, &MovieProgress::written);
    QSignalSpy failed(&progress, &MovieProgress::failed);
    QTRY_COMPARE(written.count() + failed.count(), 1);
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed[0][0].toString()));
    const auto here = movie(snapshot, options());
    QVERIFY(here->frameCount() > 5);
    QCOMPARE(files(), QStringList());
    const QDir folder(m_dir.filePath("break"));
    QCOMPARE(folder.entryList(QDir::Files).size(), here->frameCount());
    for (const int frame : {0, here->frameCount() / 2, here->frameCount() - 1}) {
      const QImage there(folder.filePath(QStringLiteral("break-%1.png").arg(frame + 1, 4, 10, QChar('0'))));
      QCOMPARE(there.convertToFormat(QImage::Format_RGB32),
               here->frame(frame).convertToFormat(QImage::Format_RGB32));
    }
  }

  void framesOfOneContextAreThoseOfTheirOwn() {
    for (const char* scene : {"billiard-break", "tumbling-box"}) {
      const auto snapshot = makeSnapshot(scene);
      const auto all = movie(snapshot, options());
      const int count = all->frameCount();
      QVERIFY(count > 3);
      for (const int number : {0, count - 1, 1, count / 2})  // in any order
        QCOMPARE(all->frame(number), movie(snapshot, options())->frame(number));
    }
  }

  /// Multisampling takes Mesa most of the time of a frame. Balls, shadows and grid look the same without.
  void aFrameWithoutEdgesNeedsNoMultisampling_data() {
    QTest::addColumn<bool>("edges");
    QTest::newRow("billiard-break") << false;
    QTest::newRow("newtons-cradle") << false;
    QTest::newRow("tumbling-box") << true;
    QTest::newRow("line-and-wall") << true;
  }
  void aFrameWithoutEdgesNeedsNoMultisampling() {
    QFETCH(bool, edges);
    const auto snapshot = makeSnapshot(QTest::currentDataTag());
    const SceneFrame frame = makeFrame(*snapshot, {snapshot->trajectory->start(), -1, 0});
    QCOMPARE(hasEdges(frame), edges);
    const QSize size(320, 200);
    const auto picture = [&](int samples) {
      SceneRenderer scene(Backdrop::Paper);
      scene.setFrame(frame);
      scene.setCamera(startCamera(frame, 0.1, size), 1.6);
      return OffscreenGl(samples).render(scene.renderer(), size);
    };
    const QImage smooth = picture(4), plain = picture(0);
    int most = 0;  // steps of 255 between two pixels
    for (int y = 0; y < size.height(); ++y)
      for (int x = 0; x < size.width(); ++x) {
        const QRgb a = smooth.pixel(x, y), b = plain.pixel(x, y);
        most = std::max({most, std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                         std::abs(qBlue(a) - qBlue(b)), std::abs(qAlpha(a) - qAlpha(b))});
      }
    QVERIFY2(edges ? most > 30 : most <= 4, qPrintable(QString::number(most)));
  }

  /// A recorded body that flies away from the run stays in the picture.
  void theCameraFollowsRecordings() {
    const auto snapshot = makeSnapshot("billiard-break");
    const Trajectory& run = *snapshot->trajectory;
    RecordedRun recorded;
    constexpr Eigen::Index samples = 50;
    recorded.time = Eigen::VectorXd::LinSpaced(samples, run.start(), run.end());
    recorded.q = snapshot->instance.initial.q.replicate(1, samples);
    for (Eigen::Index i = 0; i < samples; ++i) recorded.q(0, i) += 0.05 * static_cast<double>(i);  // 2.5 m
    const QString view = QString::fromUtf8(
        QJsonDocument(QJsonObject{{"tracks", tracksJson(tracksOf(recorded, nullptr, -1, &run))}}).toJson());
    const QSizeF picture(160, 120);
    const int body = 0;
    for (const bool hasTrack : {false, true}) {
      const SceneMovie movie(snapshot, hasTrack ? view : QString(), options());
      const ScreenMap map(movie.camera(movie.frameCount() - 1), picture);
      const Eigen::Vector3d at = snapshot->instance.mechanism->position(body, recorded.q.col(samples - 1));
      QCOMPARE(map.isWithin(QRectF({0, 0}, picture), {at, 0}), hasTrack);
    }
  }

  void whatIsStoppedLeavesNothing() {
    MovieOptions wanted = options();
    wanted.speed = 0.001;  // hundreds of frames
    MovieProgress progress(order("long.png", makeSnapshot("newtons-cradle"), wanted));
    QSignalSpy written(&progress, &MovieProgress::written);
    QSignalSpy failed(&progress, &MovieProgress::failed);
    QTRY_VERIFY(progress.findChild<QProgressBar*>()->value() > 0);
    progress.findChild<QToolButton*>()->click();
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().startsWith("Stopped"));
    QVERIFY(written.isEmpty());
    QCOMPARE(files(), QStringList());
    QVERIFY(!QDir(m_dir.filePath("long")).exists());
  }

  void theDialogOrdersAndCloses() {
    const auto snapshot = makeSnapshot("billiard-break");
    MovieDialog dialog([=](const MovieOptions& wanted) { return movie(snapshot, wanted); },
                       [](const QString&, const MovieOptions&) {
                         return MovieRecord{"a test", {}};
                       });
    QSignalSpy ordered(&dialog, &MovieDialog::ordered);
    dialog.open();
    auto* path = dialog.findChild<QLineEdit*>("path");
    auto* write = dialog.findChild<QDialogButtonBox*>()->buttons().last();
    for (QAbstractButton* button : dialog.findChild<QDialogButtonBox*>()->buttons())
      if (button->property("role").toString() == "primary") write = button;
    path->setText(m_dir.filePath("no/folder/a.png"));
    write->click();
    QVERIFY(dialog.isVisible() && ordered.isEmpty());
    QVERIFY(dialog.findChild<QLabel*>("error")->text().contains("no/folder"));
    path->setText(m_dir.filePath("a.png"));
    write->click();
    QVERIFY(!dialog.isVisible());
    QCOMPARE(ordered.count(), 1);
    QCOMPARE(files(), QStringList());  // it is for the receiver to write
  }

  /// Two movies into one place would mix their frames.
  void oneMovieIsWrittenAtATime() {
    MainWindow window;
    window.openScene("newtons-cradle");
    QTRY_VERIFY(window.snapshot() && !window.snapshot()->isPending);
    window.show();
    auto* menu = window.findChild<FigureMenu*>();
    QSignalSpy told(menu, &FigureMenu::told);
    menu->exportMovie();
    auto* dialog = window.findChild<MovieDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    for (const auto& [field, value] : {std::pair("speed", 0.0005), std::pair("fps", 60.0)})
      dialog->findChild<QDoubleSpinBox*>(field)->setValue(value);
    dialog->findChild<QLineEdit*>("path")->setText(m_dir.filePath("swing.png"));
    for (QAbstractButton* button : dialog->findChild<QDialogButtonBox*>()->buttons())
      if (button->property("role").toString() == "primary") button->click();
    auto* progress = window.findChild<MovieProgress*>();
    QVERIFY(progress);
    QTRY_VERIFY(!window.findChild<MovieDialog*>());
    menu->exportMovie();
    QVERIFY(!window.findChild<MovieDialog*>());
    QVERIFY(told.last()[0].toString().startsWith("A movie is being written"));
    progress->cancel();
    QTRY_VERIFY(!window.findChild<MovieProgress*>());
    menu->exportMovie();
    QVERIFY(window.findChild<MovieDialog*>());
  }
};

CAROM_DISPLAY_TEST(TestMovies);
#include "tst_movies.moc"
