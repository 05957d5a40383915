// Every command that the documents show is run, in a folder of its own, by the shell that a reader would use.
//
// The commands are read from the documents: lines of fenced blocks that begin with carom or ./carom, and code
// within a sentence that has an option or names a scene file. A word in capitals stands for a value;
// `examples` has one for each. What is in brackets is taken, too.
#include <QDir>
#include <QFileInfo>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/widget_test.h"

using namespace carom::process;

namespace {

/// Every page of the handbook, and the documents outside of it. Pages about other engines need their
/// packages, and those about studies have files of their own (tst_command_line_study, _peers); changes are
/// history.
QStringList documents() {
  QStringList all{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "resources/scenes/README.md",
                  "engine/NOTATION.md"};
  const QDir handbook(CAROM_SOURCE "/resources/handbook");
  for (const QString& page : handbook.entryList({"*.md"}, QDir::Files, QDir::Name))
    if (page != "peers.md" && page != "studies.md" && page != "changes.md")
      all << "resources/handbook/" + page;
  return all;
}

/// What the words in capitals stand for: in one command, or in all.
QString exampleFor(const QString& command, const QString& word) {
  static const QMap<QString, QString> examples{
      {"SCENE", "billiard-break"},
      {"resolve FILE", "problem.json"},
      {"simulate T", "0.1"},
      {"futures T", "0.1"},
      {"orbit SCENE", "double-pendulum"},
      {"orbit T", "2.3"},
      {"simulate H", "1e-3"},
      {"sweep NAME", "theta"},
      {"sweep A", "90deg"},
      {"sweep B", "120deg"},
      {"sweep N", "3"},
      {"sweep M", "xi"},
      {"study FILE", "my.study.json"},
      {"study OUT", "table.csv"},
      {"design NAME", "theta"},
      {"design A", "ac"},
      {"design B", "bc"},
      {"design M", "2"},
      {"robust NAME", "theta"},
      {"robust WIDTH", "0.01"},
      {"law NAME", "routh"},
      {"law M", "'3,-2;-2,3'"},
      {"law V", "-1,-1"},
      {"figure NAME", "ordering-graph"},
      {"figure FILE", "figure.pdf"},
      {"import ROBOT", "robot.urdf"},
      {"import FILE", "robot.carom.json"},
      {"audit SCENE", "bouncing-ball"},
      {"audit TRAJECTORY", "bounce.csv"},
      {"conform DIR", "problems"},
      {"conform ANSWERS", "answers.jsonl"},
      {"bench NAME", "path/2-contacts"},
      {"help TOPIC", "push"},
      {"handbook DIR", "handbook"},
  };
  return examples.value(command + ' ' + word, examples.value(word));
}

/// A command that a document shows, empty where a line is none.
QString commandOf(QString line) {
  static const QRegularExpression comment("\\s(\\s|#).*$"), own("^(\\./)?carom(\\s|$)");
  line.remove(comment);
  return own.match(line).hasMatch() ? line.trimmed() : QString();
}

QStringList commandsOf(const QString& text) {
  static const QRegularExpression inSentence("`((?:\\./)?carom [^`]*)`"), runs(" -|\\.carom\\.json");
  QStringList commands;
  bool isFenced = false;
  for (const QString& line : text.split('\n')) {
    if (line.trimmed().startsWith("```")) isFenced = !isFenced;
    if (isFenced) commands << commandOf(line.trimmed());
    for (auto found = inSentence.globalMatch(line); !isFenced && found.hasNext();) {
      const auto match = found.next();
      const bool beginsRow = line.startsWith('|') && match.capturedStart() == 2;
      if (beginsRow || match.captured(1).contains(runs)) commands << match.captured(1);
    }
  }
  commands.removeAll(QString());
  return commands;
}

/// The command with values in place of words in capitals; `unknown` where one has no example.
QString withExamples(QString command, QString& unknown) {
  static const QRegularExpression capitals("(?<![\\w.-])[A-Z]+(?![\\w.-])");
  command.remove('[').remove(']');
  const QString name = command.section(' ', 1, 1);
  for (auto found = capitals.match(command); found.hasMatch(); found = capitals.match(command)) {
    const QString value = exampleFor(name, found.captured());
    if (value.isEmpty()) {
      unknown = found.captured();
      return command;
    }
    command.replace(found.capturedStart(), found.capturedLength(), value);
  }
  return command;
}

QString textOf(const QString& document) {
  QFile file(QStringLiteral(CAROM_SOURCE "/%1").arg(document));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The commands that --help lists.
QStringList subcommands() {
  static const QRegularExpression name("^  ([a-z]+) ", QRegularExpression::MultilineOption);
  const QString help = QString::fromUtf8(runCarom("--help").out).section("Subcommands:", 1);
  QStringList names;
  for (auto found = name.globalMatch(help); found.hasNext();) names << found.next().captured(1);
  return names;
}

}  // namespace

class TestDocumentedCommands : public QObject {
  Q_OBJECT

  static void put(const QString& file, const QByteArray& bytes) {
    QFile disk(file);
    QVERIFY(disk.open(QIODevice::WriteOnly));
    QCOMPARE(disk.write(bytes), bytes.size());
  }

 private slots:
  void theHandbookShowsEveryCommand() {
    const QStringList commands = commandsOf(textOf("resources/handbook/commands.md")), names = subcommands();
    QVERIFY(names.size() >= 7);
    for (const QString& name : names)
      QVERIFY2(std::ranges::any_of(
                   commands, [&](const QString& command) { return command.section(' ', 1, 1) == name; }),
               qPrintable(name));
  }

  void everyCommandRuns_data() {
    QTest::addColumn<QString>("command");
    QSet<QString> shown;  // some are on several pages
    for (const QString& document : documents())
      for (QString command : commandsOf(textOf(document))) {
        if (command.startsWith("./")) command.remove(0, 2);
        if (shown.contains(command)) continue;
        shown << command;
        QTest::addRow("%s: %s", qPrintable(document), qPrintable(command)) << command;
      }
  }
  void everyCommandRuns() {
    QFETCH(QString, command);
    QString unknown;
    command = withExamples(command, unknown);
    QVERIFY2(unknown.isEmpty(), qPrintable("there is no example for " + unknown + " of " + command));
    QTemporaryDir folder;
    QVERIFY(QFile::link(CAROM_BINARY, folder.filePath("carom")));
    put(folder.filePath("my.carom.json"),
        QByteArray::fromStdString(carom::Scene::open("billiard-break")->text()));
    put(folder.filePath("my.study.json"),
        R"({"format": 1, "scene": "my.carom.json", "axes": [{"name": "theta", "values": [2, 3]}], "measures": ["xi"]})");
    put(folder.filePath("three.study.json"),
        R"({"format": 1, "scene": "billiard-break", "axes": [{"name": "theta", "from": "60deg", "to": "180deg", "points": 9}, {"name": "ra", "from": "20mm", "to": "28.6mm", "points": 3}, {"name": "rc", "values": ["28.6mm", "40mm"]}], "measures": ["xi"]})");
    put(folder.filePath("problem.json"),
        R"({"mass_matrix": [[1, 0], [0, 1]], "normals": [[1, 0], [0, 1]], "momentum": [-1, -1]})");
    put(folder.filePath("answers.jsonl"), R"({"id": "cradle-3", "momentum": [0, 0, 1]})");
    if (command.startsWith("carom audit"))
      QCOMPARE(
          runCarom({"simulate", "bouncing-ball", "--until", "0.1", "--csv", folder.filePath("bounce.csv")})
              .status,
          0);
    if (command.startsWith("carom figure study --data landings.csv"))
      put(folder.filePath("landings.csv"),
          "# family\npitch (°),robot,ξ\n-5,a,0.1\n5,a,0.2\n-5,b,0.3\n5,b,\n");
    if (command.startsWith("carom figure futures"))
      put(folder.filePath("futures.json"),
          runCarom("futures billiard-break --set theta=120deg --until 0.1 --json").out);
    if (command.startsWith("carom figure orbit"))
      put(folder.filePath("orbit.json"),
          runCarom("orbit double-pendulum --set angle1=10deg --set angle2=14deg --period 2.3 --json").out);
    if (command.startsWith("carom figure audit"))
      put(folder.filePath("jumps.csv"),
          "time,energy,energy_error,verdict,word\n0.2,-0.5,0.01,explained,ball-floor\n0.4,0.1,0.02,"
          "impossible,\n");
    const QString landings = folder.filePath("minitaur-landing.study.json");
    QVERIFY(QFile::copy(CAROM_SOURCE "/resources/studies/minitaur-landing.study.json", landings));
    if (command.startsWith("carom study plot minitaur-landing.csv"))
      QCOMPARE(
          runCarom({"study", "run", landings, "-o", folder.filePath("minitaur-landing.csv"), "-q"}).status,
          0);
    QVERIFY(QFile::copy(CAROM_TEST_DATA "/robots/four_legs.urdf", folder.filePath("robot.urdf")));
    QVERIFY(QFile::copy(CAROM_TEST_DATA "/robots/shank.stl", folder.filePath("shank.stl")));
    const QStringList before = QDir(folder.path()).entryList(QDir::Files);
    const bool isWindow = !subcommands().contains(command.section(' ', 1, 1));
    QProcess process;
    process.setWorkingDirectory(folder.path());
    QProcessEnvironment environment =
        isWindow ? QProcessEnvironment::systemEnvironment() : plainEnvironment();
    environment.insert("PATH", folder.path() + ':' + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    // A window gets the signal of the shell's process.
    process.start("bash",
                  {"-c", command.contains(" && ") || command.contains(" | ") ? command : "exec " + command});
    const Run run = isWindow ? endWindow(process) : finish(process);
#ifdef CAROM_WITHOUT_URDF
    if (command.contains("robot.urdf")) {
      QCOMPARE(run.status, 1);
      QVERIFY(run.err.contains("liburdfdom-dev"));
      return;
    }
#endif
    QVERIFY2(run.status == 0, qPrintable(command + ": " + QString::fromUtf8(run.err)));
    const auto files = QDir(folder.path()).entryInfoList(QDir::Files);
    const bool hasWritten = std::ranges::any_of(
        files, [&](const QFileInfo& file) { return !before.contains(file.fileName()) && file.size() > 20; });
    QVERIFY2(isWindow || !run.out.isEmpty() || hasWritten, qPrintable(command + " has said nothing"));
  }
};

CAROM_DISPLAY_TEST(TestDocumentedCommands);
#include "tst_documented_commands.moc"
