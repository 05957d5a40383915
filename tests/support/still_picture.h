#pragma once

#include <QTest>
#include <tuple>

#include "support/slow_build.h"
#include "viewport/viewport_canvas.h"

namespace carom {

/// Waits until the 3D view keeps its size and its camera has arrived where it glides to.
inline void waitForStillPicture(const ViewportCanvas* canvas) {
  const auto picture = [canvas] { return std::tuple(canvas->size(), canvas->view().camera); };
  for (auto before = picture();; before = picture()) {
    QTest::qWait(40 * tests::patience);  // at least one step of a glide
    if (picture() == before) return;
  }
}

}  // namespace carom
