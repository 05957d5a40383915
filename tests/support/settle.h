#pragma once

#include <QGuiApplication>
#include <QTest>

#include "support/slow_build.h"
#include "tasks/open_jobs.h"

namespace carom::tests {

/// Waits until nothing is on its way: no event, none that the display owes, no answer of a task, and nothing
/// that `isBusy`. What has not happened then does not happen by itself.
template <typename IsBusy>
void settle(const IsBusy& isBusy) {
  constexpr int rounds = 4;  // an event posts the next one
  int quiet = 0;
  const auto isStill = [&] {
    QGuiApplication::sync();
    quiet = openJobs() > 0 || isBusy() ? 0 : quiet + 1;
    return quiet > rounds;
  };
  if (!QTest::qWaitFor(isStill, 60'000 * patience)) qFatal("work does not end");
}
inline void settle() {
  settle([] { return false; });
}

}  // namespace carom::tests
