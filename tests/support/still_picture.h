#pragma once

#include <QTest>
#include <QVariantAnimation>
#include <tuple>

#include "support/slow_build.h"
#include "viewport/viewport_canvas.h"

namespace carom {

/// Waits until each running animation has made a step.
///
/// Qt advances all animations together, in the order of their start and by the same time. The animation that
/// starts here is the last one, so its first step comes after a step of each of the others.
inline void waitForStepOfAnimations() {
  QVariantAnimation last;
  last.setDuration(3'600'000);  // ms, longer than any test
  last.setStartValue(0.0);
  last.setEndValue(1.0);
  last.start();
  if (!QTest::qWaitFor([&] { return last.currentTime() > 0; }, 30'000 * tests::patience))
    qFatal("the animations stand still");
}

/// Waits until the 3D view keeps its size and its camera has arrived where it glides to.
inline void waitForStillPicture(const ViewportCanvas* canvas) {
  const auto picture = [canvas] { return std::tuple(canvas->size(), canvas->view().camera); };
  for (auto before = picture();; before = picture()) {
    waitForStepOfAnimations();
    if (picture() == before) return;
  }
}

/// Waits until the 3D view shows a frame that is drawn after this call.
inline void waitForFrame(ViewportCanvas* canvas) {
  bool isShown = false;
  QObject context;
  QObject::connect(canvas, &ViewportCanvas::frameShown, &context, [&isShown] { isShown = true; });
  canvas->updatePicture();
  if (!QTest::qWaitFor([&] { return isShown; }, 30'000 * tests::patience)) qFatal("no frame is drawn");
}

}  // namespace carom
