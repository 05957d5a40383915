#pragma once

#include "viewport/picture/overlay_brush.h"

namespace carom {

/// The letters on balls and, where the overlay has names, the names beside bodies that have no room for one.
void paintNames(const OverlayBrush& brush);

}  // namespace carom
