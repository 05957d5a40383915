// The search for a unique design in its panel: what it asks, what it shows and what it applies.

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QPainter>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

#include "common/math_label.h"
#include "common/painted_words.h"
#include "common/selection.h"
#include "design/design_panel.h"
#include "design/design_table_model.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

using Model = DesignTableModel;

/// The row with this name.
QModelIndex rowOf(const DesignTableModel& model, const QString& name) {
  for (int row = 0; row < model.rowCount(); ++row)
    if (model.index(row, Model::Name).data().toString() == name) return model.index(row, Model::Name);
  return {};
}

QString cell(const DesignTableModel& model, const QString& name, int column) {
  return rowOf(model, name).siblingAtColumn(column).data().toString();
}

bool isTicked(const DesignTableModel& model, const QString& name) {
  return rowOf(model, name).data(Qt::CheckStateRole).toInt() == Qt::Checked;
}

}  // namespace

class TestDesignPanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_edits = std::make_unique<RecordedEdits>();
    m_panel = std::make_unique<DesignPanel>(&m_selection, m_edits.get());
    m_panel->resize(520, 360);
    tests::showActive(m_panel.get());
  }
  void cleanup() {
    m_panel.reset();
    m_edits.reset();
  }

  void theTableIsAProperModel() {
    DesignTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    model.setCoordinatesListed(true);
    model.setSnapshot(makeSnapshot("billiard-break", {{"theta", "110deg"}}));
    model.setSnapshot(makeSnapshot("newtons-cradle"));
    model.setCoordinatesListed(false);
    model.reset();
    QVERIFY(model.rowCount() > 1);
  }

  void freeVariablesAreTickedWithTheEndsOfTheirSliders() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    const DesignTableModel& model = *m_panel->model();
    const auto scene = Scene::open("billiard-break");
    for (const ParameterSpec& spec : scene->parameters()) {
      if (spec.integer) continue;
      const DesignQuestion question = model.rows().question();
      const bool isAsked = std::ranges::find(question.variables, spec.name) != question.variables.end();
      QCOMPARE(isAsked, spec.free);
    }
    QCOMPARE(cell(model, "θ", Model::Before), QStringLiteral("120.0°"));
    QVERIFY(cell(model, "θ", Model::Least).endsWith("°"));
    QCOMPARE(cell(model, "G (ac, bc)", Model::Before), QStringLiteral("−0.2500"));
    QCOMPARE(cell(model, "ξ", Model::Before), QStringLiteral("0.5590"));
    QCOMPARE(cell(model, "θ", Model::After), QString());
  }

  /// 59 contacts have 1711 pairs. Those that are seen have their target across the columns of bounds and
  /// weight.
  void ofManyPairsOnlyThoseThatAreSeenAreMade() {
    const SnapshotPtr many = makeSnapshot("newtons-cradle", {{"n", "60"}});
    m_panel->setSnapshot(many);
    const DesignTableModel& model = *m_panel->model();
    const auto pairs = nearestQuestion(*many->scene, many->instance).pairs;
    QCOMPARE(pairs.size(), std::size_t{1711});
    QCOMPARE(model.rows().pairCount(), pairs.size());
    const auto asked = model.rows().question().pairs;
    QVERIFY(std::ranges::equal(asked, pairs, {}, &DesignPair::contacts, &DesignPair::contacts));
    QCOMPARE(model.rows().pair(0).G, -0.5);
    QCOMPARE(model.rows().pair(1).G, 0.0);
    QCOMPARE(model.rows().pair(1710).G, -0.5);
    auto* table = m_panel->findChild<QTableView*>("designTable");
    QCOMPARE(table->columnSpan(1, Model::Least), 3);
    QCOMPARE(table->columnSpan(1700, Model::Least), 1);
    table->scrollToBottom();
    QCOMPARE(table->columnSpan(1700, Model::Least), 3);
    auto* written = const_cast<DesignTableModel*>(&model);
    written->setData(model.index(2, Model::Name), Qt::Unchecked, Qt::CheckStateRole);
    QCOMPARE(model.rows().question().pairs.size(), pairs.size() - 1);
    QVERIFY(model.rows().fault().isEmpty());
  }

  void whatIsTypedIsReadInTheUnitThatIsShown() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    auto* model = const_cast<DesignTableModel*>(m_panel->model());
    const QModelIndex theta = rowOf(*model, "θ");
    QVERIFY(model->setData(theta.siblingAtColumn(Model::Least), "100"));
    QVERIFY(model->setData(theta.siblingAtColumn(Model::Greatest), "2rad"));
    QVERIFY(model->setData(theta.siblingAtColumn(Model::Weight), "3"));
    const DesignQuestion question = model->rows().question();
    QCOMPARE(question.ranges.size(), std::size_t{1});
    QVERIFY(std::abs(question.ranges[0].least.value() - 100 * M_PI / 180) < 1e-15);
    QCOMPARE(question.ranges[0].greatest.value(), 2.0);
    QCOMPARE(question.ranges[0].weight, 3.0);
    QCOMPARE(cell(*model, "θ", Model::Least), QStringLiteral("100.0°"));
    model->setData(theta.siblingAtColumn(Model::Least), "10 apples");
    QVERIFY(!model->rows().fault().isEmpty());
    QVERIFY(!m_panel->findChild<QToolButton*>("searchDesign")->isEnabled());
    model->setData(theta.siblingAtColumn(Model::Least), "");
    QVERIFY(model->rows().fault().isEmpty());
    model->setData(theta.siblingAtColumn(Model::Weight), "0");
    QVERIFY(model->rows().fault().contains("more than 0"));
  }

  /// What a person has set stays while the scene changes, and goes with another scene.
  void settingsStayWhileTheSceneIsEdited() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    auto* model = const_cast<DesignTableModel*>(m_panel->model());
    model->setData(rowOf(*model, "θ"), Qt::Unchecked, Qt::CheckStateRole);
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "110deg"}}));
    QVERIFY(!isTicked(*model, "θ"));
    m_panel->sceneOpened();
    m_panel->setSnapshot(makeSnapshot("billiard-break"));
    QVERIFY(isTicked(*model, "θ"));
  }

  void aClickSearchesAndAppliesAsOneStep() {
    const SnapshotPtr before = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    m_panel->setSnapshot(before);
    QSignalSpy others(m_panel.get(), &DesignPanel::otherDesignChanged);
    auto* apply = m_panel->findChild<QToolButton*>("applyDesign");
    QVERIFY(!apply->isEnabled());
    QTest::mouseClick(m_panel->findChild<QToolButton*>("searchDesign"), Qt::LeftButton);
    QTRY_VERIFY(m_panel->answer());
    QVERIFY(m_panel->answer()->found && apply->isEnabled());
    QVERIFY(m_panel->findChild<ElidedLabel*>("designVerdict")->fullText().startsWith("Found"));
    QVERIFY(others.back()[0].value<std::shared_ptr<const SceneInstance>>());
    QTest::mouseClick(apply, Qt::LeftButton);
    QCOMPARE(m_edits->begun.size(), 1);
    QCOMPARE(m_edits->committed, 1);
    Assignments assignments = before->assignments;
    for (const auto& [name, expression] : m_edits->previews)
      assignments[name.toStdString()] = expression.toStdString();
    const SnapshotPtr after = makeSnapshot("billiard-break", assignments);
    QVERIFY(after->report->indeterminacy.xi < 1e-12);
    m_panel->setSnapshot(after);
    QVERIFY(m_panel->answer() && !apply->isEnabled());
    QCOMPARE(others.back()[1].toString(), QStringLiteral("the design before"));
    // Any other change of the scene ends it.
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "100deg"}}));
    QVERIFY(!m_panel->answer());
    QVERIFY(!others.back()[0].value<std::shared_ptr<const SceneInstance>>());
  }

  /// A parameter has its symbol with a real index, not the letters "r_a".
  void parametersHaveTheirSymbols() {
    m_panel->setSnapshot(makeSnapshot("billiard-break"));
    auto* table = m_panel->findChild<QTableView*>("designTable");
    const QModelIndex name = rowOf(*m_panel->model(), "rₐ");
    QCOMPARE(name.data(Model::MathRole).toString(), QStringLiteral("r_a"));
    QImage picture(120, 24, QImage::Format_RGB32);
    PaintedWords words;
    {
      const PaintedWords::Recording recording(&words);
      QPainter painter(&picture);
      QStyleOptionViewItem option;
      option.rect = picture.rect();
      option.widget = table;
      option.font = table->font();
      table->itemDelegate()->paint(&painter, option, name);
    }
    QCOMPARE(words.all(), QStringList("r_a"));  // noted by theme::drawMath
    QVERIFY(!rowOf(*m_panel->model(), "θ").siblingAtColumn(Model::Before).data(Model::MathRole).isValid());
  }

  void withoutASolutionThePanelSaysSo() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "80deg"}}));
    auto* model = const_cast<DesignTableModel*>(m_panel->model());
    for (int row = 0; row < model->rowCount(); ++row)
      if (model->kind(row) == Model::Kind::Variable)
        model->setData(model->index(row, Model::Name), Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY(model->rows().fault().contains("Tick a variable"));
    model->setData(rowOf(*model, "rₐ"), Qt::Checked, Qt::CheckStateRole);
    m_panel->search();
    QTRY_VERIFY(m_panel->answer());
    QVERIFY(!m_panel->answer()->found);
    QVERIFY(m_panel->findChild<ElidedLabel*>("designVerdict")
                ->fullText()
                .startsWith("No solution within the bounds"));
    QVERIFY(!m_panel->findChild<QToolButton*>("applyDesign")->isEnabled());
  }

  /// Bars show what tolerances do to G, and the search finds the design that stands the widest ones.
  void tolerancesHaveBarsAndTheirDesign() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "80deg"}}));
    auto* model = const_cast<DesignTableModel*>(m_panel->model());
    auto* table = m_panel->findChild<QTableView*>("designTable");
    auto* toggle = m_panel->findChild<QToolButton*>("designTolerances");
    QVERIFY(table->isColumnHidden(Model::Width) && table->isColumnHidden(Model::Effect));
    QTest::mouseClick(toggle, Qt::LeftButton);
    QVERIFY(!table->isColumnHidden(Model::Width) && !table->isColumnHidden(Model::Effect));
    const auto type = [&](const char* name, int column, const char* text) {
      model->setData(rowOf(*model, name).siblingAtColumn(column), text, Qt::EditRole);
    };
    type("θ", Model::Width, "0.5");
    type("r_a", Model::Width, "0.01");
    const auto share = [&](const char* name) {
      return rowOf(*model, name).siblingAtColumn(Model::Effect).data(Model::ShareRole);
    };
    QTRY_VERIFY_WITH_TIMEOUT(share("θ").isValid(), 30'000 * tests::patience);
    // dG/dθ = −½ sin θ of equal balls.
    QCOMPARE(share("θ").toDouble(), -1.0);
    QVERIFY(std::abs(share("r_a").toDouble()) < 0.1);
    type("θ", Model::Width, "-1");
    QVERIFY(!model->rows().fault().isEmpty());
    type("θ", Model::Width, "0.5");
    QVERIFY(model->rows().fault().isEmpty());

    for (int row = 0; row < model->rowCount(); ++row)
      if (model->kind(row) == Model::Kind::Variable)
        model->setData(model->index(row, Model::Name), Qt::Unchecked, Qt::CheckStateRole);
    model->setData(rowOf(*model, "θ"), Qt::Checked, Qt::CheckStateRole);
    auto* widest = m_panel->findChild<QCheckBox*>("widestTolerances");
    widest->setChecked(true);
    QTest::mouseClick(m_panel->findChild<QToolButton*>("searchDesign"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_panel->answer(), 60'000 * tests::patience);
    QVERIFY(m_panel->answer()->found);
    QVERIFY(std::abs(m_panel->answer()->variables[0].after - std::acos(0.0)) < 0.02);
    QVERIFY(m_panel->findChild<ElidedLabel*>("designVerdict")->fullText().startsWith("Up to"));
    QTest::mouseClick(m_panel->findChild<QToolButton*>("applyDesign"), Qt::LeftButton);
    QCOMPARE(m_edits->committed, 1);
  }

  void coordinatesAreVariablesToo() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "80deg"}}));
    auto* model = const_cast<DesignTableModel*>(m_panel->model());
    QVERIFY(!rowOf(*model, "a.x").isValid());
    QTest::mouseClick(m_panel->findChild<QToolButton*>("designCoordinates"), Qt::LeftButton);
    QVERIFY(rowOf(*model, "a.x").isValid());
    QVERIFY(cell(*model, "a.x", Model::Before).endsWith("mm"));
    QCOMPARE(cell(*model, "a.x", Model::Least), QStringLiteral("–"));
    model->setData(rowOf(*model, "a.x").siblingAtColumn(Model::Least), "12");
    model->setData(rowOf(*model, "a.x"), Qt::Checked, Qt::CheckStateRole);
    QTest::mouseClick(m_panel->findChild<QToolButton*>("designCoordinates"), Qt::LeftButton);
    QVERIFY(rowOf(*model, "a.x").isValid() && !rowOf(*model, "a.y").isValid());
    QCOMPARE(model->rows().question().ranges.back().least.value(), 0.012);
  }

  void aTargetIsChosenFromAList() {
    m_panel->setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    auto* table = m_panel->findChild<QTableView*>("designTable");
    const int row = rowOf(*m_panel->model(), "G (ac, bc)").row();
    const QModelIndex target = table->model()->index(row, Model::Least);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(target).center());
    QComboBox* list = nullptr;
    QTRY_VERIFY((list = table->findChild<QComboBox*>()));
    list->setCurrentIndex(list->findData(3));
    emit list->activated(list->currentIndex());
    QTRY_COMPARE(m_panel->model()->rows().question().pairs[0].multiplicity, 3);
    QCOMPARE(target.data().toString(), QStringLiteral("m = 3"));
  }

  /// A search that takes long shows its progress, and Cancel ends it with its nearest miss.
  void aLongSearchIsCancelled() {
    m_panel->setSnapshot(makeSnapshot("rack-break", {{"rows", "4"}}));
    auto* cancel = m_panel->findChild<QToolButton*>("cancel-searchDesign");
    auto* model = const_cast<DesignTableModel*>(m_panel->model());
    for (int row = 0; row < model->rowCount(); ++row)
      if (model->kind(row) == Model::Kind::Pair)
        model->setData(model->index(row, Model::Least), 2);  // which no variable reaches
    QTest::mouseClick(m_panel->findChild<QToolButton*>("searchDesign"), Qt::LeftButton);
    QTRY_VERIFY(cancel->isVisible() || m_panel->answer());
    if (cancel->isVisible()) QTest::mouseClick(cancel, Qt::LeftButton);
    QTRY_VERIFY(m_panel->answer());
    QVERIFY(!m_panel->answer()->found && !m_panel->isSearching());
    QVERIFY(!cancel->isVisible() && m_panel->findChild<QToolButton*>("searchDesign")->isEnabled());
  }

  void hiddenItStopsAndShowsNothingElse() {
    m_panel->setSnapshot(makeSnapshot("trex"));
    m_panel->search();
    QSignalSpy others(m_panel.get(), &DesignPanel::otherDesignChanged);
    m_panel->hide();
    QVERIFY(!m_panel->isSearching());
    QVERIFY(!others.isEmpty() && !others.back()[0].value<std::shared_ptr<const SceneInstance>>());
  }

 private:
  Selection m_selection;
  std::unique_ptr<RecordedEdits> m_edits;
  std::unique_ptr<DesignPanel> m_panel;
};

CAROM_DISPLAY_TEST(TestDesignPanel);
#include "tst_design_panel.moc"
