#pragma once

#include <QDialog>

#include "answer/compute_snapshot.h"

class QCheckBox;
class QLabel;
class QLineEdit;

namespace carom {

/// Asks how a robot's description becomes a scene, and makes it.
class ImportDialog : public QDialog {
  Q_OBJECT
 public:
  /// robot: the path of a URDF, MJCF or SDF file.
  ImportDialog(const QString& robot, QWidget* parent);

 signals:
  /// The scene, and what it has not or has in another form.
  void imported(const carom::SceneText& scene, const QStringList& warnings);

 private:
  void import();

  QString m_robot;
  QCheckBox* m_floating;
  QLineEdit *m_feet, *m_meshFolder;
  QCheckBox* m_boxes;
  QLabel* m_error;
};

}  // namespace carom
