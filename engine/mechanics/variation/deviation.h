#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// The first-order change of a motion at one of its nodes, as m linear functions (columns) of what causes it.
///
/// A state x = (q, p) has the changes (δq, δp), 2n of them; δq is a velocity times a time in the sense of
/// Mechanism, that is, a turn in the axes of the body at a spherical joint. Nodes at fixed times have δt = 0;
/// that of an impact moves with the time at which its contact closes.
struct Deviation {
  Eigen::MatrixXd state;    ///< 2n×m
  Eigen::RowVectorXd time;  ///< m, δt of the node (s)
  /// m, δθ of a parameter of the mechanism, see ParameterSlope.
  Eigen::RowVectorXd parameter;

  /// m = 2n: every change of a state at a fixed time; with a parameter, m = 2n + 1.
  static Deviation identity(Eigen::Index n, bool hasParameter = false) {
    const Eigen::Index m = 2 * n + (hasParameter ? 1 : 0);
    Deviation one{Eigen::MatrixXd::Identity(2 * n, m), Eigen::RowVectorXd::Zero(m),
                  Eigen::RowVectorXd::Zero(m)};
    if (hasParameter) one.parameter[2 * n] = 1;
    return one;
  }
  Eigen::Index dof() const { return state.rows() / 2; }
};

/// The time from which a contact that has settled has friction, by the start of the step in which it did: of
/// its state x₀ (2n), of the time t₀ with the end of the step fixed, and of the parameter.
struct RestTime {
  int contact = -1;
  Eigen::RowVectorXd byState;
  double byStart = 0, byParameter = 0;
};

/// The derivative of the end of a step by the time from which a contact has friction: of its state (2n), and
/// of its time where a slip stops there.
struct RestSlope {
  int contact = -1;
  Eigen::VectorXd state;
  double end = 0;
};

/// The derivative of a piece of a motion, x₁ = Φ(x₀, t₀, h), by its arguments.
struct FlowMap {
  Eigen::MatrixXd state;   ///< 2n×2n, ∂x₁/∂x₀
  Eigen::VectorXd start;   ///< 2n, ∂x₁/∂t₀ with x₀ and h fixed; empty where both ends are fixed
  Eigen::VectorXd length;  ///< 2n, ∂x₁/∂h; likewise
  Eigen::VectorXd parameter{};  ///< 2n, ∂x₁/∂θ; empty without a parameter
  /// Of a step that ends where a slip stops: the change of that time by x₀ (2n), by t₀ and by the parameter;
  /// empty else. The others above are with this change then.
  Eigen::RowVectorXd endByState{};
  double endByStart = 0, endByParameter = 0;
  /// Of a step in which contacts settle, and of one in which the friction of such a contact begins.
  std::vector<RestTime> rests{};
  std::vector<RestSlope> byRest{};

  /// The deviation at the end of the piece, which comes at the time t₀ + h + `end`, or where a slip stops.
  Deviation of(const Deviation& before, const Eigen::RowVectorXd& end) const {
    Deviation after{state * before.state, end, before.parameter};
    if (parameter.size() > 0) after.state += parameter * before.parameter;
    if (endByState.size() > 0) {
      after.state += start * before.time;
      after.time = endByState * before.state + endByStart * before.time + endByParameter * before.parameter;
    } else if (start.size() > 0) {
      after.state += start * before.time + length * (end - before.time);
    }
    return after;
  }

  /// The same in place of a deviation at a fixed time, of a piece between fixed times. scratch: 2n×m.
  void carry(Deviation& now, Eigen::MatrixXd& scratch) const {
    scratch.noalias() = state * now.state;
    if (parameter.size() > 0) scratch.noalias() += parameter * now.parameter;
    now.state.swap(scratch);
  }
};

}  // namespace carom
