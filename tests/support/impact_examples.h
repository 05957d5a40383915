#pragma once

#include <Eigen/Dense>
#include <QString>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "impact/policy.h"
#include "impact/resolve.h"

// Impacts that many tests need, and a resolver that knows nothing of the engine's.
namespace carom::examples {

inline std::vector<ContactLabel> labels(int k) {
  std::vector<ContactLabel> result;
  for (int i = 0; i < k; ++i) {
    const std::string name(1, static_cast<char>('a' + i % 26));
    result.push_back({name + std::to_string(i), {name, "w"}, 0});
  }
  return result;
}

inline ImpactProblem problem(const Eigen::MatrixXd& M, const Eigen::MatrixXd& normals,
                             const Eigen::VectorXd& v) {
  return ImpactProblem(M, normals, M * v, labels(static_cast<int>(normals.rows())));
}

/// Balls of these masses touching on a line, with these velocities.
inline ImpactProblem line(const Eigen::VectorXd& masses, const Eigen::VectorXd& v) {
  const Eigen::Index n = masses.size();
  Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(n - 1, n);
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    normals(i, i) = -1;
    normals(i, i + 1) = 1;
  }
  return problem(masses.asDiagonal(), normals, v);
}

inline Eigen::VectorXd falling(int n) {
  return Eigen::VectorXd::LinSpaced(n, n, 1);
}

/// n balls, all pairs approaching; mass 1 + growth·i.
inline ImpactProblem convergingLine(int n, double growth = 0) {
  Eigen::VectorXd masses = Eigen::VectorXd::Ones(n);
  for (int i = 0; i < n; ++i) masses[i] += growth * i;
  return line(masses, falling(n));
}

/// Balls of these masses touching each other and a wall at the left.
inline ImpactProblem wallLine(const Eigen::VectorXd& masses, const Eigen::VectorXd& v) {
  const Eigen::Index n = masses.size();
  Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(n, n);
  normals(0, 0) = 1;
  for (Eigen::Index i = 1; i < n; ++i) {
    normals(i, i - 1) = -1;
    normals(i, i) = 1;
  }
  return problem(masses.asDiagonal(), normals, v);
}

inline ImpactProblem lineAndWall(int n) {
  return wallLine(Eigen::VectorXd::Ones(n), -Eigen::VectorXd::LinSpaced(n, 1, n));
}

/// Mass 1 at rest against the wall, mass 100^digits arriving.
inline ImpactProblem galperin(int digits) {
  return wallLine(Eigen::Vector2d(1, std::pow(100.0, digits)), Eigen::Vector2d(0, -1));
}

/// Discs a, b at ±θ/2 in front of c, which moves along +x; unit masses and radii. Coordinates ax ay bx by cx
/// cy.
inline ImpactProblem billiardBreak(double theta) {
  const double c = std::cos(theta / 2), s = std::sin(theta / 2);
  Eigen::MatrixXd normals(2, 6);
  normals << c, s, 0, 0, -c, -s,  //
      0, 0, c, -s, -c, s;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v[4] = 1;
  return problem(Eigen::MatrixXd::Identity(6, 6), normals, v);
}

/// Unit normals with this positive definite Gram matrix, M = 1, and contact coordinates c.
inline ImpactProblem fromGram(const Eigen::MatrixXd& G, const Eigen::VectorXd& c) {
  const Eigen::MatrixXd L = G.llt().matrixL();
  const Eigen::VectorXd p = L.triangularView<Eigen::Lower>().solve(c);
  return problem(Eigen::MatrixXd::Identity(G.rows(), G.rows()), L, p);
}

/// The Gram matrix of a Coxeter diagram: edges (i, j, m), all other pairs orthogonal.
struct DiagramEdge {
  int i, j, m;
};
inline Eigen::MatrixXd coxeterGram(int k, const std::vector<DiagramEdge>& edges) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Identity(k, k);
  for (const auto& [i, j, m] : edges) G(i, j) = G(j, i) = -std::cos(std::numbers::pi / m);
  return G;
}

/// Every contact pressed, at different strengths.
inline Eigen::VectorXd pressed(int k) {
  return -Eigen::VectorXd::LinSpaced(k, 1, 1 + 0.37 * (k - 1));
}

inline ImpactProblem coxeter(int k, const std::vector<DiagramEdge>& edges) {
  return fromGram(coxeterGram(k, edges), pressed(k));
}

/// A Count or BigInt.
template <class Number>
QString text(const Number& number) {
  return QString::fromStdString(number.str());
}

/// Seeded random numbers, the same on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_engine(seed) {}
  double uniform(double a = 0, double b = 1) {
    return a + (b - a) * static_cast<double>(m_engine() >> 11) * 0x1p-53;
  }
  double normal() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }
  Eigen::VectorXd normalVector(Eigen::Index n) {
    Eigen::VectorXd x(n);
    for (double& value : x) value = normal();
    return x;
  }
  Eigen::MatrixXd normalMatrix(Eigen::Index rows, Eigen::Index cols) {
    Eigen::MatrixXd x(rows, cols);
    for (Eigen::Index j = 0; j < cols; ++j) x.col(j) = normalVector(rows);
    return x;
  }
  int below(int n) { return static_cast<int>(m_engine() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 m_engine;
};

/// k random contacts of a random mechanism with n coordinates that cannot jam: all normals lean towards a
/// common direction by at least `lean` (a cosine).
inline ImpactProblem randomProblem(Random& random, int n, int k, double lean = 0.15) {
  const Eigen::MatrixXd A = random.normalMatrix(n, n);
  const Eigen::MatrixXd M = A * A.transpose() + Eigen::MatrixXd::Identity(n, n);
  const KineticMetric metric(M);
  Eigen::VectorXd w = random.normalVector(n);
  w /= metric.norm(w);
  Eigen::MatrixXd normals(k, n);
  for (int i = 0; i < k; ++i) {
    Eigen::VectorXd u = random.normalVector(n);
    u -= metric.inner(u, w) * w;
    u /= metric.norm(u);
    const double cosine = random.uniform(lean, 0.6);
    normals.row(i) = random.uniform(0.3, 3) * (cosine * w + std::sqrt(1 - cosine * cosine) * u);
  }
  return ImpactProblem(M, normals, random.normalVector(n) - 2 * w, labels(k));
}

/// All orderings by walking the whole tree on momenta, nothing merged.
struct Tree {
  std::vector<Word> words;
  std::vector<Eigen::VectorXd> ends;  ///< per word
};

inline Eigen::VectorXd mirrored(const ImpactProblem& problem, const Eigen::VectorXd& p, int i) {
  const Eigen::VectorXd u = problem.normals().row(i);
  const Eigen::VectorXd v = problem.metric().mass().ldlt().solve(u);
  return p - 2 * p.dot(v) / u.dot(v) * u;
}

inline bool isInfeasible(const ImpactProblem& problem, const Eigen::VectorXd& p, int i) {
  const Eigen::VectorXd u = problem.normals().row(i);
  const Eigen::VectorXd v = problem.metric().mass().ldlt().solve(u);
  return p.dot(v) / std::sqrt(u.dot(v)) < -1e-10 * problem.momentumNorm();
}

inline bool isFeasible(const ImpactProblem& problem, const Eigen::VectorXd& p) {
  for (int i = 0; i < problem.contactCount(); ++i) {
    if (isInfeasible(problem, p, i)) return false;
  }
  return true;
}

inline void walk(const ImpactProblem& problem, const Eigen::VectorXd& p, Word& word, Tree& tree) {
  bool end = true;
  for (int i = 0; i < problem.contactCount(); ++i) {
    if (!isInfeasible(problem, p, i)) continue;
    end = false;
    word.push_back(static_cast<ContactIndex>(i));
    walk(problem, mirrored(problem, p, i), word, tree);
    word.pop_back();
  }
  if (!end) return;
  tree.words.push_back(word);
  tree.ends.push_back(p);
}

inline Tree wholeTree(const ImpactProblem& problem) {
  Tree tree;
  Word word;
  walk(problem, problem.momentum(), word, tree);
  return tree;
}

/// Definition 1 of 000 by all 2^length − 1 proper subsequences.
inline bool isMinimal(const ImpactProblem& problem, const Word& word) {
  for (std::uint32_t mask = 0; mask + 1 < (1u << word.size()); ++mask) {
    Eigen::VectorXd p = problem.momentum();
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (mask >> i & 1) p = mirrored(problem, p, word[i]);
    }
    if (isFeasible(problem, p)) return false;
  }
  return true;
}

/// Largest distance from a momentum of one set to the nearest of the other, both ways.
inline double hausdorff(const KineticMetric& metric, const std::vector<Eigen::VectorXd>& a,
                        const std::vector<Eigen::VectorXd>& b) {
  const auto oneWay = [&](const auto& from, const auto& to) {
    double worst = 0;
    for (const auto& x : from) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const auto& y : to) nearest = std::min(nearest, metric.norm(x - y));
      worst = std::max(worst, nearest);
    }
    return worst;
  };
  return std::max(oneWay(a, b), oneWay(b, a));
}

inline std::vector<Eigen::VectorXd> momenta(const ImpactReport& report) {
  std::vector<Eigen::VectorXd> result;
  for (const Outcome& outcome : report.outcomes) result.push_back(outcome.momentum);
  return result;
}

inline ImpactReport withReflectionRestitution(const ImpactProblem& problem, double e) {
  ResolveOptions options;
  options.reflectionRestitution = e;
  return resolveImpact(problem, options);
}

/// Random impacts of 2 to 5 coordinates and 2 to 4 contacts.
inline std::vector<ImpactProblem> randomProblems(std::uint64_t seed, int count = 40) {
  Random random(seed);
  std::vector<ImpactProblem> problems;
  for (int i = 0; i < count; ++i) problems.push_back(randomProblem(random, 2 + i % 4, 2 + i % 3, 0.3));
  return problems;
}

/// The least c_i of a momentum: below 0 where it is not feasible.
inline double lowest(const ImpactProblem& problem, const Eigen::VectorXd& p) {
  return (problem.unitNormals() * problem.metric().velocity(p)).minCoeff();
}

}  // namespace carom::examples
