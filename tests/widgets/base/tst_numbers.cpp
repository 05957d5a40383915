
#include <QLocale>
#include <QScopeGuard>

#include "base/audit_words.h"
#include "base/design_words.h"
#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "support/test_program.h"

using namespace carom;

/// Numbers on the screen: as many digits as asked for, never fewer whole ones, never an "e".
class TestNumbers : public QObject {
  Q_OBJECT
 private slots:
  void numbersKeepTheirDigits_data();
  void numbersKeepTheirDigits();
  void nothingIsMinusZero();
  void quantitiesAreShownInTheirUnit_data();
  void quantitiesAreShownInTheirUnit();
  void unitsAreTypeset_data();
  void unitsAreTypeset();
  void countsAreGrouped_data();
  void sentencesHaveTheNumbersOfTheWindow_data();
  void sentencesHaveTheNumbersOfTheWindow();
  void countsAreGrouped();
  void subscriptsAreSmallWhereUnicodeHasThem();
  void whatASearchLeavesOfAValueIsNearlyZero();
  void whatIsFarBelowItsErrorIsZero();
  void fieldsHaveAPointInEveryLocale_data();
  void fieldsHaveAPointInEveryLocale();
};

void TestNumbers::numbersKeepTheirDigits_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<int>("digits");
  QTest::addColumn<QString>("text");
  QTest::newRow("zeros are digits") << 0.559 << 4 << "0.5590";
  QTest::newRow("angle") << 120.0 << 4 << "120.0";
  QTest::newRow("whole digits stay") << 10205.0 << 4 << "10205";
  QTest::newRow("true minus") << -0.25 << 3 << "−0.250";
  QTest::newRow("rounding up gains a digit") << 0.99999 << 4 << "1.000";
  QTest::newRow("small") << 3e-17 << 1 << "3·10⁻¹⁷";
  QTest::newRow("no empty zeros before a power") << 2e-5 << 4 << "2·10⁻⁵";
  QTest::newRow("large") << 2.9258e19 << 4 << "2.926·10¹⁹";
  QTest::newRow("nothing") << 0.0 << 4 << "0";
  QTest::newRow("not a number") << qQNaN() << 4 << "–";
  QTest::newRow("without bound") << -qInf() << 4 << "−∞";
}

void TestNumbers::numbersKeepTheirDigits() {
  QFETCH(double, value);
  QFETCH(int, digits);
  QTEST(formatNumber(value, digits), "text");
}

void TestNumbers::nothingIsMinusZero() {
  QCOMPARE(formatFixed(-1e-9, 3), QStringLiteral("0.000"));
  QCOMPARE(formatSigned(-1e-9), QStringLiteral("+0.000"));
  QCOMPARE(formatSigned(-0.25), QStringLiteral("−0.250"));
}

void TestNumbers::quantitiesAreShownInTheirUnit_data() {
  QTest::addColumn<double>("si");
  QTest::addColumn<QString>("unit");
  QTest::addColumn<QString>("text");
  QTest::newRow("degrees stand close") << M_PI * 2 / 3 << "deg"
                                       << "120.0°";
  QTest::newRow("millimetres") << 0.0286 << "mm"
                               << "28.60 mm";
  QTest::newRow("density") << 1700.0 << "kg/m^3"
                           << "1700 kg/m³";
  QTest::newRow("pure number") << 5.0 << ""
                               << "5.000";
}

void TestNumbers::quantitiesAreShownInTheirUnit() {
  QFETCH(double, si);
  QFETCH(QString, unit);
  QTEST(formatQuantity(si, unit), "text");
}

void TestNumbers::unitsAreTypeset_data() {
  QTest::addColumn<QString>("unit");
  QTest::addColumn<QString>("label");
  QTest::newRow("deg") << "deg"
                       << "°";
  QTest::newRow("power") << "kg/m^3"
                         << "kg/m³";
  QTest::newRow("negative power") << "m*s^-2"
                                  << "m·s⁻²";
  QTest::newRow("plain") << "m/s"
                         << "m/s";
}

void TestNumbers::unitsAreTypeset() {
  QFETCH(QString, unit);
  QTEST(unitLabel(unit), "label");
}

void TestNumbers::countsAreGrouped_data() {
  QTest::addColumn<QString>("decimal");
  QTest::addColumn<QString>("text");
  const QChar gap(0x202F);
  QTest::newRow("small") << "768"
                         << "768";
  QTest::newRow("groups of three")
      << "29258366996258488320"
      << QStringLiteral("29 258 366 996 258 488 320").replace(QLatin1Char(' '), gap);
  QTest::newRow("24 digits are written out")
      << QString(24, QLatin1Char('7')) << QStringList(8, QStringLiteral("777")).join(gap);
  QTest::newRow("beyond") << QStringLiteral("12345") + QString(21, QLatin1Char('0')) << "1.234·10²⁵…";
}

void TestNumbers::countsAreGrouped() {
  QFETCH(QString, decimal);
  QTEST(formatCount(decimal.toStdString()), "text");
}

void TestNumbers::sentencesHaveTheNumbersOfTheWindow_data() {
  QTest::addColumn<QString>("sentence");
  QTest::addColumn<QString>("text");
  QTest::newRow("error") << "Energy changed by -0.0723 +- 3.81e-09 J."
                         << QStringLiteral("Energy changed by −0.0723 ± 3.81·10⁻⁹ J.");
  QTest::newRow("names") << "ball-2 meets box.1-floor at 0.5604 s: e1e-3, a-1"
                         << QStringLiteral("ball-2 meets box.1-floor at 0.5604 s: e1e-3, a-1");
  QTest::newRow("large") << "(1.5e+06, -2e-3)" << QStringLiteral("(1.5·10⁶, −2·10⁻³)");
}

void TestNumbers::sentencesHaveTheNumbersOfTheWindow() {
  QFETCH(QString, sentence);
  QTEST(withShownNumbers(sentence), "text");
}

/// A coefficient that an audit finds to be 0 has the rounding of its fit.
void TestNumbers::whatIsFarBelowItsErrorIsZero() {
  QCOMPARE(measuredText({-2.91e-15, 3e-9}), QStringLiteral("0 ± 3·10⁻⁹"));
  QCOMPARE(measuredText({2e-5, 0.1}, 3, 2), QStringLiteral("2·10⁻⁵ ± 0.10"));
  QCOMPARE(measuredText({5e-6, 0.1}, 3, 2), QStringLiteral("0 ± 0.10"));
  QCOMPARE(measuredText({0.48, 0}, 3, 2), QStringLiteral("0.480 ± 0"));
}

void TestNumbers::fieldsHaveAPointInEveryLocale_data() {
  QTest::addColumn<QLocale>("locale");
  QTest::newRow("decimal point") << QLocale(QLocale::English, QLocale::UnitedStates);
  QTest::newRow("decimal comma") << QLocale(QLocale::German, QLocale::Germany);
  QTest::newRow("digits of its own") << QLocale(QLocale::Arabic, QLocale::Egypt);
}

void TestNumbers::fieldsHaveAPointInEveryLocale() {
  QFETCH(QLocale, locale);
  const QLocale before;
  QLocale::setDefault(locale);
  const auto restore = qScopeGuard([&] { QLocale::setDefault(before); });
  QCOMPARE(plainNumber(-0.25, 6), QStringLiteral("-0.25"));
  QCOMPARE(plainFixed(1234.5, 2), QStringLiteral("1234.50"));
  QCOMPARE(formatNumber(-0.25, 3), QStringLiteral("−0.250"));
  for (const double value : {0.1, -1234.5, 6.02e23, 1.0 / 3})
    QCOMPARE(readNumber(plainNumber(value, 17)), std::optional(value));
  QCOMPARE(readNumber(QStringLiteral(" 0.5 ")), std::optional(0.5));
  for (const char* text : {"", "0,5", "1.5 m", "half"}) QVERIFY2(!readNumber(QString(text)), text);
}

/// Beside 90° an angle of 10⁻¹² rad is rounding; one of 10⁻⁶ rad is meant, and so is a 0.
void TestNumbers::whatASearchLeavesOfAValueIsNearlyZero() {
  const auto text = [](double after) { return foundValueText({"theta", "deg", 1.57, after}, "deg", 4); };
  QCOMPARE(text(1e-12), QStringLiteral("≈ ") + text(0));
  QCOMPARE(text(-1e-12), text(1e-12));
  QVERIFY(!text(0).contains(QStringLiteral("≈")));
  QVERIFY(!text(1e-6).contains(QStringLiteral("≈")));
}

void TestNumbers::subscriptsAreSmallWhereUnicodeHasThem() {
  for (const auto& [math, plain] :
       std::initializer_list<std::pair<const char*, const char*>>{{"m_1", "m₁"},
                                                                  {"l_12", "l₁₂"},
                                                                  {"e_t", "eₜ"},
                                                                  {"φ_R", "φ_R"},
                                                                  {"r_a", "rₐ"},
                                                                  {"r_b", "r_b"},
                                                                  {"k_γ", "kᵧ"},
                                                                  {"v_{a,x}", "vₐ,ₓ"},
                                                                  {"T_{max}", "Tₘₐₓ"},
                                                                  {"leg_length", "leg_length"},
                                                                  {"foot_y", "foot_y"},
                                                                  {"m_body", "m_body"}})
    QCOMPARE(plainSymbol(QString::fromUtf8(math)), QString::fromUtf8(plain));
}

CAROM_TEST(TestNumbers);
#include "tst_numbers.moc"
