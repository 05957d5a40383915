#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace carom {

class SceneThumbnails;

/// The built-in scenes with pictures, to be searched and opened as copies.
class LibraryDialog : public QDialog {
  Q_OBJECT
 public:
  explicit LibraryDialog(QWidget* parent = nullptr);

 signals:
  /// By built-in name.
  void chosen(const QString& name);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void addScenes();
  void search(const QString& words);
  void showCurrent();
  void choose();

  QLineEdit* m_search;
  QListWidget* m_list;
  QLabel* m_description;
  QPushButton* m_open;
  SceneThumbnails* m_thumbnails;
};

}  // namespace carom
