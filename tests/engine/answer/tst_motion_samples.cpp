// Samples of motions: where the mass matrix is constant they are computed for all times at once, which must
// be what the mechanism says of each time.
#include <QtTest>

#include "answer/motion_samples.h"
#include "base/random.h"
#include "support/mechanism_examples.h"
#include "support/snapshot_factory.h"
#include "support/test_program.h"

using namespace carom;

namespace {

double within(Random& random, double low, double high) {
  return low + (high - low) * random.uniform();
}

/// Slides on slides in space, with armature at half of them.
Mechanism slides(Random& random) {
  std::vector<Body> bodies;
  for (int i = 0; i < 6; ++i) {
    Body body;
    body.name = "body" + std::to_string(i);
    body.parent = i == 0 ? -1 : static_cast<int>(random.below(static_cast<std::size_t>(i + 1))) - 1;
    body.mass = std::pow(10, within(random, -2, 2));
    for (int k = 0; k <= i % 3; ++k) {
      const Eigen::Vector3d axis =
          Eigen::Vector3d(within(random, -1, 1), within(random, -1, 1), 1.5).normalized();
      body.joints.push_back(examples::slide(axis, k == 0 ? "x" : k == 1 ? "y" : "z"));
      body.joints.back().armature = i % 2 ? within(random, 0, 3) : 0;
    }
    bodies.push_back(body);
  }
  return Mechanism(bodies, {}, {0, 0, -9.81});
}

}  // namespace

class TestMotionSamples : public QObject {
  Q_OBJECT
 private slots:
  void energiesOfManyTimesAreThoseOfEach() {
    Random random(7);
    for (int attempt = 0; attempt < 20; ++attempt) {
      const Mechanism mechanism = slides(random);
      QVERIFY(mechanism.isTranslational());
      Eigen::MatrixXd q(mechanism.dof(), 9), v(mechanism.dof(), 9);
      for (double& x : q.reshaped()) x = within(random, -1, 1);
      for (double& x : v.reshaped()) x = within(random, -3, 3);
      std::vector<int> bodies;
      for (std::size_t i = 0; i < mechanism.bodies().size(); ++i) bodies.push_back(static_cast<int>(i));
      for (const Eigen::MatrixXd& at : {q, Eigen::MatrixXd(q.leftCols(1))}) {
        const Eigen::MatrixXd energies = kineticEnergies(mechanism, bodies, at, v);
        for (Eigen::Index row = 0; row < energies.rows(); ++row)
          for (Eigen::Index i = 0; i < v.cols(); ++i) {
            const double one =
                mechanism.kineticEnergy(bodies[static_cast<std::size_t>(row)], q.col(0), v.col(i));
            QVERIFY2(
                std::abs(energies(row, i) - one) <= 1e-13 * (1 + one),
                qPrintable(
                    QString("%1 %2 row %3").arg(energies(row, i), 0, 'g', 17).arg(one, 0, 'g', 17).arg(row)));
          }
        // All of them together are ½ vᵀMv.
        const Eigen::MatrixXd M = mechanism.massMatrix(q.col(0));
        for (Eigen::Index i = 0; i < v.cols(); ++i) {
          const double whole = 0.5 * v.col(i).dot(M * v.col(i));
          QVERIFY(std::abs(energies.col(i).sum() - whole) <= 1e-12 * whole);
        }
      }
    }
  }

  void momentaAreThoseOfTheMassMatrix() {
    for (const char* name : {"billiard-break", "rack-break", "double-pendulum", "trex"}) {
      const SnapshotPtr snapshot = makeSnapshot(name);
      const Mechanism& mechanism = *snapshot->instance.mechanism;
      const MotionSamples samples = sampleMotion(mechanism, *snapshot->trajectory, 40);
      QVERIFY(samples.time.size() >= 4);
      for (Eigen::Index i = 0; i < samples.time.size(); ++i) {
        const Eigen::VectorXd p = mechanism.massMatrix(samples.q.col(i)) * samples.v.col(i);
        QVERIFY((samples.p.col(i) - p).norm() <= 1e-13 * (1 + p.norm()));
      }
    }
  }
};

CAROM_TEST(TestMotionSamples);
#include "tst_motion_samples.moc"
