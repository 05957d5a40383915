#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scene/edit/add_body.h"

namespace carom::edit {

/// Copies bodies with the bodies that they carry, moved by `offset`.
WithBodies duplicateBodies(const Json& scene, const std::vector<std::string>& names,
                           const Eigen::Vector3d& offset);

/// Bodies as a scene of their own: with the bodies that they carry, the contacts, forces and initial values
/// among them, and the parameters that they need. The clipboard holds this scene as text.
Json copyBodies(const Json& scene, const std::vector<std::string>& names);
/// Adds a scene of copyBodies(), or all of another scene. Names that are taken change; parameters that are
/// defined in the same way are shared, others of the same name change theirs.
WithBodies pasteBodies(const Json& scene, const Json& part, const Eigen::Vector3d& offset);

}  // namespace carom::edit
