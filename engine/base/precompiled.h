#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/products.h"

/// What most sources of the engine instantiate. Nobody includes this: the build precompiles it, with the
/// templates that these functions use, and no source instantiates them again. Nothing calls the functions.
namespace carom::precompiled {

inline Eigen::VectorXd ofVectors(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  Eigen::VectorXd x = A.llt().solve(b);
  x += A.ldlt().solve(b);
  x += A.colPivHouseholderQr().solve(b);
  x += A.completeOrthogonalDecomposition().solve(b);
  x += A.partialPivLu().solve(b);
  x += 2.0 * (A.transpose() * (A * x - b));
  x = A.col(0) + x.head(1)[0] * b - x / 2.0;
  const Eigen::MatrixXd C = A * A.transpose(), D = A.transpose() * A - C;
  return x + (C * D + A.block(0, 0, 1, 1)).col(0) * x.dot(b) * x.norm() * x.squaredNorm();
}

inline Eigen::Vector3d ofSpace(const Eigen::Matrix3d& R, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  Eigen::Vector3d c = R * a + 2.0 * b;
  c += a.cross(R.transpose() * b) - a.dot(b) * c / a.norm();
  const Eigen::Matrix3d S = R * R.transpose() - a * b.transpose();
  return S * c.normalized() - S.col(0) + (R * S).row(1).transpose();
}

}  // namespace carom::precompiled
