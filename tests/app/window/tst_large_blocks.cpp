// What the heap keeps of pictures that the window has freed.
#include <unistd.h>

#include <QtTest>
#include <cstdlib>
#include <cstring>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "support/test_program.h"
#include "window/heap_trim.h"

using namespace carom;

class TestLargeBlocks : public QObject {
  Q_OBJECT
 private slots:
  /// Pictures of growing sizes are made and freed, as while a window grows. Each later one is still a block
  /// of its own, which goes back when it is freed: it does not depend on what lies beside it.
  void freedPicturesGoBack() {
#if defined(__GLIBC__) && !defined(CAROM_SLOW_BUILD)
    returnLargeBlocks();
    for (std::size_t megabytes = 1; megabytes < 30; ++megabytes) std::free(std::malloc(megabytes << 20));
    const auto before = mallinfo2();
    std::vector<void*> pictures;
    for (std::size_t megabytes = 2; megabytes < 10; ++megabytes)
      pictures.push_back(std::malloc(megabytes << 20));
    QCOMPARE(mallinfo2().hblks, before.hblks + pictures.size());
    for (void* picture : pictures) std::free(picture);
    QCOMPARE(mallinfo2().hblks, before.hblks);
    QVERIFY(mallinfo2().hblkhd == before.hblkhd);
#else
    QSKIP("another heap");
#endif
  }

  /// Blocks of one size are freed while small ones between them stay: the heap keeps them, until the work
  /// rests.
  void holesGoBackWhenNothingIsComputed() {
#if defined(__GLIBC__) && !defined(CAROM_SLOW_BUILD)
    constexpr std::size_t count = 1000, size = 100 << 10;
    const auto resident = [] {  // bytes
      QFile file(QStringLiteral("/proc/self/statm"));
      if (!file.open(QIODevice::ReadOnly)) qFatal("no /proc");
      return file.readAll().split(' ')[1].toLongLong() * sysconf(_SC_PAGESIZE);
    };
    std::vector<void*> large, small;
    for (std::size_t i = 0; i < count; ++i) {
      large.push_back(std::malloc(size));
      std::memset(large.back(), 1, size);
      small.push_back(std::malloc(64));
    }
    HeapTrim trim;
    trim.setBusy(true);
    for (void* block : large) std::free(block);
    const auto before = resident();
    QTest::qWait(2500);
    QVERIFY2(resident() > before - 20'000'000, qPrintable(QString::number(resident() - before)));
    trim.setBusy(false);
    QTRY_VERIFY2(resident() < before - 80'000'000, qPrintable(QString::number(resident() - before)));
    for (void* block : small) std::free(block);
#else
    QSKIP("another heap");
#endif
  }
};

CAROM_TEST(TestLargeBlocks);
#include "tst_large_blocks.moc"
