#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>

#include "common/moments.h"
#include "common/painted_words.h"
#include "figure/figure.h"
#include "support/ball_color.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "viewport/picture/overlay.h"
#include "viewport/picture/scene_figure.h"
#include "viewport/picture/scene_frame.h"
#include "viewport/picture/scene_movie.h"
#include "viewport/picture/start_camera.h"

using namespace carom;

namespace {

constexpr double widthMm = 88;
constexpr int dpi = 200;

}  // namespace

/// Pictures of a scene without any display: the program runs with DISPLAY unset.
class ViewportFigureTest : public QObject {
  Q_OBJECT
 private slots:
  /// Rods, boxes and hulls have their names beside them; balls with room for a letter have it on them only.
  void bodiesWithoutALetterHaveTheirNamesBesideThem_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("pen") << "pen" << QStringList{"pen"};
    QTest::newRow("rhex") << "rhex" << QStringList{"body", "thigh_left", "shin_left", "shin_right"};
    QTest::newRow("box") << "tumbling-box" << QStringList{"box"};
    QTest::newRow("break") << "billiard-break" << QStringList{"a", "b", "c"};
  }
  void bodiesWithoutALetterHaveTheirNamesBesideThem() {
    QFETCH(QString, scene);
    QFETCH(QStringList, names);
    const auto snapshot = makeSnapshot(scene.toStdString());
    const SceneFrame frame = makeFrame(*snapshot, {0, -1, 0});
    const QSizeF size(900, 600);
    ViewState view;
    view.arrowScale = 0.05;
    view.camera = startCamera(frame, view.arrowScale, size);
    QImage image(size.toSize(), QImage::Format_RGB32);
    PaintedWords words;
    for (const bool isNamed : {false, true}) {
      Overlay overlay;
      overlay.names = isNamed;
      QPainter painter(&image);
      const PaintedWords::Recording recording(&words);
      overlay.paint(painter, frame, view, image.rect());
      painter.end();
      for (const QString& name : names)
        QVERIFY2(words.all().contains(name) == (isNamed || name.size() == 1), qPrintable(name));
    }
  }

  void ballsHaveTheirColoursWhereTheyProject_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("parallel");
    for (const char* scene : {"billiard-break", "newtons-cradle", "line-and-wall", "rack-break"})
      for (const bool parallel : {false, true})
        QTest::addRow("%s %s", scene, parallel ? "parallel" : "perspective") << QString(scene) << parallel;
  }
  void ballsHaveTheirColoursWhereTheyProject() {
    QFETCH(QString, scene);
    QFETCH(bool, parallel);
    const SnapshotPtr snapshot = makeSnapshot(scene.toStdString());
    const Moment moment{0, snapshot->trajectory->initialImpact(), 0};
    const SceneFrame frame = makeFrame(*snapshot, moment);
    const QSizeF size(widthMm * pointsPerMm, 0.62 * widthMm * pointsPerMm);
    ViewState view;
    view.arrows = view.labels = false;
    view.arrowScale = arrowScaleFor(*snapshot);
    view.camera = startCamera(frame, view.arrowScale, size);
    view.camera.parallel = parallel;
    FigureOptions options;
    options.dpi = dpi;
    const QImage image = renderFigure(SceneFigure(snapshot, moment, view), options);
    const ScreenMap map(view.camera, size);
    int seen = 0;
    for (const SceneFrame::Ball& ball : frame.balls) {
      const QPointF at = *map.toScreen(ball.centre), low(0, 0.5 * ball.radius * map.scaleAt(ball.centre));
      const QColor pixel = image.pixelColor((at + low).toPoint() * (dpi / 72.0));
      seen += hasColorOf(pixel, ball.color);
    }
    QCOMPARE(seen, static_cast<int>(frame.balls.size()));
    const QColor corner = image.pixelColor(1, 1);  // paper, or a line of the grid
    QVERIFY(corner.lightness() > 170 && corner.hsvSaturationF() < 0.2);
  }

  void aTransparentPictureHasNoGround() {
    FigureOptions options;
    options.transparent = true;
    const QImage image = renderFigure(SceneFigure(makeSnapshot("billiard-break")), options);
    QVERIFY(image.pixelColor(1, 1).alpha() < 255);
    QCOMPARE(image.pixelColor(image.rect().center()).alpha(), 255);
  }

  /// Recorded bodies, futures and other designs stay in the figure, and in its record.
  void ghostsAreDrawnAndRemade() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break"),
                      other = makeSnapshot("billiard-break", {{"rc", "3*ra"}});
    Eigen::VectorXd q = snapshot->instance.initial.q;
    q[0] -= 0.03;
    const auto own = std::shared_ptr<const SceneInstance>(snapshot, &snapshot->instance),
               design = std::shared_ptr<const SceneInstance>(other, &other->instance);
    const std::vector<Ghosts> ghosts{{{"recording", Qt::magenta}, own, {q, q}},
                                     {{"found", Qt::gray}, design, {other->instance.initial.q}}};
    const Moment start{0, -1, 0};
    const SceneFigure plain(snapshot, start), figure(snapshot, start, {}, 0.62, ghosts);
    const SceneFigure remade(snapshot, figure.source().view);
    QCOMPARE(remade.source().view, figure.source().view);
    QCOMPARE(renderFigure(remade), renderFigure(figure));
    QVERIFY(renderFigure(figure) != renderFigure(plain));
    QVERIFY(!plain.source().view.contains("ghosts"));
    const QString csv = figure.csv();
    const qsizetype bodies = plain.csv().count('\n') - 1;
    QCOMPARE(csv.count('\n') - 1, 4 * bodies);  // twice recorded, once of the other design
    QVERIFY(csv.contains("(recording),"));
    const QString last = csv.split('\n', Qt::SkipEmptyParts).last();
    const Eigen::Vector3d at =
        other->instance.mechanism->position(static_cast<int>(bodies) - 1, other->instance.initial.q);
    QCOMPARE(last.section(',', 1, 1).toDouble(), at.x());
  }

  /// A recording moves beside the run in a movie, with the scene's own motion from a jump on. Both are part
  /// of its record.
  void tracksMoveInMoviesAndAreRemade() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break");
    const Trajectory& run = *snapshot->trajectory;
    RecordedRun recorded;
    constexpr Eigen::Index samples = 2000;  // more than a record holds
    recorded.time = Eigen::VectorXd::LinSpaced(samples, 0, 0.6 * run.end());
    recorded.q.resize(run.configuration(0).size(), samples);
    for (Eigen::Index i = 0; i < samples; ++i)
      recorded.q.col(i) =
          run.configuration(recorded.time[i]) + Eigen::VectorXd::Constant(run.configuration(0).size(), 0.02);
    const std::vector<GhostTrack> tracks = tracksOf(recorded, &run, 0, &run);
    QCOMPARE(tracks.size(), std::size_t(2));
    QCOMPARE(tracks[0].motion.time[0], recorded.time[0]);
    QCOMPARE(tracks[0].motion.time.tail(1)[0], recorded.time[samples - 1]);
    const auto at = [&](std::size_t track, double time) {
      return configurationAt(tracks[track].motion, *snapshot->instance.mechanism, time);
    };
    for (const double time : {0.01, 0.2 * run.end(), 0.59 * run.end()}) {
      const Eigen::VectorXd wanted =
          run.configuration(time) + Eigen::VectorXd::Constant(run.configuration(0).size(), 0.02);
      QVERIFY((*at(0, time) - wanted).norm() < 1e-4);
      QVERIFY((*at(1, time) - run.configuration(time)).norm() < 1e-4);
    }
    QVERIFY(!at(0, 0.7 * run.end()) && !at(0, -1e-3));

    const double middle = 0.3 * run.end();
    const Moment moment{middle, -1, 0};
    const SceneFigure plain(snapshot, moment), figure(snapshot, moment, {}, 0.62, {}, tracks);
    const SceneFigure remade(snapshot, figure.source().view);
    QCOMPARE(remade.source().view, figure.source().view);
    QVERIFY(figure.source().view.size() < 200'000);
    QVERIFY(renderFigure(remade) != renderFigure(plain));
    QVERIFY(remade.csv().contains("(recording),") && remade.csv().contains("(Carom from jump 1),"));
    // The picture has the same room before, during and after the recording.
    const MovieOptions options{.size = {320, 200}, .fps = 20, .speed = run.end()};
    const SceneMovie with(snapshot, figure.source().view, options),
        again(snapshot, remade.source().view, options);
    QCOMPARE(with.frameCount(), again.frameCount());
    const auto legend = [](const QImage& frame) { return frame.copy(0, 0, 60, 24); };
    for (int i = 0; i < with.frameCount(); i += 5) {
      QCOMPARE(with.frame(i), again.frame(i));
      QCOMPARE(legend(with.frame(i)), legend(with.frame(0)));
    }
  }

  /// A long recording is taken where the run is, and the times of a clock, which differ in their last digits,
  /// are kept by a record.
  void tracksKeepTheTimesOfTheRun() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break");
    const Trajectory& run = *snapshot->trajectory;
    const Eigen::Index n = snapshot->instance.mechanism->dof(), samples = 100'001;
    RecordedRun recorded{
        Eigen::VectorXd::LinSpaced(samples, -500, 500), Eigen::MatrixXd::Zero(n, samples), {}};
    recorded.q.row(0) = recorded.time.transpose();
    const RecordedRun kept = tracksOf(recorded, nullptr, -1, &run)[0].motion;
    QVERIFY(kept.size() >= 0.9 * (run.end() - run.start()) / 0.01 && kept.time[0] <= run.start() &&
            kept.time.tail(1)[0] >= run.end());
    QVERIFY(kept.time[0] > run.start() - 0.011 && kept.time.tail(1)[0] < run.end() + 0.011);
    constexpr double clock = 1.7e9;
    RecordedRun late = recorded;
    late.time = Eigen::VectorXd::LinSpaced(samples, clock, clock + 0.1 * samples);
    const std::vector<GhostTrack> tracks = tracksOf(late, nullptr, -1, nullptr);
    const std::vector<GhostTrack> again = tracksIn(tracksJson(tracks), static_cast<int>(n));
    QCOMPARE(again[0].motion.time, tracks[0].motion.time);
    QVERIFY(again[0].motion.time[0] == clock && again[0].motion.size() <= 600);
  }

  void tracksThatAreNoneAreRefused_data() {
    QTest::addColumn<QString>("tracks");
    QTest::newRow("no list") << "7";
    QTest::newRow("another kind") << R"([{"kind": "x", "t": [0], "q": [[0,0,0,0,0,0]]}])";
    QTest::newRow("no times") << R"([{"kind": "recording", "q": []}])";
    QTest::newRow("times that fall")
        << R"([{"kind": "recording", "t": [1, 0], "q": [[0,0,0,0,0,0], [0,0,0,0,0,0]]}])";
    QTest::newRow("fewer places") << R"([{"kind": "recording", "t": [0, 1], "q": [[0,0,0,0,0,0]]}])";
    QTest::newRow("too few numbers") << R"([{"kind": "recording", "t": [0], "q": [[0]]}])";
    for (const char* jump : {"-1", "2147483647", "1e300", "\"1\""})
      QTest::addRow("jump %s", jump)
          << QStringLiteral(R"([{"kind": "continuation", "jump": %1, "t": [0], "q": [[0,0,0,0,0,0]]}])")
                 .arg(jump);
  }
  void tracksThatAreNoneAreRefused() {
    QFETCH(QString, tracks);
    QVERIFY_THROWS_EXCEPTION(FigureError, SceneFigure(makeSnapshot("billiard-break"),
                                                      QStringLiteral("{\"tracks\": %1}").arg(tracks)));
  }

  void ghostsThatAreNoneAreRefused_data() {
    QTest::addColumn<QString>("ghosts");
    QTest::newRow("too few numbers") << R"([{"name": "a", "q": [[0, 0]]}])";
    QTest::newRow("no list") << "7";
    QTest::newRow("no objects") << "[1, null]";
    QTest::newRow("no configurations") << R"([{"name": "a", "q": "x"}])";
    QStringList many;
    for (int i = 0; i < 101; ++i) many += QStringLiteral("[0, 0, 0, 0, 0, %1]").arg(i);
    QTest::newRow("too many") << QStringLiteral(R"([{"name": "a", "q": [%1]}])").arg(many.join(','));
    QTest::newRow("words") << R"([{"name": "a", "q": [["0", "x"]]}])";
    QTest::newRow("a parameter that the scene has not")
        << R"([{"name": "a", "set": {"none": "1"}, "q": []}])";
    QTest::newRow("a radius below 0") << R"([{"name": "a", "set": {"rc": "-1"}, "q": []}])";
  }
  void ghostsThatAreNoneAreRefused() {
    QFETCH(QString, ghosts);
    QVERIFY_THROWS_EXCEPTION(FigureError, SceneFigure(makeSnapshot("billiard-break"),
                                                      QStringLiteral("{\"ghosts\": %1}").arg(ghosts)));
  }

  void everyFormatIsWritten_data() {
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QByteArray>("begins");
    QTest::newRow("png") << "png" << QByteArray("\x89PNG");
    QTest::newRow("pdf") << "pdf" << QByteArray("%PDF");
    QTest::newRow("svg") << "svg" << QByteArray("<?xml");
  }
  void everyFormatIsWritten() {
    QFETCH(QString, ending);
    QFETCH(QByteArray, begins);
    QTemporaryDir folder;
    const QString path = folder.filePath("scene." + ending);
    const SceneFigure figure(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    writeFigure(figure, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith(begins));
    QVERIFY(bytes.size() > 10'000);
    QCOMPARE(figure.provenance().section("; ", 1), "billiard-break theta=120deg");
  }

  void picturesInsideVectorFilesHaveTheResolutionAskedFor_data() {
    QTest::addColumn<int>("inch");
    QTest::newRow("draft") << 72;
    QTest::newRow("fine") << 400;
  }
  void picturesInsideVectorFilesHaveTheResolutionAskedFor() {
    QFETCH(int, inch);
    const SceneFigure figure(makeSnapshot("billiard-break"));
    const FigureOptions options{.widthMm = 50.8, .dpi = inch};
    const QByteArray svg = encodeFigure(figure, FigureFormat::Svg, options), key = "data:image/png;base64,";
    const auto from = svg.indexOf(key) + key.size();
    const QImage inside =
        QImage::fromData(QByteArray::fromBase64(svg.mid(from, svg.indexOf('"', from) - from)));
    QVERIFY2(std::abs(inside.width() - 2 * inch) <= 1, qPrintable(QString::number(inside.width())));
    const QByteArray pdf = encodeFigure(figure, FigureFormat::Pdf, options), width = "/Width ";
    const auto at = pdf.indexOf(width) + width.size();
    QVERIFY(std::abs(pdf.mid(at, pdf.indexOf('\n', at) - at).toInt() - 2 * inch) <= 1);
  }

  void theSamePictureTwiceIsTheSame() {
    const SceneFigure figure(makeSnapshot("rack-break"));
    QCOMPARE(renderFigure(figure), renderFigure(figure));
  }

  void numbersBehindThePictureAreItsVelocities() {
    const SnapshotPtr snapshot = makeSnapshot("newtons-cradle");
    const QStringList lines = SceneFigure(snapshot).csv().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines[0], "body,x_m,y_m,z_m,vx_m_per_s,vy_m_per_s,vz_m_per_s");
    QCOMPARE(lines[1].split(',')[4].toDouble(), 0.0);  // the first ball rests after the impact
    QCOMPARE(lines[5].split(',')[4].toDouble(), 1.0);  // the last one has its speed
  }
};

CAROM_OFFSCREEN_TEST(ViewportFigureTest);

#include "tst_viewport_figure.moc"
