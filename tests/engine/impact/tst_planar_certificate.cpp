// One outcome for every momentum, or a counterexample, where contacts collide by planar laws: against all
// orderings of random momenta, followed by plain recursion.

#include <Eigen/LU>
#include <QtTest>
#include <array>
#include <cmath>
#include <map>
#include <random>

#include "impact/certificate/planar_certificate.h"
#include "impact/examine.h"
#include "laws/planar_kinks.h"
#include "support/impact_examples.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// A law as a scene gives it.
std::shared_ptr<const SingleCollision> collisionBy(CollisionLaw law, LawCoefficients coefficients,
                                                   const Eigen::MatrixXd& tangents) {
  const auto impulse = [law, coefficients](const Eigen::MatrixXd& W, const Eigen::VectorXd& V,
                                           double e) -> Eigen::VectorXd {
    LawCoefficients now = coefficients;
    now.restitution = e;
    try {
      return collide(law, {W, V}, now).P;
    } catch (const LawError& error) {
      throw ImpactError(error.what());
    }
  };
  const auto kinks = [law, coefficients](const Eigen::MatrixXd& W, double e) {
    LawCoefficients now = coefficients;
    now.restitution = e;
    return planarKinks(law, W, now);
  };
  return std::make_shared<const SingleCollision>(
      SingleCollision{std::string(nameOf(law)), tangents, impulse, coefficients.friction, kinks});
}

/// The momenta in which orderings end, by recursion over covectors with the inverse mass matrix.
class AllOrderings {
 public:
  explicit AllOrderings(const ImpactProblem& problem)
      : m_problem(problem), m_inverse(problem.metric().mass().inverse()) {}
  std::vector<Eigen::VectorXd> ends;
  bool endless = false;

  void follow(const Eigen::VectorXd& p, int depth = 0) {
    if (depth > 60 || ++m_calls > 20'000) {
      endless = true;
      return;
    }
    const Eigen::VectorXd v = m_inverse * p;
    bool any = false;
    for (int j = 0; j < m_problem.contactCount(); ++j) {
      const Eigen::RowVectorXd u = m_problem.normals().row(j);
      if (u.dot(v) >= -1e-11 * p.norm()) continue;
      any = true;
      follow(p + change(j, v), depth + 1);
    }
    if (!any) ends.push_back(p);
  }
  /// The largest distance between two ends, over the size of the momentum.
  double spread(const Eigen::VectorXd& p) const {
    double largest = 0;
    for (const auto& a : ends)
      for (const auto& b : ends) largest = std::max(largest, (a - b).norm() / p.norm());
    return largest;
  }

 private:
  Eigen::VectorXd change(int j, const Eigen::VectorXd& v) const {
    const ContactLabel& label = m_problem.labels()[static_cast<std::size_t>(j)];
    const auto tangents = label.collision ? label.collision->tangents.rows() : 0;
    Eigen::MatrixXd J(1 + tangents, m_problem.dof());
    J.row(0) = m_problem.normals().row(j);
    if (tangents > 0) J.bottomRows(tangents) = label.collision->tangents;
    const Eigen::MatrixXd W = J * m_inverse * J.transpose();
    if (!label.collision) return -(1 + label.restitution) * (J * v)[0] / W(0, 0) * J.transpose();
    return J.transpose() * label.collision->impulse(W, J * v, label.restitution);
  }

  const ImpactProblem& m_problem;
  Eigen::MatrixXd m_inverse;
  int m_calls = 0;
};

/// Random numbers of one test.
struct Draw {
  explicit Draw(unsigned seed) : engine(seed) {}
  std::mt19937 engine;
  double normal() { return std::normal_distribution<double>()(engine); }
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(engine); }
  Eigen::MatrixXd matrix(int rows, int columns) {
    Eigen::MatrixXd A(rows, columns);
    for (double& a : A.reshaped()) a = normal();
    return A;
  }
};

/// The contacts of an impact before their laws.
struct Contacts {
  Eigen::MatrixXd M, normals;
  std::vector<Eigen::MatrixXd> tangents;
};

/// Any mass matrix, normals and tangents.
Contacts anyContacts(Draw& draw, int k) {
  const int n = k + 1 + draw.below(3);
  const Eigen::MatrixXd R = draw.matrix(n, n);
  Contacts contacts{R * R.transpose() + Eigen::MatrixXd::Identity(n, n), draw.matrix(k, n), {}};
  for (int i = 0; i < k; ++i) contacts.tangents.push_back(0.5 * draw.matrix(1, n));
  return contacts;
}

/// k discs, each on the floor: nothing couples the contacts.
Contacts discsOnFloor(Draw& draw, int k) {
  Contacts contacts{Eigen::MatrixXd::Identity(3 * k, 3 * k), Eigen::MatrixXd::Zero(k, 3 * k), {}};
  for (int i = 0; i < k; ++i) {
    contacts.M(3 * i + 2, 3 * i + 2) = 0.3 + std::abs(draw.normal());
    contacts.normals(i, 3 * i + 1) = 1;
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(1, 3 * k);
    T(0, 3 * i) = T(0, 3 * i + 2) = 1;
    contacts.tangents.push_back(T);
  }
  return contacts;
}

/// k + 1 equal discs in a row, which spin; at 120° to each other with `bent`.
Contacts discsInRow(int k, bool bent) {
  const int n = 3 * (k + 1);
  Contacts contacts{Eigen::MatrixXd::Identity(n, n), Eigen::MatrixXd::Zero(k, n), {}};
  for (int i = 0; i <= k; ++i) contacts.M(3 * i + 2, 3 * i + 2) = 0.5;
  for (int i = 0; i < k; ++i) {
    const double angle = bent ? i * M_PI / 3 : 0;
    const Eigen::Vector2d u(std::cos(angle), std::sin(angle)), t(-u.y(), u.x());
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(1, n);
    contacts.normals.row(i).segment<2>(3 * i) = -u.transpose();
    contacts.normals.row(i).segment<2>(3 * i + 3) = u.transpose();
    T.row(0).segment<2>(3 * i) = -t.transpose();
    T.row(0).segment<2>(3 * i + 3) = t.transpose();
    T(0, 3 * i + 2) = T(0, 3 * i + 5) = -1;
    contacts.tangents.push_back(T);
  }
  return contacts;
}

/// Contacts with these laws; each eighth reflects in its place, but not the first.
ImpactProblem withLaws(Draw& draw, const Contacts& contacts, const std::vector<CollisionLaw>& laws,
                       const std::vector<LawCoefficients>& coefficients) {
  std::vector<ContactLabel> list = labels(static_cast<int>(laws.size()));
  for (std::size_t i = 0; i < laws.size(); ++i) {
    list[i].restitution = coefficients[i].restitution;
    if (i == 0 || draw.below(8) > 0)
      list[i].collision = collisionBy(laws[i], coefficients[i], contacts.tangents[i]);
  }
  const Eigen::VectorXd p = draw.matrix(static_cast<int>(contacts.M.rows()), 1);
  return {contacts.M, contacts.normals, p, list};
}

ImpactProblem withLaw(Draw& draw, const Contacts& contacts, CollisionLaw law,
                      const LawCoefficients& coefficients) {
  const auto k = static_cast<std::size_t>(contacts.normals.rows());
  return withLaws(draw, contacts, std::vector(k, law), std::vector(k, coefficients));
}

/// Contacts of discs, at which normal and tangential motion are not coupled.
Contacts discs(Draw& draw) {
  const int k = 1 + draw.below(3);
  return draw.below(2) == 0 ? discsOnFloor(draw, k) : discsInRow(k, draw.below(2) == 0);
}

Contacts someContacts(Draw& draw) {
  const int k = 1 + draw.below(3);
  switch (draw.below(4)) {
    case 0:
      return discsOnFloor(draw, k);
    case 1:
      return discsInRow(k, false);
    case 2:
      return discsInRow(k, true);
    default:
      return anyContacts(draw, k);
  }
}

/// A random momentum; one in three has no or hardly any approach at some contact.
Eigen::VectorXd someMomentum(Draw& draw, const ImpactProblem& problem) {
  Eigen::VectorXd p = draw.matrix(problem.dof(), 1);
  if (draw.below(3) > 0) return p;
  const int j = draw.below(problem.contactCount());
  const Eigen::VectorXd u = problem.normals().row(j).transpose();
  const Eigen::VectorXd v = problem.metric().velocity(p);
  const double share = draw.below(2) == 0 ? 1 : 1 - 1e-5;
  p -= share * u.dot(v) / (problem.normalNorms()[j] * problem.normalNorms()[j]) * u;
  return p;
}

/// p changed so that the velocity of a contact lies on a kink of its law, or hardly beside it.
Eigen::VectorXd onKink(Draw& draw, const ImpactProblem& problem, const Eigen::VectorXd& p) {
  const int j = draw.below(problem.contactCount());
  const ContactLabel& label = problem.labels()[static_cast<std::size_t>(j)];
  if (!label.collision) return p;
  Eigen::MatrixXd J(2, problem.dof());
  J << problem.normals().row(j), label.collision->tangents;
  const Eigen::MatrixXd W = J * problem.metric().mass().inverse() * J.transpose();
  const auto kinks = label.collision->kinks(W, label.restitution);
  if (!kinks || kinks->empty()) return p;
  const Eigen::Vector2d h = (*kinks)[static_cast<std::size_t>(draw.below(static_cast<int>(kinks->size())))];
  Eigen::Vector2d V(-std::abs(h[1]), h[1] < 0 ? -h[0] : h[0]);
  constexpr std::array besides{0.0, 1e-9, 1e-4};
  V[1] += besides[static_cast<std::size_t>(draw.below(3))] * draw.normal();
  return p + J.transpose() * W.inverse() * (V - J * problem.metric().velocity(p));
}

/// That the resolver and plain recursion find one outcome for random momenta.
void verifyUnique(Draw& draw, const ImpactProblem& problem) {
  for (int i = 0; i < 100; ++i) {
    Eigen::VectorXd p = someMomentum(draw, problem);
    if (draw.below(3) == 0) p = onKink(draw, problem, p);
    AllOrderings all(problem);
    all.follow(p);
    QVERIFY(!all.endless && !all.ends.empty());
    QVERIFY2(all.spread(p) < 1e-8, QByteArray::number(all.spread(p)));
    const ImpactReport report = resolveImpact(problem.withMomentum(p));
    QVERIFY(report.complete() && report.indeterminacy.upper < 1e-8);
  }
}

/// That the resolver and plain recursion end in both momenta of a counterexample.
void verifyRefuted(const ImpactProblem& problem, const PlanarCertificate& planar) {
  const ImpactProblem from = problem.withMomentum(planar.momentum);
  AllOrderings all(problem);
  all.follow(planar.momentum);
  const ImpactReport report = resolveImpact(from);
  for (const Eigen::VectorXd& outcome : planar.outcomes) {
    const auto isOutcome = [&](const Eigen::VectorXd& end) {
      return (end - outcome).norm() < 1e-9 * planar.momentum.norm();
    };
    QVERIFY(std::ranges::any_of(all.ends, isOutcome));
    QVERIFY(std::ranges::any_of(report.outcomes, isOutcome, &Outcome::momentum));
  }
  const double xi =
      problem.metric().norm(planar.outcomes[0] - planar.outcomes[1]) / problem.metric().norm(planar.momentum);
  QVERIFY(planar.xi > 1e-7 && std::abs(xi - planar.xi) < 1e-9);
  QVERIFY(report.indeterminacy.lower > planar.xi - 1e-9);
}

void compare(Draw& draw, const ImpactProblem& problem, const PlanarCertificate& planar) {
  if (planar.unique == true) verifyUnique(draw, problem);
  if (planar.unique == false) verifyRefuted(problem, planar);
}

LawCoefficients someCoefficients(Draw& draw, CollisionLaw law) {
  constexpr std::array frictions{0.0, 0.05, 0.3, 1.0}, restitutions{0.0, 0.5, 0.8, 1.0};
  LawCoefficients coefficients{.friction = frictions[static_cast<std::size_t>(draw.below(4))],
                               .restitution = restitutions[static_cast<std::size_t>(draw.below(4))]};
  coefficients.sigma = 0.5;
  if (draw.below(2) == 0) coefficients.tangential = 0.2;
  if (law == CollisionLaw::Brach) coefficients.tangential *= 0.1;
  if (law == CollisionLaw::Smith) coefficients.friction = draw.below(4) == 0 ? 0 : HUGE_VAL;
  if (law == CollisionLaw::RouthWork)
    (draw.below(2) == 0 ? coefficients.friction : coefficients.restitution) = 0;
  return coefficients;
}

}  // namespace

class PlanarCertificates : public QObject {
  Q_OBJECT

 private slots:
  void itAgreesWithAllOrderings_data() {
    QTest::addColumn<int>("law");
    for (const CollisionLaw law : allLaws)
      if (law != CollisionLaw::Projected && law != CollisionLaw::Spherical)  // along the curved energy border
        QTest::addRow("%s", nameOf(law).data()) << static_cast<int>(law);
  }
  void itAgreesWithAllOrderings() {
    QFETCH(int, law);
    const auto of = static_cast<CollisionLaw>(law);
    Draw draw(41);
    int unique = 0, refuted = 0;
    for (int i = 0; i < 100; ++i) {
      const Contacts contacts = of == CollisionLaw::Bilinear ? discs(draw) : someContacts(draw);
      const ImpactProblem problem = withLaw(draw, contacts, of, someCoefficients(draw, of));
      const PlanarCertificate planar = certifyPlanar(problem);
      compare(draw, problem, planar);
      if (QTest::currentTestFailed()) return;
      unique += planar.unique == true;
      refuted += planar.unique == false;
    }
    qInfo("%d unique, %d refuted", unique, refuted);
    QVERIFY2(unique > 5 && refuted > 5, QByteArray::number(unique) + ' ' + QByteArray::number(refuted));
  }

  /// Contacts with different laws and coefficients.
  void mixedLaws() {
    Draw draw(61);
    int unique = 0, refuted = 0;
    for (int i = 0; i < 200; ++i) {
      const Contacts contacts = someContacts(draw);
      std::vector<CollisionLaw> laws;
      std::vector<LawCoefficients> coefficients;
      for (Eigen::Index k = 0; k < contacts.normals.rows(); ++k) {
        constexpr std::array piecewise{CollisionLaw::Routh, CollisionLaw::Whittaker,
                                       CollisionLaw::PfeifferGlocker, CollisionLaw::ChatterjeeRuina,
                                       CollisionLaw::RouthNewton};
        laws.push_back(piecewise[static_cast<std::size_t>(draw.below(piecewise.size()))]);
        coefficients.push_back(someCoefficients(draw, laws.back()));
      }
      const ImpactProblem problem = withLaws(draw, contacts, laws, coefficients);
      const PlanarCertificate planar = certifyPlanar(problem);
      compare(draw, problem, planar);
      if (QTest::currentTestFailed()) return;
      unique += planar.unique == true;
      refuted += planar.unique == false;
    }
    qInfo("%d unique, %d refuted", unique, refuted);
    QVERIFY(unique > 5 && refuted > 5);
  }

  /// Without friction a law of restitution 1 is a reflection: the rule for pairs decides, and so does this.
  void withoutFrictionThePairRuleHolds() {
    Draw draw(43);
    int unique = 0, refuted = 0;
    for (int i = 0; i < 60; ++i) {
      const ImpactProblem problem = withLaw(draw, someContacts(draw), CollisionLaw::Routh, {});
      const Certificate elastic = examineImpact(problem.reflecting(1)).certificate;
      const PlanarCertificate planar = certifyPlanar(problem);
      if (planar.unique) QCOMPARE(planar.unique, elastic.unique);
      if (elastic.closedFormLength) QCOMPARE(planar.longest, *elastic.closedFormLength);
      unique += planar.unique == true;
      refuted += planar.unique == false;
    }
    QVERIFY2(unique > 10 && refuted > 10, QByteArray::number(unique) + ' ' + QByteArray::number(refuted));
  }

  /// A small deviation from a unique design is refuted or left undecided, never certified.
  void nearlyUniqueIsNotCertified() {
    Draw draw(47);
    for (const double off : {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
      Contacts contacts = discsInRow(2, false);
      contacts.M(0, 0) += off;
      const PlanarCertificate planar = certifyPlanar(withLaw(draw, contacts, CollisionLaw::Routh, {}));
      QVERIFY(planar.unique != true);
      if (off >= 1e-4) QCOMPARE(planar.unique, std::optional(false));
    }
  }

  /// Orthogonal normals, but the spin couples the contacts: the order matters as soon as there is friction.
  void frictionAtOrthogonalNormalsIsRefuted() {
    Draw draw(53);
    Contacts contacts{Eigen::MatrixXd::Identity(3, 3), Eigen::MatrixXd::Zero(2, 3), {}};
    contacts.normals(0, 1) = contacts.normals(1, 0) = 1;  // a disc on the floor and at a wall
    contacts.tangents = {Eigen::RowVector3d(1, 0, 1), Eigen::RowVector3d(0, 1, -1)};
    for (const double friction : {0.0, 1e-3, 0.1, 0.5}) {
      const ImpactProblem problem =
          withLaw(draw, contacts, CollisionLaw::ChatterjeeRuina, {.friction = friction, .restitution = 0.6});
      const PlanarCertificate planar = certifyPlanar(problem);
      QCOMPARE(planar.unique, std::optional(friction == 0));
      compare(draw, problem, planar);
    }
  }

  /// What an answer names as its reason and its verdict never contradict each other, whatever collides.
  void reasonsFitTheVerdict() {
    const std::map<std::string_view, std::optional<bool>> verdicts{{"single", true},
                                                                   {"coxeter", true},
                                                                   {"same-maps", true},
                                                                   {"pair-breaks", false},
                                                                   {"counterexample", false},
                                                                   {"dependent-normals", {}},
                                                                   {"jammed", {}},
                                                                   {"near-jam", {}},
                                                                   {"cancelled", {}},
                                                                   {"infinite-group", {}},
                                                                   {"deviates", {}},
                                                                   {"lossy", {}},
                                                                   {"plastic", {}},
                                                                   {"not-planar", {}},
                                                                   {"contacts", {}},
                                                                   {"law", {}},
                                                                   {"jump", {}},
                                                                   {"length", {}},
                                                                   {"cells", {}},
                                                                   {"rounding", {}}};
    Draw draw(67);
    std::map<std::string_view, int> seen;
    int answered = 0;
    for (int i = 0; i < 320; ++i) {
      const Contacts contacts = i % 5 == 0 ? discsInRow(4, false) : someContacts(draw);
      const CollisionLaw law =
          allLaws[static_cast<std::size_t>(draw.below(static_cast<int>(allLaws.size())))];
      ImpactProblem problem = withLaw(draw, contacts, law, someCoefficients(draw, law));
      ResolveOptions options;
      options.limits.maxStates = 500;
      options.samplePastLimit.samples = 0;
      if (i % 4 == 0) {
        problem = problem.reflecting(1);
        if (draw.below(2) == 0)
          options.restitution = draw.below(3) / 2.0;
        else if (draw.below(2) == 0)
          options.reflectionRestitution = 0.5;
      }
      std::optional<ImpactReport> answer;
      try {
        answer = resolveImpact(problem, options);
      } catch (const ImpactError&) {
        continue;  // a law has no answer for some velocity
      }
      ++answered;
      const ImpactReport& report = *answer;
      const auto known = verdicts.find(certificateReason(report));
      QVERIFY(known != verdicts.end());
      QVERIFY2(uniqueForEveryMomentum(report) == known->second, known->first.data());
      QVERIFY(report.planarIsKnown());
      QCOMPARE(&ImpactReport(report).planar(), &report.planar());  // a copy computes nothing anew
      ++seen[known->first];
    }
    QVERIFY(answered > 200);
    for (const char* reason :
         {"coxeter", "same-maps", "pair-breaks", "counterexample", "lossy", "plastic", "contacts", "law"})
      QVERIFY2(seen[reason] > 0, reason);
  }

  void whatItDoesNotDecide() {
    using Reason = PlanarCertificate::Reason;
    Draw draw(59);
    const ImpactProblem smith =
        withLaw(draw, discsOnFloor(draw, 2), CollisionLaw::Smith, {.friction = 0.3, .restitution = 0.5});
    QCOMPARE(certifyPlanar(smith).reason, Reason::Law);
    const ImpactProblem many =
        withLaw(draw, discsInRow(4, false), CollisionLaw::Routh, {.friction = 0.3, .restitution = 0.5});
    QCOMPARE(certifyPlanar(many).reason, Reason::Contacts);
    QCOMPARE(certifyPlanar(many.reflecting(0.5)).reason, Reason::NotPlanar);
    for (const ImpactProblem& problem : {smith, many}) QVERIFY(!certifyPlanar(problem).unique);
  }
};

CAROM_TEST(PlanarCertificates);
#include "tst_planar_certificate.moc"
