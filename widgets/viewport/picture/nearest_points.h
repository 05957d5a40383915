#pragma once

#include <optional>

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The nearest points of the two bodies of a contact at a moment; empty where no contact has this name.
std::optional<SceneFrame::NearestPoints> nearestPoints(const Snapshot& snapshot, const Moment& moment,
                                                       const QString& contact, WholeImpacts& known);

}  // namespace carom
