// The figure of a landscape: its colours against its numbers, and what stands in its file.
#include <QRegularExpression>
#include <QtTest>
#include <cmath>

#include "common/theme.h"
#include "figure/palettes.h"
#include "figure/provenance.h"
#include "motion/landscape_figure.h"
#include "plot/color_bar_item.h"
#include "plot/plot_items.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

/// G of the billiard break over its angle and the radius of ball c, from where a and b overlap on.
std::shared_ptr<const Landscape> breaks() {
  LandscapeQuestion question;
  question.over = {sweepAxis("theta", 0.5, 3.0, 57), sweepAxis("rc", 0.012, 0.04, 29)};
  question.measure = parseMeasure("gram:ac:bc");
  return std::make_shared<Landscape>(landscape(*Scene::open("billiard-break"), {}, question));
}

/// A plot that the figure has drawn on, for looking at its parts.
class DrawnLandscape : public LandscapeFigure {
 public:
  using LandscapeFigure::draw;
  using LandscapeFigure::LandscapeFigure;
};

}  // namespace

class LandscapeFigureTest : public QObject {
  Q_OBJECT
 private slots:
  void coloursFollowTheValues() {
    const auto table = breaks();
    const DrawnLandscape figure(makeSnapshot("billiard-break", {{"theta", "120deg"}}), table);
    StyledPlot plot(PlotStyle{});
    figure.draw(plot);
    plot.setViewport(QRect(0, 0, 600, 450));
    plot.replot();
    const QImage picture = plot.toPixmap(600, 450).toImage();
    const auto colorAt = [&](double theta, double rc) {
      return picture.pixelColor(static_cast<int>(plot.xAxis->coordToPixel(theta)),
                                static_cast<int>(plot.yAxis->coordToPixel(rc)));
    };
    // G is above 0 left of 90° and below 0 right of it: orange and blue.
    QVERIFY(colorAt(82, 35).redF() > colorAt(82, 35).blueF());
    QVERIFY(colorAt(170, 14).blueF() > colorAt(170, 14).redF() + 0.1F);
    QCOMPARE(colorAt(170, 14), colorAt(171, 14.1));  // one band
    // Where a and b overlap there is hatching and no band.
    QSet<QRgb> colors;
    for (int dx = 0; dx < 12; ++dx) colors += colorAt(35 + 0.2 * dx, 14).rgb();
    for (const QRgb color : colors) QVERIFY(std::abs(qRed(color) - qBlue(color)) < 40);
    QVERIFY(colors.size() > 1);
  }

  void theCsvHasTheTable() {
    const auto table = breaks();
    const LandscapeFigure figure(makeSnapshot("billiard-break", {{"theta", "120deg"}}), table);
    const QStringList lines = figure.csv().trimmed().split('\n');
    QCOMPARE(lines[0], QStringLiteral("theta,rc,gram:ac:bc"));
    QCOMPARE(lines.size(), qsizetype{57 * 29 + 1});
    QVERIFY(lines[1].endsWith(','));  // the balls overlap
    const QStringList cells = lines.back().split(',');
    const double rc = cells[1].toDouble(),
                 share = std::pow(0.0286, 3) / (std::pow(0.0286, 3) + std::pow(rc, 3));
    QVERIFY(std::abs(cells[2].toDouble() - std::cos(cells[0].toDouble()) * share) < 1e-12);
  }

  void theSourceAsksForTheSameTable() {
    const FigureSource source = LandscapeFigure(makeSnapshot("billiard-break", {}), breaks()).source();
    QCOMPARE(source.measure, QStringLiteral("gram:ac:bc"));
    QCOMPARE(source.over.size(), qsizetype{2});
    QVERIFY(source.over[1].startsWith("rc=0.012:0.04:29"));
  }

  void theFileHasVectorsAlone() {
    const LandscapeFigure figure(makeSnapshot("billiard-break", {{"theta", "120deg"}}), breaks());
    const QByteArray svg = encodeFigure(figure, FigureFormat::Svg);
    QVERIFY(!svg.contains("<image"));
    QVERIFY(svg.contains("A₂, m = 3") || svg.contains("<path"));
    const QByteArray pdf = encodeFigure(figure, FigureFormat::Pdf);
    QVERIFY(!pdf.contains("/Subtype /Image"));
    QVERIFY2(pdf.size() < 100'000, qPrintable(QString::number(pdf.size())));
  }

  /// The bar has the colours of the bands from below to above; grey tells its two ends apart, and that of 0
  /// from both.
  void aBarOfColoursStandsBesideIt() {
    const DrawnLandscape figure(makeSnapshot("billiard-break", {}), breaks());
    StyledPlot plot(PlotStyle{});
    figure.draw(plot);
    const auto bars = plot.findChildren<ColorBarItem*>();
    QCOMPARE(bars.size(), 1);
    const QVector<QColor>& colors = bars[0]->colors();
    QVERIFY(plot.yAxis2->visible() && plot.yAxis2->range().lower < 0 && plot.yAxis2->range().upper > 0);
    for (qsizetype i = 1; i < colors.size(); ++i)
      QVERIFY(greyOf(colors[i]).red() > greyOf(colors[i - 1]).red());
    QVERIFY(greyOf(colors.back()).red() - greyOf(colors.front()).red() > 80);
    plot.toPixmap(400, 300);
    for (const QString& label : plot.yAxis2->tickVectorLabels()) QVERIFY(label.contains('.') || label == "0");
    plot.clearContent();
    QVERIFY(!plot.yAxis2->visible() && plot.yAxis2->offset() == 0);
  }

  /// Numbers at one axis are all decimals, or all powers of ten.
  void numbersOfAnAxisAreOfOneKind() {
    StyledPlot plot(PlotStyle{});
    const auto labels = [&](double from, double to, bool isLog) {
      plot.setAxis(plot.yAxis, {from, to}, RoundTicker::Steps::Decimal, isLog);
      plot.toPixmap(400, 400);
      return QStringList(plot.yAxis->tickVectorLabels());
    };
    for (int decade = -9; decade < 6; ++decade)
      for (const int decades : {2, 3, 5}) {
        const double low = std::pow(10, decade);
        const QStringList all = labels(0.9 * low, 1.1 * low * std::pow(10, decades), true);
        QVERIFY(all.size() > 1);
        const qsizetype powers = all.filter(QRegularExpression("^10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+$")).size();
        QVERIFY2(powers == 0 || powers == all.size(), qPrintable(all.join(' ')));
      }
    for (const double step : {1e-7, 2e-5, 3e-3, 0.4, 7.0, 5e4, 6e7}) {
      QStringList all = labels(-step, 4 * step, false);
      all.removeAll("0");
      const qsizetype powers = all.filter(QStringLiteral("·10")).size();
      QVERIFY2(powers == 0 || powers == all.size(), qPrintable(all.join(' ')));
    }
    QCOMPARE(labels(0.01, 1, true), QStringList({"0.01", "0.1", "1"}));
    QCOMPARE(labels(1e-4, 1, true).first(), QString("10⁻⁴"));
  }

  /// Without levels the line above the plot says so in place of a legend of levels that are none.
  void aLandscapeWithoutLevelsHasNoLegendOfThem() {
    const auto legendOf = [](const std::optional<double>& value, EmptyCell firstIs = EmptyCell::No) {
      Landscape flat = *breaks();
      for (auto& cell : flat.table.points) cell = {value, {}};
      if (firstIs != EmptyCell::No) flat.table.points.front() = emptyCell(firstIs);
      const DrawnLandscape figure(makeSnapshot("billiard-break", {}), std::make_shared<Landscape>(flat));
      StyledPlot plot(PlotStyle{});
      figure.draw(plot);
      return plot.header()->words();
    };
    QCOMPARE(legendOf(std::nullopt), QStringLiteral("G has no value here"));
    QCOMPARE(legendOf(0.25), QStringLiteral("G = 0.2500 everywhere"));
    // What is not known is not the same.
    const QString partly = legendOf(0.25, EmptyCell::Limit);
    QVERIFY2(partly.contains("G = 0.2500 where it is known") && partly.contains("reaches its limit"),
             qPrintable(partly));
  }

  /// ξ of no impact is 0, too: that is no unique outcome.
  void whereNothingClosesThereIsNoXi() {
    const auto legendOf = [](std::uint32_t reflections) {
      Landscape still = *breaks();
      still.table.measure = parseMeasure("xi");
      for (auto& cell : still.table.points) cell = {0.0, {}, reflections};
      const DrawnLandscape figure(makeSnapshot("billiard-break", {}), std::make_shared<Landscape>(still));
      StyledPlot plot(PlotStyle{});
      figure.draw(plot);
      return plot.header()->words();
    };
    QCOMPARE(legendOf(2), QStringLiteral("ξ = 0 everywhere"));
    QCOMPARE(legendOf(0), QStringLiteral("ξ has no value here\nhatched: nothing closes"));
  }

  /// The label of an extreme on an edge lies within the plot.
  void labelsOnEdgesStayInside() {
    Landscape edges = *breaks();
    edges.extremes.clear();
    const auto &x = edges.table.over[0].values, &y = edges.table.over[1].values;
    for (const double left : {x.front(), x.back()})
      for (const double low : {y.front(), y.back()})
        edges.extremes.push_back({.isMaximum = true, .at = {left, low}, .value = -0.12345});
    const DrawnLandscape figure(makeSnapshot("billiard-break", {}), std::make_shared<Landscape>(edges));
    StyledPlot plot(PlotStyle{});
    figure.draw(plot);
    plot.toPixmap(400, 300);
    int labels = 0;
    for (int i = 0; i < plot.itemCount(); ++i)
      if (const auto* label = qobject_cast<QCPItemText*>(plot.item(i));
          label && label->text().endsWith("0.123")) {
        ++labels;
        const QRectF box(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
        QVERIFY(QRectF(plot.axisRect()->rect()).adjusted(-1, -1, 1, 1).contains(box));
      }
    QCOMPARE(labels, 4);
  }

  /// Curves that meet have their labels beside each other, names of extremes stand apart from them and from
  /// the marks, and a curve behind a name is hidden.
  void labelsCoverNothing() {
    Landscape crowded = *breaks();
    crowded.extremes.clear();
    crowded.curves.clear();
    const auto &x = crowded.table.over[0].values, &y = crowded.table.over[1].values;
    const double width = x.back() - x.front(), height = y.back() - y.front();
    const auto at = [&](double across, double up) {
      return PlanePoint{x.front() + across * width, y.front() + up * height};
    };
    for (const auto& [a, b] : {std::pair(0.45, 0.02), {0.45, 0.98}, {0.6, 0.02}, {0.6, 0.98}})
      crowded.curves.push_back({2, {at(a, b), at(a, 0.51 + 0.02 * (b - 0.5))}});
    for (const double up : {0.3, 0.34, 0.7})
      crowded.extremes.push_back({.isMaximum = true, .at = at(0.6, up), .value = 0.12345});
    const DrawnLandscape figure(makeSnapshot("billiard-break", {}), std::make_shared<Landscape>(crowded));
    StyledPlot plot(PlotStyle{});
    figure.draw(plot);
    const QImage picture = plot.toPixmap(700, 520).toImage();
    std::vector<QRectF> boxes;
    for (int i = 0; i < plot.itemCount(); ++i)
      if (const auto* label = qobject_cast<FittedText*>(plot.item(i))) {
        boxes.push_back(label->shown());
        QVERIFY(boxes.back().width() > 20 && boxes.back().height() > 8);
        // Above the letters there is the ground alone.
        QCOMPARE(picture.pixelColor(qRound(boxes.back().center().x()), qRound(boxes.back().top()) + 1),
                 theme::panelGround());
      }
    QCOMPARE(boxes.size(), std::size_t{7});
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        const QRectF both = boxes[i] & boxes[k];
        QVERIFY2(both.isEmpty() || both.width() * both.height() < 2,
                 qPrintable(QStringLiteral("%1, %2").arg(i).arg(k)));
      }
  }

  void aScaleIsChosenOrRefused() {
    const auto table = breaks();
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {});
    QCOMPARE(LandscapeFigure(snapshot, table).scale(), LandscapeScale::Linear);
    QCOMPARE(LandscapeFigure(snapshot, table, R"({"scale":"clipped"})").scale(), LandscapeScale::Clipped);
    QVERIFY_THROWS_EXCEPTION(FigureError, LandscapeFigure(snapshot, table, R"({"scale":"cubic"})"));
  }
};

CAROM_OFFSCREEN_TEST(LandscapeFigureTest);
#include "tst_landscape_figure.moc"
