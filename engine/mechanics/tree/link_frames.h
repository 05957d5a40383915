#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "mechanics/tree/mechanism.h"
#include "mechanics/tree/plane_and_space.h"

namespace carom {

/// Where the links and bodies of a tree are at one configuration, and how forces on bodies act on its
/// coordinates. A workspace for a constant Mechanism, which allocates memory only at construction.
///
/// S_i is the motion (ω, v) of link i by a unit rate of its coordinate, W a force (τ, f) on a body, both at
/// the world's origin: ⟨S_i, W⟩ is its generalized force. A coordinate j turns S_i of the links that it
/// carries, and of all three of its own spherical joint, by S_j × S_i.
class LinkFrames {
 public:
  using Motion = SpatialSpace::Motion;
  using Force = SpatialSpace::Force;

  explicit LinkFrames(const Mechanism& mechanism);

  /// Places all links at q (n). Returns false where they are there.
  bool place(const Eigen::VectorXd& q);
  const Eigen::VectorXd& q() const { return m_q; }
  const Pose& body(int body) const { return m_bodies[static_cast<std::size_t>(body)]; }
  /// Of the joint of a link, in the world: its axis, and the velocity by a unit rate at the world's origin.
  const Eigen::Vector3d& axis(int link) const { return m_links[static_cast<std::size_t>(link)].axis; }
  const Eigen::Vector3d& moment(int link) const { return m_links[static_cast<std::size_t>(link)].moment; }
  /// Largest coordinate of the origin of a body that moves (m).
  double extent() const { return m_extent; }

  /// S_i.
  Motion motion(int link) const;
  /// The motion of a body at v (n).
  Motion motionOf(int body, const Eigen::VectorXd& v) const;
  /// The velocity of the point x by a motion.
  static Eigen::Vector3d velocity(const Motion& motion, const Eigen::Vector3d& x) {
    return motion.tail<3>() + motion.head<3>().cross(x);
  }
  /// A force f at the point x.
  static Force force(const Eigen::Vector3d& x, const Eigen::Vector3d& f) {
    Force W;
    W << x.cross(f), f;
    return W;
  }
  /// The rate of a force at x where x and f change by dx and df.
  static Force forceRate(const Eigen::Vector3d& x, const Eigen::Vector3d& f, const Eigen::Vector3d& dx,
                         const Eigen::Vector3d& df) {
    Force W;
    W << dx.cross(f) + x.cross(df), df;
    return W;
  }

  /// A row r of velocities of two bodies, r·v = Σ ⟨S, W⟩ over them: its forces W on them; body −1: the world.
  struct Row {
    std::array<int, 2> body{-1, -1};
    std::array<Force, 2> W{Force::Zero(), Force::Zero()};
  };
  /// The derivatives by q of rows r_a that are alike in their bodies: adds ∂(Σ z_a r_a)/∂q to byImpulse (n×n)
  /// and ∂(r_a·v)/∂q to row first + a of byVelocity. rates(S₀, S₁): for unit motions of the two bodies, the
  /// rates of the forces W of each row.
  template <typename Rates>
  void addSlopes(std::span<const Row> rows, const Rates& rates, const double* z, const Eigen::VectorXd& v,
                 Eigen::MatrixXd& byImpulse, Eigen::MatrixXd& byVelocity, Eigen::Index first) const;

 private:
  struct Frame {
    Pose pose;               ///< of the frame that the link moves
    Eigen::Vector3d axis;    ///< of its joint, in the world
    Eigen::Vector3d moment;  ///< velocity by a unit rate at the world's origin
    /// Whether the link only travels, with all that carry it: then all but `pose.x` stays, and this is its
    /// offset.
    bool travels = false;
    Eigen::Vector3d offset;
  };
  int firstTurned(int j) const;
  const std::vector<int>& chain(int body) const;
  void addTurns(int body, int j, const Force& W, Eigen::MatrixXd& slopes) const;
  Motion motionSlope(int body, int j, const Eigen::VectorXd& v) const;

  const Mechanism& m_mechanism;
  std::vector<Frame> m_links;
  std::vector<Pose> m_bodies;
  Eigen::VectorXd m_q;
  double m_extent = 0;
};

template <typename Rates>
void LinkFrames::addSlopes(std::span<const Row> rows, const Rates& rates, const double* z,
                           const Eigen::VectorXd& v, Eigen::MatrixXd& byImpulse, Eigen::MatrixXd& byVelocity,
                           Eigen::Index first) const {
  const std::array<int, 2> body = rows[0].body;
  const std::array<Motion, 2> V{motionOf(body[0], v), motionOf(body[1], v)};
  std::array<Force, 2> pushed{Force::Zero(), Force::Zero()};
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (std::size_t side = 0; side < 2; ++side) pushed[side] += z[a] * rows[a].W[side];
  const auto along = [&](int j, const std::array<bool, 2>& carries) {
    const Motion S = motion(j), none = Motion::Zero();
    const auto changes = rates(carries[0] ? S : none, carries[1] ? S : none);
    for (std::size_t side = 0; side < 2; ++side) {
      if (chain(body[side]).empty()) continue;
      Force change = Force::Zero();
      const Motion turned = carries[side] ? motionSlope(body[side], j, v) : none;
      for (std::size_t a = 0; a < rows.size(); ++a) {
        change += z[a] * changes[a][side];
        byVelocity(first + static_cast<Eigen::Index>(a), j) +=
            V[side].dot(changes[a][side]) + turned.dot(rows[a].W[side]);
      }
      for (const int i : chain(body[side])) byImpulse(i, j) += motion(i).dot(change);
      if (carries[side]) addTurns(body[side], j, pushed[side], byImpulse);
    }
  };
  const std::vector<int>&one = chain(body[0]), &two = chain(body[1]);
  for (const int j : one) along(j, {true, std::ranges::binary_search(two, j)});
  for (const int j : two)
    if (!std::ranges::binary_search(one, j)) along(j, {false, true});
}

}  // namespace carom
