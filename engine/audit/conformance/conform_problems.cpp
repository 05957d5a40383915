#include "audit/conformance/conform_problems.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/nonnegative_least_squares.h"
#include "base/number_text.h"
#include "base/random.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "models/outcome_hull.h"

namespace carom {

namespace conform_problems {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class Collection {
 public:
  void scene(const std::string& id, const std::string& name, const Assignments& set,
             const std::string& story) {
    const SceneInstance instance = Scene::open(name)->instantiate(set);
    auto impact = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    // Other engines get numbers alone: a contact with a law of its own has no place among them.
    if (!impact || !impact->reflectsOnly()) return;
    all.push_back({id, story, std::move(*impact), name, set});
  }
  void bare(const std::string& id, const MatrixXd& M, const MatrixXd& normals, const VectorXd& p,
            const std::string& story, double e = 1) {
    std::vector<ContactLabel> labels(static_cast<std::size_t>(normals.rows()));
    for (std::size_t i = 0; i < labels.size(); ++i) {
      labels[i].name = "u" + std::to_string(i);
      labels[i].restitution = e;
    }
    all.push_back({id, story, ImpactProblem(M, normals, p, std::move(labels))});
  }
  /// Balls on a line, all touching; wall: behind the first ball.
  void line(const std::string& id, const std::vector<double>& masses, const std::vector<double>& speeds,
            bool wall, const std::string& story, double e = 1) {
    const auto n = std::ssize(masses);
    const VectorXd m = Eigen::Map<const VectorXd>(masses.data(), n),
                   v = Eigen::Map<const VectorXd>(speeds.data(), n);
    const Index first = wall ? 1 : 0;
    MatrixXd normals = MatrixXd::Zero(n - 1 + first, n);
    if (wall) normals(0, 0) = 1;
    for (Index i = 0; i + 1 < n; ++i) {
      normals(i + first, i) = -1;
      normals(i + first, i + 1) = 1;
    }
    bare(id, m.asDiagonal(), normals, m.cwiseProduct(v), story, e);
  }
  /// A point mass between planes through it, with normals at these angles (rad).
  void wedge(const std::string& id, const std::vector<double>& angles, double arrival,
             const std::string& story, double e = 1) {
    MatrixXd normals(std::ssize(angles), 2);
    for (std::size_t i = 0; i < angles.size(); ++i)
      normals.row(static_cast<Index>(i)) << std::cos(angles[i]), std::sin(angles[i]);
    bare(id, MatrixXd::Identity(2, 2), normals, Eigen::Vector2d(std::cos(arrival), std::sin(arrival)), story,
         e);
  }
  /// A rigid body of the plane that falls flat: contacts at distances x from its centre, inertia over mass k.
  void flat(const std::string& id, const std::vector<double>& x, double k, const Eigen::Vector3d& v,
            const std::string& story, double e = 1) {
    MatrixXd normals(std::ssize(x), 3);
    for (std::size_t i = 0; i < x.size(); ++i) normals.row(static_cast<Index>(i)) << 0, 1, x[i];
    const Eigen::Vector3d m(1, 1, k);
    bare(id, m.asDiagonal(), normals, m.cwiseProduct(v), story, e);
  }

  std::vector<ConformProblem> all;
};

std::string degrees(double value) {
  return shortestText(value);
}

void addLines(Collection& c) {
  for (int n = 2; n <= 6; ++n)
    c.scene("cradle-" + std::to_string(n), "newtons-cradle", {{"n", std::to_string(n)}},
            "Newton's cradle of equal balls: one arrives, one leaves. G = -1/2 for neighbours, so every "
            "order ends there.");
  for (int moving = 2; moving <= 3; ++moving)
    c.scene("cradle-5-moving-" + std::to_string(moving), "newtons-cradle",
            {{"moving", std::to_string(moving)}}, "As many balls leave as arrive.");
  for (int n = 3; n <= 4; ++n)
    c.scene("converging-" + std::to_string(n), "converging-line", {{"n", std::to_string(n)}},
            "Equal balls that all approach: velocities are reversed in order, whatever the ordering.");
  for (const double growth : {0.1, 0.5, 1.0})
    c.scene("converging-growth-" + degrees(growth), "converging-line",
            {{"n", "3"}, {"growth", shortestText(growth)}},
            "Masses grow along the line: the order of the two contacts matters.");
  for (int n = 1; n <= 3; ++n)
    c.scene("wall-" + std::to_string(n), "line-and-wall", {{"n", std::to_string(n)}},
            "Equal balls against a wall: every momentum is reversed.");
  c.scene("wall-2-heavy", "line-and-wall", {{"n", "2"}, {"first", "3"}}, "A heavy ball at the wall.");
  c.scene("galperin-0", "galperin", {{"digits", "0"}}, "Three collisions: the first digit of pi.");
  c.scene("galperin-1", "galperin", {{"digits", "1"}}, "31 collisions of one path: the digits of pi.");
  c.line("two-balls-wall", {1, 1}, {-1, -1}, true,
         "Two balls arrive at a wall at one time. Published as a run whose energy doubles (Nimble); each "
         "order gives "
         "the reversed momenta, so a solver that doubles the energy is wrong.");
  c.line("two-balls-wall-unequal", {1, 2}, {-1, -1}, true, "The same with a ball of twice the mass behind.");
  for (const double second : {0.5, 1.0, 3.0})
    c.scene("nimble-wall-" + degrees(second), "two-balls-wall", {{"second", shortestText(second)}},
            "Two balls and a wall as a thread about Nimble has them: one ordering, which keeps the energy.");
  c.line("cradle-light-middle", {1, 0.25, 1}, {1, 0, 0}, false, "A light ball between two: the ends part.");
  c.line("cradle-heavy-middle", {1, 4, 1}, {1, 0, 0}, false, "A heavy ball between two.");
  c.line("squeezed-middle", {1, 2, 1}, {1, 0, -1}, false,
         "A ball at rest is hit from both sides at one time.");
  c.line("cradle-3-plastic-pairs", {1, 1, 1}, {1, 0, 0}, false,
         "Three equal balls with e = 0.5 at each contact.", 0.5);
  c.line("two-balls-e", {1, 3}, {1, -1}, false, "One contact with e = 0.3: Newton's rule.", 0.3);
}

void addBreaks(Collection& c) {
  for (const double theta : {60.0, 75.0, 85.0, 89.9, 90.0, 90.1, 95.0, 120.0, 128.0, 150.0})
    c.scene("billiard-break-" + degrees(theta), "billiard-break", {{"theta", shortestText(theta) + "deg"}},
            theta == 90
                ? "The break with orthogonal contacts: unique (Seghete and Murphey 2014)."
                : "A break of equal balls; away from 90 degrees the order of the two contacts matters.");
  c.scene("billiard-break-heavy", "billiard-break", {{"theta", "110deg"}, {"rc", "0.05"}},
          "A large cue ball.");
  c.scene("rack-2", "rack-break", {{"rows", "2"}}, "The tight triangle of three balls and a cue ball.");
}

void addBodies(Collection& c) {
  for (const double inertia : {1.0 / 12, 0.15, 0.2, 0.25, 0.3})
    c.scene("rod-" + degrees(std::round(inertia * 1000) / 1000), "falling-rod",
            {{"inertia", shortestText(inertia)}},
            "A rod falls flat on both ends: a uniform one (1/12) and a dumb-bell (1/4) have one outcome.");
  const double wide = 0.5;
  c.flat("box-flat", {-wide, wide}, (1 + 1) / 12.0, {0, -1, 0},
         "A square falls flat on two corners. Published as a cube that rebounds askew because of a solver's "
         "order "
         "(Siconos, Rapier): with elastic corners each order leaves a turn, with opposite signs.");
  c.scene("flat-cube", "flat-cube", {},
          "A cube lands on four corners (siconos issue 125): 17 outcomes, one of which does not turn.");
  c.scene("flat-cube-half", "flat-cube", {{"e", "0.5"}}, "The same with e = 0.5 at each corner.");
  for (const double height : {0.25, 0.5, 1.0})
    c.scene(
        "box-runs-" + degrees(height), "box-runs", {{"height", shortestText(height)}},
        "A box lands flat while it slides (gz-sim issue 3349): it turns to the side that the order chooses.");
  for (const int angle : {60, 90, 100})
    c.scene(
        "sphere-column-" + std::to_string(angle), "sphere-column", {{"angle", std::to_string(angle) + "deg"}},
        "A ball falls between two others on a floor (sbox-public issue 11663): mirror images are outcomes.");
  for (int n = 2; n <= 4; n += 2)
    c.scene("cylinders-" + std::to_string(n), "landing-cylinders", {{"n", std::to_string(n)}},
            "Cylinders land at one time (DifferentialEquations.jl issue 516): every one of them rebounds.");
  c.flat("box-flat-long", {-1, 1}, (4 + 1) / 12.0, {0, -1, 0}, "A long box falls flat.");
  c.flat("box-flat-sliding", {-wide, wide}, 1 / 6.0, {2, -1, 0},
         "The same while it slides without friction.");
  c.flat("box-flat-turning", {-wide, wide}, 1 / 6.0, {0, -1, 0.5}, "The same while it turns.");
  c.flat("box-flat-e", {-wide, wide}, 1 / 6.0, {0, -1, 0}, "The same with e = 0.5 at each corner.", 0.5);
  c.flat("table-three-legs", {-1, 0, 1}, 0.5, {0, -1, 0}, "Three legs in a row, with dependent normals.");
  c.flat("landing-off-centre", {-0.2, 0.8}, 0.3, {0, -1, 0},
         "A body whose centre is not between its feet's middle.");
}

void addWedges(Collection& c) {
  constexpr double turn = std::numbers::pi / 180;
  const auto wedge = [&](double opening, double arrival, const std::string& story) {
    const double half = (180 - opening) / 2;  // of the angle between the normals
    c.wedge("wedge-" + degrees(opening) + "-at-" + degrees(arrival), {(90 - half) * turn, (90 + half) * turn},
            (270 + arrival) * turn, story);
  };
  wedge(90, 10, "A point in a right corner comes back the way it came.");
  wedge(60, 10, "Three reflections in a wedge of 60 degrees: one outcome.");
  wedge(45, 5, "Four reflections in a wedge of 45 degrees: one outcome.");
  wedge(100, 10, "A wedge that is no even part of a turn: two outcomes.");
  wedge(75, 3, "A narrower one of the same kind.");
  wedge(150, 5, "A wide wedge.");
  wedge(179, 0, "Two planes that are nearly one.");
  c.wedge("three-planes", {0, 60 * turn, 120 * turn}, 240 * turn,
          "Planar normals at 0, 60 and 120 degrees: unique although two pairs have G = 1/2.");
  c.wedge("leaving", {90 * turn}, 80 * turn, "Nothing closes: the momentum stays.");
  c.wedge("grazing", {90 * turn, 45 * turn}, 0, "One contact is grazed and stays so.");
  c.wedge("one-plane-dead", {90 * turn}, 290 * turn, "One contact with e = 0.", 0);
  c.wedge("right-corner-e", {0, 90 * turn}, 225 * turn,
          "A right corner with e = 0.7: orthogonal contacts do not disturb each other.", 0.7);
}

void addLandings(Collection& c) {
  for (const char* row : {"initial", "optimised", "straight"})
    c.scene(std::string("trex-") + row, "trex", {{"row", row}},
            "A robot lands on its feet and its tail (Seghete and Murphey 2014).");
  c.scene("rhex", "rhex", {}, "A six-legged robot lands on two feet (Seghete and Murphey 2012).");
  c.scene("rhex-slow", "rhex", {{"speed", "0.5"}}, "The same more slowly: ξ does not change.");
  c.scene("trapped-ball", "trapped-ball", {},
          "A ball that fills the gap between two walls: no ordering ends, and there is no answer (null).");
}

/// Matrices at random: pairs, orthogonal ones and triples.
void addRandom(Collection& c) {
  Random random(41);
  for (int i = 0; i < 8; ++i) {
    const int n = 3 + i % 3, k = i < 6 ? 2 : 3;
    MatrixXd A(n, n), normals(k, n);
    VectorXd w(n);
    for (Index r = 0; r < n; ++r)
      for (Index s = 0; s < n; ++s) A(r, s) = random.normal();
    for (Index r = 0; r < k; ++r)
      for (Index s = 0; s < n; ++s) normals(r, s) = random.normal();
    const MatrixXd M = A * A.transpose() + MatrixXd::Identity(n, n);
    if (i % 2 == 0) {  // the second normal orthogonal to the first
      const VectorXd u = M.llt().solve(normals.row(0).transpose());
      normals.row(1) -= normals.row(1).dot(u) / normals.row(0).dot(u) * normals.row(0);
    }
    VectorXd p = VectorXd::Zero(n);
    for (Index r = 0; r < k; ++r) p -= (0.5 + random.uniform()) * normals.row(r).transpose();
    c.bare("random-" + std::to_string(i), M, normals, p,
           i % 2 == 0 && k == 2 ? "Two orthogonal contacts of a random system: one outcome."
                                : "Contacts of a random system.");
  }
}

/// The part of p⁺ − p⁻ that no impulses give, or none that push, over ‖p⁻‖.
double outsideSpan(const ImpactProblem& impact, const VectorXd& p, bool pushing) {
  const auto white = [&](const VectorXd& x) { return VectorXd(impact.frame().whiten(x).cast<double>()); };
  const VectorXd jump = white(p) - white(impact.momentum());
  MatrixXd A(jump.size(), impact.contactCount());
  for (Index i = 0; i < A.cols(); ++i) A.col(i) = white(impact.unitNormals().row(i).transpose());
  if (A.cols() == 0) return jump.norm();
  if (pushing) return nnls(A, jump).residual.norm();
  return (A * A.completeOrthogonalDecomposition().solve(jump) - jump).norm();
}

}  // namespace
}  // namespace conform_problems

std::vector<ConformProblem> conformProblems() {
  using namespace conform_problems;
  Collection collection;
  addLines(collection);
  addBreaks(collection);
  addBodies(collection);
  addWedges(collection);
  addLandings(collection);
  addRandom(collection);
  return std::move(collection.all);
}

std::string_view nameOf(ConformVerdict verdict) {
  constexpr std::array<std::string_view, 4> names{"right", "one-of-several", "wrong", "not-decided"};
  return names[static_cast<std::size_t>(verdict)];
}

CheckedAnswer checkAnswers(const ConformProblem& problem,
                           const std::vector<std::optional<Eigen::VectorXd>>& answers, double tolerance) {
  using namespace conform_problems;
  const ImpactProblem& impact = problem.impact;
  ResolveOptions options;
  options.choice = false;
  options.minimalityChecks = 0;
  const ImpactReport report = resolveImpact(impact, options);
  CheckedAnswer checked;
  checked.repeats = answers.size();
  checked.outcomes = report.outcomes.size();
  std::set<std::string> why;
  const double norm = impact.momentumNorm() > 0 ? impact.momentumNorm() : 1;
  const double before = impact.metric().energy(impact.momentum());
  const OutcomeHull outcomes(report);
  bool isRight = !answers.empty();
  for (const auto& answer : answers) {
    if (!answer || report.jammed()) {
      const bool agree = !answer && report.jammed();
      isRight = isRight && agree;
      if (!agree) why.insert("jam");
      continue;
    }
    const auto place = outcomes.place(*answer);
    checked.distance = std::max(checked.distance, place ? place->distance : 0);
    if (place && place->distance <= tolerance + report.tolerance) continue;
    isRight = false;
    why.insert("outcome");
    const double change = before > 0 ? (impact.metric().energy(*answer) - before) / before : 0;
    if (std::abs(change) > std::abs(checked.energyChange)) checked.energyChange = change;
    double least = HUGE_VAL;  // what the outcomes lose of the energy
    for (const Outcome& outcome : report.outcomes)
      least = std::min(least, outcome.energyLoss / std::max(before, 1e-300));
    if (change > tolerance) why.insert("energy-gained");
    if (change < -tolerance - (report.outcomes.empty() ? 0 : std::max(0.0, least))) why.insert("energy-lost");
    if (outsideSpan(impact, *answer, false) > tolerance * norm)
      why.insert("momentum");
    else if (outsideSpan(impact, *answer, true) > tolerance * norm)
      why.insert("pull");
    const ImpactProblem after = impact.withMomentum(*answer);
    if (after.contactCount() > 0 && after.contactCoordinates().minCoeff() < -tolerance * norm)
      why.insert("feasibility");
  }
  for (const auto& a : answers)
    for (const auto& b : answers)
      if (a && b) checked.spread = std::max(checked.spread, impact.metric().norm(*a - *b) / norm);
  if (checked.spread > 2 * tolerance) why.insert("order");
  checked.why.assign(why.begin(), why.end());
  const bool isUnique = report.jammed() || report.indeterminacy.upper <= tolerance + report.tolerance;
  if (!isRight)
    checked.verdict =
        report.complete() || report.jammed() ? ConformVerdict::Wrong : ConformVerdict::NotDecided;
  else
    checked.verdict = isUnique ? ConformVerdict::Right : ConformVerdict::OneOfSeveral;
  return checked;
}

}  // namespace carom
