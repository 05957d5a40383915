#include <QtTest>

#include "base/coordinate_symbol.h"
#include "support/test_program.h"

using namespace carom;

/// Coordinates have the letters of a paper in plots, where the letters say as much as their names.
class TestCoordinateSymbol : public QObject {
  Q_OBJECT
 private slots:
  void placesHaveTheBodyAsSubscript_data() {
    QTest::addColumn<QString>("symbol");
    QTest::newRow("a.x") << "x_{a}";
    QTest::newRow("ball1.y") << "y_{ball1}";
    QTest::newRow("front-a.z") << "z_{front-a}";
    QTest::newRow("arm.upper.x") << "";  // mathematics has no point in a subscript
    QTest::newRow("thigh_left.x") << "";
    QTest::newRow("ball.angle") << "";
    QTest::newRow("box.rx") << "";
    QTest::newRow("a.s") << "";
    QTest::newRow(".x") << "";
    QTest::newRow("x") << "";
    QTest::newRow("") << "";
  }
  void placesHaveTheBodyAsSubscript() {
    QFETCH(QString, symbol);
    const QString name = QTest::currentDataTag();
    QCOMPARE(coordinateSymbol(name), symbol);
    QCOMPARE(coordinateWords(name), symbol.isEmpty() ? name : '$' + symbol + '$');
  }
};

CAROM_TEST(TestCoordinateSymbol);
#include "tst_coordinate_symbol.moc"
