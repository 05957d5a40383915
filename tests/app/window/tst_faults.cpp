// An exception that a slot or the handler of an event lets out ends neither the process nor the work.
#include <QMessageBox>
#include <QTimer>

#include "support/file_window.h"
#include "support/widget_test.h"
#include "window/fault_report.h"
#include "window/main_window.h"
#include "window/safe_application.h"

using namespace carom;

namespace {

/// Throws whenever it is painted.
struct Unpaintable : QWidget {
  using QWidget::QWidget;
  int painted = 0;
  void paintEvent(QPaintEvent*) override {
    ++painted;
    throw std::runtime_error("planted in a painting");
  }
};

}  // namespace

class TestFaults : public QObject, FileWindow {
  Q_OBJECT

  void throwSoon(const char* what) {
    QTimer::singleShot(0, window.get(), [what] { throw std::runtime_error(what); });
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() {
    start();
    auto* application = static_cast<SafeApplication*>(QCoreApplication::instance());
    connect(application, &SafeApplication::threw, window->faults(), &FaultReport::report);
  }
  void cleanup() { window.reset(); }

  void theDocumentStaysAndCanBeEdited() {
    setTheta("100deg");
    throwSoon("planted in a slot");
    QTRY_VERIFY(box());
    QVERIFY2(box()->informativeText().contains("planted in a slot"), qPrintable(box()->informativeText()));
    QVERIFY(std::abs(theta() - 100) < 1e-9 && window->isWindowModified());
    answer("OK");
    QTRY_VERIFY(!box());
    setTheta("110deg");
    QTRY_VERIFY(std::abs(theta() - 110) < 1e-9);
  }

  /// What comes again and again is told in a box once.
  void anErrorIsBoxedOnce() {
    throwSoon("planted twice");
    QTRY_VERIFY(box());
    answer("OK");
    QTRY_VERIFY(!box());
    QSignalSpy told(window->faults(), &FaultReport::told);
    throwSoon("planted twice");
    QTRY_COMPARE(told.size(), 1);
    QVERIFY(told.front().front().toString().contains("planted twice"));
    QVERIFY(!box());
  }

  void aWidgetThatCannotBePaintedIsLeftOut() {
    Unpaintable hole(window.get());
    hole.setGeometry(100, 100, 50, 50);
    hole.show();
    QTRY_VERIFY(hole.painted > 0 && box());
    answer("OK");
    QTRY_VERIFY(!box());
    hole.update();
    const int before = hole.painted;
    QTRY_VERIFY(hole.painted > before);
    QVERIFY(!box());
    setTheta("95deg");
  }

  void whatIsNoStandardExceptionIsCaughtToo() {
    QTimer::singleShot(0, window.get(), [] { throw 1; });
    QTRY_VERIFY(box());
    answer("OK");
  }
};

/// The test's application is that of the window.
static int runOnSafeApplication(int argc, char** argv) {
  return tests::run<SafeApplication, TestFaults>(argc, argv);
}
CAROM_DISPLAY_TEST_RUN_BY(runOnSafeApplication);
#include "tst_faults.moc"
