#include "mechanics/motion/coulomb_solutions.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "base/nonnegative_least_squares.h"
#include "base/quartic.h"

namespace carom {

namespace {

/// Accelerations below this share of the largest one are 0. The free accelerations come from a short step; a
/// smaller value takes its error for an acceleration, a larger one joins solutions.
constexpr double small = 1e-6;

/// A mode of one contact: its kind, and where it slides the direction (block − 1); empty where that is to be
/// found, of a contact at rest in space.
struct Mode {
  CoulombMode kind = CoulombMode::Opens;
  Eigen::VectorXd direction{};

  bool isOpenDirection() const { return kind == CoulombMode::Slides && direction.size() == 0; }
};

std::vector<Mode> modesOf(const CoulombProblem& problem, int contact) {
  const Eigen::VectorXd& slip = problem.slip[static_cast<std::size_t>(contact)];
  std::vector<Mode> modes{{CoulombMode::Opens}};
  if (!slip.isZero()) {
    modes.push_back({CoulombMode::Slides, slip});
    return modes;
  }
  if (problem.block == 3 && problem.friction[static_cast<std::size_t>(contact)] == 0) {
    modes.push_back({CoulombMode::Slides, Eigen::VectorXd::Zero(2)});  // without friction in any direction
    return modes;
  }
  modes.push_back({CoulombMode::Sticks});
  if (problem.block == 3)
    modes.push_back({CoulombMode::Slides});
  else
    for (const double side : {1.0, -1.0})
      modes.push_back({CoulombMode::Slides, Eigen::VectorXd::Constant(1, side)});
  return modes;
}

/// x₀ + x₁ cos θ + x₂ sin θ through three values at angles 2π/3 apart, of which the first is `from`.
class TrigonometricLine {
 public:
  static constexpr double from = 0.3;
  static double angle(int k) { return from + 2 * std::numbers::pi * k / 3; }
  void add(int k, double value) {
    m_x[0] += value / 3;
    m_x[1] += 2 * value / 3 * std::cos(angle(k));
    m_x[2] += 2 * value / 3 * std::sin(angle(k));
  }
  double operator()(double theta) const {
    return m_x[0] + m_x[1] * std::cos(theta) + m_x[2] * std::sin(theta);
  }
  double constant() const { return m_x[0]; }
  double ofCos() const { return m_x[1]; }
  double ofSin() const { return m_x[2]; }

 private:
  std::array<double, 3> m_x{};
};

/// The angles at which a vector (x, y) has the direction (cos θ, sin θ) or the opposite one: roots of x sin θ
/// − y cos θ, by t = tan(θ/2), a quartic. Each quarter of the circle has t between 0 and 1.
std::vector<double> parallelAngles(const TrigonometricLine& x, const TrigonometricLine& y) {
  const double constant = 0.5 * (x.ofSin() - y.ofCos()), cos = -y.constant(), sin = x.constant(),
               cos2 = -0.5 * (x.ofSin() + y.ofCos()), sin2 = 0.5 * (x.ofCos() - y.ofSin());
  std::vector<double> angles;
  for (const double half : {1.0, -1.0})
    for (const double side : {1.0, -1.0}) {
      const double c = half * cos, s = side * half * sin, s2 = side * sin2;
      const Quartic f{{constant + c + cos2, 2 * s + 4 * s2, 2 * constant - 6 * cos2, 2 * s - 4 * s2,
                       constant - c + cos2}};
      const std::vector<double> pieces = monotonePieces(f, 1);
      for (std::size_t k = 1; k < pieces.size(); ++k) {
        if ((f(pieces[k - 1]) < 0) == (f(pieces[k]) < 0)) continue;
        const double t = rootBetween(f, 0, pieces[k - 1], pieces[k]);
        angles.push_back(2 * side * std::atan(t) + (half < 0 ? std::numbers::pi : 0.0));
      }
    }
  return angles;
}

/// Directions on the rim of the friction disc whose hull the tangential forces of a contact that sticks lie
/// in: both in the plane; in space a polygon of 16, so that of contacts that depend on each other a force
/// within the last 2 % may be missed.
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
    m_solutions.isComplete = std::ranges::count_if(m_choices, [](const auto& modes) {
                               return modes.back().isOpenDirection();
                             }) <= 1;
  }

  CoulombSolutions run() {
    choose(0);
    return std::move(m_solutions);
  }

 private:
  void choose(std::size_t contact) {
    if (contact == m_choices.size()) return m_beginning ? solveBeginning(*m_beginning) : solve();
    for (const Mode& mode : m_choices[contact]) {
      if (mode.isOpenDirection() && m_beginning) continue;
      m_chosen[contact] = &mode;
      if (mode.isOpenDirection()) m_beginning = contact;
      choose(contact + 1);
      if (mode.isOpenDirection()) m_beginning.reset();
    }
  }

  /// The combinations in which one contact begins to slide in space, in all directions (cos θ, sin θ) at
  /// once. The forces solve A(θ) x = −a_free, where only the column of this contact depends on θ. By Cramer's
  /// rule det A, and det A times its force and its slip acceleration, are lines in cos θ and sin θ: those at
  /// three angles give all, and the directions are roots of a quartic.
  void solveBeginning(std::size_t beginning) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(beginning);
    Unknowns unknown = unknowns();
    const std::vector<Eigen::Index>& rows = unknown.rows;
    const Eigen::Index own = unknown.from[beginning];
    const double mu = m_problem.friction[beginning];
    TrigonometricLine determinant, press, slipX, slipY;
    for (int k = 0; k < 3; ++k) {
      const double theta = TrigonometricLine::angle(k);
      unknown.columns.col(own).segment<2>(at + 1) = -mu * Eigen::Vector2d(std::cos(theta), std::sin(theta));
      const Eigen::MatrixXd all = m_problem.W * unknown.columns;
      const Eigen::MatrixXd A = all(rows, Eigen::all);
      const Eigen::PartialPivLU<Eigen::MatrixXd> lu(A);
      const Eigen::VectorXd x = lu.solve(-m_problem.free(rows));
      const double size = lu.determinant();
      const Eigen::VectorXd a = m_problem.free + all * x;
      if (!a.allFinite()) return;
      determinant.add(k, size);
      press.add(k, size * x[own]);
      slipX.add(k, size * a[at + 1]);
      slipY.add(k, size * a[at + 2]);
    }
    for (const double theta : parallelAngles(slipX, slipY)) {
      const Eigen::Vector2d direction(std::cos(theta), std::sin(theta));
      const double size = determinant(theta);
      if (press(theta) * size < 0 || (direction[0] * slipX(theta) + direction[1] * slipY(theta)) * size < 0)
        continue;
      const Mode slides{CoulombMode::Slides, direction};
      const Mode* open = std::exchange(m_chosen[beginning], &slides);
      solve();
      m_chosen[beginning] = open;
    }
  }

  /// Unit impulses of the contacts that press as columns, in the rows whose acceleration is 0: of a contact
  /// that sticks one for each of its rows, of one that slides one along the edge of its cone.
  struct Unknowns {
    Eigen::MatrixXd columns;
    std::vector<Eigen::Index> rows{}, from{};  ///< from: of each contact its first column; −1 where it opens
  };

  Unknowns unknowns() const {
    const int block = m_problem.block;
    Unknowns all{Eigen::MatrixXd::Zero(m_problem.free.size(), m_problem.free.size())};
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
      const Mode& mode = *m_chosen[i];
      const Eigen::Index n = block * static_cast<Eigen::Index>(i);
      all.from.push_back(mode.kind == CoulombMode::Opens ? -1 : std::ssize(all.rows));
      if (mode.kind == CoulombMode::Opens) continue;
      for (int t = 0; t < (mode.kind == CoulombMode::Sticks ? block : 1); ++t) {
        all.columns(n + t, std::ssize(all.rows)) = 1;
        all.rows.push_back(n + t);
      }
      if (mode.kind == CoulombMode::Slides && !mode.isOpenDirection())
        all.columns.col(all.from.back()).segment(n + 1, block - 1) = -m_problem.friction[i] * mode.direction;
    }
    all.columns.conservativeResize(Eigen::NoChange, std::ssize(all.rows));
    return all;
  }

  /// The forces of the modes chosen: of independent contacts there is one answer, which has to lie in their
  /// cones. Of others one is found in their hulls, as in the plane, where these are the cones themselves.
  void solve() {
    const Unknowns unknown = unknowns();
    if (m_problem.block == 2 && !unknown.rows.empty()) return add(forcesInHulls(unknown.rows), unknown.rows);
    if (unknown.rows.empty()) return add(Eigen::VectorXd::Zero(m_problem.free.size()), unknown.rows);
    const Eigen::MatrixXd all = m_problem.W * unknown.columns;
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(all(unknown.rows, Eigen::all));
    constexpr double dependent = 1e-10;
    if (!(lu.rcond() > dependent)) return add(forcesInHulls(unknown.rows), unknown.rows);
    const Eigen::VectorXd x = lu.solve(-m_problem.free(unknown.rows));
    const double room = small * x.lpNorm<Eigen::Infinity>();
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
      if (unknown.from[i] < 0) continue;
      const double press = x[unknown.from[i]];
      if (press < -room) return;
      if (m_chosen[i]->kind == CoulombMode::Sticks &&
          x.segment(unknown.from[i] + 1, m_problem.block - 1).norm() > m_problem.friction[i] * press + room)
        return;
    }
    add(unknown.columns * x, unknown.rows);
  }

  /// Forces that leave the least accelerations in these rows, each in the hull of edges of its friction cone.
  Eigen::VectorXd forcesInHulls(const std::vector<Eigen::Index>& rows) const {
    const int block = m_problem.block;
    const Eigen::Index m = m_problem.free.size();
    Eigen::MatrixXd edges(m, static_cast<Eigen::Index>(m_chosen.size() * m_rim.size()));
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
      if (mode.kind == CoulombMode::Slides)
        addEdge(mode.direction);
      else
        for (const Eigen::VectorXd& direction : m_rim) addEdge(direction);
    }
    const Eigen::MatrixXd E = edges.leftCols(count);
    const Eigen::MatrixXd all = m_problem.W * E;
    const Eigen::MatrixXd A = all(rows, Eigen::all);
    return E * nnls(A, -m_problem.free(rows)).x;
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
      const auto slip = a.segment(n + 1, m_problem.block - 1);
      if (begins && slip.dot(mode.direction) < -small * scale) return;
      if (begins && m_problem.friction[i] > 0 &&
          (slip - slip.dot(mode.direction) * mode.direction).norm() > small * scale)
        return;
      // Without friction in space the modes that stick and that slide are one.
      const bool rests = begins && mode.direction.isZero() && slip.norm() <= small * scale;
      solution.modes.push_back(rests ? CoulombMode::Sticks : mode.kind);
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
  std::optional<std::size_t> m_beginning{};  ///< the contact that begins to slide in a direction to be found
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
