// Three equal balls on a line, the first one arriving with speed 1: it ends with 0 0 1, in every order.
#include <iostream>

#include "impact/impact_report.h"
#include "impact/resolve.h"

int main() {
  const Eigen::Matrix3d M = Eigen::Matrix3d::Identity();
  Eigen::MatrixXd normals(2, 3);
  normals << -1, 1, 0,  //
      0, -1, 1;
  const Eigen::Vector3d p(1, 0, 0);
  const carom::ImpactProblem problem(M, normals, p, {{"first", {"a", "b"}}, {"second", {"b", "c"}}});
  const carom::ImpactReport report = carom::resolveImpact(problem);
  const Eigen::Vector3d end = report.outcomes.front().momentum;
  std::cout << "it ends with " << end.transpose() << " (kg m/s)\n";
  return report.certificate.unique == true && (end - Eigen::Vector3d(0, 0, 1)).norm() < 1e-12 ? 0 : 1;
}
