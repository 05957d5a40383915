#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Writes a coordinate's initial value or velocity (SI). A number with a unit keeps its unit.
Json setInitial(const Json& scene, const std::string& coordinate, double value);
Json setInitialVelocity(const Json& scene, const std::string& coordinate, double value);
/// Whether numbers can be written for all own coordinates of a body (for a fixed one: its origin): none of
/// them is an expression over parameters, and the body is no part of a repeat.
bool isFree(const Json& scene, const std::string& body);
bool areFree(const Json& scene, const std::vector<std::string>& bodies);

/// How a body is to move (world, m). One that travels does so without turning; one on a hinge turns.
struct BodyMove {
  std::string body;
  Eigen::Vector3d from, to;    ///< where a point of it is, and where that is to be
  std::optional<double> turn;  ///< about z (rad), for bodies that can
};
/// Writes the initial coordinates of bodies, or the origins of fixed ones, that bring them as near as their
/// own joints allow. Throws SceneError for bodies that are not free.
Json moveBodies(Json scene, const SceneInstance& instance, const std::vector<BodyMove>& moves);
/// What moveBodies writes into "initial.q" of a scene whose bodies are free, as assignments of coordinates:
/// with them the scene that stands is the scene that moveBodies writes. Empty where that writes elsewhere,
/// too: the origin of a fixed body.
std::optional<Assignments> movedCoordinates(const Json& scene, const SceneInstance& instance,
                                            const std::vector<BodyMove>& moves);
/// Writes the initial velocity of the body's own joint so that the body turns about z with `omega` (rad/s),
/// what carries it included. Throws SceneError for bodies that do not turn about z by one joint of their own.
Json setBodySpin(const Json& scene, const SceneInstance& instance, const std::string& body, double omega);
/// Writes initial velocities of a body's own joints so that its origin moves with `velocity` (m/s).
Json setBodyVelocity(const Json& scene, const SceneInstance& instance, const std::string& body,
                     const Eigen::Vector3d& velocity);

struct BodyVelocity {
  std::string body;
  Eigen::Vector3d velocity;  ///< of its origin (m/s)
};
/// What setBodyVelocity writes for bodies one after the other, and setBodySpin, as assignments of initial
/// velocities: with them the scene that stands is the scene that these write. Empty where these throw.
std::optional<Assignments> assignedVelocities(const Json& scene, const SceneInstance& instance,
                                              const std::vector<BodyVelocity>& bodies);
std::optional<Assignments> assignedSpin(const Json& scene, const SceneInstance& instance,
                                        const std::string& body, double omega);

enum class Alignment { Left, Right, Top, Bottom, CentreX, CentreY };
/// Moves bodies so that their edges or centres are in line with those of the first.
Json alignBodies(const Json& scene, const SceneInstance& instance, const std::vector<std::string>& bodies,
                 Alignment alignment);

}  // namespace carom::edit
