#include "impulse/impulse_parameters.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "base/figure_options.h"
#include "base/number_format.h"
#include "impulse/impulse_picture.h"

namespace carom {

namespace {

using Kind = ImpulseParameter::Kind;
using ChangedNumber = std::pair<ImpulseParameter, double>;

/// Whether the tip of a rod with a hinge strikes: W of rank one in the plane.
bool isHinged(const LocalImpact& impact) {
  return impact.dimension() == 2 && !inverseOfMass(impact.W);
}

QString helpOf(const Coefficient& coefficient) {
  if (coefficient.value == &LawCoefficients::friction) return QObject::tr("friction; ∞ is allowed");
  if (coefficient.value == &LawCoefficients::restitution)
    return QObject::tr("normal restitution; above 1 where the impulse is permissible");
  if (coefficient.value == &LawCoefficients::tangential)
    return QObject::tr(
        "tangential restitution; of Brach’s law the impulse ratio μ₂, of the projected law the impulse "
        "against "
        "the slip");
  if (coefficient.value == &LawCoefficients::transverse)
    return QObject::tr(
        "second impulse ratio of Brach’s law, across the slip; of the projected law the impulse there; in "
        "space");
  if (coefficient.value == &LawCoefficients::sigma)
    return QObject::tr(
        "weight σ of the composite law; of the spherical law the share ρ of the way from P₀ to the border");
  if (coefficient.value == &LawCoefficients::impulse)
    return QObject::tr("normal impulse of the projected law, like its others in units of ‖V_i‖/W_nn");
  if (coefficient.value == &LawCoefficients::polar)
    return QObject::tr("angle of the spherical law from the normal, 0 to π");
  if (coefficient.value == &LawCoefficients::azimuth)
    return QObject::tr(
        "angle of the spherical law about the normal, from the direction against the slip, 0 to 2π");
  return QObject::tr(coefficient.help.data());  // a literal
}

QString symbolOf(const Coefficient& coefficient) {
  if (coefficient.value == &LawCoefficients::friction) return QStringLiteral("μ");
  if (coefficient.value == &LawCoefficients::restitution) return QStringLiteral("e");
  if (coefficient.value == &LawCoefficients::tangential) return QStringLiteral("e_t");
  if (coefficient.value == &LawCoefficients::transverse) return QStringLiteral("μ_3");
  if (coefficient.value == &LawCoefficients::sigma) return QStringLiteral("σ");
  if (coefficient.value == &LawCoefficients::impulse) return QStringLiteral("P_n");
  if (coefficient.value == &LawCoefficients::polar) return QStringLiteral("ψ_1");
  if (coefficient.value == &LawCoefficients::azimuth) return QStringLiteral("ψ_2");
  return QString::fromUtf8(coefficient.name.data(), static_cast<qsizetype>(coefficient.name.size()));
}

QString textOfBound(double value) {
  return std::isinf(value) ? QStringLiteral("∞") : plainNumber(value, 6);
}

bool setCoefficient(ImpulseCase& what, const Coefficient& coefficient, double value, QString& expected) {
  const auto [least, most] = rangeOf(coefficient);
  const bool mayBeInfinite = coefficient.value == &LawCoefficients::friction;
  what.coefficients.*coefficient.value = value;
  if (value >= least && value <= most && (mayBeInfinite || std::isfinite(value))) return true;
  expected = mayBeInfinite || most > 1e9
                 ? (least < 0       ? QObject::tr("a finite number")
                    : mayBeInfinite ? QObject::tr("a number, not negative for a friction")
                                    : QObject::tr("a finite number ≥ 0"))
                 : QObject::tr("a number from %1 to %2").arg(textOfBound(least), textOfBound(most));
  return false;
}

/// A unit vector along which the hinged contact moves, at an angle of the fixed direction from the normal.
Eigen::Vector2d acrossFixed(double angle) {
  return {std::sin(angle), std::cos(angle)};
}

bool setImpact(ImpulseCase& what, const std::vector<ChangedNumber>& values, QString& expected) {
  LocalImpact& impact = what.impact;
  const bool hinged = isHinged(impact);
  LocalMatrix M = hinged ? impact.W : impact.mass();
  double angle = hinged ? std::atan2(-impact.V[0], -impact.V[1]) : 0, speed = impact.V.norm();
  for (const auto& [parameter, value] : values) {
    if (parameter.kind == Kind::Coefficient) continue;
    if (!std::isfinite(value)) {
      expected = QObject::tr("a finite number");
      return false;
    }
    if (parameter.kind == Kind::Mass)
      M(parameter.row, parameter.column) = M(parameter.column, parameter.row) = value;
    else if (parameter.kind == Kind::Velocity)
      impact.V[parameter.row] = value;
    else
      (parameter.kind == Kind::Angle ? angle : speed) = value;
  }
  if (hinged) {
    const Eigen::Vector2d across = acrossFixed(angle);
    impact.W = impact.W.trace() * across * across.transpose();
    impact.V = -speed * across;
  } else if (const auto W = inverseOfMass(M)) {
    impact.W = *W;
  } else {
    expected = QObject::tr("a positive definite M");
    return false;
  }
  const QString why = impact.dimension() == 2 ? whyNoPicture(impact)
                      : impact.V[0] < 0       ? QString()
                                              : QObject::tr("The contact does not close.");
  expected = QObject::tr("other numbers: %1").arg(why);
  return why.isEmpty();
}

}  // namespace

std::vector<ImpulseParameter> impulseParameters(const LocalImpact& impact) {
  std::vector<ImpulseParameter> list;
  const auto isAngle = [](const Coefficient& coefficient) {
    return coefficient.value == &LawCoefficients::polar || coefficient.value == &LawCoefficients::azimuth;
  };
  for (const Coefficient& coefficient : lawCoefficients)
    list.push_back(
        {QString::fromUtf8(coefficient.name.data(), static_cast<qsizetype>(coefficient.name.size())),
         symbolOf(coefficient), isAngle(coefficient) ? QStringLiteral("rad") : QString(), helpOf(coefficient),
         Kind::Coefficient, 0, 0, &coefficient});
  const QString speed = QStringLiteral("m/s");
  if (isHinged(impact)) {
    list.push_back({QStringLiteral("angle"), QStringLiteral("α"), QStringLiteral("rad"),
                    QObject::tr("angle from the normal of the direction in which the contact cannot move"),
                    Kind::Angle});
    list.push_back({QStringLiteral("speed"), QStringLiteral("v"), speed,
                    QObject::tr("speed across that direction"), Kind::Speed});
    return list;
  }
  const auto axis = [&](int i) {
    return i == 0                    ? QStringLiteral("n")
           : impact.dimension() == 2 ? QStringLiteral("t")
                                     : QString::number(i + 1);
  };
  for (int i = 0; i < impact.dimension(); ++i)
    for (int j = i; j < impact.dimension(); ++j)
      list.push_back({QStringLiteral("M%1%2").arg(axis(i), axis(j)),
                      QStringLiteral("M_{%1%2}").arg(axis(i), axis(j)), QStringLiteral("kg"),
                      i != j   ? QObject::tr("local mass that couples two directions")
                      : i == 0 ? QObject::tr("local mass along the normal")
                               : QObject::tr("local mass along the tangent"),
                      Kind::Mass, i, j});
  for (int i = 0; i < impact.dimension(); ++i)
    list.push_back({QStringLiteral("V%1").arg(axis(i)), QStringLiteral("V_%1").arg(axis(i)), speed,
                    i == 0 ? QObject::tr("velocity of approach along the normal, ≤ 0")
                           : QObject::tr("velocity of approach along the tangent"),
                    Kind::Velocity, i});
  return list;
}

double valueOf(const ImpulseCase& what, const ImpulseParameter& parameter) {
  const LocalImpact& impact = what.impact;
  switch (parameter.kind) {
    case Kind::Coefficient:
      return what.coefficients.*parameter.coefficient->value;
    case Kind::Mass:
      return impact.mass()(parameter.row, parameter.column);
    case Kind::Velocity:
      return impact.V[parameter.row];
    case Kind::Angle:
      return std::atan2(-impact.V[0], -impact.V[1]);
    case Kind::Speed:
      return impact.V.norm();
  }
  return 0;
}

std::optional<ImpulseCase> withValues(const ImpulseCase& what, const std::vector<ChangedNumber>& values,
                                      QString& expected) {
  ImpulseCase now = what;
  const auto isCoefficient = [](const ChangedNumber& one) { return one.first.kind == Kind::Coefficient; };
  for (const ChangedNumber& one : values)
    if (isCoefficient(one) && !setCoefficient(now, *one.first.coefficient, one.second, expected))
      return std::nullopt;
  if (!std::ranges::all_of(values, isCoefficient) && !setImpact(now, values, expected)) return std::nullopt;
  return now;
}

ImpulseCase withNamedValues(const ImpulseCase& what, const std::vector<NamedValue>& values) {
  const std::vector<ImpulseParameter> known = impulseParameters(what.impact);
  std::vector<ChangedNumber> chosen;
  QString expected;
  for (const auto& [name, value, unit] : values) {
    const auto found = std::ranges::find(known, QString::fromStdString(name), &ImpulseParameter::name);
    if (found == known.end()) {
      QStringList names;
      for (const ImpulseParameter& one : known) names += one.name;
      throw FigureError("--set " + name + ": is no parameter of this figure; expected one of " +
                        names.join(QStringLiteral(", ")).toStdString());
    }
    if (!unit.empty() && unit != found->unit.toStdString())
      throw FigureError("--set " + name + ": is in " + unit + "; expected " +
                        (found->unit.isEmpty() ? "a number without a unit" : found->unit.toStdString()));
    chosen.emplace_back(*found, value);
    if (found->kind == Kind::Coefficient && !withValues(what, {chosen.back()}, expected))
      throw FigureError("--set " + name + ": expected " + expected.toStdString());
  }
  if (const auto now = withValues(what, chosen, expected)) return *now;
  throw FigureError("--set: expected " + expected.toStdString());
}

}  // namespace carom
