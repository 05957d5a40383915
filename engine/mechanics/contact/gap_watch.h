#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "mechanics/contact_frames.h"

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
/// Along a step, |φ'| ≤ L and |φ''| ≤ A with bounds from joint rates and how far each joint's axis can be
/// from the parts. Between s = a and b the gap is then above (φ_a + φ_b − L d)/2 and above min(φ_a, φ_b) − A
/// d²/8, d = b − a. What neither rules out is halved, the earlier half first, until A d²/8 is below
/// closedGap.
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
  struct Bounds {
    double rate = 0, bend = 0;
  };
  struct Reach {
    double length = 0;  ///< from the axis of a coordinate to the part, without travel along joints (m)
    int from = 0;       ///< later travel counts from this place in the chain
  };
  struct Side {
    double rate = 0, turn = 0, acceleration = 0;
  };
  /// How far a part is from the origin of its body (m), and 1/R of the curvature with which it meets round
  /// parts.
  struct PartSize {
    double extent = 0, radius = 0;
    bool plane = false;
  };
  static PartSize sizeOf(const WorldPart& part);
  struct Search;
  Side side(int body, double extent, const StepEnds& ends) const;
  Bounds bounds(int contact, const StepEnds& ends) const;

  const Mechanism& m_mechanism;
  std::vector<std::array<PartSize, 2>> m_sizes;  ///< of each contact
  ContactFrames m_frames;
  std::vector<double> m_gaps;  ///< at the start of the step
  std::vector<double> m_after;
};

}  // namespace carom
