#pragma once
#include <QFileDialog>
#include <functional>

namespace carom {

/// The dialog that asks for a file to open. It belongs to its parent, is opened by open(), and is deleted
/// once it is closed and no event loop of its own runs any more: the menu of its list of files waits in one,
/// on the stack, and a dialog that a window manager closes under that menu would take the menu with it.
class FileDialog : public QFileDialog {
  Q_OBJECT

 public:
  /// @param folder where it starts; also a file in that folder
  /// @param kinds what it offers, as "Scenes (*.json);;All files (*)"
  FileDialog(QWidget* parent, const QString& title, const QString& folder, const QString& kinds);

  /// Asks for a file to write; one that is there is asked for once more.
  void askToSave();
  void open() override;
  void done(int result) override;

 protected:
  void accept() override;

 private:
  void goWhenLeft();

  int m_level = 0;  ///< how many event loops ran when it was opened
};

/// Asks where to save a text, writes it whole or not at all, and says why where that fails.
/// @param suggested the name of the file, with or without a folder
/// @param written hears the path
void saveText(QWidget* parent, const QString& title, const QString& suggested, const QString& kinds,
              const QString& text, std::function<void(const QString& path)> written = {});

}  // namespace carom
