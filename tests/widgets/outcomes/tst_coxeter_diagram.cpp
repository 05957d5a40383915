// How Coxeter diagrams are laid out and labelled.
#include <Eigen/QR>
#include <QBuffer>
#include <QLineF>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <set>

#include "base/impact_words.h"
#include "outcomes/coxeter_diagram.h"
#include "outcomes/coxeter_layout.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

using Edges = std::vector<std::pair<int, int>>;

namespace {

Joined joinedBy(int count, const Edges& edges) {
  Joined joined(count, std::vector<bool>(count, false));
  for (const auto& [i, j] : edges) joined[i][j] = joined[j][i] = true;
  return joined;
}

Edges path(int count) {
  Edges edges;
  for (int i = 0; i + 1 < count; ++i) edges.emplace_back(i, i + 1);
  return edges;
}

Edges with(Edges edges, std::initializer_list<std::pair<int, int>> more) {
  edges.insert(edges.end(), more);
  return edges;
}

/// The words that a diagram shows.
QStringList wordsOf(const ImpactReport& report, const QStringList& names, const QSizeF& size) {
  QBuffer buffer;
  buffer.open(QIODevice::ReadWrite);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size.toSize());
  QPainter painter(&generator);
  paintCoxeterDiagram(painter, report, names, QRectF(QPointF(), size));
  painter.end();
  QXmlStreamReader xml(buffer.data());
  QStringList words;
  while (!xml.atEnd())
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text")
      words += xml.readElementText().trimmed();
  return words;
}

/// An impact whose contacts' normals have these inner products; the momentum leaves all of them.
ImpactReport reportWith(const Eigen::MatrixXd& gram) {
  const Eigen::MatrixXd normals = gram.llt().matrixL();
  const int count = static_cast<int>(gram.rows());
  std::vector<ContactLabel> labels;
  for (int i = 0; i < count; ++i) labels.push_back({"c" + std::to_string(i), {}});
  const Eigen::VectorXd p = normals.colPivHouseholderQr().solve(Eigen::VectorXd::Ones(count));
  return resolveImpact(ImpactProblem(Eigen::MatrixXd::Identity(count, count), normals, p, labels));
}

Eigen::MatrixXd gramOf(int count, const Edges& edges, double entry = -0.5) {
  Eigen::MatrixXd gram = Eigen::MatrixXd::Identity(count, count);
  for (const auto& [i, j] : edges) gram(i, j) = gram(j, i) = entry;
  return gram;
}

const Edges d4{{0, 1}, {0, 2}, {0, 3}};
const Edges e6 = with(path(5), {{2, 5}});

}  // namespace

Q_DECLARE_METATYPE(Edges)

class TestCoxeterDiagram : public QObject {
  Q_OBJECT

  static void addForestsAndCycles();

 private slots:
  void verticesStandApart_data();
  void verticesStandApart();
  void forestsAndCyclesDoNotCrossThemselves_data() { addForestsAndCycles(); }
  void forestsAndCyclesDoNotCrossThemselves();
  void pathsAreRows();
  void aBranchStandsOffTheRow();
  void cyclesAreRings();
  void manyPartsFillTheArea();
  void everyContactAndEdgeIsNamed_data();
  void everyContactAndEdgeIsNamed();
  void brokenPairsAreMarked();
  void ofLongNamesBothEndsAreShown();
};

void TestCoxeterDiagram::addForestsAndCycles() {
  QTest::addColumn<int>("count");
  QTest::addColumn<Edges>("edges");
  QTest::newRow("one") << 1 << Edges{};
  QTest::newRow("two apart") << 2 << Edges{};
  QTest::newRow("A2") << 2 << path(2);
  QTest::newRow("A9") << 9 << path(9);
  QTest::newRow("D4") << 4 << d4;
  QTest::newRow("D7") << 7 << with(path(6), {{4, 6}});
  QTest::newRow("E6") << 6 << e6;
  QTest::newRow("E8") << 8 << with(path(7), {{2, 7}});
  QTest::newRow("star") << 7 << Edges{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}};
  QTest::newRow("two forks side by side") << 10 << with(path(6), {{2, 6}, {2, 7}, {3, 8}, {3, 9}});
  QTest::newRow("branches that branch") << 12 << with(path(7), {{3, 7}, {7, 8}, {7, 9}, {2, 10}, {10, 11}});
  QTest::newRow("triangle") << 3 << with(path(3), {{0, 2}});
  QTest::newRow("ring of eight, out of order")
      << 8 << Edges{{0, 3}, {3, 6}, {6, 1}, {1, 4}, {4, 7}, {7, 2}, {2, 5}, {5, 0}};
  QTest::newRow("ring with a tail") << 5 << with(path(5), {{0, 3}});
  QTest::newRow("two rings and a point") << 7 << Edges{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}};
  QTest::newRow("product of E6, A2, A1, A1") << 10 << with(e6, {{6, 7}});
}

void TestCoxeterDiagram::verticesStandApart_data() {
  addForestsAndCycles();
  Edges all;
  for (int i = 0; i < 14; ++i)
    for (int j = 0; j < i; ++j) all.emplace_back(j, i);
  QTest::newRow("all joined") << 14 << all;
}

void TestCoxeterDiagram::verticesStandApart() {
  QFETCH(int, count);
  QFETCH(Edges, edges);
  for (const double aspect : {0.7, 2.0, 4.0}) {
    const CoxeterLayout layout = layoutCoxeterDiagram(joinedBy(count, edges), aspect);
    QCOMPARE(static_cast<int>(layout.at.size()), count);
    for (int i = 0; i < count; ++i) {
      const QPointF p = layout.at[i];
      QVERIFY(p.x() > -1e-9 && p.y() > -1e-9);
      QVERIFY(p.x() < layout.size.width() + 1e-9 && p.y() < layout.size.height() + 1e-9);
      for (int j = 0; j < i; ++j) QVERIFY(QLineF(p, layout.at[j]).length() > 0.99);
    }
  }
}

void TestCoxeterDiagram::forestsAndCyclesDoNotCrossThemselves() {
  QFETCH(int, count);
  QFETCH(Edges, edges);
  const CoxeterLayout layout = layoutCoxeterDiagram(joinedBy(count, edges));
  QStringList crossings;
  for (const auto& [a, b] : edges)
    for (const auto& [c, d] : edges) {
      const QLineF one(layout.at[a], layout.at[b]), other(layout.at[c], layout.at[d]);
      if (std::set{a, b, c, d}.size() == 4 && one.intersects(other, nullptr) == QLineF::BoundedIntersection)
        crossings << QString("%1–%2 and %3–%4").arg(a).arg(b).arg(c).arg(d);
    }
  QCOMPARE(crossings, QStringList());
}

void TestCoxeterDiagram::pathsAreRows() {
  // 0 – 2 – 1, and 3 on its own.
  const CoxeterLayout layout = layoutCoxeterDiagram(joinedBy(4, {{0, 2}, {2, 1}}), 8);
  const auto& at = layout.at;
  QVERIFY(at[0].x() < at[2].x() && at[2].x() < at[1].x() && at[1].x() < at[3].x());
  for (const QPointF& place : at) QCOMPARE(place.y(), 0.0);
}

void TestCoxeterDiagram::aBranchStandsOffTheRow() {
  const CoxeterLayout layout = layoutCoxeterDiagram(joinedBy(6, e6));
  for (int i = 0; i < 5; ++i) QCOMPARE(layout.at[i].y(), layout.at[0].y());
  QCOMPARE(layout.at[5].x(), layout.at[2].x());
  QVERIFY(layout.at[5].y() != layout.at[2].y());
}

void TestCoxeterDiagram::cyclesAreRings() {
  const Edges edges{{0, 3}, {3, 1}, {1, 4}, {4, 2}, {2, 0}};
  const CoxeterLayout layout = layoutCoxeterDiagram(joinedBy(5, edges));
  for (const auto& [i, j] : edges) QVERIFY(std::abs(QLineF(layout.at[i], layout.at[j]).length() - 1) < 1e-9);
  for (int i = 0; i < 5; ++i) QVERIFY(layout.onRing[i]);
}

void TestCoxeterDiagram::manyPartsFillTheArea() {
  const CoxeterLayout square = layoutCoxeterDiagram(joinedBy(16, {}), 1);
  QVERIFY(square.size.width() <= 4 && square.size.height() <= 4);
  const CoxeterLayout flat = layoutCoxeterDiagram(joinedBy(5, {}), 6);
  QCOMPARE(flat.size.height(), 0.0);
}

void TestCoxeterDiagram::everyContactAndEdgeIsNamed_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<Edges>("edges");
  QTest::addColumn<double>("entry");
  QTest::addColumn<QSizeF>("size");
  const QSizeF panel(210, 110), wide(300, 130);
  QTest::newRow("A2") << 2 << path(2) << -0.5 << panel;
  QTest::newRow("B2") << 2 << path(2) << -std::sqrt(0.5) << panel;
  QTest::newRow("A5") << 5 << path(5) << -0.5 << panel;
  QTest::newRow("D4") << 4 << d4 << -0.5 << panel;
  QTest::newRow("D5") << 5 << with(path(4), {{2, 4}}) << -0.5 << panel;
  QTest::newRow("E6") << 6 << e6 << -0.5 << panel;
  QTest::newRow("E8") << 8 << with(path(7), {{2, 7}}) << -0.5 << wide;
  QTest::newRow("A2 × A2") << 4 << Edges{{0, 1}, {2, 3}} << -0.5 << panel;
  QTest::newRow("A3 × A2 × A1") << 6 << Edges{{0, 1}, {1, 2}, {3, 4}} << -0.5 << wide;
}

void TestCoxeterDiagram::everyContactAndEdgeIsNamed() {
  QFETCH(int, count);
  QFETCH(Edges, edges);
  QFETCH(double, entry);
  QFETCH(QSizeF, size);
  const ImpactReport report = reportWith(gramOf(count, edges, entry));
  const QStringList names = contactNames(report.problem);
  const QStringList words = wordsOf(report, names, size);
  for (const QString& name : names)
    QVERIFY2(words.contains(name), qPrintable(name + " not in " + words.join(' ')));
  const QString m = entry == -0.5 ? "3" : "4";
  QCOMPARE(words.count(m), static_cast<qsizetype>(edges.size()));
}

void TestCoxeterDiagram::brokenPairsAreMarked() {
  const ImpactReport report = reportWith(gramOf(3, path(3), -0.25));
  const QStringList words = wordsOf(report, contactNames(report.problem), {300, 110});
  QVERIFY2(words.contains("m = 2.38"), qPrintable(words.join(';')));
}

/// In the usual size of the panel a name that is longer than it has its two ends.
void TestCoxeterDiagram::ofLongNamesBothEndsAreShown() {
  const ImpactReport report = reportWith(gramOf(3, path(3)));
  const QStringList names{"left-front-foot-with-a-long-name-ground",
                          "right-front-foot-with-a-long-name-ground", "trunk-bumper-with-a-long-name-wall"};
  for (const QSizeF size : {QSizeF(190, 90), QSizeF(240, 120), QSizeF(400, 200)}) {
    const QStringList words = wordsOf(report, names, size);
    for (const QString& name : names) {
      const auto isItsName = [&](const QString& word) {
        const QStringList ends = word.split(QStringLiteral("…"));
        return word == name || (ends.size() == 2 && ends[0].size() >= 3 && ends[1].size() >= 3 &&
                                name.startsWith(ends[0]) && name.endsWith(ends[1]));
      };
      QVERIFY2(std::ranges::any_of(words, isItsName), qPrintable(name + ": " + words.join(" | ")));
    }
  }
  const QStringList whole = wordsOf(report, names, {1200, 300});
  for (const QString& name : names) QVERIFY2(whole.contains(name), qPrintable(whole.join(" | ")));
}

CAROM_DISPLAY_TEST(TestCoxeterDiagram);
#include "tst_coxeter_diagram.moc"
