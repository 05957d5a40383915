// Whole numbers of any size, beside Boost's.
#include <QtTest>
#include <cmath>

#include "base/big_int.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;

class TestCount : public QObject {
  Q_OBJECT
 private slots:
  void sumsAndOrderAreThoseOfBigIntegers() {
    examples::Random random(3);
    for (int trial = 0; trial < 500; ++trial) {
      const auto number = [&] {
        BigInt value = 0;
        for (int limbs = random.below(4); limbs > 0; --limbs)
          value = (value << 64) + (random.below(3) == 0 ? ~std::uint64_t{0} : random.below(5));
        return value;
      };
      const BigInt a = number(), b = number();
      Count sum = toCount(a);
      sum += toCount(b);
      QVERIFY(bigInt(sum) == a + b && sum == toCount(a + b));
      QCOMPARE(sum.str(), BigInt(a + b).str());
      QCOMPARE(toCount(a) < toCount(b), a < b);
      QCOMPARE(toCount(a) == toCount(b), a == b);
      QCOMPARE(sum.toDouble(), BigInt(a + b).convert_to<double>());
    }
    QVERIFY(Count() == 0 && Count(0).str() == "0" && Count(7) > 6);
    QVERIFY(std::isinf(toCount(BigInt(1) << 1100).toDouble()));
  }
};

CAROM_TEST(TestCount);
#include "tst_count.moc"
