#pragma once

#include <QString>
#include <string>
#include <vector>

#include "study/landing/landing.h"

namespace carom {

/// "unique for every momentum", "the order matters", "not decided", or why a robot cannot stand so.
QString stanceVerdict(const Stance& stance);
/// ξ of the fall at a stance, its bounds where only these are known, "–" where the robot does not stand.
QString stanceXi(const Stance& stance);
/// "unique", or "the order matters".
QString pairVerdict(const FootPair& pair);
/// π/δ of the angle π − δ between the normals of a pair: a whole number where it is unique.
double pairExponent(const FootPair& pair);
/// "With joints off by up to 1.00° and 1.00 mm (200 stances, seed 1): …"; empty where none was sampled.
QString spreadText(const LandingQuestion& question, const LandingAnswer& answer);

/// A landing and the name of its robot.
struct NamedLanding {
  std::string name;  ///< of the scene; as it was given where two have one name
  LandingAnswer answer;

  /// The roll of the tilts that is nearest to 0: with an even number of them none is 0.
  double levelRoll() const;
};
/// What `carom figure study --data` draws: ξ over pitch and roll; of several robots, or in the plane, over
/// pitch, without roll or with the smallest.
std::string landingCsv(const std::vector<NamedLanding>& all);

}  // namespace carom
