// What is almost so: pairs that fit a reflection group within the tolerance of the rule, and contacts that
// jam to rounding. The oracle is a walk in long double that knows neither groups nor jams.

#include <QtTest>

#include "impact/certificate/exact_jam.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// The end of a random ordering, M being 1; the start where it is longer than `most`.
Vector randomEnd(const ImpactProblem& problem, Random& random, std::size_t most = 100'000) {
  const Matrix u = problem.normals().cast<Real>().rowwise().normalized();
  Vector p = problem.momentum().cast<Real>();
  const Real least = -1e-17L * p.norm();
  for (std::size_t length = 0; length < most; ++length) {
    const Vector c = u * p;
    std::vector<Eigen::Index> open;
    for (Eigen::Index i = 0; i < c.size(); ++i)
      if (c[i] < least) open.push_back(i);
    if (open.empty()) return p;
    const Eigen::Index i = open[static_cast<std::size_t>(random.below(static_cast<int>(open.size())))];
    p -= 2 * c[i] * u.row(i).transpose();
  }
  return problem.momentum().cast<Real>();
}

/// ξ of some random orderings.
double xiOfRandomEnds(const ImpactProblem& problem, Random& random, int count) {
  std::vector<Vector> ends;
  Real largest = 0;
  for (int i = 0; i < count; ++i) {
    ends.push_back(randomEnd(problem, random));
    for (const Vector& other : ends) largest = std::max(largest, (ends.back() - other).norm());
  }
  return static_cast<double>(largest / problem.momentum().cast<Real>().norm());
}

/// Three mirrors of the affine group Ã2, leaning by t towards a direction that opens them all.
ImpactProblem leaningMirrors(double t) {
  const double h = std::sqrt(0.75);
  Eigen::MatrixXd normals(3, 3);
  normals << 1, t, 0, -0.5, t, h, -0.5, t, -h;
  return problem(Eigen::Matrix3d::Identity(), normals, Eigen::Vector3d(0.3, -1, 0.2));
}

struct Diagram {
  const char* name;
  int k;
  std::vector<DiagramEdge> edges;
};

const std::vector<Diagram>& diagrams() {
  static const std::vector<Diagram> all{{"A3", 3, {{0, 1, 3}, {1, 2, 3}}},
                                        {"B3", 3, {{0, 1, 4}, {1, 2, 3}}},
                                        {"H3", 3, {{0, 1, 5}, {1, 2, 3}}},
                                        {"A1 x A2", 3, {{0, 1, 3}}},
                                        {"D4", 4, {{0, 1, 3}, {0, 2, 3}, {0, 3, 3}}},
                                        {"I2(7)", 2, {{0, 1, 7}}},
                                        {"A1 x A1 x A1", 3, {}}};
  return all;
}

/// The diagram's normals, each entry of G off by up to `off`.
ImpactProblem nearDiagram(Random& random, const Diagram& diagram, double off) {
  Eigen::MatrixXd G = coxeterGram(diagram.k, diagram.edges);
  for (int i = 0; i < diagram.k; ++i)
    for (int j = 0; j < i; ++j) G(i, j) = G(j, i) = G(i, j) + off * random.uniform(-1, 1);
  Eigen::VectorXd c(diagram.k);
  for (double& value : c) value = random.uniform(-1, 0.2);
  return fromGram(G, c);
}

/// Two contacts that lean by t against each other, and one that is pressed between them.
ImpactProblem leaningWalls(double t) {
  Eigen::MatrixXd normals(3, 2);
  normals << 0, 1, 1, t, -1, t;
  return problem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(1, -0.3));
}

/// Whole numbers whose sum with positive weights is exactly 0, with a random mass matrix. The last coordinate
/// is that of no contact.
ImpactProblem exactJam(Random& random, int n) {
  Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(n + 1, n + 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) normals(i, j) = random.below(9) - 4 + (i == j ? 10 : 0);
  for (int i = 0; i < n; ++i) normals.row(n) -= (1 + random.below(5)) * normals.row(i);
  const Eigen::MatrixXd root = random.normalMatrix(n + 1, n + 1);
  const Eigen::MatrixXd M = root * root.transpose() + Eigen::MatrixXd::Identity(n + 1, n + 1);
  return problem(M, normals, random.normalVector(n + 1));
}

}  // namespace

class NearlyDecided : public QObject {
  Q_OBJECT

 private slots:
  void pairsNearAnInfiniteGroupProveNothing_data() {
    QTest::addColumn<double>("t");
    for (const double t : {2.4e-5, 1e-6, 1e-8}) QTest::addRow("%g", t) << t;
  }
  void pairsNearAnInfiniteGroupProveNothing() {
    QFETCH(double, t);
    ResolveOptions options;
    options.limits.maxStates = 2'000;
    const ImpactReport report = resolveImpact(leaningMirrors(t), options);
    QCOMPARE(report.certificate.reason, Certificate::Reason::InfiniteGroup);
    QVERIFY(!report.certificate.unique && !report.certificate.xiBound);
    // ξ is at least twice the lean: orderings of 70,000 reflections reach it at 2.4e-5.
    QVERIFY(report.indeterminacy.upper > 1.9 * t);
    Random random(1);
    if (t > 1e-5) QVERIFY(xiOfRandomEnds(leaningMirrors(t), random, 20) > 4.7e-5);
  }

  void finiteGroupsKeepTheirBound() {
    Random random(2);
    int certified = 0, deviating = 0;
    double nearest = 0;
    for (int trial = 0; trial < 420; ++trial) {
      const Diagram& diagram = diagrams()[static_cast<std::size_t>(trial) % diagrams().size()];
      const ImpactProblem problem = nearDiagram(random, diagram, std::pow(10, -random.uniform(8.8, 13)));
      const Certificate certificate = certify(problem, decideTermination(problem));
      if (!certificate.xiBound) continue;  // beyond the tolerance of the rule
      QCOMPARE(certificate.group, std::string(diagram.name));
      QCOMPARE(certificate.unique == true, *certificate.xiBound <= mostCertifiedXi);
      const double xi = xiOfRandomEnds(problem, random, 12);
      QVERIFY2(xi <= *certificate.xiBound + 1e-15, diagram.name);
      (certificate.unique ? certified : deviating) += 1;
      if (*certificate.xiBound > 0) nearest = std::max(nearest, xi / *certificate.xiBound);
    }
    QVERIFY(certified > 200 && deviating > 10);
    QVERIFY(nearest > 0.03);  // the bound says something
  }

  /// A bound is 0 only where no pair deviates; deviations of rounding are counted, too.
  void aDeviationThatIsShownIsBounded() {
    Random random(13);
    int rounded = 0;
    for (const Diagram& diagram : diagrams())
      for (const double off : {0.0, 1e-16, 1e-15, 5e-15}) {
        const ImpactProblem problem = nearDiagram(random, diagram, off);
        const Certificate certificate = certify(problem, decideTermination(problem));
        QVERIFY(certificate.unique == true && certificate.xiBound);
        const double largest = certificate.deviation.cwiseAbs().maxCoeff();
        QCOMPARE(*certificate.xiBound > 0, largest > 0);
        QVERIFY(*certificate.xiBound < 1e-10);
        // π/δ may be whole in double while the normals are off by a rounding.
        QVERIFY(xiOfRandomEnds(problem, random, 12) <= *certificate.xiBound + 1e-14);
        rounded += largest > 0;
      }
    QVERIFY(rounded > 10);
  }

  void countsSayThatTheyAreOfTheIdealGroup() {
    // p⁻ comes from opposite a wall of the feasible wedge, where the orderings of the group end on a wall.
    Random random(3);
    int longer = 0;
    for (int trial = 0; trial < 100; ++trial) {
      Eigen::Matrix2d G = coxeterGram(2, {{0, 1, 5}});
      G(0, 1) = G(1, 0) = G(0, 1) - random.uniform(1e-10, 3e-10);
      const ImpactReport report = resolveImpact(fromGram(G, Eigen::Vector2d(-random.uniform(0, 1e-10), -1)));
      QVERIFY(report.certificate.unique == true && report.countsIdealGroup);
      longer += report.outcomes.front().example.size() > report.maxLength;
    }
    QVERIFY(longer > 0);
    QVERIFY(!resolveImpact(coxeter(3, {{0, 1, 3}, {1, 2, 3}})).countsIdealGroup);
  }

  void wallsThatAlmostJamAreNotDecided_data() {
    QTest::addColumn<double>("t");
    QTest::addColumn<bool>("open");
    QTest::newRow("open") << 1e-8 << true;
    for (const double t : {1e-10, 1e-12, 1e-14, 1e-16, 1e-300}) QTest::addRow("%g", t) << t << false;
  }
  void wallsThatAlmostJamAreNotDecided() {
    QFETCH(double, t);
    QFETCH(bool, open);
    const ImpactProblem walls = leaningWalls(t);
    const Termination termination = decideTermination(walls);
    QCOMPARE(termination.answer(), open ? std::optional(true) : std::nullopt);
    QVERIFY(std::abs(termination.margin - t) <= 1e-6 * t);
    if (open) return;
    const ImpactReport report = resolveImpact(walls);
    QVERIFY(!report.jammed() && !report.ends && !report.complete() && report.outcomes.empty());
    QCOMPARE(report.certificate.reason, Certificate::Reason::NearJam);
  }

  void exactWallsJam() {
    const ImpactReport report = resolveImpact(leaningWalls(0));
    QVERIFY(report.jammed());
    QCOMPARE(report.termination.jamWeights[0], 0.0);
    QCOMPARE(report.certificate.reason, Certificate::Reason::Jammed);
  }

  /// Two walls that face each other, and a third one at 45°: bouncing between the two never ends, but after
  /// the third one p is along the walls.
  void aJamMayLeaveOrderingsThatEnd() {
    Eigen::MatrixXd normals(3, 2);
    normals << 1, 0, -1, 0, std::sqrt(0.5), std::sqrt(0.5);
    const ImpactProblem walls = problem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(-1, 0));
    const ImpactReport report = resolveImpact(walls);
    QVERIFY(report.jammed() && !report.termination.noneEnds);
    Eigen::VectorXd p = walls.momentum();
    p -= 2 * p.dot(normals.row(2)) * normals.row(2).transpose();
    QVERIFY(walls.withMomentum(p).isFeasible());
    QVERIFY(resolveImpact(problem(Eigen::Matrix2d::Identity(), normals.topRows(2), Eigen::Vector2d(-1, 0)))
                .termination.noneEnds);
  }

  /// Random contacts beside two walls: where no ordering ends, random ones do not, and where some never end,
  /// those of the walls alone do not.
  void whatIsSaidOfEndlessOrderingsHolds() {
    Random random(11);
    int none = 0, some = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const int n = 2 + random.below(2), more = random.below(3);
      Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(2 + more, n);
      normals(0, 0) = 1;
      normals(1, 0) = -1;
      for (int i = 0; i < more; ++i) {
        normals.row(2 + i) = random.normalVector(n).transpose();
        if (random.below(2) == 0) normals(2 + i, 0) = 0;
      }
      const ImpactProblem walls = problem(Eigen::MatrixXd::Identity(n, n), normals, random.normalVector(n));
      const Termination termination = decideTermination(walls);
      if (termination.answer() != false) continue;
      (termination.noneEnds ? none : some) += 1;
      if (termination.noneEnds) QVERIFY(randomEnd(walls, random, 5'000) == walls.momentum().cast<Real>());
      std::vector<int> jam;
      for (int i = 0; i < 2 + more; ++i)
        if (termination.jamWeights[i] > 0) jam.push_back(i);
      const Eigen::MatrixXd ofJam = normals(jam, Eigen::all);
      const ImpactProblem alone(walls.metric().mass(), ofJam, walls.momentum(),
                                labels(static_cast<int>(jam.size())));
      QVERIFY(randomEnd(alone, random, 5'000) == walls.momentum().cast<Real>());
    }
    QVERIFY2(none > 30 && some > 30, QByteArray::number(none) + ' ' + QByteArray::number(some));
  }

  void jamsAreProvenWhereTheSumIsExactlyZero() {
    Random random(4);
    int jammed = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const ImpactProblem exact = exactJam(random, 2 + random.below(5));
      const Termination termination = decideTermination(exact);
      QVERIFY(!termination.coneHasInterior && termination.jamIsExact);
      QVERIFY((exact.unitNormals().transpose() * termination.jamWeights).norm() < 1e-13);
      jammed += termination.answer() == false;
      // A lean that no rounding would show takes the proof away.
      Eigen::MatrixXd normals = exact.normals();
      normals(0, normals.cols() - 1) = 1e-30;
      const ImpactProblem off(exact.metric().mass(), normals, exact.momentum(),
                              labels(static_cast<int>(normals.rows())));
      QVERIFY(decideTermination(off).answer() != false);
    }
    QVERIFY(jammed > 150);
  }

  void relationsOfRowsAreExact() {
    Eigen::MatrixXd rows(3, 2);
    rows << 0.1, 0.25, -0.3, -0.75, 0, 1;
    QVERIFY(!cancelExactly(rows, {0, 1}));  // 3 · 0.1 is not 0.3 in doubles
    rows << 0.125, 0.25, 0.375, -0.125, -0.5, -0.125;
    QVERIFY(cancelExactly(rows, {0, 1, 2}));
    QVERIFY(!cancelExactly(rows, {0, 1}));
    rows.row(2) *= -1;
    QVERIFY(!cancelExactly(rows, {0, 1, 2}));  // cancels with a negative weight only
    rows << 1e-300, 0, -1e300, 0, 0, 1;
    QVERIFY(cancelExactly(rows, {0, 1}));
  }

  void endlessOrderingsAreNotCounted() {
    Eigen::MatrixXd normals(3, 3);
    normals << 1, 0, 0, -0.004, 1, 0, 0.6, 0.6, 0.5;
    const ImpactProblem three = problem(Eigen::Matrix3d::Identity(), normals, Eigen::Vector3d(-1, -0.5, -1));
    ResolveOptions options;
    options.reflectionRestitution = 0;
    const ImpactReport report = resolveImpact(three, options);
    QVERIFY(report.ends == false && report.cut());
  }
};

CAROM_TEST(NearlyDecided);
#include "tst_nearly_decided.moc"
