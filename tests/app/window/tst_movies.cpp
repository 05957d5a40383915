// Figure > Export movie: the movie is written beside the window, which lives on; Cancel leaves nothing.
#include <QDialogButtonBox>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/picture/scene_movie.h"
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
    QCOMPARE(files().size(), here->frameCount());
    for (const int frame : {0, here->frameCount() / 2, here->frameCount() - 1}) {
      const QImage there(m_dir.filePath(QStringLiteral("break-%1.png").arg(frame + 1, 4, 10, QChar('0'))));
      QCOMPARE(there.convertToFormat(QImage::Format_RGB32),
               here->frame(frame).convertToFormat(QImage::Format_RGB32));
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
};

CAROM_DISPLAY_TEST(TestMovies);
#include "tst_movies.moc"
