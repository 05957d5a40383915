// Designs that fit the rule G = −cos(π/m): derivatives against quotients of the mechanism's own normals and
// mass matrix, designs against closed forms.

#include <QtTest>
#include <cmath>
#include <numbers>

#include "base/number_text.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "study/design/design_search.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// G and gaps of contacts, from the mechanism of an instance.
Eigen::VectorXd measured(const Scene& scene, const Assignments& assignments,
                         const std::vector<std::string>& contacts) {
  const SceneInstance instance = scene.instantiate(assignments);
  const Mechanism& mechanism = *instance.mechanism;
  const auto k = static_cast<Eigen::Index>(contacts.size());
  Eigen::MatrixXd U(k, mechanism.dof());
  Eigen::VectorXd result(k * k + k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const auto found =
        std::ranges::find(mechanism.contacts(), contacts[static_cast<std::size_t>(i)], &ContactPair::name);
    const int contact = static_cast<int>(found - mechanism.contacts().begin());
    U.row(i) = mechanism.normal(contact, instance.initial.q).transpose();
    result[k * k + i] = mechanism.gap(contact, instance.initial.q);
  }
  const Eigen::MatrixXd products = U * mechanism.massMatrix(instance.initial.q).ldlt().solve(U.transpose());
  for (Eigen::Index i = 0; i < k; ++i)
    for (Eigen::Index j = 0; j < k; ++j)
      result[i * k + j] = products(i, j) / std::sqrt(products(i, i) * products(j, j));
  return result;
}

/// The derivative by a parameter, extrapolated from central quotients at four steps [Richardson].
Eigen::VectorXd quotient(const Scene& scene, const DesignVariable& variable, double value,
                         const std::vector<std::string>& contacts) {
  std::array<Eigen::VectorXd, 4> table;
  const auto at = [&](double x) { return measured(scene, {{variable.name, shortestText(x)}}, contacts); };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double h = 0.01 * variable.scale / (1 << i);
    table[i] = (at(value + h) - at(value - h)) / (2 * h);
  }
  double factor = 1;
  for (std::size_t level = 1; level < table.size(); ++level) {
    factor *= 4;
    for (std::size_t i = table.size() - 1; i >= level; --i)
      table[i] = (factor * table[i] - table[i - 1]) / (factor - 1);
  }
  return table.back();
}

/// Whether the quotients before and after a value differ.
bool hasCorner(const Scene& scene, const DesignVariable& variable, double value,
               const std::vector<std::string>& contacts) {
  const double h = 1e-6 * variable.scale;
  const auto at = [&](double x) { return measured(scene, {{variable.name, shortestText(x)}}, contacts); };
  const Eigen::VectorXd here = at(value);
  return (at(value + h) + at(value - h) - 2 * here).norm() > 0.1 * h;
}

std::vector<std::string> closedOf(const Scene& scene) {
  const SceneInstance instance = scene.instantiate();
  std::vector<std::string> names;
  for (const int contact : closedContacts(*instance.mechanism, instance.initial.q))
    names.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  return names;
}

DesignAnswer design(const char* scene, const Assignments& set, const DesignQuestion& question) {
  return findDesign(*Scene::open(scene), set, question);
}

}  // namespace

class DesignTest : public QObject {
  Q_OBJECT

 private slots:
  void slopesAreThoseOfQuotients_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("parameter");
    for (const char* name :
         {"billiard-break", "newtons-cradle", "converging-line", "line-and-wall", "galperin", "falling-rod",
          "rack-break", "bouncing-ball", "pendulum-wall", "superball", "spinning-disc", "rack-friction",
          "tumbling-box", "trapped-ball", "pen"}) {
      const auto scene = Scene::open(name);
      if (closedOf(*scene).empty()) continue;
      for (const ParameterSpec& parameter : scene->parameters())
        if (!parameter.integer)
          QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(name, parameter.name.c_str())))
              << name << QString::fromStdString(parameter.name);
    }
  }
  void slopesAreThoseOfQuotients() {
    QFETCH(QString, scene);
    QFETCH(QString, parameter);
    const auto opened = Scene::open(scene.toStdString());
    const std::vector<std::string> contacts = closedOf(*opened);
    DesignModel model(*opened, {}, {parameter.toStdString()}, contacts);
    const DesignVariable& variable = model.variables()[0];
    const double value = 0.95 * variable.value;  // away from the ends of ranges
    const Eigen::VectorXd expected = quotient(*opened, variable, value, contacts);
    ImpactNumbers<Dual> impact;
    try {
      impact = model.along(Eigen::VectorXd::Constant(1, value), 0);
    } catch (const SceneError&) {
      QVERIFY(hasCorner(*opened, variable, value, contacts));
      return;
    }
    const auto k = static_cast<Eigen::Index>(contacts.size());
    Eigen::VectorXd found(k * k + k);
    const Eigen::MatrixXd slope = gramSlope(impact);
    for (Eigen::Index i = 0; i < k; ++i)
      for (Eigen::Index j = 0; j < k; ++j) found[i * k + j] = slope(i, j);
    found.tail(k) = slopesOf(impact.gaps);
    const double error = ((found - expected) * variable.scale).lpNorm<Eigen::Infinity>();
    QVERIFY2(error <= 1e-8, qPrintable(QStringLiteral("error %1").arg(error)));
  }

  void ballsBecomeOrthogonalAtARightAngle() {
    const DesignAnswer answer =
        design("billiard-break", {{"theta", "80deg"}}, {{"theta"}, {{{"ac", "bc"}, 2}}});
    QVERIFY(answer.found);
    QVERIFY(answer.residual <= 1e-12);
    QVERIFY(std::abs(answer.variables[0].after - std::numbers::pi / 2) < 1e-12);
    QVERIFY(std::abs(answer.pairs[0].before - 0.5 * std::cos(80 * std::numbers::pi / 180)) < 1e-14);
    const SceneInstance instance = Scene::open("billiard-break")->instantiate(answer.assignments);
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    QVERIFY(problem);
    QVERIFY(std::abs(problem->gram()(0, 1)) < 1e-12);
    const ImpactReport report = resolveImpact(*problem);
    QVERIFY(report.indeterminacy.xi < 1e-12);
  }

  void aRodOfAQuarterIsOrthogonal() {
    // G = (1 − 1/(4 I)) / (1 + 1/(4 I)) in units of the rod: 0 at I = ¼.
    const DesignAnswer answer = design("falling-rod", {}, {{"inertia"}, {}});
    QVERIFY(answer.found);
    QVERIFY(std::abs(answer.variables[0].after - 0.25) < 1e-12);
    QVERIFY(std::abs(answer.pairs[0].before + 0.5) < 1e-14);
  }

  void aGroupOfOrderSixIsReached() {
    const DesignAnswer answer =
        design("billiard-break", {{"theta", "150deg"}}, {{"rc"}, {{{"ac", "bc"}, 3}}});
    // G = cos θ/(1 + (r_c/r)³) = −½.
    QVERIFY(answer.found);
    QVERIFY(std::abs(answer.variables[0].after - 0.0286 * std::cbrt(std::sqrt(3.0) - 1)) < 1e-12);
  }

  void withoutASolutionTheAnswerIsTheNearestMiss() {
    const DesignAnswer answer = design("billiard-break", {{"theta", "80deg"}}, {{"ra"}, {{{"ac", "bc"}, 2}}});
    QVERIFY(!answer.found);
    QVERIFY(answer.residual > 1e-6);
    QVERIFY(std::abs(answer.pairs[0].after) < std::abs(answer.pairs[0].before));
    const DesignModel model(*Scene::open("billiard-break"), {{"theta", "80deg"}}, {"ra"}, {"ac"});
    QVERIFY(answer.variables[0].after >= model.variables()[0].least.value());
    QVERIFY(answer.variables[0].after <= model.variables()[0].greatest.value());
  }

  /// Where the change of a variable costs more, it changes less, and the others more.
  void weightsShareTheChange() {
    const auto changesOf = [](double weight) {
      const DesignAnswer answer = design("billiard-break", {{"theta", "125deg"}},
                                         {{"theta", "rc"}, {{{"ac", "bc"}, 3}}, {{"theta", {}, {}, weight}}});
      std::array<double, 2> changes{NAN, NAN};
      for (std::size_t i = 0; i < 2 && answer.found; ++i)
        changes[i] = std::abs(answer.variables[i].after - answer.variables[i].before);
      return changes;
    };
    const auto light = changesOf(0.1), heavy = changesOf(10);
    QVERIFY(heavy[0] < 0.1 * light[0]);
    QVERIFY(heavy[1] > light[1]);
  }

  void boundsAreKept() {
    const DesignAnswer inside = design("billiard-break", {{"theta", "80deg"}},
                                       {{"theta"}, {{{"ac", "bc"}, 2}}, {{"theta", 1.2, 1.5}}});
    QVERIFY(!inside.found);
    QCOMPARE(inside.variables[0].after, 1.5);
    const DesignAnswer apart = design("billiard-break", {{"theta", "80deg"}},
                                      {{"theta"}, {{{"ac", "bc"}, 2}}, {{"theta", 1.5, 2.0}}});
    QVERIFY(apart.found);
    QVERIFY(std::abs(apart.variables[0].after - std::acos(0.0)) < 1e-12);
  }

  void wrongNamesAreRefusedWithNearOnes() {
    const auto fault = [](const DesignQuestion& question) -> std::string {
      try {
        design("billiard-break", {}, question);
      } catch (const SceneError& error) {
        return error.what();
      }
      return {};
    };
    QVERIFY(fault({{"thta"}, {{{"ac", "bc"}, 2}}}).find("theta") != std::string::npos);
    QVERIFY(fault({{"theta"}, {{{"ac", "bd"}, 2}}}).find("bc") != std::string::npos);
    QVERIFY(!fault({{"theta"}, {{{"ac", "ac"}, 2}}}).empty());
    QVERIFY(fault({{"theta"}, {{{"ac", "bc"}, 2}}, {{"ra", {}, {}}}}).find("ra") != std::string::npos);
    QVERIFY(fault({{"theta"}, {{{"ac", "bc"}, 2}}, {{"theta", 2.0, 1.0}}}).find("2 and 1") !=
            std::string::npos);
    for (const double weight : {0.0, -1.0, std::nan(""), HUGE_VAL})
      QVERIFY(fault({{"theta"}, {{{"ac", "bc"}, 2}}, {{"theta", {}, {}, weight}}}).find("weight") !=
              std::string::npos);
  }
};

CAROM_TEST(DesignTest);
#include "tst_design.moc"
