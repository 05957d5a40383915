// What a person waits for at the window: a frame after a move of the mouse, the first frame after the start.
//
// Each drag stands beside a redraw of the same picture, which is all that a faster engine could leave. The
// memory that a long session takes more than a short one is a counter.
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QWindow>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <thread>
#include <utility>

#include "figure/provenance.h"
#include "scene/scene.h"
#include "support/many_balls.h"
#include "support/still_picture.h"
#include "support/window_test.h"
#include "timeline/player.h"
#include "viewport/picture/scene_movie.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/main_window.h"
#include "window/movie_progress.h"
#include "window/panel_dock.h"

namespace {

using namespace carom;

constexpr int patienceMs = 60'000;
/// The argument of the process whose start is measured.
constexpr const char* startOnly = "--start-only";

/// The time that this thread has computed (ms).
double computedMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Tells on standard error which events the window's thread computes on for longer than CAROM_SLOW_EVENTS ms,
/// with when they began and ended as perf's clock CLOCK_MONOTONIC has it.
class WatchedApplication : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (m_least <= 0 || m_depth > 0) return QApplication::notify(receiver, event);
    const QByteArray kind = receiver->metaObject()->className(), name = receiver->objectName().toUtf8();
    const int type = event->type();
    const double began = clockNow(), before = computedMs();
    ++m_depth;
    const bool result = QApplication::notify(receiver, event);
    --m_depth;
    if (const double took = computedMs() - before; took > m_least)
      fprintf(stderr, "%.1f ms: event %d of %s %s, %.6f to %.6f s\n", took, type, kind.constData(),
              name.constData(), began, clockNow());
    return result;
  }

 private:
  static double clockNow() {
    return 1e-9 * static_cast<double>(std::chrono::steady_clock::now().time_since_epoch().count());
  }

  const int m_least = qEnvironmentVariableIntValue("CAROM_SLOW_EVENTS");
  int m_depth = 0;  ///< of the events that handle others
};

/// The resident memory of this process (MB).
double residentMegabytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// What this process has allocated and not freed (MB). Resident memory also has what the heap keeps in
/// reserve.
double allocatedMegabytes() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

/// A window that notes each frame of the 3D view that it has painted.
class TimedWindow : public MainWindow {
 public:
  std::function<void()> framePainted;

 protected:
  bool event(QEvent* event) override {
    const bool isDone = MainWindow::event(event);
    if (event->type() != QEvent::UpdateRequest || !framePainted) return isDone;
    if (!m_canvas) m_canvas = findChild<ViewportCanvas*>();
    const qint64 picture = m_canvas->picture().cacheKey();
    if (std::exchange(m_picture, picture) != picture) framePainted();
    return isDone;
  }

 private:
  ViewportCanvas* m_canvas = nullptr;
  qint64 m_picture = 0;
};

/// The window with a scene, still and ready to be dragged.
class OpenWindow {
 public:
  OpenWindow(const QString& scene, const Assignments& assignments, bool allPanels) {
    m_window.show();
    m_window.openScene(scene, assignments);
    if (!QTest::qWaitFor([this] { return m_window.snapshot() != nullptr; }, patienceMs))
      qFatal("no scene is shown");
    if (allPanels)
      for (PanelDock* dock : m_window.findChildren<PanelDock*>())
        if (!dock->toggleViewAction()->isChecked()) dock->toggleViewAction()->trigger();
    waitForStillPicture(canvas());
    m_clock.start();
    m_window.framePainted = [this] { m_paintedAt = m_clock.nsecsElapsed(); };
  }

  TimedWindow& window() { return m_window; }
  ViewportCanvas* canvas() const { return m_window.findChild<ViewportCanvas*>(); }

  /// The body of a name as it stands in the picture.
  QPoint placeOf(const std::string& body) const {
    const SceneInstance& instance = m_window.snapshot()->instance;
    const Mechanism& mechanism = *instance.mechanism;
    const auto centre = mechanism.position(mechanism.bodyIndex(body), instance.initial.q);
    return canvas()->screenMap().toScreen(centre)->toPoint();
  }

  /// Waits for the next frame; returns the time at which it was painted (ns).
  qint64 nextFrame() {
    m_paintedAt = 0;
    QElapsedTimer limit;
    for (limit.start(); !m_paintedAt && limit.elapsed() < patienceMs;)
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    if (!m_paintedAt) qFatal("the window does not answer");
    return m_paintedAt;
  }

  /// Draws the same scene again and returns the time (s). Where nothing has changed, the picture stays.
  double redraw() {
    bool isShown = false;
    const auto shown = QObject::connect(canvas(), &ViewportCanvas::frameShown, [&] { isShown = true; });
    canvas()->updatePicture();
    const qint64 start = now();
    while (!isShown) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    QObject::disconnect(shown);
    return 1e-9 * static_cast<double>(now() - start);
  }
  qint64 now() const { return m_clock.nsecsElapsed(); }

 private:
  TimedWindow m_window;
  QElapsedTimer m_clock;
  qint64 m_paintedAt = 0;
};

/// A mouse that drags a body and moves every 8 ms, whatever the window does. The moves that come while the
/// window is busy become the newest of them, as those of an X server do.
class MovingMouse {
 public:
  MovingMouse(OpenWindow* open, const std::string& body) : m_open(open), m_from(open->placeOf(body)) {
    QTest::mousePress(m_open->canvas(), Qt::LeftButton, {}, m_from);
    QObject::connect(m_open->window().document(), &Document::requested, &m_receiver,
                     [this](const SnapshotRequest& request) { m_movedAt[request.id] = m_eventAt; });
    m_hand = std::jthread([this](const std::stop_token& stop) {
      for (auto next = std::chrono::steady_clock::now(); !stop.stop_requested(); next += period) {
        std::this_thread::sleep_until(next);
        m_movedLast = m_open->now();
        if (!m_isPending.exchange(true))
          QMetaObject::invokeMethod(
              &m_receiver, [this] { move(); }, Qt::QueuedConnection);
      }
    });
  }
  ~MovingMouse() {
    m_hand = {};
    QTest::mouseRelease(m_open->canvas(), Qt::LeftButton, {}, m_from + wander(m_eventAt));
  }

  /// Waits for the next frame that shows an answer; returns the time since the move that it answers (s).
  double nextFrame() {
    for (;;) {
      const qint64 painted = m_open->nextFrame();
      const auto moved = m_movedAt.find(m_open->window().snapshot()->request);
      if (moved == m_movedAt.end()) continue;  // a frame between
      const double waited = 1e-9 * static_cast<double>(painted - moved->second);
      m_movedAt.erase(m_movedAt.begin(), std::next(moved));
      return waited;
    }
  }

 private:
  static constexpr std::chrono::milliseconds period{8};

  void move() {
    m_isPending = false;
    m_eventAt = m_movedLast;
    QTest::mouseMove(m_open->canvas(), m_from + wander(m_eventAt));
  }
  /// Places around where the drag started (px), at a time (ns).
  static QPoint wander(qint64 time) {
    const double angle = 16e-9 * static_cast<double>(time);
    return {static_cast<int>(std::lround(-30 - 25 * std::cos(angle))),
            static_cast<int>(std::lround(20 * std::sin(angle)))};
  }

  OpenWindow* m_open;
  QPoint m_from;
  QObject m_receiver;
  std::atomic<qint64> m_movedLast = 0;    ///< when the mouse moved last (ns)
  std::atomic<bool> m_isPending = false;  ///< the window has not taken that move yet
  qint64 m_eventAt = 0;                   ///< when the mouse made the move that the window took last (ns)
  std::map<quint64, qint64> m_movedAt;    ///< of the questions that are not answered yet (ns)
  std::jthread m_hand;
};

/// The times of single steps, of which the slow ones count as well as the mean.
class Steps {
 public:
  explicit Steps(benchmark::State& state) : m_state(state) {}
  ~Steps() {
    std::ranges::sort(m_seconds);
    const auto quantile = [this](double p) {
      return 1e3 * m_seconds[static_cast<size_t>(p * static_cast<double>(m_seconds.size() - 1))];
    };
    m_state.counters["median ms"] = quantile(0.5);
    m_state.counters["p99 ms"] = quantile(0.99);
  }
  void add(double seconds) {
    m_state.SetIterationTime(seconds);
    m_seconds.push_back(seconds);
  }

 private:
  benchmark::State& m_state;
  std::vector<double> m_seconds;
};

struct Drag {
  QString scene;
  const char* body;
  Assignments assignments;
  bool allPanels;
  bool isEdit = false;  ///< of the scene, in place of its parameters
};

void drag(benchmark::State& state, const Drag& drag) {
  OpenWindow open(drag.scene, drag.assignments, drag.allPanels);
  if (drag.isEdit) {
    open.window().findChild<ViewportPanel*>()->tool()->setKind(ToolBox::Kind::Select);
    waitForStillPicture(open.canvas());
  }
  MovingMouse mouse(&open, drag.body);
  for (int i = 0; i < 20; ++i) mouse.nextFrame();
  const double before = residentMegabytes();
  {
    Steps steps(state);
    for (auto _ : state) steps.add(mouse.nextFrame());
  }
  state.counters["MB more"] = residentMegabytes() - before;
}

void redraw(benchmark::State& state, const Drag& drag) {
  OpenWindow open(drag.scene, drag.assignments, drag.allPanels);
  Steps steps(state);
  for (auto _ : state) steps.add(open.redraw());
}

void pair(const std::string& name, const Drag& which) {
  for (const auto& [ending, run] : {std::pair("/drag", &drag), std::pair("/redraw", &redraw)})
    benchmark::RegisterBenchmark((name + ending).c_str(),
                                 [run = run, which](benchmark::State& state) { run(state, which); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->MinTime(3);
}

/// From the start of a process to the first frame in which the scene stands.
void start(benchmark::State& state) {
  for (auto _ : state) {
    QElapsedTimer clock;
    clock.start();
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), {startOnly});
    if (!process.waitForFinished(patienceMs) || process.exitCode() != 0) qFatal("the start fails");
    state.SetIterationTime(1e-9 * static_cast<double>(clock.nsecsElapsed()));
  }
}

/// Opens the window as the program does, and leaves at the first frame with a scene.
int startAndLeave() {
  MainWindow window;
  window.show();
  window.openScene(QStringLiteral("billiard-break"), {{"theta", "120deg"}});
  auto* canvas = window.findChild<ViewportCanvas*>();
  QObject::connect(canvas, &ViewportCanvas::frameShown, [&window] {
    if (window.snapshot()) _exit(0);
  });
  return QApplication::exec();
}

/// Types words into a field, one letter at each step, and waits until what they find is painted.
void typeWords(benchmark::State& state, QLineEdit* field) {
  const QStringList words = {QStringLiteral("friction"), QStringLiteral("export movie"),
                             QStringLiteral("slurm"),    QStringLiteral("restitution"),
                             QStringLiteral("ρ"),        QStringLiteral("when is the outcome unique")};
  qsizetype word = 0, letters = 0;
  Steps steps(state);
  for (auto _ : state) {
    if (letters == words[word].size()) {
      word = (word + 1) % words.size();
      letters = 0;
    }
    QElapsedTimer clock;
    clock.start();
    field->setText(words[word].left(++letters));
    QCoreApplication::processEvents();
    steps.add(1e-9 * static_cast<double>(clock.nsecsElapsed()));
  }
}

/// From a letter in the command palette to the list of what it finds.
void palette(benchmark::State& state) {
  OpenWindow open("billiard-break", {}, false);
  open.window().findChild<QAction*>("command-palette")->trigger();
  auto* field = open.window().findChild<QLineEdit*>("paletteField");
  if (!QTest::qWaitFor([&] { return field->isVisible(); }, patienceMs)) qFatal("no palette is shown");
  typeWords(state, field);
}

/// From a letter in the search of the handbook to the list of what it finds.
void handbookSearch(benchmark::State& state) {
  OpenWindow open("billiard-break", {}, false);
  open.window().findChild<QAction*>("handbook")->trigger();
  auto* field = open.window().findChild<QLineEdit*>("handbookSearch");
  if (!QTest::qWaitFor([&] { return field->isVisible(); }, patienceMs)) qFatal("no handbook is shown");
  typeWords(state, field);
}

/// What the window does while the mouse moves. "Designs": it plays in the workspace of the search, the
/// landscape and the sensitivity, with *Why?* open. "All panels": it plays with every panel open.
enum class Work { Plays, Searches, Exports, Designs, AllPanels };

/// Keeps the window at one kind of work.
class Busy {
 public:
  Busy(TimedWindow* window, Work work) : m_window(window), m_work(work) {
    QObject::connect(&m_timer, &QTimer::timeout, &m_receiver, [this] { goOn(); });
    if (work == Work::Designs) {
      window->findChild<QAction*>("workspace:Design")->trigger();
      window->findChild<QAbstractButton*>("why")->click();
      QTest::qWait(1000);  // the panels are laid out, and begin to compute
    }
    goOn();
    m_timer.start(50);
  }

 private:
  void goOn() {
    if (m_work == Work::Searches) {
      for (const char* name : {"searchDesign", "followFutures"})
        if (auto* button = m_window->findChild<QToolButton*>(name); button->isEnabled()) button->click();
    } else if (m_work != Work::Exports) {
      auto* player = m_window->findChild<Player*>();
      if (!player->isPlaying()) player->play();
    } else if (!m_movie) {
      const SnapshotPtr snapshot = m_window->snapshot();
      const auto figure = m_window->findChild<ViewportPanel*>()->movieFigure();
      const MovieOptions options{};
      const QString file = m_folder.filePath("run.gif");
      m_movie = std::make_unique<MovieProgress>(
          MovieToWrite{file, options.size, options.fps, movieRecordOf(*figure, file, options),
                       [source = figure->source(), options] {
                         return std::make_unique<SceneMovie>(source.snapshot, source.view, options);
                       }});
      const auto end = [this] { m_movie.release()->deleteLater(); };
      QObject::connect(m_movie.get(), &MovieProgress::written, &m_receiver, end);
      QObject::connect(m_movie.get(), &MovieProgress::failed, &m_receiver, end);
    }
  }

  TimedWindow* m_window;
  Work m_work;
  QTemporaryDir m_folder;
  std::unique_ptr<MovieProgress> m_movie;
  QObject m_receiver;
  QTimer m_timer;
};

/// How long a moving mouse waits for the window while that plays, searches or exports: the time from a move
/// to the end of its event. "busy ms": the longest that the window's thread computed between two moves,
/// whatever else the machine does.
void answers(benchmark::State& state, const QString& scene, Work work) {
  constexpr qint64 length = 3'000'000'000;  // ns
  constexpr std::chrono::milliseconds period{8};
  OpenWindow open(scene, {}, work == Work::AllPanels);
  const Busy busy(&open.window(), work);
  std::atomic<bool> isPending = false;
  std::atomic<qint64> movedAt = 0;
  double longest = 0, computed = computedMs();
  QObject receiver;
  Steps steps(state);
  const auto move = [&] {
    const qint64 at = movedAt;
    isPending = false;
    const double angle = 3e-9 * static_cast<double>(at);
    const QSize size = open.window().size();
    const QPoint place(static_cast<int>(size.width() * (0.5 + 0.45 * std::cos(angle))),
                       static_cast<int>(size.height() * (0.5 + 0.45 * std::sin(1.7 * angle))));
    // Not QTest::mouseMove, which also handles all that came after the move.
    QWindow* window = open.window().windowHandle();
    qt_handleMouseEvent(window, place, window->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                        QEvent::MouseMove, Qt::NoModifier, static_cast<int>(at / 1'000'000));
    steps.add(1e-9 * static_cast<double>(open.now() - at));
    const double now = computedMs();
    longest = std::max(longest, now - std::exchange(computed, now));
  };
  for (auto _ : state) {
    const std::jthread hand([&](const std::stop_token& stop) {
      for (auto next = std::chrono::steady_clock::now(); !stop.stop_requested(); next += period) {
        std::this_thread::sleep_until(next);
        if (isPending.exchange(true)) continue;  // the window has not taken the move before
        movedAt = open.now();
        QMetaObject::invokeMethod(&receiver, move, Qt::QueuedConnection);
      }
    });
    for (const qint64 end = open.now() + length; open.now() < end;)
      QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  state.counters["busy ms"] = longest;
}

/// A file with 500 balls that move and meet.
QString manyBalls(const QTemporaryDir& folder) {
  const QString file = folder.filePath("500-balls.carom.json");
  std::ofstream(file.toStdString()) << tests::manyBallsText();
  return file;
}

/// What a session of drags, changes of scene and runs takes more at its end than after its first rounds.
void session(benchmark::State& state) {
  OpenWindow open("billiard-break", {}, true);
  const QStringList scenes = {"billiard-break", "newtons-cradle", "converging-line", "falling-rod", "rhex"};
  int round = 0;
  const auto once = [&] {
    const SnapshotPtr before = open.window().snapshot();
    const QString& scene = scenes[round++ % scenes.size()];
    open.window().openScene(scene);
    if (!QTest::qWaitFor([&] { return open.window().snapshot() != before; }, patienceMs))
      qFatal("no scene is shown");
    waitForStillPicture(open.canvas());
    if (scene == scenes[0]) {
      MovingMouse mouse(&open, "a");
      for (int i = 0; i < 20; ++i) mouse.nextFrame();
    }
    open.window().findChild<Player*>()->play();
    QTest::qWait(200);
  };
  while (round < 2 * static_cast<int>(scenes.size())) once();
  bool isSet = false;
  const int minutes = qEnvironmentVariableIntValue("CAROM_SESSION_MINUTES", &isSet);
  const qint64 length = isSet ? 60'000LL * minutes : 30'000;  // ms
  const auto now = [] { return std::array{residentMegabytes(), allocatedMegabytes()}; };
  const auto before = now();
  auto half = before;
  for (auto _ : state) {
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < length;) {
      once();
      if (clock.elapsed() < length / 2) half = now();
    }
  }
  const auto end = now();
  state.counters["MB more"] = end[0] - before[0];
  state.counters["in the second half"] = end[0] - half[0];
  state.counters["allocated MB more"] = end[1] - before[1];
  state.counters["allocated in the second half"] = end[1] - half[1];
  state.counters["rounds"] = round;
}

}  // namespace

int main(int argc, char** argv) {
  WatchedApplication application(argc, argv);
  QLocale::setDefault(QLocale::c());
  prepareWindowTest();
  if (application.arguments().contains(startOnly)) return startAndLeave();

  pair("theta", {"billiard-break", "a", {}, false});
  pair("theta-all-panels", {"billiard-break", "a", {}, true});
  pair("five-balls", {CAROM_BENCH_DATA "/five-balls.carom.json", "a", {}, false});
  pair("five-balls-all-panels", {CAROM_BENCH_DATA "/five-balls.carom.json", "a", {}, true});
  const QTemporaryDir folder;
  pair("edit-of-500", {manyBalls(folder), "ball487", {}, false, true});
  std::vector<std::pair<std::string, QString>> scenes{{"500-balls", manyBalls(folder)}};
  for (const BuiltinScene& scene : builtinScenes())
    scenes.emplace_back(scene.name, QString::fromStdString(scene.name));
  for (const auto& [name, scene] : scenes)
    for (const auto& [doing, work] :
         {std::pair("/plays", Work::Plays), std::pair("/searches", Work::Searches),
          std::pair("/exports", Work::Exports), std::pair("/designs", Work::Designs),
          std::pair("/all-panels", Work::AllPanels)})
      benchmark::RegisterBenchmark(
          ("answers/" + name + doing).c_str(),
          [scene = scene, work = work](benchmark::State& state) { answers(state, scene, work); })
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
  for (const auto& [name, run] :
       {std::pair("search/palette", &palette), std::pair("search/handbook", &handbookSearch)})
    benchmark::RegisterBenchmark(name, run)->UseManualTime()->Unit(benchmark::kMillisecond)->MinTime(1);
  benchmark::RegisterBenchmark("start", start)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(10);
  benchmark::RegisterBenchmark("session", session)->Iterations(1)->Unit(benchmark::kSecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
