// The panel of futures: what it asks, the tree of what decided them, and what it gives to views and plots.
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>
#include <cmath>
#include <functional>
#include <set>

#include "common/math_label.h"
#include "common/selection.h"
#include "futures/futures_model.h"
#include "futures/futures_panel.h"
#include "motion/series_figure.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "viewport/picture/ghosts.h"

using namespace carom;

class TestFuturesPanel : public QObject {
  Q_OBJECT

  Selection m_selection;
  std::unique_ptr<FuturesPanel> m_panel;
  std::shared_ptr<const ShownFutures> m_shown;

  QToolButton* button(const char* name) const { return m_panel->findChild<QToolButton*>(name); }
  QLineEdit* field(const char* name) const { return m_panel->findChild<QLineEdit*>(name); }
  QTreeView* tree() const { return m_panel->findChild<QTreeView*>("futuresTree"); }
  QString verdict() const { return m_panel->findChild<QLabel*>("futuresVerdict")->text(); }
  void follow() {
    QTest::mouseClick(button("followFutures"), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return !m_panel->isFollowing(); }, 60'000 * tests::patience));
  }

 private slots:
  void init() {
    m_panel = std::make_unique<FuturesPanel>(&m_selection);
    m_panel->resize(560, 300);
    connect(m_panel.get(), &FuturesPanel::futuresChanged, this,
            [this](const auto& shown) { m_shown = shown; });
    tests::showActive(m_panel.get());
  }
  void cleanup() {
    m_panel.reset();
    m_shown.reset();
  }

  void theTreeIsAProperModel() {
    FuturesModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto ask = [](const SnapshotPtr& of) {
      return std::make_shared<const FuturesAnswer>(futuresOf(*of, {0.3, 1e-3}, {}, {}));
    };
    for (const char* scene : {"rack-break", "double-pendulum", "trapped-ball"}) {
      const SnapshotPtr of = makeSnapshot(scene);
      model.setAnswer(ask(of), of);
      QVERIFY(model.rowCount() > 0);
    }
    model.setAnswer(nullptr);
    QCOMPARE(model.rowCount(), 0);
  }

  /// Rows divide the futures of the row above them, and its probability.
  void rowsDivideTheFutures() {
    m_panel->setSnapshot(makeSnapshot("rack-break"));
    follow();
    const FuturesModel& model = *m_panel->model();
    QVERIFY(m_panel->answer()->futures.size() > 2);
    std::size_t ends = 0;
    const std::function<void(const QModelIndex&)> check = [&](const QModelIndex& above) {
      std::set<std::size_t> divided;
      for (int row = 0; row < model.rowCount(above); ++row) {
        const QModelIndex index = model.index(row, 0, above);
        for (const std::size_t i : model.futures(index)) QVERIFY(divided.insert(i).second);
        QCOMPARE(model.rowCount(index) == 0, model.futures(index).size() == 1);
        ends += model.rowCount(index) == 0;
        check(index);
      }
      if (model.rowCount(above) > 0) {
        const auto& whole = model.futures(above);
        QCOMPARE(divided, std::set<std::size_t>(whole.begin(), whole.end()));
      }
    };
    check({});
    QCOMPARE(ends, m_panel->answer()->futures.size());
    QVERIFY(verdict().contains(QStringLiteral("futures")));
  }

  /// Two marked rows: the impact and the orderings that separate them.
  void twoRowsSayWhatSeparatesThem() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "100deg"}}));
    follow();
    const FuturesModel& model = *m_panel->model();
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, FuturesModel::Probability).data().toString(), QStringLiteral("0.500"));
    tree()->selectAll();
    QVERIFY2(verdict().contains("ac bc") && verdict().contains("bc ac"), qPrintable(verdict()));
    QCOMPARE(m_shown->groups.size(), std::size_t{2});
    tree()->setCurrentIndex(model.index(1, 0));
    QCOMPARE(m_shown->groups.size(), std::size_t{1});
    QCOMPARE(m_shown->groups[0].futures, model.futures(model.index(1, 0)));
  }

  void ghostsAreWhereTheFuturesAre() {
    const SnapshotPtr of = makeSnapshot("billiard-break", {{"theta", "100deg"}});
    m_panel->setSnapshot(of);
    follow();
    const double t = 0.08;
    SceneFrame frame;
    for (const auto& group : m_shown->groups)
      addGhosts(frame, of->instance, m_shown->at(group, t), {group.name, group.color});
    QCOMPARE(frame.runs.size(), std::size_t{2});
    // One of the two futures is that of the other ordering's run.
    const SnapshotPtr other = compared(*of, {of->ordering.back(), of->ordering.front()});
    QVERIFY(other->comparison->trajectory);
    const Eigen::VectorXd q = other->comparison->trajectory->configuration(t);
    const Mechanism& mechanism = *of->instance.mechanism;
    int found = 0;
    for (const SceneFrame::Ball& ghost : frame.ghosts)
      found += ghost.color == m_shown->groups[1].color || ghost.color == m_shown->groups[0].color
                   ? (ghost.centre - mechanism.position(0, q)).norm() < 1e-9
                   : 0;
    QVERIFY(found >= 1);
    QVERIFY(m_shown->at(m_shown->groups[0], 1e6).empty());  // nobody knows
    // What is in one place is shown once.
    const std::size_t before = frame.ghosts.size();
    const auto twice = m_shown->at(m_shown->groups[0], t);
    addGhosts(frame, of->instance, std::vector{twice[0], twice[0]}, {"twice", Qt::red});
    QVERIFY(frame.ghosts.size() - before <= mechanism.bodies().size());
  }

  /// Outcomes beyond the most probable ones are one group, and every shown future is in one.
  void manyOutcomesHaveFewColors() {
    m_panel->setSnapshot(makeSnapshot("rack-break"));
    follow();
    QCOMPARE(m_shown->groups.size(), mostColoredGroups + 1);
    std::set<std::size_t> all;
    std::set<QRgb> colors;
    for (const auto& group : m_shown->groups) {
      colors.insert(group.color.rgb());
      for (const std::size_t i : group.futures) QVERIFY(all.insert(i).second);
    }
    QCOMPARE(colors.size(), m_shown->groups.size());
    QCOMPARE(all.size(), std::min(mostShownFutures, m_panel->answer()->futures.size()));
  }

  /// Plots get bands of the mean ± deviation, for coordinates over time.
  void plotsHaveBands() {
    const SnapshotPtr of = makeSnapshot("billiard-break", {{"theta", "100deg"}});
    m_panel->setSnapshot(of);
    follow();
    SeriesView view = seriesView(of, {"q c.y", "v c.y"}, {});
    view.futures = m_shown;
    StyledPlot plot(PlotStyle{});
    drawSeries(plot, view);
    int bands = 0;
    for (int i = 0; i < plot.graphCount(); ++i) {
      const QCPGraph* high = plot.graph(i);
      const QCPGraph* low = high->channelFillGraph();
      if (!low) continue;
      ++bands;
      QCOMPARE(high->name(), QStringLiteral("± q c.y"));
      const FuturesAnswer& answer = *m_shown->answer;
      const auto& coordinates = of->instance.mechanism->coordinates();
      const auto row = std::ranges::find(coordinates, "c.y", &Coordinate::name) - coordinates.begin();
      const int last = high->dataCount() - 1;
      QVERIFY(std::abs(high->dataMainValue(last) - low->dataMainValue(last) -
                       2 * answer.deviation(row, answer.times.size() - 1)) < 1e-12);
      QVERIFY(answer.deviation(row, answer.times.size() - 1) > 0);
    }
    QCOMPARE(bands, 1);
    view.over = view.quantities.front();
    StyledPlot phase(PlotStyle{});
    drawSeries(phase, view);
    for (int i = 0; i < phase.graphCount(); ++i) QVERIFY(!phase.graph(i)->channelFillGraph());
  }

  void anotherSceneForgetsThem() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "100deg"}}));
    follow();
    QVERIFY(m_shown && !m_shown->groups.empty());
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "100deg"}}));
    QVERIFY(m_shown);
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "110deg"}}));
    QVERIFY(!m_shown);
    QCOMPARE(m_panel->model()->rowCount(), 0);
  }

  void hiddenPanelsShowNoGhosts() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "100deg"}}));
    follow();
    m_panel->hide();
    QVERIFY(!m_shown);
    m_panel->show();
    QVERIFY(m_shown);
  }

  void fieldsAreChecked_data() {
    QTest::addColumn<QString>("until");
    QTest::addColumn<QString>("least");
    QTest::addColumn<bool>("good");
    QTest::newRow("usual") << "0.2"
                           << "0.01" << true;
    QTest::newRow("no time") << ""
                             << "0.01" << false;
    QTest::newRow("negative") << "-1"
                              << "0.01" << false;
    QTest::newRow("apples") << "ten"
                            << "0.01" << false;
    QTest::newRow("no probability") << "0.2"
                                    << "0" << false;
    QTest::newRow("certain") << "0.2"
                             << "1" << false;
  }
  void fieldsAreChecked() {
    QFETCH(QString, until);
    QFETCH(QString, least);
    QFETCH(bool, good);
    m_panel->setSnapshot(makeSnapshot("billiard-break"));
    QVERIFY(button("followFutures")->isEnabled());
    field("futuresUntil")->setText(until);
    field("leastProbability")->setText(least);
    QCOMPARE(button("followFutures")->isEnabled(), good);
    QCOMPARE(verdict().startsWith("Expected"), !good);
  }

  /// Motors that start at an impact are refused in words, and the window goes on.
  void whatIsRefusedIsTold() {
    m_panel->setSnapshot(makeSnapshot("trex"));
    follow();
    QVERIFY2(verdict().contains("motors"), qPrintable(verdict()));
    QVERIFY(button("followFutures")->isEnabled());
  }

  void aLongOneCanBeCancelled() {
    m_panel->setSnapshot(makeSnapshot("rack-break"));
    field("futuresUntil")->setText("1000");
    field("leastProbability")->setText("1e-9");
    QTest::mouseClick(button("followFutures"), Qt::LeftButton);
    if (!QTest::qWaitFor(
            [&] { return button("cancel-followFutures")->isVisible() || !m_panel->isFollowing(); }))
      QFAIL("neither cancel nor an answer");
    if (m_panel->isFollowing()) QTest::mouseClick(button("cancel-followFutures"), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return !m_panel->isFollowing(); }, 60'000 * tests::patience));
    QVERIFY(m_panel->answer() != nullptr);
    QVERIFY(button("followFutures")->isVisible());
  }
};

CAROM_DISPLAY_TEST(TestFuturesPanel);
#include "tst_futures_panel.moc"
