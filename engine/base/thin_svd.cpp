#include "base/thin_svd.h"

#include <Eigen/SVD>
#include <algorithm>

namespace carom {

ThinSvd thinSvd(const Eigen::MatrixXd& A) {
  // Rotations of pairs of columns take minutes for a thousand columns.
  constexpr Eigen::Index mostRotated = 128;
  if (std::min(A.rows(), A.cols()) > mostRotated) {
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
    return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

}  // namespace carom
