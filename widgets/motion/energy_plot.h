#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// In place of the bodies of a stack, the sum of those that are not drawn one by one.
inline constexpr int otherBodies = -1;
/// Joins all but the `most` bodies whose energy changes most into otherBodies, which comes first: hundreds of
/// strips on each other say nothing, and take seconds to draw. kinetic: bodies × moments (J).
void joinOthers(std::vector<int>& bodies, Eigen::MatrixXd& kinetic, std::size_t most = 24);

}  // namespace carom
