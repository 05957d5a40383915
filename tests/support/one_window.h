#pragma once
// A window with the break of a billiard, and the hands of the person in front of it.
#include <QAction>
#include <QComboBox>
#include <QTest>
#include <QUndoStack>
#include <cmath>
#include <memory>

#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/viewport_canvas.h"
#include "window/layout/workspaces.h"
#include "window/main_window.h"
#include "window/window_layout.h"

namespace carom::tests {

/// The base of a test whose functions each begin with a new window.
class OneWindow {
 protected:
  std::unique_ptr<MainWindow> window;

  template <class T>
  T* find() const {
    return window->findChild<T*>();
  }
  double theta() const { return window->snapshot()->instance.parameters.front().value * 180 / M_PI; }
  double xi() const { return window->snapshot()->report->indeterminacy.xi; }
  QUndoStack* undoStack() const { return window->document()->undoStack(); }

  /// Opens a scene and waits until it is on the screen.
  void open(const QString& scene) {
    const SnapshotPtr before = window->snapshot();
    window->openScene(scene);
    QTRY_VERIFY(window->snapshot() && (!before || window->snapshot()->scene != before->scene));
    waitForStillPicture(find<ViewportCanvas>());  // it is fitted anew as long as panels find their sizes
  }

  /// What the window's parts need at least.
  QString leastSizes() const {
    QString text;
    for (const QWidget* part : window->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
      if (part->isVisible())
        text += QStringLiteral("%1 %2: %3 x %4\n")
                    .arg(part->metaObject()->className(), part->objectName())
                    .arg(part->minimumSizeHint().width())
                    .arg(part->minimumSizeHint().height());
    return text;
  }
  const SnapshotPtr& now() const { return window->snapshot(); }
  void undo() { QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier); }
  /// Chooses an entry of a list as the keyboard does.
  void choose(const char* name, const QString& text) {
    auto* box = window->findChild<QComboBox*>(name);
    QVERIFY2(box && box->isVisible(), name);
    const int wanted = box->findText(text);
    QVERIFY2(wanted >= 0, qPrintable(text));
    box->setFocus();
    while (box->currentIndex() != wanted) {
      const int before = box->currentIndex();
      QTest::keyClick(box, before < wanted ? Qt::Key_Down : Qt::Key_Up);
      QVERIFY(box->currentIndex() != before);
    }
  }
  /// Opens the break where the order matters: two outcomes, one edit.
  void openAmbiguousBreak() {
    window->document()->setAssignment("theta", "120deg");
    QTRY_VERIFY(now()->report->outcomes.size() == 2);
    QTRY_COMPARE(undoStack()->count(), 1);
  }

  /// An edit is made and undone. An edit from before would be in the history when this one's answer is there.
  void theNextEditIsTheFirst() {
    window->document()->setAssignment("ra", "30mm");
    QTRY_COMPARE(undoStack()->count(), 1);
    QVERIFY(undoStack()->undoText().contains("ra"));
    QVERIFY(std::abs(theta() - 90) < 1e-12);
    undo();
    QTRY_VERIFY(!undoStack()->canUndo());
  }

  QPoint onScreen(const char* body) const {
    const SceneInstance& instance = window->snapshot()->instance;
    const auto centre = instance.mechanism->position(instance.mechanism->bodyIndex(body), instance.initial.q);
    return find<ViewportCanvas>()->screenMap().toScreen(centre)->toPoint();
  }

  /// Drags with the left button in ten moves; leaves the button down.
  static void dragTo(QWidget* widget, QPoint from, QPoint to) {
    QTest::mousePress(widget, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 10; ++i) {
      QTest::mouseMove(widget, from + (to - from) * i / 10);
      QGuiApplication::sync();
    }
  }

  /// The pictures of the impact and of the run side by side.
  void openWindow() {
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QApplication::setActiveWindow(window.get());  // there is no window manager to do it
    window->windowLayout()->fitScreen();
    window->workspaces()->go(5);  // Figure: the pictures of the impact and the run side by side
    open("billiard-break");
  }
};

}  // namespace carom::tests
