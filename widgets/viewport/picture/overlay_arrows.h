#pragma once

#include "viewport/picture/overlay_brush.h"

namespace carom {

/// The arrows of velocities, and those of angular velocities around their axes.
void paintVelocities(const OverlayBrush& brush);
/// The impulses of contacts.
void paintImpulses(const OverlayBrush& brush);

}  // namespace carom
