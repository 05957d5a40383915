#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scene/scene.h"

/// Edits of a scene's JSON: a scene goes in, an edited one comes out. Each is a whole edit: what refers to a
/// thing follows it, and a SceneError with place and reason is thrown where that cannot be. Bodies are named
/// as in the file, a repeat by its pattern "ball{i}". Lengths in m, world axes, unless said otherwise.
namespace carom::edit {

using Json = nlohmann::ordered_json;

/// A scene with bodies that were not there before, by name.
struct WithBodies {
  Json scene;
  std::vector<std::string> bodies;
};

// What can be placed in the plane z = 0. Bodies that move start at rest.

struct NewBall {
  Eigen::Vector3d at;
  double radius = 0.05, mass = 1;
};
/// The half-space behind a point, seen along its outward normal.
struct NewWall {
  Eigen::Vector3d at, normal;
};
struct NewRod {
  Eigen::Vector3d from, to;
  double radius = 0, mass = 1;
};
struct NewBox {
  Eigen::Vector3d centre, size;
  double angle = 0, mass = 1;
};
/// A rod that turns about its first end, which is fixed to a body or to the world.
struct NewLink {
  std::string parent;  ///< "" for the world
  Pose parentPose;     ///< at the initial state
  Eigen::Vector3d from, to;
  double radius = 0, mass = 1;
};
using NewBody = std::variant<NewBall, NewWall, NewRod, NewBox, NewLink>;

/// Where a scene lists its contacts, the new body gets one with everything that it can touch.
WithBodies addBody(const Json& scene, const NewBody& body);
/// Removes bodies, those that they carry, and every contact, force, initial value and hint that refers to
/// them.
Json removeBodies(const Json& scene, const std::vector<std::string>& names);
/// Copies bodies with what they carry, moved by `offset`.
WithBodies duplicateBodies(const Json& scene, const std::vector<std::string>& names,
                           const Eigen::Vector3d& offset);

/// Bodies as a scene of their own: with what they carry, the contacts, forces and initial values among them,
/// and the parameters that they need. What the clipboard holds, as text.
Json copyBodies(const Json& scene, const std::vector<std::string>& names);
/// Adds what copyBodies() took, or all of another scene. Names that are taken change; parameters that are
/// defined in the same way are shared, others of the same name change theirs.
WithBodies pasteBodies(const Json& scene, const Json& part, const Eigen::Vector3d& offset);

/// A repeat as single bodies, with the counts that hold now. `name`: its pattern, or one of its bodies.
Json expandRepeat(const Json& scene, const std::string& name, const SceneInstance& instance);
/// The entry of "bodies" that makes a body, −1 without; and whether it is a repeat.
int entryOf(const Json& scene, const std::string& body);
bool isRepeat(const Json& scene, const std::string& body);

/// Appends a joint: a short one ("x", "angle", …) or {"type", "axis", "name"}.
Json addJoint(const Json& scene, const std::string& body, const Json& joint);
/// What joins a single body to another one, or ("") to the world.
struct NewJoint {
  enum class Kind {
    Hinge,   ///< turns about z through `at`
    Slider,  ///< travels along `along`
    Ball,    ///< turns about `at` in any way
    Weld     ///< does not move
  };
  Kind kind = Kind::Hinge;
  std::string body, parent;
  Eigen::Vector3d at = Eigen::Vector3d::Zero();      ///< world, m
  Eigen::Vector3d along = Eigen::Vector3d::UnitX();  ///< world, of any length
};
/// Gives the body this joint in place of its own; where it is stays as it was. It goes behind all bodies that
/// it does not carry. Throws SceneError: a wall that would turn; what is not turned with its frame, such as a
/// slanting box, on a slider or weld.
Json joinBody(const Json& scene, const SceneInstance& instance, const NewJoint& joint);
/// Removes the joint with this coordinate, and what refers to that.
Json removeJoint(const Json& scene, const std::string& coordinate);
Json addShape(const Json& scene, const std::string& body, const Json& shape);
/// Adds an entry of a list such as "springs", "dampers", "motors".
Json addForce(const Json& scene, const std::string& list, const Json& force);
/// Removes an element of a list or a member, with what becomes empty by it: "springs[0]", "view.sweep".
Json removeAt(const Json& scene, const std::string& place);

/// What is asked of one contact. Empty: as it was.
struct ContactChange {
  std::optional<std::string> name{}, friction{}, restitution{}, law{};
};
/// Lists the contact of two bodies where it is not listed yet, all other pairs staying as they are.
/// `contact`: its name ("ac", "ball0-wall").
Json setContact(const Json& scene, const std::string& contact, const ContactChange& change);
/// The place of a contact's own entry, listed where it is not yet: "contacts[2]".
std::pair<Json, std::string> listContact(const Json& scene, const std::string& contact);
Json setTouching(const Json& scene, const std::string& contact, bool touching);
bool isTouching(const Json& scene, const std::string& contact);

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
Json moveBodies(const Json& scene, const SceneInstance& instance, const std::vector<BodyMove>& moves);
/// Writes initial velocities of a body's own joints so that its origin moves with `velocity` (m/s).
Json setBodyVelocity(const Json& scene, const SceneInstance& instance, const std::string& body,
                     const Eigen::Vector3d& velocity);

enum class Alignment { Left, Right, Top, Bottom, CentreX, CentreY };
/// Moves bodies so that their edges or centres are in line with those of the first.
Json alignBodies(const Json& scene, const SceneInstance& instance, const std::vector<std::string>& bodies,
                 Alignment alignment);

/// Throws SceneError where the scene's text would not be read.
void check(const Json& scene);

}  // namespace carom::edit
