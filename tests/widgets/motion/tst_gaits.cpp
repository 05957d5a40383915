// ξ(t) of several gaits on a logarithmic axis, the bars of sensitivities, and both as figures.
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>
#include <cmath>
#include <set>

#include "answer/drop_experiment.h"
#include "answer/motion_samples.h"
#include "common/body_colors.h"
#include "common/selection.h"
#include "motion/indeterminacy_figure.h"
#include "motion/sensitivity_panel.h"
#include "support/plot_panels.h"
#include "support/recorded_edits.h"
#include "support/settle.h"
#include "support/slow_build.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

SnapshotPtr dropped() {
  static const SnapshotPtr drop = dropExperiment(*makeSnapshot("trex"));
  return drop;
}

/// The values of a column of a CSV below its header, where the first cell is `first`.
std::vector<double> column(const QString& csv, const QString& first, int number) {
  std::vector<double> values;
  for (const QString& line : csv.trimmed().split('\n'))
    if (const QStringList cells = line.split(','); cells[0] == first)
      values.push_back(cells[number].toDouble());
  return values;
}

}  // namespace

class GaitsTest : public QObject {
  Q_OBJECT
 private slots:
  /// Bodies that have one colour in the scene are told apart in plots, 55 balls of a rack too; the first of
  /// them keeps it.
  void bodiesOfOneColourHaveShades() {
    for (const auto& [scene, given] : std::initializer_list<std::pair<const char*, Assignments>>{
             {"trex", {}}, {"rhex", {}}, {"rack-break", {}}, {"rack-break", {{"rows", "10"}}}}) {
      const SceneInstance instance = Scene::open(scene)->instantiate(given);
      const std::vector<QColor> shades = bodyShades(instance);
      const std::vector<int> moving = movingBodies(*instance.mechanism);
      std::set<QRgb> seen;
      for (const int body : moving) seen.insert(shades[static_cast<std::size_t>(body)].rgb());
      QCOMPARE(seen.size(), moving.size());
      QCOMPARE(shades[static_cast<std::size_t>(moving[0])], bodyInk(instance, moving[0]));
      if (moving.size() > 10) continue;
      for (const int a : moving)
        for (const int b : moving) {
          const QColor one = shades[static_cast<std::size_t>(a)], other = shades[static_cast<std::size_t>(b)];
          const double apart = std::hypot(one.redF() - other.redF(), one.greenF() - other.greenF(),
                                          one.blueF() - other.blueF());
          QVERIFY2(a == b || apart > 0.14, qPrintable(one.name() + ' ' + other.name()));
        }
    }
  }

  void theFigureHasBothGaits() {
    const IndeterminacyFigure figure(makeSnapshot("trex"));
    const std::vector<double> orthogonal = column(figure.csv(), "orthogonal", 2),
                              straight = column(figure.csv(), "straight", 2);
    QVERIFY(orthogonal.size() > 600 && straight.size() > 600);
    QVERIFY(std::ranges::max(straight) > 1e-4);
    const std::vector<double> times = column(figure.csv(), "orthogonal", 1);
    // Rounding of the landing, which the elastic bounces of a foot enlarge from 0.19 s on: with the optimiser
    // of the sanitizers beyond the bound before 0.4 s.
    constexpr double early = tests::isSanitized ? 1e-8 : 1e-9, late = 1e-7;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (times[i] < (tests::isSanitized ? 0.3 : 0.4))
        QVERIFY(!(orthogonal[i] > (times[i] < 0.2 ? early : late)));
    QCOMPARE(figure.source().name, QStringLiteral("trex-indeterminacy"));
    QVERIFY(!encodeFigure(figure, FigureFormat::Svg).isEmpty());
    QVERIFY_THROWS_EXCEPTION(SceneError, IndeterminacyFigure(makeSnapshot("rhex")));
  }

  void differenceShowsKeptGaitsInPowersOfTen() {
    Selection selection;
    RecordedEdits edits;
    DifferencePanel panel(&selection, &edits);
    panel.resize(520, 300);
    panel.show();
    panel.setSnapshot(dropped());
    panel.setAlongTime(true);
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.plot()->replot();
    QCOMPARE(panel.plot()->graphCount(), 2);
    QCOMPARE(panel.plot()->graph(1)->name(), QStringLiteral("straight"));
    QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLinear);
    auto* button = panel.findChild<QToolButton*>("logY");
    QTest::mouseClick(button, Qt::LeftButton);
    panel.plot()->replot();
    QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLogarithmic);
    QVERIFY(panel.plot()->yAxis->range().lower < 1e-14 && panel.plot()->yAxis->range().upper > 1e-3);
    const auto figure = panel.figure();
    QVERIFY(figure->source().view.contains("\"log\":true"));
    QVERIFY(figure->csv().startsWith("run,time [s],difference [1]\n"));
    QVERIFY(column(figure->csv(), "straight", 2).size() > 600);
    // The record makes the same picture again.
    const DifferenceFigure again(dropped(), true, figure->source().view);
    QCOMPARE(encodeFigure(again, FigureFormat::Svg), encodeFigure(*figure, FigureFormat::Svg));
    QTest::mouseClick(button, Qt::LeftButton);
    panel.plot()->replot();
    QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLinear);
  }

  /// On an axis in powers of ten nothing is stacked: each energy is a line, without what is not positive.
  void energiesInPowersOfTenAreLines() {
    Selection selection;
    EnergyPanel panel(&selection);
    panel.resize(520, 300);
    panel.show();
    panel.setSnapshot(makeSnapshot("pen"));
    panel.setAlongTime(true);
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const auto areas = [&] {
      int count = 0;
      for (int i = 0; i < panel.plot()->graphCount(); ++i)
        count += panel.plot()->graph(i)->brush().style() != Qt::NoBrush ? 1 : 0;
      return count;
    };
    QVERIFY(areas() > 2);
    QTest::mouseClick(panel.findChild<QToolButton*>("logY"), Qt::LeftButton);
    QCOMPARE(panel.plot()->yAxis->scaleType(), QCPAxis::stLogarithmic);
    QCOMPARE(areas(), 0);
    QSet<QString> names;
    for (int i = 0; i < panel.plot()->graphCount(); ++i) {
      names += panel.plot()->graph(i)->name();
      for (const auto& point : *panel.plot()->graph(i)->data()) QVERIFY(point.value > 0);
    }
    QVERIFY(names.contains("total") && names.contains("friction"));
    QVERIFY(panel.plot()->header()->words().contains(QStringLiteral("are left out")));
    QVERIFY(panel.figure()->source().view.contains("\"log\":true"));
  }

  void barsAreThoseOfTheEngine() {
    Selection selection;
    SensitivityPanel panel(&selection);
    panel.resize(480, 300);
    panel.show();
    const SnapshotPtr rhex = makeSnapshot("rhex");
    panel.setSnapshot(rhex);
    QVERIFY(QTest::qWaitFor([&] { return panel.figure() != nullptr; }, 60'000 * tests::patience));
    const OrderSensitivities all = orderSensitivities(*rhex->scene, rhex->assignments);
    const std::vector<SensitivityBar> bars = sensitivityBars(*rhex, all);
    QVERIFY(bars.size() >= 8);
    for (std::size_t i = 1; i < bars.size(); ++i) QVERIFY(bars[i - 1].xi() >= bars[i].xi());
    const double degree = std::acos(-1.0) / 180;
    QSet<QString> parameters;  // each has one bar, of the pair that it changes most
    for (const SensitivityBar& bar : bars) {
      QVERIFY(!parameters.contains(bar.parameter));
      parameters += bar.parameter;
      for (const OrderSensitivity& other : all.all)
        if (other.parameter == bar.of->parameter && std::abs(other.gram) < 0.01)
          QVERIFY(other.xiSlope <= bar.of->xiSlope);
      if (bar.of->parameter == "gamma") QVERIFY(std::abs(bar.size - degree) < 1e-15);
      if (bar.of->parameter == "l_u") QCOMPARE(bar.size, 1e-3);
      if (bar.of->parameter == "m_b") QCOMPARE(bar.size, 0.03);
    }
    const QString csv = panel.figure()->csv();
    QCOMPARE(csv.count('\n'), qsizetype(all.all.size()) + 1);
    QCOMPARE(csv, SensitivityFigure(rhex).csv());
    panel.plot()->replot();
    QCOMPARE(panel.plot()->plottableCount(), 1);
  }

  /// The menu of figures brings every panel up to date, and asks whether it has a figure.
  void aHiddenPanelComputesWhenItsFigureIsWanted() {
    Selection selection;
    SensitivityPanel panel(&selection);
    QSignalSpy ready(&panel, &Panel::figureReady);
    panel.setSnapshot(makeSnapshot("rhex"));
    QVERIFY(panel.isFigureComing());
    tests::settle();
    QCOMPARE(ready.size(), 0);
    panel.startFigure();
    QTRY_COMPARE(ready.size(), 1);
    QVERIFY(panel.figure() && !panel.isFigureComing());
  }

  void aStopLeavesOutTheRest() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(orderSensitivities(*Scene::open("rhex"), {}, stop.get_token()).all.empty());
  }

  void whereContactsAreNotOrthogonalTheSearchIsOffered() {
    Selection selection;
    SensitivityPanel panel(&selection);
    QSignalSpy wanted(&panel, &SensitivityPanel::designWanted);
    panel.resize(480, 300);
    panel.show();
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QPushButton* step = nullptr;
    QTRY_VERIFY((step = panel.findChild<QPushButton*>()) && step->isVisible());
    step->click();
    QCOMPARE(wanted.size(), 1);
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "90deg"}}));
    QTRY_VERIFY(panel.figure());
    QTRY_VERIFY(!step->isVisible());
  }

  void withoutAPairThereIsASentence() {
    Selection selection;
    SensitivityPanel panel(&selection);
    panel.resize(480, 300);
    panel.show();
    panel.setSnapshot(makeSnapshot("double-pendulum"));
    QVERIFY(QTest::qWaitFor([&] { return !panel.isFigureComing(); }, 60'000 * tests::patience));
    panel.plot()->replot();
    QVERIFY(panel.plot()->hasNotice());
    QVERIFY(!panel.figure());
    QVERIFY_THROWS_EXCEPTION(FigureError, SensitivityFigure(makeSnapshot("double-pendulum")));
  }
};

CAROM_DISPLAY_TEST(GaitsTest);
#include "tst_gaits.moc"
