#include "answer/motion_samples.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace carom {

namespace {

/// M(q) v of all samples. Where M is constant each of its blocks serves all of them: a scene of many bodies
/// has thousands of flights and hundreds of blocks.
void addMomenta(const Mechanism& mechanism, MotionSamples& samples) {
  if (samples.q.cols() == 0) return;
  if (!mechanism.isTranslational()) {
    for (Eigen::Index i = 0; i < samples.q.cols(); ++i)
      samples.p.col(i) = mechanism.massBlocks(samples.q.col(i)).times(samples.v.col(i));
    return;
  }
  const BlockMatrix M = mechanism.massBlocks(samples.q.col(0));
  samples.p.setZero();
  for (std::size_t g = 0; g < M.blocks.size(); ++g) {
    const std::vector<int>& rows = M.groups->rows()[g];
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (std::size_t i = 0; i < rows.size(); ++i)
        samples.p.row(rows[i]) +=
            M.blocks[g](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) * samples.v.row(rows[k]);
  }
}

/// The coordinates of a body's own joints, whose armature is part of its energy.
std::span<const int> ownCoordinates(const Mechanism& mechanism, int body) {
  const int parent = mechanism.bodies()[static_cast<std::size_t>(body)].parent;
  const std::size_t above = parent < 0 ? 0 : mechanism.chain(parent).size();
  return std::span(mechanism.chain(body)).subspan(above);
}

/// The columns of a matrix that are not 0.
std::vector<Eigen::Index> columnsOf(const Eigen::Matrix3Xd& J) {
  std::vector<Eigen::Index> columns;
  for (Eigen::Index i = 0; i < J.cols(); ++i)
    if (!J.col(i).isZero(0)) columns.push_back(i);
  return columns;
}

}  // namespace

MotionSamples sampleMotion(const Mechanism& mechanism, const Trajectory& trajectory, int curved) {
  const double whole = trajectory.end() - trajectory.start();
  const auto samplesOf = [&](const FreeFlight& flight) -> Eigen::Index {
    const bool straight = !flight.nodes && flight.a.isZero(0);
    if (straight || !(whole > 0)) return 2;
    const double curvedSamples = curved * (flight.end - flight.start) / whole;
    return 2 + std::lround(flight.nodes ? std::min<double>(2 * curvedSamples, flight.nodes->time.size())
                                        : curvedSamples);
  };
  Eigen::Index count = 0;
  for (const FreeFlight& flight : trajectory.flights) count += samplesOf(flight);
  const Eigen::Index n = mechanism.dof();
  MotionSamples samples{Eigen::VectorXd(count), Eigen::MatrixXd(n, count), Eigen::MatrixXd(n, count),
                        Eigen::MatrixXd(n, count)};
  Eigen::Index at = 0;
  for (const FreeFlight& flight : trajectory.flights) {
    const Eigen::Index number = samplesOf(flight);
    for (Eigen::Index i = 0; i < number; ++i, ++at) {
      const double part = static_cast<double>(i) / static_cast<double>(number - 1);
      samples.time[at] = i + 1 == number ? flight.end : flight.start + part * (flight.end - flight.start);
      if (flight.nodes)  // between nodes the energies are not exact
        samples.time[at] = flight.nodes->time[std::lround(part * (flight.nodes->time.size() - 1))];
      samples.q.col(at) = flight.configuration(samples.time[at]);
      samples.v.col(at) = flight.velocity(samples.time[at]);
      samples.flow.push_back(flight.flowAt(samples.time[at]));
    }
  }
  addMomenta(mechanism, samples);
  return samples;
}

std::vector<int> movingBodies(const Mechanism& mechanism) {
  std::vector<int> moving;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    if (!mechanism.isFixed(body)) moving.push_back(body);
  return moving;
}

Eigen::MatrixXd kineticEnergies(const Mechanism& mechanism, const std::vector<int>& bodies,
                                const Eigen::MatrixXd& q, const Eigen::MatrixXd& v) {
  Eigen::MatrixXd energies(static_cast<Eigen::Index>(bodies.size()), v.cols());
  for (Eigen::Index row = 0; row < energies.rows(); ++row) {
    const int body = bodies[static_cast<std::size_t>(row)];
    if (mechanism.isTranslational() && q.cols() > 0) {  // J is constant, and of few coordinates
      const double mass = mechanism.bodies()[static_cast<std::size_t>(body)].mass;
      const Eigen::Matrix3Xd J = mechanism.positionJacobian(body, q.col(0));
      const std::vector<Eigen::Index> own = columnsOf(J);
      const Eigen::Matrix3Xd perCoordinate = J(Eigen::all, own);
      energies.row(row) = 0.5 * mass * (perCoordinate * v(own, Eigen::all)).colwise().squaredNorm();
      for (const int i : ownCoordinates(mechanism, body))
        energies.row(row) +=
            0.5 * mechanism.links()[static_cast<std::size_t>(i)].armature * v.row(i).cwiseAbs2();
      continue;
    }
    for (Eigen::Index i = 0; i < v.cols(); ++i)
      energies(row, i) = mechanism.kineticEnergy(body, q.col(q.cols() == 1 ? 0 : i), v.col(i));
  }
  return energies;
}

}  // namespace carom
