#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "answer/snapshot.h"
#include "answer/verdict.h"

namespace carom {

/// Where ξ touches 0 between indeterminate neighbours: the parameter at which the outcome is unique.
struct UniqueTouch {
  double x = 0;  ///< display unit
};

/// Where the longest ordering gets longer or shorter: ξ has a kink there.
struct LengthChange {
  double x = 0, xi = 0;       ///< display unit; the nearest point of the curve
  int before = 0, after = 0;  ///< reflections of the longest ordering at the left and at the right
};

/// ξ over the sweep parameter of a scene, in its display unit.
struct XiCurveData {
  ParameterSpec parameter;
  double factor = 1;                      ///< display unit to SI
  Eigen::VectorXd si;                     ///< N, the parameter in SI, rising
  Eigen::VectorXd x;                      ///< N, the same in the display unit
  Eigen::VectorXd xi;                     ///< N, NaN where the scene is impossible or was not decided
  std::vector<int> maxLength;             ///< N, reflections of the longest ordering; 0 where nothing closes
  double present = 0;                     ///< the parameter's value, display unit
  double presentXi = 0;                   ///< ξ there; NaN where not known, and where there is no impact
  double least = 0, most = 0;             ///< range in which the parameter can be set, SI
  std::optional<Verdict> presentVerdict;  ///< there
  bool complete = true;                   ///< no point was cut short by a limit

  /// ξ between the points of the curve, linear; NaN in gaps and outside.
  double xiAt(double x) const;
  /// The part of the axis where the curve is, in the display unit.
  std::pair<double, double> extent() const;
  std::vector<UniqueTouch> uniqueTouches() const;
  /// Whether nothing closes at any point of the curve: there is no order that could matter.
  bool nothingCloses() const;
  /// Whether ξ is 0 at every point, and some contact closes at one of them.
  bool uniqueEverywhere() const;
  /// What is said where ξ is 0: the verdict of the answer at the present value, which may be proven for every
  /// momentum; elsewhere the curve knows this momentum only.
  Verdict verdictAt(double x) const;
  std::vector<LengthChange> lengthChanges() const;
  /// "θ", and "degrees" or the unit's label.
  QString label() const;
  QString unitWords() const;
};

/// Whether a snapshot's scene has a parameter with a finite range to sweep; else why not, in a sentence.
QString whyNoCurve(const Snapshot& snapshot);
/// A sentence: a curve has no values, for the reason that most points have.
QString whyEmptyCurve(const SweepResult& curve, const QString& parameter);
/// Whether contacts close at the start, which ξ is drawn for.
bool startsWithImpact(const Snapshot& snapshot);
/// The parameter that ξ is drawn over. whyNoCurve(snapshot) must be empty.
const ParameterSpec& sweptParameter(const Snapshot& snapshot);
/// "θ", "m_1": the label of a parameter, else its name.
QString symbolOf(const ParameterSpec& parameter);
/// The curve of `curve` with the present value of `snapshot`. whyNoCurve(snapshot) must be empty.
XiCurveData xiCurveData(const Snapshot& snapshot, const SweepResult& curve);
/// "theta,xi,longest_ordering", SI, the columns of `carom sweep` first.
QString xiCurveCsv(const XiCurveData& data);

}  // namespace carom
