// The members of --view: each known one changes some figure, and no figure keeps one that is unknown.
#include <QDir>
#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <algorithm>

#include "base/view_keys.h"
#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

/// A figure with a view, and with a view in which one key is added or another.
struct Change {
  const char *key, *figure;
  const char* with;          ///< the view that has the key
  const char* without = "";  ///< empty: none
  QStringList options{};
};

#define IMPACT R"("W":[2,0.5,0.5,4],"V":[-1,2])"
#define LAWS IMPACT R"(,"laws":["routh","pfeiffer-glocker","composite","brach","projected"])"
#define PLACE "[0.1,0.1,0.1,-0.1,-0.1,0.1]"

const QList<Change>& changes() {
  static const QStringList line{"--scene", "converging-line"},
      long_{"--scene", "converging-line", "--set", "n=6"};
  static const QList<Change> all{
      {"time", "drawing", R"({"time":0.1})"},
      {"impact", "drawing", R"({"time":0,"impact":0})", R"({"time":0})"},
      {"reflection", "drawing", R"({"time":0,"impact":0,"reflection":1})", R"({"time":0,"impact":0})"},
      {"model", "drawing", R"({"time":0,"impact":0,"model":{"name":"moreau","velocity":)" PLACE "}}",
       R"({"time":0,"impact":0})"},
      {"camera", "scene", R"({"camera":{"focal":[0,0,0],"azimuth":1,"elevation":0.5,"distance":0.4}})"},
      {"aspect", "scene", R"({"aspect":1.2})"},
      {"ghosts", "scene", R"({"ghosts":[{"name":"else","q":[)" PLACE "]}]}"},
      {"tracks", "scene", R"({"tracks":[{"kind":"recording","t":[-1,1],"q":[)" PLACE "," PLACE "]}]}"},
      {"arrows", "drawing", R"({"arrows":"momentum"})"},
      {"slice", "impulse-3d", R"({"slice":0.5})"},
      {"quantities", "plot", R"({"quantities":["q a.x"]})"},
      {"over", "law-sweep", R"({"over":"friction"})"},
      {"cursors", "energy-time", R"({"cursors":[0.05,0.1]})"},
      {"x", "energy-time", R"({"x":[0,0.1]})"},
      {"y", "outcome-set", R"({"y":"along b.y"})"},
      {"left", "energy-time", R"({"left":[0,0.2]})"},
      {"right", "plot", R"({"quantities":["q a.x","E a"],"right":[0,5]})",
       R"({"quantities":["q a.x","E a"]})"},
      {"logX", "plot", R"({"x":[0.01,0.1],"logX":true})", R"({"x":[0.01,0.1]})"},
      {"logY", "plot", R"({"quantities":["q b.x"],"left":[0.01,1],"logY":true})",
       R"({"quantities":["q b.x"],"left":[0.01,1]})"},
      {"log", "energy-time", R"({"left":[0.001,1],"log":true})", R"({"left":[0.001,1]})"},
      {"coordinates", "futures", R"({"coordinates":["a.x"]})", "", {"--data", "futures.json"}},
      {"scale", "landscape", R"({"scale":"signed-log"})"},
      {"step", "ordering-graph", R"({"step":2})", R"({"step":1})"},
      {"levels", "ordering-graph", R"({"levels":2})", "", long_},
      {"expanded", "ordering-graph", R"({"levels":1,"expanded":[0,1]})", R"({"levels":1})", long_},
      {"unfolded", "ordering-graph", R"({"unfolded":[10]})", "", {"--scene", "galperin"}},
      {"minimal", "ordering-graph", R"({"minimal":true})", "", {"--set", "theta=70deg"}},
      {"contacts", "normal-space", R"({"contacts":["ball1-ball2","ball2-ball3"]})",
       R"({"contacts":["ball0-ball1","ball1-ball2"]})", line},
      {"turn", "normal-sphere", R"({"turn":1})"},
      {"tilt", "normal-sphere", R"({"tilt":1})"},
      {"W", "impulse-2d", "{" IMPACT "}"},
      {"V", "impulse-2d", R"({"W":[2,0.5,0.5,4],"V":[-1,1]})", "{" IMPACT "}"},
      {"laws", "impulse-2d", R"({"laws":["routh"]})"},
      {"result", "law-sweep", R"({"result":"normal-impulse"})"},
      {"recorded", "impulse-2d", R"({"recorded":[1,0.1,0.01,0,0.01]})"},
      {"letters", "impulse-2d", R"({"letters":"points"})"},
      {"largest", "impulse-2d", R"({"largest":true})"},
      {"words", "impulse-2d", R"({"words":true})", R"({"words":false})"},
      {"path", "impulse-2d", R"({"path":true})", R"({"path":false})"},
      {"approach", "impulse-2d", R"({"approach":true})", R"({"approach":false})"},
      {"reversal", "impulse-2d", R"({"reversal":true})", R"({"reversal":false})"},
      {"construction", "impulse-2d", R"({"construction":true})", R"({"construction":false})"},
      {"aboveOne", "impulse-2d", R"({"aboveOne":true})", R"({"aboveOne":false})"},
      {"friction", "impulse-2d", "{" LAWS R"(,"friction":0.9})", "{" LAWS "}"},
      {"restitution", "impulse-2d", "{" LAWS R"(,"restitution":0.2})", "{" LAWS "}"},
      {"tangential", "impulse-2d", "{" LAWS R"(,"tangential":-0.5})", "{" LAWS "}"},
      {"sigma", "impulse-2d", "{" LAWS R"(,"sigma":0.1})", "{" LAWS "}"},
      {"transverse", "impulse-2d", "{" LAWS R"(,"transverse":0.3})", "{" LAWS "}"},
      {"impulse", "impulse-2d", "{" LAWS R"(,"impulse":0.7})", "{" LAWS "}"},
      {"polar", "impulse-2d", "{" IMPACT R"(,"laws":["spherical"],"polar":0.1})",
       "{" IMPACT R"(,"laws":["spherical"]})"},
      {"azimuth", "impulse-2d", "{" IMPACT R"(,"laws":["spherical"],"polar":0.3,"azimuth":3.14159})",
       "{" IMPACT R"(,"laws":["spherical"],"polar":0.3})"}};
  return all;
}

#undef IMPACT
#undef LAWS
#undef PLACE

}  // namespace

class TestViewKeys : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  /// The picture of a figure, and its caption, which has its title.
  std::pair<QImage, QByteArray> figureOf(const Change& change, const char* view) const {
    const QString picture = m_folder.filePath("figure.png");
    QStringList words{"figure", change.figure, "--dpi", "60", "-o", picture, "--caption", "-"};
    for (const QString& option : change.options)
      words += option.endsWith(".json") ? m_folder.filePath(option) : option;
    if (*view) words += {"--view", view};
    const Run run = runCarom(words);
    if (run.status != 0) qWarning() << words << run.err;
    return {QImage(picture), run.out};
  }

 private slots:
  void initTestCase() {
    const Run run = runCarom({"futures", "billiard-break", "--set", "theta=120deg", "--until", "0.2", "-o",
                              m_folder.filePath("futures.json")});
    QVERIFY2(run.status == 0, run.err);
  }

  /// The list of known keys and this table hold the same ones.
  void eachKeyHasItsFigure() {
    std::vector<std::string> here, known = carom::viewKeys();
    for (const Change& change : changes()) here.emplace_back(change.key);
    here.emplace_back("about");  // see theCaseIsNamedInTheTitle
    std::ranges::sort(here);
    std::ranges::sort(known);
    QCOMPARE(here, known);
  }

  void eachKeyChangesItsFigure_data() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < changes().size(); ++i) QTest::newRow(changes()[i].key) << i;
  }
  void eachKeyChangesItsFigure() {
    QFETCH(int, row);
    const Change& change = changes()[row];
    const auto plain = figureOf(change, change.without), changed = figureOf(change, change.with);
    QVERIFY(!plain.first.isNull() && !changed.first.isNull());
    QVERIFY(plain != changed);
  }

  void theCaseIsNamedInTheTitle() {
    const QString drawing = m_folder.filePath("case.svg");
    const Run run =
        runCarom({"figure", "impulse-2d", "--view", R"({"about":"another case"})", "-o", drawing});
    QVERIFY2(run.status == 0, run.err);
    QFile file(drawing);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const qsizetype title = text.indexOf("<title>");
    QVERIFY(title >= 0 && text.mid(title, text.indexOf("</title>") - title).contains("another case"));
  }

  /// What a figure reads from its view: the sources ask for no member that is unknown, and so refused.
  void whatFiguresReadIsKnown() {
    const QRegularExpression member(QStringLiteral(
        R"re((?:view|json|\w+Of\(view\))(?:\[|\.contains\(|\.value\()(?:QLatin1String\(|QStringLiteral\()?"(\w+)")re"));
    // Members of the objects within a view.
    const QStringList within{"name",     "velocity", "focal",      "azimuth",  "elevation", "distance",
                             "parallel", "yUp",      "color",      "set",      "q",         "jump",
                             "kind",     "t",        "arrowScale", "rodWidth", "follows"};
    QStringList known = within, read;
    for (const std::string& key : carom::viewKeys()) known += QString::fromStdString(key);
    for (const char* room :
         {"figure", "orderings", "outcomes", "motion", "impulse", "papers", "viewport/picture", "plot"})
      for (const QFileInfo& source : QDir(QStringLiteral(CAROM_SOURCE "/widgets/") + room)
                                         .entryInfoList({"*figure*.cpp", "*view*.cpp"})) {
        QFile file(source.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (auto each = member.globalMatch(text); each.hasNext();) {
          const QString key = each.next().captured(1);
          QVERIFY2(known.contains(key), qPrintable(source.fileName() + ": " + key));
          if (!read.contains(key)) read += key;
        }
      }
    QVERIFY2(read.size() > 20, qPrintable(QString::number(read.size())));
  }
};

CAROM_TEST(TestViewKeys);
#include "tst_view_keys.moc"
