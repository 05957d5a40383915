// Figures for a journal: presets, looks, edits, compositions, LaTeX and movies on the command line.
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/figure_faults.h"
#include "support/widget_test.h"

using namespace carom::process;

class TestFigureStudio : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString in(const QString& name) const { return m_folder.filePath(name); }

  static QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void make(const QStringList& arguments) const {
    const Run run = runCarom(QStringList{"figure"} + arguments);
    QVERIFY2(run.status == 0, run.err);
  }
  /// Width and height of the page in mm, from the MediaBox.
  static QSizeF pageOf(const QByteArray& pdf) {
    static const QRegularExpression form(R"(/MediaBox \[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\])");
    const auto match = form.match(QString::fromLatin1(pdf));
    const auto number = [&](int i) { return match.captured(i).toDouble(); };
    return QSizeF(number(3) - number(1), number(4) - number(2)) * 25.4 / 72;
  }
  static QList<QByteArray> streamsOf(const QByteArray& pdf) {
    QList<QByteArray> streams;
    for (qsizetype at = 0; (at = pdf.indexOf("stream\n", at)) >= 0;) {
      const qsizetype end = pdf.indexOf("endstream", at);
      const QByteArray packed = pdf.mid(at + 7, end - at - 7);
      streams += qUncompress(QByteArray::fromHex("00100000") + packed);
      at = end + 9;
    }
    return streams;
  }

 private slots:
  void presetsHaveTheWidthsOfTheJournals_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<double>("mm");
    for (const auto& [preset, mm] :
         std::initializer_list<std::pair<const char*, double>>{{"ieee", 88.9},
                                                               {"ieee:page", 181.9},
                                                               {"elsevier", 90},
                                                               {"elsevier:page", 190},
                                                               {"aps", 86},
                                                               {"aps:page", 178},
                                                               {"asme", 82.6},
                                                               {"springer", 84},
                                                               {"nature", 89}})
      QTest::newRow(preset) << preset << mm;
  }
  void presetsHaveTheWidthsOfTheJournals() {
    QFETCH(QString, preset);
    make({"energy", "--preset", preset, "-o", in("preset.pdf")});
    QTEST(std::round(1000 * pageOf(bytesOf(in("preset.pdf"))).width()) / 1000, "mm");
  }

  /// A preset is part of the record by its numbers, whatever becomes of the preset.
  void aPresetIsMadeAgainFromItself() {
    make({"momentum-time", "--preset", "ieee", "-o", in("a.pdf")});
    make({"--from", in("a.pdf"), "-o", in("b.pdf")});
    QVERIFY(bytesOf(in("a.pdf")).contains("Nimbus"));
    QCOMPARE(bytesOf(in("b.pdf")), bytesOf(in("a.pdf")));
  }

  void ownPresetsAreTakenFromTheConfiguration() {
    const QString config = in("config");
    QVERIFY(QDir().mkpath(config + "/carom"));
    QFile file(config + "/carom/figure-presets.json");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"presets":[{"name":"thesis","widths":{"column":142.5},"look":{"text":10}}]})");
    file.close();
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", config.toUtf8());
    const Run made = runCarom({"figure", "energy", "--preset", "thesis", "-o", in("own.pdf")});
    const Run listed = runCarom({"figure", "--list-presets"});
    qputenv("XDG_CONFIG_HOME", before);
    QVERIFY2(made.status == 0, made.err);
    QVERIFY(std::abs(pageOf(bytesOf(in("own.pdf"))).width() - 142.5) < 0.01);
    QVERIFY2(listed.out.contains("thesis\tthesis\tcolumn 142.5 mm") && listed.out.contains("ieee"),
             listed.out);
  }

  void furtherRunsAreMadeAgain() {
    const QString run = R"({"name":"R = 0.5","color":1,"options":{"restitution":"0.5","fork":"0:bc,ac"}})";
    for (const char* figure : {"energy-time", "momentum-time", "difference-time", "plot", "scene"}) {
      make({figure, "--run", run, "-o", in("runs.svg")});
      make({figure, "-o", in("alone.svg")});
      make({"--from", in("runs.svg"), "-o", in("again.svg")});
      QCOMPARE(bytesOf(in("again.svg")), bytesOf(in("runs.svg")));
      QVERIFY2(bytesOf(in("alone.svg")).count("<path") < bytesOf(in("runs.svg")).count("<path"), figure);
    }
  }

  void aFigureForLatexIsWrittenWholeOrNotAtAll() {
    QVERIFY(QDir().mkpath(in("folder.tex")));
    const Run run = runCarom({"figure", "energy-time", "-o", in("folder.tex")});
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains("is no regular file"), run.err);
    QVERIFY(QDir(in("folder.tex")).isEmpty());
  }

  void wrongStylesAreRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("preset") << QStringList{"energy", "--preset", "ieeee"} << "expected one of ieee, elsevier";
    QTest::newRow("width") << QStringList{"energy", "--preset", "ieee:half"}
                           << "expected a width of column, page";
    QTest::newRow("key") << QStringList{"energy", "--style", R"({"fnot":"x"})"}
                         << "--style: fnot: unknown key";
    QTest::newRow("size") << QStringList{"energy", "--style", R"({"text":2})"}
                          << "text: expected 4 to 24 points";
    QTest::newRow("no JSON") << QStringList{"energy", "--style", "{"} << "--style: expected a JSON object";
    QTest::newRow("range") << QStringList{"energy", "--style", R"({"xRange":[2,1]})"}
                           << "expected [A,B] with A < B";
    QTest::newRow("palette") << QStringList{"energy", "--style", R"({"palette":"neon"})"} << "okabe-ito";
    QTest::newRow("run") << QStringList{"plot", "--run", "{"} << "--run {: ";
    QTest::newRow("run without a name")
        << QStringList{"plot", "--run", R"({"color":1})"} << "name: expected a text";
    QTest::newRow("unknown key of a run")
        << QStringList{"plot", "--run", R"({"name":"a","color":1,"set":["theta=1"]})"} << "set is unknown";
    QTest::newRow("unknown option of a run")
        << QStringList{"plot", "--run", R"({"name":"a","color":1,"options":{"sets":[]}})"}
        << "options.sets is unknown";
    QTest::newRow("rule of a run") << QStringList{"plot", "--run",
                                                  R"({"name":"a","color":1,"options":{"policy":"odd"}})"}
                                   << "--policy odd: expected most-infeasible";
    QTest::newRow("run of an impact")
        << QStringList{"outcomes", "--run", "{}"} << "--run: outcomes shows no further runs";
    QTest::newRow("width 0") << QStringList{"plot", "--width", "0mm"} << "expected a length > 0";
    QTest::newRow("panel") << QStringList{"--compose", "energie"}
                           << "there is no panel \"energie\"; expected one of energy";
    QTest::newRow("movie of a plot") << QStringList{"energy", "--movie", "x.mp4"}
                                     << "only the figure scene moves";
    QTest::newRow("odd movie") << QStringList{"scene", "--movie", "x.png", "--movie-size", "101x100"}
                               << "expected an even number";
  }
  void wrongStylesAreRefused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    if (!arguments.contains("--movie")) arguments += QStringList{"-o", in("refused.pdf")};
    const Run run = runCarom(QStringList{"figure"} + arguments);
    QVERIFY(run.status != 0);
    QVERIFY2(run.err.contains(says.toUtf8()) && run.err.count('\n') == 1, run.err);
    QVERIFY(!QFile::exists(in("refused.pdf")));
  }

  /// The tick labels of a plot have the size that the look asks for, on paper.
  void textHasItsSize_data() {
    QTest::addColumn<double>("points");
    for (const double points : {6.0, 7.5, 8.0, 10.0}) QTest::addRow("%g pt", points) << points;
  }
  void textHasItsSize() {
    QFETCH(double, points);
    make({"energy", "--style", QStringLiteral(R"({"text":%1})").arg(points), "-o", in("text.pdf")});
    const QByteArray pdf = bytesOf(in("text.pdf"));
    // Scales of the coordinates follow one another by "cm"; a font is chosen by "/Fn size Tf".
    static const QRegularExpression form(
        R"((q\n)|(Q\n)|([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) [-\d.]+ [-\d.]+ cm\n|/F\d+ ([\d.]+) Tf)");
    QMap<int, int> sizes;
    for (const QByteArray& stream : streamsOf(pdf)) {
      QList<double> scales{1};
      for (auto it = form.globalMatch(QString::fromLatin1(stream)); it.hasNext();) {
        const auto match = it.next();
        if (!match.captured(1).isEmpty()) scales += scales.back();
        if (!match.captured(2).isEmpty() && scales.size() > 1) scales.removeLast();
        if (!match.captured(3).isEmpty())
          scales.back() *= std::hypot(match.captured(3).toDouble(), match.captured(4).toDouble());
        if (!match.captured(7).isEmpty()) ++sizes[qRound(100 * scales.back() * match.captured(7).toDouble())];
      }
    }
    QVERIFY(!sizes.isEmpty());
    int most = 0;
    for (const int size : sizes.keys())
      if (sizes[size] > sizes.value(most)) most = size;
    QVERIFY2(std::abs(most / 100.0 - points) <= 0.1, qPrintable(QString::number(most / 100.0)));
  }

  void editsStandInTheFigure() {
    const QString plain = in("plain.svg"), edited = in("edited.svg");
    make({"billiard-xi", "-o", plain});
    for (const char* style :
         {R"({"title":"A title"})", R"j({"x":"$θ$ (degrees of arc)"})j", R"({"yRange":[0,2]})",
          R"({"notes":[{"text":"here","at":[0.3,0.4],"to":[0.6,0.7]}]})", R"({"line":2})",
          R"({"palette":"tol-bright"})", R"({"font":"DejaVu Serif"})"}) {
      make({"billiard-xi", "--style", style, "-o", edited});
      QVERIFY2(bytesOf(edited) != bytesOf(plain), style);
      make({"--from", edited, "-o", in("again.svg")});
      QVERIFY2(bytesOf(in("again.svg")) == bytesOf(edited), style);
    }
  }

  /// Every plot takes a title, labels, ranges and notes, whatever it draws.
  void editsStandInEveryPlot_data() {
    QTest::addColumn<QString>("figure");
    for (const char* name :
         {"billiard-xi", "xi-curve", "energy", "energy-time", "momentum", "momentum-time", "plot",
          "difference", "law-sweep", "landscape", "sensitivity", "trex-indeterminacy"})
      QTest::newRow(name) << QString(name);
  }
  void editsStandInEveryPlot() {
    QFETCH(QString, figure);
    make({figure, "--style",
          R"({"title":"Heading","x":"Abscissa","y":"Ordinate","notes":[{"text":"remark","at":[0.5,0.5]}]})",
          "-o", in("edited.tex")});
    const QByteArray tex = bytesOf(in("edited.tex"));
    const QByteArray code = tex.left(tex.indexOf("\n% <"));  // the record has the words, too
    for (const char* word : {"Heading", "Abscissa", "Ordinate"}) QVERIFY2(code.contains(word), word);
    make({figure, "-o", in("plain.svg")});
    for (const char* style : {R"({"xRange":[0.02,0.07]})", R"({"yRange":[0.02,0.07]})",
                              R"({"notes":[{"text":"remark","at":[0.5,0.5]}]})"}) {
      make({figure, "--style", style, "-o", in("edited.svg")});
      const auto drawing = [](const QByteArray& svg) { return svg.mid(svg.indexOf("</metadata>")); };
      QVERIFY2(drawing(bytesOf(in("edited.svg"))) != drawing(bytesOf(in("plain.svg"))), style);
    }
  }

  void aGreyPaletteHasNoColours() {
    make({"energy", "--style", R"({"palette":"grey"})", "-o", in("grey.png")});
    const QImage image(in("grey.png"));
    QVERIFY(!image.isNull());
    int dark = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor color = image.pixelColor(x, y);
        QVERIFY2(std::abs(color.red() - color.blue()) <= 1 && std::abs(color.red() - color.green()) <= 1,
                 qPrintable(color.name()));
        dark += color.red() < 128;
      }
    QVERIFY(dark > 100);
  }

  void aCompositionIsMadeAgainFromItself_data() {
    QTest::addColumn<QString>("ending");
    for (const char* ending : {"pdf", "svg", "eps", "png", "tex"}) QTest::newRow(ending) << QString(ending);
  }
  void aCompositionIsMadeAgainFromItself() {
    QFETCH(QString, ending);
    make({"outcomes", "--set", "theta=120deg", "--restitution", "0.5", "-o", in("panel.svg")});
    make({"--compose", "billiard-xi", "--compose", in("panel.svg"), "--compose", "impulse-2d-3a", "--preset",
          "ieee:page", "-o", in("c." + ending)});
    make({"--from", in("c." + ending), "-o", in("d." + ending)});
    QVERIFY(bytesOf(in("c." + ending)).size() > 1000);
    QCOMPARE(bytesOf(in("d." + ending)), bytesOf(in("c." + ending)));
    if (ending == "pdf") QVERIFY(std::abs(pageOf(bytesOf(in("c.pdf"))).width() - 181.9) < 0.01);
  }

  /// Plots of one quantity and range stand side by side with one axis, unless they are told not to.
  void neighboursShareAxes() {
    const QStringList two{"--compose", "momentum-time", "--compose", "momentum-time", "--width", "180mm"};
    make(two + QStringList{"-o", in("shared.svg")});
    make(two + QStringList{"--own-axes", "-o", in("own.svg")});
    QVERIFY(bytesOf(in("shared.svg")) != bytesOf(in("own.svg")));
    for (const char* name : {"shared.svg", "own.svg"}) {
      make({"--from", in(name), "-o", in("again.svg")});
      QVERIFY2(bytesOf(in("again.svg")) == bytesOf(in(name)), name);
    }
  }

  void aMissingFontIsToldOnStandardError() {
    const Run run = runCarom(
        {"figure", "energy", "--style", R"({"font":"No Such Family, DejaVu Serif"})", "-o", in("font.pdf")});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.err == "carom: note: No Such Family is not installed; DejaVu Serif replaces it.\n", run.err);
  }

  void twelvePanelsFit() {
    QStringList arguments;
    for (int i = 0; i < 12; ++i) arguments += QStringList{"--compose", i % 2 == 0 ? "energy" : "momentum"};
    make(arguments + QStringList{"--columns", "3", "--width", "180mm", "-o", in("twelve.pdf")});
    QVERIFY(pageOf(bytesOf(in("twelve.pdf"))).height() > 100);
  }

  /// Braces, environments and signs are balanced, and only ASCII is left: what LaTeX needs before it can
  /// compile.
  void latexIsWellFormed_data() {
    QTest::addColumn<QString>("figure");
    QTest::addColumn<bool>("hasData");
    for (const char* name : {"billiard-xi", "momentum-time", "plot", "difference", "law-sweep", "energy",
                             "energy-time", "sensitivity"})
      QTest::newRow(name) << QString(name) << true;
    for (const char* name :
         {"outcomes", "ordering-graph", "impulse-2d-3a", "billiard-scheme", "landscape", "outcome-set"})
      QTest::newRow(name) << QString(name) << false;
  }
  void latexIsWellFormed() {
    QFETCH(QString, figure);
    QFETCH(bool, hasData);
    make({figure, "-o", in(figure + ".tex")});
    const QString text = QString::fromUtf8(bytesOf(in(figure + ".tex")));
    QString code;
    for (const QString& line : text.split('\n'))
      if (!line.startsWith('%')) code += line + '\n';
    int depth = 0, dollars = 0;
    QStringList open;
    for (qsizetype i = 0; i < code.size(); ++i) {
      QVERIFY2(code[i].unicode() < 128, qPrintable(code.mid(i - 20, 40)));
      if (code[i] == '\\') {
        ++i;
        continue;
      }
      depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
      dollars += code[i] == '$';
      QVERIFY(depth >= 0);
    }
    QCOMPARE(depth, 0);
    QCOMPARE(dollars % 2, 0);
    static const QRegularExpression form(R"(\\(begin|end)\{(\w+)\})");
    for (auto it = form.globalMatch(code); it.hasNext();) {
      const auto match = it.next();
      if (match.captured(2) == "document") continue;  // ended by a macro
      if (match.captured(1) == "begin")
        open += match.captured(2);
      else
        QCOMPARE(open.isEmpty() ? QString() : open.takeLast(), match.captured(2));
    }
    QVERIFY(open.isEmpty());
    QCOMPARE(text.contains("\\addplot"), hasData);
    if (!hasData) return;
    // \input finds all of it in any folder: the points are in the file, a row each.
    static const QRegularExpression table(R"(table\[x=x,y=y,col sep=comma,row sep=\\\\\]\{(\w[^}]*)\})");
    int tables = 0;
    for (auto it = table.globalMatch(code); it.hasNext(); ++tables) {
      const QStringList rows = it.next().captured(1).trimmed().split('\n');
      QVERIFY(rows.size() > 1 && rows[0] == "x,y\\\\");
      for (const QString& row : rows) QVERIFY2(row.count(',') == 1 && row.endsWith("\\\\"), qPrintable(row));
    }
    QCOMPARE(tables, int(code.count("\\addplot")));
  }

  /// The cells of the tabular are those of the CSV, rounded as the table of the window rounds them.
  void outcomesAreATabular() {
    make({"outcomes", "--set", "theta=120deg", "-o", in("table.tex")});
    make({"outcomes", "--set", "theta=120deg", "-o", in("table.csv")});
    const QString text = QString::fromUtf8(bytesOf(in("table.tex")));
    QVERIFY(!text.contains("tikzpicture"));
    const QString inner = text.section("\\begin{tabular}", 1).section("\\end{tabular}", 0, 0);
    QStringList rows = inner.split("\\\\\n");
    const QList<QByteArray> numbers = bytesOf(in("table.csv")).trimmed().split('\n');
    QVERIFY(rows.size() > numbers.size());
    const auto columns = rows[0].count('&');
    QVERIFY(columns >= 4);
    for (qsizetype i = 1; i < numbers.size(); ++i) {
      QCOMPARE(rows[i].count('&'), columns);
      const QStringList cells = rows[i].remove("\\hline\n").split(" & ");
      QCOMPARE(cells[0].trimmed(), QString::number(i));
      static const QRegularExpression number(R"(([-+]?)\$?(-?)\$?([0-9.]+))");
      const double wanted = numbers[i].split(',')[1].toDouble();
      const auto found = number.match(cells[1].mid(1));
      const double shown =
          found.captured(3).toDouble() * (found.captured(1) == "-" || found.captured(2) == "-" ? -1 : 1);
      QVERIFY2(std::abs(shown - wanted) < 6e-4, qPrintable(cells[1]));
    }
  }

  /// Labels take the commands of mathtext, or say which one they do not take.
  void labelsTakeGreekCommandsOrRefuse() {
    make({"billiard-xi", "--style", R"({"x":"$\\theta_c$ in rad"})", "-o", in("command.svg")});
    make({"billiard-xi", "--style", R"({"x":"$θ_c$ in rad"})", "-o", in("letter.svg")});
    const auto drawing = [](const QByteArray& svg) { return svg.mid(svg.indexOf("</metadata>")); };
    QVERIFY(drawing(bytesOf(in("command.svg"))).size() > 1000);
    QCOMPARE(drawing(bytesOf(in("command.svg"))), drawing(bytesOf(in("letter.svg"))));
    make({"--from", in("command.svg"), "-o", in("again.svg")});
    QCOMPARE(bytesOf(in("again.svg")), bytesOf(in("command.svg")));
    const Run refused =
        runCarom({"figure", "billiard-xi", "--style", R"({"title":"$\\sqrt{2}$"})", "-o", in("no.svg")});
    VERIFY_ONE_LINE(refused);
    QVERIFY2(refused.status != 0 && refused.err.contains("expected Greek letters"), refused.err);
    // A record of a version that drew the command as it is draws it so for ever.
    make({"billiard-xi", "--style", R"({"x":"$abcd$"})", "-o", in("record.svg")});
    QByteArray old = bytesOf(in("record.svg"));
    QVERIFY(old.contains("$abcd$"));
    old.replace("$abcd$", R"($\\foo$)");
    QFile file(in("old.svg"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(old) == old.size());
    file.close();
    make({"--from", in("old.svg"), "-o", in("as-it-was.svg")});
    make({"--from", in("as-it-was.svg"), "-o", in("once-more.svg")});
    QCOMPARE(bytesOf(in("once-more.svg")), bytesOf(in("as-it-was.svg")));
    QVERIFY(drawing(bytesOf(in("as-it-was.svg"))) != drawing(bytesOf(in("record.svg"))));
  }

  /// A fraction is a line between two parts, in files and for LaTeX; within a script or a part it is a slash.
  void fractionsHaveALine() {
    const char* label =
        R"({"y":"$\\frac{\\|p_d\\|}{\\|p_0\\|}$ of $\\frac{\\frac{a}{b+1}}{c}$","x":"$r^{\\frac{1}{2}}$"})";
    make({"billiard-xi", "--preset", "aps", "--style", label, "-o", in("fraction.pdf")});
    const carom::pdf::Page page = carom::pdf::readPage(bytesOf(in("fraction.pdf")));
    const QStringList faults = carom::pdf::faultsOf(page);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join("; ")));
    // The caption stands along the axis: what is above a line is to the left of it.
    const auto placeOf = [&](const QString& letter) {
      for (const carom::pdf::Run& run : page.runs)
        if (run.text() == letter && run.at.x() < 0.2 * page.box.width()) return run.at.x();
      return -1.0;
    };
    QVERIFY(placeOf("a") > 0 && placeOf("a") < placeOf("c") - 4);
    const auto lines = std::ranges::count_if(page.paths, [&](const carom::pdf::Path& path) {
      const QRectF box = path.lines.isEmpty() ? QRectF() : path.lines[0].boundingRect();
      return path.isFilled && box.right() < 0.2 * page.box.width() && box.width() < 1 && box.height() > 4;
    });
    QCOMPARE(lines, 2);
    QString words;
    for (const carom::pdf::Run& run : page.runs) words += run.text();
    QVERIFY2(words.contains("1/2") && words.contains("/(") && !words.contains('{') && !words.contains('$'),
             qPrintable(words));
    make({"--from", in("fraction.pdf"), "-o", in("fraction.tex")});
    const QByteArray tex = bytesOf(in("fraction.tex"));
    QVERIFY2(tex.contains(R"(\frac{a/(b+1)}{c})") && tex.contains(R"(\frac{\|)"), tex);
    make({"--from", in("fraction.pdf"), "-o", in("fraction-again.pdf")});
    QCOMPARE(bytesOf(in("fraction-again.pdf")), bytesOf(in("fraction.pdf")));
    const Run half =
        runCarom({"figure", "billiard-xi", "--style", R"({"x":"$\\frac{a}b$"})", "-o", in("no.svg")});
    VERIFY_ONE_LINE(half);
    QVERIFY2(half.status != 0 && half.err.contains("{above}{below}"), half.err);
  }

  /// Outlines by default; with the switch, the words of the figure stand in the file, which makes itself
  /// again.
  void textOfSvgIsTextByASwitch() {
    make({"billiard-xi", "-o", in("outlines.svg")});
    make({"billiard-xi", "--style", R"({"svgText":true})", "-o", in("words.svg")});
    QVERIFY(!bytesOf(in("outlines.svg")).contains("<text"));
    const QByteArray words = bytesOf(in("words.svg"));
    QVERIFY(words.count("<text") > 5);
    // Sizes as on the page, to what whole numbers of a fine unit leave.
    static const QRegularExpression scale(R"(matrix\(([\d.]+),0,0,)"),
        size(R"(<text [^>]*font-size="([\d.]+)\")");
    double unit = 0;
    for (const QString& line : QString::fromUtf8(words).split('\n')) {
      if (const auto found = scale.match(line); found.hasMatch()) unit = found.captured(1).toDouble();
      if (const auto found = size.match(line); found.hasMatch()) {
        const double points = unit * found.captured(1).toDouble();
        QVERIFY2(points > 4.9 && points < 12, qPrintable(QString("%1 pt").arg(points)));
      }
    }
    for (const char* word : {">(°)<", ">120<"}) QVERIFY2(words.contains(word), word);
    make({"--from", in("words.svg"), "-o", in("again.svg")});
    QCOMPARE(bytesOf(in("again.svg")), words);
    const Run wrong = runCarom({"figure", "billiard-xi", "--style", R"({"svgText":1})", "-o", in("no.svg")});
    QVERIFY(wrong.status != 0);
    QVERIFY2(wrong.err.contains("svgText: expected true or false"), wrong.err);
  }

  void aRenderedPictureIsNoTikz() {
    const Run run = runCarom({"figure", "scene", "-o", in("scene.tex")});
    QVERIFY(run.status != 0);
    QVERIFY2(run.err.contains("cannot become TikZ"), run.err);
    QVERIFY(!QFile::exists(in("scene.tex")));
  }

  /// The colours of two bodies may become the same grey: what is stacked has its names inside, too.
  void stackedEnergiesHaveTheirNamesInside() {
    const QString style = "{\"svgText\": true}";
    make({"energy", "--style", style, "-o", in("bars.svg")});
    const QByteArray bars = bytesOf(in("bars.svg"));
    for (const auto& [name, count] : {std::pair(">a<", 3), {">b<", 2}, {">c<", 3}})  // once in the legend
      QCOMPARE(std::pair(QByteArray(name), bars.count(name)), std::pair(QByteArray(name), qsizetype(count)));
    make({"energy-time", "--scene", "bouncing-ball", "--style", style, "-o", in("areas.svg")});
    QCOMPARE(bytesOf(in("areas.svg")).count(">impacts<"), qsizetype(2));
    QCOMPARE(bytesOf(in("areas.svg")).count(">gravity<"), qsizetype(1));  // its area is too low
  }

  /// Time goes on evenly, and each reflection has its frames.
  void aMovieIsNumberedPictures() {
    QVERIFY(QDir().mkpath(in("frames")));
    make({"scene", "--set", "theta=120deg", "--until", "0.1", "--movie", in("frames/m.png"), "--movie-size",
          "320x180", "--fps", "20", "--reflection-seconds", "0.1"});
    QCOMPARE(QDir(in("frames")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList("m"));
    const QStringList frames = QDir(in("frames/m")).entryList({"*.png"}, QDir::Files, QDir::Name);
    QVERIFY2(frames.size() >= 3 + 3 * 2, qPrintable(frames.join(' ')));
    QCOMPARE(frames.front(), QString("m-0001.png"));
    const QImage first(in("frames/m/" + frames.front())), last(in("frames/m/" + frames.back()));
    QCOMPARE(first.size(), QSize(320, 180));
    QVERIFY(first != last);
  }

  /// Without a speed, a run takes about five seconds to watch, however short it is.
  void aMovieCanBeFollowed_data() {
    QTest::addColumn<QString>("until");
    for (const char* until : {"0.02", "0.2", "2"}) QTest::newRow(until) << QString(until);
  }
  void aMovieCanBeFollowed() {
    QFETCH(QString, until);
    const QString folder = in("followed" + until);
    QVERIFY(QDir().mkpath(folder));
    make({"scene", "--until", until, "--movie", folder + "/m.png", "--movie-size", "64x64", "--fps", "4",
          "--reflection-seconds", "0"});
    const auto seconds = static_cast<double>(QDir(folder + "/m").entryList({"*.png"}).size()) / 4;
    QVERIFY2(seconds > 2.5 && seconds < 10, qPrintable(QString::number(seconds)));
  }

  /// A program in place of ffmpeg that keeps its arguments.
  void aMovieHasTheCommandThatMakesIt() {
    const QString folder = in("encoder");
    QVERIFY(QDir().mkpath(folder));
    QFile program(folder + "/ffmpeg");
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\nfor last; do :; done\nprintf '%s\\n' \"$@\" > \"$0.words\"\ncat > \"$last\"\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", folder.toUtf8() + ':' + path);
    const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
    const QStringList words{"--movie-size",         "64x64", "--fps", "4", "--speed", "0.05",
                            "--reflection-seconds", "0"};
    make(QStringList{"scene", "--set", "theta=120deg", "--until", "0.05", "--movie", folder + "/m.mp4"} +
         words);
    const QString told = QString::fromUtf8(bytesOf(folder + "/ffmpeg.words"));
    const auto line = told.indexOf("comment=carom figure scene ");
    QVERIFY2(line >= 0, qPrintable(told));
    const QString command = told.mid(line).section('\n', 0, 0);
    QVERIFY2(command.contains("--set theta=120deg"), qPrintable(command));
    QVERIFY2(command.endsWith("--movie scene.mp4 " + words.join(' ')), qPrintable(command));
  }

  /// Numbered pictures carry the record, from which the movie, or a picture of its scene, is made again.
  void aMovieIsMadeAgainFromItself() {
    QVERIFY(QDir().mkpath(in("taken")) && QDir().mkpath(in("again")));
    make({"scene", "--set", "theta=120deg", "--until", "0.05", "--movie", in("taken/m.png"), "--movie-size",
          "96x64", "--fps", "6", "--speed", "0.04", "--reflection-seconds", "0.2"});
    make({"--from", in("taken/m/m-0002.png"), "--movie", in("again/m.png")});
    const QStringList frames = QDir(in("taken/m")).entryList({"*.png"}, QDir::Files, QDir::Name);
    QVERIFY(frames.size() > 5);
    QCOMPARE(QDir(in("again/m")).entryList({"*.png"}, QDir::Files, QDir::Name), frames);
    for (const QString& frame : frames)
      QCOMPARE(bytesOf(in("again/m/" + frame)), bytesOf(in("taken/m/" + frame)));
    QVERIFY(QDir().mkpath(in("faster")));
    make({"--from", in("taken/m/m-0002.png"), "--movie", in("faster/m.png"), "--fps", "3"});
    QVERIFY(QDir(in("faster/m")).entryList({"*.png"}).size() < frames.size());
    make({"--from", in("taken/m/m-0001.png"), "-o", in("of-movie.pdf")});
    QVERIFY(bytesOf(in("of-movie.pdf")).startsWith("%PDF-"));
  }

  /// A program in place of ffmpeg that writes what it gets, as in aMovieHasTheCommandThatMakesIt().
  void everyFormatOfAMovieHoldsTheRecord_data() {
    QTest::addColumn<QString>("ending");
    for (const char* ending : {"mp4", "webm", "gif", "apng"}) QTest::newRow(ending) << QString(ending);
  }
  void everyFormatOfAMovieHoldsTheRecord() {
    QFETCH(QString, ending);
    const QString folder = in("holds-" + ending), movie = folder + "/m." + ending;
    QVERIFY(QDir().mkpath(folder));
    QFile program(folder + "/ffmpeg");
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\nfor last; do :; done\ncat > \"$last\"\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", folder.toUtf8() + ':' + path);
    const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
    make({"scene", "--set", "theta=100deg", "--until", "0.05", "--movie", movie, "--movie-size", "64x64",
          "--fps", "2"});
    make({"--from", movie, "--movie", folder + "/again." + ending});
    QByteArray again = bytesOf(folder + "/again." + ending);
    again.replace("again." + ending.toUtf8(), "m." + ending.toUtf8());  // its name in the command
    QVERIFY(again.contains("theta=100deg"));
    QVERIFY(again.contains("&quot;fps&quot;:2"));
    const qsizetype frames = 64 * 64 * 4;
    QCOMPARE(again.left(frames), bytesOf(movie).left(frames));
  }

  /// A program in place of ffmpeg that fails without a word: a movie that is there stays.
  void anEncoderThatSaysNothingIsTold() {
    const QString folder = in("silent");
    QVERIFY(QDir().mkpath(folder));
    QFile program(folder + "/ffmpeg"), movie(folder + "/m.gif");
    QVERIFY(movie.open(QIODevice::WriteOnly) && movie.write("KEEP") == 4);
    movie.close();
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\nfor last; do :; done\ncat > \"$last\"\nexit 3\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", folder.toUtf8() + ':' + path);
    const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
    const Run run = runCarom({"figure", "scene", "--until", "0.05", "--movie", movie.fileName(),
                              "--movie-size", "64x64", "--fps", "2"});
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains("m.gif: ffmpeg ended with status 3 and said nothing"), run.err);
    QCOMPARE(bytesOf(movie.fileName()), QByteArray("KEEP"));
    QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 2);
  }

  void aMovieNamesTheProgramThatIsMissing() {
    if (!QStandardPaths::findExecutable("ffmpeg").isEmpty()) {
      make({"scene", "--until", "0.05", "--movie", in("m.mp4"), "--movie-size", "320x180", "--fps", "10",
            "--reflection-seconds", "0"});
      QVERIFY(bytesOf(in("m.mp4")).mid(4, 4) == "ftyp");
      return;
    }
    const Run run = runCarom({"figure", "scene", "--until", "0.05", "--movie", in("m.mp4")});
    QVERIFY(run.status != 0);
    QVERIFY2(run.err.contains("needs the program ffmpeg"), run.err);
    QVERIFY(!QFile::exists(in("m.mp4")));
  }
};

CAROM_TEST(TestFigureStudio);
#include "tst_figure_studio.moc"
