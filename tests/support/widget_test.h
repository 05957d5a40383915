#pragma once

#include <QApplication>
#include <QWidget>

#include "support/test_program.h"

namespace carom::tests {

template <typename Test>
int runOnDisplay(int argc, char** argv) {
  return run<QApplication, Test>(argc, argv);
}

template <typename Test>
int runOffscreen(int argc, char** argv) {
  qunsetenv("DISPLAY");
  qputenv("QT_QPA_PLATFORM", "offscreen");
  return run<QApplication, Test>(argc, argv);
}

/// Shows the window and gives it the keyboard: there is no window manager to do it.
inline void showActive(QWidget* window) {
  window->show();
  if (!QTest::qWaitForWindowExposed(window, 30'000 * patience)) qFatal("the window is not shown");
  QApplication::setActiveWindow(window);
  QCoreApplication::processEvents();
}

}  // namespace carom::tests

/// Registers a test of widgets on a real display, with mouse and keys.
#define CAROM_DISPLAY_TEST(Class) CAROM_ADD_TEST(carom::tests::runOnDisplay<Class>)
/// Registers a test of widgets that needs no display.
#define CAROM_OFFSCREEN_TEST(Class) CAROM_ADD_TEST(carom::tests::runOffscreen<Class>)
/// The same for a test that is more than its class: int run(int argc, char** argv).
#define CAROM_DISPLAY_TEST_RUN_BY(run) CAROM_ADD_TEST(run)
