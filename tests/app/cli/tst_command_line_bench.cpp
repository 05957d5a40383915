// carom bench: the benchmarks as a table of ratios, or how to get them.
#include <QFileInfo>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLineBench : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_isBuilt =
        QFileInfo(QFileInfo(QStringLiteral(CAROM_BINARY)).absolutePath() + QStringLiteral("/carom_bench"))
            .isExecutable();
  }

  void withoutTheBenchmarksItSaysHowToBuildThem() {
    if (m_isBuilt) QSKIP("the benchmarks are built");
    const Run run = runCarom("bench");
    QCOMPARE(run.status, 1);
    VERIFY_ONE_LINE(run);
    QVERIFY(run.err.contains("./carom bench"));
  }

  void anUnknownNameIsTheCommandsFaultAndListsTheKnown() {
    if (!m_isBuilt) QSKIP("the benchmarks are not built");
    const Run run = runCarom("bench no-such-benchmark");
    QCOMPARE(run.status, 2);
    VERIFY_ONE_LINE(run);
    QVERIFY(run.err.contains(" path,"));
  }

 private:
  bool m_isBuilt = false;
};

CAROM_TEST(CommandLineBench);
#include "tst_command_line_bench.moc"
