#include "impact/certificate/law_pieces.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "impact/white_frame.h"

namespace carom {

namespace {

/// Deviation from a linear law, over the impulses of order 1 (for x of length 1), that counts as rounding. A
/// smaller value leaves laws undecided that search for a root; a larger one could hide a kink.
constexpr double linearTo = 1e-12;
/// Least angle (rad) of a piece that determines its own S, to about 1e-13.
constexpr double leastPiece = 1e-3;
/// Kinks nearer to each other than this (rad) are one.
constexpr double sameKink = 1e-13;
/// Difference of two pieces at their common ray that counts as none.
constexpr double noJump = 1e-11;

using LawMap = Eigen::Matrix2d;

/// The unit velocity of approach at an angle in (−π/2, π/2).
Eigen::Vector2d approachAt(double angle) {
  return {-std::cos(angle), std::sin(angle)};
}

/// The unit normal of the ray at an angle, positive on the side of greater angles.
Eigen::Vector2d borderAt(double angle) {
  return {std::sin(angle), std::cos(angle)};
}

/// A range of angles between kinks, or several whose impulse is the same matrix.
struct LawRange {
  double from, to;
  std::vector<double> samples;  ///< angles
  std::vector<Eigen::Vector2d> impulses;
  LawMap S = LawMap::Zero();  ///< of a range that is wide enough
  bool isWide() const { return to - from >= leastPiece; }
};

bool fitsLaw(const LawMap& S, const LawRange& range) {
  for (std::size_t i = 0; i < range.samples.size(); ++i) {
    const Eigen::Vector2d& P = range.impulses[i];
    if (!((P - S * approachAt(range.samples[i])).norm() <= linearTo * (1 + P.norm()))) return false;
  }
  return true;
}

/// A contact with one tangent, in white coordinates along unit directions.
class PlanarContact {
 public:
  PlanarContact(const ImpactProblem& problem, int contact)
      : m_problem(problem),
        m_contact(contact),
        m_directions(problem.frame().directions(contact).cast<double>()),
        m_norms(m_directions.colwise().norm().transpose()) {}

  Eigen::MatrixXd unitDirections() const { return m_directions.colwise().normalized(); }

  /// The angles of the kinks between −π/2 and π/2, both of these included; empty where they are not known.
  std::vector<double> kinks() const {
    const ContactLabel& label = m_problem.labels()[static_cast<std::size_t>(m_contact)];
    const Eigen::MatrixXd W = m_directions.transpose() * m_directions;
    const auto known = label.collision->kinks ? label.collision->kinks(W, label.restitution) : std::nullopt;
    if (!known) return {};
    constexpr double end = std::numbers::pi / 2;
    std::vector<double> angles{-end, end};
    for (const Eigen::Vector2d& kink : *known) {
      const Eigen::Vector2d h = m_norms.cwiseProduct(kink);  // h·x = 0 at x ∝ (−cos, sin)
      angles.push_back(std::atan(h[0] / h[1]));
    }
    std::ranges::sort(angles);
    const auto same = [](double a, double b) { return b - a < sameKink; };
    angles.erase(std::ranges::unique(angles, same).begin(), angles.end());
    return angles;
  }

  LawRange sampled(double from, double to) const {
    // The outer places determine S; the others check it.
    constexpr std::array places{0.05, 0.1377, 0.2671, 0.4493, 0.6387, 0.8719, 0.95};
    LawRange range{from, to, {}, {}};
    for (const double place : places) {
      range.samples.push_back(std::lerp(from, to, place));
      range.impulses.push_back(impulse(range.samples.back()));
    }
    if (!range.isWide()) return range;
    LawMap x, P;
    x << approachAt(range.samples.front()), approachAt(range.samples.back());
    P << range.impulses.front(), range.impulses.back();
    range.S = P * x.inverse();
    return range;
  }

 private:
  /// The impulse, as a change along unit directions, for a unit velocity of approach.
  Eigen::Vector2d impulse(double angle) const {
    const Eigen::Vector2d V = m_norms.cwiseProduct(approachAt(angle));
    return m_norms.cwiseProduct(Eigen::Vector2d(m_problem.collisionImpulse(m_contact, V)));
  }

  const ImpactProblem& m_problem;
  int m_contact;
  Eigen::MatrixXd m_directions;
  Eigen::Vector2d m_norms;
};

/// Joins neighbours with one matrix, which is then that of the wider one.
std::vector<LawRange> joinedRanges(const std::vector<LawRange>& ranges) {
  const auto fits = [](const LawRange& wide, const LawRange& other) {
    return wide.isWide() && fitsLaw(wide.S, other);
  };
  std::vector<LawRange> joined;
  for (const LawRange& range : ranges) {
    if (joined.empty() || !(fits(joined.back(), range) || fits(range, joined.back()))) {
      joined.push_back(range);
      continue;
    }
    LawRange& last = joined.back();
    if (range.to - range.from > last.to - last.from) last.S = range.S;
    last.to = range.to;
    last.samples.insert(last.samples.end(), range.samples.begin(), range.samples.end());
    last.impulses.insert(last.impulses.end(), range.impulses.begin(), range.impulses.end());
  }
  // A range that has become wide may fit a narrow one before it.
  return joined.size() < ranges.size() ? joinedRanges(joined) : joined;
}

std::optional<LawPieces> planarPieces(const ImpactProblem& problem, int contact) {
  const PlanarContact law(problem, contact);
  const std::vector<double> kinks = law.kinks();
  if (kinks.empty()) return std::nullopt;
  std::vector<LawRange> ranges;
  for (std::size_t i = 0; i + 1 < kinks.size(); ++i) ranges.push_back(law.sampled(kinks[i], kinks[i + 1]));
  LawPieces result;
  result.directions = law.unitDirections();
  for (const LawRange& range : joinedRanges(ranges)) {
    if (!range.isWide() || !fitsLaw(range.S, range)) return std::nullopt;
    if (!result.pieces.empty()) {
      const Eigen::Vector2d ray = approachAt(range.from);
      const Eigen::Vector2d jump = (range.S - result.pieces.back()) * ray;
      result.continuous = result.continuous && jump.norm() <= noJump * (1 + (range.S * ray).norm());
      result.borders.emplace_back(borderAt(range.from));
    }
    result.pieces.push_back(range.S);
  }
  const auto vanishes = [&](const Eigen::MatrixXd& S) { return S.col(1).norm() <= noJump; };
  result.continuous = result.continuous && vanishes(result.pieces.front()) && vanishes(result.pieces.back());
  return result;
}

/// A contact whose impulse is along its normal, −f c.
LawPieces normalPiece(const ImpactProblem& problem, int contact, double factor) {
  LawPieces result;
  result.directions = problem.frame().unitNormals().col(contact).cast<double>();
  result.pieces.push_back(Eigen::MatrixXd::Constant(1, 1, -factor));
  return result;
}

}  // namespace

std::optional<LawPieces> lawPieces(const ImpactProblem& problem, int contact) {
  const auto& collision = problem.labels()[static_cast<std::size_t>(contact)].collision;
  if (!collision) return normalPiece(problem, contact, problem.factors()[contact]);
  try {
    if (collision->tangents.rows() == 1) return planarPieces(problem, contact);
    if (collision->tangents.rows() > 1) return std::nullopt;
    const double norm = problem.normalNorms()[contact];
    return normalPiece(problem, contact,
                       norm * norm * problem.collisionImpulse(contact, -Eigen::VectorXd::Ones(1))[0]);
  } catch (const ImpactError&) {
    return std::nullopt;
  }
}

}  // namespace carom
