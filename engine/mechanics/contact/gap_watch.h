#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "mechanics/contact/gap_bounds.h"

namespace carom {

/// A step of an integrator as a path s ↦ q(s), s in [0, h]; null where q(s) cannot be computed.
using StepPath = std::function<const Eigen::VectorXd*(double s)>;

/// What is known about the ends of a step.
struct StepEnds {
  double h = 0;                              ///< s, > 0
  const Eigen::VectorXd &q0, &q1, &v0, &v1;  ///< configurations and velocities: n each
};

/// Where a contact closes within a step.
struct StepClosing {
  double s = 0;  ///< from the start of the step (s)
  int contact = -1;
  bool pressed = false;  ///< closed all along and pressed into overlap: there is nothing to reflect
  bool failed = false;   ///< q(s) could not be computed on the way
};

/// Watches the gaps of a mechanism from step to step.
///
/// Along a step, |φ'| ≤ L and φ'' ≤ A with bounds from joint rates and how far each joint's axis can be from
/// the parts. Between s = a and b the gap is then above (φ_a + φ_b − L d)/2 and above min(φ_a, φ_b) − A d²/8,
/// d = b − a. What neither rules out is halved, the earlier half first, until A d²/8 is below closedGap. For
/// sharp parts, whose distance has no bound A, the second holds for each of their Heights in place of φ, and
/// halving ends where L d is below closedGap.
///
/// Shapes that are far apart cost an addition a step: the balls around them come closer by no more than their
/// centres travel, and are not looked at until that may have used up the distance found last.
class GapWatch {
 public:
  explicit GapWatch(const Mechanism& mechanism);

  /// Notes which contacts are open at q (gap above closedGap). A closed one has to open before it can close.
  void restart(const Eigen::VectorXd& q);
  /// The first closing in (0, h] of the contacts that are not held; where there is none, the next step may
  /// follow.
  std::optional<StepClosing> next(const StepEnds& ends, const StepPath& path,
                                  const std::vector<int>& held = {});

 private:
  /// Contacts first, …, last − 1 of the same two shapes.
  struct Group {
    int first = 0, last = 0;
    std::array<AroundShape, 2> around;
    std::array<PartSize, 2> size;  ///< of the largest parts
    bool round = false;            ///< parts meet with a radius, or a plane
    /// Of each side all parts in the frame of its body, by their numbers; empty before the first look.
    std::array<std::vector<WorldPart>, 2> parts;
    /// At the start and at the end of the step: the balls around the shapes are at least so far apart (m).
    double clear = 0, clearAfter = 0;
    bool known = false, knownAfter = false;  ///< m_gaps, m_after are those of its contacts
  };
  struct Bounds {
    double rate = 0, bend = 0;
    double plane = 0;  ///< of heights over faces
    double turn = 0;   ///< rad/s
  };
  struct Side {
    double rate = 0, turn = 0, acceleration = 0;
  };
  class Probes;
  struct Search;
  Group groupFrom(int contact) const;
  Side side(int body, double extent, const StepEnds& ends) const;
  Bounds bounds(const Group& group, const StepEnds& ends) const;
  double apart(const Group& group, const std::vector<Pose>& poses) const;
  void findParts(Group& group) const;
  void gapsOf(const Group& group, const std::vector<Pose>& poses, std::vector<double>& gaps);
  void place(const Eigen::VectorXd& q, std::vector<Pose>& poses);
  void boundSpeeds(const StepEnds& ends);
  bool staysClear(Group& group, const StepEnds& ends);
  void look(Group& group, const StepEnds& ends);
  void accept();
  bool isCovered(int contact, const Eigen::VectorXd& q) const;

  const Mechanism& m_mechanism;
  std::vector<Group> m_groups;
  std::vector<double> m_gaps;        ///< at the start of the step, of groups where they are known
  std::vector<double> m_after;       ///< at its end
  std::vector<double> m_reach;       ///< of each body, the farthest centre of the balls around its shapes (m)
  std::vector<double> m_speed;       ///< of each body, a bound on the speed of these centres (m/s)
  std::vector<Pose> m_start, m_end;  ///< of each body, at the ends of the step
  std::array<std::vector<WorldPart>, 2> m_parts;  ///< of the group at hand, in the world
  bool m_hasStart = false, m_hasEnd = false;
};

}  // namespace carom
