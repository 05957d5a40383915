#include "mechanics/motion/coulomb_solutions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "base/nonnegative_least_squares.h"

namespace carom {

namespace {

/// Accelerations below this share of the largest one are 0. The free accelerations come from a short step; a
/// smaller value takes its error for an acceleration, a larger one joins solutions.
constexpr double small = 1e-6;

/// A mode of one contact: its kind, and where it slides the direction (block − 1).
struct Mode {
  CoulombMode kind = CoulombMode::Opens;
  Eigen::VectorXd direction{};
};

std::vector<Mode> modesOf(const CoulombProblem& problem, int contact) {
  const Eigen::VectorXd& slip = problem.slip[static_cast<std::size_t>(contact)];
  std::vector<Mode> modes{{CoulombMode::Opens}};
  if (!slip.isZero()) {
    modes.push_back({CoulombMode::Slides, slip});
    return modes;
  }
  modes.push_back({CoulombMode::Sticks});
  if (problem.block == 2)
    for (const double side : {1.0, -1.0})
      modes.push_back({CoulombMode::Slides, Eigen::VectorXd::Constant(1, side)});
  return modes;
}

/// Directions on the rim of the friction disc whose hull the tangential forces of a contact that sticks lie
/// in: both in the plane; in space a polygon of 16, so that a force within the last 2 % may be missed.
std::vector<Eigen::VectorXd> rim(int block) {
  if (block == 2) return {Eigen::VectorXd::Constant(1, 1.0), Eigen::VectorXd::Constant(1, -1.0)};
  constexpr int corners = 16;
  std::vector<Eigen::VectorXd> directions;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    directions.push_back(Eigen::Vector2d(std::cos(angle), std::sin(angle)));
  }
  return directions;
}

/// The search over all combinations of modes.
class Enumeration {
 public:
  explicit Enumeration(const CoulombProblem& problem) : m_problem(problem), m_rim(rim(problem.block)) {
    for (int i = 0; i < problem.count(); ++i) m_choices.push_back(modesOf(problem, i));
    m_chosen.resize(m_choices.size());
    m_solutions.isComplete = problem.block == 2 || std::ranges::none_of(problem.slip, [](const auto& slip) {
                               return slip.isZero();
                             });
  }

  CoulombSolutions run() {
    choose(0);
    return std::move(m_solutions);
  }

 private:
  void choose(std::size_t contact) {
    if (contact == m_choices.size()) return solve();
    for (const Mode& mode : m_choices[contact]) {
      m_chosen[contact] = &mode;
      choose(contact + 1);
    }
  }

  /// Forces with edges of the friction cones as columns, and the rows whose acceleration is 0.
  void solve() {
    const int block = m_problem.block;
    const Eigen::Index m = m_problem.free.size();
    Eigen::MatrixXd edges(m, static_cast<Eigen::Index>(m_chosen.size() * m_rim.size()));
    std::vector<Eigen::Index> rows;
    Eigen::Index count = 0;
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
      const Mode& mode = *m_chosen[i];
      if (mode.kind == CoulombMode::Opens) continue;
      const Eigen::Index n = block * static_cast<Eigen::Index>(i);
      const auto addEdge = [&](const Eigen::VectorXd& against) {
        edges.col(count).setZero();
        edges(n, count) = 1;
        edges.col(count).segment(n + 1, block - 1) = -m_problem.friction[i] * against;
        ++count;
      };
      rows.push_back(n);
      if (mode.kind == CoulombMode::Slides) {
        addEdge(mode.direction);
        continue;
      }
      for (int t = 1; t < block; ++t) rows.push_back(n + t);
      for (const Eigen::VectorXd& direction : m_rim) addEdge(direction);
    }
    Eigen::VectorXd force = Eigen::VectorXd::Zero(m);
    if (count > 0) {
      const Eigen::MatrixXd E = edges.leftCols(count);
      const Eigen::MatrixXd all = m_problem.W * E;
      const Eigen::MatrixXd A = all(rows, Eigen::all);
      force = E * nnls(A, -m_problem.free(rows)).x;
    }
    add(force, rows);
  }

  void add(const Eigen::VectorXd& force, const std::vector<Eigen::Index>& rows) {
    const Eigen::VectorXd pushed = m_problem.W * force, a = m_problem.free + pushed;
    const double scale = m_problem.free.lpNorm<Eigen::Infinity>() + pushed.lpNorm<Eigen::Infinity>();
    for (const Eigen::Index row : rows)
      if (std::abs(a[row]) > small * scale) return;
    CoulombSolution solution{{}, force, a};
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
      const Mode& mode = *m_chosen[i];
      const Eigen::Index n = m_problem.block * static_cast<Eigen::Index>(i);
      if (a[n] < -small * scale) return;
      const bool begins = mode.kind == CoulombMode::Slides && m_problem.slip[i].isZero();
      if (begins && a.segment(n + 1, m_problem.block - 1).dot(mode.direction) < -small * scale) return;
      solution.modes.push_back(mode.kind);
    }
    const bool isKnown = std::ranges::any_of(m_solutions.all, [&](const CoulombSolution& other) {
      return (other.acceleration - a).lpNorm<Eigen::Infinity>() <= 10 * small * scale;
    });
    if (!isKnown) m_solutions.all.push_back(std::move(solution));
  }

  const CoulombProblem& m_problem;
  std::vector<Eigen::VectorXd> m_rim;
  std::vector<std::vector<Mode>> m_choices;
  std::vector<const Mode*> m_chosen;
  CoulombSolutions m_solutions;
};

/// The determinant of the rows and columns of A whose bits are set, at most mostCoulombContacts.
double minorOf(const Eigen::MatrixXd& A, unsigned chosen) {
  std::array<std::array<double, mostCoulombContacts>, mostCoulombContacts> a;
  std::array<int, mostCoulombContacts> rows;
  std::size_t size = 0;
  for (int i = 0; i < static_cast<int>(A.rows()); ++i)
    if (chosen >> i & 1) rows[size++] = i;
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) a[i][j] = A(rows[i], rows[j]);
  double determinant = 1;
  for (std::size_t j = 0; j < size; ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j + 1; i < size; ++i)
      if (std::abs(a[i][j]) > std::abs(a[pivot][j])) pivot = i;
    if (pivot != j) {
      std::swap(a[j], a[pivot]);
      determinant = -determinant;
    }
    determinant *= a[j][j];
    if (a[j][j] == 0) return 0;
    for (std::size_t i = j + 1; i < size; ++i) {
      const double factor = a[i][j] / a[j][j];
      for (std::size_t c = j; c < size; ++c) a[i][c] -= factor * a[j][c];
    }
  }
  return determinant;
}

}  // namespace

bool CoulombProblem::jams(int contact) const {
  const auto index = static_cast<std::size_t>(contact);
  const Eigen::Index n = block * contact;
  return friction[index] * W.row(n).segment(n + 1, block - 1).dot(slip[index]) >= W(n, n);
}

bool hasOneSolution(const CoulombProblem& problem) {
  const int k = problem.count(), block = problem.block;
  Eigen::MatrixXd A(k, k);
  for (int j = 0; j < k; ++j) {
    const auto index = static_cast<std::size_t>(j);
    if (problem.slip[index].isZero() && problem.friction[index] > 0) return false;
    for (int i = 0; i < k; ++i)
      A(i, j) = problem.W(block * i, block * j) -
                problem.friction[index] *
                    problem.W.row(block * i).segment(block * j + 1, block - 1).dot(problem.slip[index]);
  }
  // A minor of several that is 0, as of contacts that depend on each other, leaves the forces open, not the
  // motion.
  constexpr double rounding = 1e-12;
  for (unsigned chosen = 1; chosen < 1u << k; ++chosen) {
    double scale = 1;
    for (int i = 0; i < k; ++i)
      if (chosen >> i & 1) scale *= problem.W(block * i, block * i);
    const double minor = minorOf(A, chosen);
    if (std::has_single_bit(chosen) ? !(minor > 0) : minor < -rounding * scale) return false;
  }
  return true;
}

CoulombSolutions coulombSolutions(const CoulombProblem& problem) {
  return Enumeration(problem).run();
}

}  // namespace carom
