// What people expect of a command line: names that were meant, helps that fit, silence where it is asked for.
#include <QTemporaryDir>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

/// All commands, "" for carom alone, from the list in each help.
void addCommands(const QStringList& command, QList<QStringList>& all) {
  all << command;
  const QString help = QString::fromUtf8(runCarom(command + QStringList{"--help"}).out);
  for (const QString& line : help.section("\nSubcommands:\n", 1).split('\n'))
    if (line.startsWith("  ") && line.size() > 2 && line[2].isLetter())
      addCommands(command + QStringList{line.trimmed().section(' ', 0, 0)}, all);
}

QString longestLine(const QByteArray& text) {
  QString longest;
  for (const QString& line : QString::fromUtf8(text).split('\n'))
    if (line.size() > longest.size()) longest = line;
  return longest;
}

/// A run with a file as its standard input.
Run piped(const QString& input, const QStringList& words) {
  QProcess process;
  process.setStandardInputFile(input);
  start(process, words);
  return finish(process);
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

}  // namespace

class CommandLineHabitsTest : public QObject {
  Q_OBJECT

 private slots:
  void helpsFitAndHaveExamples() {
    QList<QStringList> all;
    addCommands({}, all);
    QVERIFY(all.size() > 20);
    for (const QStringList& command : all) {
      const Run run = runCarom(command + QStringList{"--help"});
      QCOMPARE(run.status, 0);
      QVERIFY2(longestLine(run.out).size() <= 80, qPrintable(longestLine(run.out)));
      if (command.isEmpty()) continue;
      const QString example = QString::fromUtf8(run.out).section("\nExample:\n    carom ", 1);
      QVERIFY2(example.startsWith(command[0]), qPrintable(command.join(' ')));
    }
    QVERIFY(runCarom("resolve --help").out.contains("\nRestitution:\n"));
  }

  void textsFit_data() {
    QTest::addColumn<QString>("words");
    for (const char* words :
         {"resolve rack-break", "resolve trex", "resolve galperin", "resolve minitaur", "compare rhex",
          "compare rack-break --set rows=2", "simulate galperin --until 0.001", "resolve rhex --gradient",
          "design trex", "robust trex --tolerance r1=1e-4 --samples 20",
          "law all --mass 1,-0.6;-0.6,1.2 --velocity=-1,-0.6 --friction 0.35", "help resolv",
          "help restitution", "help nothing"})
      QTest::newRow(words) << QString(words);
  }
  void textsFit() {
    QFETCH(QString, words);
    const Run run = runCarom(words.split(' '));
    QCOMPARE(run.status, 0);
    QVERIFY2(longestLine(run.out).size() <= 80, qPrintable(longestLine(run.out)));
  }

  void nearNamesComeFirst_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QByteArray>("meant");
    const auto add = [](const char* words, const char* meant) {
      QTest::newRow(words) << QString(words) << QByteArray(meant);
    };
    add("resolv billiard-break", "carom: unknown command \"resolv\"; expected resolve\n");
    add("newtons-cradle --st n=3", "carom: unknown option --st; expected --set");
    add("billiard-break --set thetta=1", "expected one of theta, ");
    add("--set theta=1", "--set: expected a scene before it");
    add("swep", "carom: unknown command or scene \"swep\"; expected sweep\n");
    add("study rn a.study.json -o a.nc", "carom: study: unknown command \"rn\"; expected run\n");
    add("", "carom: scene: is empty; expected a built-in scene or a file\n");
    add("billiard-break --recording ", "carom: --recording: is empty; expected a file\n");
    add("resolve billiard-break --polcy x", "expected --policy\n");
    add("resolve biliard-break", "expected a file or billiard-break\n");
    add("figure outcoms -o x.pdf", "expected one of outcomes, ");
    add("resolve trex --set phi_rigt=1", "expected one of phi_right, ");
    add("simulate rack-break --until 1 --policy priority:ball2-bal5", "expected one of ball2-ball5, ");
    // Half of the letters are chance.
    add("version", "unknown scene \"version\"; expected a file or one of billiard-break, ");
    add("compare billiard-break --models x", "unknown option --models; expected an option of");
    add("figure energy -o x.pdf --view {\"momet\":1}", "--view: unknown key \"momet\"; expected model\n");
    add("figure scene -o x.pdf --view {\"kamera\":{}}", "--view: unknown key \"kamera\"; expected camera\n");
    add("law rout --mass 1,0;0,1 --velocity=-1,0", "\"rout\": expected routh\n");
  }
  void nearNamesComeFirst() {
    QFETCH(QString, words);
    QFETCH(QByteArray, meant);
    const Run run = runCarom(words.split(' '));
    QCOMPARE(run.status, 2);
    VERIFY_ONE_LINE(run);
    QVERIFY2(run.err.contains(meant), run.err);
  }

  void aReaderThatLeavesIsNoFault() {
    QProcess shell;
    shell.setProcessEnvironment(plainEnvironment());
    shell.start("bash",
                {"-c", CAROM_BINARY
                 " sweep billiard-break --over theta=60deg:120deg:60000 | head -1; echo ${PIPESTATUS[0]}"});
    const Run run = finish(shell);
    QCOMPARE(run.out, QByteArray("theta,xi\n141\n"));
    QVERIFY2(run.err.isEmpty(), run.err);
  }

  void quietKeepsNotesBack() {
    QVERIFY(runCarom("sweep billiard-break --over theta=60:120:3").err.contains("note:"));
    QVERIFY(runCarom("sweep billiard-break --over theta=60:120:3 -q").err.isEmpty());
    QVERIFY(!runCarom("sweep no-such-scene --over theta=60:120:3 --quiet").err.isEmpty());
  }

  void captionsHaveTheNumbers() {
    const QTemporaryDir folder;
    const Run run = runCarom(
        {"figure", "outcomes", "--set", "theta=120deg", "-o", folder.filePath("a.pdf"), "--caption", "-"});
    QCOMPARE(run.status, 0);
    const QString text = QString::fromUtf8(run.out).simplified();
    for (const char* part :
         {"θ = 120°", "r_a = 28.6 mm", "ξ = 0.5590", "2 outcomes", "Seghete & Murphey 2014"})
      QVERIFY2(text.contains(QString::fromUtf8(part)), run.out);
  }

  /// Panels that were drawn from studies say what they show, and of which scene.
  void captionsOfCompositionsNameTheirStudies() {
    const QTemporaryDir folder;
    const auto in = [&](const char* name) { return folder.filePath(name); };
    QFile study(in("a.study.json"));
    QVERIFY(study.open(QIODevice::WriteOnly));
    study.write(R"({"format": 1, "scene": "billiard-break", "measures": ["xi"], "axes": [
      {"name": "theta", "from": "60deg", "to": "180deg", "points": 5}, {"name": "ra", "values": ["20mm", "28.6mm"]},
      {"name": "rc", "values": ["28.6mm", "40mm"]}]})");
    study.close();
    for (const QStringList& words : {QStringList{"study", "run", in("a.study.json"), "-o", in("xi.csv")},
                                     QStringList{"study", "plot", in("xi.csv"), "--over", "theta", "--over",
                                                 "ra", "--at", "rc=40mm", "-o", in("map.pdf")},
                                     QStringList{"study", "plot", in("xi.csv"), "--over", "theta", "--rest",
                                                 "min,max", "-o", in("curves.pdf")}}) {
      const Run run = runCarom(words);
      QVERIFY2(run.status == 0, run.err);
    }
    const Run run = runCarom({"figure", "--compose", in("map.pdf"), "--compose", in("curves.pdf"), "-o",
                              in("both.pdf"), "--caption", "-"});
    QVERIFY2(run.status == 0, run.err);
    const QString text = QString::fromUtf8(run.out).simplified();
    for (const char* part : {"(a) ξ over θ and r_a; r_c = 40 mm. Billiard break (Seghete & Murphey 2014",
                             "(b) ξ over θ, curves: min, max; over r_a, r_c. Billiard break"})
      QVERIFY2(text.contains(QString::fromUtf8(part)), run.out);
    QVERIFY2(!text.contains("--compose") && !text.contains("--data"), run.out);
  }

  void answersGoToFiles() {
    const QTemporaryDir folder;
    const auto bytes = [&](const char* name) {
      QFile file(folder.filePath(name));
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    for (const char* words : {"resolve billiard-break", "compare billiard-break",
                              "robust billiard-break --tolerance theta=0.01 --samples 20"}) {
      const QStringList command = QString(words).split(' ');
      const Run text = runCarom(command),
                file = runCarom(command + QStringList{"-o", folder.filePath("a.txt")});
      QCOMPARE(file.status, 0);
      QVERIFY(file.out.isEmpty());
      QCOMPARE(bytes("a.txt"), text.out);
      runCarom(command + QStringList{"-o", folder.filePath("a.json")});
      QCOMPARE(bytes("a.json"), runCarom(command + QStringList{"--json"}).out);
      QCOMPARE(runCarom(command + QStringList{"-o", "-"}).out, text.out);
    }
    const Run wrong = runCarom({"resolve", "billiard-break", "-o", folder.filePath("a.pdf")});
    QCOMPARE(wrong.status, 2);
    VERIFY_ONE_LINE(wrong);
    QVERIFY(runCarom({"simulate", "billiard-break", "--until", "0.002", "--csv", "-"})
                .out.startsWith("time,energy,"));
  }

  /// "-" is standard input wherever a file is read: scenes, recordings, studies, answers and measurements.
  void aHyphenIsStandardInput() {
    const QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(name); };
    const QString recording = CAROM_TEST_DATA "/recordings/bullet-wall.csv";
    Run run = piped(recording, {"audit", "two-balls-wall", "-", "-o", path("audit.json")});
    QVERIFY2(run.status == 0, run.err);
    run = runCarom({"audit", "--from", path("audit.json"), "--csv", "-"});
    QCOMPARE(run.out, runCarom({"audit", "two-balls-wall", recording, "--csv", "-"}).out);
    run = piped(recording, {"audit", "-", "-"});
    QCOMPARE(run.status, 2);
    VERIFY_ONE_LINE(run);

    write(path("a.study.json"), R"({"format": 1, "scene": "billiard-break", "measures": ["xi"],
                                    "axes": [{"name": "theta", "values": ["90deg", "120deg"]}]})");
    run = piped(path("a.study.json"), {"study", "run", "-", "-o", path("a.csv")});
    QVERIFY2(run.status == 0, run.err);
    run = runCarom({"study", "run", "--from", path("a.csv"), "-o", path("b.json")});
    QVERIFY2(run.status == 0, run.err);

    const QString scene = CAROM_SOURCE "/resources/scenes/billiard-break.carom.json";
    run = piped(scene, {"figure", "energy", "--scene", "-", "-o", path("a.pdf"), "-q"});
    QVERIFY2(run.status == 0, run.err);
    run = runCarom({"figure", "--from", path("a.pdf"), "-o", path("b.svg"), "-q"});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY(runCarom({"audit", "two-balls-wall", recording, "--csv", path("jumps.csv")}).status == 0);
    run = piped(path("jumps.csv"), {"figure", "audit", "--data", "-", "-o", path("c.svg"), "-q"});
    QVERIFY2(run.status == 0, run.err);

    write(path("empty"), "");
    for (const QStringList& words : {QStringList{"audit", "two-balls-wall", "-"},
                                     {"study", "run", "-", "-o", path("c.csv")},
                                     {"conform", "check", "-"},
                                     {"figure", "audit", "--data", "-", "-o", path("d.svg")},
                                     {"resolve", "-"}}) {
      run = piped(path("empty"), words);
      QVERIFY2(run.status == 1 && run.err.contains("standard input"), run.err);
      VERIFY_ONE_LINE(run);
    }
  }

  /// A name "-" is never made in the folder: what is one file is printed, and what is several is refused.
  void aHyphenIsStandardOutput() {
    const QTemporaryDir folder;
    const auto inFolder = [&](const QStringList& words) {
      QProcess process;
      process.setWorkingDirectory(folder.path());
      start(process, words);
      return finish(process);
    };
    const QString robot = CAROM_TEST_DATA "/robots/four_legs.urdf";
    Run run = inFolder({"import", robot, "-o", "-"});
    QVERIFY2(run.status == 0 && run.json().contains("format"), run.err);
    for (const QStringList& words : {QStringList{"conform", "export", "-o", "-"},
                                     {"handbook", "-o", "-"},
                                     {"figure", "--all", "-d", "-"},
                                     {"figure", "energy", "-o", "-"},
                                     {"study", "run", "-", "-o", "-"},
                                     {"import", "-", "-o", "a.carom.json"}}) {
      run = inFolder(words);
      QCOMPARE(run.status, 2);
      VERIFY_ONE_LINE(run);
    }
    QVERIFY(QDir(folder.path()).isEmpty());
  }

  void emptyResultsAreNoResults() {
    const QTemporaryDir folder;
    for (const char* name : {"a.nc", "a.csv", "a.json"}) {
      write(folder.filePath(name), "");
      const Run run = runCarom({"study", "status", folder.filePath(name)});
      QCOMPARE(run.status, 1);
      VERIFY_ONE_LINE(run);
    }
    write(folder.filePath("answers"), "\n\n");
    const Run run = runCarom({"conform", "check", folder.filePath("answers")});
    QVERIFY2(run.status == 1 && run.err.contains("has no answers"), run.err);
    QCOMPARE(runCarom("study merge").status, 2);
  }
};

CAROM_TEST(CommandLineHabitsTest);
#include "tst_command_line_habits.moc"
