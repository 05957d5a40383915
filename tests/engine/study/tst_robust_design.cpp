// Designs that stand the largest tolerances: against a scan, and against designs that are only unique.

#include <QtTest>
#include <cmath>
#include <numbers>

#include "base/number_text.h"
#include "study/design/robust_design.h"
#include "support/test_program.h"

using namespace carom;

namespace {

constexpr double oneDegree = std::numbers::pi / 180;

RobustQuestion tolerancesOf(std::vector<Tolerance> tolerances) {
  RobustQuestion question;
  question.tolerances = std::move(tolerances);
  question.samples = 80;
  question.below = 0.01;
  return question;
}

std::optional<double> scaleAt(const Assignments& at, const RobustQuestion& robust) {
  return robustness(*Scene::open("billiard-break"), at, robust).largestScale;
}

}  // namespace

class RobustDesignTest : public QObject {
  Q_OBJECT

 private slots:
  void theFactorIsThatOfAScan() {
    const RobustQuestion robust = tolerancesOf({{"theta", 0.5 * oneDegree}});
    const DesignQuestion question{
        {"theta"}, {{{"ac", "bc"}, 2}}, {{"theta", 70 * oneDegree, 110 * oneDegree}}};
    const RobustDesignAnswer answer =
        findRobustDesign(*Scene::open("billiard-break"), {{"theta", "80deg"}}, question, robust);
    QVERIFY(answer.design.found && answer.scaleAfter && !answer.scaleBefore);
    double best = 0;
    for (int i = 0; i <= 80; ++i)
      best =
          std::max(best, scaleAt({{"theta", shortestText((70 + 0.5 * i) * oneDegree)}}, robust).value_or(0));
    QVERIFY2(*answer.scaleAfter >= 0.99 * best && best > 0,
             qPrintable(QStringLiteral("%1 against %2").arg(*answer.scaleAfter).arg(best)));
    QCOMPARE(scaleAt(answer.design.assignments, robust), answer.scaleAfter);
  }

  /// Every radius is orthogonal at a right angle; a heavier ball c makes G change less with the angle.
  void aUniqueDesignBecomesMoreRobust() {
    const RobustQuestion robust = tolerancesOf({{"theta", 0.5 * oneDegree}});
    const DesignQuestion question{
        {"theta", "rc"}, {{{"ac", "bc"}, 2}}, {{"theta", 70 * oneDegree, 110 * oneDegree}}};
    const auto scene = Scene::open("billiard-break");
    const RobustDesignAnswer answer = findRobustDesign(*scene, {{"theta", "80deg"}}, question, robust);
    const DesignAnswer unique = findDesign(*scene, {{"theta", "80deg"}}, question);
    QVERIFY(unique.found && answer.design.found);
    QVERIFY(*answer.scaleAfter > 1.5 * scaleAt(unique.assignments, robust).value());
    QVERIFY(answer.design.variables[1].after > unique.variables[1].after);
    QVERIFY(std::abs(answer.design.pairs[0].after) < 0.01);
  }

  void whatCannotBeMaximisedIsRefused() {
    const auto scene = Scene::open("billiard-break");
    const RobustQuestion robust = tolerancesOf({{"theta", 0.5 * oneDegree}});
    QVERIFY_THROWS_EXCEPTION(SceneError, findRobustDesign(*scene, {}, {{"a.x"}}, robust));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(findRobustDesign(*scene, {}, {{"theta"}}, robust, stop.get_token()).design.isCancelled);
  }
};

CAROM_TEST(RobustDesignTest);
#include "tst_robust_design.moc"
