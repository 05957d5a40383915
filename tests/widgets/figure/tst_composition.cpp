// Compositions of figures: where plots share axes, and that they line up.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "base/composition_record.h"
#include "common/theme.h"
#include "figure/composition_figure.h"
#include "figure/font_note.h"
#include "motion/series_figure.h"
#include "papers/scheme_figure.h"
#include "plot/plot_edits.h"
#include "plot/plot_items.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

using Grid = CompositionFigure::Grid;
const QRectF page(0, 0, 500, 400);  // pt

std::shared_ptr<const Figure> momenta(const SnapshotPtr& snapshot) {
  return std::make_shared<MomentumFigure>(snapshot, true);
}
std::shared_ptr<const Figure> energies(const SnapshotPtr& snapshot) {
  return std::make_shared<EnergyFigure>(snapshot, true);
}

/// The rectangle between the axes of a panel (pt).
QRectF insideOf(const CompositionFigure& figure, std::size_t panel, const CompositionFigure::Cell& cell) {
  const auto frame = figure.panels()[panel].figure->frame(cell.place.size(), {0, {}, cell.frame});
  return cell.place.marginsRemoved(frame.value().margins);
}

}  // namespace

class TestComposition : public QObject {
  Q_OBJECT

  SnapshotPtr m_snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
  SnapshotPtr m_other = makeSnapshot("billiard-break", {{"theta", "150deg"}});

 private slots:
  void equalAxesAreShared() {
    const CompositionFigure figure(
        {{momenta(m_snapshot)}, {momenta(m_snapshot)}, {energies(m_snapshot)}, {energies(m_snapshot)}},
        Grid{});
    const auto cells = figure.cells(page);
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(cells[i].frame.hidesY, i % 2 == 1);  // beside its like
      QCOMPARE(cells[i].frame.hidesX, i < 2);       // above the same time
      QVERIFY(page.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(cells[i].place));
    }
    constexpr double pixel = 0.1;  // pt
    const auto inside = [&](std::size_t i) { return insideOf(figure, i, cells[i]); };
    for (const std::size_t i : {0, 1}) {
      QVERIFY(std::abs(inside(i).left() - inside(i + 2).left()) < pixel);
      QVERIFY(std::abs(inside(i).right() - inside(i + 2).right()) < pixel);
      QVERIFY(std::abs(inside(2 * i).top() - inside(2 * i + 1).top()) < pixel);
      QVERIFY(std::abs(inside(2 * i).bottom() - inside(2 * i + 1).bottom()) < pixel);
    }
    QVERIFY(std::abs(inside(0).width() - inside(1).width()) < pixel);
  }

  void otherAxesAreNot() {
    const auto hides = [](const CompositionFigure& figure) {
      return std::ranges::count_if(figure.cells(page), [](const CompositionFigure::Cell& cell) {
        return cell.frame.hidesX || cell.frame.hidesY;
      });
    };
    QCOMPARE(hides({{{momenta(m_snapshot)}, {momenta(m_snapshot)}}, Grid{2, true, false}}), 0);
    QCOMPARE(hides({{{momenta(m_snapshot)}, {energies(m_snapshot)}}, Grid{}}), 0);
    QCOMPARE(hides({{{momenta(m_snapshot)}, {momenta(m_other)}}, Grid{}}), 0);  // of another range
    const auto scheme = std::make_shared<SchemeFigure>(m_snapshot);
    QCOMPARE(hides({{{momenta(m_snapshot)}, {scheme}, {momenta(m_snapshot)}}, Grid{3, true, true}}), 0);
    CompositionPanel relabelled{momenta(m_snapshot)};
    relabelled.edits.yLabel = "momentum";
    QCOMPARE(hides({{{momenta(m_snapshot)}, relabelled}, Grid{}}), 0);
    QCOMPARE(hides({{{momenta(m_snapshot)}, {momenta(m_snapshot)}}, Grid{1, true, true}}), 1);
  }

  /// A range that an author gives to both makes them share.
  void aCommonRangeIsShared() {
    std::vector<CompositionPanel> panels{{momenta(m_snapshot)}, {momenta(m_other)}};
    for (CompositionPanel& panel : panels) panel.edits.y = FigureEdits::Range{-0.2, 0.2};
    QVERIFY(CompositionFigure(panels, Grid{}).cells(page)[1].frame.hidesY);
  }

  void theRecordSaysWhetherAxesAreShared() {
    for (const bool shares : {true, false}) {
      Composition composition;
      composition.sharesAxes = shares;
      composition.panels.emplace_back().name = "energy";
      QCOMPARE(readComposition(compositionText(composition)).sharesAxes, shares);
    }
    QVERIFY(!readComposition(R"({"columns":2,"letters":true,"panels":[{"figure":"energy"}]})").sharesAxes);
  }

  /// With marks, curves of two colours differ in their markers, whatever a grey print makes of the colours.
  void marksTellCurvesApartWithoutColours() {
    FigureStyle style;
    style.look.marks = true;
    const MomentumFigure figure(m_snapshot, true);
    const auto plot = figure.plotFor(style);
    QMap<QRgb, int> markers;
    for (int i = 0; i < plot->graphCount(); ++i) {
      const QCPGraph& graph = *plot->graph(i);
      if (graph.pen().style() == Qt::NoPen || graph.dataCount() < 2) continue;
      const int marker = graph.scatterStyle().shape();
      QVERIFY(marker != QCPScatterStyle::ssNone);
      QCOMPARE(markers.value(graph.pen().color().rgb(), marker), marker);
      markers[graph.pen().color().rgb()] = marker;
    }
    QCOMPARE(markers.size(), 3);  // the balls
    const QList<int> all = markers.values();
    QCOMPARE(QSet<int>(all.begin(), all.end()).size(), all.size());
    for (const LegendEntry& entry : plot->header()->entries())
      if (entry.mark != LegendEntry::Mark::None)
        QCOMPARE(static_cast<int>(entry.marker), markers.value(entry.color.rgb()));
  }

  /// Without marks, too, no colour is all that tells a curve: dashes do where they mean nothing else, and
  /// markers where they do or where curves lie on each other.
  void noColourAloneTellsCurvesApart_data() {
    QTest::addColumn<bool>("isDashed");
    QTest::addColumn<double>("apart");
    QTest::addColumn<bool>("hasMarkers");
    QTest::newRow("apart") << false << 0.3 << false;
    QTest::newRow("on each other") << false << 0.0 << true;
    QTest::newRow("dashes mean something") << true << 0.3 << true;
  }
  void noColourAloneTellsCurvesApart() {
    QFETCH(bool, isDashed);
    QFETCH(double, apart);
    QFETCH(bool, hasMarkers);
    StyledPlot plot(PlotStyle{.unit = 16, .paper = true});
    plot.setAxis(plot.xAxis, QCPRange(0, 1), RoundTicker::Steps::Decimal);
    double offset = 0;
    for (const QColor& color : {theme::blue, theme::vermilion}) {
      plot.addLine("x", {{0, 0.5, 1}, {offset, offset, offset}}, plot.plotStyle().pen(color, 1));
      if (isDashed)
        plot.addLine("y", {{0, 0.5, 1}, {0.9 - offset, 0.9 - offset, 0.9 - offset}},
                     plot.plotStyle().pen(color, 1, Qt::DashLine));
      offset += apart;
    }
    applyEdits(plot, {});
    QMap<QRgb, std::pair<QVector<qreal>, int>> signs;
    for (int i = 0; i < plot.graphCount(); ++i) {
      const QCPGraph& graph = *plot.graph(i);
      if (graph.name() == "y") continue;
      signs[graph.pen().color().rgb()] = {graph.pen().dashPattern(), int(graph.scatterStyle().shape())};
      QCOMPARE(!graph.scatterStyle().isNone(), hasMarkers);
    }
    QCOMPARE(signs.size(), 2);
    QVERIFY(signs.first() != signs.last());
  }

  /// Curves that coincide have their markers at other points each, or those of few points in other sizes.
  void markersOfCurvesThatCoincideAreAllSeen_data() {
    QTest::addColumn<int>("points");
    QTest::newRow("many") << 100;
    QTest::newRow("few") << 3;
  }
  void markersOfCurvesThatCoincideAreAllSeen() {
    QFETCH(int, points);
    StyledPlot plot(PlotStyle{.unit = 16, .paper = true});
    plot.setAxis(plot.xAxis, QCPRange(0, 1), RoundTicker::Steps::Decimal);
    QVector<double> x, y;
    for (int i = 0; i < points; ++i) {
      x += i / (points - 1.0);
      y += x.back() * x.back();
    }
    for (const QColor& color : {theme::blue, theme::vermilion, theme::green})
      plot.addLine("curve", {x, y}, plot.plotStyle().pen(color, 1));
    FigureStyle style;
    style.look.marks = true;
    applyEdits(plot, style);
    QMap<int, QVector<double>> places;  // of each kind of marker
    QMap<int, double> sizes;
    for (int i = 0; i < plot.graphCount(); ++i) {
      const QCPGraph& graph = *plot.graph(i);
      if (graph.scatterStyle().isNone()) continue;
      sizes[graph.scatterStyle().shape()] = graph.scatterStyle().size();
      for (const QCPGraphData& point : *graph.data()) places[graph.scatterStyle().shape()] += point.key;
    }
    QCOMPARE(places.size(), 3);
    QList<double> all;
    for (const QVector<double>& of : places) all += of;
    std::ranges::sort(all);
    if (points > 20) {
      for (qsizetype i = 1; i < all.size(); ++i) QVERIFY(all[i] - all[i - 1] > 0.02);
    } else {
      QCOMPARE(all.size(), 9);
      const QList<double> of = sizes.values();
      QCOMPARE(QSet<double>(of.begin(), of.end()).size(), 3);
    }
  }

  void aMissingFontIsNamed() {
    FigureLook look;
    QCOMPARE(fontNote(look), QString());
    look.font = "DejaVu Serif, Arial";
    QCOMPARE(fontNote(look), QString());
    look.font = "No Such Family, DejaVu Serif";
    QCOMPARE(fontNote(look), QString("No Such Family is not installed; DejaVu Serif replaces it."));
    // Qt lists a family of two foundries as "Nimbus Roman [urw]" alone; letters of these two have one width.
    if (const QStringList all = QFontDatabase::families(); all.filter("Nimbus Roman").isEmpty())
      qInfo("Nimbus Roman is not installed");
    else {
      look.font = "Nimbus Roman";
      QCOMPARE(fontNote(look), QString());
      if (!all.contains("Times New Roman")) {
        look.font = "Times New Roman, Nimbus Roman";
        QCOMPARE(fontNote(look),
                 QString("Times New Roman is not installed; Nimbus Roman, whose letters have the same "
                         "widths, replaces it."));
      }
    }
    look.mathFont = "Nor This One";
    QVERIFY(fontNote(look).contains("Nor This One is not installed; "));
  }
};

CAROM_OFFSCREEN_TEST(TestComposition);
#include "tst_composition.moc"
