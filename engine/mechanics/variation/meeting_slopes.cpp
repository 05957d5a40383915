#include "mechanics/variation/meeting_slopes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "base/central_slope.h"
#include "mechanics/contact/gap_bounds.h"
#include "mechanics/motion/stepped_flight.h"

namespace carom {

namespace {

/// Slopes by differences of a width, each column by the width from which the next narrower one changes it
/// least: wide ones err by their width, and may be no numbers, narrow ones err by rounding. Empty where a
/// column has no number.
std::optional<Eigen::MatrixXd> steadySlopes(const std::function<Eigen::MatrixXd(double)>& slopesBy) {
  constexpr std::array<double, 4> widths{1e-3, 1e-4, 1e-5, 1e-6};
  std::array<Eigen::MatrixXd, widths.size()> found;
  for (std::size_t i = 0; i < widths.size(); ++i) found[i] = slopesBy(widths[i]);
  Eigen::MatrixXd steady = found.back();
  for (Eigen::Index column = 0; column < steady.cols(); ++column) {
    double least = HUGE_VAL;
    for (std::size_t i = 0; i + 1 < found.size(); ++i)
      if (const double change = (found[i].col(column) - found[i + 1].col(column)).norm(); change < least) {
        least = change;
        steady.col(column) = found[i].col(column);
      }
  }
  return steady.allFinite() ? std::optional(steady) : std::nullopt;
}

/// These slopes by differences of the meeting, whose ends move with the step to `to` that found it, by a
/// share of how far the bodies would come together in the step: of the share of friction and of the time of
/// rest (2 rows), by the state, the start and the parameter, all with the gap at the start fixed, and by that
/// gap. A column that has no meeting is no number.
Eigen::MatrixXd slopesBy(const MeetingStep& step, double little) {
  const auto& [mechanism, integrator, runLaw, parameter, from, to, map, settling] = step;
  const Eigen::Index n = from.q.size();
  const double h = settling.length;
  const int contact = settling.contact;
  MotionOptions law;
  law.restitution = runLaw.restitution;
  law.reflectionRestitution = runLaw.reflectionRestitution;
  const double ratio = SteppedFlight::bounceRatio(mechanism, law, contact);
  GapWatch watch(mechanism);
  const Eigen::VectorXd u0 = mechanism.normal(contact, from.q), u1 = mechanism.normal(contact, to.q);
  bool meets = true;
  // (share, time of rest) with the start moved by s (dq, dp), the end by s (dq1, dp1), the length by s dh.
  const auto moved = [&](const Eigen::VectorXd& x0, const Eigen::VectorXd& x1, double dh, double s) {
    const Eigen::VectorXd q0 = mechanism.moved(from.q, x0.head(n), s),
                          q1 = mechanism.moved(to.q, x1.head(n), s),
                          v0 = integrator.velocity(q0, from.p + s * x0.tail(n)),
                          v1 = integrator.velocity(q1, to.p + s * x1.tail(n));
    const double length = h + s * dh;
    const auto met = watch.meetingIn(contact, {length, q0, q1, v0, v1});
    meets = meets && met;
    if (!met) return Eigen::Vector2d(0, 0);
    const double rest = SteppedFlight::restsAfter(*met, ratio);
    return Eigen::Vector2d(SteppedFlight::frictionShare(*met, rest, length), rest);
  };
  const double fall =
      std::abs(mechanism.gap(contact, from.q) - mechanism.gap(contact, to.q)) +
      h * std::abs(u0.dot(integrator.velocity(from.q, from.p)) - u1.dot(integrator.velocity(to.q, to.p)));
  // How far to go in a direction, along which the gaps at the ends change by these besides.
  const auto reached = [&](const Eigen::VectorXd& x0, const Eigen::VectorXd& x1, double dh,
                           const Eigen::Vector2d& gaps) {
    const Eigen::VectorXd v0 = integrator.velocity(from.q, x0.tail(n)),
                          v1 = integrator.velocity(to.q, x1.tail(n));
    const double reach =
        std::max({std::abs(u0.dot(x0.head(n)) + gaps[0]), std::abs(u1.dot(x1.head(n)) + gaps[1]),
                  h * std::abs(u0.dot(v0)), h * std::abs(u1.dot(v1)),
                  std::abs(dh * u1.dot(integrator.velocity(to.q, to.p)))});
    const double most = dh != 0 ? h : 1;
    return little * std::min(most, reach > 0 ? fall / reach : most);
  };
  const auto known = [&](const Eigen::Vector2d& slope) {
    return std::exchange(meets, true) ? slope : Eigen::Vector2d::Constant(std::nan(""));
  };
  const auto slope = [&](const Eigen::VectorXd& x0, const Eigen::VectorXd& x1, double dh) {
    return known(centralSlope([&](double s) { return moved(x0, x1, dh, s); },
                              reached(x0, x1, dh, Eigen::Vector2d::Zero())));
  };
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(2, 2 * n + 3);
  // The slope by the gap at the start by itself: of a contact that has just bounced it is so large that no
  // width serves it and the others.
  const Eigen::VectorXd along = integrator.velocity(from.q, u0);
  Eigen::VectorXd apart = Eigen::VectorXd::Zero(2 * n);
  apart.head(n) = along / u0.dot(along);
  slopes.col(2 * n + 2) = slope(apart, map.state * apart, 0);
  for (Eigen::Index i = 0; i < 2 * n; ++i) {
    Eigen::VectorXd x0 = Eigen::VectorXd::Unit(2 * n, i);
    if (i < n) x0 -= u0[i] * apart;
    slopes.col(i) = slope(x0, map.state * x0, 0);
  }
  slopes.col(2 * n) = slope(Eigen::VectorXd::Zero(2 * n), map.start - map.length, -1);
  if (!parameter) return slopes;
  const Eigen::Vector2d gaps = parameter->of([&](const ParameterSlope::Beside& one) {
    return Eigen::Vector2d(one.mechanism->gap(contact, from.q), one.mechanism->gap(contact, to.q));
  });
  // With a start that keeps its gap: else the slope and that by the state would nearly cancel each other.
  const Eigen::VectorXd x0 = -gaps[0] * apart;
  const Eigen::VectorXd x1 = map.state * x0 + map.parameter;
  const double near = std::min(parameter->epsilon(), reached(x0, x1, 0, gaps));
  const Eigen::Vector2d byParameter = parameter->with(near).of([&](const ParameterSlope::Beside& one) {
    const double s = one.shift;
    const Eigen::VectorXd q0 = mechanism.moved(from.q, x0.head(n), s),
                          q1 = mechanism.moved(to.q, x1.head(n), s),
                          v0 = one.integrator->velocity(q0, from.p),
                          v1 = one.integrator->velocity(q1, to.p + s * x1.tail(n));
    const auto met = GapWatch(*one.mechanism).meetingIn(contact, {h, q0, q1, v0, v1});
    meets = meets && met;
    if (!met) return Eigen::Vector2d(0, 0);
    const double rest =
        SteppedFlight::restsAfter(*met, SteppedFlight::bounceRatio(*one.mechanism, law, contact));
    return Eigen::Vector2d(SteppedFlight::frictionShare(*met, rest, h), rest);
  });
  slopes.col(2 * n + 1) = known(byParameter);
  return slopes;
}

}  // namespace

std::optional<Eigen::MatrixXd> meetingSlopes(const MeetingStep& step) {
  const auto slopes = steadySlopes([&](double width) { return slopesBy(step, width); });
  if (!slopes) return std::nullopt;
  const Eigen::Index n = step.from.q.size();
  const int contact = step.settling.contact;
  Eigen::MatrixXd by = slopes->leftCols(2 * n + 2);
  const Eigen::VectorXd byGap = slopes->col(2 * n + 2);
  by.leftCols(n) += byGap * step.mechanism.normal(contact, step.from.q).transpose();
  if (step.parameter)
    by.col(2 * n + 1) += byGap * step.parameter->of([&](const ParameterSlope::Beside& one) {
      return one.mechanism->gap(contact, step.from.q);
    });
  return by;
}

}  // namespace carom
