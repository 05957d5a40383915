// Answers of tasks in the background, of which only the newest counts, and for which nobody waits.
#include <sys/resource.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QtTest>
#include <atomic>

#include "support/widget_test.h"
#include "tasks/latest_task.h"

using namespace carom;

namespace {

/// What tests throw out of an event is kept here.
class Catching : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override try {
    return QApplication::notify(receiver, event);
  } catch (const std::exception& error) {
    caught.push_back(error.what());
    return false;
  }
  QStringList caught;
};

/// Work that ends when it is let go.
struct Gate {
  std::atomic<bool> isOpen = false, isEntered = false;
  void pass() {
    isEntered = true;
    while (!isOpen) std::this_thread::yield();
  }
};

using Task = LatestTask<int>;

}  // namespace

class TestLatestTask : public QObject {
  Q_OBJECT

 private slots:
  /// Work that takes long and hears of no stop keeps nobody waiting, and what comes after it is done.
  void whoAsksDoesNotWait() {
    const auto gate = std::make_shared<Gate>();
    QList<int> answers;
    const Task::Hearers hear{.answered = [&](int answer) { answers.push_back(answer); }};
    Task task;
    task.start(
        [gate](const Task::Watch&) {
          gate->pass();
          return 1;
        },
        hear);
    QElapsedTimer clock;
    clock.start();
    task.stop();
    task.forget();
    task.start([](const Task::Watch&) { return 2; }, hear);
    QVERIFY(clock.elapsed() < 5000);
    QCoreApplication::processEvents();
    QVERIFY(answers.isEmpty());
    gate->isOpen = true;
    QTRY_COMPARE(answers, QList<int>{2});
  }

#ifdef __linux__
  /// The scheduler prefers the window's thread to tasks.
  void tasksYieldToTheWindow() {
    const auto niceness = [] { return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())); };
    const int here = niceness();
    int there = -100;
    Task task;
    task.start([niceness](const Task::Watch&) { return niceness(); },
               {.answered = [&](int answer) { there = answer; }});
    QTRY_VERIFY2(there > here, qPrintable(QString("%1, %2").arg(there).arg(here)));
    QCOMPARE(niceness(), here);
  }
#endif

  void onlyTheNewestQuestionIsAnswered() {
    QList<int> answers;
    Task task;
    for (int i = 0; i < 100; ++i)
      task.start([i](const Task::Watch&) { return i; },
                 {.answered = [&](int answer) { answers.push_back(answer); }});
    QTRY_VERIFY(answers.contains(99));
    QCOMPARE(answers, QList<int>{99});
  }

  /// An answer that is on its way when the next question is asked does not arrive.
  void anAnswerThatWaitsIsDroppedByTheNextQuestion() {
    std::atomic<bool> isWorked = false;
    QList<int> answers;
    const Task::Hearers hear{.answered = [&](int answer) { answers.push_back(answer); }};
    Task task;
    task.start(
        [&](const Task::Watch& watch) {
          watch.preview(1);
          isWorked = true;
          return 1;
        },
        hear);
    while (!isWorked) std::this_thread::yield();
    task.start([](const Task::Watch&) { return 2; }, hear);
    QTRY_COMPARE(answers, QList<int>{2});
  }

  void whatTheWorkTellsArrivesInOrder() {
    QStringList heard;
    Task task;
    task.start(
        [](const Task::Watch& watch) {
          watch.progress(0.5);
          watch.preview(1);
          watch.progress(1);
          return 2;
        },
        {.answered = [&](int answer) { heard += QString("answer %1").arg(answer); },
         .progressed = [&](double share) { heard += QString("share %1").arg(share); },
         .previewed = [&](int answer) { heard += QString("preview %1").arg(answer); }});
    QTRY_COMPARE(heard, QStringList({"share 0.5", "preview 1", "share 1", "answer 2"}));
  }

  void hearersAreCalledOnTheThreadOfTheWindow() {
    QThread* where = nullptr;
    Task task;
    task.start([](const Task::Watch&) { return 1; },
               {.answered = [&](int) { where = QThread::currentThread(); }});
    QTRY_VERIFY(where);
    QCOMPARE(where, thread());
  }

  /// What is stopped ends with the answer that it has.
  void aStopReachesTheWorkAndItsAnswerArrives() {
    QList<int> answers;
    Task task;
    task.start(
        [](const Task::Watch& watch) {
          while (!watch.stop.stop_requested()) std::this_thread::yield();
          return 7;
        },
        {.answered = [&](int answer) { answers.push_back(answer); }});
    task.stop();
    QTRY_COMPARE(answers, QList<int>{7});
  }

  /// Work that waits behind another one still hears of the stop.
  void aStopReachesTheWorkThatWaits() {
    const auto gate = std::make_shared<Gate>();
    QList<int> answers;
    const Task::Hearers hear{.answered = [&](int answer) { answers.push_back(answer); }};
    Task task;
    task.start(
        [gate](const Task::Watch&) {
          gate->pass();
          return 1;
        },
        hear);
    task.start([](const Task::Watch& watch) { return watch.stop.stop_requested() ? 3 : 4; }, hear);
    task.stop();
    gate->isOpen = true;
    QTRY_COMPARE(answers, QList<int>{3});
  }

  void whatIsForgottenIsNotHeard() {
    const auto held = std::make_shared<std::atomic<bool>>(false);
    QList<int> answers;
    Task task;
    task.start(
        [held](const Task::Watch& watch) {
          while (!watch.stop.stop_requested()) std::this_thread::yield();
          *held = true;
          return 7;
        },
        {.answered = [&](int answer) { answers.push_back(answer); }});
    task.forget();
    QTRY_COMPARE(held.use_count(), 1L);  // the work has told what it had to tell
    QVERIFY(*held);
    QCoreApplication::processEvents();
    QVERIFY(answers.isEmpty());
  }

  void anExceptionIsTheAnswerOfTheWorkAlone() {
    QString why;
    QList<int> answers;
    Task task;
    task.start([](const Task::Watch&) -> int { throw std::runtime_error("planted in the background"); },
               {.answered = [&](int answer) { answers.push_back(answer); },
                .failed = [&](const QString& what) { why = what; }});
    QTRY_COMPARE(why, QString("planted in the background"));
    task.start([](const Task::Watch&) { return 1; },
               {.answered = [&](int answer) { answers.push_back(answer); }});
    QTRY_COMPARE(answers, QList<int>{1});
  }

  /// Where nobody asks to hear of it, it is an exception of the window, which reports it.
  void anExceptionThatNobodyHearsIsThrownInAnEvent() {
    auto* application = static_cast<Catching*>(QCoreApplication::instance());
    application->caught.clear();
    Task task;
    task.start([](const Task::Watch&) -> int { throw std::runtime_error("planted and not heard"); },
               {.answered = [](int) {}});
    QTRY_COMPARE(application->caught, QStringList{"planted and not heard"});
  }

  void whatIsNoStandardExceptionIsHeardToo() {
    QString why;
    Task task;
    task.start([](const Task::Watch&) -> int { throw 1; },
               {.answered = [](int) {}, .failed = [&](const QString& what) { why = what; }});
    QTRY_VERIFY(!why.isEmpty());
  }

  /// The work goes on for a while after who asked is gone; nobody waits, and nobody hears.
  void whoAsksMayBeDestroyedWhileTheWorkGoesOn() {
    const auto gate = std::make_shared<Gate>();
    const auto isStopped = std::make_shared<std::atomic<bool>>(false);
    bool isHeard = false;
    QElapsedTimer clock;
    {
      Task task;
      task.start(
          [gate, isStopped](const Task::Watch& watch) {
            gate->pass();
            *isStopped = watch.stop.stop_requested();
            return 1;
          },
          {.answered = [&](int) { isHeard = true; }});
      QTRY_VERIFY(gate->isEntered);
      clock.start();
    }
    QVERIFY(clock.elapsed() < 5000);
    gate->isOpen = true;
    QTRY_VERIFY(*isStopped);
    QTRY_COMPARE(isStopped.use_count(), 1L);  // the work has told what it had to tell
    QCoreApplication::processEvents();
    QVERIFY(!isHeard);
  }

  /// A hearer may ask the next question.
  void aHearerMayAskAgain() {
    Task task;
    QList<int> answers;
    std::function<void(int)> next = [&](int answer) {
      answers.push_back(answer);
      if (answer < 5) task.start([answer](const Task::Watch&) { return answer + 1; }, {.answered = next});
    };
    task.start([](const Task::Watch&) { return 0; }, {.answered = next});
    QTRY_COMPARE(answers, QList<int>({0, 1, 2, 3, 4, 5}));
  }
};

static int runCatching(int argc, char** argv) {
  qunsetenv("DISPLAY");
  qputenv("QT_QPA_PLATFORM", "offscreen");
  return tests::run<Catching, TestLatestTask>(argc, argv);
}
CAROM_DISPLAY_TEST_RUN_BY(runCatching);
#include "tst_latest_task.moc"
