// Jobs of a line are done in their order by another thread, and none after one that failed.
#include <QThread>
#include <atomic>
#include <stdexcept>
#include <vector>

#include "figure/job_line.h"
#include "support/widget_test.h"

using namespace carom;

class TestJobLine : public QObject {
  Q_OBJECT

 private slots:
  void jobsAreDoneInTheirOrderByAnotherThread() {
    std::vector<int> done;
    const QThread* thread = nullptr;
    bool ended = false;
    {
      JobLine line(2, [&] { ended = QThread::currentThread() == thread; });
      for (int i = 0; i < 50; ++i)
        line.add([&, i] {
          thread = QThread::currentThread();
          done.push_back(i);
        });
      line.finish();
      QCOMPARE(done.size(), std::size_t(50));
      for (int i = 0; i < 50; ++i) QCOMPARE(done[static_cast<std::size_t>(i)], i);
      QVERIFY(thread != QThread::currentThread());
      QVERIFY(!ended);
    }
    QVERIFY(ended);
  }

  /// A slow encoder does not fill the memory with frames.
  void noMoreJobsWaitThanAreAllowed() {
    std::atomic<int> added = 0, done = 0, most = 0;
    JobLine line(2, [] {});
    for (int i = 0; i < 20; ++i) {
      line.add([&] {
        QThread::msleep(2);
        ++done;
      });
      ++added;
      most = std::max(most.load(), added - done);
    }
    line.finish();
    QCOMPARE(done.load(), 20);
    QVERIFY2(most.load() <= 4, qPrintable(QString::number(most.load())));  // two, that at hand, and a race
    QVERIFY(most.load() > 1);                                              // the caller did not wait for each
  }

  void whatAJobThrowsReachesTheCaller() {
    bool after = false, ended = false;
    {
      JobLine line(2, [&] { ended = true; });
      line.add([] { throw std::runtime_error("no room"); });
      QVERIFY_THROWS_EXCEPTION(std::runtime_error, line.finish());
      QVERIFY_THROWS_EXCEPTION(std::runtime_error, line.add([&] { after = true; }));
    }
    QVERIFY(ended);
    QVERIFY(!after);
  }

  void whatStillWaitsIsForgotten() {
    std::atomic<int> done = 0;
    {
      JobLine line(5, [] {});
      for (int i = 0; i < 5; ++i)
        line.add([&] {
          QThread::msleep(50);
          ++done;
        });
    }
    QVERIFY2(done.load() <= 2, qPrintable(QString::number(done.load())));
  }
};

CAROM_OFFSCREEN_TEST(TestJobLine);
#include "tst_job_line.moc"
