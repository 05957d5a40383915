#pragma once
// A monkey at the window: mouse, keys, menus, docks, scenes, figures and exceptions, by a seeded generator.
#include <execinfo.h>
#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QTest>
#include <QTimer>
#include <QWindow>
#include <array>
#include <atomic>
#include <csignal>
#include <ctime>
#include <deque>
#include <fstream>
#include <functional>
#include <thread>

#include "common/theme.h"
#include "document/scene_files.h"
#include "fuzz/edit_fuzz.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"
#include "tasks/latest_task.h"
#include "window/fault_report.h"
#include "window/figure_menu.h"
#include "window/main_window.h"
#include "window/safe_application.h"

namespace carom::tests {

/// Writes the stack of the thread of the window to standard error where that has not been heard of for long:
/// it shows what an event waits for. Only with CAROM_MONKEY_STACKS=seconds.
class StackWatch {
 public:
  StackWatch() {
    const double seconds = qEnvironmentVariable("CAROM_MONKEY_STACKS").toDouble();
    if (!(seconds > 0)) return;
    std::signal(SIGUSR1, [](int) {
      std::array<void*, 60> frames{};
      backtrace_symbols_fd(frames.data(), backtrace(frames.data(), 60), STDERR_FILENO);
    });
    m_thread = std::jthread([this, seconds, window = pthread_self()](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        const int before = m_heard;
        for (int i = 0; i < 20 && !stop.stop_requested(); ++i)
          std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 20));
        if (m_heard == before && !stop.stop_requested()) pthread_kill(window, SIGUSR1);
      }
    });
  }
  void hear() { ++m_heard; }

 private:
  std::atomic<int> m_heard = 0;
  std::jthread m_thread;
};

/// Uses a window at random, one event at a time, from a timer: what opens an event loop of its own (a menu, a
/// dialog, a drag) is used in turn. Two runs with a seed make the same choices, but not at the same moments.
class WindowMonkey : public QObject {
 public:
  /// The texts are scenes to open besides the built-in ones; files are made and opened in the folder.
  WindowMonkey(unsigned seed, QString folder, std::vector<std::string> texts)
      : m_dice(seed), m_folder(std::move(folder)), m_texts(std::move(texts)) {
    connect(static_cast<SafeApplication*>(qApp), &SafeApplication::threw, this, &WindowMonkey::noteFault);
    connect(&m_timer, &QTimer::timeout, this, [this] {
      if (std::exchange(m_isStepPosted, true)) return;
      // A timer would not run again while a loop within its own slot runs; an event that was posted does.
      QMetaObject::invokeMethod(this, &WindowMonkey::step, Qt::QueuedConnection);
    });
    m_trail.setFileName(qEnvironmentVariable("CAROM_MONKEY_TRAIL"));
    if (!m_trail.fileName().isEmpty()) m_isTrailKept = m_trail.open(QIODevice::WriteOnly);
    renewWindow();
  }

  /// Uses the window for so long, and then puts everything that is open away.
  void use(std::chrono::milliseconds time) {
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    m_sinceStep.start();
    m_timer.start(0);
    loop.exec();
    m_isOver = true;  // a step that is posted already could open a menu that nobody closes
    m_timer.stop();
    for (int i = 0; i < 100 && (QApplication::activePopupWidget() || QApplication::activeModalWidget());
         ++i) {
      leaveWhatIsOpen();
      QCoreApplication::processEvents();
    }
  }

  MainWindow& window() { return *m_window; }
  /// Exceptions that nobody planted.
  const QStringList& faults() const { return m_faults; }
  /// Those of over a second, or of 0.4 s on the processor.
  const QStringList& waits() const { return m_waits; }
  /// What the process took, every 1000 steps.
  const QStringList& memory() const { return m_memory; }
  int steps() const { return m_steps; }
  int planted() const { return m_planted; }
  int plantedSeen() const { return m_plantedSeen; }
  double longestWait() const { return m_longestWait; }  ///< s, on the processor
  QString lastSteps() const { return QStringList(m_last.begin(), m_last.end()).join("\n  "); }

 private:
  struct Gesture {
    QPointer<QWindow> window;
    QPointF at;
    Qt::MouseButton button = Qt::LeftButton;
    int moves = 0;
  };

  std::size_t below(std::size_t n) { return m_dice.below(n); }
  bool oneIn(std::size_t n) { return below(n) == 0; }
  template <typename List>
  auto& oneOf(List& list) {
    return list[below(std::size(list))];
  }

  void note(const QString& what) {
    m_doing = what;
    m_last.push_back(what);
    if (m_last.size() > 30) m_last.pop_front();
    if (!m_isTrailKept) return;
    m_trail.write((QString::number(m_steps) + ' ' + what + '\n').toUtf8());
    m_trail.flush();
  }

  void noteFault(const QString& what) {
    if (what.startsWith(QStringLiteral("planted")))
      ++m_plantedSeen;
    else
      m_faults.push_back(what + "\n  " + lastSteps());
  }

  static double processorTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  /// How long the step before has kept the window from the next event.
  void noteWait() {
    m_watch.hear();
    const double now = processorTime(), busy = now - m_processor,
                 wait = 1e-3 * static_cast<double>(m_sinceStep.restart());
    m_processor = now;
    m_longestWait = std::max(m_longestWait, busy);
    if (wait > 1 || busy > 0.4)
      m_waits.push_back(QString("%1 s, %2 s on the processor: %3").arg(wait).arg(busy).arg(m_doing));
  }

  /// What the process takes: fragments of the heap are resident and not allocated.
  void noteMemory() {
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    const auto info = mallinfo2();
    constexpr double megabyte = 1e6;
    m_memory.push_back(QString("step %1: %2 MB resident, %3 MB allocated, %4 widgets")
                           .arg(m_steps)
                           .arg(resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / megabyte, 0, 'f', 0)
                           .arg(static_cast<double>(info.uordblks + info.hblkhd) / megabyte, 0, 'f', 0)
                           .arg(QApplication::allWidgets().size()));
    note(m_memory.back());
  }

  void renewWindow() {
    m_window = std::make_unique<MainWindow>();
    QObject::connect(static_cast<SafeApplication*>(qApp), &SafeApplication::threw, m_window->faults(),
                     &FaultReport::report);
    m_window->resize(1400, 900);
    m_window->show();
    QApplication::setActiveWindow(m_window.get());
    m_window->openScene(QStringLiteral("billiard-break"));
  }

  void step() {
    m_isStepPosted = false;
    if (m_isOver) return;
    noteWait();
    ++m_steps;
    if (m_steps % 1000 == 0) noteMemory();
    if (!m_window->isVisible() && !QApplication::activeModalWidget()) {
      note("new window");
      return renewWindow();
    }
    if (auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) return useFiles(files);
    if (m_gesture.window && m_gesture.moves > 0) {
      if (!oneIn(6)) return goOn();
    } else if (m_gesture.window) {
      return release();
    }
    const std::size_t kind = below(100);
    if (kind < 36) return press();
    if (kind < 58) return type();
    if (kind < 64) return hover();
    if (kind < 68) return wheel();
    if (kind < 76) return popUpMenu();
    if (kind < 82) return trigger();
    if (kind < 84) return moveDock();
    if (kind < 86) return openScene();
    if (kind < 88) return editScene();
    if (kind < 89) return openFigure();
    if (kind < 91) return plant();
    if (kind < 92) return resize();
    if (kind < 94) return leaveWhatIsOpen();
    if (kind < 97) return m_window->document()->undo();
    return pause();
  }

  /// Lets the window do what it has to do.
  void pause() {
    note("pause");
    m_timer.stop();
    QTimer::singleShot(static_cast<int>(below(120)), this, [this] {
      if (m_isOver) return;
      m_sinceStep.restart();
      m_timer.start(0);
    });
  }

  // ---- mouse and keys
  // -----------------------------------------------------------------------------------------

  static QWidget* top() {
    if (QWidget* popup = QApplication::activePopupWidget()) return popup;
    if (QWidget* modal = QApplication::activeModalWidget()) return modal;
    return QApplication::activeWindow();
  }

  /// A random visible widget of what is in front, and a place in it.
  QWidget* target(QPoint& at) {
    QWidget* front = top();
    if (!front) front = m_window.get();
    QList<QWidget*> all = front->findChildren<QWidget*>();
    all.push_back(front);
    for (int attempt = 0; attempt < 50; ++attempt) {
      QWidget* one = oneOf(all);
      if (!one->isVisible() || one->window() != front || one->visibleRegion().isEmpty()) continue;
      const QRect room = one->visibleRegion().boundingRect();
      at = room.topLeft() + QPoint(static_cast<int>(below(static_cast<std::size_t>(room.width()))),
                                   static_cast<int>(below(static_cast<std::size_t>(room.height()))));
      return one;
    }
    at = front->rect().center();
    return front;
  }

  void mouse(QWindow* at, QPointF place, QEvent::Type type, Qt::MouseButtons held, Qt::MouseButton button) {
    m_clock += 20;
    qt_handleMouseEvent(at, place, at->mapToGlobal(place), held, button, type, m_modifiers, m_clock);
  }

  /// Class, name and words of a widget, and what it is in: a wait names the button that was pressed.
  static QString nameOf(const QWidget* widget) {
    QStringList in;
    for (const QWidget* around = widget->parentWidget(); around; around = around->parentWidget())
      if (!around->objectName().isEmpty() && !around->objectName().startsWith("qt_"))
        in << around->objectName();
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return QString("%1 %2 \"%3\" in %4 of \"%5\"")
        .arg(widget->metaObject()->className(), widget->objectName(), button ? button->text() : QString(),
             in.join('/'), widget->window()->windowTitle());
  }

  void press() {
    if (m_gesture.window) release();  // a hand lets go before it presses again
    QPoint at;
    QWidget* widget = target(at);
    QWindow* handle = widget->window()->windowHandle();
    if (!handle) return;
    m_modifiers = oneIn(8) ? Qt::ControlModifier : oneIn(8) ? Qt::ShiftModifier : Qt::NoModifier;
    m_gesture = {handle, widget->mapTo(widget->window(), at),
                 oneIn(6)    ? Qt::RightButton
                 : oneIn(20) ? Qt::MiddleButton
                             : Qt::LeftButton,
                 oneIn(3) ? static_cast<int>(below(25)) : 0};
    if (!oneIn(5)) m_clock += 1000;  // no double click
    note(QString("press %1 at %2, %3, button %4, %5 moves")
             .arg(nameOf(widget))
             .arg(at.x())
             .arg(at.y())
             .arg(m_gesture.button)
             .arg(m_gesture.moves));
    mouse(handle, m_gesture.at, QEvent::MouseMove, Qt::NoButton, Qt::NoButton);
    mouse(handle, m_gesture.at, QEvent::MouseButtonPress, m_gesture.button, m_gesture.button);
  }

  void goOn() {
    --m_gesture.moves;
    m_gesture.at += QPointF(static_cast<double>(below(41)) - 20, static_cast<double>(below(41)) - 20);
    mouse(m_gesture.window, m_gesture.at, QEvent::MouseMove, m_gesture.button, Qt::NoButton);
  }

  void release() {
    const Gesture done = std::exchange(m_gesture, {});
    mouse(done.window, done.at, QEvent::MouseButtonRelease, Qt::NoButton, done.button);
  }

  void hover() {
    QPoint at;
    QWidget* widget = target(at);
    if (QWindow* handle = widget->window()->windowHandle())
      mouse(handle, widget->mapTo(widget->window(), at), QEvent::MouseMove, Qt::NoButton, Qt::NoButton);
  }

  void wheel() {
    QPoint at;
    QWidget* widget = target(at);
    note("wheel on " + nameOf(widget));
    QWheelEvent turn(at, widget->mapToGlobal(at), {}, {0, oneIn(2) ? 120 : -120}, Qt::NoButton, m_modifiers,
                     Qt::NoScrollPhase, false);
    qApp->notify(widget, &turn);
  }

  void key(int code, Qt::KeyboardModifiers modifiers, const QString& text = {}) {
    QWidget* front = top();
    QWindow* handle = front ? front->windowHandle() : m_window->windowHandle();
    if (!handle) return;
    note(QString("key %1 in %2")
             .arg(QKeySequence(code | modifiers.toInt()).toString(),
                  QApplication::focusWidget() ? nameOf(QApplication::focusWidget()) : "nothing"));
    qt_handleKeyEvent(handle, QEvent::KeyPress, code, modifiers, text);
    qt_handleKeyEvent(handle, QEvent::KeyRelease, code, modifiers, text);
  }

  void type() {
    static constexpr std::array plain{Qt::Key_Tab,      Qt::Key_Backtab, Qt::Key_Return,    Qt::Key_Space,
                                      Qt::Key_Escape,   Qt::Key_Left,    Qt::Key_Right,     Qt::Key_Up,
                                      Qt::Key_Down,     Qt::Key_Home,    Qt::Key_End,       Qt::Key_PageUp,
                                      Qt::Key_PageDown, Qt::Key_Delete,  Qt::Key_Backspace, Qt::Key_F1,
                                      Qt::Key_F2,       Qt::Key_F6,      Qt::Key_Menu};
    static constexpr std::array commands{Qt::Key_N, Qt::Key_Z, Qt::Key_Z,     Qt::Key_Y, Qt::Key_A,
                                         Qt::Key_C, Qt::Key_V, Qt::Key_X,     Qt::Key_D, Qt::Key_P,
                                         Qt::Key_L, Qt::Key_S, Qt::Key_Return};
    static const QString letters = "0123456789.-+*/eabcxyz_ \"{}[],:π";
    switch (below(4)) {
      case 0:
        return key(oneOf(plain), oneIn(10) ? Qt::ShiftModifier : Qt::NoModifier);
      case 1:
        return key(oneOf(commands), Qt::ControlModifier);
      case 2:
        if (oneIn(3)) return key(Qt::Key_1 + static_cast<int>(below(9)), Qt::AltModifier);
        return key(oneOf(plain), Qt::NoModifier);
      default: {
        const QChar letter = letters[static_cast<qsizetype>(below(static_cast<std::size_t>(letters.size())))];
        return key(letter.toUpper().unicode(), Qt::NoModifier, letter);
      }
    }
  }

  // ---- menus, docks, dialogs
  // ----------------------------------------------------------------------------------

  void popUpMenu() {
    if (QApplication::activePopupWidget() || QApplication::activeModalWidget()) return key(Qt::Key_Down, {});
    QList<QMenu*> menus = m_window->findChildren<QMenu*>();
    for (int more = 0; more < 12; ++more) menus.push_back(m_window->findChild<FigureMenu*>());
    QMenu* menu = oneOf(menus);
    note("menu " + menu->title());
    menu->popup(m_window->mapToGlobal(QPoint(100, 100)));
  }

  /// Triggers any action of the window, as its key does.
  void trigger() {
    if (QApplication::activeModalWidget()) return key(Qt::Key_Return, {});
    QList<QAction*> actions = m_window->findChildren<QAction*>();
    QAction* action = oneOf(actions);
    if (!action->isEnabled() || action->menu()) return;
    note("action " + action->text());
    action->trigger();
  }

  void moveDock() {
    if (m_gesture.window) return release();  // menus do this, and these need a hand
    QList<QDockWidget*> docks = m_window->findChildren<QDockWidget*>();
    QDockWidget* dock = oneOf(docks);
    note("dock " + dock->objectName());
    switch (below(8)) {
      case 0:
        return dock->setFloating(!dock->isFloating());
      case 1:
        return dock->hide();
      default:
        dock->show();
        dock->raise();
    }
  }

  void resize() {
    static constexpr std::array sizes{QSize(1400, 900), QSize(800, 600), QSize(500, 350), QSize(1590, 990)};
    note("resize");
    m_window->resize(oneOf(sizes));
    if (oneIn(3)) theme::apply(oneIn(2) ? theme::Scheme::Dark : theme::Scheme::Light);
  }

  void leaveWhatIsOpen() {
    note("leave");
    if (QWidget* popup = QApplication::activePopupWidget())
      popup->close();
    else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
      dialog->reject();
  }

  /// A dialog for files can remove some, too, so it gets names alone, of files in the folder.
  void useFiles(QFileDialog* dialog) {
    auto* field = dialog->findChild<QLineEdit*>("fileNameEdit");
    if (oneIn(3) || !field) {
      note("no file");
      return dialog->reject();
    }
    const bool saves = dialog->acceptMode() == QFileDialog::AcceptSave;
    const QStringList there = QDir(m_folder).entryList(QDir::Files);
    static constexpr std::array endings{".pdf", ".svg", ".png", ".carom.json", ".csv", ".gv", ".txt", ""};
    QString name = saves || there.isEmpty()
                       ? QString("made-%1").arg(below(6)) + oneOf(endings)
                       : there[static_cast<qsizetype>(below(static_cast<std::size_t>(there.size())))];
    note("file " + name);
    field->setText(QDir(m_folder).filePath(name));
    QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
  }

  // ---- scenes and exceptions
  // ----------------------------------------------------------------------------------

  void openScene() {
    static const std::vector<BuiltinScene> builtin = [] {
      const auto all = builtinScenes();
      return std::vector<BuiltinScene>(all.begin(), all.end());
    }();
    if (oneIn(3)) {
      const std::size_t number = below(m_texts.size());
      const QString path = QDir(m_folder).filePath(QString("text-%1.carom.json").arg(number));
      QFile file(path);
      if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(m_texts[number]));
      file.close();
      note("open " + path);
      return m_window->openScene(path);
    }
    const QString name = QString::fromStdString(oneOf(builtin).name);
    note("open " + name);
    oneIn(2) ? m_window->openScene(name) : m_window->files()->openAfterAsking(name);
  }

  void editScene() {
    Document* document = m_window->document();
    if (!document->state().scene) return;
    note("edit");
    try {
      const std::string text = document->sceneText();
      Scene::parse(text, "edited");  // what was typed last may be no scene, from which no edit begins
      document->editScene("Monkey", oneIn(6) ? emptySceneText()
                                    : oneIn(4)
                                        ? fuzz::mutated(text, m_dice)
                                        : sceneText(fuzz::edited(parseJson(text, "edited"),
                                                                 document->committed().assignments, m_dice)));
    } catch (const SceneError&) {
      note("no edit");
    }
  }

  void openFigure() {
    QStringList figures;
    for (const QString& folder : {QStringLiteral(CAROM_TEST_DATA "/figures"), m_folder})
      for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files))
        if (file.suffix() != "json") figures.push_back(file.filePath());
    const QString path = oneOf(figures);
    note("figure " + path);
    m_window->files()->openFigureAfterAsking(path);
  }

  void plant() {
    note("plant");
    const QString what = QString("planted %1").arg(m_planted++);
    QObject* where = m_window.get();
    if (oneIn(2)) {
      QList<QWidget*> widgets = m_window->findChildren<QWidget*>();
      where = oneOf(widgets);
    }
    if (oneIn(3))
      m_task.start([what](const auto&) -> int { throw std::runtime_error(what.toStdString()); },
                   {.answered = [](int) {}});
    else
      QTimer::singleShot(0, where, [what] { throw std::runtime_error(what.toStdString()); });
  }

  fuzz::Dice m_dice;
  QString m_folder;
  std::vector<std::string> m_texts;
  std::unique_ptr<MainWindow> m_window;
  QTimer m_timer;
  QElapsedTimer m_sinceStep;
  double m_processor = processorTime(), m_longestWait = 0;
  Gesture m_gesture;
  Qt::KeyboardModifiers m_modifiers;
  int m_clock = 1000, m_steps = 0, m_planted = 0, m_plantedSeen = 0;
  QString m_doing;
  std::deque<QString> m_last;
  QStringList m_faults, m_waits, m_memory;
  QFile m_trail;
  StackWatch m_watch;
  LatestTask<int> m_task;
  bool m_isTrailKept = false, m_isStepPosted = false, m_isOver = false;
};

}  // namespace carom::tests
