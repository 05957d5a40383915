// The impulse space panel under the mouse: what is dragged, typed and picked, one step of the history each;
// and the comparison of laws beside it.
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <cmath>

#include "answer/contact_of_impact.h"
#include "common/cut_text.h"
#include "common/selection.h"
#include "common/theme.h"
#include "impulse/impulse_canvas.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_panel.h"
#include "impulse/law_comparison_panel.h"
#include "impulse/law_rows.h"
#include "scene/format/parse_json.h"
#include "support/contrast.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "table/table_view.h"

using namespace carom;
using Kind = ImpulseHandle::Kind;

namespace {

struct LabStand {
  Selection selection;
  RecordedEdits edits;
  ImpulseLab lab;
  ImpulsePanel panel{&selection, &edits, &lab};

  LabStand() {
    panel.resize(900, 640);
    tests::showActive(&panel);
  }
  ImpulseCanvas* canvas() { return panel.canvas(); }
  ImpulseHandle handle(Kind kind, CollisionLaw law = CollisionLaw::ChatterjeeRuina) {
    for (const ImpulseHandle& one : impulseHandles(*canvas()->picture(), canvas()->frame()))
      if (one.kind == kind && (kind != Kind::Impulse || one.law == law)) return one;
    qFatal("there is no such handle");
  }
  /// The place of an impulse in the canvas.
  QPoint at(const PlanarImpulse& P) { return canvas()->frame().map(placeOf(P)).toPoint(); }
  void drag(QPoint from, QPoint to) {
    QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i) QTest::mouseMove(canvas(), from + (to - from) * i / 4);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
  }
  double perPixel() { return canvas()->frame().data.width() / canvas()->frame().plot.width(); }
  void press(QKeySequence::StandardKey key) { QTest::keySequence(canvas(), QKeySequence(key)); }
};

}  // namespace

class TestImpulsePanel : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { prepareWindowTest(); }
  void init() { QSettings().clear(); }

  /// When the window closes, the case may go before the panel that compares laws on it.
  void theCaseGoesBeforeThePanel() {
    Selection selection;
    auto lab = std::make_unique<ImpulseLab>();
    LawComparisonPanel panel(&selection, lab.get());
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    lab.reset();
    panel.hide();
    QVERIFY(panel.isHidden());
  }

  void frictionIsDragged() {
    LabStand stand;
    const ImpulseCase before = stand.lab.now();
    const QPoint from = stand.at(stand.handle(Kind::Friction).at), to = from + QPoint(-30, 12);
    const QPointF mouse = QPointF(to) - stand.canvas()->frame().map(0, 0);
    stand.drag(from, to);
    const double mu = stand.lab.now().coefficients.friction;
    QVERIFY(mu < before.coefficients.friction);
    QVERIFY(std::abs(mu - std::abs(mouse.x() / mouse.y())) < 0.02);
    QCOMPARE(mu, std::round(mu * 100) / 100);  // as many digits as pixels tell
    QVERIFY(stand.lab.now().impact.V == before.impact.V);
    QCOMPARE(stand.lab.history()->count(), 1);
    QVERIFY(stand.lab.state().title() != stand.lab.state().about);
    stand.press(QKeySequence::Undo);
    QVERIFY(stand.lab.now() == before);
    QCOMPARE(stand.lab.state().title(), stand.lab.state().about);
    stand.press(QKeySequence::Redo);
    QCOMPARE(stand.lab.now().coefficients.friction, mu);
    // To the tangential axis: infinite.
    stand.drag(stand.at(stand.handle(Kind::Friction).at), stand.at({-0.1, 0.6}));
    QVERIFY(std::isinf(stand.lab.now().coefficients.friction));
    QCOMPARE(stand.lab.history()->count(), 2);
  }

  void theOriginIsDraggedAlongTheEllipse() {
    LabStand stand;
    const ImpulseCase before = stand.lab.now();
    const double energy = stand.canvas()->picture()->diagram.energy();
    stand.drag(stand.at({0, 0}), stand.at({-0.15, 0.35}));
    const ImpulseCase& after = stand.lab.now();
    QVERIFY(after.impact.W == before.impact.W);
    QVERIFY(after.impact.V != before.impact.V);
    QVERIFY(std::abs(after.impact.energy(after.impact.V) - energy) < 1e-12);
    QVERIFY(after.impact.V[0] <= 0);
    QCOMPARE(stand.lab.history()->count(), 1);
  }

  void aSemiAxisIsDragged() {
    LabStand stand;
    const ImpulseCase before = stand.lab.now();
    const ImpulseHandle tip = stand.handle(Kind::SemiAxis);
    const QPoint from = stand.at(tip.at), to = from + QPoint(-14, 20);
    const double perPixel = stand.perPixel();
    const PlanarImpulse wanted =
        tip.at - stand.canvas()->picture()->diagram.sticking() + perPixel * PlanarImpulse(-20, -14);
    stand.drag(from, to);
    const ImpulseDiagram now(stand.lab.now().impact);
    QVERIFY(stand.lab.now().impact.W != before.impact.W);
    QVERIFY(std::abs(now.energy() - ImpulseDiagram(before.impact).energy()) < 1e-9);
    // The end follows the mouse, as seen from the centre.
    QVERIFY(std::abs(now.energyGained(now.sticking() + wanted)) < 0.05 * now.energy());
    QCOMPARE(stand.lab.history()->count(), 1);
  }

  void anImpulseIsDraggedWithinItsSet() {
    LabStand stand;
    const PlanarImpulse target = 0.9 * stand.canvas()->picture()->diagram.frictionless() +
                                 0.6 * stand.canvas()->picture()->diagram.sticking();
    stand.drag(stand.at(stand.handle(Kind::Impulse).at), stand.at(target));
    const ImpulseCase& now = stand.lab.now();
    const LocalVector P = collide(CollisionLaw::ChatterjeeRuina, now.impact, now.coefficients).P;
    QVERIFY((PlanarImpulse(P[0], P[1]) - target).norm() < 5 * stand.perPixel());
    // Digits that the mouse cannot tell are not shown.
    for (const double value : {now.coefficients.restitution, now.coefficients.tangential})
      QCOMPARE(value, std::round(value * 1000) / 1000);
    QCOMPARE(stand.lab.history()->count(), 1);
  }

  void restitutionIsDraggedUpTheNormal() {
    LabStand stand;
    const PlanarImpulse PI = stand.canvas()->picture()->diagram.frictionless();
    stand.drag(stand.at(stand.handle(Kind::Restitution).at), stand.at(1.25 * PI));
    QVERIFY(std::abs(stand.lab.now().coefficients.restitution - 0.25) < 4 * stand.perPixel() / PI[0]);
    const double e = stand.lab.now().coefficients.restitution;
    QCOMPARE(e, std::round(e * 100) / 100);
    stand.drag(stand.at(stand.handle(Kind::Restitution).at), stand.at(3 * PI));
    QCOMPARE(stand.lab.now().coefficients.restitution, 1.0);
  }

  void escapeTakesADragBack() {
    LabStand stand;
    const ImpulseCase before = stand.lab.now();
    const QPoint from = stand.at(stand.handle(Kind::Friction).at);
    QTest::mousePress(stand.canvas(), Qt::LeftButton, {}, from);
    QTest::mouseMove(stand.canvas(), from + QPoint(-40, 0));
    QVERIFY(!(stand.lab.now() == before));
    QTest::keyClick(stand.canvas(), Qt::Key_Escape);
    QVERIFY(stand.lab.now() == before);
    QTest::mouseRelease(stand.canvas(), Qt::LeftButton, {}, from + QPoint(-40, 0));
    QCOMPARE(stand.lab.history()->count(), 0);
  }

  /// The ellipse stays under the mouse while its origin moves.
  void theEllipseStaysInADrag() {
    LabStand stand;
    const auto centre = [&] { return stand.at(stand.canvas()->picture()->diagram.sticking()); };
    const QPoint before = centre(), from = stand.at({0, 0});
    QTest::mousePress(stand.canvas(), Qt::LeftButton, {}, from);
    QTest::mouseMove(stand.canvas(), from + QPoint(60, 30));
    QVERIFY((centre() - before).manhattanLength() <= 1);
    QTest::mouseRelease(stand.canvas(), Qt::LeftButton, {}, from + QPoint(60, 30));
  }

  void numbersAreTyped() {
    LabStand stand;
    const auto type = [&](const char* field, const char* text) {
      auto* edit = stand.panel.findChild<QLineEdit*>(field);
      edit->setFocus();
      edit->selectAll();
      QTest::keyClicks(edit, text);
      QTest::keyClick(edit, Qt::Key_Return);
      return edit->property("error").toBool();
    };
    QVERIFY(!type("impulse-friction", "0.125"));
    QCOMPARE(stand.lab.now().coefficients.friction, 0.125);
    QVERIFY(!type("impulse-friction", "inf"));
    QVERIFY(std::isinf(stand.lab.now().coefficients.friction));
    QVERIFY(!type("impulse-Mnt", "0.5"));
    QVERIFY(std::abs(stand.lab.now().impact.mass()(0, 1) - 0.5) < 1e-12);
    QVERIFY(std::abs(stand.lab.now().impact.mass()(0, 0) - 1) < 1e-12);
    QVERIFY(!type("impulse-Vn", "-2"));
    QCOMPARE(stand.lab.now().impact.V[0], -2.0);
    QVERIFY(!stand.canvas()->picture()->look.aboveOne);
    QVERIFY(!type("impulse-restitution", "1.5"));
    QCOMPARE(stand.lab.now().coefficients.restitution, 1.5);
    QVERIFY(stand.canvas()->picture()->look.aboveOne);
    QCOMPARE(stand.lab.history()->count(), 5);
    // What is no case leaves it as it is.
    for (const auto& [field, text] : {std::pair("impulse-Vn", "1"),
                                      {"impulse-Mnt", "7"},
                                      {"impulse-friction", "-1"},
                                      {"impulse-restitution", "-0.5"},
                                      {"impulse-tangential", "1.5e400"},
                                      {"impulse-sigma", "x"},
                                      {"impulse-Vt", "inf"}})
      QVERIFY2(type(field, text), field);
    QCOMPARE(stand.lab.history()->count(), 5);
  }

  void lawsAreChosenAndKept() {
    {
      LabStand stand;
      auto* list = stand.panel.findChild<QTreeWidget*>("impulseLaws");
      QCOMPARE(list->topLevelItemCount(), 12);
      for (int i = 0; i < 12; ++i)
        list->topLevelItem(i)->setCheckState(0, i == 2 ? Qt::Checked : Qt::Unchecked);
      QCOMPARE(stand.lab.laws(), std::vector{CollisionLaw::Smith});
      QCOMPARE(stand.canvas()->picture()->laws.size(), std::size_t{1});
      ImpulseCase what = stand.lab.now();
      what.coefficients.friction = 0.77;
      stand.lab.setCase(what);
    }
    LabStand again;
    QCOMPARE(again.lab.laws(), std::vector{CollisionLaw::Smith});
    QCOMPARE(again.lab.now().coefficients.friction, 0.77);
  }

  /// A sphere on a floor: M = diag(1, 2/7), V_t = v_x + ω r … by the engine, W by hand.
  void aContactOfTheSceneIsPicked() {
    LabStand stand;
    const SnapshotPtr snapshot = makeSnapshot("bouncing-ball");
    stand.panel.setSnapshot(snapshot);
    stand.panel.pick(snapshot, 0, 0);
    const ImpulseCase& now = stand.lab.now();
    QVERIFY(std::abs(now.impact.W(0, 0) - 1) < 1e-12);
    QVERIFY(std::abs(now.impact.W(1, 1) - 3.5) < 1e-12);
    QVERIFY(std::abs(now.impact.V[0] + std::sqrt(0.5)) < 1e-12);
    QVERIFY(std::abs(std::abs(now.impact.V[1]) - std::abs(std::sqrt(0.5) + 10 * 0.1)) < 1e-9);
    QCOMPARE(now.coefficients.friction, 0.3);
    QCOMPARE(now.coefficients.restitution, 0.8);
    QCOMPARE(stand.lab.state().contact, QStringLiteral("ball-floor"));
    QVERIFY(stand.panel.findChild<QToolButton*>("impulseUse")->isEnabled());
  }

  /// At a later reflection of an ordering the velocity is what the earlier ones leave.
  void aReflectionOfAnOrderingIsPicked() {
    LabStand stand;
    const SnapshotPtr snapshot = makeSnapshot("newtons-cradle");
    stand.panel.setSnapshot(snapshot);
    QVERIFY(snapshot->ordering.size() > 1);
    stand.panel.pick(snapshot, snapshot->ordering[1], 1);
    const auto local =
        contactOfImpact(*snapshot, snapshot->ordering[1], std::span(snapshot->ordering).first(1));
    QVERIFY(local.has_value());
    QCOMPARE(stand.lab.now().impact.V[0], local->impact.V[0]);
    QVERIFY(stand.lab.now().impact.V[0] < 0);
  }

  /// The law and its coefficients, one edit; what stays keeps its expression.
  void theLawIsUsedAtTheContact() {
    LabStand stand;
    const SnapshotPtr snapshot = makeSnapshot("bouncing-ball");
    stand.edits.current.scene = snapshot->scene;
    stand.panel.setSnapshot(snapshot);
    stand.panel.pick(snapshot, 0, 0);
    ImpulseCase what = stand.lab.now();
    what.coefficients.friction = 0.25;
    stand.lab.setCase(what);
    stand.panel.findChild<QTreeWidget*>("impulseLaws")
        ->setCurrentItem(stand.panel.findChild<QTreeWidget*>("impulseLaws")
                             ->topLevelItem(static_cast<int>(CollisionLaw::Smith)));
    QTest::mouseClick(stand.panel.findChild<QToolButton*>("impulseUse"), Qt::LeftButton);
    QCOMPARE(stand.edits.texts.size(), 1);
    const auto scene = parseJson(stand.edits.texts.front().toStdString(), "edited");
    const auto& contact = scene["contacts"][0];
    QCOMPARE(contact["law"].get<std::string>(), std::string("smith"));
    QCOMPARE(contact["friction"].get<double>(), 0.25);
    QCOMPARE(contact["restitution"].get<std::string>(), std::string("e"));
    // An infinite friction has no place in a scene.
    what.coefficients.friction = std::numeric_limits<double>::infinity();
    stand.lab.setCase(what);
    stand.panel.useLaw();
    QCOMPARE(stand.edits.texts.size(), 1);
    QVERIFY(stand.panel.findChild<QLabel*>("impulseNote")->isVisible());
    stand.panel.sceneOpened();
    QVERIFY(!stand.panel.findChild<QToolButton*>("impulseUse")->isEnabled());
  }

  /// At the width that the panel has in the workspace, names and answers that break no condition are whole,
  /// the others end in an ellipsis, and all are whole in their tooltips.
  void answersOfTheListFit() {
    LabStand stand;
    stand.panel.resize(640, 520);
    QCoreApplication::processEvents();
    auto* list = stand.panel.findChild<QTreeWidget*>("impulseLaws");
    QVERIFY(!list->horizontalScrollBar()->isVisible());
    const int right = list->visualRect(list->model()->index(0, 1)).right(), most = list->viewport()->width();
    QVERIFY2(right < most, qPrintable(QString("%1 of %2").arg(right).arg(most)));
    constexpr int padding = 6;
    int whole = 0;
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
      const QTreeWidgetItem* item = list->topLevelItem(i);
      QVERIFY(item->text(1) == "no answer" || item->toolTip(1).startsWith(item->text(1)));
      if (item->text(1).contains(',') || item->text(1) == "no answer") continue;
      ++whole;
      const int room = list->visualRect(list->model()->index(i, 1)).width() - padding;
      QVERIFY2(list->fontMetrics().horizontalAdvance(item->text(1)) <= room,
               qPrintable(QString("%1 in %2").arg(item->text(1)).arg(room)));
    }
    QVERIFY(whole > 6);
    // Where no answer has room, no letter with an ellipsis stands for it; who asks is told.
    stand.panel.resize(470, 520);
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
      const QTreeWidgetItem* item = list->topLevelItem(i);
      QTRY_VERIFY2((QStringList{"", "!", "–"}.contains(item->text(1))),
                   qPrintable(QString("%1 in %2").arg(item->text(1)).arg(list->columnWidth(1))));
      QVERIFY(!item->toolTip(0).isEmpty() && item->toolTip(0) == item->toolTip(1));
    }
  }

  /// Names and answers of the list stand out against its ground in both schemes.
  void theListOfLawsIsLegible_data() {
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void theListOfLawsIsLegible() {
    QFETCH(bool, isDark);
    theme::apply(isDark ? theme::Scheme::Dark : theme::Scheme::Light);
    const auto light = qScopeGuard([] { theme::apply(theme::Scheme::Light); });
    LabStand stand;
    auto* list = stand.panel.findChild<QTreeWidget*>("impulseLaws");
    const QImage picture = list->viewport()->grab().toImage();
    const double scale = picture.devicePixelRatio();
    int seen = 0;
    for (int i = 0; i < list->topLevelItemCount(); ++i)
      for (int column = 0; column < 2; ++column) {
        QRect area = list->visualRect(list->model()->index(i, column));
        if (column == 0) area.setLeft(area.left() + 44);  // the box and the mark
        if (!list->viewport()->rect().contains(area)) continue;
        ++seen;
        const QImage cell = picture.copy(QRect(area.topLeft() * scale, area.size() * scale));
        const double most = tests::contrastIn(cell);
        QVERIFY2(most >= tests::leastContrast,
                 qPrintable(QString("%1: %2").arg(list->topLevelItem(i)->text(column)).arg(most)));
        // The ground is that of the scheme: text alone would stand out in the other one, too.
        QCOMPARE(tests::luminance(cell.pixel(cell.width() - 1, 1)) < 0.2, isDark);
      }
    QVERIFY(seen >= 12);
  }

  /// The laws leave their room to the picture until they are asked for, and the menu of contacts uses them.
  void aNarrowPanelFoldsItsLaws() {
    LabStand stand;
    auto* laws = stand.panel.findChild<QTreeWidget*>("impulseLaws");
    auto* unfold = stand.panel.findChild<QToolButton*>("impulseUnfold");
    QVERIFY(laws->isVisible() && !unfold->isVisible());
    stand.panel.resize(310, 150);
    QCoreApplication::processEvents();
    QVERIFY(!laws->isVisible());
    QVERIFY(stand.canvas()->width() > 280 && stand.canvas()->frame().plot.height() > 60);
    QTest::mouseClick(unfold, Qt::LeftButton);
    QVERIFY(laws->isVisible());
    const SnapshotPtr snapshot = makeSnapshot("bouncing-ball");
    stand.edits.current.scene = snapshot->scene;
    stand.panel.setSnapshot(snapshot);
    stand.panel.pick(snapshot, 0, 0);
    QMenu* menu = stand.panel.findChild<QToolButton*>("impulseContacts")->menu();
    emit menu->aboutToShow();
    menu->actions().last()->trigger();
    QCOMPARE(stand.edits.texts.size(), 1);
  }

  /// Another answer comes while the menu of contacts is open: what is chosen is what the menu shows.
  void aMenuMeansTheImpactThatItShows() {
    LabStand stand;
    const SnapshotPtr cradle = makeSnapshot("newtons-cradle");
    stand.panel.setSnapshot(cradle);
    QMenu* menu = stand.panel.findChild<QToolButton*>("impulseContacts")->menu();
    emit menu->aboutToShow();
    stand.panel.setSnapshot(makeSnapshot("bouncing-ball"));
    for (QAction* action : menu->actions())
      if (action->isEnabled() && !action->isSeparator()) action->trigger();
    const auto last = contactOfImpact(*cradle, cradle->ordering.back(),
                                      std::span(cradle->ordering).first(cradle->ordering.size() - 1));
    QVERIFY(last.has_value());
    QCOMPARE(stand.lab.now().impact.V[0], last->impact.V[0]);
  }

  void theComparisonSortsAndSweeps() {
    Selection selection;
    ImpulseLab lab;
    LawComparisonPanel panel(&selection, &lab);
    panel.resize(900, 300);
    tests::showActive(&panel);
    const QAbstractItemModel* model = panel.table()->model();
    const auto* laws = panel.findChild<LawRows*>();
    QCOMPARE(model->rowCount(), 12);
    panel.table()->sortByColumn(LawRows::Energy, Qt::DescendingOrder);
    double last = HUGE_VAL;
    for (int row = 0; row < 12; ++row) {
      const SortKey key = laws->sortKey(panel.table()->shownRows()[row], LawRows::Energy);
      const double energy = key.empty() ? -HUGE_VAL : key.front();  // a law without an answer comes last
      QVERIFY(energy <= last);
      last = energy;
    }
    // The bilinear law refuses the coupled M; Whittaker's gains energy at e = 0.7.
    QString conditions;
    for (int row = 0; row < 12; ++row)
      conditions += model->index(row, 0).data().toString() + ':' +
                    model->index(row, LawRows::Breaks).data().toString() + ' ';
    QVERIFY2(conditions.contains("bilinear:no answer"), qPrintable(conditions));
    QVERIFY2(conditions.contains("Smith:permissible"), qPrintable(conditions));
    QVERIFY(panel.figure() != nullptr);
    QCOMPARE(panel.figure()->name(), QStringLiteral("law-sweep"));
    lab.setLaws({});
    QVERIFY(panel.figure() == nullptr);
    QVERIFY(panel.plot()->hasNotice());
  }

  /// At the size of a panel below the view, names and numbers stand there whole.
  void theComparisonIsReadInANarrowPanel() {
    Selection selection;
    ImpulseLab lab;
    LawComparisonPanel panel(&selection, &lab);
    panel.resize(505, 230);
    tests::showActive(&panel);
    const TableView* table = panel.table();
    const QAbstractItemView* view = table;
    for (const int column : {LawRows::Name, LawRows::Pn}) {
      const int right = table->columnViewportPosition(column) + table->columnWidth(column);
      QVERIFY2(right <= table->viewport()->width(),
               qPrintable(QStringLiteral("%1 > %2").arg(right).arg(table->viewport()->width())));
      QVERIFY(table->columnWidth(column) >= view->sizeHintForColumn(column));
    }
    // The velocities, which the plot has, leave before that is too narrow; nothing is scrolled sideways.
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    QVERIFY(table->isColumnHidden(LawRows::VtAfter) && !table->isColumnHidden(LawRows::Pn));
    QVERIFY(panel.plot()->width() > 150);
    for (const char* choice : {"lawResult", "lawQuantity"}) {
      const auto* box = panel.findChild<QComboBox*>(choice);
      QVERIFY2(dynamic_cast<const CutText*>(box)->cutText().isEmpty(), choice);
    }
  }

  /// Dragging in the plot sets the quantity that it is drawn over.
  void theSweptQuantityIsDragged() {
    Selection selection;
    ImpulseLab lab;
    LawComparisonPanel panel(&selection, &lab);
    panel.resize(900, 300);
    tests::showActive(&panel);
    const double speed = lab.now().impact.V.norm();
    QCPAxis* x = panel.plot()->xAxis;
    const int y = panel.plot()->axisRect()->center().y();
    const auto at = [&](double degrees) { return QPoint(qRound(x->coordToPixel(degrees)), y); };
    QTest::mousePress(panel.plot(), Qt::LeftButton, {}, at(10));
    QTest::mouseMove(panel.plot(), at(30));
    QTest::mouseRelease(panel.plot(), Qt::LeftButton, {}, at(30));
    const LocalVector V = lab.now().impact.V;
    QVERIFY(std::abs(std::atan2(V[1], -V[0]) - M_PI / 6) < 0.02);
    QVERIFY(std::abs(V.norm() - speed) < 1e-12);
    const double degrees = std::atan2(V[1], -V[0]) * 180 / M_PI;
    QVERIFY2(std::abs(degrees - std::round(degrees)) < 1e-9, qPrintable(QString::number(degrees, 'g', 17)));
    QCOMPARE(lab.history()->count(), 1);
  }
};

CAROM_OFFSCREEN_TEST(TestImpulsePanel);
#include "tst_impulse_panel.moc"
