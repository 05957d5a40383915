// The contacts of one step: the conditions themselves on random problems, singular ones included, beside
// enumeration of all modes.
#include <Eigen/LU>
#include <Eigen/QR>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>
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

/// Contacts of bodies in a ring, and of some with a floor, in a random order: a problem that is 0 between
/// most of its contacts. `again`: it changes a little with it, as from step to step.
ContactProblem ringProblem(unsigned seed, int block, int again, double size) {
  std::mt19937 engine(seed);
  const auto random = [&] { return 2.0 * (static_cast<double>(engine()) / 4294967295.0) - 1.0; };
  const int bodies = 12, contacts = 3 * bodies / 2, n = 3 * bodies;
  std::vector<int> order(contacts);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, engine);
  MatrixXd C = MatrixXd::Zero(block * contacts, n);
  VectorXd v(n);
  for (int i = 0; i < n; ++i) v[i] = random();
  for (int k = 0; k < contacts; ++k) {
    const int row = block * order[k], body = k < bodies ? k : 2 * (k - bodies);
    for (int r = 0; r < block; ++r)
      for (int a = 0; a < 3; ++a) {
        C(row + r, 3 * body + a) = (a == r ? 1.0 : 0.0) + 0.2 * random();
        if (k < bodies) C(row + r, 3 * ((body + 1) % bodies) + a) = -(a == r ? 1.0 : 0.0) + 0.2 * random();
      }
  }
  ContactProblem problem;
  problem.block = block;
  problem.resize(contacts);
  std::mt19937 later(seed + 1000U * static_cast<unsigned>(again));
  const auto change = [&] { return size * (2.0 * (static_cast<double>(later()) / 4294967295.0) - 1.0); };
  for (double& entry : C.reshaped())
    if (entry != 0) entry += change();
  for (double& entry : v) entry += change();
  problem.W = C * C.transpose();
  problem.b = C * v;
  for (double& mu : problem.friction) mu = engine() % 3 == 0 ? 0 : 0.3 * (1 + random());
  problem.order = order;
  return problem;
}

/// Contacts in space of one body or two, in any direction and with much friction: many problems have no
/// solution, and sweeps from contact to contact move away from it.
ContactProblem jammingProblem(unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  const int contacts = 1 + static_cast<int>(engine() % 9), n = seed % 2 ? 6 : 12;
  ContactProblem problem;
  problem.block = 3;
  problem.resize(contacts);
  MatrixXd C(3 * contacts, n);
  for (double& entry : C.reshaped()) entry = normal(engine);
  problem.W = C * C.transpose();
  for (double& entry : problem.b) entry = normal(engine);
  for (double& mu : problem.friction) mu = 3 * static_cast<double>(engine()) / 4294967295.0;
  problem.size = problem.b.norm();
  problem.noise = 1e-16 * problem.size;
  return problem;
}

}  // namespace

class TestContactProblem : public QObject {
  Q_OBJECT
 private slots:
  void everyConditionHolds_data();
  void everyConditionHolds();
  void planarAnswersAreAmongAllModes();
  void noEnergyIsAdded();
  void pilesOfManyContactsAreSolvedInAnyOrder_data();
  void pilesOfManyContactsAreSolvedInAnyOrder();
  void factorsOfAnEnvelopeSolveTheMatrix();
  void aWallThatNothingMovesIsToldSo();
  void answersAreOfTheSizeOfTheirProblem();
  void gapsThatContradictEachOther_data();
  void gapsThatContradictEachOther();
};

void TestContactProblem::gapsThatContradictEachOther_data() {
  QTest::addColumn<double>("contradiction");
  for (const double contradiction : {0.0, 1e-15, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7})
    QTest::addRow("%g m/s", contradiction) << contradiction;
}

/// Eight contacts of the flush face of a body, which has six motions, each with a gap of its own: all pressed
/// so that none of them leaves. An answer counts within the slack, by the conditions themselves, and there
/// always is one; without a slack it is not always found.
void TestContactProblem::gapsThatContradictEachOther() {
  QFETCH(double, contradiction);
  constexpr double slack = 2e-7;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 engine(seed);
    const auto random = [&] { return 2.0 * (static_cast<double>(engine()) / 4294967295.0) - 1.0; };
    constexpr int count = 8;
    MatrixXd C(3 * count, 6);
    for (int i = 0; i < count; ++i) {
      const Eigen::Vector3d at(0.15 * std::cos(0.7854 * i), 0.15 * std::sin(0.7854 * i), -0.15);
      const Eigen::Vector3d axes[] = {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX(),
                                      Eigen::Vector3d::UnitY()};
      for (int r = 0; r < 3; ++r) C.row(3 * i + r) << axes[r].transpose(), at.cross(axes[r]).transpose();
    }
    VectorXd inverse(6), v(6);
    inverse << 1, 1, 1, 66.7, 66.7, 66.7;
    v << 0.3 * random(), 0.3 * random(), -0.5, random(), random(), random();
    v.tail<3>() *= 0.2;
    ContactProblem problem;
    problem.block = 3;
    problem.resize(count);
    problem.W = C * inverse.asDiagonal() * C.transpose();
    problem.b = C * v;
    for (int i = 0; i < count; ++i) problem.b[3 * i] += contradiction * random();
    problem.size = problem.b.cwiseAbs().maxCoeff();
    problem.slack = slack;
    const double mu = 0.5 * (1 + random());
    std::ranges::fill(problem.friction, mu);
    VectorXd z = VectorXd::Zero(3 * count);
    ContactSolver solver;
    const ContactStatus status = solver.solve(problem, z);
    const QString what = QStringLiteral("%1: status %2").arg(seed).arg(static_cast<int>(status));
    QVERIFY2(status == ContactStatus::Solved || status == ContactStatus::Rough, qPrintable(what));
    const VectorXd w = problem.W * z + problem.b;
    for (int i = 0; i < count; ++i) {
      const double press = z[3 * i], most = mu * press;
      const Eigen::Vector2d B = z.segment<2>(3 * i + 1), slip = w.segment<2>(3 * i + 1);
      QVERIFY2(press >= 0 && w[3 * i] >= -2 * slack, qPrintable(what));
      QVERIFY2(press < 1e-6 || std::abs(w[3 * i]) <= 2 * slack, qPrintable(what));
      QVERIFY2(B.norm() <= most + 1e-6, qPrintable(what));
      // The friction takes what it can from the slip: B·slip = −μΛ‖slip‖.
      QVERIFY2(std::abs(B.dot(slip) + most * slip.norm()) <= 1e-6, qPrintable(what));
    }
  }
}

void TestContactProblem::pilesOfManyContactsAreSolvedInAnyOrder_data() {
  QTest::addColumn<int>("block");
  QTest::addColumn<double>("size");
  for (const int block : {2, 3})
    for (const double size : {1e-9, 1e-6, 1e-3, 0.1})
      QTest::addRow("block %d, changes of %g", block, size) << block << size;
}

/// A solver that keeps the matrix of the problem before gives answers, also to problems of other contacts.
void TestContactProblem::pilesOfManyContactsAreSolvedInAnyOrder() {
  QFETCH(int, block);
  QFETCH(double, size);
  ContactSolver solver;
  int solved = 0, all = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    VectorXd z = VectorXd::Zero(18 * block);
    for (int again = 0; again < 5; ++again) {
      const ContactProblem problem = ringProblem(seed, block, again, size);
      const ContactStatus status = solver.solve(problem, z);
      ++all;
      if (status != ContactStatus::Solved) continue;
      ++solved;
      const double violation = worstViolation(problem, z);
      QVERIFY2(violation < 1e-9, qPrintable(QStringLiteral("%1: %2").arg(seed).arg(violation)));
    }
  }
  QVERIFY2(solved >= 0.99 * all, qPrintable(QStringLiteral("%1 of %2").arg(solved).arg(all)));
}

void TestContactProblem::factorsOfAnEnvelopeSolveTheMatrix() {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 engine(seed);
    const auto random = [&] { return 2.0 * (static_cast<double>(engine()) / 4294967295.0) - 1.0; };
    const Eigen::Index size = 1 + static_cast<Eigen::Index>(engine() % 40);
    EnvelopeLu lu;
    lu.reserve(size + static_cast<Eigen::Index>(engine() % 3));
    lu.setFull(size);
    MatrixXd A = MatrixXd::Zero(size, size);
    std::vector<Eigen::Index> end(static_cast<std::size_t>(size));
    for (Eigen::Index c = 0; c < size; ++c) {
      end[static_cast<std::size_t>(c)] = std::min(size, c + 1 + static_cast<Eigen::Index>(engine() % 6));
      lu.setEnd(c, end[static_cast<std::size_t>(c)]);
    }
    for (Eigen::Index c = 0; c < size; ++c)
      for (Eigen::Index r = 0; r < size; ++r)
        if (r < end[static_cast<std::size_t>(c)] && c < end[static_cast<std::size_t>(r)])
          A(r, c) = engine() % 4 == 0 ? 0 : random();
    lu.matrix().topLeftCorner(size, size) = A;
    const bool isFactored = lu.factor();
    const Eigen::FullPivLU<MatrixXd> whole(A);
    QVERIFY(isFactored || !whole.isInvertible());
    if (!isFactored || whole.rcond() < 1e-6) continue;
    VectorXd x(size + 2);
    for (double& entry : x) entry = random();
    const VectorXd r = x.head(size), rest = x.tail(2);
    lu.solve(x);
    QVERIFY2(
        (A * x.head(size) - r).norm() < 1e-9 * (A.norm() * x.head(size).norm() + r.norm()),
        qPrintable(
            QStringLiteral("%1: size %2, error %3").arg(seed).arg(size).arg((A * x.head(size) - r).norm())));
    QVERIFY(x.tail(2) == rest);
  }
}

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

/// Answers are finite and hold the conditions, relative to their terms; impulses that hold each other stay
/// below where all velocities are rounding.
void TestContactProblem::answersAreOfTheSizeOfTheirProblem() {
  int solved = 0;
  for (unsigned seed = 0; seed < 12000; ++seed) {
    const ContactProblem problem = jammingProblem(seed);
    VectorXd z = VectorXd::Zero(problem.b.size());
    ContactSolver solver;
    const ContactStatus status = solver.solve(problem, z);
    QVERIFY2(z.allFinite(), QByteArray::number(seed));
    if (status != ContactStatus::Solved) continue;
    ++solved;
    const double terms = (problem.W.cwiseAbs() * z.cwiseAbs()).maxCoeff() / problem.b.norm();
    QVERIFY2(terms < 1e17, QByteArray::number(seed) + ' ' + QByteArray::number(terms));
    QVERIFY2(worstViolation(problem, z) < 1e-9, QByteArray::number(seed));
  }
  QVERIFY2(solved > 6000, QByteArray::number(solved));
}

CAROM_TEST(TestContactProblem);
#include "tst_contact_problem.moc"
