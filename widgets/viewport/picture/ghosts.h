#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// Adds the balls, rods and boxes of a scene at q in one colour, where the frame has none at the same place.
/// The frame names them in the colour.
void addGhosts(SceneFrame& frame, const SceneInstance& instance, const Eigen::VectorXd& q,
               const SceneFrame::NamedRun& as);
/// Adds those of several configurations, one name for all; what is in one place is shown once.
void addGhosts(SceneFrame& frame, const SceneInstance& instance, const std::vector<Eigen::VectorXd>& all,
               const SceneFrame::NamedRun& as);
/// Adds the rods and boxes of another motion of the frame's own bodies that are elsewhere in it.
void addSolidsElsewhere(SceneFrame& frame, std::vector<SceneFrame::Solid> there, const QColor& color = {});

}  // namespace carom
