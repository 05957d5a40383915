#include <QtTest>
#include <cmath>
#include <numbers>

#include "scene/expression/expression.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

class TestExpression : public QObject {
  Q_OBJECT
 private slots:
  void valuesAreThoseOfArithmetic_data();
  void valuesAreThoseOfArithmetic();
  void nonsenseIsRefused_data();
  void nonsenseIsRefused();
  void quantitiesReadLikeExpressions_data();
  void quantitiesReadLikeExpressions();
  void usesAreTheSymbolsMentioned();
  void valuesMayChangeBetweenEvaluations();
  void equalTextsShareOneEntry();
  void unknownUnitNamesTheKnownOnes();

 private:
  std::vector<std::string> m_symbols{"a", "theta", "n"};
  double m_values[3] = {2, 0.5, 5};
};

void TestExpression::valuesAreThoseOfArithmetic_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("value");
  const auto row = [](const char* text, double value) { QTest::newRow(text) << QString(text) << value; };
  row("1 + 2*3", 7);
  row("-2^2", -4);
  row("2^-1", 0.5);
  row("+3", 3);
  row("a*cos(theta)", 2 * std::cos(0.5));
  row("n > 3 ? 1 : 2", 1);
  row("a == 2 && n != 4", 1);
  row("hypot(3, 4) + mod(n, 3)", 7);
  row("atan2(1, -1)", 3 * std::numbers::pi / 4);
  row("90deg", std::numbers::pi / 2);
  row("-90 deg", -std::numbers::pi / 2);
  row("2*28.6mm", 2 * (28.6 * 1e-3));
  row("2mm^2", 4e-6);  // (2 mm)²: the unit binds first
  row("a mm", 2e-3);
  row("1.7g/cm^3", 1700);
  row("18 m/s / n", 18.0 / 5);
  row("1in", 0.0254);
  row("1e-3", 1e-3);
  row(".5m", 0.5);
  row("1e400", HUGE_VAL);
  row("1e-400", 0);
}

void TestExpression::valuesAreThoseOfArithmetic() {
  QFETCH(QString, text);
  QFETCH(double, value);
  const double got = Expression(text.toStdString(), m_symbols, m_values)();
  QVERIFY2(got == value || std::abs(got - value) <= 1e-15 * std::abs(value),
           qPrintable(QString::number(got, 'g', 17)));
}

void TestExpression::nonsenseIsRefused_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("undefinedName");
  for (const char* text :
       {"",     "  ",  "(",    "2a", "1 2", "1,2",  "sin()", "sin(1, 2)", "\"word\"", "5 inch",
        "0x10", "a=3", "a*=2", "2+", ")",   "1..2", "a?1",   "+",         "-",        "--"})
    QTest::newRow(text) << QString(text) << false;
  for (const char* text : {"b", "2*foo", "nan", "inf", "θ"})
    QTest::newRow(text) << QString(text) << (text[0] != '\xCE');
  QTest::newRow("endless") << QString("1+").repeated(600) + "1" << false;
  QTest::newRow("brackets") << QString(999, '(') << false;
  QTest::newRow("minuses") << QString(999, '-') << false;
}

void TestExpression::nonsenseIsRefused() {
  QFETCH(QString, text);
  QFETCH(bool, undefinedName);
  try {
    Expression(text.toStdString(), m_symbols, m_values);
  } catch (const ExpressionError& error) {
    QCOMPARE(error.undefinedName(), undefinedName);
    QVERIFY2(*error.what() && !QByteArray(error.what()).contains("internal"), error.what());
    QCOMPARE(m_values[0], 2.0);
    return;
  }
  QFAIL("accepted");
}

void TestExpression::quantitiesReadLikeExpressions_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"1", "-1", "0.1", "101.25deg", "28.6mm", "28.6 mm", "1e-3", "3e8m/s", "-0.5 rad"})
    QTest::newRow(text) << QString(text);
}

void TestExpression::quantitiesReadLikeExpressions() {
  QFETCH(QString, text);
  const auto quantity = parseQuantity(text.toStdString());
  QVERIFY(quantity);
  // Brackets keep the parser from taking the short cut for plain quantities.
  QCOMPARE(Expression("(" + text.toStdString() + ")", m_symbols, m_values)(), *quantity);
}

void TestExpression::usesAreTheSymbolsMentioned() {
  QCOMPARE(Expression("n*theta + n", m_symbols, m_values).uses(), (std::vector<int>{1, 2}));
  QCOMPARE(Expression("90deg", m_symbols, m_values).uses(), std::vector<int>{});
}

void TestExpression::valuesMayChangeBetweenEvaluations() {
  double values[3] = {1, 0, 0};
  const Expression twice("2*a", m_symbols, values);
  QCOMPARE(twice(), 2.0);
  values[0] = 3;
  QCOMPARE(twice(), 6.0);
}

void TestExpression::equalTextsShareOneEntry() {
  ExpressionTable table(m_symbols);
  QCOMPARE(table.add("a+1"), table.add("a+1"));
  QVERIFY(table.add("a+2") != table.add("a+1"));
  QCOMPARE(table.size(), 2);
}

void TestExpression::unknownUnitNamesTheKnownOnes() {
  QCOMPARE(unitFactor(""), 1.0);
  QCOMPARE(unitFactor("deg"), std::numbers::pi / 180);
  try {
    unitFactor("furlong");
    QFAIL("accepted");
  } catch (const SceneError& error) {
    QVERIFY(error.expected().find("deg") != std::string::npos);
  }
}

CAROM_TEST(TestExpression);
#include "tst_expression.moc"
