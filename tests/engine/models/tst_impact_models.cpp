// Other models of a simultaneous impact, beside the propagative one.
#include <QtTest>

#include "base/linear_complementarity.h"
#include "impact/examine.h"
#include "models/compare_models.h"
#include "models/compliant_contacts.h"
#include "models/generalized_reflections.h"
#include "models/newton_lcp.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

constexpr const char* conservative[] = {
    "moreau",           "newton-lcp",      "poisson-lcp",  "generalized-reflections",
    "compliant-linear", "compliant-hertz", "gauss-seidel", "most-infeasible"};

ImpactProblem cradle(int n) {
  return line(Eigen::VectorXd::Ones(n), Eigen::VectorXd::Unit(n, 0));
}

ModelOptions with(const ImpactProblem& problem, double e, Eigen::VectorXd stiffness = {}) {
  return {Eigen::VectorXd::Constant(problem.contactCount(), e), std::move(stiffness)};
}

/// p⁺ of a model; empty where it has none.
Eigen::VectorXd after(const char* name, const ImpactProblem& problem, const ModelOptions& options) {
  const ModelAnswer answer = findImpactModel(name)->answer(problem, options);
  if (!answer.multipliers) return {};
  return problem.momentum() + problem.unitNormals().transpose() * *answer.multipliers;
}

double distance(const ImpactProblem& problem, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return problem.metric().norm(a - b) / problem.momentumNorm();
}

double keptEnergy(const ImpactProblem& problem, const Eigen::VectorXd& p) {
  return problem.metric().energy(p) / problem.metric().energy(problem.momentum());
}

/// Contacts in another order: row i of the result is contact order[i].
ImpactProblem permuted(const ImpactProblem& problem, const std::vector<int>& order) {
  Eigen::MatrixXd normals(problem.normals().rows(), problem.dof());
  for (Eigen::Index i = 0; i < normals.rows(); ++i)
    normals.row(i) = problem.normals().row(order[static_cast<std::size_t>(i)]);
  return {problem.metric().mass(), normals, problem.momentum(), labels(static_cast<int>(normals.rows()))};
}

/// Dependent normals, odd masses, between two and six contacts in three to six dimensions.
ImpactProblem anyImpact(Random& random, bool canEnd) {
  while (true) {
    const int n = random.below(4) + 3, k = random.below(5) + 2;
    Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return random.uniform(-1, 1); });
    const Eigen::MatrixXd M = A * A.transpose() + 0.05 * Eigen::MatrixXd::Identity(n, n);
    const Eigen::MatrixXd normals = Eigen::MatrixXd::NullaryExpr(k, n, [&] { return random.uniform(-1, 1); });
    const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(n, [&] { return random.uniform(-1, 1); });
    ImpactProblem impact = problem(M, normals, v);
    if (impact.isFeasible()) continue;
    const ImpactReport report = examineImpact(impact);
    if (!canEnd || (report.ends == true && report.termination.margin > 0.1)) return impact;
  }
}

/// Impacts of more than some thousand momenta stay incomplete.
ImpactReport searched(const ImpactProblem& impact) {
  ResolveOptions options;
  options.limits.maxStates = 3000;
  options.minimalityChecks = 0;
  options.samplePastLimit.samples = 0;
  return resolveImpact(impact, options);
}

/// Springs between bodies, integrated in the bodies' own coordinates by the leapfrog rule with equal steps:
/// it shares nothing with the engine's contact coordinates and its control of errors.
Eigen::VectorXd leapfrog(const ImpactProblem& problem, const Eigen::VectorXd& stiffness, double exponent,
                         double step, double until) {
  const Eigen::MatrixXd inverse = problem.metric().mass().inverse();
  const Eigen::MatrixXd& N = problem.normals();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.dof()), p = problem.momentum();
  const auto push = [&] {
    const Eigen::ArrayXd depth = (-(N * x)).array().max(0.0);
    return (N.transpose() * (stiffness.array() * depth.pow(exponent)).matrix()).eval();
  };
  for (double t = 0; t < until; t += step) {
    x += step / 2 * (inverse * p);
    p += step * push();
    x += step / 2 * (inverse * p);
  }
  return p;
}

}  // namespace

class TestImpactModels : public QObject {
  Q_OBJECT
 private slots:
  void theyAgreeOnASingleContact();
  void theyAgreeWhereContactsAreOrthogonal();
  void threeEqualBalls_data();
  void threeEqualBalls();
  void theBilliardBreakAt120Degrees();
  void compliantCradles_data();
  void compliantCradles();
  void compliantContactsAreThoseOfAnotherIntegrator();
  void stiffOnesAlikeInRatioGiveTheSame();
  void separateStiffnessesGiveSequences();
  void energyIsKeptAtE1();
  void moreauTakesItsShareOfThePlasticLoss();
  void newtonsRuleHoldsAtEveryContact();
  void newtonsRuleIsMoreausWithOneE();
  void newtonsRuleMayHaveNoSolution();
  void poissonNeverLeavesAnApproach();
  void generalizedReflectionsOfSymmetricImpactsAreSymmetric();
  void generalizedReflectionsPassThroughFeasibleMomentaOnly();
  void theOrderOfContactsChangesNothing_data();
  void theOrderOfContactsChangesNothing();
  void dependentNormalsHaveSeveralMultipliers();
  void jammedImpactsHaveNoAnswerOfThoseThatRepeat();
  void oneEWhereContactsDifferIsRefused();
  void singleReflectionsEndInOutcomes();
  void placesAmongOutcomes();
  void aCloudIsTheSameEveryTime();
  void complementarityIsWhatItSays();
};

void TestImpactModels::theyAgreeOnASingleContact() {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const int n = random.below(4) + 1;
    Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return random.uniform(-1, 1); });
    const Eigen::MatrixXd M = A * A.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
    const Eigen::MatrixXd u = Eigen::MatrixXd::NullaryExpr(1, n, [&] { return random.uniform(-1, 1); });
    Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(n, [&] { return random.uniform(-1, 1); });
    if ((u * v)[0] > 0) v = -v;
    const ImpactProblem impact = problem(M, u, v);
    // v⁺ = v − 2 (u v)/(u M⁻¹ uᵀ) M⁻¹ uᵀ
    const Eigen::VectorXd t = M.inverse() * u.transpose();
    const Eigen::VectorXd expected = M * (v - 2 * (u * v)[0] / (u * t)[0] * t);
    for (const char* name : conservative) {
      const Eigen::VectorXd p = after(name, impact, with(impact, 1));
      QVERIFY2(distance(impact, p, expected) < 1e-7, name);
    }
  }
}

void TestImpactModels::theyAgreeWhereContactsAreOrthogonal() {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const int k = random.below(5) + 1;
    const Eigen::VectorXd c = Eigen::VectorXd::NullaryExpr(k, [&] { return random.uniform(-1, 0.3); });
    const ImpactProblem impact = fromGram(Eigen::MatrixXd::Identity(k, k), c);
    for (const char* name : conservative) {
      const Eigen::VectorXd p = after(name, impact, with(impact, 1));
      // Every c that closes is reversed.
      QVERIFY2((impact.unitNormals() * p - c.cwiseAbs()).norm() < 1e-7, name);
    }
  }
}

void TestImpactModels::threeEqualBalls_data() {
  QTest::addColumn<double>("a");
  QTest::addColumn<double>("b");
  QTest::addColumn<double>("c");
  QTest::addColumn<double>("distance");
  for (const char* name : {"moreau", "newton-lcp", "poisson-lcp"})
    QTest::newRow(name) << -1 / 3. << 2 / 3. << 2 / 3. << std::sqrt(2 / 3.);
  for (const char* name : {"generalized-reflections", "gauss-seidel", "most-infeasible"})
    QTest::newRow(name) << 0. << 0. << 1. << 0.;
}

void TestImpactModels::threeEqualBalls() {
  QFETCH(double, a);
  QFETCH(double, b);
  QFETCH(double, c);
  QFETCH(double, distance);
  const ImpactReport report = resolveImpact(cradle(3));
  const ComparedModel compared = compareModel(*findImpactModel(QTest::currentDataTag()), report,
                                              OutcomeHull(report), modelOptions(report));
  QVERIFY((compared.velocity - Eigen::Vector3d(a, b, c)).norm() < 1e-12);
  QVERIFY(compared.feasible);
  QVERIFY(std::abs(compared.energyAfter - compared.energyBefore) < 1e-12);
  QVERIFY(compared.place);
  QVERIFY(std::abs(compared.place->distance - distance) < 1e-12);
  QCOMPARE(compared.place->inHull, std::optional(distance == 0));
}

void TestImpactModels::theBilliardBreakAt120Degrees() {
  const ImpactReport report = resolveImpact(billiardBreak(2 * std::numbers::pi / 3));
  QCOMPARE(report.outcomes.size(), std::size_t{2});
  for (const ComparedModel& compared : compareModels(report, modelOptions(report))) {
    const QByteArray name(compared.model->name.data());
    if (name == "gauss-seidel" || name == "most-infeasible") continue;
    // All of them know no order, so the two balls part alike.
    QVERIFY2(std::abs(compared.velocity[1] + compared.velocity[3]) < 1e-7, name);
    QVERIFY2(std::abs(compared.velocity[0] - compared.velocity[2]) < 1e-7, name);
    QVERIFY2(std::abs(compared.velocity[5]) < 1e-7, name);
    QCOMPARE(compared.place->inHull, std::optional(false));
    QVERIFY2(std::abs(compared.place->distance - std::sqrt(1 / 12.)) < 1e-7, name);
  }
}

void TestImpactModels::compliantCradles_data() {
  QTest::addColumn<double>("exponent");
  QTest::addColumn<std::vector<double>>("expected");
  QTest::newRow("three, linear") << 1. << std::vector{-0.1303, 0.1502, 0.9800};
  QTest::newRow("three, Hertz") << 1.5 << std::vector{-0.0710, 0.0764, 0.9945};
  QTest::newRow("five, Hertz") << 1.5 << std::vector{-0.0711, -0.0303, -0.0145, 0.1270, 0.9888};
}

void TestImpactModels::compliantCradles() {
  QFETCH(double, exponent);
  QFETCH(std::vector<double>, expected);
  const ImpactProblem impact = cradle(static_cast<int>(expected.size()));
  const Eigen::VectorXd p =
      after(exponent == 1 ? "compliant-linear" : "compliant-hertz", impact, with(impact, 1));
  for (std::size_t i = 0; i < expected.size(); ++i)
    QVERIFY2(std::abs(p[static_cast<Eigen::Index>(i)] - expected[i]) < 0.5e-4 + 1e-7,
             qPrintable(QString::number(p[static_cast<Eigen::Index>(i)], 'g', 8)));
}

void TestImpactModels::compliantContactsAreThoseOfAnotherIntegrator() {
  Random random(3);
  for (int i = 0; i < 12; ++i) {
    const ImpactProblem impact = anyImpact(random, true);
    const double exponent = i % 2 ? 1 : 1.5;
    const Eigen::VectorXd stiffness = Eigen::VectorXd::NullaryExpr(
        impact.contactCount(), [&] { return std::pow(10, random.uniform(-1, 1)); });
    const ModelAnswer answer = compliantImpact(impact, {exponent, stiffness});
    QVERIFY2(answer.multipliers, answer.reason.c_str());
    const Eigen::VectorXd p = impact.momentum() + impact.unitNormals().transpose() * *answer.multipliers;
    // Until long after the last contact: what comes apart stays so.
    const Eigen::VectorXd other = leapfrog(impact, stiffness, exponent, 2e-4, 200);
    QVERIFY2(distance(impact, p, other) < 1e-3, qPrintable(QString::number(distance(impact, p, other))));
  }
}

void TestImpactModels::stiffOnesAlikeInRatioGiveTheSame() {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const ImpactProblem impact = anyImpact(random, true);
    const Eigen::VectorXd k = Eigen::VectorXd::NullaryExpr(
        impact.contactCount(), [&] { return std::pow(10, random.uniform(-1, 1)); });
    const ImpactProblem faster = impact.withMomentum(1e3 * impact.momentum());
    for (const char* name : {"compliant-linear", "compliant-hertz"}) {
      const Eigen::VectorXd p = after(name, impact, with(impact, 1, k));
      QVERIFY2(distance(impact, p, after(name, impact, with(impact, 1, 1e6 * k))) < 1e-7, name);
      QVERIFY2(distance(impact, p, after(name, faster, with(impact, 1, k)) / 1e3) < 1e-7, name);
    }
  }
}

/// Where one contact is much stiffer than the other, it is done before the other has begun: the limit is an
/// ordering.
void TestImpactModels::separateStiffnessesGiveSequences() {
  const ImpactReport report = resolveImpact(billiardBreak(2 * std::numbers::pi / 3));
  const OutcomeHull hull(report);
  const ImpactProblem& impact = report.problem;
  std::set<int> nearest;
  for (const double ratio : {1e-8, 1e8}) {
    const auto place =
        hull.place(after("compliant-linear", impact, with(impact, 1, Eigen::Vector2d(1, ratio))));
    QVERIFY2(place->distance < 1e-3, qPrintable(QString::number(place->distance)));
    nearest.insert(place->nearest);
  }
  QCOMPARE(nearest.size(), std::size_t{2});
}

void TestImpactModels::energyIsKeptAtE1() {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const ImpactProblem impact = anyImpact(random, true);
    for (const char* name : conservative) {
      if (std::string_view(name) == "poisson-lcp") continue;  // it may lose where contacts let go
      const Eigen::VectorXd p = after(name, impact, with(impact, 1));
      QVERIFY2(p.size(), name);
      QVERIFY2(std::abs(keptEnergy(impact, p) - 1) < 1e-7, name);
    }
  }
}

void TestImpactModels::moreauTakesItsShareOfThePlasticLoss() {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    const ImpactProblem impact = anyImpact(random, false);
    const double e = random.uniform(0, 1);
    const double whole = keptEnergy(impact, after("moreau", impact, with(impact, 0)));
    const double kept = keptEnergy(impact, after("moreau", impact, with(impact, e)));
    QVERIFY(std::abs((1 - kept) - (1 - e * e) * (1 - whole)) < 1e-12);
  }
}

void TestImpactModels::newtonsRuleHoldsAtEveryContact() {
  Random random(7);
  int solved = 0;
  for (int i = 0; i < 500; ++i) {
    const ImpactProblem impact = anyImpact(random, false);
    ModelOptions options = with(impact, 1);
    for (double& e : options.restitution) e = random.uniform(0, 1);
    const ModelAnswer answer = newtonLcp(impact, options);
    if (!answer.multipliers) continue;
    ++solved;
    const Eigen::VectorXd& c = impact.contactCoordinates();
    const Eigen::VectorXd after =
        impact.unitNormals() *
        impact.metric().velocity(impact.momentum() + impact.unitNormals().transpose() * *answer.multipliers);
    for (Eigen::Index j = 0; j < c.size(); ++j) {
      const double rule = after[j] + options.restitution[j] * c[j], lambda = (*answer.multipliers)[j];
      QVERIFY(lambda >= 0);
      QVERIFY(rule > -1e-9);
      QVERIFY(std::min(lambda, rule) < 1e-9);
    }
  }
  QVERIFY(solved > 300);
}

void TestImpactModels::newtonsRuleIsMoreausWithOneE() {
  Random random(8);
  for (int i = 0; i < 300; ++i) {
    const ImpactProblem impact = anyImpact(random, false);
    const ModelOptions options = with(impact, random.uniform(0, 1));
    const Eigen::VectorXd newton = after("newton-lcp", impact, options);
    QVERIFY(newton.size() > 0);
    QVERIFY(distance(impact, newton, after("moreau", impact, options)) < 1e-9);
  }
}

/// A ball between two walls that comes with v: e = 1 at the one and 0 at the other ask for c₁⁺ ≥ v, c₂⁺ ≥ 0
/// of c₁⁺ = −c₂⁺.
void TestImpactModels::newtonsRuleMayHaveNoSolution() {
  const ImpactProblem impact =
      problem(Eigen::MatrixXd::Identity(1, 1), Eigen::Vector2d(1, -1), Eigen::VectorXd::Constant(1, -1));
  const ModelAnswer answer = newtonLcp(impact, {Eigen::Vector2d(1, 0)});
  QVERIFY(!answer.multipliers);
  QVERIFY(answer.reason.find("no solution") != std::string::npos);
}

void TestImpactModels::poissonNeverLeavesAnApproach() {
  Random random(9);
  for (int i = 0; i < 300; ++i) {
    const ImpactProblem impact = anyImpact(random, false);
    ModelOptions options = with(impact, 1);
    for (double& e : options.restitution) e = random.uniform(0, 1);
    const Eigen::VectorXd p = after("poisson-lcp", impact, options);
    QVERIFY(p.size() > 0);
    QVERIFY((impact.unitNormals() * impact.metric().velocity(p)).minCoeff() > -1e-9);
  }
}

/// The falling line of balls seen from either end.
void TestImpactModels::generalizedReflectionsOfSymmetricImpactsAreSymmetric() {
  for (int n = 3; n < 9; ++n) {
    const ImpactProblem impact = line(Eigen::VectorXd::Ones(n), Eigen::VectorXd::LinSpaced(n, 1, -1));
    const Eigen::VectorXd p = after("generalized-reflections", impact, with(impact, 1));
    QVERIFY((p + p.reverse()).norm() < 1e-12);
    QVERIFY(std::abs(keptEnergy(impact, p) - 1) < 1e-12);
  }
}

/// Rounds end where no contact is infeasible, and there only.
void TestImpactModels::generalizedReflectionsPassThroughFeasibleMomentaOnly() {
  Random random(10);
  for (int i = 0; i < 300; ++i) {
    const ImpactProblem impact = anyImpact(random, true);
    const ModelAnswer answer = generalizedReflections(impact, with(impact, 1));
    QVERIFY2(answer.multipliers, answer.reason.c_str());
    QVERIFY(answer.rounds > 0);
    QVERIFY(answer.multipliers->minCoeff() >= 0);
    const Eigen::VectorXd p = impact.momentum() + impact.unitNormals().transpose() * *answer.multipliers;
    QVERIFY((impact.unitNormals() * impact.metric().velocity(p)).minCoeff() > -1e-9);
  }
}

void TestImpactModels::theOrderOfContactsChangesNothing_data() {
  QTest::addColumn<bool>("dependsOnOrder");
  for (const ImpactModel& model : impactModels())
    if (model.name != "gauss-seidel") QTest::newRow(model.name.data()) << false;
}

void TestImpactModels::theOrderOfContactsChangesNothing() {
  Random random(11);
  for (int i = 0; i < 100; ++i) {
    const ImpactProblem impact = anyImpact(random, true);
    std::vector<int> order(static_cast<std::size_t>(impact.contactCount()));
    for (std::size_t j = 0; j < order.size(); ++j) order[j] = static_cast<int>(j);
    for (std::size_t j = order.size(); j > 1; --j)
      std::swap(order[j - 1], order[static_cast<std::size_t>(random.below(static_cast<int>(j)))]);
    const char* name = QTest::currentDataTag();
    const double e = std::string_view(name).starts_with("compliant") ? 1 : 0.7;
    const Eigen::VectorXd p = after(name, impact, with(impact, e));
    QVERIFY(p.size() > 0);
    QVERIFY(distance(impact, p, after(name, permuted(impact, order), with(impact, e))) < 1e-7);
  }
}

/// A body with four feet in the plane of three coordinates: one set of multipliers more than there are
/// conditions. With three feet there is one.
void TestImpactModels::dependentNormalsHaveSeveralMultipliers() {
  Eigen::MatrixXd feet(4, 3);
  feet << 1, 1, 1, 1, -1, 1, 1, -1, -1, 1, 1, -1;
  const Eigen::Vector3d falling(-1, 0.1, 0.05);
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(3, 3);
  for (const char* name : {"newton-lcp", "poisson-lcp"}) {
    const ImpactProblem four = problem(M, feet, falling), three = problem(M, feet.topRows(3), falling);
    QVERIFY(findImpactModel(name)->answer(four, with(four, 1)).severalMultipliers);
    QVERIFY(!findImpactModel(name)->answer(three, with(three, 1)).severalMultipliers);
    // With one e they give one momentum; Poisson's expansion returns another one where the feet differ in e.
    QVERIFY(!findImpactModel(name)->answer(four, with(four, 0.5)).severalMomenta);
    const ModelAnswer differing = findImpactModel(name)->answer(four, {Eigen::Vector4d(1, 0, 0.3, 0.8)});
    QCOMPARE(differing.severalMomenta, std::string_view(name) == "poisson-lcp");
  }
}

void TestImpactModels::jammedImpactsHaveNoAnswerOfThoseThatRepeat() {
  const ImpactProblem impact =
      problem(Eigen::MatrixXd::Identity(1, 1), Eigen::Vector2d(1, -1), Eigen::VectorXd::Constant(1, -1));
  const ImpactReport report = resolveImpact(impact);
  QVERIFY(report.jammed());
  for (const ComparedModel& compared : compareModels(report, modelOptions(report))) {
    const std::string name(compared.model->name);
    const bool solves = name == "moreau" || name.ends_with("-lcp");
    QVERIFY2(compared.answer.multipliers.has_value() == solves, name.c_str());
    QVERIFY2(compared.answer.reason.empty() == solves, name.c_str());
    QVERIFY(!compared.place);
  }
}

void TestImpactModels::oneEWhereContactsDifferIsRefused() {
  const ImpactProblem impact = cradle(3);
  const ModelOptions differing{Eigen::Vector2d(1, 0.5)};
  for (const char* name : {"moreau", "generalized-reflections", "compliant-linear"}) {
    const ModelAnswer answer = findImpactModel(name)->answer(impact, differing);
    QVERIFY2(!answer.multipliers && !answer.reason.empty(), name);
  }
}

void TestImpactModels::singleReflectionsEndInOutcomes() {
  Random random(12);
  int compared = 0;
  for (int i = 0; i < 150; ++i) {
    const ImpactReport report = searched(anyImpact(random, true));
    if (!report.complete()) continue;
    const OutcomeHull hull(report);
    for (const char* name : {"gauss-seidel", "most-infeasible"}) {
      const ComparedModel model = compareModel(*findImpactModel(name), report, hull, modelOptions(report));
      QVERIFY2(model.place->distance < 1e-9, name);
      QVERIFY2(model.feasible, name);
      ++compared;
    }
    // The policy of this name follows the ordering that the model has.
    const Word word = followPolicy(report.problem, {Policy::Kind::GaussSeidel, {}, 0});
    const ComparedModel model =
        compareModel(*findImpactModel("gauss-seidel"), report, hull, modelOptions(report));
    QVERIFY((replay(report.problem, word).momentum - model.momentum).norm() <
            1e-9 * report.problem.momentum().norm());
  }
  QVERIFY(compared > 150);
}

/// Points made of outcomes with known weights.
void TestImpactModels::placesAmongOutcomes() {
  Random random(13);
  int inside = 0;
  for (int i = 0; i < 200; ++i) {
    const ImpactReport report = searched(anyImpact(random, true));
    if (!report.complete() || report.outcomes.size() < 2) continue;
    ++inside;
    const OutcomeHull hull(report);
    const std::size_t a = static_cast<std::size_t>(random.below(static_cast<int>(report.outcomes.size())));
    const std::size_t b = (a + 1) % report.outcomes.size();
    const Eigen::VectorXd &pa = report.outcomes[a].momentum, &pb = report.outcomes[b].momentum;
    QCOMPARE(hull.place(pa)->nearest, static_cast<int>(a));
    QVERIFY(hull.place(pa)->distance < 1e-12);
    QCOMPARE(hull.place(0.3 * pa + 0.7 * pb)->inHull, std::optional(true));
    // Elastic outcomes lie on a sphere: what is outside of it is in no hull of them.
    const auto outside = hull.place(1.001 * pa);
    QCOMPARE(outside->inHull, std::optional(false));
    QVERIFY(outside->hullDistance <= outside->distance);
  }
  QVERIFY(inside > 50);
}

void TestImpactModels::aCloudIsTheSameEveryTime() {
  const ImpactProblem impact = cradle(4);
  const CompliantCloud first = compliantCloud(impact, 1.5, 60, 7), again = compliantCloud(impact, 1.5, 60, 7);
  QCOMPARE(first.momenta.cols(), Eigen::Index{60});
  QVERIFY((first.momenta.array() == again.momenta.array()).all());
  QVERIFY((first.momenta.array() != compliantCloud(impact, 1.5, 60, 8).momenta.array()).any());
  for (const auto& p : first.momenta.colwise()) {
    QVERIFY(std::abs(p.sum() - impact.momentum().sum()) < 1e-9);
    QVERIFY(std::abs(keptEnergy(impact, p) - 1) < 1e-5);
  }
}

/// Against all 2^k sets of active rows.
void TestImpactModels::complementarityIsWhatItSays() {
  Random random(14);
  int unsolvable = 0;
  for (int i = 0; i < 2000; ++i) {
    const int k = random.below(5) + 1, rank = random.below(k) + 1;
    Eigen::MatrixXd B = Eigen::MatrixXd::NullaryExpr(k, rank, [&] {
      return i % 3 ? random.uniform(-1, 1) : std::round(random.uniform(-2, 2));  // ties in every third
    });
    const Eigen::MatrixXd A = B * B.transpose();
    const Eigen::VectorXd q = Eigen::VectorXd::NullaryExpr(
        k, [&] { return i % 3 ? random.uniform(-1, 1) : std::round(random.uniform(-2, 2)); });
    const ComplementaritySolution solution = solveComplementarity(A, q);
    QVERIFY(solution.status != ComplementaritySolution::Status::LimitReached);
    if (solution.status == ComplementaritySolution::Status::Solved) {
      QVERIFY((A * solution.z + q - solution.w).norm() < 1e-8);
      QVERIFY(solution.z.minCoeff() >= 0 && solution.w.minCoeff() >= 0);
      QVERIFY(solution.z.cwiseMin(solution.w).maxCoeff() < 1e-8);
      continue;
    }
    ++unsolvable;
    for (int set = 0; set < 1 << k; ++set) {
      std::vector<Eigen::Index> active;
      for (int j = 0; j < k; ++j)
        if (set >> j & 1) active.push_back(j);
      Eigen::VectorXd z = Eigen::VectorXd::Zero(k);
      if (!active.empty()) {
        const Eigen::MatrixXd block = A(active, active);
        const Eigen::VectorXd right = -q(active);
        z(active) = block.completeOrthogonalDecomposition().solve(right).eval();
      }
      const Eigen::VectorXd w = A * z + q;
      QVERIFY(z.minCoeff() < -1e-7 || w.minCoeff() < -1e-7 || (z.cwiseProduct(w)).norm() > 1e-7);
    }
  }
  QVERIFY(unsolvable > 50);
}

CAROM_TEST(TestImpactModels);
#include "tst_impact_models.moc"
