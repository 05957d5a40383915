#include <QTranslator>
#include <QtTest>

#include "base/counted_words.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// Keeps the number by which the last text was asked for.
class NumberOfText : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char*, const char*, int n) const override {
    m_number = n;
    return {};
  }
  int number() const { return m_number; }

 private:
  mutable int m_number = -1;
};

}  // namespace

/// Nouns agree with their numbers, here and in languages with more than one plural.
class TestCountedWords : public QObject {
  Q_OBJECT
 private slots:
  void nounsAgreeWithTheirNumber() {
    QCOMPARE(outcomesText(0), QStringLiteral("0 outcomes"));
    QCOMPARE(outcomesText(1), QStringLiteral("1 outcome"));
    QCOMPARE(outcomesText(2), QStringLiteral("2 outcomes"));
    QCOMPARE(momentaText(1), QStringLiteral("1 momentum"));
    QCOMPARE(momentaText(29'258), QStringLiteral("29\u202F258 momenta"));
    QCOMPARE(orderingsText(Count(1)), QStringLiteral("1 ordering"));
    QCOMPARE(orderingsText(Count::fromLimbs({0, 1})),
             QStringLiteral("18\u202F446\u202F744\u202F073\u202F709\u202F551\u202F616 orderings"));
  }

  /// A plural is chosen by the last two digits, also of numbers that no int holds.
  void translationsGetTheLastDigits() {
    NumberOfText translator;  // which is removed when it is destroyed
    QCoreApplication::installTranslator(&translator);
    const auto numberOf = [&](auto count, auto text) {
      text(count);
      return translator.number();
    };
    QCOMPARE(numberOf(12U, outcomesText), 12);
    QCOMPARE(numberOf(29'258U, momentaText) % 100, 58);
    QVERIFY(numberOf(100'002U, momentaText) > 100);  // 100 002 is not 2
    QCOMPARE(numberOf(Count::fromLimbs({0, 1}), orderingsText) % 100, 16);
  }
};

CAROM_TEST(TestCountedWords);
#include "tst_counted_words.moc"
