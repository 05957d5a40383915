#pragma once

#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "document/scene_files.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "window/main_window.h"
#include "window/window_layout.h"

namespace carom {

/// A window and a folder for its files, driven as a person would.
class FileWindow {
 protected:
  std::unique_ptr<MainWindow> window;
  std::unique_ptr<QTemporaryDir> folder;

  static void prepare() { prepareWindowTest(); }
  /// A new window with the billiard break.
  void start() {
    folder = std::make_unique<QTemporaryDir>();
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QApplication::setActiveWindow(window.get());
    open("billiard-break");
  }
  /// The same without settings, as a first start, in front and as large as its layout wants.
  void startFresh() {
    QSettings().clear();
    start();
    tests::showActive(window.get());
    window->windowLayout()->fitScreen();
  }

  QString path(const char* name) const { return folder->filePath(name); }
  static QByteArray content(const QString& file) {
    QFile disk(file);
    return disk.open(QIODevice::ReadOnly) ? disk.readAll() : QByteArray();
  }
  static void put(const QString& file, const QByteArray& text) {
    QFile disk(file);
    QVERIFY(disk.open(QIODevice::WriteOnly));
    QCOMPARE(disk.write(text), text.size());
  }
  static QByteArray billiardBreak() {
    return QByteArray::fromStdString(Scene::open("billiard-break")->text());
  }
  void open(const QString& scene) {
    const SnapshotPtr before = window->snapshot();
    window->openScene(scene);
    QTRY_VERIFY(window->snapshot() && (!before || window->snapshot()->scene != before->scene));
    QVERIFY(!window->isWindowModified());
  }
  double theta() const { return window->snapshot()->instance.parameters.front().value * 180 / M_PI; }
  void setTheta(const char* expression) {
    window->document()->setAssignment("theta", expression);
    QTRY_VERIFY(window->isWindowModified() && !window->document()->isWaiting());
  }
  void key(Qt::Key key) {
    QApplication::setActiveWindow(window.get());  // there is no window manager to do it
    QTest::keyClick(window.get(), key, Qt::ControlModifier);
  }
  QMessageBox* box() const {
    for (auto* each : window->findChildren<QMessageBox*>())
      if (each->isVisible()) return each;
    return nullptr;
  }
  /// Presses the button of the open question whose text starts with a word.
  void answer(const QString& word) {
    QTRY_VERIFY(box());
    for (QAbstractButton* button : box()->buttons())
      if (button->text().remove('&').startsWith(word)) return QTest::keyClick(button, Qt::Key_Space);
    QFAIL(qPrintable("no button " + word));
  }
  /// Types a name into the open file dialog.
  void chooseFile(const QString& file) {
    QTRY_VERIFY(window->findChild<QFileDialog*>() && window->findChild<QFileDialog*>()->isVisible());
    auto* dialog = window->findChild<QFileDialog*>();
    auto* field = dialog->findChild<QLineEdit*>("fileNameEdit");
    field->selectAll();
    field->insert(file);  // keys would end up in the list of completions
    auto* buttons = dialog->findChild<QDialogButtonBox*>();
    for (const auto role : {QDialogButtonBox::Save, QDialogButtonBox::Open})
      if (auto* button = buttons->button(role)) button->click();
  }
};

}  // namespace carom
