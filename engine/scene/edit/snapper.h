#pragma once

#include <Eigen/Core>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "mechanics/contact/gap_bounds.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// A shape in the world, and the body that it belongs to.
struct PlacedShape {
  int body = -1;
  Shape shape;
  Pose pose;
};

/// The shapes of a body at q.
std::vector<PlacedShape> placedShapes(const Mechanism& mechanism, int body, const Eigen::VectorXd& q);

/// Where something that is dragged comes to rest.
struct Snap {
  Eigen::Vector3d move = Eigen::Vector3d::Zero();  ///< from where it was (m)
  struct Touch {
    int body = -1;          ///< of those that stay
    Eigen::Vector3d point;  ///< where they touch (world, m)
  };
  std::vector<Touch> touches;   ///< gaps that are 0 now, |φ| ≤ 1e-12 m
  std::optional<double> angle;  ///< the direction from the touched body, where that is a round one (rad)
  bool free = true;             ///< no overlap with anything
};

struct SnapOptions {
  double reach = 0;                          ///< how far it gives way to touch something (m)
  double angleStep = std::numbers::pi / 12;  ///< of directions between touching balls; 0: any
  Eigen::Matrix3Xd directions = Eigen::Matrix3d::Identity().leftCols<2>();  ///< orthonormal: where it can go
  std::vector<int> kept;  ///< bodies that it keeps touching: it slides along them
};

/// Finds places for a rigid thing among others, translating it only.
///
/// Near a corner both gaps become 0, near one body its gap, along it at angles that are multiples of a step;
/// what would overlap gives way by the shortest path. Gaps are solved by Newton's method with steps of least
/// length, G Gᵀ y = −φ, Δs = Gᵀ y with G = Dφ along the directions.
class Snapper {
 public:
  Snapper(std::vector<PlacedShape> moving, std::vector<PlacedShape> others);

  /// The place nearest to `move` from where the thing was.
  Snap snap(const Eigen::Vector3d& move, const SnapOptions& options) const;
  /// The least gap to anything after a move; infinite where nothing can be touched.
  double leastGap(const Eigen::Vector3d& move) const;
  /// Whether every gap is at least `gap` after a move.
  bool isClear(const Eigen::Vector3d& move, double gap) const;

 private:
  struct Pair {
    int moving, other;  ///< shapes
    std::array<int, 2> part;
  };
  struct Gap {
    double value;
    Eigen::Vector3d gradient;                ///< by the move
    Eigen::Vector3d point;                   ///< on the one that stays
    std::optional<Eigen::Vector3d> centres;  ///< from the other's centre to the moving one's, for balls
  };
  struct Candidates {
    std::vector<int> kept, near;  ///< pairs
  };
  struct Place {
    Eigen::Vector3d move = Eigen::Vector3d::Zero();
    double distance = HUGE_VAL;  ///< from the target
    int only = -1;               ///< the one pair that closes there
  };
  Gap gapAt(const Pair& pair, const Eigen::Vector3d& move) const;
  /// Whether a gap may be as small as this after a move; false where bounding balls prove that it is larger.
  bool mayBeWithin(double gap, const Pair& pair, const Eigen::Vector3d& move) const;
  std::optional<Eigen::Vector3d> close(const std::vector<int>& pairs, Eigen::Vector3d move,
                                       const SnapOptions& options) const;
  std::optional<Eigen::Vector3d> atAngle(int pair, const Eigen::Vector3d& move,
                                         const SnapOptions& options) const;
  Candidates candidates(const Eigen::Vector3d& target, const SnapOptions& options) const;
  void attempt(const std::vector<int>& more, const Candidates& candidates, const Eigen::Vector3d& target,
               const SnapOptions& options, Place& best) const;
  bool isFree(const Eigen::Vector3d& move) const { return isClear(move, -1e-12); }
  Snap finished(const Eigen::Vector3d& move, bool angle) const;

  std::vector<PlacedShape> m_moving, m_others;
  std::vector<AroundShape> m_aroundMoving, m_aroundOthers;  ///< in the world, before any move
  std::vector<Pair> m_pairs;
};

}  // namespace carom
