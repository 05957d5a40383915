#include "study/design/dual.h"

namespace carom {

namespace {

template <class Part>
Eigen::MatrixXd partsOf(const MatrixX<Dual>& x, const Part& part) {
  Eigen::MatrixXd parts(x.rows(), x.cols());
  for (Eigen::Index i = 0; i < x.size(); ++i) parts(i) = part(x(i));
  return parts;
}

}  // namespace

Eigen::MatrixXd valuesOf(const Eigen::Ref<const MatrixX<Dual>>& x) {
  return partsOf(x, [](const Dual& one) { return one.value; });
}

Eigen::MatrixXd slopesOf(const Eigen::Ref<const MatrixX<Dual>>& x) {
  return partsOf(x, [](const Dual& one) { return one.slope; });
}

Matrix3<Dual> rotationOf(const Vector3<Dual>& w) {
  const Eigen::Vector3d value(w[0].value, w[1].value, w[2].value);
  const Eigen::Vector3d slope(w[0].slope, w[1].slope, w[2].slope);
  const Eigen::Matrix3d R = rotationMatrix(value), rate = R * crossMatrix(RightJacobian(value) * slope);
  Matrix3<Dual> result;
  for (Eigen::Index i = 0; i < 9; ++i) result(i) = {R(i), rate(i)};
  return result;
}

}  // namespace carom
