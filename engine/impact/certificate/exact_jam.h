#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom {

/// Whether the rows, taken as exact numbers, are proven to be linearly independent: they are where their
/// residues modulo a prime are. For independent rows this fails with a probability of 1 in 10^18.
bool areExactlyIndependent(const Eigen::MatrixXd& rows);

/// Whether Σ λ_i u_i = 0 for some λ > 0, proven in whole numbers: the rows of `normals` with these indices
/// have exactly one linear relation, and its coefficients have one sign. False: not proven, also for more
/// than 100 rows, whose numbers would be too long.
bool cancelExactly(const Eigen::MatrixXd& normals, const std::vector<int>& rows);

}  // namespace carom
