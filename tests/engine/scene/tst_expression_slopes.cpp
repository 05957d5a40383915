// Exact derivatives of expressions, against difference quotients that Richardson's scheme extrapolates.

#include <QtTest>
#include <cmath>

#include "scene/expression/expression_slopes.h"
#include "support/test_program.h"

using namespace carom;

namespace {

const std::vector<std::string> symbols{"a", "b", "c"};

/// The derivative of an expression by a symbol, from central quotients at three steps.
double quotient(Evaluator& values, int expression, int symbol) {
  const double at = values.value(symbol);
  std::array<double, 3> table{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double h = 0.01 / (1 << i);
    values.value(symbol) = at + h;
    const double after = values(expression);
    values.value(symbol) = at - h;
    table[i] = (after - values(expression)) / (2 * h);
  }
  values.value(symbol) = at;
  const double first = (4 * table[1] - table[0]) / 3, second = (4 * table[2] - table[1]) / 3;
  return (16 * second - first) / 15;
}

}  // namespace

class ExpressionSlopesTest : public QObject {
  Q_OBJECT

 private slots:
  void slopesAreThoseOfQuotients_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"a*b+c", "sin(a)^2*b/c", "a^b", "2^3^a", "-a^2", "atan2(a,b)*28.6mm", "a > b ? a^3 : -b^2*c",
          "a < b ? a^3 : -b^2*c", "2*(a deg)", "(a+b) cm", "hypot(a,b)+mod(c,a)", "min(a,b)-max(b,c)",
          "abs(b-c)*floor(c)", "sqrt(a)*cbrt(b)/exp(c)", "log10(a)+ln(b)", "a<b && b<c",
          "tanh(a)+asin(a/9)+acos(b/9)+atan(c)", "sinh(a)-cosh(b)*tan(c/3)"})
      QTest::newRow(text) << QString::fromLatin1(text);
  }
  void slopesAreThoseOfQuotients() {
    QFETCH(QString, text);
    ExpressionTable table(symbols);
    const int expression = table.add(text.toStdString());
    Evaluator values(table);
    ExpressionSlopes slopes(table, values);
    for (const auto& [a, b, c] : {std::array{1.3, 0.7, 2.1}, std::array{0.4, 0.9, 1.8}}) {
      values.value(0) = a;
      values.value(1) = b;
      values.value(2) = c;
      for (int symbol = 0; symbol < 3; ++symbol) {
        for (int other = 0; other < 3; ++other) slopes.setSlope(other, other == symbol ? 1 : 0);
        const ValueAndSlope found = slopes(expression);
        QCOMPARE(found.value, values(expression));
        const double expected = quotient(values, expression, symbol);
        QVERIFY2(std::abs(found.slope - expected) < 1e-9 * std::max(1.0, std::abs(expected)),
                 qPrintable(QStringLiteral("%1 by %2: %3").arg(text).arg(symbol).arg(found.slope)));
      }
    }
  }

  void aCornerHasNoSlope() {
    ExpressionTable table(symbols);
    Evaluator values(table);
    ExpressionSlopes slopes(table, values);
    slopes.setSlope(0, 1);
    QVERIFY(std::isnan(slopes("abs(a)").slope));
    QVERIFY(std::isnan(slopes("max(a, b)").slope));
    QVERIFY_THROWS_EXCEPTION(ExpressionError, slopes("a ? 1 : 2"));
    QCOMPARE(slopes("abs(b)").slope, 0.0);
  }

  /// Equal arguments that change alike make no corner.
  void theLeastOfTwoThatChangeAlikeHasASlope() {
    ExpressionTable table(symbols);
    Evaluator values(table);
    ExpressionSlopes slopes(table, values);
    slopes.setSlope(0, 1);
    QCOMPARE(slopes("min(sin(a), a)").slope, 1.0);
    QCOMPARE(slopes("max(-tan(a), -a) + min(a, sinh(a))").slope, 0.0);
    QVERIFY(std::isnan(slopes("min(2*a, a)").slope));
    QVERIFY(std::isnan(slopes("max(a, b*a)").slope));
  }
};

CAROM_TEST(ExpressionSlopesTest);
#include "tst_expression_slopes.moc"
