#pragma once

#include <map>
#include <string>
#include <vector>

#include "impact/impact_report.h"
#include "peers/peer.h"
#include "scene/scene.h"

namespace carom::peers {

/// A built-in scene of balls whose impact all engines simulate.
class ImpactScene {
 public:
  ImpactScene(const std::string& sceneName, const Assignments& assignments);
  /// Whether engines can have this scene: balls that move, and planes that do not, without overlap before the
  /// impact.
  static bool isOfBalls(const Mechanism& mechanism);
  static bool overlaps(const World& world);

  /// The world before the impact. Each moving body stands back along its velocity, so that all contacts close
  /// at once, after the fastest body has gone 0.05 m. The largest ball has radius 0.5 m and the heaviest mass
  /// 1 kg, sizes for which every engine is made. speed: of the fastest body (m/s).
  World world(double speed, double restitution) const;

  /// The motion after an impact, beside the propagative outcomes.
  struct Verdict {
    double energy = 0;    ///< (E⁺ − E⁻)/E⁻
    double momentum = 0;  ///< |Σ m (v⁺ − v⁻)| / Σ m |v⁻|; NaN where a wall takes some
    double distance = 0;  ///< ‖p⁺ − nearest outcome‖/‖p⁻‖ in the kinetic metric
  };
  Verdict judge(const std::vector<Motion>& after, double speed, double restitution);
  /// The momentum after an impact, in the scene's own coordinates and units (n).
  Eigen::VectorXd momentum(const std::vector<Motion>& after, double speed) const;

 private:
  double speedFactor(double speed) const { return speed / m_fastest; }
  const std::vector<Outcome>& outcomes(double restitution);

  SceneInstance m_instance;
  ImpactProblem m_problem;
  std::vector<int> m_bodies;                          ///< those that move
  Eigen::VectorXd m_velocity;                         ///< n, before the impact
  double m_fastest = 0;                               ///< largest speed of a body (m/s)
  double m_length = 1;                                ///< metres of the world for a metre of the scene
  double m_mass = 1;                                  ///< kg of the world for a kg of the scene
  std::map<double, std::vector<Outcome>> m_outcomes;  ///< by restitution
};

}  // namespace carom::peers
