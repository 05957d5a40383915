#include "study/xi_gradient.h"

#include <algorithm>
#include <cmath>

#include "study/sweep.h"

namespace carom {

namespace {

constexpr int steps = 9;
constexpr double largestStep = 1e-2, stepRatio = 0.25;
/// A slope is accepted with an error up to this share of it, and up to slopeNoise of ξ over the size of the
/// parameter. Larger values accept jumps; smaller ones give up slopes beside a corner.
constexpr double largestError = 1e-3, slopeNoise = 1e-6;
/// Differences of the sides below this, of ξ over the size of the parameter, are no corner: the
/// extrapolations leave as much at corners 1e-6 of the size away. A smaller value reports corners by
/// rounding.
constexpr double cornerNoise = 1e-7;
constexpr double xiRounding = 4e-16;  // of ξ, absolute: two units in the last place of 1

/// The limit for h → 0 of quotients at falling steps, whose error is a power series in h^order.
std::optional<Slope> extrapolate(const std::vector<double>& quotients, const std::vector<double>& h,
                                 int order) {
  std::optional<Slope> best;
  std::vector<double> row;  // Neville's table, from the longest extrapolation to the plain quotient
  for (std::size_t i = 0; i < quotients.size(); ++i) {
    std::vector<double> next{quotients[i]};
    double worst = 2 * xiRounding / h[i];
    for (std::size_t j = 1; j <= i; ++j) {
      const double ratio = std::pow(h[i - j] / h[i], order);
      next.push_back(next[j - 1] + (next[j - 1] - row[j - 1]) / (ratio - 1));
      const double error = std::max(std::abs(next[j] - next[j - 1]), std::abs(next[j] - row[j - 1])) + worst;
      if (!best || error < best->error) best = Slope{next[j], error};
    }
    row = std::move(next);
  }
  return best;
}

/// ξ around one value of a parameter.
class Neighbourhood {
 public:
  Neighbourhood(double at, double size, const SweepResult& xi) : m_size(size), m_middle(*xi.points[0].value) {
    double step = largestStep * size;
    for (std::size_t i = 0; i < steps; ++i, step *= stepRatio) {
      // The steps as rounded in the values of the sweep.
      m_right.push_back({xi.over[0].values[1 + 2 * i] - at, xi.points[1 + 2 * i].value});
      m_left.push_back({at - xi.over[0].values[2 + 2 * i], xi.points[2 + 2 * i].value});
    }
  }

  static std::vector<double> places(double at, double size) {
    std::vector<double> values{at};
    double step = largestStep * size;
    for (int i = 0; i < steps; ++i, step *= stepRatio) values.insert(values.end(), {at + step, at - step});
    return values;
  }

  XiDerivative derivative() const {
    XiDerivative result;
    result.right = oneSided(m_right, 1);
    result.left = oneSided(m_left, -1);
    using Verdict = XiDerivative::Verdict;
    if (result.left && result.right) {
      const double difference = std::abs(result.left->value - result.right->value);
      const double blur = 10 * (result.left->error + result.right->error) + cornerNoise / m_size;
      result.verdict = difference <= blur ? Verdict::Exists : Verdict::Kink;
      if (result.verdict == Verdict::Exists) result.slope = central();
    } else if ((result.left && isEmpty(m_right)) || (result.right && isEmpty(m_left))) {
      result.verdict = Verdict::OneSided;
    }
    return result;
  }

 private:
  struct Point {
    double h;
    std::optional<double> xi;
  };

  static bool isEmpty(const std::vector<Point>& side) {
    return std::none_of(side.begin(), side.end(), [](const Point& point) { return point.xi; });
  }

  std::optional<Slope> oneSided(const std::vector<Point>& side, int sign) const {
    std::vector<double> quotients, h;
    for (const Point& point : side) {
      if (!point.xi) continue;  // beyond the range of the parameter
      h.push_back(point.h);
      quotients.push_back(sign * (*point.xi - m_middle) / point.h);
    }
    return trusted(extrapolate(quotients, h, 1));
  }

  /// The central derivative, from steps at which both sides exist.
  std::optional<Slope> central() const {
    std::vector<double> quotients, h;
    for (std::size_t i = 0; i < m_right.size(); ++i) {
      if (!m_right[i].xi || !m_left[i].xi) continue;
      h.push_back(m_right[i].h);
      quotients.push_back((*m_right[i].xi - *m_left[i].xi) / (m_right[i].h + m_left[i].h));
    }
    return extrapolate(quotients, h, 2);
  }

  /// The slope where its error is small. At a jump the quotients diverge, and the extrapolations disagree.
  std::optional<Slope> trusted(const std::optional<Slope>& slope) const {
    if (!slope || !(slope->error <= largestError * std::abs(slope->value) + slopeNoise / m_size))
      return std::nullopt;
    return slope;
  }

  double m_size, m_middle;
  std::vector<Point> m_right, m_left;
};

/// The size of a parameter: its value, or its range where the value is 0.
double sizeOf(const ParameterValue& parameter) {
  if (parameter.value != 0) return std::abs(parameter.value);
  if (parameter.min && parameter.max && std::isfinite(*parameter.max - *parameter.min))
    return *parameter.max - *parameter.min;
  return 1;
}

}  // namespace

std::vector<XiDerivative> xiGradient(const Scene& scene, const Assignments& assignments,
                                     const ResolveOptions& options, std::stop_token stop,
                                     const Progress& progress) {
  ResolveOptions plain = options;
  plain.minimalityChecks = 0;
  plain.gaps.reset();
  plain.samplePastLimit.samples = 0;
  std::vector<XiDerivative> gradient;
  const SceneInstance instance = scene.instantiate(assignments);
  for (std::size_t i = 0; i < instance.parameters.size() && !stop.stop_requested(); ++i) {
    const ParameterValue& parameter = instance.parameters[i];
    if (scene.parameters()[i].integer) continue;
    const double size = sizeOf(parameter);
    const SweepAxis axis{parameter.name, Neighbourhood::places(parameter.value, size)};
    const SweepResult xi = sweep(scene, assignments, {axis}, Measure{}, plain, stop);
    if (stop.stop_requested() || xi.points.size() < axis.values.size()) break;  // points are missing
    XiDerivative derivative;
    if (xi.points[0].value) derivative = Neighbourhood(parameter.value, size, xi).derivative();
    derivative.parameter = parameter.name;
    gradient.push_back(std::move(derivative));
    if (progress) progress(static_cast<double>(i + 1) / static_cast<double>(instance.parameters.size()));
  }
  return gradient;
}

}  // namespace carom
