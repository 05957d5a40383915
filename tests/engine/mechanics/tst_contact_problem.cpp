// The contacts of one step: the conditions themselves on random problems, singular ones included, beside
// enumeration of all modes.
#include <Eigen/QR>
#include <QtTest>
#include <cmath>
#include <random>

#include "mechanics/motion/contact_solver/contact_solver.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Contacts of balls that roll, with arms, in a chain: masses spread over 10^±spread; every pair of contacts
/// twice where `redundant`.
ContactProblem randomProblem(unsigned seed, int block, double spread, bool redundant) {
  std::mt19937 engine(seed);
  const auto random = [&] { return 2.0 * (static_cast<double>(engine()) / 4294967295.0) - 1.0; };
  const int bodies = 1 + static_cast<int>(engine() % 4), n = 3 * bodies;
  const int copies = redundant ? 2 : 1, k = bodies * copies;
  MatrixXd C = MatrixXd::Zero(block * k, n);
  VectorXd inverse(n), v(n);
  for (int b = 0; b < bodies; ++b) {
    inverse.segment<3>(3 * b).setConstant(std::pow(10.0, spread * random()));
    for (int a = 0; a < 3; ++a) v[3 * b + a] = random();
    for (int c = 0; c < copies; ++c)
      for (int r = 0; r < block; ++r)
        for (int a = 0; a < 3; ++a) {
          const int row = block * (copies * b + c) + r;
          const double entry = c > 0 ? C(row - block, 3 * b + a) : (a == r ? 1.0 : 0.0) + 0.3 * random();
          C(row, 3 * b + a) = entry;
          if (b > 0) C(row, 3 * (b - 1) + a) = -(a == r ? 1.0 : 0.0);
        }
  }
  ContactProblem problem;
  problem.block = block;
  problem.resize(k);
  problem.W = C * inverse.asDiagonal() * C.transpose();
  problem.b = C * v;
  for (double& mu : problem.friction) mu = engine() % 3 == 0 ? 0 : 0.5 * (1 + random());
  if (redundant)
    for (int i = 0; i < k; i += 2) problem.friction[i + 1] = problem.friction[i];
  return problem;
}

/// How far z is from each condition, over the size of what is added up; written down from the conditions, not
/// as the solver measures it.
double worstViolation(const ContactProblem& problem, const VectorXd& z) {
  const VectorXd w = problem.W * z + problem.b;
  double worst = 0;
  for (int i = 0; i < problem.contacts(); ++i) {
    const Eigen::Index n = problem.block * i;
    const int d = problem.block - 1;
    const double size = (problem.W.middleRows(n, problem.block).cwiseAbs() * z.cwiseAbs()).maxCoeff() +
                        problem.b.segment(n, problem.block).cwiseAbs().maxCoeff();
    const double press = z[n], unit = size / problem.W(n, n);
    worst = std::max({worst, -w[n] / size, -press / unit, std::min(w[n] / size, press / unit)});
    const VectorXd B = z.segment(n + 1, d), slip = w.segment(n + 1, d);
    const double most = problem.friction[static_cast<std::size_t>(i)] * press;
    worst = std::max(worst, (B.norm() - most) / unit);
    if (slip.norm() <= 1e-10 * size || most <= 1e-10 * unit) continue;
    worst =
        std::max({worst, (most - B.norm()) / unit, (slip / slip.norm() + B / B.norm()).norm() * most / unit});
  }
  return worst;
}

/// All w that some choice of modes (open, stick, slip to either side) of every planar contact leads to.
std::vector<VectorXd> byEnumeration(const ContactProblem& problem) {
  std::vector<VectorXd> found;
  const int k = problem.contacts(), m = 2 * k, all = static_cast<int>(std::pow(4, k));
  for (int code = 0; code < all; ++code) {
    MatrixXd A = MatrixXd::Identity(m, m);
    VectorXd r = VectorXd::Zero(m);
    for (int i = 0, rest = code; i < k; ++i, rest /= 4) {
      const int n = 2 * i, mode = rest % 4;
      if (mode == 0) continue;
      A.row(n) = problem.W.row(n);
      r[n] = -problem.b[n];
      if (mode == 1) {
        A.row(n + 1) = problem.W.row(n + 1);
        r[n + 1] = -problem.b[n + 1];
      } else {
        A(n + 1, n) = (mode == 2 ? 1 : -1) * problem.friction[static_cast<std::size_t>(i)];
      }
    }
    const VectorXd z = A.completeOrthogonalDecomposition().solve(r);
    if (worstViolation(problem, z) < 1e-9) found.push_back(problem.W * z + problem.b);
  }
  return found;
}

}  // namespace

class TestContactProblem : public QObject {
  Q_OBJECT
 private slots:
  void everyConditionHolds_data();
  void everyConditionHolds();
  void planarAnswersAreAmongAllModes();
  void noEnergyIsAdded();
  void aWallThatNothingMovesIsToldSo();
};

void TestContactProblem::everyConditionHolds_data() {
  QTest::addColumn<int>("block");
  QTest::addColumn<double>("spread");
  QTest::addColumn<bool>("redundant");
  for (const int block : {2, 3})
    for (const double spread : {0.0, 2.0})
      for (const bool redundant : {false, true})
        QTest::addRow("block %d, masses 10^±%g%s", block, spread, redundant ? ", dependent" : "")
            << block << spread << redundant;
}

void TestContactProblem::everyConditionHolds() {
  QFETCH(int, block);
  QFETCH(double, spread);
  QFETCH(bool, redundant);
  ContactSolver solver;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const ContactProblem problem = randomProblem(seed, block, spread, redundant);
    VectorXd z = VectorXd::Zero(problem.b.size());
    const ContactStatus status = solver.solve(problem, z);
    QVERIFY2(status == ContactStatus::Solved, qPrintable(QString::number(seed)));
    const double violation = worstViolation(problem, z);
    QVERIFY2(violation < 1e-9, qPrintable(QStringLiteral("%1: %2").arg(seed).arg(violation)));
  }
}

/// Friction may have several answers; ours is one of those that enumeration finds.
void TestContactProblem::planarAnswersAreAmongAllModes() {
  ContactSolver solver;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const ContactProblem problem = randomProblem(seed, 2, 1, false);
    VectorXd z = VectorXd::Zero(problem.b.size());
    QVERIFY(solver.solve(problem, z) == ContactStatus::Solved);
    const VectorXd w = problem.W * z + problem.b;
    double nearest = HUGE_VAL;
    for (const VectorXd& other : byEnumeration(problem)) nearest = std::min(nearest, (w - other).norm());
    QVERIFY2(nearest <= 1e-8 * (1 + problem.b.norm()), qPrintable(QString::number(seed)));
  }
}

/// The work of the impulses, z·(w + b)/2, is not above 0.
void TestContactProblem::noEnergyIsAdded() {
  ContactSolver solver;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const ContactProblem problem = randomProblem(seed, 3, 2, seed % 2 == 0);
    VectorXd z = VectorXd::Zero(problem.b.size());
    QVERIFY(solver.solve(problem, z) == ContactStatus::Solved);
    const double work = 0.5 * z.dot(problem.W * z + 2 * problem.b);
    QVERIFY(work <= 1e-12 * z.cwiseAbs().dot(problem.b.cwiseAbs()));
  }
}

void TestContactProblem::aWallThatNothingMovesIsToldSo() {
  ContactProblem problem;
  problem.resize(1);
  problem.W.setZero();
  problem.b << -1, 0;
  problem.friction = {0.5};
  VectorXd z = VectorXd::Zero(2);
  QVERIFY(ContactSolver().solve(problem, z) == ContactStatus::Unbounded);
}

CAROM_TEST(TestContactProblem);
#include "tst_contact_problem.moc"
