#include <QKeyEvent>
#include <QLocale>
#include <cmath>
#include <numbers>

#include "support/widget_test.h"
#include "viewport/tools/round_angle.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/tools/typed_numbers.h"

using namespace carom;
using Eigen::Vector3d;

namespace {

QKeyEvent keyOf(QChar letter) {
  return QKeyEvent(QEvent::KeyPress, letter.toUpper().unicode(), Qt::NoModifier, QString(letter));
}

/// Types what the numbers take, and returns what they refused.
QString type(TypedNumbers& numbers, const QString& text) {
  QString refused;
  for (const QChar letter : text)
    if (const QKeyEvent event = keyOf(letter); numbers.takes(event))
      numbers.key(event);
    else
      refused += letter;
  return refused;
}

}  // namespace

class TestTypedNumbers : public QObject {
  Q_OBJECT
 private slots:
  void numbersHaveUnits_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("isPlain");
    QTest::newRow("plain") << "0.12" << 0.12 << true;
    QTest::newRow("negative") << "-3" << -3.0 << true;
    QTest::newRow("centimetres") << "-35cm" << -0.35 << false;
    QTest::newRow("millimetres") << "8mm" << 0.008 << false;
    QTest::newRow("degrees") << "30deg" << std::numbers::pi / 6 << false;
  }
  void numbersHaveUnits() {
    QFETCH(QString, text);
    QFETCH(double, value);
    QFETCH(bool, isPlain);
    TypedNumbers numbers;
    QCOMPARE(type(numbers, text), QString());
    QVERIFY(numbers.value(0) && std::abs(*numbers.value(0) - value) <= 1e-15);
    QCOMPARE(numbers.isPlain(0), isPlain);
    QVERIFY(!numbers.value(1));
  }

  void anIncompleteNumberHasNoValue() {
    TypedNumbers numbers;
    type(numbers, "-");
    QVERIFY(numbers.any() && !numbers.value(0));
    QCOMPARE(numbers.applied(Vector3d(1, 2, 3)), Vector3d(1, 2, 3));
  }

  void lettersBelongToUnitsOnly() {
    TypedNumbers numbers;
    QCOMPARE(type(numbers, "m5q"), QString("mq"));  // M and Q keep their own meaning
    QCOMPARE(numbers.value(0), std::optional(5.0));
  }

  void theOtherNumberIsTypedAfterTab() {
    TypedNumbers numbers;
    type(numbers, "1.5");
    QCOMPARE(numbers.applied(Vector3d(7, 8, 9)), Vector3d(1.5, 8, 9));
    numbers.goToOther();
    type(numbers, "-2");
    QCOMPARE(numbers.applied(Vector3d(7, 8, 9)), Vector3d(1.5, -2, 9));
    for (int i = 0; i < 2; ++i) {
      const QKeyEvent back(QEvent::KeyPress, Qt::Key_Backspace, Qt::NoModifier);
      QVERIFY(numbers.takes(back));
      numbers.key(back);
    }
    QCOMPARE(numbers.applied(Vector3d(7, 8, 9)), Vector3d(1.5, 8, 9));
  }

  /// A point is the decimal sign also where the locale has a comma.
  void theReadoutHasTheSameSignsInEveryLocale() {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    TypedNumbers numbers;
    type(numbers, "0.25");
    QCOMPARE(numbers.value(0), std::optional(0.25));
    QCOMPARE(numberTexts(Vector3d(0, 0.125, 0), numbers), QStringList({"x 0.25▏", "y 0.1250 m"}));
    QCOMPARE(numberTexts(Vector3d(1, -0.5, 0), {}, "v", " m/s"),
             QStringList({"vx 1.000 m/s", "vy −0.5000 m/s"}));
    QLocale::setDefault(before);
  }

  void anglesAreRoundedNearMultiplesOf15Degrees() {
    constexpr double degree = std::numbers::pi / 180;
    QCOMPARE(roundAngle(46 * degree, false), 45 * degree);
    QCOMPARE(roundAngle(46 * degree, true), 46 * degree);
    QCOMPARE(roundAngle(-94 * degree, false), -90 * degree);
    QCOMPARE(roundAngle(-94 * degree, true), -94 * degree);
    QCOMPARE(roundAngle(52 * degree, false), 52 * degree);
    const Vector3d upwards = withRoundAngle(Vector3d(0.02, 3, 0), false);
    QCOMPARE(upwards.x(), 0.0);
    QVERIFY(std::abs(upwards.y() - std::hypot(0.02, 3)) < 1e-15);
  }
};

CAROM_OFFSCREEN_TEST(TestTypedNumbers);
#include "tst_typed_numbers.moc"
