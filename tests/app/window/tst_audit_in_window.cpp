// A recording that is dropped on the window: it is audited by the open scene, which stays as it is.
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>

#include "audit/audit_model.h"
#include "audit/audit_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "support/file_window.h"
#include "timeline/timeline_axis.h"
#include "viewport/viewport_panel.h"
#include "window/panels.h"

using namespace carom;

class TestAuditInWindow : public QObject, FileWindow {
  Q_OBJECT

  AuditPanel* audit() const { return window->findChild<AuditPanel*>(); }
  QByteArray sampled() const {
    QByteArray text = "time";
    const Snapshot& of = *window->snapshot();
    for (const auto& each : of.instance.mechanism->coordinates())
      text += ',' + QByteArray::fromStdString(each.name);
    for (double t = 0.0007; t < of.trajectory->end(); t += 2e-3) {
      text += '\n' + QByteArray::number(t, 'g', 12);
      for (const double each : of.trajectory->configuration(t))
        text += ',' + QByteArray::number(each, 'g', 15);
    }
    return text + '\n';
  }
  void drop(const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton,
                          {});  // without it no drop comes
    QApplication::sendEvent(window.get(), &enter);
    QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &event);
    QVERIFY(event.isAccepted());
  }
  void wait() {
    QVERIFY(QTest::qWaitFor([&] { return !audit()->isAuditing(); }, 60'000 * tests::patience));
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() {
    start();
    open("falling-rod");
  }
  void cleanup() { window.reset(); }

  void aDroppedRecordingIsAudited() {
    const auto scene = window->snapshot()->scene;
    put(path("rod.csv"), sampled());
    drop(path("rod.csv"));
    QVERIFY(audit()->isVisible());
    wait();
    QVERIFY(audit()->answer() && audit()->model()->rowCount() > 0);
    QCOMPARE(window->snapshot()->scene, scene);
    QVERIFY(!window->isWindowModified() && !window->document()->undoStack()->canUndo());
    QCOMPARE(window->files()->name(), QStringLiteral("falling-rod"));
    // A menu entry exports its figure; Esc closes the recording, and the panel stays.
    QVERIFY(audit()->figure());
    // A movie of the view shows it, too, and none after it is closed.
    const auto movieView = [this] {
      return window->findChild<ViewportPanel*>()->movieFigure()->source().view;
    };
    QVERIFY(movieView().contains("\"tracks\""));
    QApplication::setActiveWindow(window.get());
    QTest::keyClick(window.get(), Qt::Key_Escape);
    QVERIFY(!audit()->isOpen() && audit()->isVisible());
    QVERIFY(!movieView().contains("\"tracks\""));
  }

  void aBadRecordingLeavesEverything() {
    put(path("bad.npz"), "PK is no archive");
    drop(path("bad.npz"));
    wait();
    const auto* reasons = audit()->findChild<QLabel*>("auditReasons");
    QVERIFY2(reasons->text().contains("bad.npz"), qPrintable(reasons->text()));
    QCOMPARE(window->files()->name(), QStringLiteral("falling-rod"));
    QVERIFY(!window->isWindowModified());
  }

  /// Another scene closes the recording of the one before it.
  void anotherSceneClosesTheRecording() {
    put(path("rod.csv"), sampled());
    drop(path("rod.csv"));
    wait();
    QVERIFY(audit()->answer());
    open("billiard-break");
    QVERIFY(!audit()->isOpen());
  }
};

CAROM_DISPLAY_TEST(TestAuditInWindow);
#include "tst_audit_in_window.moc"
