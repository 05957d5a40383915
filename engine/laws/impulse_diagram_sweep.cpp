#include "laws/impulse_diagram_sweep.h"

#include <cmath>

#include "base/spectrum.h"

namespace carom {

namespace {

/// The direction of the longer axis of the ellipse: the eigenvector of the least eigenvalue of W, with P_n ≥
/// 0.
Eigen::Vector2d longerAxis(const LocalImpact& impact) {
  const Eigen::Vector2d axis = spectrumOf(impact.W.topLeftCorner<2, 2>()).vectors.col(0);
  return axis[0] < 0 ? Eigen::Vector2d(-axis) : axis;
}

LocalImpact tilted(const LocalImpact& impact, double angle) {
  const Eigen::Vector2d along(std::cos(angle), -std::sin(angle)), across(std::sin(angle), std::cos(angle));
  const Eigen::Vector2d values = spectrumOf(impact.W.topLeftCorner<2, 2>()).values;
  if (!(values[1] - values[0] > massRankTolerance * values[1]))
    throw LawError("the energy ellipse is a circle; expected one with a longer axis to tilt");
  return {values[0] * along * along.transpose() + values[1] * across * across.transpose(), impact.V};
}

}  // namespace

double quantityOf(const LocalImpact& impact, const LawCoefficients& coefficients, LawQuantity quantity) {
  switch (quantity) {
    case LawQuantity::Incidence:
      return std::atan2(impact.V[1], -impact.V[0]);
    case LawQuantity::Friction:
      return coefficients.friction;
    case LawQuantity::Restitution:
      return coefficients.restitution;
    case LawQuantity::Tangential:
      return coefficients.tangential;
    case LawQuantity::Tilt: {
      const Eigen::Vector2d axis = longerAxis(impact);
      return std::atan2(-axis[1], axis[0]);
    }
  }
  return 0;
}

LawCase withQuantity(const LocalImpact& impact, const LawCoefficients& coefficients, LawQuantity quantity,
                     double value) {
  LawCase now{impact, coefficients};
  switch (quantity) {
    case LawQuantity::Incidence: {
      const double speed = impact.V.norm();
      now.impact.V << -speed * std::cos(value), speed * std::sin(value);
      break;
    }
    case LawQuantity::Friction:
      now.coefficients.friction = value;
      break;
    case LawQuantity::Restitution:
      now.coefficients.restitution = value;
      break;
    case LawQuantity::Tangential:
      now.coefficients.tangential = value;
      break;
    case LawQuantity::Tilt:
      now.impact = tilted(impact, value);
      break;
  }
  return now;
}

std::vector<LawDiagram> sweepLaw(CollisionLaw law, const LocalImpact& impact,
                                 const LawCoefficients& coefficients, LawQuantity quantity,
                                 const std::vector<double>& values) {
  std::vector<LawDiagram> answers;
  answers.reserve(values.size());
  for (const double value : values) {
    try {
      const LawCase now = withQuantity(impact, coefficients, quantity, value);
      answers.push_back(lawDiagram(law, now.impact, now.coefficients, 0));
    } catch (const LawError& error) {
      answers.push_back({law, error.what(), {}, {}, 0, ContactMode::Stick, {}, {}, false});
    }
  }
  return answers;
}

}  // namespace carom
