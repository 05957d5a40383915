// The export dialog: what it writes, what it remembers, and what it refuses.
#include <QCheckBox>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "figure/export_dialog.h"
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

 private:
  QString m_csv;
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
  QCOMPARE(stage.written.count(), 1);
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
    stage.click(stage.button("Export"));
    QCOMPARE(stage.written.count(), 1);
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
  stage.click(stage.button("Export"));
  QCOMPARE(contents(in("both.v2.csv")), "x [m]\n1.5\n");
  QVERIFY(contents(in("both.v2.pdf")).startsWith("%PDF"));
}

void TestFigureExportDialog::figuresWithoutNumbersOfferNone() {
  Stage stage(std::make_unique<GreySquare>(QString()));
  QVERIFY(!stage.csv.isVisible());
  stage.csv.setChecked(true);  // as remembered from another figure
  stage.path.setText(in("alone.pdf"));
  stage.click(stage.button("Export"));
  QVERIFY(QFile::exists(in("alone.pdf")));
  QVERIFY(!QFile::exists(in("alone.csv")));
}

void TestFigureExportDialog::pngHasItsResolutionAndGround() {
  Stage stage;
  stage.path.setText(in("clear.png"));
  stage.width.setCurrentText("25.4 mm");
  stage.dpi.setValue(200);
  stage.click(stage.transparent);
  stage.click(stage.button("Export"));
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
  QVERIFY2(stage.error().contains("missing/fig.pdf"), qPrintable(stage.error()));
  QCOMPARE(stage.written.count(), 0);
  stage.type(stage.path, in("found.jpg"));
  QTest::keyClick(&stage.dialog, Qt::Key_Return);
  QVERIFY2(stage.error().contains(".jpg"), qPrintable(stage.error()));
  QVERIFY(!QFile::exists(in("found.jpg")));
}

CAROM_OFFSCREEN_TEST(TestFigureExportDialog);
#include "tst_figure_export_dialog.moc"
