#pragma once

#include <QString>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "figure/recorded_point.h"
#include "laws/collision_law.h"

namespace carom {

/// An impact at one contact with coefficients of a law. A value.
struct ImpulseCase {
  LocalImpact impact;
  LawCoefficients coefficients;

  bool operator==(const ImpulseCase& other) const;
};

/// What a picture of impulse space shows beside the ellipse, the lines and P_I, P_II.
struct ImpulseLook {
  std::vector<CollisionLaw> laws{};  ///< whose impulses and accessible sets are drawn
  bool words = true;                 ///< names of the lines
  enum class Letters { None, Points, Construction };
  Letters letters = Letters::None;  ///< A to D of [CR98 Fig. 1], A to F of [CR98 Fig. 3a]
  bool path = false;                ///< Routh's path
  bool approach = false;            ///< Smith's impulses from e = −1 to 0 [CR98 Fig. 3c]
  bool reversal = false;            ///< the line where the slip is reversed [CR98 Fig. 3c]
  bool construction = false;        ///< the line of V_n = −e V_in and its point of sticking [CR98 Fig. 3d]
  bool legend = true;               ///< marks and names of the laws, below the picture
  bool aboveOne = false;            ///< tells impulses with e > 1 apart [CR98 Fig. 9]
  bool largest = false;             ///< names the largest e of a permissible impulse
  std::optional<RecordedPoint> recorded{};  ///< (P_t, P_n) that a recording gives the contact (N·s)
};

/// A figure of [CR98] by its parameters. The paper gives no numbers: they are chosen so that its sentences
/// about the figure hold.
struct ImpulsePreset {
  const char* figure;     ///< "3a": its number in the paper
  QString (*title)();     ///< translated
  ImpulseCase (*make)();  ///< units: kg, m/s
  ImpulseLook (*look)();

  QString about() const;  ///< "Fig. 4, generic collision"
};
/// Figures 1 and 3a to 9, in their order.
std::span<const ImpulsePreset> impulsePresets();

/// The least and the largest value of a coefficient in a case: a restitution may be above 1, if it is finite.
std::pair<double, double> rangeOf(const Coefficient& coefficient);

/// A generic impact in space [CR98 Fig. 2].
ImpulseCase spatialImpulseCase();
/// An impact in space for which Whittaker's law has three impulses: one that sticks and two that slip.
ImpulseCase severalImpulsesCase();

}  // namespace carom
