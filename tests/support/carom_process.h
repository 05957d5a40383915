#pragma once
// The real program as scripts start it: its exit status, lines and documents.
#include <QFile>
#include <QProcess>
#include <QTest>
#include <csignal>
#include <functional>
#include <nlohmann/json.hpp>

#include "support/slow_build.h"

namespace carom::process {

using Json = nlohmann::json;

struct Run {
  int status = -1;
  QByteArray out, err;

  Json json() const { return Json::parse(out.toStdString()); }
  QList<QByteArray> lines() const { return out.trimmed().split('\n'); }
};

/// No display, whatever the test itself has.
inline QProcessEnvironment plainEnvironment() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
  return environment;
}

inline void start(QProcess& process, const QStringList& arguments) {
  process.setProcessEnvironment(plainEnvironment());
  process.start(CAROM_BINARY, arguments);
}

inline Run finish(QProcess& process) {
  if (!process.waitForFinished(120'000 * tests::patience)) return {};
  Run run{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
  if (process.exitStatus() != QProcess::NormalExit) run.status = -1;
  return run;
}

/// Whether the search for leaks fell itself, as it does in one of some thousand processes that end with
/// threads: nothing is said of the program then.
inline bool fellInLeakSearch(const Run& run) {
  return tests::isSanitized && run.err.contains("LeakSanitizer has encountered a fatal error");
}

inline Run runCarom(const QStringList& arguments, const std::function<void()>& inChild = {}) {
  constexpr int mostRuns = 3;
  Run run;
  for (int i = 0; i < mostRuns && (i == 0 || fellInLeakSearch(run)); ++i) {
    QProcess process;
    if (inChild) process.setChildProcessModifier(inChild);
    start(process, arguments);
    run = finish(process);
  }
  return run;
}

/// Whether a window's process catches SIGTERM, which it does when the window is shown and its event loop is
/// about to run.
inline bool catchesTermination(const QProcess& process) {
  QFile status(QStringLiteral("/proc/%1/status").arg(process.processId()));
  if (!status.open(QIODevice::ReadOnly)) return false;
  for (const QByteArray& line : status.readAll().split('\n'))
    if (line.startsWith("SigCgt:"))
      return (line.mid(7).trimmed().toULongLong(nullptr, 16) & (1ull << (SIGTERM - 1))) != 0;
  return false;
}

/// Lets a process that opens a window run until the window is shown, asks it to end, and returns how it
/// ended.
inline Run endWindow(QProcess& process) {
  if (!process.waitForStarted()) return {};
  const bool isShown =
      QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning || catchesTermination(process); },
                      60'000 * tests::patience);
  if (isShown && process.state() == QProcess::Running)
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
  return finish(process);
}

inline Run runCarom(const char* arguments) {
  return runCarom(QString::fromUtf8(arguments).split(' ', Qt::SkipEmptyParts));
}

inline Json resolve(const char* arguments) {
  return runCarom(QByteArray("resolve --json ") + arguments).json();
}

}  // namespace carom::process

#define VERIFY_ONE_LINE(run)                              \
  do {                                                    \
    QCOMPARE((run).err.count('\n'), 1);                   \
    QVERIFY2((run).err.startsWith("carom: "), (run).err); \
    QVERIFY2((run).out.isEmpty(), (run).out.left(200));   \
  } while (false)

/// Rows of a test function that checks faults: a command line, its status, and words of its one line.
inline void addFaults(std::initializer_list<std::tuple<const char*, int, const char*>> faults) {
  QTest::addColumn<QByteArray>("arguments");
  QTest::addColumn<int>("status");
  QTest::addColumn<QByteArray>("says");
  for (const auto& [arguments, status, says] : faults)
    QTest::newRow(arguments) << QByteArray(arguments) << status << QByteArray(says);
}
#define VERIFY_FAULT()                                                               \
  do {                                                                               \
    QFETCH(QByteArray, arguments);                                                   \
    QFETCH(int, status);                                                             \
    QFETCH(QByteArray, says);                                                        \
    const carom::process::Run run = carom::process::runCarom(arguments.constData()); \
    QCOMPARE(run.status, status);                                                    \
    VERIFY_ONE_LINE(run);                                                            \
    QVERIFY2(run.err.contains(says), run.err);                                       \
  } while (false)

#define COMPARE_JSON(actualValue, expectedValue)                              \
  do {                                                                        \
    const Json is = actualValue, wanted = expectedValue;                      \
    QVERIFY2(is == wanted, (is.dump() + " is not " + wanted.dump()).c_str()); \
  } while (false)
