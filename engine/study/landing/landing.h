#pragma once

#include <numbers>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "impact/resolve.h"
#include "mechanics/tree/loop_states.h"
#include "scene/scene.h"

namespace carom {

/// What changes from stance to stance near the one that is asked for: pitch or roll of the base, or a
/// coordinate of the robot.
struct LandingAxis {
  std::string name;
  std::vector<double> values;  ///< SI
  std::string unit = "rad";
};

/// How ambiguous is the landing of a robot on its feet?
struct LandingQuestion {
  /// Contacts with what does not move, each a foot of its own, or bodies with such contacts, each on its
  /// lowest one; empty: the bodies that carry no other body, the two lowest ones and all that are at most
  /// `sameHeight` of the robot's height above the lowest.
  std::vector<std::string> feet{};
  double speed = 1;                     ///< m/s, of the fall, > 0
  double tilt = std::numbers::pi / 18;  ///< rad, half the range of pitch and of roll, ≥ 0
  int points = 9;                       ///< of pitch, and of roll, ≥ 1
  /// One or two coordinates of the robot over which ξ is wanted in place of pitch and roll; their units are
  /// not read.
  std::vector<LandingAxis> over{};
  /// Tolerances of joints: half the interval (rad, m), ≥ 0.
  double angle = std::numbers::pi / 180, length = 1e-3;
  std::size_t samples = 200;  ///< within them
  std::uint64_t seed = 1;
  ResolveOptions resolve{};
  /// Distinct momenta, at most, of the search of each tilted stance and of each with joints that are off:
  /// there are hundreds, and on eight feet the bounds of ξ hardly narrow beyond.
  std::size_t nearStates = 100'000;
  /// What is asked for besides the stance.
  bool tilts = true, seeksNearest = true, spreads = true;

  static constexpr double sameHeight = 0.25;
};

/// A pair of contacts of a landing: G of their unit normals, and whether the pair alone has one outcome for
/// every momentum.
struct FootPair {
  std::array<int, 2> feet{};  ///< indices into Stance::contacts
  double cosine = 0;          ///< G = ⟨û_i,û_j⟩
  bool unique = false;
};

/// A stance: all feet touch, and no part of them is in the ground.
struct Stance {
  Eigen::VectorXd q{};
  Eigen::VectorXd p{};  ///< momentum of the fall there
  /// Names of what closes there: contacts of the robot, those of the feet first.
  std::vector<std::string> contacts{};
  std::string refused{};  ///< why the robot cannot stand so; then the rest is empty
  std::vector<FootPair> pairs{};
  std::optional<bool> unique{};  ///< for every momentum
  std::optional<double> xi{};    ///< where it is known exactly or to its tolerance
  double lower = 0, upper = 0;   ///< ξ lies between; upper may be infinite
  /// The largest distance of an angle between normals, acos(−G), from the nearest π/m or 0 (rad).
  double offUnique = 0;
};

/// A stance with the base turned, or with coordinates held at values.
struct NearStance {
  std::vector<double> at;  ///< of each axis
  Stance stance;
};

/// A stance near another one in which every pair of feet is unique, each with the m of π/m that is nearest.
/// Each step of Newton's method is the least change, so that their sum is, up to its square.
struct UniqueStance {
  std::vector<StartMove> moved;  ///< from the stance
  Stance stance;
};

/// ξ of stances with joints that are off by the tolerances.
struct StanceSpread {
  std::size_t samples = 0, refused = 0, undecided = 0, unique = 0;
  double median = 0, q95 = 0, max = 0;  ///< of ξ of the others
};

struct LandingAnswer {
  std::vector<std::string> feet;  ///< the contacts on which they stand
  std::vector<StartMove> moved;   ///< from the start of the scene to the stance
  Stance stance;
  std::vector<LoopState> loops{};
  std::optional<ImpactReport> impact{};  ///< of the stance
  /// The pitch and, in space, the roll; or the coordinates that are asked for.
  std::vector<LandingAxis> axes{};
  bool isTilted = true;  ///< whether the axes are pitch and roll
  /// Row by row: the last axis, and for each of its values the first one.
  std::vector<NearStance> near{};
  std::optional<UniqueStance> nearest{};
  std::string noNearest{};  ///< why there is none
  std::optional<StanceSpread> spread{};
  /// Whether a contact with the ground has a restitution below 1, which plays no part here.
  bool ignoresLoss = false;
  bool isCancelled = false;
};

/// Stands the robot of a scene on its feet by steps of Newton's method, each the least Σ change² of its
/// coordinates (m and rad count alike) within the stops of its joints that closes the gaps of the feet and
/// the loops to first order, and lets it fall there without turning: v is a translation along gravity, or
/// against the first foot's normal without gravity. Where no small change brings the feet nearer, one joint
/// bends first; where these steps end in the air, or with a part of the robot in the ground, they begin from
/// 12 choices of joints within their stops, drawn always alike, and the nearest stance of these is taken. So
/// a stance is near, and need not be the nearest; one that is not found may exist. A foot with several
/// contacts stands on the one that is then the lowest, or on several that are. Every contact of the robot
/// that is closed then takes part in the impact. Each tilt turns the base, the first body of the robot, about
/// its own y axis (pitch; z in the plane) and its x axis (roll), keeps its orientation and stands again; a
/// coordinate is set and held likewise (of a ball joint, all three). The nearest unique stance follows by
/// Newton's method on G, with differences for its slopes.
///
/// Throws SceneError for unknown feet or coordinates, fewer than two feet, and a robot that is fixed to the
/// world or cannot stand.
LandingAnswer landing(const Scene& scene, const Assignments& assignments, const LandingQuestion& question,
                      std::stop_token stop = {}, const Progress& progress = {});
/// The same of an instance; file: of the scene, for errors.
LandingAnswer landing(SceneInstance instance, const std::string& file, const LandingQuestion& question,
                      std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
