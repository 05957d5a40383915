#include "impact/certificate/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/thin_svd.h"
#include "impact/certificate/group_deviation.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// Least singular value of distinct unit normals that count as independent. Rounding leaves 1e-15; with a
/// smaller value a pair that breaks the rule may prove dependent normals not unique.
constexpr double independenceTolerance = 1e-9;

void fillPairs(const ImpactProblem& problem, Certificate& certificate) {
  const int k = problem.contactCount();
  certificate.multiplicity = Eigen::MatrixXi::Identity(k, k);
  certificate.deviation = Eigen::MatrixXd::Zero(k, k);
  certificate.angle = std::numbers::pi * Eigen::MatrixXd::Identity(k, k);
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < i; ++j) {
      const double angle = wedgeAngle(problem, i, j);
      const double m = std::numbers::pi / angle;
      certificate.angle(i, j) = certificate.angle(j, i) = angle;
      certificate.deviation(i, j) = certificate.deviation(j, i) = m - std::round(m);
      const int whole = wholeMultiplicity(m);
      certificate.multiplicity(i, j) = certificate.multiplicity(j, i) = whole;
      certificate.nearly = certificate.nearly || (whole > 0 && !fitsToRounding(angle, whole));
    }
  }
}

/// One contact for each direction: the first of those with coincident normals.
std::vector<int> distinctContacts(const Eigen::MatrixXi& multiplicity) {
  std::vector<int> distinct;
  for (int i = 0; i < multiplicity.rows(); ++i) {
    bool first = true;
    for (const int j : distinct) first = first && multiplicity(i, j) != 1;
    if (first) distinct.push_back(i);
  }
  return distinct;
}

bool areIndependent(const ImpactProblem& problem, const std::vector<int>& contacts) {
  if (static_cast<int>(contacts.size()) > problem.dof()) return false;
  const Eigen::MatrixXd unit = problem.frame().unitNormals()(Eigen::all, contacts).cast<double>();
  return thinSvd(unit).sigma.tail<1>()[0] > independenceTolerance;
}

std::optional<double> xiBoundOf(const ImpactProblem& problem, const std::vector<int>& distinct,
                                const Certificate& certificate) {
  if ((certificate.deviation.array() == 0).all()) return 0;
  if (!certificate.nearly && std::ssize(distinct) > mostRoundedContacts) return std::nullopt;
  return groupDeviationBound(problem, certificate, distinct);
}

/// Completes a certificate in which every pair fits.
void certifyGroup(const ImpactProblem& problem, const std::vector<int>& distinct, Certificate& certificate) {
  CoxeterGroup group = classifyCoxeter(certificate.multiplicity(distinct, distinct));
  certificate.group = std::move(group.name);
  certificate.reason = Certificate::Reason::InfiniteGroup;
  // Normals that fit an infinite group exactly can jam; with an open cone they fit it only nearly.
  if (!group.states) return;
  certificate.xiBound = xiBoundOf(problem, distinct, certificate);
  certificate.reason = Certificate::Reason::Deviates;
  // Without more than rounding the group is the exact one, of which nothing is to be bounded.
  if (certificate.nearly && !(certificate.xiBound && *certificate.xiBound <= mostCertifiedXi)) return;
  certificate.unique = true;
  certificate.reason =
      problem.contactCount() <= 1 ? Certificate::Reason::Single : Certificate::Reason::Coxeter;
  certificate.closedFormStates = std::move(group.states);
  certificate.closedFormLength = group.length;
  // A direction that several contacts share has a word for each of them, which the closed form does not
  // count.
  if (static_cast<int>(distinct.size()) == problem.contactCount())
    certificate.closedFormOrderings = std::move(group.orderings);
}

}  // namespace

double shortestPairOrdering(const ImpactProblem& problem) {
  const WhiteFrame& frame = problem.frame();
  const ExtendedVector c = frame.unitNormals().transpose() * frame.whiten(problem.momentum());
  const Extended delta = wedgeAngle(problem, 0, 1);
  Extended shortest = std::numeric_limits<Extended>::infinity();
  for (const int i : {0, 1}) {
    if (!problem.isInfeasible(static_cast<double>(c[i]))) continue;
    const Extended along = (c[1 - i] + std::cos(delta) * c[i]) / std::sin(delta);
    shortest = std::min(shortest, std::atan2(-c[i], along) / delta);
  }
  return problem.isFeasible() ? 0 : static_cast<double>(shortest);
}

Certificate certify(const ImpactProblem& problem, const Termination& termination,
                    const std::stop_token& stop) {
  Certificate certificate;
  fillPairs(problem, certificate);
  if (!termination.decided && stop.stop_requested()) {
    certificate.reason = Certificate::Reason::Cancelled;
    return certificate;
  }
  if (!termination.coneHasInterior) {
    certificate.reason = termination.jamIsExact ? Certificate::Reason::Jammed : Certificate::Reason::NearJam;
    return certificate;
  }
  const std::vector<int> distinct = distinctContacts(certificate.multiplicity);
  if ((certificate.multiplicity(distinct, distinct).array() == 0).any()) {
    if (problem.contactCount() > mostUnstopped && stop.stop_requested()) {
      certificate.reason = Certificate::Reason::Cancelled;
      return certificate;
    }
    const bool independent = areIndependent(problem, distinct);
    certificate.reason =
        independent ? Certificate::Reason::PairBreaks : Certificate::Reason::DependentNormals;
    if (independent) certificate.unique = false;
    return certificate;
  }
  certifyGroup(problem, distinct, certificate);
  if (problem.sides() > 1) {
    certificate.unique.reset();
    certificate.reason = Certificate::Reason::Corner;
    certificate.group.clear();
    certificate.xiBound.reset();
    certificate.closedFormOrderings.reset();
    certificate.closedFormStates.reset();
    certificate.closedFormLength.reset();
  }
  return certificate;
}

}  // namespace carom
