// Three equal balls on a line, the first one arriving with speed 1: prints where it ends, "0 0 1".
#include <iostream>

#include "impact/impact_report.h"

int main() {
  const Eigen::Matrix3d M = Eigen::Matrix3d::Identity();
  Eigen::MatrixXd normals(2, 3);
  normals << -1, 1, 0,  //
      0, -1, 1;
  const Eigen::Vector3d p(1, 0, 0);
  const carom::ImpactProblem problem(M, normals, p, {{"first", {"a", "b"}}, {"second", {"b", "c"}}});
  const carom::ImpactReport report = carom::resolveImpact(problem);
  std::cout << report.outcomes.front().momentum.transpose() << '\n';
  return report.certificate.unique == true ? 0 : 1;
}
