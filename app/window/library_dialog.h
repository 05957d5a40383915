#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace carom {

class SceneThumbnails;

/// Shows the built-in scenes with pictures as a course of lessons. The person searches them and opens one as
/// a copy.
class LibraryDialog : public QDialog {
  Q_OBJECT
 public:
  explicit LibraryDialog(QWidget* parent = nullptr);

 signals:
  /// The person chose the built-in scene of this name.
  void chosen(const QString& name);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void addScenes();
  void search();
  void showCurrent();
  void choose();

  QLineEdit* m_search;
  QComboBox* m_group;  ///< of lessons; the first entry is all scenes
  QListWidget* m_list;
  QLabel* m_description;
  QPushButton* m_open;
  SceneThumbnails* m_thumbnails;
};

}  // namespace carom
