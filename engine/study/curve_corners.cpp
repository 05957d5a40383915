#include "study/curve_corners.h"

#include <algorithm>
#include <numbers>

namespace carom {

namespace {

constexpr std::size_t mostCorners = 8;

struct CurvePoint {
  double x = 0;
  SweepPoint at;
};

class Sharpener {
 public:
  Sharpener(const Scene& scene, const Assignments& assignments, const SweepResult& curve,
            const ResolveOptions& options, std::stop_token stop, double tolerance)
      : m_scene(scene),
        m_assignments(assignments),
        m_options(options),
        m_stop(std::move(stop)),
        m_name(curve.over.front().name),
        m_measure(curve.measure) {
    const auto& values = curve.over.front().values;
    for (std::size_t i = 0; i < values.size(); ++i) m_points.push_back({values[i], curve.points[i]});
    m_width = values.empty() ? 0 : tolerance * (values.back() - values.front());
  }

  std::vector<CurvePoint> run() {
    const std::size_t count = m_points.size();
    std::vector<std::size_t> changes, lowest;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      if (lengthChanges(m_points[i], m_points[i + 1])) changes.push_back(i);
      if (i > 0 && isLowest(i)) lowest.push_back(i);
    }
    std::ranges::stable_sort(lowest, {}, [&](std::size_t i) { return *m_points[i].at.value; });
    changes.resize(std::min(changes.size(), mostCorners));
    lowest.resize(std::min(lowest.size(), mostCorners));
    for (const std::size_t i : changes) addChange(m_points[i], m_points[i + 1]);
    for (const std::size_t i : lowest) addLowest(m_points[i - 1].x, m_points[i + 1].x);
    m_points.insert(m_points.end(), m_added.begin(), m_added.end());
    std::ranges::stable_sort(m_points, {}, &CurvePoint::x);
    const auto same = [](const CurvePoint& one, const CurvePoint& other) { return one.x == other.x; };
    m_points.erase(std::unique(m_points.begin(), m_points.end(), same), m_points.end());
    return std::move(m_points);
  }

 private:
  static bool lengthChanges(const CurvePoint& a, const CurvePoint& b) {
    return a.at.value && b.at.value && a.at.maxLength != b.at.maxLength;
  }

  bool isLowest(std::size_t i) const {
    const auto &left = m_points[i - 1].at.value, &middle = m_points[i].at.value,
               &right = m_points[i + 1].at.value;
    return left && middle && right && *middle > 0 && *middle <= *left && *middle < *right;
  }

  CurvePoint evaluate(double x) const {
    const SweepResult one = sweep(m_scene, m_assignments, {{m_name, {x}}}, m_measure, m_options, m_stop);
    return {x, one.points.empty() ? SweepPoint{} : one.points.front()};  // stopped before the first point
  }

  /// Bisects to the value at which the length changes, and adds both ends of the last interval.
  void addChange(CurvePoint left, CurvePoint right) {
    while (right.x - left.x > m_width && !m_stop.stop_requested()) {
      const CurvePoint middle = evaluate(0.5 * (left.x + right.x));
      if (!middle.at.value || middle.x <= left.x || middle.x >= right.x) break;
      (middle.at.maxLength == left.at.maxLength ? left : right) = middle;
    }
    m_added.push_back(left);
    m_added.push_back(right);
  }

  /// Adds the minimum between two values by golden-section search; ξ falls and rises once between them.
  void addLowest(double low, double high) {
    constexpr double golden = std::numbers::phi - 1;
    CurvePoint left = evaluate(high - golden * (high - low)), right = evaluate(low + golden * (high - low));
    while (high - low > m_width && left.at.value && right.at.value && !m_stop.stop_requested()) {
      if (*left.at.value < *right.at.value) {
        high = right.x;
        right = left;
        left = evaluate(high - golden * (high - low));
      } else {
        low = left.x;
        left = right;
        right = evaluate(low + golden * (high - low));
      }
    }
    if (left.at.value && right.at.value) m_added.push_back(*left.at.value < *right.at.value ? left : right);
  }

  const Scene& m_scene;
  const Assignments& m_assignments;
  const ResolveOptions& m_options;
  std::stop_token m_stop;
  std::string m_name;
  Measure m_measure;
  double m_width = 0;
  std::vector<CurvePoint> m_points, m_added;
};

}  // namespace

SweepResult sharpenCorners(const Scene& scene, const Assignments& assignments, SweepResult curve,
                           const ResolveOptions& options, std::stop_token stop, double tolerance) {
  if (curve.points.size() < curve.over.front().values.size()) return curve;  // the sweep was stopped
  const auto points = Sharpener(scene, assignments, curve, options, std::move(stop), tolerance).run();
  curve.over.front().values.clear();
  curve.points.clear();
  for (const auto& [x, at] : points) {
    curve.over.front().values.push_back(x);
    curve.points.push_back(at);
  }
  curve.done = curve.points.size();
  return curve;
}

}  // namespace carom
