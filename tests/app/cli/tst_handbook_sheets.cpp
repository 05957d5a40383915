// The pages of the handbook's PDF: a column of pieces is cut so that no piece is cut or lost, headings keep
// their text, and chapters begin pages.
#include <QRandomGenerator>
#include <cmath>

#include "handbook/sheets.h"
#include "support/widget_test.h"

using carom::ColumnPiece, carom::cutIntoSheets, carom::Sheet;

namespace {

constexpr double height = 700;

/// Lines, headings, chapters and tables with heads, all lower than a page, with gaps between them.
QList<ColumnPiece> randomColumn(QRandomGenerator& random) {
  QList<ColumnPiece> pieces;
  double y = 0;
  const auto add = [&](double high) -> ColumnPiece& {
    y += random.bounded(20.0);
    pieces << ColumnPiece{y, y + high};
    y += high;
    return pieces.back();
  };
  while (pieces.size() < 300) {
    const int kind = random.bounded(12);
    if (kind == 0) {
      add(20).wants = random.bounded(2) ? 1 : 0.4;
    } else if (kind == 1) {
      add(16).staysWithNext = true;
    } else if (kind == 2) {
      add(18).staysWithNext = true;  // the head of a table
      const ColumnPiece head = pieces.back();
      const int rows = random.bounded(1, 40);
      for (int i = 0; i < rows; ++i) {
        ColumnPiece& row = add(10 + random.bounded(110.0));
        if (i == 0) continue;  // it is never parted from the head
        row.headTop = head.top;
        row.headBottom = head.bottom;
      }
    } else {
      add(8 + random.bounded(52.0));
    }
  }
  add(10);
  return pieces;
}

}  // namespace

class TestHandbookSheets : public QObject {
  Q_OBJECT

 private slots:
  void everyPieceIsWholeOnOnePage() {
    QRandomGenerator random(7);
    for (int trial = 0; trial < 200; ++trial) {
      const QList<ColumnPiece> pieces = randomColumn(random);
      const QList<Sheet> sheets = cutIntoSheets(pieces, height);
      qsizetype page = 0;
      for (const ColumnPiece& piece : pieces) {
        while (page < sheets.size() && sheets[page].to < piece.bottom) ++page;
        QVERIFY(page < sheets.size());
        QVERIFY2(sheets[page].from <= piece.top, qPrintable(QString::number(trial)));
      }
      QCOMPARE(page + 1, sheets.size());  // and no page is empty at the end
      for (qsizetype i = 0; i < sheets.size(); ++i) {
        QVERIFY(sheets[i].to - sheets[i].from + sheets[i].head() <= height + 1e-9);
        QVERIFY(sheets[i].to > sheets[i].from);
        if (i > 0) QVERIFY(sheets[i].from >= sheets[i - 1].to);
      }
    }
  }

  void aPageEndsAtNoHeading() {
    QRandomGenerator random(8);
    for (int trial = 0; trial < 200; ++trial) {
      const QList<ColumnPiece> pieces = randomColumn(random);
      for (const Sheet& sheet : cutIntoSheets(pieces, height))
        for (qsizetype i = 0; i + 1 < pieces.size(); ++i)
          if (pieces[i].bottom == sheet.to) QVERIFY(!pieces[i].staysWithNext || pieces[i + 1].wants > 0);
    }
  }

  void chaptersBeginPagesWhereTheyWant() {
    QRandomGenerator random(9);
    int begun = 0, followed = 0;
    for (int trial = 0; trial < 50; ++trial) {
      const QList<ColumnPiece> pieces = randomColumn(random);
      for (const Sheet& sheet : cutIntoSheets(pieces, height))
        for (const ColumnPiece& piece : pieces) {
          if (piece.wants == 0 || piece.top < sheet.from || piece.bottom > sheet.to) continue;
          if (piece.top == sheet.from) {
            ++begun;
            continue;
          }
          QVERIFY(piece.wants < 1);
          QVERIFY(sheet.from + height - sheet.head() - piece.top >= piece.wants * height);
          ++followed;
        }
    }
    QVERIFY(begun > 100 && followed > 50);
  }

  void aTableHasItsHeadOnEveryPage() {
    QRandomGenerator random(10);
    int repeated = 0;
    for (int trial = 0; trial < 50; ++trial) {
      const QList<ColumnPiece> pieces = randomColumn(random);
      for (const Sheet& sheet : cutIntoSheets(pieces, height))
        for (const ColumnPiece& piece : pieces)
          if (piece.top == sheet.from) {
            QCOMPARE(sheet.headTop, piece.headTop);
            QCOMPARE(sheet.headBottom, piece.headBottom);
            repeated += sheet.head() > 0;
          }
    }
    QVERIFY(repeated > 50);
  }

  void aPieceHigherThanAPageIsCutWithoutLoss() {
    const QList<Sheet> sheets = cutIntoSheets({{0, 100}, {110, 110 + 2.5 * height}, {3000, 3010}}, height);
    QCOMPARE(sheets.size(), 5);
    QCOMPARE(sheets[1].from, 110.0);
    for (int i = 1; i < 3; ++i) QCOMPARE(sheets[i + 1].from, sheets[i].to);
    QCOMPARE(sheets[3].to, 110 + 2.5 * height);
    QCOMPARE(sheets[4].from, 3000.0);
    QVERIFY(cutIntoSheets({}, height).isEmpty());
  }
};

CAROM_OFFSCREEN_TEST(TestHandbookSheets);
#include "tst_handbook_sheets.moc"
