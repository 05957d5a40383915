#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <complex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "study/orbit/no_return.h"
#include "study/orbit/orbit_question.h"

namespace carom {

/// How an orbit answers to perturbations.
enum class OrbitStability {
  Stable,  ///< in every order of the contacts of every tie: a norm in which all maps contract
  /// Perturbations grow: those of one map for all orders, or one that follows the orders of its map.
  Unstable,
  /// One map for all orders, whose largest multiplier is 1 to rounding, or in every order all but the speed
  /// of a travel that nothing changes falls: perturbations grow by powers of the number of periods at most.
  Neutral,
  Jumps,  ///< perturbations at a tie end in different outcomes
  Undecided
};

/// The orderings of the ties of an orbit, and the map of one period along them.
struct OrbitMap {
  std::vector<std::vector<std::string>> words;  ///< of each impact with several orderings
  Eigen::MatrixXd map;                          ///< 2n×2n, of (δq, δp), the travel removed
  /// Eigenvalues by falling size, without those of the shift in time and of the travel, which are 1.
  std::vector<std::complex<double>> multipliers;
  /// Whether a perturbation that grows follows these orderings from period to period, or in turn with those
  /// of another map.
  bool grows = false;
};

/// Two contacts that close together, and the cosine of their normals in the kinetic metric.
struct TiedPair {
  double time = 0;                      ///< s
  std::array<std::string, 2> contacts;  ///< their names
  double cosine = 0;                    ///< ⟨û_i, û_j⟩
  /// m of a cosine −cos(π/m), with which every order of the two has one outcome: any m of elastic
  /// reflections, 2 of those that lose energy. 0 where there is none, also for collision laws.
  int exponent = 0;
};

/// How the most stable orbit of a family was found.
struct MostStable {
  double before = 0;         ///< growth in one period of the first orbit of the family
  std::size_t freedoms = 0;  ///< of the family: numbers that may vary while the motion stays an orbit
  std::size_t orbits = 0;    ///< that were compared
  bool isComplete = true;    ///< false: cancelled, or too many orbits
};

/// An orbit that was found, or the nearest motion to one.
struct Orbit {
  double period = 0;  ///< s
  State start;
  Assignments assignments{};   ///< the parameters that were varied, with those given
  std::vector<double> values;  ///< of what was varied, in the order of `names`
  std::vector<std::string> names;
  Eigen::VectorXd scales;              ///< of the values, on which the motion changes with them
  Eigen::VectorXd travel;              ///< of the travelling coordinates over one period
  double miss = 0;                     ///< what is left of the return, relative to the size of the state
  int steps = 0;                       ///< of Newton's method
  std::string failed;                  ///< why there is no orbit; empty where there is one
  std::optional<NoReturn> noReturn{};  ///< what the nearest motion does in place of returning, or the first
  Trajectory run;                      ///< of one period
  std::vector<TiedPair> ties;          ///< the pairs of its impacts of several contacts
  std::vector<OrbitMap> maps;  ///< the first is that of the run; more where orderings of ties have others
  std::string withoutMaps;     ///< why there are none
  bool mapsAreComplete = true;
  /// Bounds on the growth in one period over all sequences of orderings (joint spectral radius of the maps,
  /// without the shift in time and the travel).
  double leastGrowth = 0, greatestGrowth = HUGE_VAL;
  OrbitStability stability = OrbitStability::Undecided;
  /// Changes of the values over `scales` along which the orbit is one of a family, unit columns; of
  /// OrbitQuestion::isMostStable alone.
  Eigen::MatrixXd family{};
  std::optional<MostStable> mostStable{};

  /// The growth in one period that OrbitQuestion::isMostStable makes least: the spectral radius of the one
  /// map, or where orders of ties have several the bound over all sequences of orders; infinite where motions
  /// jump.
  double growth() const;
};

/// The word of a stability: "stable", "unstable", "neutral", "jumps", "undecided".
std::string_view wordOf(OrbitStability stability);

/// Searches a periodic orbit x(T) = x(0) of a scene by Newton's method: the derivative is that of the
/// discrete run (runVariation), each step the smallest one in the kinetic metric, shortened until the miss
/// falls. Where more varies than an orbit fixes, OrbitQuestion::isMostStable goes on along the family of
/// orbits to the one whose growth no neighbour undercuts. `motion`: step, restitution and policy. Throws
/// SceneError for names that do not exist.
Orbit findOrbit(const Scene& scene, const Assignments& assignments, const OrbitQuestion& question,
                const MotionOptions& motion, std::stop_token stop = {}, const Progress& progress = {});

/// Bounds on the joint spectral radius of some matrices, lim max ‖product of N‖^{1/N}: from below by the
/// spectral radii of products of up to `longest`, from above by norms of products in an ellipsoidal norm.
struct GrowthBounds {
  double least = 0, greatest = 0;
};
GrowthBounds jointGrowth(const std::vector<Eigen::MatrixXd>& maps, int longest = 12);

}  // namespace carom
