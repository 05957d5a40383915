// One contact of an impact as a collision law sees it: local masses, velocities and axes [CR98 A.1].
#include <QtTest>

#include "answer/contact_of_impact.h"
#include "answer/impact_of_run.h"
#include "mechanics/contact/contacts.h"
#include "support/mechanism_examples.h"
#include "support/snapshot_factory.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

struct ArrivedScene {
  SceneInstance instance;
  std::vector<int> closed;
};

ArrivedScene arrived(const std::string& scene, const Assignments& assignments = {}) {
  ArrivedScene arrival{Scene::open(scene)->instantiate(assignments), {}};
  arrival.closed = closedContacts(*arrival.instance.mechanism, arrival.instance.initial.q);
  return arrival;
}

LocalContact localContact(const SceneInstance& instance, int contact, const VectorXd& p) {
  const VectorXd& q = instance.initial.q;
  return carom::localContact(*instance.mechanism, contact, KineticMetric(instance.mechanism->massMatrix(q)),
                             q, p);
}

/// The velocity (m/s) of the material point of a body that is at `point`, from two poses of the body.
Vector3d velocityOf(const Mechanism& mechanism, int body, const Vector3d& point, const VectorXd& q,
                    const VectorXd& v) {
  constexpr double h = 1e-5;
  const Pose now = mechanism.pose(body, q);
  const Vector3d inBody = now.R.transpose() * (point - now.x);
  const Pose after = mechanism.pose(body, mechanism.moved(q, v, h)),
             before = mechanism.pose(body, mechanism.moved(q, v, -h));
  return (after * inBody - before * inBody) / (2 * h);
}

}  // namespace

class TestLocalContact : public QObject {
  Q_OBJECT
 private slots:
  void aSphereHasTheMassesOfTheBook();
  void ballsOnALineHaveOneAxis();
  void velocitiesAreThoseOfMaterialPoints_data();
  void velocitiesAreThoseOfMaterialPoints();
  void impulsesChangeTheEnergyByThatOfTheContact();
  void aContactIsAskedAtEachReflection();
  void aContactOfALaterImpactIsThatOfTheRun();
  void theLawOfTheImpactReplacesThatOfTheContact();
};

/// M = (m, 2/7 m) of a solid ball; the floor's frame is y, then x.
void TestLocalContact::aSphereHasTheMassesOfTheBook() {
  const ArrivedScene scene = arrived("bouncing-ball");
  QCOMPARE(scene.closed.size(), 1U);
  const LocalContact local = localContact(scene.instance, scene.closed[0], scene.instance.initial.p);
  QCOMPARE(local.impact.dimension(), 2);
  QVERIFY((local.impact.mass() - LocalMatrix(Eigen::Vector2d(1, 2.0 / 7).asDiagonal())).norm() < 1e-14);
  const double sign = local.axes.directions(1, 0);
  QVERIFY((local.axes.directions.col(0) - Vector3d(0, sign, 0)).norm() < 1e-15 && std::abs(sign) == 1);
  QVERIFY((local.point - Vector3d::Zero()).norm() < 1e-15);
  QVERIFY(std::abs(local.impact.V[0] + std::sqrt(0.5)) < 1e-14);
  QVERIFY(std::abs(std::abs(local.impact.V[1]) - (std::sqrt(0.5) + 10 * 0.1)) < 1e-14);
  QVERIFY(local.law == CollisionLaw::ChatterjeeRuina);
  QCOMPARE(local.coefficients.restitution, 0.8);
  QCOMPARE(local.coefficients.friction, 0.3);
}

void TestLocalContact::ballsOnALineHaveOneAxis() {
  const ArrivedScene scene = arrived("newtons-cradle");
  const LocalContact local = localContact(scene.instance, scene.closed[0], scene.instance.initial.p);
  QCOMPARE(local.impact.dimension(), 1);
  QCOMPARE(local.axes.directions.cols(), 1);
  QVERIFY(std::abs(local.impact.mass()(0, 0) - 0.5) < 1e-15);  // 1/(1/m + 1/m)
  QCOMPARE(local.impact.V[0], -1.0);
  QVERIFY(!local.law);
}

void TestLocalContact::velocitiesAreThoseOfMaterialPoints_data() {
  QTest::addColumn<QString>("scene");
  for (const char* scene : {"billiard-break", "bouncing-ball", "falling-rod", "pendulum-wall", "tumbling-box",
                            "rack-break", "newtons-cradle"})
    QTest::newRow(scene) << scene;
}

void TestLocalContact::velocitiesAreThoseOfMaterialPoints() {
  QFETCH(QString, scene);
  const ArrivedScene at = arrived(scene.toStdString());
  const Mechanism& mechanism = *at.instance.mechanism;
  const VectorXd& q = at.instance.initial.q;
  examples::Random random(1);
  QVERIFY(scene == "tumbling-box" || !at.closed.empty());
  for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
    const VectorXd v = random.vector(mechanism.dof());
    const LocalContact local = localContact(at.instance, contact, mechanism.massMatrix(q) * v);
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
    const Eigen::Index d = local.impact.dimension();
    const auto& axes = local.axes.directions;
    QVERIFY((axes.transpose() * axes - Eigen::MatrixXd::Identity(d, d)).norm() < 1e-14);
    const Vector3d second = local.point + mechanism.gap(contact, q) * axes.col(0);
    const Vector3d relative = velocityOf(mechanism, pair.body[1], second, q, v) -
                              velocityOf(mechanism, pair.body[0], local.point, q, v);
    QVERIFY2((axes.transpose() * relative - local.impact.V).norm() < 1e-7 * (1 + relative.norm()),
             pair.name.c_str());
    // There is no velocity besides that along the axes.
    QVERIFY((relative - axes * local.impact.V).norm() < 1e-7 * (1 + relative.norm()));
  }
}

void TestLocalContact::impulsesChangeTheEnergyByThatOfTheContact() {
  for (const char* name : {"billiard-break", "pendulum-wall", "tumbling-box"}) {
    const ArrivedScene at = arrived(name);
    const Mechanism& mechanism = *at.instance.mechanism;
    const KineticMetric metric(mechanism.massMatrix(at.instance.initial.q));
    examples::Random random(2);
    for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
      const VectorXd p = random.vector(mechanism.dof());
      const LocalContact local = localContact(at.instance, contact, p);
      const LocalVector P = random.vector(local.impact.dimension());
      const VectorXd after = p + local.axes.rows.transpose() * P;
      const double gained = metric.energy(after) - metric.energy(p);
      const LocalVector V = local.impact.after(P);
      QVERIFY((localContact(at.instance, contact, after).impact.V - V).norm() < 1e-11 * (1 + V.norm()));
      const double work = 0.5 * P.dot(local.impact.V + V);
      QVERIFY(std::abs(gained - work) < 1e-11 * (1 + metric.energy(p) + metric.energy(after)));
    }
  }
}

/// Newton's cradle: each reflection exchanges the velocities of two balls.
void TestLocalContact::aContactIsAskedAtEachReflection() {
  const SnapshotPtr cradle = makeSnapshot("newtons-cradle", {{"n", "3"}});
  const auto speed = [&](ContactIndex contact, const Word& before) {
    return contactOfImpact(*cradle, contact, before)->impact.V[0];
  };
  QVERIFY(std::abs(speed(0, {}) + 1) < 1e-15);
  QVERIFY(std::abs(speed(1, {})) < 1e-15);
  QVERIFY(std::abs(speed(0, {0}) - 1) < 1e-15);
  QVERIFY(std::abs(speed(1, {0}) + 1) < 1e-15);
  QVERIFY(std::abs(speed(1, {0, 1}) - 1) < 1e-15);
  QVERIFY_THROWS_EXCEPTION(ImpactError, contactOfImpact(*cradle, 2));
  const SnapshotPtr apart = makeSnapshot("double-pendulum");
  QVERIFY(!contactOfImpact(*apart, 0));
}

void TestLocalContact::aContactOfALaterImpactIsThatOfTheRun() {
  const SnapshotPtr run = makeSnapshot("bouncing-ball");
  const auto& impacts = run->trajectory->impacts;
  QVERIFY(impacts.size() > 2);
  for (int i = 0; i < 3; ++i) {
    const SnapshotPtr later = glanceAtImpact(*run, i);
    const auto before = contactOfImpact(*later, 0);
    const Word whole = impacts[static_cast<std::size_t>(i)].word;
    const auto after = contactOfImpact(*later, 0, whole);
    QCOMPARE(before->coefficients.restitution, 0.8);
    QVERIFY(before->impact.V[0] < 0);
    const LawImpulse answer = collide(*before->law, before->impact, before->coefficients);
    QVERIFY((before->impact.after(answer.P) - after->impact.V).norm() < 1e-14);
  }
}

void TestLocalContact::theLawOfTheImpactReplacesThatOfTheContact() {
  SnapshotRequest request = requestFor("bouncing-ball");
  request.settings.reflectionRestitution = 0.25;
  const auto local = contactOfImpact(*answerTo(request), 0);
  QVERIFY(!local->law);
  QCOMPARE(local->coefficients.restitution, 0.5);
}

CAROM_TEST(TestLocalContact);
#include "tst_local_contact.moc"
