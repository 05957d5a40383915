#pragma once

#include <QPainter>

#include "impulse/impulse_picture.h"

namespace carom {

/// Draws a picture of impulse space into its frame, with the legend below. `handles`: whether to mark what
/// can be dragged; `held`: the handle under the mouse.
void paintImpulseSpace(QPainter& painter, const ImpulsePicture& picture, const AxesFrame& frame,
                       const QRectF& area, bool handles = false, const ImpulseHandle* held = nullptr);

/// Whether a name of a line in the picture of a figure of this width would stand beside its line on another
/// one, or nowhere.
bool namesHideLines(const ImpulsePicture& picture, double width, double unit);

}  // namespace carom
