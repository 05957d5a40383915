// Friction at all contacts at once as linear complementarity problems [CR98 6.2].
#include <QtTest>

#include "laws/collision_law.h"
#include "models/collide_at_once.h"
#include "models/friction_lcp.h"
#include "models/poisson_lcp.h"
#include "support/impact_examples.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// An impact of k contacts in n coordinates with t tangents each, all rows random.
struct RoughExample {
  MatrixXd M, normals, tangents;  ///< tangents: kt×n
  VectorXd p;
  std::vector<double> friction;

  ImpactProblem problem() const {
    std::vector<ContactLabel> list = labels(static_cast<int>(normals.rows()));
    const Eigen::Index t = tangents.rows() / normals.rows();
    for (std::size_t i = 0; i < list.size(); ++i) {
      SingleCollision collision{"test", tangents.middleRows(static_cast<Eigen::Index>(i) * t, t), {}};
      collision.friction = friction[i];
      list[i].collision = std::make_shared<const SingleCollision>(collision);
    }
    return {M, normals, p, list};
  }
};

RoughExample anyRough(Impacts& random, int k, int n, int t) {
  const auto matrix = [&](int rows) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, n, [&] { return random.uniform(-1, 1); }));
  };
  const MatrixXd A = matrix(n);
  RoughExample example{A * A.transpose() + 0.1 * MatrixXd::Identity(n, n),
                       matrix(k),
                       matrix(k * t),
                       matrix(1).transpose(),
                       {}};
  for (int i = 0; i < k; ++i) example.friction.push_back(random.uniform(0, 1.5));
  return example;
}

/// All momenta after one phase in the plane, by trying each contact with the normal at rest or without
/// impulse, and the tangent at rest or slipping to either side: 6^k systems of linear equations.
class Modes {
 public:
  Modes(const RoughExample& example, const VectorXd& p, const VectorXd& given)
      : m_example(example), m_k(given.size()), m_given(given), m_modes(static_cast<std::size_t>(m_k)) {
    m_C.resize(2 * m_k, p.size());
    m_C << example.normals, example.tangents;
    const MatrixXd inverse = example.M.inverse();
    m_W = m_C * inverse * m_C.transpose();
    m_begin = p + example.normals.transpose() * given;
    m_V = m_C * inverse * m_begin;
    descend(0);
  }
  std::vector<VectorXd> momenta, normals;  ///< p⁺, and the normal impulses with the given ones

 private:
  void descend(Eigen::Index contact) {
    if (contact == m_k) return tryModes();
    for (int mode = 0; mode < 6; ++mode) {
      m_modes[static_cast<std::size_t>(contact)] = mode;
      descend(contact + 1);
    }
  }
  void tryModes() {
    MatrixXd A = MatrixXd::Zero(2 * m_k, 2 * m_k);
    VectorXd b = VectorXd::Zero(2 * m_k);
    for (Eigen::Index i = 0; i < m_k; ++i) {
      const int mode = m_modes[static_cast<std::size_t>(i)], side = mode / 2 - 1;
      const double mu = m_example.friction[static_cast<std::size_t>(i)];
      if (mode % 2 == 0) {
        A(i, i) = 1;
      } else {
        A.row(i) = m_W.row(i);
        b[i] = -m_V[i];
      }
      if (side == 0) {
        A.row(m_k + i) = m_W.row(m_k + i);
        b[m_k + i] = -m_V[m_k + i];
      } else {
        A(m_k + i, m_k + i) = 1;
        A(m_k + i, i) = side * mu;  // P_t = −side μ (λ + given)
        b[m_k + i] = -side * mu * m_given[i];
      }
    }
    const Eigen::FullPivLU<MatrixXd> lu(A);
    if (!lu.isInvertible()) return;
    const VectorXd P = lu.solve(b), V = m_V + m_W * P;
    constexpr double rounding = 1e-9;
    for (Eigen::Index i = 0; i < m_k; ++i) {
      const int side = m_modes[static_cast<std::size_t>(i)] / 2 - 1;
      const double most = m_example.friction[static_cast<std::size_t>(i)] * (P[i] + m_given[i]);
      if (P[i] < -rounding || V[i] < -rounding || std::abs(P[m_k + i]) > most + rounding ||
          side * V[m_k + i] < -rounding)
        return;
    }
    momenta.push_back(m_begin + m_C.transpose() * P);
    normals.push_back(P.head(m_k) + m_given);
  }

  const RoughExample& m_example;
  Eigen::Index m_k;
  VectorXd m_given, m_begin, m_V;
  std::vector<int> m_modes;
  MatrixXd m_C, m_W;
};

/// One contact with this local impact: the coordinates are its axes.
ImpactProblem alone(const LocalImpact& impact, double friction) {
  const int d = impact.dimension();
  const MatrixXd M = MatrixXd(impact.W).inverse(), axes = MatrixXd::Identity(d, d);
  return RoughExample{
      0.5 * (M + M.transpose()), axes.topRows(1), axes.bottomRows(d - 1), M * impact.V, {friction}}
      .problem();
}

LocalVector impulseOf(const ImpactProblem& problem, double e) {
  const ModelAnswer answer = frictionLcp(problem, {VectorXd::Constant(1, e)});
  return answer.momentum ? LocalVector(*answer.momentum - problem.momentum()) : LocalVector();
}

}  // namespace

class TestFrictionLcp : public QObject {
  Q_OBJECT
 private slots:
  void itIsAmongTheSolutionsOfAllModes_data();
  void itIsAmongTheSolutionsOfAllModes();
  void oneContactHasPfeifferAndGlockersImpulse();
  void oneContactOfASphereHasItInSpaceToo();
  void theConeInSpaceIsAnApproximation();
  void itsImpulsesAreTheChangeOfMomentum_data();
  void itsImpulsesAreTheChangeOfMomentum();
  void energyIsNeverGained_data();
  void energyIsNeverGained();
  void withoutFrictionItIsPoissons();
  void infiniteFrictionSticks();
};

void TestFrictionLcp::itIsAmongTheSolutionsOfAllModes_data() {
  QTest::addColumn<int>("contacts");
  for (const int k : {1, 2, 3}) QTest::addRow("%d", k) << k;
}

void TestFrictionLcp::itIsAmongTheSolutionsOfAllModes() {
  QFETCH(int, contacts);
  Impacts random(2, static_cast<unsigned>(contacts));
  for (int i = 0; i < (contacts == 3 ? 60 : tries); ++i) {
    const RoughExample example = anyRough(random, contacts, 7, 1);
    const VectorXd e = VectorXd::NullaryExpr(contacts, [&] { return random.uniform(0, 1); });
    const ModelAnswer answer = frictionLcp(example.problem(), {e});
    QVERIFY(answer.momentum);
    const Modes compression(example, example.p, VectorXd::Zero(contacts));
    double nearest = infinity;
    for (std::size_t c = 0; c < compression.momenta.size(); ++c) {
      const Modes expansion(example, compression.momenta[c], e.cwiseProduct(compression.normals[c]));
      for (const VectorXd& p : expansion.momenta)
        nearest = std::min(nearest, (p - *answer.momentum).norm() / example.p.norm());
    }
    QVERIFY2(nearest < 1e-9, qPrintable(QString("%1: %2").arg(i).arg(nearest)));
  }
}

void TestFrictionLcp::oneContactHasPfeifferAndGlockersImpulse() {
  Impacts impacts(2);
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 2), e = impacts.uniform(0, 1);
    const LocalVector P = impulse(CollisionLaw::PfeifferGlocker, impact, {mu, e, 0});
    QVERIFY2(::distance(impulseOf(alone(impact, mu), e), P) < 1e-9, QByteArray::number(i));
  }
}

void TestFrictionLcp::oneContactOfASphereHasItInSpaceToo() {
  Impacts impacts(3);
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.central();
    const double mu = impacts.uniform(0, 2), e = impacts.uniform(0, 1);
    const LocalVector P = impulse(CollisionLaw::PfeifferGlocker, impact, {mu, e, 0});
    QVERIFY2(::distance(impulseOf(alone(impact, mu), e), P) < 1e-9, QByteArray::number(i));
  }
}

/// Within the cone, near Pfeiffer and Glocker's impulse, but not at it.
void TestFrictionLcp::theConeInSpaceIsAnApproximation() {
  Impacts impacts(3);
  double sum = 0;
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const double mu = impacts.uniform(0, 1), e = impacts.uniform(0, 1);
    const LocalVector P = impulseOf(alone(impact, mu), e);
    QVERIFY(tangents(P).norm() <= mu * P[0] * (1 + 1e-12) + 1e-12);
    sum += ::distance(P, impulse(CollisionLaw::PfeifferGlocker, impact, {mu, e, 0}));
  }
  QVERIFY2(sum > 1e-3 * tries && sum < 0.05 * tries, QByteArray::number(sum / tries));
  const ModelAnswer answer = frictionLcp(alone(impacts.next(), 0.5), {VectorXd::Ones(1)});
  QVERIFY(answer.note.find("16 edges") != std::string::npos);
}

void TestFrictionLcp::itsImpulsesAreTheChangeOfMomentum_data() {
  QTest::addColumn<int>("tangentsOfEach");
  for (const int t : {1, 2}) QTest::addRow("%d", t) << t;
}

/// The impulses of collideAtOnce lie within the cones, add up to p⁺ − p⁻, and take the energy that is
/// missing.
void TestFrictionLcp::itsImpulsesAreTheChangeOfMomentum() {
  QFETCH(int, tangentsOfEach);
  Impacts random(2, 21);
  for (int i = 0; i < tries; ++i) {
    const RoughExample example = anyRough(random, 3, 8, tangentsOfEach);
    const double e = random.uniform(0, 1);
    const SimultaneousImpact impact = collideAtOnce(example.problem(), e);
    const ModelAnswer model = frictionLcp(example.problem(), {VectorXd::Constant(3, e)});
    QVERIFY((impact.end.momentum - *model.momentum).norm() < 1e-10 * example.p.norm());
    VectorXd sum = example.normals.transpose() * impact.end.impulses;
    for (int c = 0; c < 3; ++c) {
      const VectorXd friction = impact.end.friction.row(c).head(tangentsOfEach).transpose();
      sum += example.tangents.middleRows(c * tangentsOfEach, tangentsOfEach).transpose() * friction;
      QVERIFY(friction.norm() <=
              example.friction[static_cast<std::size_t>(c)] * impact.end.impulses[c] + 1e-9);
    }
    QVERIFY((example.p + sum - impact.end.momentum).norm() < 1e-10 * (example.p.norm() + sum.norm()));
    const auto energy = [&](const VectorXd& p) { return 0.5 * p.dot(example.M.llt().solve(p)); };
    const double before = energy(example.p), lost = before - energy(impact.end.momentum);
    QVERIFY(std::abs(lost - impact.end.energyLoss) < 1e-9 * before);
    QVERIFY(impact.end.relativeEnergyError < 1e-12);
  }
}

void TestFrictionLcp::energyIsNeverGained_data() {
  QTest::addColumn<int>("tangentsOfEach");
  for (const int t : {1, 2}) QTest::addRow("%d", t) << t;
}

void TestFrictionLcp::energyIsNeverGained() {
  QFETCH(int, tangentsOfEach);
  Impacts random(2, 5);
  for (int i = 0; i < 5 * tries; ++i) {
    // Also more rows than coordinates: dependent contacts.
    const RoughExample example = anyRough(random, 1 + i % 5, 4 + i % 3, tangentsOfEach);
    const ImpactProblem problem = example.problem();
    const double e = random.uniform(0, 1);
    const ModelAnswer answer = frictionLcp(problem, {VectorXd::Constant(problem.contactCount(), e)});
    QVERIFY2(answer.momentum, answer.reason.c_str());
    const double before = problem.metric().energy(problem.momentum());
    QVERIFY2(problem.metric().energy(*answer.momentum) <= before * (1 + 1e-10), QByteArray::number(i));
    const VectorXd V = problem.normals() * problem.metric().velocity(*answer.momentum);
    QVERIFY(V.minCoeff() > -1e-9 * problem.scale() * problem.normalNorms().maxCoeff());
  }
}

void TestFrictionLcp::withoutFrictionItIsPoissons() {
  Impacts random(2, 9);
  for (int i = 0; i < tries; ++i) {
    RoughExample example = anyRough(random, 3, 5, 1);
    example.friction.assign(3, 0);
    const ImpactProblem problem = example.problem();
    const ModelOptions options{VectorXd::Constant(3, random.uniform(0, 1))};
    const ModelAnswer smooth = poissonLcp(problem, options), answer = frictionLcp(problem, options);
    QVERIFY(*smooth.multipliers == *answer.multipliers && !answer.momentum && answer.note.empty());
  }
}

/// A contact that approaches along its normal impulse −M V keeps that impulse.
void TestFrictionLcp::infiniteFrictionSticks() {
  Impacts impacts(2, 3);
  int sticking = 0;
  for (int i = 0; i < tries; ++i) {
    const LocalImpact impact = impacts.next();
    const LocalVector second = impact.sticking();
    if (second[0] < 0) continue;
    ++sticking;
    QVERIFY(::distance(impulseOf(alone(impact, infinity), 0), second) < 1e-9);
  }
  QVERIFY(sticking > 10);
}

CAROM_TEST(TestFrictionLcp);
#include "tst_friction_lcp.moc"
