// The dialog for files: what it asks for reaches its hearer, it is deleted after it was closed, and not
// before the menu of its list has returned, whoever closes it.
#include <QAbstractItemView>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include "common/file_dialog.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

void write(const QString& path) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("old");
}

QString read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void enter(FileDialog* dialog, const QString& name) {
  dialog->findChild<QLineEdit*>("fileNameEdit")->setText(name);
  QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
}

/// Answers the question that opens above the dialog, and which waits in an event loop of its own.
void answerAbove(FileDialog* dialog, QMessageBox::StandardButton wanted) {
  auto* look = new QTimer(dialog);
  QObject::connect(look, &QTimer::timeout, dialog, [look, wanted] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!box) return;
    look->stop();
    box->button(wanted)->click();
  });
  look->start(10);
}

}  // namespace

class TestFileDialog : public QObject {
  Q_OBJECT

 private slots:
  void tellsTheChosenFileAndGoes() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("scene.json");
    write(file);
    QWidget window;
    tests::showActive(&window);
    QPointer<FileDialog> dialog = new FileDialog(&window, "Open", folder.path(), "All (*)");
    QSignalSpy chosen(dialog, &FileDialog::fileSelected);
    dialog->open();
    enter(dialog, file);
    QTRY_VERIFY(!dialog);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), file);
  }

  /// A folder that is still marked in the list does not count beside it.
  void takesAPathThatIsTypedWhole() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("figures"));
    const QString file = folder.filePath("recording.csv");
    write(file);
    QWidget window;
    tests::showActive(&window);
    QPointer<FileDialog> dialog = new FileDialog(&window, "Open", folder.path(), "All (*)");
    QSignalSpy chosen(dialog, &FileDialog::fileSelected);
    dialog->open();
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    QApplication::setActiveWindow(dialog);
    auto* field = dialog->findChild<QLineEdit*>("fileNameEdit");
    field->setFocus();
    QTRY_VERIFY(field->hasFocus());
    const auto* list = dialog->findChild<QAbstractItemView*>("listView");
    QTRY_COMPARE(list->model()->rowCount(list->rootIndex()), 2);
    field->insert(file);
    QModelIndex inTheList = list->model()->index(0, 0, list->rootIndex());
    if (inTheList.data() != "figures") inTheList = inTheList.siblingAtRow(1);
    QCOMPARE(inTheList.data().toString(), QString("figures"));
    list->selectionModel()->select(inTheList, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QCOMPARE(field->text(), file);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(!dialog);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), file);
  }

  void staysForAFileThatIsNotThere() {
    const QTemporaryDir folder;
    QWidget window;
    tests::showActive(&window);
    QPointer<FileDialog> dialog = new FileDialog(&window, "Open", folder.path(), "All (*)");
    dialog->open();
    answerAbove(dialog, QMessageBox::Ok);
    dialog->findChild<QLineEdit*>("fileNameEdit")->setText(folder.filePath("none.json"));
    QMetaObject::invokeMethod(dialog, "accept");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
    QTRY_VERIFY(!dialog);
  }

  /// A window manager closes it while the menu of its list, which waits in an event loop on the stack of the
  /// dialog's own slot, is open.
  void outlivesTheMenuOfItsList() {
    const QTemporaryDir folder;
    write(folder.filePath("scene.json"));
    for (int round = 0; round < 20; ++round) {
      QWidget window;
      tests::showActive(&window);
      QPointer<FileDialog> dialog = new FileDialog(&window, "Open", folder.path(), "All (*)");
      dialog->open();
      QVERIFY(QTest::qWaitForWindowExposed(dialog));
      auto* list = dialog->findChild<QAbstractItemView*>("listView");
      QVERIFY(list);
      bool isSeen = false;
      bool isThereAfterMenu = false;
      QTimer::singleShot(30, &window, [&] {
        QPointer<QWidget> menu = QApplication::activePopupWidget();
        isSeen = qobject_cast<QMenu*>(menu.data());
        round % 2 ? dialog->reject() : static_cast<void>(dialog->close());
        if (round % 4 > 1) QCoreApplication::processEvents();
        isThereAfterMenu = dialog;
      });
      emit list->customContextMenuRequested(QPoint(5, 5));  // returns when the menu is closed
      QVERIFY(isSeen);
      QVERIFY(isThereAfterMenu);
      QVERIFY(!QApplication::activePopupWidget());
      QTRY_VERIFY(!dialog);
    }
  }

  void savesATextWholeAfterAskingForAFileThatIsThere() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("log.csv");
    write(file);
    QWidget window;
    tests::showActive(&window);
    QString written;
    saveText(&window, "Save", file, "Table (*.csv)", "t,E\n", [&](const QString& path) { written = path; });
    QPointer<FileDialog> dialog = window.findChild<FileDialog*>();
    QVERIFY(dialog);
    answerAbove(dialog, QMessageBox::No);
    dialog->findChild<QLineEdit*>("fileNameEdit")->setText(file);
    QMetaObject::invokeMethod(dialog, "accept");
    QCOMPARE(read(file), "old");
    QVERIFY(dialog && dialog->isVisible());
    answerAbove(dialog, QMessageBox::Yes);
    enter(dialog, file);
    QTRY_COMPARE(written, file);
    QCOMPARE(read(file), "t,E\n");
    QTRY_VERIFY(!dialog);
  }
};

CAROM_DISPLAY_TEST(TestFileDialog);
#include "tst_file_dialog.moc"
