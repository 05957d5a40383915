#include "mechanics/variation/cone_section.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mechanics/motion/impact_passage.h"

namespace carom {

namespace {

constexpr double turn = 2 * std::numbers::pi;
/// Of rows over the largest one: what is less is the rounding of closings.
constexpr double noRow = 1e-9;

/// The rows of a cone in a plane, m×2.
Eigen::MatrixXd rowsIn(const VariationOfImpact& of, std::size_t word, const std::array<int, 2>& coordinates) {
  const Eigen::MatrixXd& cone = of.words.words[word].cone;
  Eigen::MatrixXd rows(cone.rows(), 2);
  for (const Eigen::Index k : {0, 1}) {
    const int i = coordinates[static_cast<std::size_t>(k)];
    rows.col(k) = cone.col(i) / of.scales[i];
  }
  return rows;
}

/// The largest entry of all cones that the plane of any two coordinates can meet.
double largestRow(const VariationOfImpact& of) {
  double largest = 0;
  for (const WordVariation& word : of.words.words)
    for (Eigen::Index i = 0; i < of.scales.size(); ++i)
      if (word.cone.rows() > 0)
        largest = std::max(largest, word.cone.col(i).cwiseAbs().maxCoeff() / of.scales[i]);
  return largest;
}

double within(double angle) {
  const double rest = std::fmod(angle, turn);
  return rest < 0 ? rest + turn : rest;
}

}  // namespace

std::string whyNoVariation(const Trajectory& trajectory, std::size_t impact) {
  const ImpactEvent& event = trajectory.impacts.at(impact);
  if (event.plastic) return "bounces that converge to a limit";
  if (!event.jammed.empty()) return "no solution of Coulomb's law";
  if (event.atOnce) return "contacts that collide at once";
  if (trajectory.law.restitution && event.contacts.size() > 1) return "a restitution of the whole impact";
  return {};
}

VariationOfImpact variationOfImpact(const Mechanism& mechanism, const Trajectory& trajectory,
                                    std::size_t impact, const WordLimits& limits) {
  VariationOfImpact of;
  of.why = whyNoVariation(trajectory, impact);
  if (!of.why.empty()) return of;
  StepVariation flow(mechanism);
  const ImpactTangent tangent(mechanism, flow, trajectory, impact);
  if (tangent.problem().sides() > 1) {
    of.why = "a corner, whose gap has several normals";
    return of;
  }
  of.words = impactVariation(tangent, limits);
  of.after = tangent.after();
  of.scales = mechanism.massMatrix(tangent.q()).diagonal().cwiseSqrt();
  return of;
}

std::vector<ConeSector> coneSection(const VariationOfImpact& of, const std::array<int, 2>& coordinates) {
  const double least = noRow * largestRow(of);
  std::vector<Eigen::MatrixXd> rows;
  std::vector<double> borders;
  for (std::size_t w = 0; w < of.words.words.size(); ++w) {
    rows.push_back(rowsIn(of, w, coordinates));
    for (Eigen::Index r = 0; r < rows[w].rows(); ++r) {
      const double angle = std::atan2(rows[w](r, 1), rows[w](r, 0));
      if (!(rows[w].row(r).norm() > least)) continue;
      for (const double side : {-1.0, 1.0}) borders.push_back(within(angle + side * std::numbers::pi / 2));
    }
  }
  if (borders.empty()) return {};
  std::ranges::sort(borders);
  constexpr double same = 1e-9;  // rad
  const auto last = std::ranges::unique(borders, [](double a, double b) { return b - a < same; }).begin();
  borders.erase(last, borders.end());
  std::vector<ConeSector> sectors;
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const double from = borders[i], to = i + 1 < borders.size() ? borders[i + 1] : borders[0] + turn;
    const Eigen::Vector2d middle(std::cos((from + to) / 2), std::sin((from + to) / 2));
    ConeSector sector{-1, from, to};
    for (std::size_t w = 0; w < rows.size() && sector.word < 0; ++w)
      if (rows[w].rows() == 0 || (rows[w] * middle).minCoeff() >= -least) sector.word = static_cast<int>(w);
    if (!sectors.empty() && sectors.back().word == sector.word)
      sectors.back().to = to;
    else
      sectors.push_back(sector);
  }
  // The first sector may be the rest of the last.
  if (sectors.size() > 1 && sectors.front().word == sectors.back().word) {
    sectors.back().to = sectors.front().to + turn;
    sectors.erase(sectors.begin());
  }
  return sectors;
}

std::array<int, 2> tellingCoordinates(const VariationOfImpact& of, int most) {
  const int n = std::min(most, static_cast<int>(of.scales.size()));
  std::array<int, 2> best{0, std::min(1, std::max(0, n - 1))};
  std::pair<std::size_t, double> worth{0, 0};
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const std::vector<ConeSector> sectors = coneSection(of, {i, j});
      std::vector<int> words;
      double narrowest = turn;
      for (const ConeSector& sector : sectors) {
        words.push_back(sector.word);
        narrowest = std::min(narrowest, sector.to - sector.from);
      }
      std::ranges::sort(words);
      words.erase(std::ranges::unique(words).begin(), words.end());
      // Widths that differ by rounding are equal: the first of these pairs is taken.
      const std::pair now(words.size(), std::round(1e6 * narrowest));
      if (now > worth) {
        worth = now;
        best = {i, j};
      }
    }
  return best;
}

}  // namespace carom
