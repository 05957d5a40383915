#include "base/thin_svd.h"

#include <Eigen/SVD>

namespace carom {

ThinSvd thinSvd(const Eigen::MatrixXd& A) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

}  // namespace carom
