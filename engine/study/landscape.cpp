#include "study/landscape.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

constexpr int leastMultiplicity = 2, mostMultiplicity = 6;
constexpr std::size_t mostExtremes = 64;  // of each kind
/// An extreme that stands out by less than this share of the range is rounding.
constexpr double leastProminence = 1e-9;
constexpr int mostSteps = 200;     // of the search for an extreme
constexpr double sharpest = 1e-9;  // last step of the search for an extreme, over the table's

/// A measure at any point of the plane.
class PlaneFunction {
 public:
  PlaneFunction(const Scene& scene, const Assignments& assignments, const LandscapeQuestion& question,
                const Measure& measure, const std::stop_token& stop)
      : m_assignments(assignments),
        m_names{question.over[0].name, question.over[1].name},
        m_wanted{{measure}, question.resolve},
        m_evaluation(scene, m_wanted, stop) {}
  PlaneFunction(const PlaneFunction&) = delete;
  PlaneFunction& operator=(const PlaneFunction&) = delete;

  /// NaN where there is none.
  double operator()(const PlanePoint& at) const {
    Assignments assignments = m_assignments;
    for (std::size_t a = 0; a < 2; ++a) assignments[m_names[a]] = shortestText(at[a]);
    Cell cell;
    m_evaluation.at(assignments, std::span(&cell, 1));
    return cell.value.value_or(NAN);
  }

 private:
  const Assignments& m_assignments;
  std::array<std::string, 2> m_names;
  PointMeasures m_wanted;
  PointEvaluation m_evaluation;
};

/// A table of numbers over a plane, NaN where there is none.
struct PlaneTable {
  const std::vector<SweepAxis>& over;
  std::vector<double> values;

  PlaneTable(const std::vector<SweepAxis>& axes, const SweepResult& sweep) : over(axes) {
    for (const Cell& cell : sweep.points) values.push_back(cell.value.value_or(NAN));
  }
  std::size_t columns() const { return over[0].values.size(); }
  std::size_t rows() const { return over[1].values.size(); }
  double at(std::size_t i, std::size_t j) const { return values[i * rows() + j]; }
  PlanePoint place(std::size_t i, std::size_t j) const { return {over[0].values[i], over[1].values[j]}; }
};

/// An edge of the table: from a point along the first (0) or second (1) parameter.
struct Edge {
  std::size_t i, j;
  int along;
  auto operator<=>(const Edge&) const = default;
};

/// The curves f = level through a table, cell by cell [Lorensen & Cline 1987, in the plane].
class LevelCurves {
 public:
  LevelCurves(const PlaneTable& table, const PlaneFunction& f, double level)
      : m_table(table), m_f(f), m_level(level) {}

  std::vector<std::vector<PlanePoint>> trace() {
    for (std::size_t i = 0; i + 1 < m_table.columns(); ++i)
      for (std::size_t j = 0; j + 1 < m_table.rows(); ++j) cross(i, j);
    sharpen();
    std::vector<std::vector<PlanePoint>> curves;
    // Open curves from their ends first; the rest is closed.
    for (const auto& [edge, crossing] : m_crossings)
      if (crossing.next.size() == 1) follow(edge, curves);
    for (const auto& [edge, crossing] : m_crossings) follow(edge, curves);
    return curves;
  }

 private:
  struct Crossing {
    PlanePoint at{0, 0};
    std::vector<Edge> next;  ///< the crossings that it is joined with
    bool isDone = false;
  };

  double above(std::size_t i, std::size_t j) const { return m_table.at(i, j) - m_level; }

  /// Joins the crossings of a cell; of four, those whose corner has the sign of the centre are kept apart.
  void cross(std::size_t i, std::size_t j) {
    const std::array<double, 4> corner{above(i, j), above(i + 1, j), above(i + 1, j + 1), above(i, j + 1)};
    const std::array<Edge, 4> edge{Edge{i, j, 0}, Edge{i + 1, j, 1}, Edge{i, j + 1, 0}, Edge{i, j, 1}};
    std::vector<int> crossed;
    for (int side = 0; side < 4; ++side) {
      const double a = corner[static_cast<std::size_t>(side)],
                   b = corner[static_cast<std::size_t>(side + 1) % 4];
      if (!std::isfinite(a) || !std::isfinite(b)) return;
      if ((a < 0) != (b < 0)) crossed.push_back(side);
    }
    const auto join = [&](int a, int b) {
      const Edge &from = edge[static_cast<std::size_t>(a)], &to = edge[static_cast<std::size_t>(b)];
      m_crossings[from].next.push_back(to);
      m_crossings[to].next.push_back(from);
    };
    if (crossed.size() == 2) join(crossed[0], crossed[1]);
    if (crossed.size() != 4) return;
    const bool likeFirst = (corner[0] + corner[1] + corner[2] + corner[3] < 0) == (corner[0] < 0);
    join(0, likeFirst ? 1 : 3);
    join(2, likeFirst ? 3 : 1);
  }

  void sharpen() {
    std::vector<std::pair<const Edge, Crossing>*> all;
    for (auto& each : m_crossings) all.push_back(&each);
    tbb::parallel_for(std::size_t{0}, all.size(),
                      [&](std::size_t k) { all[k]->second.at = rootOn(all[k]->first); });
  }

  /// The root on an edge, by the secant within a bracket (regula falsi, Illinois).
  PlanePoint rootOn(const Edge& edge) const {
    const std::size_t i = edge.i + (edge.along == 0 ? 1 : 0), j = edge.j + (edge.along == 1 ? 1 : 0);
    const PlanePoint from = m_table.place(edge.i, edge.j), to = m_table.place(i, j);
    const auto at = [&](double s) {
      return PlanePoint{from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1])};
    };
    double a = 0, b = 1, fa = above(edge.i, edge.j), fb = above(i, j), s = fa / (fa - fb);
    for (int k = 0; k < 60 && b - a > 1e-12; ++k) {
      s = a + (b - a) * fa / (fa - fb);
      const double f = m_f(at(s)) - m_level;
      if (!std::isfinite(f) || std::abs(f) < 1e-14) break;
      if ((f < 0) == (fa < 0)) {
        a = s, fa = f, fb /= 2;
      } else {
        b = s, fb = f, fa /= 2;
      }
    }
    return at(s);
  }

  void follow(Edge edge, std::vector<std::vector<PlanePoint>>& curves) {
    std::vector<PlanePoint> curve;
    const Edge first = edge;
    for (bool goesOn = !m_crossings.at(edge).isDone; goesOn;) {
      Crossing& crossing = m_crossings.at(edge);
      crossing.isDone = true;
      curve.push_back(crossing.at);
      const auto next =
          std::ranges::find_if(crossing.next, [&](const Edge& to) { return !m_crossings.at(to).isDone; });
      goesOn = next != crossing.next.end();
      if (goesOn) edge = *next;
    }
    const auto& last = curve.empty() ? std::vector<Edge>{} : m_crossings.at(edge).next;
    if (curve.size() > 2 && std::ranges::find(last, first) != last.end()) curve.push_back(curve.front());
    if (curve.size() > 1) curves.push_back(std::move(curve));
  }

  const PlaneTable& m_table;
  const PlaneFunction& m_f;
  double m_level;
  std::map<Edge, Crossing> m_crossings;
};

/// The extremes of a table, sharpened between its points.
class Extremes {
 public:
  Extremes(const PlaneTable& table, const PlaneFunction& f) : m_table(table), m_f(f) {
    for (const double value : table.values) {
      if (!std::isfinite(value)) continue;
      m_least = std::min(m_least, value);
      m_greatest = std::max(m_greatest, value);
    }
  }

  std::vector<LandscapeExtreme> find() const {
    std::vector<LandscapeExtreme> all;
    for (const bool isMaximum : {false, true}) {
      std::vector<LandscapeExtreme> found = candidates(isMaximum);
      std::ranges::sort(found, [&](const auto& a, const auto& b) {
        return isMaximum ? a.value > b.value : a.value < b.value;
      });
      if (found.size() > mostExtremes) found.resize(mostExtremes);
      tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t i) { sharpen(found[i]); });
      found = best(std::move(found), isMaximum);
      std::vector<char> isAlone(found.size());
      tbb::parallel_for(std::size_t{0}, found.size(),
                        [&](std::size_t i) { isAlone[i] = standsAlone(found[i]); });
      for (std::size_t i = 0; i < found.size(); ++i)
        if (isAlone[i]) all.push_back(found[i]);
    }
    std::ranges::stable_sort(all, {}, &LandscapeExtreme::value);
    return all;
  }

 private:
  std::vector<LandscapeExtreme> candidates(bool isMaximum) const {
    std::vector<LandscapeExtreme> found;
    const double margin = leastProminence * (m_greatest - m_least), sign = isMaximum ? 1 : -1;
    for (std::size_t i = 1; i + 1 < m_table.columns(); ++i)
      for (std::size_t j = 1; j + 1 < m_table.rows(); ++j) {
        const double value = m_table.at(i, j);
        bool stands = std::isfinite(value);
        for (std::size_t k = 0; k < 9 && stands; ++k) {
          const double other = m_table.at(i + k / 3 - 1, j + k % 3 - 1);
          stands = k == 4 || sign * (value - other) > margin;  // false for NaN
        }
        if (stands) found.push_back({isMaximum, m_table.place(i, j), value});
      }
    return found;
  }

  /// Compass search: a step to each side that is better, else half of it.
  void sharpen(LandscapeExtreme& extreme) const {
    const PlanePoint step = halfStep();
    int steps = 0;
    for (double size = 1; size > sharpest && steps < mostSteps; ++steps) {
      bool moved = false;
      for (std::size_t side = 0; side < 4; ++side) {
        PlanePoint at = extreme.at;
        const std::vector<double>& values = m_table.over[side / 2].values;
        at[side / 2] = std::clamp(at[side / 2] + (side % 2 == 0 ? size : -size) * step[side / 2],
                                  values.front(), values.back());
        const double value = m_f(at);
        if (!(extreme.isMaximum ? value > extreme.value : value < extreme.value)) continue;
        extreme.at = at;
        extreme.value = value;
        moved = true;
      }
      if (!moved) size /= 2;
    }
  }

  /// Whether an extreme is one on the circle of a step of the table around it, too. In a valley whose bottom
  /// is level, such as that of a ξ of 0, each point is as low as the next, and the table makes minima of
  /// some.
  bool standsAlone(const LandscapeExtreme& extreme) const {
    constexpr int directions = 32, halvings = 24;
    constexpr double leastStand = 1e-6, golden = 0.6180339887498949;  // of the range
    const PlanePoint half = halfStep();
    const double sign = extreme.isMaximum ? -1 : 1, turn = 2 * std::numbers::pi / directions;
    const auto around = [&](double angle) {
      const double value =
          m_f({extreme.at[0] + 2 * half[0] * std::cos(angle), extreme.at[1] + 2 * half[1] * std::sin(angle)});
      return std::isfinite(value) ? sign * value : HUGE_VAL;
    };
    std::array<double, directions> values{};
    for (int k = 0; k < directions; ++k) values[static_cast<std::size_t>(k)] = around(k * turn);
    double lowest = HUGE_VAL;
    for (int k = 0; k < directions; ++k) {
      const auto at = [&](int i) { return values[static_cast<std::size_t>((i + directions) % directions)]; };
      if (!(at(k) <= at(k - 1) && at(k) <= at(k + 1))) continue;
      double a = (k - 1) * turn, b = (k + 1) * turn, c = b - golden * (b - a), d = a + golden * (b - a);
      double fc = around(c), fd = around(d);
      for (int i = 0; i < halvings; ++i) {
        const bool left = fc < fd;
        (left ? b : a) = left ? d : c;
        const double next = left ? b - golden * (b - a) : a + golden * (b - a);
        (left ? d : c) = left ? c : d;
        (left ? fd : fc) = left ? fc : fd;
        (left ? c : d) = next;
        (left ? fc : fd) = around(next);
      }
      lowest = std::min({lowest, at(k), fc, fd});
    }
    return lowest - sign * extreme.value > leastStand * (m_greatest - m_least);
  }

  /// The half of a step of the table on each axis.
  PlanePoint halfStep() const {
    PlanePoint step;
    for (std::size_t a = 0; a < 2; ++a) {
      const std::vector<double>& values = m_table.over[a].values;
      step[a] = (values.back() - values.front()) / static_cast<double>(values.size() - 1) / 2;
    }
    return step;
  }

  /// Along a narrow ridge several points of the table climb to one extreme: the best of those that end within
  /// a step of the table of each other.
  std::vector<LandscapeExtreme> best(std::vector<LandscapeExtreme> found, bool isMaximum) const {
    std::ranges::stable_sort(found, [&](const auto& a, const auto& b) {
      return isMaximum ? a.value > b.value : a.value < b.value;
    });
    const PlanePoint half = halfStep();
    std::vector<LandscapeExtreme> kept;
    for (const LandscapeExtreme& one : found) {
      const auto isSame = [&](const LandscapeExtreme& other) {
        return std::abs(one.at[0] - other.at[0]) <= 2 * half[0] &&
               std::abs(one.at[1] - other.at[1]) <= 2 * half[1];
      };
      if (std::ranges::none_of(kept, isSame)) kept.push_back(one);
    }
    return kept;
  }

  const PlaneTable& m_table;
  const PlaneFunction& m_f;
  double m_least = HUGE_VAL, m_greatest = -HUGE_VAL;
};

/// The pair whose curves are traced; empty names where fewer than two contacts are closed.
std::array<std::string, 2> pairOf(const Scene& scene, const Assignments& assignments,
                                  const LandscapeQuestion& question) {
  if (!question.pair[0].empty()) return question.pair;
  if (!question.measure.pair[0].empty()) return question.measure.pair;
  const SceneInstance instance = scene.instantiate(assignments);
  const std::vector<int> closed = closedContacts(*instance.mechanism, instance.initial.q);
  if (closed.size() < 2) return {};
  const auto name = [&](std::size_t i) {
    return instance.mechanism->contacts()[static_cast<std::size_t>(closed[i])].name;
  };
  return {name(0), name(1)};
}

void addCurves(const PlaneTable& G, const PlaneFunction& f, std::vector<UniqueCurve>& curves) {
  for (int m = leastMultiplicity; m <= mostMultiplicity; ++m) {
    const double level = m == 2 ? 0 : -std::cos(std::numbers::pi / m);
    for (std::vector<PlanePoint>& points : LevelCurves(G, f, level).trace())
      curves.push_back({m, std::move(points)});
  }
}

}  // namespace

Landscape landscape(const Scene& scene, const Assignments& assignments, const LandscapeQuestion& question,
                    std::stop_token stop, const Progress& progress) {
  Landscape result;
  ResolveOptions options = question.resolve;
  options.minimalityChecks = 0;  // which no measure of a landscape shows
  const auto part = [&](double from, double to) -> Progress {
    if (!progress) return {};
    return [&progress, from, to](double share) { progress(from + share * (to - from)); };
  };
  result.pair = pairOf(scene, assignments, question);
  result.table = sweep(scene, assignments, question.over, question.measure, options, stop, part(0, 0.7));
  if (result.table.done < question.over[0].values.size() * question.over[1].values.size()) return result;
  const PlaneTable values(question.over, result.table);
  result.extremes = Extremes(values, {scene, assignments, question, question.measure, stop}).find();
  if (!result.pair[0].empty()) {
    Measure gram;
    gram.kind = Measure::Kind::Gram;
    gram.pair = result.pair;
    const bool isSame = question.measure.kind == Measure::Kind::Gram && question.measure.pair == gram.pair;
    const auto tableOfG = [&] {
      return sweep(scene, assignments, question.over, gram, options, stop, part(0.7, 0.9));
    };
    const PlaneTable G = isSame ? values : PlaneTable(question.over, tableOfG());
    if (!stop.stop_requested()) addCurves(G, {scene, assignments, question, gram, stop}, result.curves);
  }
  if (progress) progress(1);
  return result;
}

}  // namespace carom
