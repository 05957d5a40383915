// A figure that was exported brings back what it shows: scene, settings, moment and view.
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

#include "base/figure_record.h"
#include "common/kept_runs.h"
#include "document/scene_files.h"
#include "figure/figure_export_dialog.h"
#include "figure/provenance.h"
#include "impulse/impulse_figure.h"
#include "impulse/impulse_panel.h"
#include "impulse/law_comparison_panel.h"
#include "motion/series_panel.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "outcomes/outcomes_panel.h"
#include "papers/space_panels.h"
#include "support/settle_window.h"
#include "support/slow_build.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/main_window.h"
#include "window/panels.h"
#include "window/snapshot_delivery.h"

using namespace carom;

class TestFigureReopening : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;
  QTemporaryDir m_folder;

  template <class P>
  P* panel(const char* name = nullptr) const {
    return window->panels().find<P>(name);
  }
  Edits* edits() const { return window->document(); }

  void open(const QString& scene, const Assignments& assignments = {}) {
    const auto before = window->document()->state().scene;
    window->openScene(scene, assignments);
    QTRY_VERIFY(isSettled() && window->document()->state().scene != before &&
                window->snapshot()->scene->name() == scene.toStdString());
  }
  /// The newest answer is that of the document.
  bool isSettled() const {
    const SnapshotPtr& now = window->snapshot();
    const DocumentState& state = window->document()->state();
    return now && !now->isPending && now->scene == state.scene && now->assignments == state.assignments &&
           now->settings == state.settings && !window->document()->isWaiting() &&
           (!state.ordering || now->ordering == *state.ordering);
  }

  /// The figure of a panel in the present state: a panel that no one sees keeps the state that it last
  /// showed.
  std::unique_ptr<Figure> presentFigure(Panel* each) const {
    window->findChild<SnapshotDelivery*>()->bringUpToDate(each);
    return each->figure();
  }

  /// The bytes of a panel's figure in the present state; empty where it has none.
  QByteArray bytesOf(Panel* each, FigureFormat format = FigureFormat::Svg) const {
    const auto figure = presentFigure(each);
    return figure ? encodeFigure(*figure, format) : QByteArray();
  }

  /// A figure of the energy of the billiard break along time, whose record has these options.
  QString writeRecord(const QString& name, const QByteArray& options) const {
    const QJsonObject scene{{"name", "billiard-break"},
                            {"text", QString::fromStdString(Scene::open("billiard-break")->text())}};
    const QJsonObject record{{"format", 1},
                             {"figure", "energy-time"},
                             {"options", QJsonDocument::fromJson(options).object()},
                             {"scene", scene}};
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write("<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>" +
               xmpPacket("t", "d", QJsonDocument(record).toJson(QJsonDocument::Compact)) +
               "</metadata></svg>");
    return file.fileName();
  }

  QString write(Panel* each, const QString& name) const {
    const QString path = m_folder.filePath(name);
    writeFigure(*presentFigure(each), path);
    return path;
  }

  /// Where the bytes of a panel's figure first differ from others; empty where they are the same.
  QByteArray difference(Panel* each, const QByteArray& from, FigureFormat format = FigureFormat::Svg) const {
    const QByteArray now = bytesOf(each, format);
    if (now == from) return {};
    constexpr qsizetype before = 60, length = 160;
    const qsizetype at = std::ranges::mismatch(now, from).in1 - now.begin();
    const qsizetype begin = std::max<qsizetype>(0, at - before);
    return each->objectName().toUtf8() + " now: " + now.mid(begin, length) +
           "\nbefore: " + from.mid(begin, length);
  }

  /// Writes the figure of a panel, opens another scene, then the figure, and compares.
  void checkReopening(Panel* each, const QString& name) {
    const QByteArray before = bytesOf(each);
    QVERIFY2(!before.isEmpty(), qPrintable(name));
    const QString path = write(each, name);
    const DocumentState state = window->document()->state();
    open("newtons-cradle");
    window->files()->openFigureAfterAsking(path);
    QTRY_VERIFY2(isSettled() && window->snapshot()->scene->name() == state.scene->name(), qPrintable(name));
    QTRY_VERIFY2(difference(each, before).isEmpty(), difference(each, before).constData());
    const DocumentState& after = window->document()->state();
    QVERIFY(after.settings == state.settings);
    QVERIFY(after.assignments == state.assignments);
    QCOMPARE(after.scene->text(), state.scene->text());
  }

 private slots:
  void initTestCase() {
    QHashSeed::setDeterministicGlobalSeed();
    prepareWindowTest();
    window = std::make_unique<MainWindow>();
    window->resize(1500, 950);
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
  }
  void cleanupTestCase() { window.reset(); }

  void figuresOpenAsTheyWere() {
    open("billiard-break", {{"theta", "120deg"}});
    edits()->setRestitution(0.5, {});
    edits()->setRule(OrderingRule{OrderingRule::Kind::Random, {}, 7});
    edits()->setRun({.duration = 0.7, .step = 2e-3});
    QTRY_VERIFY(isSettled());
    for (Panel* each : std::initializer_list<Panel*>{
             panel<OutcomesPanel>(), panel<OrderingGraphPanel>(), panel<OutcomeSetPanel>(),
             panel<SeriesPanel>("energy"), panel<SeriesPanel>("momentum"), panel<SeriesPanel>("plots")})
      checkReopening(each, each->objectName() + ".svg");
  }

  /// Kept runs come back with their settings and second runs, in the figures that show them.
  void keptRunsComeBack() {
    open("billiard-break", {{"theta", "120deg"}});
    edits()->setRestitution(0.5, {});
    QTRY_VERIFY(isSettled());
    edits()->keep(*window->snapshot(), "half of the energy");
    edits()->setRestitution({}, {});
    edits()->setComparison(Word{1, 0});
    QTRY_VERIFY(isSettled() && window->snapshot()->comparison);
    edits()->keep(*window->snapshot(), "with a second run");
    edits()->setRule(OrderingRule{OrderingRule::Kind::Random, {}, 7});
    QTRY_VERIFY(isSettled() && window->snapshot()->kept.size() == 2);
    const auto kept = window->snapshot()->kept;
    auto* momentum = panel<SeriesPanel>("momentum");
    momentum->setAlongTime(true);
    checkReopening(momentum, "kept.svg");
    const auto now = window->snapshot()->kept;
    QCOMPARE(now.size(), kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
      QCOMPARE(now[i].name, kept[i].name);
      QCOMPARE(now[i].color, kept[i].color);
      QVERIFY(now[i].answer->settings == kept[i].answer->settings);
      QVERIFY(now[i].answer->assignments == kept[i].answer->assignments);
    }
    momentum->setAlongTime(false);
    QVERIFY(!bytesOf(momentum).contains("half of the energy"));  // along the ordering it shows none
  }

  void theFormatsOpen() {
    open("billiard-break", {{"theta", "100deg"}});
    edits()->setRestitution({}, 0.25);
    QTRY_VERIFY(isSettled());
    for (const QString& ending : figureEndings()) checkReopening(panel<OutcomesPanel>(), "formats." + ending);
  }

  void theChosenOrderingAndItsComparisonComeBack() {
    open("billiard-break", {{"theta", "120deg"}});
    const auto kept = window->snapshot()->report;
    const ImpactReport& report = *kept;
    QVERIFY(report.outcomes.size() > 1);
    edits()->setOrdering(report.outcomes[1].example);
    QTRY_VERIFY(isSettled());
    edits()->setComparison(report.outcomes[0].example);
    QTRY_VERIFY(isSettled());
    checkReopening(panel<OrderingGraphPanel>(), "ordering.svg");
    QCOMPARE(window->document()->state().ordering, std::optional(report.outcomes[1].example));
  }

  void theViewOfTheSceneComesBack() {
    open("billiard-break", {{"theta", "120deg"}});
    auto* viewport = panel<ViewportPanel>();
    const auto run = window->snapshot()->trajectory;
    const Trajectory& motion = *run;
    window->selection()->setMoment({0.5 * (motion.start() + motion.end()), -1, 0});
    viewport->setShown(&ViewState::labels, false);
    viewport->setShown(&ViewState::trails, true);
    viewport->setShown(&ViewState::axes, true);
    settle(*window);
    waitForStillPicture(viewport->canvas());  // the scene is framed
    Camera camera = viewport->canvas()->view().camera;
    camera.rotate(0.7, -0.3);
    camera.distance *= 1.5;
    viewport->canvas()->goTo(camera);
    QTRY_COMPARE(viewport->canvas()->view().camera, camera);
    checkReopening(viewport, "scene.svg");
    viewport->setShown(&ViewState::labels, true);
    viewport->setShown(&ViewState::trails, false);
    viewport->setShown(&ViewState::axes, false);
  }

  void whatAPlotShowsComesBack() {
    open("billiard-break");
    auto* plots = panel<SeriesPanel>("plots");
    plots->setQuantities({"v a.x", "E a"});
    plots->setLog(false, true);
    plots->setCursors(true);
    const QByteArray before = bytesOf(plots);
    const QString path = write(plots, "plots.pdf");
    plots->setQuantities({"q c.y"});
    plots->setLog(false, false);
    plots->setCursors(false);
    QVERIFY(bytesOf(plots) != before);
    window->files()->openFigureAfterAsking(path);
    QTRY_VERIFY2(difference(plots, before).isEmpty(), difference(plots, before).constData());
  }

  void theSpacesOfAnImpactComeBack() {
    open("billiard-break", {{"theta", "140deg"}});
    auto* space = panel<ConfigurationSpacePanel>();
    space->setKept({{"x", "c.x"}, {"y", "b.y"}});
    checkReopening(space, "configuration-space.svg");
    open("billiard-break", {{"theta", "150deg"}});
    auto* normals = panel<NormalSpacePanel>();
    auto* kind = normals->findChild<QComboBox*>("kind");
    for (const char* shown : {"normal-space", "normal-sphere"}) {
      kind->setCurrentIndex(kind->findData(shown));
      checkReopening(normals, QString("%1.pdf").arg(shown));
      QCOMPARE(kind->currentData().toString(), QString(shown));
      kind->setCurrentIndex(1 - kind->currentIndex());
    }
  }

  void theTurnAndTheContactsOfASphereComeBack() {
    open("rack-break");
    auto* normals = panel<NormalSpacePanel>();
    FigureArguments shown;
    shown.name = "normal-sphere";
    shown.set("view", R"({"contacts":["cue-ball0","ball0-ball1","ball0-ball2"],"turn":-40,"tilt":35})");
    presentFigure(normals);
    normals->showFigure(shown);
    checkReopening(normals, "three-of-many.svg");
  }

  void aFigureAboutALaterImpactShowsIt() {
    open("falling-rod");
    edits()->setRun({.duration = 2, .step = 1e-3});
    QTRY_VERIFY(isSettled() && window->snapshot()->trajectory->impacts.size() > 1);
    const ImpactEvent second = window->snapshot()->trajectory->impacts[1];
    window->selection()->setMoment({second.time, 1, 0});
    QTRY_COMPARE(window->impactShown()->impact, 1);
    auto* outcomes = panel<OutcomesPanel>();
    QTRY_VERIFY(window->impactShown()->report && bytesOf(outcomes).contains("--impact 1"));
    const QByteArray before = bytesOf(outcomes);
    const QString path = write(outcomes, "later.svg");
    open("billiard-break");
    window->files()->openFigureAfterAsking(path);
    QTRY_VERIFY2(difference(outcomes, before).isEmpty(), difference(outcomes, before).constData());
    QCOMPARE(window->impactShown()->impact, 1);
  }

  void aFigureOfALawOpensItsCase_data() {
    QTest::addColumn<bool>("isChanged");
    QTest::newRow("of the paper") << false;
    QTest::newRow("with another value") << true;
  }

  void aFigureOfALawOpensItsCase() {
    QFETCH(bool, isChanged);
    auto* impulses = panel<ImpulsePanel>();
    const QString path = m_folder.filePath("impulse-2d-7.svg");
    const std::vector<NamedValue> values{{"Mnt", -0.5}};
    const ImpulsePreset& preset = impulsePresets()[8];
    const ImpulseFigure seventh = isChanged ? ImpulseFigure(preset, values) : ImpulseFigure(preset);
    writeFigure(seventh, path);
    const auto scene = window->document()->state().scene;
    // The points of the construction; what else the panel draws is its own choice.
    const auto points = [](const QString& csv) { return csv.section(QLatin1Char('\n'), 0, 5); };
    QVERIFY(impulses->figure() && points(impulses->figure()->csv()) != points(seventh.csv()));
    window->files()->openFigureAfterAsking(path);
    QTRY_COMPARE(points(impulses->figure()->csv()), points(seventh.csv()));
    QCOMPARE(window->document()->state().scene, scene);
  }

  void aFigureCanBeDropped() {
    open("billiard-break", {{"theta", "150deg"}});
    QTRY_VERIFY(presentFigure(panel<XiCurvePanel>()));
    const QString path = write(panel<XiCurvePanel>(), "dropped.png");
    open("newtons-cradle");
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton,
                          {});  // without it no drop comes
    QCoreApplication::sendEvent(window.get(), &enter);
    const Qt::DropActions offered = Qt::CopyAction | Qt::MoveAction;
    QDropEvent drop(QPointF(5, 5), offered, &data, Qt::LeftButton, Qt::ShiftModifier);
    drop.setDropAction(Qt::MoveAction);  // as a file manager proposes
    QCoreApplication::sendEvent(window.get(), &drop);
    QVERIFY(drop.isAccepted() && drop.dropAction() == Qt::CopyAction);
    QTRY_VERIFY(isSettled() && window->snapshot()->scene->name() == "billiard-break");
    QCOMPARE(window->document()->state().assignments, (Assignments{{"theta", "150deg"}}));
  }

  /// A composition of two scenes and a figure that no panel shows opens in the dialog, which writes it again.
  void aCompositionOpensInTheDialog() {
    open("newtons-cradle");
    const QString outcomes = write(panel<OutcomesPanel>(), "cradle.svg");
    open("billiard-break", {{"theta", "150deg"}});
    edits()->setRestitution(0.5, {});
    QTRY_VERIFY(isSettled() && presentFigure(panel<XiCurvePanel>()));
    const QString curve = write(panel<XiCurvePanel>(), "curve.svg");
    const QString path = m_folder.filePath("composition.svg"), again = m_folder.filePath("again.svg");
    QProcess carom;
    carom.start(CAROM_BINARY, {"figure", "--compose", curve, "--compose", outcomes, "--compose",
                               "billiard-scheme", "--compose", "convex-corner", "--columns", "3", "--preset",
                               "ieee:page", "--style", R"({"text":7.5,"title":"Two scenes"})", "-o", path});
    QVERIFY(carom.waitForFinished(120'000 * tests::patience));
    QVERIFY2(carom.exitCode() == 0, carom.readAllStandardError());
    open("falling-rod");
    window->files()->openFigureAfterAsking(path);
    FigureExportDialog* dialog = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((dialog = window->findChild<FigureExportDialog*>()) && dialog->isVisible(),
                             30'000 * tests::patience);
    QCOMPARE(dialog->findChild<QListWidget*>("grid")->count(), 4);
    QCOMPARE(window->document()->state().assignments, (Assignments{{"theta", "150deg"}}));
    dialog->findChild<QLineEdit*>("path")->setText(again);
    for (auto* button : dialog->findChildren<QPushButton*>())
      if (button->text().remove('&') == "Export") button->click();
    const auto bytes = [](const QString& file) {
      QFile read(file);
      return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    };
    QVERIFY(bytes(path).size() > 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(!bytes(again).isEmpty(), 30'000 * tests::patience);
    QVERIFY(bytes(again) == bytes(path));
  }

  /// Figures that earlier versions wrote: they open for ever.
  void figuresOfEarlierVersionsOpen_data() {
    QTest::addColumn<QString>("path");
    for (const QFileInfo& file : QDir(QStringLiteral(CAROM_TEST_DATA "/figures")).entryInfoList(QDir::Files))
      if (file.suffix() != "md") QTest::newRow(qPrintable(file.fileName())) << file.filePath();
  }
  void figuresOfEarlierVersionsOpen() {
    QFETCH(QString, path);
    open("falling-rod");
    int opened = 0;
    QObject counter;
    connect(window->files(), &SceneFiles::figureOpened, &counter, [&] { ++opened; });
    window->files()->openFigureAfterAsking(path);
    const auto dialog = [&] { return window->findChild<FigureExportDialog*>(); };
    const bool isComposition = path.contains("composition");
    QTRY_VERIFY(opened > 0 && (!isComposition || (dialog() && dialog()->isVisible())));
    QVERIFY(!window->findChild<QMessageBox*>());
    QTRY_VERIFY(isSettled());
    if (isComposition) dialog()->reject();
  }

  /// A record that someone has written by hand.
  void aWrongRecordIsRefused_data() {
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("says");
    QTest::newRow("letters") << QByteArray(R"({"impact": "abc"})") << "--impact abc";
    QTest::newRow("negative") << QByteArray(R"({"impact": "-1"})") << "--impact -1";
    QTest::newRow("huge") << QByteArray(R"({"impact": "99999999999999999999"})") << "--impact 9999";
    const QJsonObject nameless{{"run", QJsonArray{QStringLiteral("{}")}}};
    QTest::newRow("a wrong run") << QJsonDocument(nameless).toJson() << "--run";
  }
  void aWrongRecordIsRefused() {
    QFETCH(QByteArray, options);
    QFETCH(QString, says);
    open("billiard-break");
    window->files()->openFigureAfterAsking(writeRecord("wrong.svg", options));
    QMessageBox* box = nullptr;
    QTRY_VERIFY((box = window->findChild<QMessageBox*>()) && box->isVisible());
    QVERIFY2(box->text().contains(says), qPrintable(box->text()));
    box->accept();
    QTRY_VERIFY(!window->findChild<QMessageBox*>());
  }

  /// 60 runs are more than the window keeps. They are computed while it answers to the mouse and the keys.
  void furtherRunsAreComputedInTheBackground() {
    open("falling-rod");
    QJsonArray runs;
    for (int i = 10; i < 70; ++i) {
      const QJsonObject run{{"name", QString::number(i)},
                            {"color", 1},
                            {"options", QJsonObject{{"restitution", QStringLiteral("0.%1").arg(i)}}}};
      runs += QString::fromUtf8(QJsonDocument(run).toJson(QJsonDocument::Compact));
    }
    const QByteArray options = QJsonDocument(QJsonObject{{"run", runs}}).toJson();
    const QString path = writeRecord("runs.svg", options);
    window->files()->openFigureAfterAsking(path);
    QVERIFY(window->document()->state().kept.empty());  // they are not there yet
    QTRY_COMPARE(window->document()->state().kept.size(), mostKeptRuns);
    const auto& kept = window->document()->state().kept;
    QCOMPARE(std::ranges::count(kept, true, &KeptRun::isShown), std::ptrdiff_t(mostShownRuns));
    QCOMPARE(window->snapshot()->scene->name(), std::string("billiard-break"));
  }

  /// Each of two figures asks about an edited scene once; a composition that is refused leaves nothing for
  /// the next one.
  void aFigureAsksOnceAboutAnEditedScene() {
    open("falling-rod");
    const auto edit = [this] {
      const std::string text = window->document()->state().scene->text();
      window->document()->editScene("comment", text + " ");
      QTRY_VERIFY(isSettled() && window->document()->isTextModified());
    };
    const auto answer = [this](QMessageBox::StandardButton button) {
      QMessageBox* box = nullptr;
      QTRY_VERIFY((box = window->findChild<QMessageBox*>()) && box->isVisible());
      box->button(button)->click();
      QTRY_VERIFY(!window->findChild<QMessageBox*>());
    };
    QSignalSpy figures(window->files(), &SceneFiles::figureOpened);
    QSignalSpy stayed(window->files(), &SceneFiles::stayed);
    const QString path = writeRecord("asked.svg", "{}");
    edit();
    window->files()->openFigureAfterAsking(path);
    answer(QMessageBox::Cancel);
    QCOMPARE(stayed.count(), 1);
    QCOMPARE(figures.count(), 0);
    QCOMPARE(window->document()->state().scene->name(), std::string("falling-rod"));
    window->files()->openFigureAfterAsking(path);
    answer(QMessageBox::Discard);
    QTRY_COMPARE(figures.count(), 1);
    QTRY_VERIFY(isSettled() && window->snapshot()->scene->name() == "billiard-break");
  }

  void aFileWithoutARecordLeavesTheSceneOpen() {
    open("billiard-break");
    const QString path = m_folder.filePath("foreign.svg");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    file.close();
    window->files()->openFigureAfterAsking(path);
    QMessageBox* box = nullptr;
    QTRY_VERIFY((box = window->findChild<QMessageBox*>()) && box->isVisible());
    QVERIFY2((box->text() + box->informativeText()).contains("foreign.svg"), qPrintable(box->text()));
    box->accept();
    QCOMPARE(window->document()->state().scene->name(), std::string("billiard-break"));
  }

  /// Runs what the Edit menu has copied in a shell and compares the picture with that of the window.
  void aCopiedCommandMakesTheSamePicture_data() {
    QTest::addColumn<bool>("isFile");
    QTest::newRow("built-in scene") << false;
    QTest::newRow("file with quotes") << true;
  }

  void aCopiedCommandMakesTheSamePicture() {
    QFETCH(bool, isFile);
    open("billiard-break", {{"theta", "120deg"}});
    if (isFile) {
      const QString path = m_folder.filePath("it's; a $scene.carom.json");
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(QByteArray::fromStdString(window->document()->state().scene->text()));
      file.close();
      window->openScene(path, {{"theta", "2*60 deg"}});
      QTRY_VERIFY(isSettled() && window->document()->state().scene->file() == path.toStdString());
    }
    edits()->setRestitution(1.0 / 3, {});
    edits()->setRule(OrderingRule{OrderingRule::Kind::Random, {}, 11});
    edits()->setBranch(RunBranch{OrderingRule{OrderingRule::Kind::LeastInfeasible, {}, 1}, 0, {}});
    QTRY_VERIFY(isSettled());
    for (auto* action : window->findChildren<QAction*>())
      if (action->text().remove('&') == "Copy as command line") action->trigger();
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.contains("random:11"), qPrintable(copied));
    QTemporaryDir folder;
    QProcess shell;
    shell.setWorkingDirectory(folder.path());
    shell.start(
        "bash",
        {"-c",
         QStringLiteral("set -e; carom() { '%1' \"$@\"; }\n%2\n").arg(QLatin1String(CAROM_BINARY), copied)});
    QVERIFY(shell.waitForFinished(120'000 * tests::patience));
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError());
    QFile made(folder.filePath("scene.pdf"));
    QVERIFY(made.open(QIODevice::ReadOnly));
    QCOMPARE(made.readAll(), bytesOf(panel<ViewportPanel>(), FigureFormat::Pdf));
  }
};

CAROM_DISPLAY_TEST(TestFigureReopening);
#include "tst_figure_reopening.moc"
