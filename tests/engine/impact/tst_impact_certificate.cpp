// What is known before any search: certificates of uniqueness, and whether every ordering ends.

#include <QtTest>

#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using std::numbers::pi;
using Edges = std::vector<DiagramEdge>;

Edges path(int n, int last = 3) {
  Edges edges;
  for (int i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1, i + 2 == n ? last : 3});
  return edges;
}

Edges star(std::initializer_list<int> arms) {
  Edges edges;
  int next = 1;
  for (const int length : arms) {
    for (int i = 0; i < length; ++i, ++next) edges.push_back({i == 0 ? 0 : next - 1, next, 3});
  }
  return edges;
}

struct Group {
  const char* name;
  int k;
  Edges edges;
  const char* order;
  std::uint64_t length;
};

std::vector<Group> groups() {
  return {
      {"A1", 1, {}, "2", 1},
      {"A2", 2, path(2), "6", 3},
      {"B2", 2, path(2, 4), "8", 4},
      {"I2(5)", 2, path(2, 5), "10", 5},
      {"I2(12)", 2, path(2, 12), "24", 12},
      {"A5", 5, path(5), "720", 15},
      {"B5", 5, path(5, 4), "3840", 25},
      {"B3", 3, {{0, 1, 4}, {1, 2, 3}}, "48", 9},
      {"D4", 4, star({1, 1, 1}), "192", 12},
      {"D6", 6, star({1, 1, 3}), "23040", 30},
      {"E6", 6, star({1, 2, 2}), "51840", 36},
      {"E7", 7, star({1, 2, 3}), "2903040", 63},
      {"E8", 8, star({1, 2, 4}), "696729600", 120},
      {"F4", 4, {{0, 1, 3}, {1, 2, 4}, {2, 3, 3}}, "1152", 24},
      {"H3", 3, path(3, 5), "120", 15},
      {"H4", 4, path(4, 5), "14400", 60},
      {"A1 x A1", 2, {}, "4", 2},
      {"A1 x A2 x B2", 5, {{0, 3, 4}, {1, 4, 3}}, "96", 8},
      {"A2 x H3", 5, {{0, 1, 3}, {1, 2, 5}, {3, 4, 3}}, "720", 18},
  };
}

Certificate certificateOf(const ImpactProblem& problem) {
  return certify(problem, decideTermination(problem));
}

/// Unit masses: normals at these angles in a plane.
ImpactProblem planar(const std::vector<double>& degrees, const Eigen::Vector2d& p) {
  Eigen::MatrixXd normals(static_cast<Eigen::Index>(degrees.size()), 2);
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    const double angle = degrees[i] * pi / 180;
    normals.row(static_cast<Eigen::Index>(i)) << std::cos(angle), std::sin(angle);
  }
  return problem(Eigen::Matrix2d::Identity(), normals, p);
}

ImpactProblem trappedBall(double speed) {
  return problem(Eigen::MatrixXd::Identity(1, 1), Eigen::Vector2d(1, -1),
                 Eigen::VectorXd::Constant(1, speed));
}

/// A ball between two walls in the plane (x), hit by a second ball whose centre is at this angle from it.
/// Contacts: left wall, right wall, ball. Coordinates ax ay bx by.
ImpactProblem trappedAndHit(double angle, const Eigen::Vector4d& v) {
  const double c = std::cos(angle), s = std::sin(angle);
  Eigen::MatrixXd normals(3, 4);
  normals << 1, 0, 0, 0,  //
      -1, 0, 0, 0,        //
      -c, -s, c, s;
  return problem(Eigen::Matrix4d::Identity(), normals, v);
}

}  // namespace

class ImpactCertificate : public QObject {
  Q_OBJECT

 private slots:
  void groupsAreNamed_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Group& group : groups()) QTest::newRow(group.name) << index++;
  }
  void groupsAreNamed() {
    QFETCH(int, index);
    const Group group = groups()[static_cast<std::size_t>(index)];
    const Certificate certificate = certificateOf(coxeter(group.k, group.edges));
    QVERIFY(certificate.unique == true);
    QCOMPARE(certificate.reason, group.k == 1 ? Certificate::Reason::Single : Certificate::Reason::Coxeter);
    QCOMPARE(certificate.group, std::string(group.name));
    QCOMPARE(certificate.closedFormStates->str(), std::string(group.order));
    QCOMPARE(*certificate.closedFormLength, group.length);
    for (const auto& [i, j, m] : group.edges) {
      QCOMPARE(certificate.multiplicity(i, j), m);
      QCOMPARE(certificate.multiplicity(j, i), m);
      QVERIFY(std::abs(certificate.deviation(i, j)) < 1e-12 * m);
      QVERIFY(std::abs(certificate.angle(i, j) - pi / m) < 1e-14);
    }
    QVERIFY((certificate.multiplicity.diagonal().array() == 1).all());
  }

  void namesDoNotDependOnTheOrderOfContacts() {
    Random random(1);
    for (const Group& group : groups()) {
      std::vector<int> order(static_cast<std::size_t>(group.k));
      for (int i = 0; i < group.k; ++i) order[static_cast<std::size_t>(i)] = i;
      for (int i = group.k - 1; i > 0; --i) {
        std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
      }
      const Eigen::MatrixXd G = coxeterGram(group.k, group.edges)(order, order);
      QCOMPARE(certificateOf(fromGram(G, pressed(group.k))).group, std::string(group.name));
    }
  }

  void coincidentContactsCountAsOne() {
    // A2 with its second normal there three times, in different lengths: each of its reflections can be named
    // after three contacts.
    Eigen::MatrixXd normals(4, 3);
    normals << -1, 1, 0, 0, -1, 1, 0, -2, 2, 0, -0.1, 0.1;
    const ImpactReport report =
        resolveImpact(problem(Eigen::Matrix3d::Identity(), normals, Eigen::Vector3d(3, 2, 1)));
    QVERIFY(report.certificate.unique == true);
    QCOMPARE(report.certificate.group, std::string("A2"));
    QCOMPARE(report.certificate.multiplicity(1, 3), 1);
    QVERIFY(!report.certificate.closedFormOrderings);
    QCOMPARE(report.graph->nodeCount(), std::size_t{6});
    QVERIFY(report.orderings == 3 + 9);  // a b a, b a b
    QCOMPARE(report.outcomes.size(), std::size_t{1});
  }

  void brokenPairProvesNonUniquenessForIndependentNormals() {
    const Certificate certificate = certificateOf(convergingLine(4, 0.1));
    QVERIFY(certificate.unique == false);
    QCOMPARE(certificate.reason, Certificate::Reason::PairBreaks);
    QCOMPARE(certificate.group, std::string());
    QCOMPARE(certificate.multiplicity(0, 1), 0);
    QCOMPARE(certificate.multiplicity(0, 2), 2);
    QVERIFY(certificate.deviation(0, 1) != 0);
  }

  void brokenPairProvesNothingForDependentNormals() {
    // Mirrors at 0°, 60°, 120°: two pairs have G = +1/2, and yet every momentum has one outcome.
    for (double direction = 181; direction < 360; direction += 7) {
      const double angle = direction * pi / 180;
      const ImpactReport report =
          resolveImpact(planar({0, 60, 120}, Eigen::Vector2d(std::cos(angle), std::sin(angle))));
      QVERIFY(!report.certificate.unique.has_value());
      QCOMPARE(report.certificate.reason, Certificate::Reason::DependentNormals);
      QCOMPARE(report.outcomes.size(), std::size_t{1});
    }
  }

  void toleranceOfTheMultiplicity_data() {
    QTest::addColumn<double>("m");
    QTest::addColumn<int>("multiplicity");
    QTest::newRow("3") << 3.0 << 3;
    QTest::newRow("3 and a bit") << 3 + 2e-9 << 3;
    QTest::newRow("3 and more") << 3 + 4e-9 << 0;
    QTest::newRow("1000") << 1000.0 << 1000;
    QTest::newRow("1001") << 1001.0 << 0;
    QTest::newRow("1 and a bit: nearly coincident") << 1 + 1e-6 << 0;
    QTest::newRow("G = 1/2") << 1.5 << 0;
  }
  void toleranceOfTheMultiplicity() {
    QFETCH(double, m);
    QFETCH(int, multiplicity);
    // Two lines whose feasible wedge opens by π/m: normals π − π/m apart.
    const double half = (pi - pi / m) / 2;
    Eigen::MatrixXd normals(2, 2);
    normals << std::sin(half), std::cos(half), -std::sin(half), std::cos(half);
    const ImpactProblem wedge = problem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(0, -1));
    QVERIFY(std::abs(pairMultiplicity(wedge, 0, 1) - m) < 1e-12 * m * m);
    QCOMPARE(certificateOf(wedge).multiplicity(0, 1), multiplicity);
  }

  void certificateHoldsForEveryMomentum() {
    Random random(2);
    int held = 0;
    for (const Group& group : groups()) {
      if (group.k > 5 || group.length > 30) continue;
      ++held;
      for (int trial = 0; trial < 5; ++trial) {
        const Eigen::VectorXd c = random.normalVector(group.k);
        const ImpactReport report = resolveImpact(fromGram(coxeterGram(group.k, group.edges), c));
        QCOMPARE(report.outcomes.size(), std::size_t{1});
        QCOMPARE(report.minLength, report.maxLength);
      }
    }
    QVERIFY(held > 5);
  }

  void marginIsTheDistanceToAJam_data() {
    QTest::addColumn<double>("gram");
    for (const double gram : {-0.999999, -0.9, -0.5, 0.0, 0.5, 0.99}) {
      QTest::addRow("%g", gram) << gram;
    }
  }
  void marginIsTheDistanceToAJam() {
    QFETCH(double, gram);
    const Eigen::Matrix2d G{{1, gram}, {gram, 1}};
    const ImpactProblem pair = fromGram(G, Eigen::Vector2d(-1, -1));
    const Termination termination = decideTermination(pair);
    QVERIFY(termination.coneHasInterior && termination.terminates);
    // The bisector: ρ = sin γ, γ = arcsin √((1+G)/2).
    QVERIFY(std::abs(termination.margin - std::sqrt((1 + gram) / 2)) < 1e-12);
    QVERIFY(std::abs(pair.metric().norm(termination.interior) - 1) < 1e-14);
    for (int i = 0; i < 2; ++i) {
      const Eigen::VectorXd u = pair.unitNormals().row(i);
      QVERIFY(pair.metric().inner(u, termination.interior) >= termination.margin - 1e-13);
    }
    QCOMPARE(termination.jamWeights.size(), Eigen::Index{0});
  }

  void trappedBallJams_data() {
    QTest::addColumn<double>("speed");
    QTest::newRow("to the right") << 1.0;
    QTest::newRow("to the left") << -1.0;
  }
  void trappedBallJams() {
    QFETCH(double, speed);
    const ImpactReport report = resolveImpact(trappedBall(speed));
    QVERIFY(report.jammed());
    QCOMPARE(report.termination.margin, 0.0);
    QVERIFY((report.termination.jamWeights - Eigen::Vector2d(0.5, 0.5)).norm() < 1e-15);
    QVERIFY(report.outcomes.empty());
    QVERIFY(!report.graph);
    QVERIFY(!report.bounds);
    QCOMPARE(report.certificate.reason, Certificate::Reason::Jammed);
    QVERIFY(!report.certificate.unique);
    QVERIFY(std::isnan(report.certificate.deviation(0, 1)));
  }

  void trappedBallAtRestIsFeasible() {
    const ImpactReport report = resolveImpact(trappedBall(0));
    QVERIFY(!report.termination.coneHasInterior);
    QVERIFY(report.termination.terminates);
    QVERIFY(report.orderings == 1);
    QCOMPARE(report.graph->nodeCount(), std::size_t{1});
    QCOMPARE(report.certificate.reason, Certificate::Reason::Jammed);
  }

  void jamWeightsCancelTheNormals() {
    // Balls filling a ring: each touches the next, all round.
    const int n = 7;
    Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i) {
      normals(i, i) = -1;
      normals(i, (i + 1) % n) = 1;
    }
    Eigen::VectorXd masses = Eigen::VectorXd::LinSpaced(n, 1, 2);
    const ImpactProblem ring = problem(masses.asDiagonal(), normals, Eigen::VectorXd::Unit(n, 2));
    const Termination termination = decideTermination(ring);
    QVERIFY(!termination.terminates);
    QVERIFY((termination.jamWeights.array() > 0).all());
    QVERIFY(std::abs(termination.jamWeights.sum() - 1) < 1e-14);
    QVERIFY((ring.unitNormals().transpose() * termination.jamWeights).norm() < 1e-14);
    // All moving alike: nothing presses.
    QVERIFY(decideTermination(ring.withMomentum(masses)).terminates);
  }

  void contactsThatOpenAtOnceNeverJam() {
    // Loops of normals that cancel, up to an angle of 10^-k with one more coordinate, and random cones.
    const auto loop = [](double lean) {
      Eigen::MatrixXd normals(3, 3);
      for (int i = 0; i < 3; ++i) normals.row(i) << std::cos(2 * pi * i / 3), std::sin(2 * pi * i / 3), lean;
      return problem(Eigen::Matrix3d::Identity(), normals, Eigen::Vector3d(0.3, -1, 0.2));
    };
    QVERIFY(!opensAtOnce(loop(0)));
    for (int k = 0; k < 18; ++k)
      if (opensAtOnce(loop(std::pow(10, -k))))
        QVERIFY(decideTermination(loop(std::pow(10, -k))).coneHasInterior);
    QVERIFY(opensAtOnce(loop(1e-3)));
    Random random(20261127);
    int opened = 0;
    for (int i = 0; i < 200; ++i) {
      const ImpactProblem cone = randomProblem(random, 6, 2 + random.below(5));
      if (!opensAtOnce(cone)) continue;
      ++opened;
      QVERIFY(decideTermination(cone).answer() == true);
    }
    QVERIFY(opened > 150);
  }

  void everyJammedPartHasItsWeights() {
    // Two trapped balls and a free contact: the weights name all four walls, not the free one.
    Eigen::MatrixXd normals(5, 3);
    normals << 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -3, 0, 0, 0, 1;
    const Termination termination =
        decideTermination(problem(Eigen::Matrix3d::Identity(), normals, Eigen::Vector3d(0, 1, -1)));
    QVERIFY(!termination.terminates);
    QVERIFY((termination.jamWeights.head(4).array() > 0.1).all());
    QCOMPARE(termination.jamWeights[4], 0.0);
  }

  void othersActWhileTheJamIsLeftAlone() {
    // The second ball hits the trapped one squarely to its walls: it moves along them.
    const ImpactReport report = resolveImpact(trappedAndHit(pi / 2, {0, 0, 0.3, -1}));
    QVERIFY(!report.termination.coneHasInterior);
    QVERIFY(report.termination.terminates);
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QCOMPARE(report.outcomes[0].example, (Word{2}));
    QVERIFY((report.outcomes[0].velocity - Eigen::Vector4d(0, -1, 0.3, 0)).norm() < 1e-15);
  }

  void hitThatPressesTheJamNeverEnds() {
    // Obliquely: the trapped ball is thrown against its walls.
    const ImpactReport report = resolveImpact(trappedAndHit(pi / 4, {0, 0, 0, -1}));
    QVERIFY(report.jammed());
    QVERIFY(report.termination.jamWeights[0] > 0 && report.termination.jamWeights[1] > 0);
    QCOMPARE(report.termination.jamWeights[2], 0.0);
  }

  void obliqueContactThatLetsGoDoesNotPress() {
    const ImpactReport report = resolveImpact(trappedAndHit(pi / 4, {0, 0, 0, 1}));
    QVERIFY(report.termination.terminates);
    QCOMPARE(report.graph->nodeCount(), std::size_t{1});
  }

  void freeBallsNeverJam() {
    // Hard triangles of discs in the plane with any masses: the dilation separates them all.
    Random random(4);
    const int rows = 4;
    std::vector<Eigen::Vector2d> centres;
    for (int r = 0; r < rows; ++r) {
      for (int i = 0; i <= r; ++i) centres.emplace_back(std::sqrt(3.0) * r, 2 * i - r);
    }
    const auto n = static_cast<Eigen::Index>(2 * centres.size());
    std::vector<Eigen::VectorXd> rowsOfNormals;
    for (std::size_t a = 0; a < centres.size(); ++a) {
      for (std::size_t b = a + 1; b < centres.size(); ++b) {
        const Eigen::Vector2d d = centres[b] - centres[a];
        if (d.norm() > 2 + 1e-9) continue;
        Eigen::VectorXd u = Eigen::VectorXd::Zero(n);
        u.segment<2>(2 * static_cast<Eigen::Index>(a)) = -d.normalized();
        u.segment<2>(2 * static_cast<Eigen::Index>(b)) = d.normalized();
        rowsOfNormals.push_back(u);
      }
    }
    Eigen::MatrixXd normals(static_cast<Eigen::Index>(rowsOfNormals.size()), n);
    for (Eigen::Index i = 0; i < normals.rows(); ++i)
      normals.row(i) = rowsOfNormals[static_cast<std::size_t>(i)];
    QCOMPARE(normals.rows(), Eigen::Index{18});
    for (int trial = 0; trial < 5; ++trial) {
      Eigen::VectorXd masses(n);
      for (Eigen::Index i = 0; i < n; i += 2) masses[i] = masses[i + 1] = std::exp(3 * random.normal());
      const Termination termination =
          decideTermination(problem(masses.asDiagonal(), normals, random.normalVector(n)));
      QVERIFY(termination.coneHasInterior);
      QVERIFY(termination.margin > 1e-6);
    }
  }

  void slenderRodFallingFlatIsUnique_data() {
    QTest::addColumn<double>("inertia");
    QTest::addColumn<double>("gram");
    QTest::newRow("uniform") << 1.0 / 12 << -0.5;
    QTest::newRow("dumb-bell") << 0.25 << 0.0;
  }
  void slenderRodFallingFlatIsUnique() {
    QFETCH(double, inertia);
    QFETCH(double, gram);
    Eigen::Matrix2d normals;
    normals << 1, 0.5, 1, -0.5;  // height of either end over (y, angle)
    const ImpactProblem rod =
        problem(Eigen::Vector2d(1, inertia).asDiagonal(), normals, Eigen::Vector2d(-1, 0));
    QVERIFY(std::abs(rod.gram()(0, 1) - gram) < 1e-15);
    QVERIFY(certificateOf(rod).unique == true);
  }
};

CAROM_TEST(ImpactCertificate);
#include "tst_impact_certificate.moc"
