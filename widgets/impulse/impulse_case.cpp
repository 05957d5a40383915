#include "impulse/impulse_case.h"

#include <Eigen/LU>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

namespace {

using Law = CollisionLaw;

/// An impact by its local mass matrix (kg) and velocity of approach (m/s).
LocalImpact impactOf(double Mn, double Mnt, double Mt, double Vn, double Vt) {
  Eigen::Matrix2d M;
  M << Mn, Mnt, Mnt, Mt;
  return {M.inverse(), Eigen::Vector2d(Vn, Vt)};
}

/// A tilted ellipse whose line of sticking lies outside of the friction lines; the slip is to the left.
ImpulseCase genericCase() {
  return {impactOf(1, -0.6, 1.2, -1, -0.6), {0.35, 0.7, 0.3, 0.5}};
}

/// The same where sticking with V_fn = −e V_in would gain energy [CR98 Fig. 1, point D].
ImpulseCase gainingCase() {
  ImpulseCase what = genericCase();
  what.coefficients.restitution = 0.93;
  return what;
}

/// A sphere: M = diag(1, 2/7).
ImpulseCase centralCase() {
  return {impactOf(1, 0, 2.0 / 7, -1, -1.2), {0.3, 0.6, 0.4, 0.5}};
}

ImpulseCase grazingCase() {
  return {impactOf(1, 0.8, 1, 0, -1), {2, 0.5, 0.3, 0.5}};
}

/// The centre of the ellipse lies below the tangential axis.
ImpulseCase roughCase() {
  return {impactOf(1, -0.8, 1.2, -0.5, -1), {HUGE_VAL, 0.5, 0.3, 0.5}};
}

/// The tip of a uniform rod of 1 kg, hinged at its other end, moves across the rod only, with 3 of the
/// inverse mass.
ImpulseCase pendulumCase() {
  const double angle = 0.9;  // of the rod from the normal
  const Eigen::Vector2d across(std::sin(angle), std::cos(angle));
  return {{3 * across * across.transpose(), -across}, {2, 0.5, 0.3, 0.5}};
}

/// A disc that all but grazes: e may be 17.
ImpulseCase nearGrazingCase() {
  return {impactOf(1, 0, 1.0 / 3, -0.034, -1), {0.6, 1, 0.3, 0.5}};
}

ImpulseLook pointLook() {
  ImpulseLook look;
  look.letters = ImpulseLook::Letters::Points;
  look.construction = true;
  return look;
}
ImpulseLook letterLook() {
  ImpulseLook look;
  look.letters = ImpulseLook::Letters::Construction;
  return look;
}
ImpulseLook routhLook() {
  ImpulseLook look{{Law::Routh}};
  look.path = true;
  return look;
}
ImpulseLook smithLook() {
  ImpulseLook look{{Law::Smith}};
  look.approach = look.reversal = true;
  return look;
}
ImpulseLook whittakerLook() {
  ImpulseLook look{{Law::Whittaker}};
  look.construction = true;
  return look;
}
ImpulseLook allLook() {
  return {{Law::ChatterjeeRuina, Law::Routh, Law::Whittaker, Law::Smith}};
}
ImpulseLook centralLook() {
  return {{Law::ChatterjeeRuina, Law::Bilinear, Law::Routh, Law::Whittaker, Law::Smith}};
}
/// Without Whittaker's law, whose energy has no bound there.
ImpulseLook pendulumLook() {
  return {{Law::ChatterjeeRuina, Law::Routh, Law::Smith}};
}
ImpulseLook aboveOneLook() {
  ImpulseLook look;
  look.aboveOne = look.largest = true;
  return look;
}

const ImpulsePreset presets[] = {
    {"1", [] { return QObject::tr("permissible region of a generic collision"); }, gainingCase, pointLook},
    {"3a", [] { return QObject::tr("construction"); }, genericCase, letterLook},
    {"3b", [] { return QObject::tr("Routh’s law"); }, genericCase, routhLook},
    {"3c", [] { return QObject::tr("Smith’s law"); }, genericCase, smithLook},
    {"3d", [] { return QObject::tr("Whittaker’s law"); }, genericCase, whittakerLook},
    {"4", [] { return QObject::tr("generic collision"); }, genericCase, allLook},
    {"5", [] { return QObject::tr("diagonal M: spheres and discs"); }, centralCase, centralLook},
    {"6", [] { return QObject::tr("grazing collision"); }, grazingCase, allLook},
    {"7", [] { return QObject::tr("infinite friction"); }, roughCase, allLook},
    {"8", [] { return QObject::tr("pendulum: unbounded M"); }, pendulumCase, pendulumLook},
    {"9", [] { return QObject::tr("e > 1 that loses energy"); }, nearGrazingCase, aboveOneLook},
};

}  // namespace

bool ImpulseCase::operator==(const ImpulseCase& other) const {
  return impact.dimension() == other.impact.dimension() && impact.W == other.impact.W &&
         impact.V == other.impact.V && std::ranges::all_of(lawCoefficients, [&](const Coefficient& one) {
           return coefficients.*one.value == other.coefficients.*one.value;
         });
}

QString ImpulsePreset::about() const {
  return QObject::tr("Fig. %1, %2").arg(QLatin1String(figure), title());
}

std::span<const ImpulsePreset> impulsePresets() {
  return presets;
}

std::pair<double, double> rangeOf(const Coefficient& coefficient) {
  const bool isRestitution = coefficient.value == &LawCoefficients::restitution;
  return {coefficient.least, isRestitution ? std::numeric_limits<double>::max() : coefficient.most};
}

ImpulseCase spatialImpulseCase() {
  Eigen::Matrix3d M;
  M << 1, -0.5, 0.25, -0.5, 1.1, 0.2, 0.25, 0.2, 0.8;
  return {{M.inverse(), Eigen::Vector3d(-1, -0.6, 0)}, {0.5, 0.7, 0.3, 0.5}};
}

ImpulseCase severalImpulsesCase() {
  Eigen::Matrix3d M;
  M << 1, 1.45, 0.25, 1.45, 2.15, 0.4, 0.25, 0.4, 0.85;
  return {{M.inverse(), Eigen::Vector3d(-0.95, -0.25, 0.85)}, {1.55, 0, 0.3, 0.5}};
}

}  // namespace carom
