#pragma once

#include "document/answers.h"
#include "support/settle.h"
#include "window/main_window.h"

namespace carom {

/// Waits until nothing is on its way in the window: no event, no answer, no work.
inline void settle(const MainWindow& window) {
  const auto* answers = window.findChild<Answers*>();
  tests::settle([answers] { return answers->isBusy(); });
}

}  // namespace carom
