#pragma once

#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "base/named_value.h"
#include "impulse/impulse_case.h"

namespace carom {

/// A number of a case: a field of the panel, and what `carom figure impulse-… --set` changes.
struct ImpulseParameter {
  enum class Kind { Coefficient, Mass, Velocity, Angle, Speed };

  QString name;    ///< "friction", "Mnt", "V3", "angle"
  QString symbol;  ///< mathematics: "M_{nt}"
  QString unit;    ///< in which its value is; empty where it has none
  QString help;
  Kind kind;
  Eigen::Index row = 0, column = 0;          ///< of M, V
  const Coefficient* coefficient = nullptr;  ///< of a coefficient
};

/// The parameters of a case: the coefficients of the laws, and M and V_i, or, where M is unbounded in a
/// direction of the plane, the angle of that direction from the normal and the speed across it.
std::vector<ImpulseParameter> impulseParameters(const LocalImpact& impact);

double valueOf(const ImpulseCase& what, const ImpulseParameter& parameter);

/// The case with other values of some of its parameters; empty where that is none, with what was expected.
std::optional<ImpulseCase> withValues(const ImpulseCase& what,
                                      const std::vector<std::pair<ImpulseParameter, double>>& values,
                                      QString& expected);

/// The same by the names of the parameters. Throws FigureError, also for a unit that is not the parameter's.
ImpulseCase withNamedValues(const ImpulseCase& what, const std::vector<NamedValue>& values);

}  // namespace carom
