#include "outcomes/outcome_projection.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "base/impact_words.h"
#include "base/thin_svd.h"
#include "common/convex_outline.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

constexpr int mostPrincipal = 3;

Eigen::VectorXd white(const ImpactProblem& problem, const Eigen::VectorXd& p) {
  return problem.frame().whiten(p).cast<double>();
}

/// The principal directions of outcomes and p⁻.
struct Principal {
  Eigen::MatrixXd U;         ///< white, unit, one a column
  Eigen::VectorXd arriving;  ///< white p⁻
};

Principal principalOf(const ImpactReport& report) {
  const ImpactProblem& problem = report.problem;
  const auto count = static_cast<Eigen::Index>(report.outcomes.size());
  Eigen::MatrixXd Y(problem.dof(), count + 1);  // the singular vectors of which are the directions
  for (Eigen::Index i = 0; i < count; ++i)
    Y.col(i) = white(problem, report.outcomes[static_cast<std::size_t>(i)].momentum);
  Y.col(count) = white(problem, problem.momentum());
  const Eigen::VectorXd arriving = Y.col(count);
  Y.colwise() -= Y.rowwise().mean().eval();
  if (Y.cols() < mostPrincipal)  // all momenta agree along the further directions
    Y.conservativeResizeLike(Eigen::MatrixXd::Zero(Y.rows(), mostPrincipal));
  return {thinSvd(Y).U, arriving};
}

/// The `index`-th principal direction, turned so that p⁻ lies on its positive side: it does not flip while a
/// parameter moves.
Eigen::VectorXd principal(const Principal& all, int index) {
  const Eigen::VectorXd direction = all.U.col(std::min<Eigen::Index>(index, all.U.cols() - 1));
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  const double along = direction.dot(all.arriving);
  const double side = std::abs(along) > 1e-9 * all.arriving.norm() ? along : direction[largest];
  return side < 0 ? Eigen::VectorXd(-direction) : direction;
}

/// White unit vector of an axis. The principal directions are computed where the first axis wants them.
Eigen::VectorXd directionOf(const ImpactReport& report, const OutcomeAxis& axis,
                            std::optional<Principal>& directions) {
  const ImpactProblem& problem = report.problem;
  if (axis.kind == OutcomeAxis::Kind::Contact && axis.index < problem.contactCount())
    return problem.frame().unitNormals().col(axis.index).cast<double>();
  if (axis.kind == OutcomeAxis::Kind::Coordinate && axis.index < problem.dof())
    return white(problem, Eigen::VectorXd::Unit(problem.dof(), axis.index)).normalized();
  if (!directions) directions = principalOf(report);
  return principal(*directions, axis.index);
}

/// By OutcomeAxis::Kind.
constexpr const char* axisForms[] = {QT_TRANSLATE_NOOP("QObject", "principal axis %1"),
                                     QT_TRANSLATE_NOOP("QObject", "contact %1"),
                                     QT_TRANSLATE_NOOP("QObject", "along %1")};

/// The contact or coordinate of an axis, or the number of a principal one.
QString axisName(const Snapshot& snapshot, const OutcomeAxis& axis) {
  switch (axis.kind) {
    case OutcomeAxis::Kind::Contact:
      return shortContactName(snapshot.report->problem.labels()[axis.index], snapshot.instance);
    case OutcomeAxis::Kind::Coordinate:
      return QString::fromStdString(snapshot.instance.mechanism->coordinates()[axis.index].name);
    default:
      return QString::number(axis.index + 1);
  }
}

}  // namespace

std::vector<OutcomeAxis> outcomeAxes(const Snapshot& snapshot) {
  std::vector<OutcomeAxis> axes;
  if (!snapshot.report) return axes;
  const ImpactProblem& problem = snapshot.report->problem;
  for (int i = 0; i < std::min(mostPrincipal, problem.dof()); ++i)
    axes.push_back({OutcomeAxis::Kind::Principal, i});
  for (int i = 0; i < problem.contactCount(); ++i) axes.push_back({OutcomeAxis::Kind::Contact, i});
  for (int i = 0; i < problem.dof(); ++i) axes.push_back({OutcomeAxis::Kind::Coordinate, i});
  return axes;
}

QString axisMath(const Snapshot& snapshot, const OutcomeAxis& axis) {
  static constexpr const char* forms[] = {"e_{%1}", "c_{%1}", "p_{%1}"};
  return QString::fromUtf8(forms[static_cast<int>(axis.kind)]).arg(axisName(snapshot, axis));
}

QString axisWords(const Snapshot& snapshot, const OutcomeAxis& axis) {
  return QObject::tr(axisForms[static_cast<int>(axis.kind)]).arg(axisName(snapshot, axis));
}

QString axisKey(const Snapshot& snapshot, const OutcomeAxis& axis) {
  return QString::fromUtf8(axisForms[static_cast<int>(axis.kind)]).arg(axisName(snapshot, axis));
}

std::vector<QPointF> coneEdges(const std::vector<QPointF>& points) {
  std::vector<double> angles;
  double size = 0;
  for (const QPointF& point : points) size = std::max(size, std::hypot(point.x(), point.y()));
  for (const QPointF& point : points)
    if (std::hypot(point.x(), point.y()) > 1e-9 * size) angles.push_back(std::atan2(point.y(), point.x()));
  if (angles.empty()) return {};
  std::sort(angles.begin(), angles.end());
  double widest = 2 * M_PI - (angles.back() - angles.front());
  std::size_t after = 0;  // the widest gap ends here
  for (std::size_t i = 1; i < angles.size(); ++i)
    if (angles[i] - angles[i - 1] > widest) {
      widest = angles[i] - angles[i - 1];
      after = i;
    }
  if (widest < M_PI - 1e-9) return {};
  const double first = angles[after], last = angles[(after + angles.size() - 1) % angles.size()];
  return {{std::cos(first), std::sin(first)}, {std::cos(last), std::sin(last)}};
}

bool takesLongToProject(const ImpactReport& report) {
  constexpr double most = 4e6;  // multiplications of one sweep of the singular values: some 20 ms in all
  const auto momenta = static_cast<double>(report.outcomes.size() + 1),
             n = static_cast<double>(report.problem.dof());
  return std::min(momenta, n) * momenta * n > most;
}

OutcomeProjection projectOutcomes(const SnapshotPtr& snapshot, const OutcomeAxis& x, const OutcomeAxis& y,
                                  const std::optional<MeasuredMomentum>& measured) {
  OutcomeProjection picture;
  picture.snapshot = snapshot;
  picture.x = x;
  picture.y = y;
  if (!snapshot || !snapshot->report || snapshot->report->outcomes.empty()) return picture;
  const ImpactReport& report = *snapshot->report;
  std::optional<Principal> directions;
  const Eigen::VectorXd ex = directionOf(report, x, directions), ey = directionOf(report, y, directions);
  const auto place = [&](const Eigen::VectorXd& p) {
    const Eigen::VectorXd w = white(report.problem, p);
    return QPointF(w.dot(ex), w.dot(ey));
  };
  picture.arriving = place(report.problem.momentum());
  for (const Outcome& outcome : report.outcomes) picture.outcomes.push_back(place(outcome.momentum));
  picture.hull = convexHull(picture.outcomes);
  picture.cone = coneEdges(picture.outcomes);
  picture.convex = place(report.choice.convex.momentum);
  if (!report.choice.conic.zero) picture.conic = place(report.choice.conic.momentum);
  if (measured) {
    // δ⟨p,ê⟩ = ⟨δp,ê⟩: white coordinates are L⁻¹p, so each column of the covariance is whitened twice.
    const Eigen::Index n = measured->covariance.rows();
    Eigen::MatrixXd half(n, 2);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Eigen::VectorXd w = white(report.problem, measured->covariance.col(i));
      half.row(i) << w.dot(ex), w.dot(ey);
    }
    Eigen::Matrix2d covariance;
    for (int i = 0; i < 2; ++i) {
      const Eigen::VectorXd w = white(report.problem, half.col(i));
      covariance.row(i) << w.dot(ex), w.dot(ey);
    }
    picture.measured = RecordedPoint{place(measured->momentum), covariance};
  }
  if (!snapshot->models) return picture;
  const ModelComparison& comparison = *snapshot->models;
  for (std::size_t i = 0; i < comparison.models.size(); ++i)
    if (comparison.models[i].answer.multipliers)
      picture.models.push_back({static_cast<int>(i), place(comparison.models[i].momentum)});
  for (const CompliantCloud& cloud : comparison.clouds)
    for (const auto& p : cloud.momenta.colwise()) picture.cloud.push_back(place(p));
  return picture;
}

}  // namespace carom
