// Work in the background of which only the newest counts.
#include <QElapsedTimer>
#include <QtTest>
#include <atomic>

#include "base/latest_work.h"
#include "support/test_program.h"

using namespace carom;

class TestLatestWork : public QObject {
  Q_OBJECT
 private slots:
  /// Work that takes long and hears of no stop keeps nobody waiting, and what comes after it is done.
  void whoStartsOrStopsItDoesNotWait() {
    std::atomic<bool> mayEnd = false, isDone = false;
    LatestWork work;
    work.start([&](const std::stop_token&) {
      while (!mayEnd) std::this_thread::yield();
    });
    QElapsedTimer clock;
    clock.start();
    work.stop();
    work.start([&](const std::stop_token&) { isDone = true; });
    QVERIFY(clock.elapsed() < 5000);
    QVERIFY(!isDone);
    mayEnd = true;
    QTRY_VERIFY(isDone);
  }

  void aNewJobStopsTheOneBefore() {
    std::atomic<int> stopped = 0;
    std::atomic<bool> isLast = false;
    LatestWork work;
    for (int i = 0; i < 3; ++i)
      work.start([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) std::this_thread::yield();
        ++stopped;
      });
    work.start([&](const std::stop_token& stop) { isLast = !stop.stop_requested(); });
    QTRY_VERIFY(isLast);
    QVERIFY(stopped <= 3);  // those that never began are dropped
  }

  /// A job that waits behind another one still reports that it was stopped.
  void aStopReachesTheJobThatWaits() {
    std::atomic<bool> mayEnd = false, wasStopped = false;
    LatestWork work;
    work.start([&](const std::stop_token&) {
      while (!mayEnd) std::this_thread::yield();
    });
    work.start([&](const std::stop_token& stop) { wasStopped = stop.stop_requested(); });
    work.stop();
    mayEnd = true;
    QTRY_VERIFY(wasStopped);
  }

  void anExceptionEndsTheJobAlone() {
    std::atomic<bool> isDone = false;
    LatestWork work;
    work.start([](const std::stop_token&) { throw std::runtime_error("planted in the background"); });
    work.start([&](const std::stop_token&) { isDone = true; });
    QTRY_VERIFY(isDone);
  }
};

CAROM_TEST(TestLatestWork);
#include "tst_latest_work.moc"
