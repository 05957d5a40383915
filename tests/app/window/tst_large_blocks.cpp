// What the heap keeps of pictures that the window has freed.
#include <QtTest>
#include <cstdlib>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "support/test_program.h"
#include "window/large_blocks.h"

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
};

CAROM_TEST(TestLargeBlocks);
#include "tst_large_blocks.moc"
