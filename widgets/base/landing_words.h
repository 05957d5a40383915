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

  /// Of the last of two axes, such as the roll, the value that is nearest to 0: of an even number of tilts
  /// none is 0. 0 of one axis.
  double levelValue() const;
};
/// "5.00°", a value of an axis.
QString axisValueText(const LandingAxis& axis, double value);
/// What `carom figure study --data` draws: ξ over pitch and roll, or over the coordinates that were asked
/// for; of several robots over the first axis, with the value of the second that is nearest to 0.
std::string landingCsv(const std::vector<NamedLanding>& all);

}  // namespace carom
