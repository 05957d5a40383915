#include "mechanics/contact/local_contact.h"

#include "mechanics/contact/contacts.h"

namespace carom {

ContactAxes contactAxes(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  const Eigen::VectorXd normal = mechanism.normal(contact, q);
  const Eigen::MatrixXd tangents = mechanism.tangents(contact, q);
  // A tangent along which the bodies cannot slip, as for balls on a line, has no impulse. Its row is
  // rounding, about 1e-16 of the normal. A smaller bound keeps such a row, whose unit vector is noise.
  const double rounding = 1e-12 * normal.norm();
  const Eigen::Vector3d e = separationOf(mechanism, contact, q).direction;
  ContactAxes axes;
  axes.directions = e;
  axes.rows = normal.transpose();
  Eigen::Index row = 0;
  for (const Eigen::Vector3d& t : tangentsTo(e)) {
    const auto tangent = tangents.row(row++);
    if (!(tangent.norm() > rounding)) continue;
    const Eigen::Index d = axes.rows.rows();
    axes.directions.conservativeResize(Eigen::NoChange, d + 1);
    axes.directions.col(d) = t;
    axes.rows.conservativeResize(d + 1, Eigen::NoChange);
    axes.rows.row(d) = tangent;
  }
  return axes;
}

LocalContact localContact(const Mechanism& mechanism, int contact, const KineticMetric& metric,
                          const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  LocalContact local{.impact = {},
                     .axes = contactAxes(mechanism, contact, q),
                     .point = mechanism.contactPoint(contact, q),
                     .law = pair.law,
                     .coefficients = pair.coefficients};
  const LoopProjection loops = loopsAt(mechanism, metric, q);
  for (Eigen::Index i = 0; i < local.axes.rows.rows() && !loops.empty(); ++i) {
    Eigen::VectorXd row = local.axes.rows.row(i);
    loops.project(row);
    local.axes.rows.row(i) = row;
  }
  const Eigen::MatrixXd& C = local.axes.rows;
  const Eigen::Index d = C.rows();
  local.impact.W.resize(d, d);
  for (Eigen::Index i = 0; i < d; ++i)
    for (Eigen::Index j = 0; j <= i; ++j)
      local.impact.W(i, j) = local.impact.W(j, i) = metric.inner(C.row(i), C.row(j));
  local.impact.V = C * metric.velocity(p);
  return local;
}

}  // namespace carom
