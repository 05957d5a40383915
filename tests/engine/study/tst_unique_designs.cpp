// Designs in which a pair fits the rule, against the closed form of two balls that a third one strikes:
// G = cos θ / √((1 + m_c/m_a)(1 + m_c/m_b)), masses as the cubes of the radii.

#include <QtTest>
#include <numbers>
#include <random>

#include "study/unique_designs.h"
#include "support/test_program.h"

using namespace carom;

namespace {

constexpr double radius = 0.0286;  // m, the scene's own

struct Break {
  double theta, ra, rb, rc;
  double gram() const {
    return std::cos(theta) / std::sqrt((1 + std::pow(rc / ra, 3)) * (1 + std::pow(rc / rb, 3)));
  }
  Assignments assignments() const {
    const auto text = [](double value) { return QString::number(value, 'g', 17).toStdString(); };
    return {{"theta", text(theta)}, {"ra", text(ra)}, {"rb", text(rb)}, {"rc", text(rc)}};
  }
  Break with(const std::string& parameter, double value) const {
    Break changed = *this;
    (parameter == "theta" ? changed.theta
     : parameter == "ra"  ? changed.ra
     : parameter == "rb"  ? changed.rb
                          : changed.rc) = value;
    return changed;
  }
};

std::vector<UniqueDesign> designsOf(const Break& at) {
  return nearestUniqueDesigns(*Scene::open("billiard-break"), at.assignments(), {"ac", "bc"});
}

std::optional<UniqueDesign> along(const std::vector<UniqueDesign>& designs, const std::string& parameter) {
  const auto found = std::ranges::find(designs, parameter, &UniqueDesign::parameter);
  return found == designs.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

class UniqueDesigns : public QObject {
  Q_OBJECT

 private slots:
  void radiiThatFitAreThoseOfTheClosedForm() {
    const Break at{150 * std::numbers::pi / 180, radius, radius, radius};
    const auto designs = designsOf(at);
    // G = −½ needs (1 + x_a)(1 + x_b) = 3 for x = (r_c/r)³: both at once by r_c, or one of them alone.
    const std::map<std::string, double> expected{{"rc", radius * std::cbrt(std::sqrt(3.0) - 1)},
                                                 {"ra", radius * std::cbrt(2.0)},
                                                 {"rb", radius * std::cbrt(2.0)}};
    for (const auto& [parameter, value] : expected) {
      const auto design = along(designs, parameter);
      QVERIFY2(design, parameter.c_str());
      QCOMPARE(design->m, 3);
      QVERIFY(design->unique);
      QVERIFY2(std::abs(design->value - value) < 1e-12, parameter.c_str());
    }
    QVERIFY(!along(designs, "speed"));  // it moves no normal
    QVERIFY(!along(designs, "density"));
  }

  void anOrthogonalPairIsFoundByTheAngle() {
    const Break at{100 * std::numbers::pi / 180, radius, radius, radius};
    const auto theta = along(designsOf(at), "theta");
    QVERIFY(theta && theta->m == 2 && theta->unique);
    QVERIFY(std::abs(theta->value - std::numbers::pi / 2) < 1e-12);
  }

  /// What is found fits, and a fine scan of the closed form finds nothing nearer.
  void nothingNearerFits() {
    std::mt19937 random(7);
    const auto between = [&](double low, double high) {
      return low + (high - low) * static_cast<double>(random()) / 4294967295.0;
    };
    int found = 0;
    for (int trial = 0; trial < 20; ++trial) {
      const Break at{between(1.7, 3), between(0.02, 0.04), between(0.02, 0.04), between(0.02, 0.04)};
      const auto multiplicity = [&](const Break& where) {
        return std::numbers::pi / std::acos(-where.gram());
      };
      const SceneInstance scene = Scene::open("billiard-break")->instantiate(at.assignments());
      const auto designs = designsOf(at);
      for (const char* name : {"ra", "rb", "rc"}) {
        const auto parameter = std::ranges::find(scene.parameters, name, &ParameterValue::name);
        const double present = parameter->name == "ra" ? at.ra : parameter->name == "rb" ? at.rb : at.rc;
        const auto design = along(designs, name);
        double reach = HUGE_VAL;
        if (design) {
          ++found;
          QVERIFY(std::abs(multiplicity(at.with(name, design->value)) - design->m) < 1e-9);
          reach = std::abs(design->value - present);
        }
        for (const double end : {*parameter->min, *parameter->max}) {
          const double span = end - present, most = std::min(std::abs(span), reach * (1 - 1e-6));
          const double whole = std::floor(multiplicity(at));
          for (int k = 0; k <= 2000; ++k) {
            const double value = present + std::copysign(most * k / 2000, span);
            QCOMPARE(std::floor(multiplicity(at.with(name, value))), whole);
          }
        }
      }
    }
    QVERIFY2(found > 10, qPrintable(QString::number(found)));
  }

  /// One step of the search passes several whole numbers; the first of them is the nearest design.
  void ofManyPassedTheFirstIsFound() {
    const auto scene = Scene::parse(R"({"format": 1, "title": "A wall and two balls",
      "parameters": {"mass": {"value": 1.5, "range": [1.5, 2000]}, "less": {"value": 0, "range": [0, 1900]}},
      "bodies": [
        {"name": "small", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 1}]},
        {"name": "big", "joints": ["x"], "mass": "mass - less", "shapes": [{"type": "ball", "radius": 1}]},
        {"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]}],
      "initial": {"q": {"small.x": 1, "big.x": 3}, "velocity": {"big.x": -1},
                  "touching": ["small-wall", "small-big"]}})",
                                    "two.carom.json");
    // tan²δ = m/M.
    const auto massOf = [](int m) { return 1 / std::pow(std::tan(std::numbers::pi / m), 2); };
    for (const double mass : {1.5, 150.0, 300.0}) {
      const int above = static_cast<int>(std::numbers::pi / std::atan(1 / std::sqrt(mass))) + 1;
      const auto designs =
          nearestUniqueDesigns(*scene, {{"mass", std::to_string(mass)}}, {"small-wall", "small-big"});
      const auto rising = along(designs, "mass"), falling = along(designs, "less");
      // Below is as near as above where there is room: the search looks both ways.
      const double nearest = mass - massOf(above - 1) < massOf(above) - mass && massOf(above - 1) >= 1.5
                                 ? massOf(above - 1)
                                 : massOf(above);
      QVERIFY(rising && std::abs(rising->value / nearest - 1) < 1e-9);
      if (massOf(above - 1) > 1.5) QVERIFY(falling && falling->m == above - 1);
    }
  }

  void aPairThatIsNotThereIsRefused() {
    QVERIFY_THROWS_EXCEPTION(SceneError,
                             nearestUniqueDesigns(*Scene::open("billiard-break"), {}, {"ac", "nothing"}));
  }
};

CAROM_TEST(UniqueDesigns);
#include "tst_unique_designs.moc"
