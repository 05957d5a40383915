#pragma once

#include <QRectF>
#include <optional>
#include <vector>

#include "viewport/picture/scene_frame.h"

namespace carom {

class ScreenMap;

constexpr double hoveredHandle = 0.58;  ///< radius of the handle of an arc under the mouse (em)

/// The value of an arc beside its symbol, such as " = 120.0°".
QString arcValueText(const SceneFrame::Arc& arc);

/// The areas of the values of all arcs, in units of the painter: each beside the middle of its arc on the
/// outer side, or around it where that is outside of `room` or covers a handle or another value. Empty for an
/// arc behind the eye.
std::vector<std::optional<QRectF>> arcValueAreas(const SceneFrame& frame, const ScreenMap& map, double em,
                                                 const QRectF& room);

/// The areas of the values and handles of arcs, likewise.
std::vector<QRectF> arcAreas(const SceneFrame& frame, const ScreenMap& map, double em, const QRectF& room);

}  // namespace carom
