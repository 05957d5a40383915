// What holds of the window however it looks: texts fit and are legible, and numbers have a decimal point.
// The look is that of the surroundings, and tests/CMakeLists.txt runs this test once for each:
// QT_SCALE_FACTOR is Qt's, CAROM_TEST_SCHEME=dark makes the window dark, and CAROM_TEST_COMMA=1 says that the
// locale has a decimal comma.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QRegularExpression>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <clocale>

#include "common/elided_button.h"
#include "common/math_label.h"
#include "common/term_tips.h"
#include "common/theme.h"
#include "editor/scene_editor_panel.h"
#include "editor/scene_tree_model.h"
#include "figure/figure_export_dialog.h"
#include "figure/panel.h"
#include "scene/folding_text.h"
#include "scene/parameter_row.h"
#include "scene/scene_panel.h"
#include "support/contrast.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "timeline/run_bar.h"
#include "viewport/viewport_panel.h"
#include "window/layout/dock_window.h"
#include "window/layout/workspaces.h"
#include "window/main_window.h"
#include "window/panel_table.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

namespace {

/// Shown, and not covered by another tab.
bool isInSight(const QWidget* widget) {
  return widget->isVisible() && !widget->visibleRegion().isEmpty();
}

/// A text that a widget shows whole, or null.
QString textOf(const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  if (const auto* label = qobject_cast<const MathLabel*>(widget)) return label->math() + label->text();
  if (const auto* tool = qobject_cast<const QToolButton*>(widget))
    if (tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()) return {};
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  if (const auto* field = qobject_cast<const QLineEdit*>(widget)) return field->displayText();
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentText();
  return {};
}

QString nameOf(const QWidget* widget) {
  return QStringLiteral("%1 %2 “%3”")
      .arg(widget->metaObject()->className(), widget->objectName(), textOf(widget));
}

/// The room that a widget lacks for its text (pixels); at most 0 where it fits.
int lackingWidth(const QWidget* widget) {
  if (widget->inherits("carom::ElidedLabel")) return 0;  // ends in an ellipsis on purpose
  if (const auto* label = qobject_cast<const QLabel*>(widget)) {
    if (qobject_cast<const FoldingText*>(label->parentWidget())) return 0;  // a button shows all of it
    if (label->wordWrap()) return label->heightForWidth(label->width()) - label->height();
    return label->sizeHint().width() - label->width();
  }
  if (qobject_cast<const MathLabel*>(widget)) return widget->sizeHint().width() - widget->width();
  const int text = widget->fontMetrics().horizontalAdvance(textOf(widget).remove('&'));
  if (qobject_cast<const QAbstractButton*>(widget)) return text - widget->width();
  if (qobject_cast<const QLineEdit*>(widget)) {
    constexpr int padding = 7, border = 1;  // of the style sheet
    const bool isOfANumber = qobject_cast<const ParameterRow*>(widget->parentWidget()) != nullptr;
    return isOfANumber ? text + 2 * (padding + border) - widget->width() : 0;
  }
  return 0;
}

}  // namespace

class TestWindowFacts : public QObject {
  Q_OBJECT

  static constexpr int buildWorkspace = 4, figureWorkspace = 5;
  std::unique_ptr<MainWindow> window;

  void open(const QString& scene) {
    const SnapshotPtr before = window->snapshot();
    window->openScene(scene);
    QTRY_VERIFY(window->snapshot() && (!before || window->snapshot()->scene != before->scene));
    waitForStillPicture(window->findChild<ViewportCanvas*>());
  }
  const SnapshotPtr& now() const { return window->snapshot(); }

  /// Calls `look` with each dock in front of its tabs, in the first workspace that shows it.
  void withEachDock(const std::function<void(QDockWidget*)>& look) const {
    QSet<const QDockWidget*> seen;
    const auto count = static_cast<int>(window->workspaces()->all().size());
    for (int workspace = 0; workspace < count; ++workspace) {
      window->workspaces()->go(workspace);
      for (auto* dock : window->findChildren<QDockWidget*>()) {
        if (seen.contains(dock) || (!dock->toggleViewAction()->isChecked() && dock->isHidden())) continue;
        seen << dock;
        dock->raise();
        QTRY_VERIFY2(!dock->widget()->visibleRegion().isEmpty(), qPrintable(dock->objectName()));
        look(dock);
        if (QTest::currentTestFailed()) return;
      }
    }
  }
  /// The row of a parameter; the panel may lie under another tab.
  ParameterRow* rowOf(const char* name) const {
    window->findChild<QDockWidget*>("scene")->raise();
    const auto* panel = window->findChild<ScenePanel*>();
    (void)QTest::qWaitFor([&] { return panel->row(name) && panel->isVisible(); });
    return panel->row(name);
  }
  static void addScenes() {
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"billiard-break", "converging-line", "tumbling-box"})
      QTest::newRow(scene) << QString(scene);
  }
  static void type(QLineEdit* field, const char* text) {
    field->setFocus();
    QCoreApplication::processEvents();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }

 private slots:
  void initTestCase() {
    prepareWindowTest();
    const bool isDark = qEnvironmentVariable("CAROM_TEST_SCHEME") == "dark";
    theme::apply(isDark ? theme::Scheme::Dark : theme::Scheme::Light);
    QCOMPARE(theme::isDark(), isDark);
    const bool hasComma = qEnvironmentVariableIsSet("CAROM_TEST_COMMA");
    QCOMPARE(QLocale().decimalPoint() == ",", hasComma);
    // Of C, too, where with_decimal_comma could make the locale.
    QCOMPARE(std::strcmp(std::localeconv()->decimal_point, ",") == 0,
             hasComma && qEnvironmentVariableIsSet("LOCPATH"));
  }
  void init() {
    window = std::make_unique<MainWindow>();
    window->resize(QSize(1360, 860).boundedTo(window->screen()->availableSize()));
    tests::showActive(window.get());
    window->windowLayout()->fitScreen();
    open("billiard-break");
  }
  void cleanup() { window.reset(); }

  /// A full-HD screen at twice the scale has 960 × 540 pixels of the window's.
  void theWindowFitsItsScreen() {
    const QSize room = window->screen()->availableSize(), frame = window->frameGeometry().size();
    QVERIFY2(frame.width() <= room.width() && frame.height() <= room.height(),
             qPrintable(QString("%1 x %2 of %3 x %4")
                            .arg(frame.width())
                            .arg(frame.height())
                            .arg(room.width())
                            .arg(room.height())));
    const QWidget* docks = window->panels().docks();
    QTRY_COMPARE(docks->size(), docks->parentWidget()->size());  // nothing has to be scrolled
  }

  /// A long title gives way; its tooltip has all of it.
  void allOfTheToolBarIsInSight() {
    open("trex");
    auto* bar = window->findChild<QToolBar*>("main-toolbar");
    QTRY_VERIFY(bar->findChild<QToolButton*>("export-figure")->isVisible());
    QVERIFY(!bar->findChild<QToolButton*>("qt_toolbar_ext_button")->isVisible());
    for (const auto* button : bar->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
      if (button->isVisible()) QVERIFY2(bar->rect().contains(button->geometry()), qPrintable(nameOf(button)));
    const auto* scenes = bar->findChild<ElidedButton*>("scenes");
    QCOMPARE(scenes->fullText(), QString::fromStdString(now()->scene->title()));
    const bool isCut = scenes->text() != scenes->fullText();
    QCOMPARE(shownAt(scenes, QPoint()).tip, isCut ? scenes->fullText() : QString());
  }

  /// The rows of two outcomes, and below them the first line of the certificate.
  void outcomesAndTheirCertificateAreInSight() {
    window->resize(roomyWindow.boundedTo(window->screen()->availableSize()));
    window->workspaces()->go(figureWorkspace);
    window->document()->setAssignment("theta", "120deg");
    QTRY_COMPARE(now()->report->outcomes.size(), std::size_t(2));
    waitForStillPicture(window->findChild<ViewportCanvas*>());
    const auto* table = window->findChild<QTableView*>("outcomesTable");
    const QRect second = table->visualRect(table->model()->index(1, 0));
    const auto height = [](const QRect& area) { return QString::number(area.bottom() + 1); };
    if (window->height() >= lowWindow)
      QVERIFY2(table->viewport()->rect().contains(second),
               qPrintable(height(second) + " of " + height(table->viewport()->rect())));
    const auto* outcomes = window->findChild<QDockWidget*>("outcomes");
    const auto* energy = window->findChild<QDockWidget*>("energy");
    const auto bottom = [&](const QDockWidget* dock) { return dock->geometry().bottom(); };
    const int roomAtStart = std::min(roomyWindow.height(), window->screen()->availableSize().height());
    QCOMPARE(bottom(outcomes) < bottom(energy), roomAtStart >= middlingWindow);
  }

  void everyTextFits_data() { addScenes(); }
  void everyTextFits() {
    QFETCH(QString, scene);
    open(scene);
    int texts = 0;
    withEachDock([&](QDockWidget*) {
      for (const QWidget* widget : window->findChildren<QWidget*>()) {
        if (!isInSight(widget) || textOf(widget).isEmpty()) continue;
        ++texts;
        const auto told = [&] {
          return QString("%1 lacks %2 pixels").arg(nameOf(widget)).arg(lackingWidth(widget));
        };
        QTRY_VERIFY2(lackingWidth(widget) <= 0, qPrintable(told()));  // once a raised dock is laid out
      }
    });
    QVERIFY(texts > 100);
  }

  void everyTextIsLegible_data() { addScenes(); }
  void everyTextIsLegible() {
    QFETCH(QString, scene);
    open(scene);
    int texts = 0;
    withEachDock([&](QDockWidget*) {
      const QImage picture = window->grab().toImage();
      const double scale = picture.devicePixelRatio();
      for (const QWidget* widget : window->findChildren<QWidget*>()) {
        if (!isInSight(widget) || !widget->isEnabled() || textOf(widget).isEmpty()) continue;
        if (widget->visibleRegion().boundingRect() != widget->rect()) continue;  // scrolled half away
        const QRect area(widget->mapTo(window.get(), QPoint()) * scale, widget->size() * scale);
        if (!picture.rect().contains(area)) continue;
        ++texts;
        const double most = tests::contrastIn(picture.copy(area));
        QVERIFY2(most >= tests::leastContrast, qPrintable(QString("%1: %2").arg(nameOf(widget)).arg(most)));
      }
    });
    QVERIFY(texts > 100);
  }

  void numbersAreShownWithAPoint_data() { addScenes(); }
  void numbersAreShownWithAPoint() {
    QFETCH(QString, scene);
    open(scene);
    static const QRegularExpression comma("\\d,\\d"), point("\\d\\.\\d");
    int points = 0;
    const auto check = [&](const QString& text, const QString& where) {
      QVERIFY2(!text.contains(comma), qPrintable(where + ": " + text));
      points += text.contains(point);
    };
    withEachDock([&](QDockWidget* dock) {
      for (const QWidget* widget : window->findChildren<QWidget*>())
        if (isInSight(widget)) check(textOf(widget), nameOf(widget));
      for (const auto* view : dock->findChildren<QAbstractItemView*>())
        for (int row = 0; view->model() && row < view->model()->rowCount(); ++row)
          for (int column = 0; column < view->model()->columnCount(); ++column)
            check(view->model()->index(row, column).data().toString(), dock->objectName());
      if (const auto* panel = qobject_cast<Panel*>(dock->widget()))
        if (const auto figure = panel->figure()) check(figure->title(), dock->objectName());
    });
    QVERIFY(points > 5);
  }

  void faultsHaveAPoint() {
    auto* row = rowOf("theta");
    type(row->findChild<QLineEdit*>(), "30.5");
    QTRY_VERIFY(row->error().contains("overlap"));
    static const QRegularExpression length("by \\d+\\.\\d+ m|\\d\\.\\d+ m");
    QVERIFY2(row->error().contains(length), qPrintable(row->error()));
  }

  void parametersAreTypedWithAPoint() {
    auto* field = rowOf("theta")->findChild<QLineEdit*>();
    type(field, "100.5");
    QTRY_VERIFY(std::abs(now()->instance.parameters.front().value * 180 / M_PI - 100.5) < 1e-9);
    field->clearFocus();
    QTRY_COMPARE(field->text(), QString("100.5"));
  }

  void restitutionIsTypedWithAPoint() {
    window->document()->setRestitution(0.5, {});
    QTRY_VERIFY(now()->settings.restitution == 0.5);
    auto* box = window->findChild<QDoubleSpinBox*>("restitutionValue");
    if (auto* rest = window->findChild<QToolButton*>("qt_toolbar_ext_button"); rest && rest->isVisible())
      rest->click();  // a thin window has it in the rest of the tool bar
    QTRY_VERIFY(box->isVisible());
    QCOMPARE(box->text(), QString("R = 0.500"));
    type(box->findChild<QLineEdit*>(), "0.25");
    QTRY_VERIFY(now()->settings.restitution == 0.25);
  }

  void theRunIsTypedWithAPoint() {
    auto* button = window->findChild<ElidedButton*>("runSettings");
    QTimer::singleShot(0, this, [&] {
      auto* duration = window->findChild<QLineEdit*>("duration");
      static const QRegularExpression comma(",");
      QVERIFY2(!duration->text().contains(comma), qPrintable(duration->text()));
      duration->setText("0.25 s");
      QTest::keyClick(duration, Qt::Key_Return);
      auto* step = window->findChild<QLineEdit*>("step");
      step->setText("0.5ms");
      QTest::keyClick(step, Qt::Key_Return);
      button->menu()->hide();
    });
    button->showMenu();
    QTRY_VERIFY(now()->settings.run.duration == 0.25);
    QTRY_VERIFY(now()->settings.run.step == 0.5e-3);
    QVERIFY2(button->fullText().startsWith("0.25 s · h = 0.5"), qPrintable(button->fullText()));
  }

  void theSceneEditorIsTypedWithAPoint() {
    window->workspaces()->go(buildWorkspace);
    window->findChild<QDockWidget*>("scene-editor")->raise();
    auto* panel = window->findChild<SceneEditorPanel*>();
    QModelIndex index;
    for (const char* label : {"Bodies", "a", "mass"}) {
      const auto found = panel->model()->match(panel->model()->index(0, 0, index), Qt::DisplayRole, label, 1,
                                               Qt::MatchExactly);
      QVERIFY2(!found.isEmpty(), label);
      index = found.first();
      panel->tree()->expand(index);
    }
    panel->tree()->setCurrentIndex(index);
    panel->editCurrent(false);
    auto* field = panel->tree()->findChild<QLineEdit*>("field");
    QVERIFY(field);
    type(field, "0.125");
    QTRY_COMPARE(window->document()->undoStack()->count(), 1);
    QTRY_COMPARE(now()->instance.mechanism->bodies()[0].mass, 0.125);
    QTRY_COMPARE(index.siblingAtColumn(1).data().toString().left(5), QString("0.125"));
  }

  void figuresAreSizedWithAPoint() {
    auto* panel = window->findChild<ViewportPanel*>();
    emit static_cast<Panel*>(panel)->exportRequested();
    QTRY_VERIFY(window->findChild<FigureExportDialog*>());
    auto* dialog = window->findChild<FigureExportDialog*>();
    auto* width = dialog->findChild<QComboBox*>("width");
    width->setEditText("80.5 mm");
    auto* height = dialog->findChild<QLineEdit*>("height");
    height->setText("40.25 mm");
    QTRY_VERIFY2(dialog->findChild<QLabel*>("size")->text().contains("80.5"),
                 qPrintable(dialog->findChild<QLabel*>("size")->text()));
    QVERIFY(!dialog->findChild<QLabel*>("size")->text().contains(','));
    dialog->reject();
  }

  void bodiesArePlacedByNumbersWithAPoint() {
    QTest::keyClick(window.get(), Qt::Key_N, Qt::ControlModifier);
    QTRY_VERIFY(now()->instance.mechanism->bodies().empty());
    auto* panel = window->findChild<ViewportPanel*>();
    panel->topView();
    waitForStillPicture(panel->canvas());
    panel->tool()->setKind(ToolBox::Kind::Ball);
    panel->canvas()->setFocus();
    QTest::mouseMove(panel->canvas(), panel->canvas()->rect().center());
    QCoreApplication::processEvents();
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(panel->canvas(), &leave);  // the mouse does not matter to what is typed
    QTest::keyClicks(panel->canvas(), "0.125");
    QCoreApplication::sendEvent(panel->canvas(), &leave);
    QTest::keyClick(panel->canvas(), Qt::Key_Tab);
    QTest::keyClicks(panel->canvas(), "0.25");
    QTest::keyClick(panel->canvas(), Qt::Key_Return);
    QTRY_COMPARE(now()->instance.mechanism->bodies().size(), std::size_t{1});
    const SceneInstance& instance = now()->instance;
    QCOMPARE(instance.mechanism->position(0, instance.initial.q), Eigen::Vector3d(0.125, 0.25, 0));
  }
};

CAROM_DISPLAY_TEST(TestWindowFacts);
#include "tst_window_facts.moc"
