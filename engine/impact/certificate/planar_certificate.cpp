#include "impact/certificate/planar_certificate.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/nonnegative_least_squares.h"
#include "impact/certificate/law_pieces.h"
#include "impact/reflection.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

using PlanarReason = PlanarCertificate::Reason;

/// Numbers of order 1 below this are rounding: entries of S are known to about 1e-14, and products of
/// mostPlanarLength maps to a hundred times that.
constexpr double mapRounding = 1e-11;
/// Numbers above this are none. What lies between decides nothing.
constexpr double mapDifference = 1e-7;
/// ξ of a counterexample: far above what rounding can leave after any word.
constexpr double refutingXi = 1e-6;
constexpr std::size_t mostMomentumCells = 2'000, mostConeTests = 4'000, mostCellStates = 400;

/// Whether a size is 0; empty where rounding hides it.
std::optional<bool> vanishes(double size) {
  if (size <= mapRounding) return true;
  return size >= mapDifference ? std::optional(false) : std::nullopt;
}

/// The momentum after a word, y = A y⁻.
struct CellState {
  Eigen::MatrixXd A;  ///< d×d
  Word word;
};

/// A convex cone of momenta with all orderings from it so far.
struct MomentumCell {
  std::vector<Eigen::VectorXd> facets;  ///< unit vectors h, h·y > 0
  Eigen::VectorXd inside;               ///< unit, in the interior
  std::vector<CellState> open, ends;    ///< all words of length `length` that can go on, and the ends
  std::uint32_t length = 0;
};

/// Follows the orderings of all cells of momenta.
class CellSearch {
 public:
  CellSearch(const ImpactProblem& problem, std::vector<LawPieces> laws)
      : m_problem(problem), m_laws(std::move(laws)) {}

  PlanarCertificate run() {
    if (!makeCoordinates()) return undecided(PlanarReason::Rounding);
    const Eigen::Index d = m_basis.cols();
    m_cells.push_back({{}, Eigen::VectorXd::Unit(d, 0), {{Eigen::MatrixXd::Identity(d, d), {}}}, {}, 0});
    while (!m_cells.empty()) {
      if (m_result.cells + m_cells.size() > mostMomentumCells || m_tests > mostConeTests)
        return undecided(PlanarReason::Cells);
      m_cell = std::move(m_cells.back());
      m_cells.pop_back();
      const std::optional<PlanarReason> failed = follow();
      if (m_result.reason == PlanarReason::Counterexample) return std::move(m_result);
      if (failed && !m_failed) m_failed = failed;
    }
    const bool jumps = std::ranges::any_of(m_laws, [](const LawPieces& law) { return !law.continuous; });
    if (m_failed) return undecided(*m_failed);
    if (jumps) return undecided(PlanarReason::Jump);
    m_result.unique = true;
    m_result.reason = PlanarReason::SameMaps;
    return std::move(m_result);
  }

 private:
  enum class Side { Negative, Zero, Positive, Both, Unclear };

  static PlanarCertificate undecided(PlanarReason reason) {
    PlanarCertificate result;
    result.reason = reason;
    return result;
  }

  /// An orthonormal basis of the directions that contacts push along; what is orthogonal to them stays.
  bool makeCoordinates() {
    Eigen::Index columns = 0;
    for (const LawPieces& law : m_laws) columns += law.directions.cols();
    Eigen::MatrixXd all(m_problem.dof(), columns);
    Eigen::Index at = 0;
    for (const LawPieces& law : m_laws) {
      all.middleCols(at, law.directions.cols()) = law.directions;
      at += law.directions.cols();
    }
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(all);
    Eigen::Index rank = 0;
    for (Eigen::Index i = 0; i < std::min(all.rows(), all.cols()); ++i) {
      const std::optional<bool> zero = vanishes(std::abs(qr.matrixR()(i, i)));
      if (!zero) return false;
      if (!*zero) rank = i + 1;
    }
    m_basis = qr.householderQ() * Eigen::MatrixXd::Identity(m_problem.dof(), rank);
    for (const LawPieces& law : m_laws) m_directions.push_back(m_basis.transpose() * law.directions);
    return true;
  }

  /// Whether the cone of the facets has an interior; sets a unit vector in it. Empty: too narrow to decide.
  std::optional<bool> hasInterior(const std::vector<Eigen::VectorXd>& facets, Eigen::VectorXd& inside) {
    ++m_tests;
    Eigen::MatrixXd hull(m_basis.cols(), static_cast<Eigen::Index>(facets.size()));
    for (std::size_t i = 0; i < facets.size(); ++i) hull.col(static_cast<Eigen::Index>(i)) = facets[i];
    const HullPoint nearest = nearestHullPoint(hull);
    if (!nearest.converged) return std::nullopt;
    const double margin = nearest.point.norm();
    if (margin <= mapRounding) return false;
    if (margin < mapDifference) return std::nullopt;
    inside = nearest.point / margin;
    if ((hull.transpose() * inside).minCoeff() < 0.5 * mapDifference) return std::nullopt;
    return true;
  }

  /// The signs that h·y has in the cell. Splits the cell where it has both: this cell is then given up for
  /// the two halves.
  Side sideOf(const Eigen::VectorXd& h) {
    const std::optional<bool> zero = vanishes(h.norm());
    if (!zero) return Side::Unclear;
    if (*zero) return Side::Zero;
    const Eigen::VectorXd unit = h.normalized();
    std::array<std::optional<bool>, 2> present;
    std::array<std::vector<Eigen::VectorXd>, 2> facets;
    std::array<Eigen::VectorXd, 2> inside{m_cell.inside, m_cell.inside};
    for (const std::size_t half : {0U, 1U}) {
      const double sign = half == 0 ? -1 : 1;
      facets[half] = m_cell.facets;
      facets[half].push_back(sign * unit);
      // The point inside is at least clear/2 from every facet.
      present[half] = sign * unit.dot(m_cell.inside) >= mapDifference
                          ? std::optional(true)
                          : hasInterior(facets[half], inside[half]);
      if (!present[half]) return Side::Unclear;
    }
    if (!*present[0] && !*present[1]) return Side::Unclear;
    if (!*present[0]) return Side::Positive;
    if (!*present[1]) return Side::Negative;
    for (const std::size_t half : {0U, 1U}) {
      MomentumCell part = m_cell;
      part.facets = std::move(facets[half]);
      part.inside = std::move(inside[half]);
      m_cells.push_back(std::move(part));
    }
    return Side::Both;
  }

  /// The piece of a contact's law in the cell; −1 where the cell was split, −2 where it is unclear.
  int pieceOf(const CellState& state, std::size_t contact) {
    const LawPieces& law = m_laws[contact];
    int piece = 0;
    for (const Eigen::VectorXd& border : law.borders) {
      const Side side = sideOf(state.A.transpose() * (m_directions[contact] * border));
      if (side == Side::Both) return -1;
      if (side == Side::Unclear) return -2;
      if (side == Side::Negative) break;
      // On a border that fills the cell the pieces on both sides agree, unless the law jumps.
      ++piece;
    }
    return piece;
  }

  /// Follows the orderings of the cell until all end or the cell is split. The reason where it is undecided.
  std::optional<PlanarReason> follow() {
    while (!m_cell.open.empty()) {
      if (m_cell.length == mostPlanarLength || m_cell.open.size() > mostCellStates) {
        refute();
        return m_cell.length == mostPlanarLength ? PlanarReason::Length : PlanarReason::Cells;
      }
      std::vector<CellState> next, ends;
      for (const CellState& state : m_cell.open) {
        bool isEnd = true;
        for (std::size_t i = 0; i < m_laws.size(); ++i) {
          const Side side = sideOf(state.A.transpose() * m_directions[i].col(0));
          if (side == Side::Both) return std::nullopt;
          if (side == Side::Unclear) return PlanarReason::Rounding;
          if (side != Side::Negative) continue;
          isEnd = false;
          const int piece = pieceOf(state, i);
          if (piece == -1) return std::nullopt;
          if (piece == -2) return PlanarReason::Rounding;
          if (!add(next, pushed(state, i, static_cast<std::size_t>(piece)))) return PlanarReason::Rounding;
        }
        if (isEnd && !add(ends, state)) return PlanarReason::Rounding;
      }
      for (CellState& end : ends)
        if (!add(m_cell.ends, std::move(end))) return PlanarReason::Rounding;
      if (!next.empty()) ++m_cell.length;
      m_cell.open = std::move(next);
    }
    if (m_cell.ends.size() > 1) {
      refute();
      return PlanarReason::Rounding;
    }
    ++m_result.cells;
    m_result.longest = std::max(m_result.longest, m_cell.length);
    return std::nullopt;
  }

  CellState pushed(const CellState& state, std::size_t contact, std::size_t piece) const {
    const Eigen::MatrixXd& D = m_directions[contact];
    CellState after{state.A + D * (m_laws[contact].pieces[piece] * (D.transpose() * state.A)), state.word};
    after.word.push_back(static_cast<ContactIndex>(contact));
    return after;
  }

  /// Adds a state unless its map is there already; false where rounding hides whether it is.
  static bool add(std::vector<CellState>& states, CellState state) {
    for (const CellState& other : states) {
      const double size = std::max(1.0, state.A.cwiseAbs().maxCoeff());
      const std::optional<bool> same = vanishes((state.A - other.A).cwiseAbs().maxCoeff() / size);
      if (!same) return false;
      if (*same) return true;
    }
    states.push_back(std::move(state));
    return true;
  }

  /// Whether a word is an ordering from a momentum with a margin against rounding: c of its contacts are
  /// clearly negative, and at its end all are feasible.
  static bool isOrdering(const ImpactProblem& problem, const Word& word) {
    const Eigen::MatrixXd momenta = momentaAlong(problem, word);
    for (Eigen::Index step = 0; step < momenta.cols(); ++step) {
      const Eigen::VectorXd c = problem.unitNormals() * problem.metric().velocity(momenta.col(step));
      if (step == momenta.cols() - 1)
        return std::ranges::none_of(c, [&](double each) { return problem.isInfeasible(each); });
      if (!(c[word[static_cast<std::size_t>(step)]] < -0.1 * mapDifference * problem.scale())) return false;
    }
    return false;
  }

  /// Looks for a counterexample among the ends of the cell, from the momentum inside it.
  void refute() {
    const double size = m_problem.momentumNorm() > 0 ? m_problem.momentumNorm() : 1;
    const ExtendedVector y = (size * (m_basis * m_cell.inside)).cast<Extended>();
    const ImpactProblem problem = m_problem.withMomentum(m_problem.frame().covector(y));
    for (std::size_t i = 0; i < m_cell.ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const CellState &a = m_cell.ends[j], &b = m_cell.ends[i];
        if (((a.A - b.A) * m_cell.inside).norm() < refutingXi) continue;
        if (!isOrdering(problem, a.word) || !isOrdering(problem, b.word)) continue;
        return setCounterexample(problem, a.word, b.word);
      }
  }

  void setCounterexample(const ImpactProblem& problem, const Word& a, const Word& b) {
    const Replay first = replay(problem, a), second = replay(problem, b);
    const double xi = static_cast<double>((first.white - second.white).norm()) / problem.momentumNorm();
    if (!(xi >= refutingXi)) return;
    m_result = undecided(PlanarReason::Counterexample);
    m_result.unique = false;
    m_result.momentum = problem.momentum();
    m_result.words = {a, b};
    m_result.outcomes = {first.momentum, second.momentum};
    m_result.xi = xi;
  }

  const ImpactProblem& m_problem;
  std::vector<LawPieces> m_laws;
  Eigen::MatrixXd m_basis;                    ///< n×d, white
  std::vector<Eigen::MatrixXd> m_directions;  ///< d×(1+t) for each contact
  std::vector<MomentumCell> m_cells;          ///< to follow
  MomentumCell m_cell;
  std::size_t m_tests = 0;
  std::optional<PlanarReason> m_failed;
  PlanarCertificate m_result;
};

}  // namespace

PlanarCertificate certifyPlanar(const ImpactProblem& problem) {
  PlanarCertificate none;
  const auto isPlanar = [](const ContactLabel& label) {
    return !label.collision || label.collision->tangents.rows() <= 1;
  };
  if (problem.reflectsOnly() || !std::ranges::all_of(problem.labels(), isPlanar)) return none;
  none.reason = PlanarReason::Contacts;
  if (problem.contactCount() > mostPlanarContacts) return none;
  none.reason = PlanarReason::Law;
  std::vector<LawPieces> laws;
  for (int i = 0; i < problem.contactCount(); ++i) {
    std::optional<LawPieces> law = lawPieces(problem, i);
    if (!law) return none;
    laws.push_back(std::move(*law));
  }
  return CellSearch(problem, std::move(laws)).run();
}

std::string_view nameOf(PlanarCertificate::Reason reason) {
  switch (reason) {
    case PlanarCertificate::Reason::SameMaps:
      return "same-maps";
    case PlanarCertificate::Reason::Counterexample:
      return "counterexample";
    case PlanarCertificate::Reason::NotPlanar:
      return "not-planar";
    case PlanarCertificate::Reason::Contacts:
      return "contacts";
    case PlanarCertificate::Reason::Law:
      return "law";
    case PlanarCertificate::Reason::Jump:
      return "jump";
    case PlanarCertificate::Reason::Length:
      return "length";
    case PlanarCertificate::Reason::Cells:
      return "cells";
    case PlanarCertificate::Reason::Rounding:
      return "rounding";
  }
  return "";
}

}  // namespace carom
