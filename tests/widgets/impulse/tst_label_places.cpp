// Names of lines stand in their lines: without colours it can be told whose name each is.
#include <QImage>
#include <QPainter>
#include <cmath>

#include "common/box_geometry.h"
#include "common/painted_words.h"
#include "impulse/label_places.h"
#include "support/widget_test.h"

using namespace carom;

class TestLabelPlaces : public QObject {
  Q_OBJECT

  /// The box of a word, found by looking at each pixel for it.
  static QRectF boxOf(const PaintedWords& words, const QString& word, const QSize& size) {
    QRectF box;
    for (int y = 0; y < size.height(); ++y)
      for (int x = 0; x < size.width(); ++x)
        if (words.at({x + 0.5, y + 0.5}).contains(word)) box |= QRectF(x, y, 1, 1);
    return box;
  }

 private slots:
  void aNameStandsInItsOwnLineAndOnNoOther() {
    const QSize size(400, 300);
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    PaintedWords words;
    const std::vector<std::pair<QString, QLineF>> lines{{"falling", {10, 20, 390, 200}},
                                                        {"rising", {10, 280, 390, 60}},
                                                        {"steep", {150, 5, 220, 295}},
                                                        {"level", {10, 250, 390, 250}}};
    {
      const PaintedWords::Recording recording(&words);
      LabelPlaces places(painter, QRectF(QPointF(), size), 1);
      for (const auto& [name, line] : lines) {
        places.avoid(QPolygonF{line.p1(), line.p2()});
        places.alongLine({line}, name, Qt::black);
      }
      places.paint();
    }
    for (const auto& [name, own] : lines) {
      const QRectF box = boxOf(words, name, size);
      QVERIFY2(!box.isEmpty(), qPrintable(name));
      for (const auto& [other, line] : lines)
        QVERIFY2(crosses(line, box.adjusted(2, 2, -2, -2)) == (other == name),
                 qPrintable(name + " and the line " + other));
      // The line enters on one side of the name and leaves on the other.
      const QPointF middle = box.center();
      const double off =
          std::abs(own.dx() * (middle.y() - own.y1()) - own.dy() * (middle.x() - own.x1())) / own.length();
      QVERIFY2(off < 4, qPrintable(QStringLiteral("%1: %2").arg(name).arg(off)));
    }
  }

  /// Where other lines lie on all of a line, its name stands beside it rather than hide a crossing.
  void aNameWithoutRoomInItsLineStandsBesideIt() {
    const QSize size(400, 300);
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    PaintedWords words;
    {
      const PaintedWords::Recording recording(&words);
      LabelPlaces places(painter, QRectF(QPointF(), size), 1);
      places.avoid(QPolygonF{QPointF(10, 150), QPointF(390, 150)});
      for (const int off : {-1, 0, 1, 2})  // a bundle
        places.avoid(QPolygonF{QPointF(10, 150 + off), QPointF(390, 150 - off)});
      places.alongLine({{10, 150, 390, 150}}, "crowded", Qt::black);
      places.paint();
    }
    const QRectF box = boxOf(words, "crowded", size);
    QVERIFY(!box.isEmpty());
    QVERIFY2(std::abs(box.center().y() - 150) > 6, qPrintable(QString::number(box.center().y())));
  }

  /// The name of a point that stands as near to another one has a line to its own.
  void aNameBetweenTwoPointsLeadsToItsOwn_data() {
    QTest::addColumn<double>("apart");
    QTest::addColumn<bool>("isLed");
    QTest::newRow("far") << 150.0 << false;
    QTest::newRow("close") << 16.0 << true;
  }
  void aNameBetweenTwoPointsLeadsToItsOwn() {
    QFETCH(double, apart);
    QFETCH(bool, isLed);
    QImage image(400, 300, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    LabelPlaces places(painter, QRectF(0, 0, 400, 300), 1);
    const QPointF own(200, 150), other(200 + apart, 150);
    // Walls leave both names a corridor to the right.
    places.keepFree({own.x() - 100, 150}, 99);
    places.keepFree({own.x(), 0}, 135);
    places.keepFree({own.x(), 300}, 135);
    places.math(own, QStringLiteral("P"), Qt::black);
    places.math(other, QStringLiteral("Q"), Qt::black);
    places.paint();
    painter.end();
    int inked = 0;  // at the point, before the first place of a name
    for (int y = 140; y < 160; ++y) inked += qGray(image.pixel(int(own.x()) + 1, y)) < 250;
    QCOMPARE(inked > 0, isLed);
  }

  /// Between two lines that are too close for its words, a name takes two lines of text, and hides neither.
  void aNameTakesTwoLinesRatherThanHideAnother_data() {
    QTest::addColumn<double>("apart");
    QTest::addColumn<bool>("isBroken");
    QTest::newRow("roomy") << 160.0 << false;
    QTest::newRow("narrow") << 95.0 << true;
  }
  void aNameTakesTwoLinesRatherThanHideAnother() {
    QFETCH(double, apart);
    QFETCH(bool, isBroken);
    const QSize size(400, 300);
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    PaintedWords words;
    std::vector<QLineF> others;
    for (double x = 2; x < size.width(); x += apart) others.emplace_back(x, 2, x, 298);
    {
      const PaintedWords::Recording recording(&words);
      LabelPlaces places(painter, QRectF(QPointF(), size), 1);
      places.avoid(QPolygonF{QPointF(2, 150), QPointF(398, 150)});
      for (const QLineF& other : others) places.avoid(QPolygonF{other.p1(), other.p2()});
      places.alongLine({{2, 150, 398, 150}}, QStringLiteral("maximum compression"), Qt::black);
      places.paint();
    }
    const QRectF box = boxOf(words, "maximum compression", size);  // one term, also in two lines
    QVERIFY(!box.isEmpty());
    for (const QLineF& other : others) QVERIFY(!crosses(other, box.adjusted(2, 2, -2, -2)));
    constexpr double oneLine = 20;  // px, at most
    QCOMPARE(box.height() > oneLine, isBroken);
    QVERIFY2(std::abs(box.center().y() - 150) < 4, qPrintable(QString::number(box.center().y())));
  }
};

CAROM_OFFSCREEN_TEST(TestLabelPlaces);
#include "tst_label_places.moc"
