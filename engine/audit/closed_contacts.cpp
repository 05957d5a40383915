#include "audit/closed_contacts.h"

#include <algorithm>
#include <cmath>

namespace carom {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double gapDeviation(const Mechanism& mechanism, int contact, const UncertainPoint& at, double gapError) {
  const Eigen::VectorXd u = mechanism.normal(contact, at.point.q);
  const Eigen::Index n = u.size();
  return std::sqrt(std::max(0.0, u.dot(at.covariance.topLeftCorner(n, n) * u)) + gapError * gapError);
}

std::vector<int> closedDuring(const Mechanism& mechanism, const RecordedRun& run, const RecordingNoise& noise,
                              double gapError, Index first, Index last) {
  constexpr Index fewest = 6;
  constexpr double sure = 5;
  std::vector<int> closed;
  const Index n = run.q.rows();
  UncertainPoint at{0, {}, MatrixXd::Zero(2 * n, 2 * n)};
  at.covariance.diagonal().head(n) = noise.q.cwiseAbs2();
  for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
    bool isClosed = last - first + 1 >= fewest;
    for (Index i = first; isClosed && i <= last; ++i) {
      at.point.q = run.q.col(i);
      const double gap = mechanism.gap(contact, at.point.q);
      isClosed = std::abs(gap) <= sure * gapDeviation(mechanism, contact, at, gapError) + 10 * closedGap;
    }
    if (isClosed) closed.push_back(contact);
  }
  return closed;
}

std::vector<StandingContact> standingDuring(const Mechanism& mechanism, const RecordedRun& run,
                                            const RecordingNoise& noise, double gapError, Index first,
                                            Index last) {
  constexpr double sure = 5, ofSecondOrder = 1e-3;  // standard deviations; of the square of a turn, in m
  constexpr Index looks = 8;
  std::vector<StandingContact> standing;
  const VectorXd q = run.q.col(first);
  for (const int contact : closedDuring(mechanism, run, noise, gapError, first, last)) {
    const VectorXd sd = (2 * mechanism.tangents(contact, q).cwiseAbs2() * noise.q.cwiseAbs2()).cwiseSqrt();
    bool slips = false;
    for (Index look = 1; look <= looks && !slips; ++look) {
      // Along the tangents in the middle the way of a point at rest is of second order.
      const VectorXd change = mechanism.difference(q, run.q.col(first + (last - first) * look / looks));
      const VectorXd way = mechanism.tangents(contact, mechanism.moved(q, change, 0.5)) * change;
      slips = (way.array().abs() > sure * sd.array() + ofSecondOrder * change.squaredNorm()).any();
    }
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
    standing.push_back({contact, pair.coefficients.friction > 0 && !slips});
  }
  return standing;
}

}  // namespace carom
