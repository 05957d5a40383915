#include "common/file_dialog.h"

#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QThread>
#include <QTimer>

#include "base/atomic_file.h"

namespace carom {

namespace {

constexpr int pause = 50;  // ms between two looks whether its menu has returned

bool belongsTo(const QObject* owner, const QObject* part) {
  while (part && part != owner) part = part->parent();
  return part;
}

}  // namespace

FileDialog::FileDialog(QWidget* parent, const QString& title, const QString& folder, const QString& kinds)
    : QFileDialog(parent, title, folder, kinds) {
  setFileMode(ExistingFile);
}

void FileDialog::askToSave() {
  setFileMode(AnyFile);
  setAcceptMode(AcceptSave);
}

void FileDialog::open() {
  m_level = QThread::currentThread()->loopLevel();
  QFileDialog::open();
}

/// Takes the file that is typed. While its path was typed, Qt marked the folders on the way in the list, and
/// would go into the folder of the list itself instead.
void FileDialog::accept() {
  const auto* field = findChild<QLineEdit*>("fileNameEdit");
  auto* list = findChild<QListView*>("listView");
  if (field && list && field->hasFocus() && QFileInfo(directory(), field->text()).isFile())
    list->clearSelection();
  QFileDialog::accept();
}

void FileDialog::done(int result) {
  for (QWidget* popup = QApplication::activePopupWidget(); belongsTo(this, popup);
       popup = QApplication::activePopupWidget())
    if (!popup->close()) break;
  QFileDialog::done(result);
  goWhenLeft();
}

void FileDialog::goWhenLeft() {
  if (isVisible()) return;  // a file that is not there keeps it open
  if (QThread::currentThread()->loopLevel() <= m_level) return deleteLater();
  QTimer::singleShot(pause, this, &FileDialog::goWhenLeft);
}

void saveText(QWidget* parent, const QString& title, const QString& suggested, const QString& kinds,
              const QString& text, std::function<void(const QString& path)> written) {
  auto* dialog = new FileDialog(parent, title, QString(), kinds);
  dialog->askToSave();
  dialog->selectFile(suggested);
  QObject::connect(dialog, &FileDialog::fileSelected, parent,
                   [parent, title, text, written = std::move(written)](const QString& path) {
                     try {
                       writeWhole(path, text.toUtf8());
                       if (written) written(path);
                     } catch (const FileError& error) {
                       QMessageBox::warning(parent, title, QString::fromUtf8(error.what()));
                     }
                   });
  dialog->open();
}

}  // namespace carom
