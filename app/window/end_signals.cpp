#include "window/end_signals.h"

#include <unistd.h>

#include <QSocketNotifier>
#include <csignal>
#include <utility>

namespace carom {

namespace {

int pipeEnds[2] = {-1, -1};
constexpr int endings[] = {SIGTERM, SIGINT, SIGHUP};

/// Reports the signal to the window and restores its default effect, so that a second signal ends a window
/// that hangs.
void note(int signal) {
  std::signal(signal, SIG_DFL);
  const char byte = 1;
  [[maybe_unused]] const auto written = write(pipeEnds[1], &byte, 1);
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent) {
  if (pipe(pipeEnds) != 0) return;
  auto* notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, [this, notifier] {
    notifier->setEnabled(false);
    emit asked();
  });
  for (const int ending : endings)  // an ignored signal stays ignored (nohup)
    if (std::signal(ending, note) == SIG_IGN) std::signal(ending, SIG_IGN);
}

EndSignals::~EndSignals() {
  for (const int ending : endings) std::signal(ending, SIG_DFL);
  for (int& end : pipeEnds) close(std::exchange(end, -1));
}

}  // namespace carom
