// The export dialog: what it writes, what it remembers, and what it refuses.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QThread>
#include <atomic>
#include <thread>

#include "base/figure_presets.h"
#include "figure/figure_export_dialog.h"
#include "support/settle.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

/// A grey square with one number behind it.
class GreySquare : public Figure {
 public:
  explicit GreySquare(QString csv = QStringLiteral("x [m]\n1.5\n")) : m_csv(std::move(csv)) {}
  QString name() const override { return QStringLiteral("sample"); }
  QString title() const override { return QStringLiteral("A sample"); }
  double aspect() const override { return 0.5; }
  void paint(QPainter& painter, const QRectF& area) const override {
    painter.fillRect(area.adjusted(10, 10, -10, -10), Qt::gray);
  }
  QString csv() const override { return m_csv; }
  bool hasNumbers() const override { return !m_csv.isEmpty(); }

 private:
  QString m_csv;
};

/// A composition's title names all of its panels.
class NamedSquare : public GreySquare {
 public:
  QString title() const override { return QStringLiteral("Energy along the ordering — ").repeated(12); }
};

/// What a slow figure does, and a gate that it waits at.
struct Slowness {
  QSemaphore gate;
  std::atomic<int> painted = 0, counted = 0;
  std::atomic<bool> isInWindow = false;  ///< whether the thread of the window has waited for numbers
};

/// A figure that paints or counts only while its gate is open.
class SlowSquare : public GreySquare {
 public:
  SlowSquare(std::shared_ptr<Slowness> slowness, bool isPlot)
      : m_slowness(std::move(slowness)), m_isPlot(isPlot) {}
  bool paintsInAnyThread() const override { return !m_isPlot; }
  void paint(QPainter& painter, const QRectF& area) const override {
    if (!m_isPlot) pass();
    ++m_slowness->painted;
    GreySquare::paint(painter, area);
  }
  QString csv() const override {
    if (QThread::currentThread() == qApp->thread())
      m_slowness->isInWindow = true;
    else
      pass();
    ++m_slowness->counted;
    return GreySquare::csv();
  }

 private:
  void pass() const {
    m_slowness->gate.acquire();
    m_slowness->gate.release();
  }

  std::shared_ptr<Slowness> m_slowness;
  bool m_isPlot;
};

struct Stage {
  FigureExportDialog dialog;
  QSignalSpy written{&dialog, &FigureExportDialog::written};
  QLineEdit& path = find<QLineEdit>("path");
  QLineEdit& height = find<QLineEdit>("height");
  QComboBox& format = find<QComboBox>("format");
  QComboBox& width = find<QComboBox>("width");
  QSpinBox& dpi = find<QSpinBox>("dpi");
  QCheckBox& transparent = find<QCheckBox>("transparent");
  QCheckBox& csv = find<QCheckBox>("csv");

  explicit Stage(std::unique_ptr<Figure> figure = std::make_unique<GreySquare>())
      : dialog(std::move(figure)) {
    dialog.show();
    if (!QTest::qWaitForWindowExposed(&dialog)) qFatal("no window");
  }
  template <class T>
  T& find(const char* name) {
    return *dialog.findChild<T*>(QLatin1String(name));
  }
  QString error() { return find<QLabel>("error").text(); }
  QString size() { return find<QLabel>("size").text(); }
  void type(QWidget& field, const QString& text) {
    field.setFocus();
    if (auto* line = qobject_cast<QLineEdit*>(&field)) line->selectAll();
    if (auto* box = qobject_cast<QComboBox*>(&field)) box->lineEdit()->selectAll();
    QTest::keyClicks(&field, text);
  }
  void click(QAbstractButton& button) {
    QTest::mouseClick(&button, Qt::LeftButton, {}, QPoint(10, button.height() / 2));
  }
  /// The files are there then.
  void exportFigure() {
    click(button("Export"));
    if (!QTest::qWaitFor([this] { return written.count() == 1; }, 30'000 * tests::patience))
      qFatal("nothing is written: %s", qPrintable(error()));
  }
  QPushButton& button(const QString& text) {
    for (auto* each : dialog.findChildren<QPushButton*>())
      if (each->text().remove(QLatin1Char('&')) == text) return *each;
    qFatal("no such button");
  }
};

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

}  // namespace

class TestFigureExportDialog : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString in(const QString& name) const { return m_folder.filePath(name); }

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("carom-test"));
    QCoreApplication::setApplicationName(QStringLiteral("tst_figure_export_dialog"));
  }
  void init() { QSettings().clear(); }

  void formatChangesOnlyTheEnding_data();
  void formatChangesOnlyTheEnding();
  void typedEndingChoosesTheFormat();
  void nameWithoutEndingGetsTheFormats_data();
  void nameWithoutEndingGetsTheFormats();
  void presetsSetTheWidth_data();
  void presetsSetTheWidth();
  void badLengthsAreToldAndNothingIsWritten_data();
  void badLengthsAreToldAndNothingIsWritten();
  void settingsAreRemembered();
  void cancellingRemembersNothing();
  void numbersAreWrittenBesideThePicture();
  void figuresWithoutNumbersOfferNone();
  void pngHasItsResolutionAndGround();
  void replacingAFileIsTold();
  void failureLeavesTheDialogOpen();
  void ownPresetsAreKept();
  void presetsOfSeveralProgramsAreKept();
  void aWrongPresetLeavesTheOthers();
  void aPresetSetsWidthAndLookAndIsRemembered();
  void figuresBesideItBecomeAComposition();
  void aPanelIsDroppedOnTheGrid();
  void labelsBelongToTheirPanel();
  void aNoteFollowsTheMouse();
  void theGreyPreviewHasNoColours();
  void thePreviewIsAsLargeAsOnPaper();
  void thePictureIsCopiedAsPixelsAndAsVectors();
  void aSlowFigureKeepsNobodyWaiting();
  void whatIsStoppedIsNotWritten();
  void theNumbersOfAPlotAreMadeInTheBackground();
  void aLongTitleIsCutWhereItCanBeSeen();
};

void TestFigureExportDialog::formatChangesOnlyTheEnding_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("becomes");
  QTest::newRow("known ending") << "/a/fig.pdf"
                                << "svg"
                                << "/a/fig.svg";
  QTest::newRow("capitals") << "/a/fig.PDF"
                            << "png"
                            << "/a/fig.png";
  QTest::newRow("dot in the name") << "/a/v1.2"
                                   << "svg"
                                   << "/a/v1.2.svg";
  QTest::newRow("dot and ending") << "/a/v1.2.pdf"
                                  << "svg"
                                  << "/a/v1.2.svg";
  QTest::newRow("none") << "/a/fig"
                        << "svg"
                        << "/a/fig.svg";
  QTest::newRow("dot in the folder") << "/a.pdf/fig"
                                     << "svg"
                                     << "/a.pdf/fig.svg";
  QTest::newRow("relative") << "fig.v2.pdf"
                            << "svg"
                            << "fig.v2.svg";
}

void TestFigureExportDialog::formatChangesOnlyTheEnding() {
  QFETCH(QString, path);
  QFETCH(QString, format);
  Stage stage;
  stage.path.setText(path);
  stage.format.setCurrentText(format);
  QTEST(stage.path.text(), "becomes");
}

void TestFigureExportDialog::typedEndingChoosesTheFormat() {
  Stage stage;
  stage.type(stage.path, in("a.png"));
  QCOMPARE(stage.format.currentText(), "png");
  stage.type(stage.path, in("a.v1.2"));
  QCOMPARE(stage.format.currentText(), "png");
  QCOMPARE(stage.path.text(), in("a.v1.2"));  // what is typed is left alone
}

void TestFigureExportDialog::nameWithoutEndingGetsTheFormats_data() {
  QTest::addColumn<QString>("typed");
  QTest::addColumn<QString>("file");
  QTest::newRow("dot in the name") << "v1.2"
                                   << "v1.2.svg";
  QTest::newRow("no dot") << "plain"
                          << "plain.svg";
  QTest::newRow("with ending") << "other.pdf"
                               << "other.pdf";
}

void TestFigureExportDialog::nameWithoutEndingGetsTheFormats() {
  QFETCH(QString, typed);
  QFETCH(QString, file);
  Stage stage;
  stage.format.setCurrentText("svg");
  stage.type(stage.path, in(typed));
  QTest::keyClick(&stage.dialog, Qt::Key_Return);
  QTRY_COMPARE(stage.written.count(), 1);
  QCOMPARE(stage.written[0][0].toString(), in(file));
  QVERIFY(QFile::exists(in(file)));
  QVERIFY(!stage.dialog.isVisible());
}

void TestFigureExportDialog::presetsSetTheWidth_data() {
  QTest::addColumn<QString>("preset");
  QTest::addColumn<QString>("shown");
  QTest::newRow("one column") << "88 mm"
                              << "88.0 mm × 44.0 mm";
  QTest::newRow("two columns") << "180 mm"
                               << "180.0 mm × 90.0 mm";
  QTest::newRow("inches") << "7.16 in"
                          << "181.9 mm × 90.9 mm";
}

void TestFigureExportDialog::presetsSetTheWidth() {
  QFETCH(QString, preset);
  Stage stage;
  const int row = stage.width.findText(preset);
  QVERIFY(row >= 0);
  stage.width.setCurrentIndex(row);
  QTEST(stage.size(), "shown");
}

void TestFigureExportDialog::badLengthsAreToldAndNothingIsWritten_data() {
  QTest::addColumn<QString>("width");
  QTest::addColumn<QString>("says");
  QTest::newRow("no number") << "wide"
                             << "no length";
  QTest::newRow("too wide") << "3 m"
                            << "no length";
  QTest::newRow("out of range") << "3000 mm"
                                << "to 2000 mm";
}

void TestFigureExportDialog::badLengthsAreToldAndNothingIsWritten() {
  QFETCH(QString, width);
  QFETCH(QString, says);
  Stage stage;
  stage.path.setText(in("bad.pdf"));
  stage.type(stage.width, width);
  QVERIFY2(stage.error().contains(says), qPrintable(stage.error()));
  QVERIFY(!stage.button("Export").isEnabled());
  stage.type(stage.width, "90 mm");
  QVERIFY2(stage.error().isEmpty(), qPrintable(stage.error()));
  QVERIFY(stage.button("Export").isEnabled());
  QVERIFY(!QFile::exists(in("bad.pdf")));
}

void TestFigureExportDialog::settingsAreRemembered() {
  {
    Stage stage;
    QCOMPARE(stage.width.currentText(), "88 mm");
    stage.type(stage.path, in("first.png"));
    stage.type(stage.width, "61 mm");
    stage.type(stage.height, "40 mm");
    stage.dpi.setValue(150);
    stage.click(stage.transparent);
    stage.click(stage.csv);
    stage.exportFigure();
  }
  Stage stage;
  QCOMPARE(stage.path.text(), in("sample.png"));  // the same folder and format, the figure's own name
  QCOMPARE(stage.format.currentText(), "png");
  QCOMPARE(stage.width.currentText(), "61 mm");
  QCOMPARE(stage.height.text(), "40 mm");
  QCOMPARE(stage.dpi.value(), 150);
  QVERIFY(stage.transparent.isChecked());
  QVERIFY(stage.csv.isChecked());
}

void TestFigureExportDialog::cancellingRemembersNothing() {
  {
    Stage stage;
    stage.type(stage.width, "61 mm");
    QTest::keyClick(&stage.dialog, Qt::Key_Escape);
    QVERIFY(!stage.dialog.isVisible());
    QCOMPARE(stage.written.count(), 0);
  }
  QCOMPARE(Stage().width.currentText(), "88 mm");
}

void TestFigureExportDialog::numbersAreWrittenBesideThePicture() {
  Stage stage;
  stage.path.setText(in("both.v2.pdf"));
  stage.csv.setChecked(true);
  stage.exportFigure();
  QCOMPARE(contents(in("both.v2.csv")), "x [m]\n1.5\n");
  QVERIFY(contents(in("both.v2.pdf")).startsWith("%PDF"));
}

void TestFigureExportDialog::figuresWithoutNumbersOfferNone() {
  Stage stage(std::make_unique<GreySquare>(QString()));
  QVERIFY(!stage.csv.isVisible());
  stage.csv.setChecked(true);  // as remembered from another figure
  stage.path.setText(in("alone.pdf"));
  stage.exportFigure();
  QVERIFY(QFile::exists(in("alone.pdf")));
  QVERIFY(!QFile::exists(in("alone.csv")));
}

void TestFigureExportDialog::pngHasItsResolutionAndGround() {
  Stage stage;
  stage.path.setText(in("clear.png"));
  stage.width.setCurrentText("25.4 mm");
  stage.dpi.setValue(200);
  stage.click(stage.transparent);
  stage.exportFigure();
  const QImage image(in("clear.png"));
  QCOMPARE(image.size(), QSize(200, 100));
  QCOMPARE(image.pixelColor(0, 0).alpha(), 0);
}

void TestFigureExportDialog::replacingAFileIsTold() {
  Stage stage;
  QVERIFY(!stage.size().contains("replaces"));
  QFile file(in("there.pdf"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.close();
  stage.type(stage.path, in("there.pdf"));
  QVERIFY2(stage.size().contains("replaces"), qPrintable(stage.size()));
  stage.format.setCurrentText("svg");
  QVERIFY(!stage.size().contains("replaces"));
}

void TestFigureExportDialog::failureLeavesTheDialogOpen() {
  Stage stage;
  stage.type(stage.path, in("missing/fig.pdf"));
  QTest::keyClick(&stage.dialog, Qt::Key_Return);
  QVERIFY(stage.dialog.isVisible());
  QTRY_VERIFY2(stage.error().contains("missing/fig.pdf"), qPrintable(stage.error()));
  tests::settle();  // the error takes room of the preview, which is drawn again
  QVERIFY2(stage.error().contains("missing/fig.pdf"), qPrintable(stage.error()));
  QCOMPARE(stage.written.count(), 0);
  stage.type(stage.path, in("found.jpg"));
  QTest::keyClick(&stage.dialog, Qt::Key_Return);
  QTRY_VERIFY2(stage.error().contains(".jpg"), qPrintable(stage.error()));
  QVERIFY(!QFile::exists(in("found.jpg")));
}

/// Also where the folder of the configuration is not there yet.
void TestFigureExportDialog::ownPresetsAreKept() {
  const QFileInfo file(ownPresetsFile());
  QVERIFY(QDir(file.absolutePath()).removeRecursively());
  FigureLook look;
  look.textPt = 10;
  keepPreset({"thesis", "thesis", {{"column", 142.5}}, look});
  const PresetChoice choice = findPreset("thesis");
  QCOMPARE(choice.widthMm, 142.5);
  QCOMPARE(choice.preset.look.textPt, 10.0);
  QVERIFY(QFile::remove(file.filePath()));
}

/// Programs that add presets at the same time keep those of each other.
void TestFigureExportDialog::presetsOfSeveralProgramsAreKept() {
  constexpr int programs = 4, each = 10;
  const QFileInfo file(ownPresetsFile());
  QVERIFY(QDir(file.absolutePath()).removeRecursively());
  const std::size_t before = figurePresets().presets.size();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < programs; ++i)
      threads.emplace_back([i] {
        for (int k = 0; k < each; ++k)
          keepPreset({QStringLiteral("own-%1-%2").arg(i).arg(k), "own", {{"column", 80}}, {}});
      });
  }
  QCOMPARE(figurePresets().presets.size(), before + programs * each);
  QCOMPARE(QDir(file.absolutePath()).entryList(QDir::Files | QDir::Hidden), QStringList(file.fileName()));
  QVERIFY(QFile::remove(file.filePath()));
}

/// It is named, and stays in the file for the person to mend.
void TestFigureExportDialog::aWrongPresetLeavesTheOthers() {
  const QFileInfo info(ownPresetsFile());
  QVERIFY(QDir().mkpath(info.absolutePath()));
  QFile file(ownPresetsFile());
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(
      R"({"about":"mine","presets":[{"name":"bad","widths":{"column":1}},{"name":"good","widths":{"column":70}}]})");
  file.close();
  QCOMPARE(findPreset("good").widthMm, 70.0);
  QCOMPARE(findPreset("ieee:page").preset.name, QString("ieee"));
  QVERIFY_THROWS_EXCEPTION(FigureError, findPreset("bad"));
  keepPreset({"thesis", "thesis", {{"column", 142.5}}, {}});
  QVERIFY(contents(ownPresetsFile()).contains("bad") && contents(ownPresetsFile()).contains("mine"));
  Stage stage;
  QVERIFY(stage.find<QComboBox>("preset").findData("thesis:column") > 0);
  QTRY_VERIFY2(stage.error().contains("bad"), qPrintable(stage.error()));
  QVERIFY(file.remove());
  QCOMPARE(figurePresets().refused.size(), 0);
}

void TestFigureExportDialog::aPresetSetsWidthAndLookAndIsRemembered() {
  {
    Stage stage;
    auto& preset = stage.find<QComboBox>("preset");
    preset.setCurrentIndex(preset.findData("ieee:page"));
    QCOMPARE(stage.width.currentText(), QString("181.9 mm"));
    QCOMPARE(stage.find<QDoubleSpinBox>("text").value(), 8.0);
    QVERIFY(stage.find<QCheckBox>("marks").isChecked());
    stage.path.setText(in("preset.svg"));
    stage.exportFigure();
    QVERIFY(contents(in("preset.svg")).contains("width=\"181.9mm\""));
  }
  Stage stage;
  QCOMPARE(stage.find<QComboBox>("preset").currentData().toString(), QString("ieee:page"));
  QCOMPARE(stage.find<QDoubleSpinBox>("line").value(), 0.75);
  QVERIFY(stage.find<QComboBox>("font").currentText().startsWith("Times New Roman"));
}

void TestFigureExportDialog::figuresBesideItBecomeAComposition() {
  Stage stage;
  stage.dialog.setOffers({{"A second", [] { return std::make_unique<GreySquare>(); }},
                          {"None", [] { return std::unique_ptr<Figure>(); }}});
  const QString alone = stage.size();
  auto& offered = stage.find<QListWidget>("offered");
  stage.find<QTabWidget>("tabs").setCurrentIndex(2);
  QTest::mouseClick(offered.viewport(), Qt::LeftButton, {}, offered.visualItemRect(offered.item(0)).center());
  QTest::mouseDClick(offered.viewport(), Qt::LeftButton, {},
                     offered.visualItemRect(offered.item(0)).center());
  auto& grid = stage.find<QListWidget>("grid");
  QTRY_COMPARE(grid.count(), 2);
  QTRY_COMPARE(grid.item(1)->text(), QString("(b) A sample"));
  QTRY_COMPARE(grid.visualItemRect(grid.item(1)).top(), grid.visualItemRect(grid.item(0)).top());
  QVERIFY(stage.size() != alone);
  emit offered.itemDoubleClicked(offered.item(1));  // there is nothing to show
  tests::settle();
  QCOMPARE(grid.count(), 2);
  stage.path.setText(in("both.svg"));
  stage.exportFigure();
  QVERIFY(contents(in("both.svg")).contains("composition"));
}

/// What a drag from the list to the grid ends in: a drop of the data that the list gives to a drag.
void TestFigureExportDialog::aPanelIsDroppedOnTheGrid() {
  Stage stage;
  stage.dialog.setOffers({{"A second", [] { return std::make_unique<GreySquare>(); }}});
  stage.find<QTabWidget>("tabs").setCurrentIndex(2);
  auto& offered = stage.find<QListWidget>("offered");
  auto& grid = stage.find<QListWidget>("grid");
  const std::unique_ptr<QMimeData> data(offered.model()->mimeData({offered.model()->index(0, 0)}));
  const QPoint end = grid.viewport()->rect().bottomRight() - QPoint(5, 5);
  QDragEnterEvent enter(end, Qt::CopyAction, data.get(), Qt::LeftButton, {});
  QCoreApplication::sendEvent(grid.viewport(), &enter);
  QDropEvent drop(end, Qt::CopyAction, data.get(), Qt::LeftButton, {});
  QCoreApplication::sendEvent(grid.viewport(), &drop);
  QTRY_COMPARE(grid.count(), 2);
  QTRY_COMPARE(grid.item(1)->text(), QString("(b) A sample"));
  grid.setCurrentRow(0);
  stage.click(stage.find<QPushButton>("removePanel"));
  QTRY_COMPARE(grid.item(0)->text(), QString("(a) A sample"));
  QCOMPARE(grid.count(), 1);
}

void TestFigureExportDialog::labelsBelongToTheirPanel() {
  Stage stage;
  stage.dialog.setOffers({{"A second", [] { return std::make_unique<GreySquare>(); }}});
  emit stage.find<QListWidget>("offered").itemDoubleClicked(stage.find<QListWidget>("offered").item(0));
  auto& about = stage.find<QComboBox>("about");
  QTRY_COMPARE(about.count(), 3);  // the whole and two panels
  about.setCurrentIndex(2);
  stage.find<QLineEdit>("title").setText("of the second");
  about.setCurrentIndex(1);
  QCOMPARE(stage.find<QLineEdit>("title").text(), QString());
  about.setCurrentIndex(2);
  QCOMPARE(stage.find<QLineEdit>("title").text(), QString("of the second"));
  stage.path.setText(in("titled.svg"));
  stage.exportFigure();
  QVERIFY(contents(in("titled.svg")).contains("of the second"));
}

void TestFigureExportDialog::aNoteFollowsTheMouse() {
  Stage stage;
  auto& paper = stage.find<QLabel>("paper");
  QTRY_VERIFY(!paper.pixmap().isNull());
  auto& notes = stage.find<QTableWidget>("notes");
  const auto at = [&](double x, double y) {
    return QPoint(qRound(x * paper.width()), qRound(y * paper.height()));
  };
  QTest::mouseDClick(&paper, Qt::LeftButton, {}, at(0.25, 0.5));
  QCOMPARE(notes.rowCount(), 1);
  QTest::mousePress(&paper, Qt::LeftButton, {}, at(0.25, 0.5));
  QTest::mouseMove(&paper, at(0.75, 0.25));
  QTest::mouseRelease(&paper, Qt::LeftButton, {}, at(0.75, 0.25));
  QVERIFY(std::abs(notes.item(0, 1)->text().toDouble() - 75) < 1);
  QVERIFY(std::abs(notes.item(0, 2)->text().toDouble() - 25) < 1);
  stage.path.setText(in("noted.svg"));
  stage.exportFigure();
  QVERIFY(contents(in("noted.svg")).contains("notes"));
}

void TestFigureExportDialog::theGreyPreviewHasNoColours() {
  class Red : public GreySquare {
    void paint(QPainter& painter, const QRectF& area) const override { painter.fillRect(area, Qt::red); }
  };
  Stage stage(std::make_unique<Red>());
  const auto middle = [&] {
    const QImage image = stage.find<QLabel>("paper").pixmap().toImage();
    return image.pixelColor(image.rect().center());
  };
  QTRY_COMPARE(middle(), QColor(Qt::red));
  stage.find<QCheckBox>("grey").setChecked(true);
  QTRY_COMPARE(middle().red(), middle().blue());
}

void TestFigureExportDialog::thePreviewIsAsLargeAsOnPaper() {
  Stage stage;
  auto& zoom = stage.find<QComboBox>("zoom");
  auto& paper = stage.find<QLabel>("paper");
  stage.width.setCurrentText("44 mm");
  QTRY_VERIFY(paper.width() > paper.height());
  // The picture of each choice is there a little later.
  const auto widthOf = [&](double ofPaper, const QString& width) {
    const int before = paper.width();
    zoom.setCurrentIndex(zoom.findData(ofPaper));
    stage.width.setCurrentText(width);
    return QTest::qWaitFor([&] { return paper.width() != before; }, 30'000 * tests::patience) ? paper.width()
                                                                                              : 0;
  };
  const int once = widthOf(1.0, "44 mm"), twice = widthOf(2.0, "44 mm");
  QVERIFY2(std::abs(twice - 2 * once) <= 2, qPrintable(QString("%1 %2").arg(once).arg(twice)));
  zoom.setCurrentIndex(zoom.findData(1.0));
  QTRY_VERIFY(std::abs(paper.width() - once) <= 1);
  const int wide = widthOf(1.0, "132 mm");
  QVERIFY2(std::abs(wide - 3 * once) <= 3, qPrintable(QString("%1 %2").arg(once).arg(wide)));
}

void TestFigureExportDialog::thePictureIsCopiedAsPixelsAndAsVectors() {
  Stage stage;
  stage.width.setCurrentText("50.8 mm");
  stage.dpi.setValue(150);
  stage.click(stage.button("Copy picture"));
  const QMimeData* data = nullptr;
  QTRY_VERIFY((data = QGuiApplication::clipboard()->mimeData()) && data->hasImage());
  QCOMPARE(qvariant_cast<QImage>(data->imageData()).size(), QSize(300, 150));
  const QByteArray svg = data->data("image/svg+xml");
  QVERIFY2(svg.contains("<svg") && svg.contains("viewBox=\"0 0 144 72\""), svg.left(400));
}

/// The dialog is there before its picture, takes what is typed, and shows the newest when it can.
void TestFigureExportDialog::aSlowFigureKeepsNobodyWaiting() {
  const auto slow = std::make_shared<Slowness>();
  Stage stage(std::make_unique<SlowSquare>(slow, false));
  QCOMPARE(slow->painted, 0);
  QCOMPARE(slow->counted, 0);
  QVERIFY(stage.csv.isVisible());
  QTRY_VERIFY(stage.find<QProgressBar>("busy").isVisible());
  stage.type(stage.width, "61 mm");
  QVERIFY2(stage.size().contains("61.0 mm"), qPrintable(stage.size()));
  QVERIFY(stage.button("Export").isEnabled());
  for (int dpi = 100; dpi < 140; ++dpi) stage.dpi.setValue(dpi);
  slow->gate.release();
  QTRY_VERIFY(!stage.find<QProgressBar>("busy").isVisible());
  QTRY_VERIFY(!stage.find<QLabel>("paper").pixmap().isNull());
  QVERIFY2(slow->painted < 10, qPrintable(QString::number(slow->painted)));  // and not each of them
  stage.path.setText(in("slow.png"));
  stage.csv.setChecked(true);
  stage.exportFigure();
  QCOMPARE(contents(in("slow.csv")), "x [m]\n1.5\n");
  QVERIFY(!slow->isInWindow);
}

void TestFigureExportDialog::whatIsStoppedIsNotWritten() {
  const auto slow = std::make_shared<Slowness>();
  {
    Stage stage(std::make_unique<SlowSquare>(slow, false));
    stage.path.setText(in("stopped.png"));
    stage.csv.setChecked(true);
    stage.click(stage.button("Export"));
    QVERIFY(!stage.path.isEnabled());
    QVERIFY(!stage.button("Export").isEnabled());
    QTRY_VERIFY(stage.find<QProgressBar>("busy").isVisible());
    stage.dialog.resize(stage.dialog.size() +
                        QSize(40, 40));  // a new picture would take the place of the work
    QGuiApplication::sync();
    stage.click(stage.button("Cancel"));
    QVERIFY(stage.dialog.isVisible());
    slow->gate.release();
    QTRY_VERIFY2(stage.error().contains("nothing was written"), qPrintable(stage.error()));
    QVERIFY(stage.path.isEnabled());
    QCOMPARE(stage.written.count(), 0);
    stage.exportFigure();  // it can be tried again
  }
  QVERIFY(QFile::remove(in("stopped.png")) && QFile::remove(in("stopped.csv")));
  slow->gate.acquire();
  {
    Stage stage(std::make_unique<SlowSquare>(slow, false));
    stage.path.setText(in("stopped.png"));
    stage.click(stage.button("Export"));
    stage.click(stage.button("Cancel"));
    stage.click(stage.button("Cancel"));  // not even for the end of the work
    QVERIFY(!stage.dialog.isVisible());
  }
  slow->gate.release();
  QTRY_COMPARE(slow.use_count(), 1L);  // the work is over, and its figure is gone
  QVERIFY(!QFile::exists(in("stopped.png")));
}

/// It does not make the dialog wider, and ends in an ellipsis.
void TestFigureExportDialog::aLongTitleIsCutWhereItCanBeSeen() {
  Stage usual, stage(std::make_unique<NamedSquare>());
  const auto& title = stage.find<QLabel>("figureTitle");
  QTRY_VERIFY2(title.text().endsWith(QStringLiteral("…")), qPrintable(title.text()));
  QCOMPARE(title.toolTip(), NamedSquare().title());
  QCOMPARE(stage.dialog.width(), usual.dialog.width());
}

/// A plot is painted by widgets, which belong to the window; its numbers need none.
void TestFigureExportDialog::theNumbersOfAPlotAreMadeInTheBackground() {
  const auto slow = std::make_shared<Slowness>();
  Stage stage(std::make_unique<SlowSquare>(slow, true));
  QCOMPARE(slow->counted, 0);
  stage.path.setText(in("plot.svg"));
  stage.csv.setChecked(true);
  stage.click(stage.button("Export"));
  QTRY_VERIFY(stage.find<QProgressBar>("busy").isVisible());
  QVERIFY(!QFile::exists(in("plot.svg")));
  slow->gate.release();
  QTRY_COMPARE(stage.written.count(), 1);
  QVERIFY(QFile::exists(in("plot.svg")) && QFile::exists(in("plot.csv")));
  QVERIFY(!slow->isInWindow);
}

CAROM_OFFSCREEN_TEST(TestFigureExportDialog);
#include "tst_figure_export_dialog.moc"
