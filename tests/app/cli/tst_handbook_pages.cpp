// The pages of the handbook: links, formulas, pictures and numbers are right, the search answers what people
// ask, and the exported site is whole.
#include <QDirIterator>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <algorithm>

#include "answer/question/options.h"
#include "base/key_table.h"
#include "base/terms.h"
#include "base/version.h"
#include "handbook/handbook.h"
#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/widget_test.h"

using namespace carom;
using namespace carom::process;

namespace {

QString sourceText(const QString& file) {
  QFile disk(QStringLiteral(CAROM_SOURCE "/%1").arg(file));
  return disk.open(QIODevice::ReadOnly) ? QString::fromUtf8(disk.readAll()) : QString();
}

/// The pages that people wrote, by file.
QStringList writtenPages() {
  QStringList files;
  for (const HandbookPage& page : Handbook::get().pages())
    if (QFile::exists(QStringLiteral(CAROM_SOURCE "/%1").arg(page.file))) files << page.file;
  return files;
}

QStringList shellWords(const QString& command) {
  return QProcess::splitCommand(command).mid(1);
}

/// The number at a path of a document: "outcomes[0].momentum[4]". Counts may be texts, and truths are 1 and
/// 0.
std::optional<double> numberAt(const QByteArray& json, const QString& path) {
  QJsonValue value = QJsonDocument::fromJson(json).object();
  static const QRegularExpression part("([^.\\[\\]]+)|\\[(\\d+)\\]");
  for (auto each = part.globalMatch(path); each.hasNext();) {
    const auto found = each.next();
    value = found.captured(1).isEmpty() ? value.toArray().at(found.captured(2).toInt())
                                        : value.toObject().value(found.captured(1));
  }
  if (value.isBool()) return value.toBool() ? 1 : 0;
  if (value.isDouble()) return value.toDouble();
  bool isNumber = false;
  const double number = value.toString().toDouble(&isNumber);
  return isNumber ? std::optional(number) : std::nullopt;
}

/// Half of the last digit that a number is written with.
double precisionOf(const QString& written) {
  const QString digits = written.section('e', 0, 0);
  const auto decimals = digits.contains('.') ? digits.section('.', 1).size() : 0;
  return 0.5001 * std::pow(10.0, written.section('e', 1).toInt() - static_cast<double>(decimals)) +
         (written == "0" ? 1e-9 - 0.5001 : 0);
}

QImage drawn(const QByteArray& svg) {
  QSvgRenderer renderer(svg);
  QImage image(renderer.defaultSize(), QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  renderer.render(&painter);
  return image;
}

/// The share of pixels that differ clearly; 1 where the sizes differ.
double differenceOf(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return 1;
  int differing = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x)
      differing += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 60;
  return static_cast<double>(differing) / (a.width() * a.height());
}

}  // namespace

class TestHandbookPages : public QObject {
  Q_OBJECT

 private slots:
  /// Where a link leads there is a page with that heading, or a file of the source tree.
  void everyLinkLeadsSomewhere() {
    const Handbook& handbook = Handbook::get();
    int links = 0, anchors = 0;
    for (const HandbookPage& page : handbook.pages())
      for (const QString& target : targetsOf(page.markdown)) {
        if (target.contains("://")) continue;
        ++links;
        const QString path = target.section('#', 0, 0), anchor = target.section('#', 1);
        const QString file = path.isEmpty() ? page.file : Handbook::pathFrom(page.file, path);
        const int at = handbook.find(file);
        QVERIFY2(at >= 0 || QFileInfo::exists(QStringLiteral(CAROM_SOURCE "/%1").arg(file)),
                 qPrintable(page.file + ": " + target));
        if (anchor.isEmpty()) continue;
        ++anchors;
        QVERIFY2(at >= 0 &&
                     std::ranges::any_of(handbook.pages()[at].sections,
                                         [&](const Section& part) { return part.heading.anchor == anchor; }),
                 qPrintable(page.file + ": " + target));
      }
    QVERIFY(links > 80 && anchors > 10);
  }

  /// Symbols have their indices, also behind a stroke or a Greek letter and where the Markdown escapes the
  /// line.
  void noIndexIsLeftAsALine() {
    static const QRegularExpression code("<(code|pre)\\b.*?</\\1>",
                                         QRegularExpression::DotMatchesEverythingOption),
        tag("<[^>]+>"), line("\\S*(?<![\\w.])\\p{L}_\\p{L}{1,3}(?!\\w)\\S*");
    int indices = 0;
    for (const HandbookPage& page : Handbook::get().pages()) {
      const auto same = [](const QString& target) { return target; };
      QString html = htmlOf(page.markdown, {same, same, formulaFile}, HtmlReader::Browser);
      indices += static_cast<int>(html.count("<sub>"));
      html.remove(code).remove(tag);
      const auto match = line.match(html);
      QVERIFY2(!match.hasMatch(), qPrintable(page.file + ": " + match.captured()));
    }
    QVERIFY(indices > 50);
  }

  /// The README's links, too, of which the handbook is not a part.
  void everyLinkOfTheReadmeLeadsSomewhere() {
    const QStringList targets = targetsOf(sourceText("README.md"));
    QVERIFY(targets.size() > 15);
    for (const QString& target : targets)
      QVERIFY2(target.contains("://") || QFileInfo::exists(QStringLiteral(CAROM_SOURCE "/%1").arg(target)),
               qPrintable(target));
  }

  /// Each formula has a line of its own and a picture, and each picture a formula:
  /// resources/handbook/make_formulas.
  void everyFormulaHasItsPicture() {
    QSet<QString> wanted;
    for (const QString& file : writtenPages())
      for (const QString& tex : formulasOf(sourceText(file))) {
        QVERIFY2(!tex.isEmpty(), qPrintable(file));
        const QString picture = handbookFolder + formulaFile(tex);
        QVERIFY2(drawn(Handbook::bytesOf(picture)).width() > 20,
                 qPrintable(file + ": run resources/handbook/make_formulas for " + tex));
        wanted << picture;
      }
    QVERIFY(wanted.size() >= 15);
    for (QDirIterator each(CAROM_SOURCE "/resources/handbook/formulas"); each.hasNext();)
      if (const QString file = each.next(); file.endsWith(".svg"))
        QVERIFY2(wanted.contains(file.mid(int(strlen(CAROM_SOURCE "/")))),
                 qPrintable(file + " belongs to no formula"));
  }

  void everyNumberIsWhatTheCommandSays_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("number");
    static const QRegularExpression check("<!-- (carom .*?) → (\\S+) = (\\S+) -->");
    for (const QString& file : writtenPages())
      for (auto each = check.globalMatch(sourceText(file)); each.hasNext();) {
        const auto found = each.next();
        QTest::addRow("%s: %s %s", qPrintable(file), qPrintable(found.captured(1)),
                      qPrintable(found.captured(2)))
            << found.captured(1) << found.captured(2) << found.captured(3);
      }
  }
  void everyNumberIsWhatTheCommandSays() {
    QFETCH(QString, command);
    QFETCH(QString, path);
    QFETCH(QString, number);
    static QHash<QString, QByteArray> answers;
    if (!answers.contains(command)) {
      const Run run = runCarom(shellWords(command));
      QVERIFY2(run.status == 0, run.err.constData());
      answers[command] = run.out;
    }
    const auto value = numberAt(answers[command], path);
    QVERIFY2(value, qPrintable(path));
    QVERIFY2(std::abs(*value - number.toDouble()) <= precisionOf(number),
             qPrintable(QStringLiteral("%1 is %2, not %3").arg(path).arg(*value, 0, 'g', 12).arg(number)));
  }

  /// resources/handbook/make_pictures makes them anew.
  void everyPictureIsWhatItsCommandMakes() {
    static const QRegularExpression picture(
        "<!-- picture: (carom figure .*? -o (\\S+)) -->\\n!\\[[^\\]]+\\]\\((\\S+)\\)");
    int pictures = 0, shown = 0;
    for (const QString& file : writtenPages()) {
      if (!file.startsWith(handbookFolder)) continue;
      const QString text = sourceText(file);
      shown += int(text.count(QRegularExpression("!\\[[^\\]]+\\]\\(")));
      for (auto each = picture.globalMatch(text); each.hasNext(); ++pictures) {
        const auto found = each.next();
        QCOMPARE(found.captured(2), found.captured(3));
        const QTemporaryDir folder;
        QStringList words = shellWords(found.captured(1));
        words.back() = folder.filePath("made.svg");
        const Run run = runCarom(words);
        QVERIFY2(run.status == 0, run.err.constData());
        QFile made(words.back());
        QVERIFY(made.open(QIODevice::ReadOnly));
        const QImage now = drawn(made.readAll()),
                     kept = drawn(Handbook::bytesOf(handbookFolder + found.captured(2)));
        QVERIFY2(differenceOf(now, kept) < 0.01, qPrintable(found.captured(1)));
      }
    }
    QVERIFY(pictures >= 3);
    QCOMPARE(shown, pictures);
  }

  /// The word that a person types, and the heading that is among the first three that are found: two arrows
  /// and Enter.
  void theSearchAnswers_data() {
    QTest::addColumn<QString>("heading");
    const auto ask = [](const char* words, const char* heading) {
      QTest::newRow(words) << QString::fromUtf8(heading);
    };
    ask("friction", "Friction and collision laws");
    ask("restitution", "Restitution and plastic impact");
    ask("ρ", "distance to a jam (ρ)");
    ask("ξ", "indeterminacy (ξ)");
    ask("movie", "Movies");
    ask("slurm", "Run a study on a cluster");
    ask("cluster", "Run a study on a cluster");
    ask("export", "Export a figure");
    ask("journal", "Presets of journals and style");
    ask("latex", "Files");
    ask("urdf", "Robots from URDF, MJCF and SDF");
    ask("robot", "Bring my robot");
    ask("python", "Carom from Python");
    ask("c++", "Use the engine from C++");
    ask("scene text", "Scene text");
    ask("tolerances", "Tolerances");
    ask("unique", "When the outcome is unique");
    ask("policies", "Policies");
    ask("gaps", "Gaps and samples");
    ask("exit status", "Exit status and errors");
    ask("recovery", "Files and recovery");
    ask("units", "Numbers");
    ask("push", "Pushes");
    ask("jam", "jammed");
    ask("painlev", "No forces, or several: Painlevé");
    ask("cradle", "The cradle");
    ask("cite", "Papers and how to cite");
    ask("install", "Install, and where things are");
    ask("dark", "Colours");
    ask("f11", "Workspaces");
    ask("undo", "Everywhere");
    ask("audit", "Audit a run");
  }
  void theSearchAnswers() {
    QFETCH(QString, heading);
    const QList<HandbookHit> hits = Handbook::get().search(QString::fromUtf8(QTest::currentDataTag()));
    QStringList first;
    for (const HandbookHit& hit : hits.mid(0, 3)) first << hit.heading.text;
    QVERIFY2(first.contains(heading), qPrintable(first.join(" | ")));
  }

  /// A search reads each part at most once for each word. So the letters of the handbook are its work, which
  /// carom_bench_window times as search/palette and search/handbook.
  void theSearchHasLittleToRead() {
    qsizetype letters = 0;
    for (const HandbookPage& page : Handbook::get().pages())
      for (const Section& section : page.sections)
        letters += section.text.size() + section.heading.text.size();
    QVERIFY2(letters > 100'000 && letters < 1'000'000, qPrintable(QString::number(letters)));
  }

  void whatIsNotThereIsNotFound() {
    QVERIFY(Handbook::get().search("xyzzy").isEmpty());
    QVERIFY(Handbook::get().search("friction xyzzy").isEmpty());
    QVERIFY(Handbook::get().search("  ").isEmpty());
  }

  /// The reference names every row of the tables that it is made from.
  void theReferenceIsComplete() {
    const Handbook& handbook = Handbook::get();
    const auto page = [&](const char* name) {
      const int at = handbook.find(handbookFolder + "reference/" + name);
      return at < 0 ? QString() : handbook.pages()[at].markdown;
    };
    for (const Option& option : options())
      QVERIFY2(page("commands.md")
                       .contains(QStringLiteral("`--%1`").arg(QString::fromUtf8(
                           option.name.data(), static_cast<qsizetype>(option.name.size())))) ||
                   option.commands.bits == static_cast<unsigned>(Command::StudyLimits),
               std::string(option.name).c_str());
    const auto plain = [&](const char* name) {
      QString text;
      for (const Section& part : sectionsOf(page(name))) text += part.text.simplified() + '\n';
      return text;
    };
    const QString words = plain("words.md"), keys = plain("keys.md");
    for (const Term& term : termTable())
      QVERIFY2(words.contains(QString(term.sentence).simplified()), term.name);
    for (const KeyGroup& group : keyTable())
      for (const KeyRow& row : group.rows)
        QVERIFY2(keys.contains(row.keys) && keys.contains(row.meaning), row.keys);
    for (const BuiltinScene& scene : builtinScenes())
      QVERIFY2(page("lists.md").contains(QString::fromStdString("`" + scene.name + "`")), scene.name.c_str());
    for (const char* key : {"xi", "sensitivity.worst_xi", "loop_impulses", "final"})
      QVERIFY2(page("answers.md").contains(QStringLiteral("`%1`").arg(key)), key);
    QVERIFY(page("study-keys.md").contains("`local_error`"));
    QVERIFY(page("scene-keys.md").contains("`touching`"));
    QVERIFY(page("names.md").contains("`generalized-reflections`") &&
            page("names.md").contains("`routh-work`"));
    QVERIFY(!page("commands.md").contains("write-reference"));
  }

  /// Every scene of the library is a lesson, and every lesson has a question, what to try, and what to see.
  void everySceneIsALesson() {
    const Handbook& handbook = Handbook::get();
    const HandbookPage& page = handbook.pages()[handbook.find(handbookFolder + "lessons.md")];
    static const QRegularExpression scene("^Scene: ([\\w-]+)");
    QStringList taught;
    for (const Section& part : page.sections) {
      if (part.heading.level != 3) continue;
      const auto found = scene.match(part.text.trimmed());
      QVERIFY2(found.hasMatch(), qPrintable(part.heading.text));
      taught << found.captured(1);
      for (const char* word : {"Question.", "Try.", "See."})
        QVERIFY2(part.text.contains(word), qPrintable(part.heading.text));
    }
    for (const BuiltinScene& each : builtinScenes())
      QVERIFY2(taught.contains(QString::fromStdString(each.name)), each.name.c_str());
    for (const QString& name : taught)
      QVERIFY2(std::ranges::any_of(builtinScenes(),
                                   [&](const BuiltinScene& each) { return name.toStdString() == each.name; }),
               qPrintable(name));
  }

  /// The last line above the foot of a page, which has a chapter and a number, is no heading. That of the
  /// contents of a chapter may be: a heading follows it.
  static void noPageEndsAtAHeading(const QString& book) {
    QSet<QString> headings;
    for (const HandbookPage& page : Handbook::get().pages())
      for (const Section& part : page.sections) headings << part.heading.text.simplified();
    int pages = 0;
    const QStringList sheets = book.split('\f');
    for (qsizetype i = 0; i < sheets.size(); ++i) {
      const QString& sheet = sheets[i];
      QStringList lines = sheet.split('\n', Qt::SkipEmptyParts);
      if (lines.size() < 4) continue;
      const QString next = i + 1 < sheets.size() ? sheets[i + 1].section('\n', 0, 0).simplified() : QString();
      QVERIFY2(headings.contains(lines.takeLast().simplified()), qPrintable(sheet));
      QVERIFY2(lines.takeLast().toInt() > 1, qPrintable(sheet));
      const QString last = lines.last().simplified();  // a single word may be the end of a sentence
      QVERIFY2(!last.contains(' ') || !headings.contains(last) || headings.contains(next), qPrintable(last));
      ++pages;
    }
    QVERIFY(pages > 40);
  }

  /// The PDF's last table of references names the objects where they are; outline and links lead to pages of
  /// it.
  static void thePdfHasAnOutlineAndLinks(const QByteArray& pdf) {
    const qsizetype table =
        pdf.mid(pdf.lastIndexOf("startxref") + 9).trimmed().split('\n').front().toLongLong();
    QVERIFY(pdf.mid(table, 5) == "xref\n");
    static const QRegularExpression entry("(\\d+) 1\\n(\\d{10}) 00000 n ");
    const QString update = QString::fromLatin1(pdf.mid(table, pdf.indexOf("trailer", table) - table));
    QHash<int, QByteArray> objects;
    for (auto each = entry.globalMatch(update); each.hasNext();) {
      const auto found = each.next();
      const qsizetype at = found.captured(2).toLongLong();
      const QByteArray head = found.captured(1).toLatin1() + " 0 obj\n";
      QCOMPARE(pdf.mid(at, head.size()), head);
      objects[found.captured(1).toInt()] = pdf.mid(at, pdf.indexOf("endobj", at) - at);
    }
    const qsizetype kids = pdf.indexOf("/Kids");
    const QByteArray pages = ' ' + pdf.mid(kids, pdf.indexOf(']', kids) - kids).replace('\n', ' ');
    static const QRegularExpression target("/Dest \\[(\\d+) 0 R /XYZ 0 (-?[\\d.]+) null\\]");
    int links = 0, entries = 0;
    bool hasTermination = false;
    const QByteArray termination = "<feff" + [] {
      QByteArray bytes;
      for (const QChar c : QStringLiteral("Termination")) bytes += QByteArray(1, '\0') + c.toLatin1();
      return bytes.toHex();
    }() + '>';
    for (const QByteArray& object : objects) {
      const auto found = target.match(QString::fromLatin1(object));
      if (!found.hasMatch()) continue;
      QVERIFY2(pages.contains(' ' + found.captured(1).toLatin1() + " 0 R"), object.constData());
      const double y = found.captured(2).toDouble();
      QVERIFY2(y > 0 && y <= 842, object.constData());  // A4
      object.contains("/Subtype /Link") ? ++links : ++entries;
      hasTermination |= object.contains("/Title " + termination);
    }
    QVERIFY2(links > 100 && entries > 150, qPrintable(QStringLiteral("%1 %2").arg(links).arg(entries)));
    QVERIFY(hasTermination);
    QVERIFY(pdf.mid(table).contains("/Prev ") && pdf.contains("/PageMode /UseOutlines"));
  }

  /// Every file that a page of the site refers to is there, with the anchor; nothing comes from elsewhere.
  void theSiteIsWhole() {
    const QTemporaryDir folder;
    const Run run = runCarom({"handbook", "-o", folder.filePath("site")});
    QVERIFY2(run.status == 0, run.err.constData());
    QHash<QString, QString> pages;
    qint64 bytes = 0;
    for (QDirIterator each(folder.filePath("site"), QDir::Files, QDirIterator::Subdirectories);
         each.hasNext();) {
      QFile file(each.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      if (!file.fileName().endsWith(".pdf")) bytes += file.size();
      if (file.fileName().endsWith(".html"))
        pages[QFileInfo(file).fileName()] = QString::fromUtf8(file.readAll());
    }
    QVERIFY(bytes > 400'000);
    QVERIFY2(bytes < 4'000'000, qPrintable(QString::number(bytes)));
    QCOMPARE(pages.size(), Handbook::get().pages().size());
    static const QRegularExpression reference("(?:href|src)=\"([^\"]*)\"");
    int local = 0;
    for (auto page = pages.cbegin(); page != pages.cend(); ++page)
      for (auto each = reference.globalMatch(page.value()); each.hasNext();) {
        const QString target = each.next().captured(1), file = target.section('#', 0, 0),
                      anchor = target.section('#', 1);
        const QString where = page.key() + ": " + target;
        if (target.contains("://")) {
          QVERIFY2(!page.value().contains("src=\"" + target), qPrintable(where));
          continue;
        }
        ++local;
        QVERIFY2(QFile::exists(folder.filePath("site/" + (file.isEmpty() ? page.key() : file))),
                 qPrintable(where));
        if (!anchor.isEmpty())
          QVERIFY2(pages.value(file.isEmpty() ? page.key() : file).contains("id=\"" + anchor + '"'),
                   qPrintable(where));
      }
    QVERIFY(local > 500);
    for (const char* old : {"<a name=", "align=", "cellspacing"})  // no HTML 5
      for (const QString& page : pages) QVERIFY2(!page.contains(QLatin1String(old)), old);
    QFile index(folder.filePath("site/search-index.js"));
    QVERIFY(index.open(QIODevice::ReadOnly));
    const QByteArray parts = index.readAll().trimmed();
    QVERIFY(parts.startsWith("window.caromParts=[") && parts.endsWith("];"));
    const QJsonArray rows = QJsonDocument::fromJson(parts.mid(18).chopped(1)).array();
    QVERIFY(rows.size() > 300);
    for (const QJsonValue& row : rows) {
      const QString address = row[0].toString(), page = address.section('#', 0, 0),
                    id = address.section('#', 1);
      QVERIFY2(pages.contains(page) && (id.isEmpty() || pages[page].contains("id=\"" + id + '"')),
               qPrintable(address));
      QVERIFY2(!row[2].toString().isEmpty(), qPrintable(address));
    }
    for (const char* sign : {"$$", "&lt;!--", "x-equation"})
      QVERIFY2(!pages["theory-orderings.html"].contains(sign), sign);
    QFile pdf(folder.filePath("site/carom-handbook.pdf"));
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    const QByteArray document = pdf.readAll();
    QVERIFY(document.startsWith("%PDF-") && document.count("/Type /Page\n") > 40);
    thePdfHasAnOutlineAndLinks(document);
    if (const QString reader = QStandardPaths::findExecutable("pdftotext"); !reader.isEmpty()) {
      QProcess process;
      process.start(reader, {"-raw", folder.filePath("site/carom-handbook.pdf"), "-"});
      QVERIFY(process.waitForFinished(60'000 * carom::tests::patience));
      // Letters and numbers only: of signs between capitals Inter has forms that readers cannot name.
      const auto lettersOf = [](QString text) {
        for (QChar& c : text)
          if (!c.isLetterOrNumber()) c = QLatin1Char(' ');
        return text.simplified();
      };
      const QString book = QString::fromUtf8(process.readAllStandardOutput());
      QVERIFY(!book.contains(wordJoiner));
      const QString solid =
          lettersOf(book).remove(' ');  // the index of a symbol is a word of its own, or none
      int parts = 0;
      for (const HandbookPage& page : Handbook::get().pages())
        if (!page.group.isEmpty())
          for (const Section& part : page.sections) {
            QVERIFY2(solid.contains(lettersOf(part.heading.text).remove(' ')),
                     qPrintable(page.file + ": " + part.heading.text));
            // Nor is the end of the part lost at a break of pages.
            const QStringList words = lettersOf(part.text).split(' ', Qt::SkipEmptyParts);
            if (words.size() < 20 || page.file.contains("/reference/")) continue;
            QVERIFY2(solid.contains(words.mid(words.size() - 2).join(QString())),
                     qPrintable(page.file + ": " + part.heading.text + ": " +
                                words.mid(words.size() - 2).join(' ')));
            ++parts;
          }
      QVERIFY(parts > 100);
      noPageEndsAtAHeading(book);
    }
    const Run again = runCarom({"handbook", "--no-pdf", "-o", folder.filePath("site")});
    QCOMPARE(again.status, 1);
    QVERIFY(again.err.contains("--overwrite"));
    QCOMPARE(runCarom({"handbook", "--no-pdf", "--overwrite", "-o", folder.filePath("site")}).status, 0);
  }

  void aFolderIsAskedFor() {
    const Run run = runCarom(QStringList{"handbook"});
    QCOMPARE(run.status, 2);
    QVERIFY(run.err.contains("-o DIR"));
  }

  void helpFindsPages() {
    const Run run = runCarom({"help", "termination"});
    QCOMPARE(run.status, 0);
    QVERIFY2(run.out.contains("Handbook: Reflections and orderings › Termination"), run.out.constData());
    QCOMPARE(runCarom({"help", "xyzzy"}).status, 2);
    for (const char* name : {"Truesdell", "Ivanov", "Kane and Levinson", "kinematic restitution",
                             "kinetic restitution", "Zeno", "discrete momentum"}) {
      const Run found = runCarom({"help", name});
      QVERIFY2(found.status == 0 && found.out.contains("Words and symbols"), name);
    }
  }

  /// The README is read in a minute; its BibTeX, CITATION.cff and the metainfo have this version.
  void theReadmeIsShort() {
    const QString readme = sourceText("README.md");
    QVERIFY(readme.count('\n') <= 120);
    QVERIFY(readme.contains(bibtex()));
    const QString citation = sourceText("CITATION.cff");
    QVERIFY(citation.contains("version: " + versionNumber()));
    QVERIFY(citation.contains("date-released: \"" + versionDate()));
    QVERIFY(
        sourceText("resources/desktop/org.example.carom.metainfo.xml")
            .contains(
                QStringLiteral("<release version=\"%1\" date=\"%2\"").arg(versionNumber(), versionDate())));
    QVERIFY(sourceText("CHANGELOG.md").contains("## " + versionNumber()));
  }
};

CAROM_OFFSCREEN_TEST(TestHandbookPages);
#include "tst_handbook_pages.moc"
