#pragma once

#include <QWidget>

#include "figure/figure.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSettings;
class QSpinBox;

namespace carom {

/// The file that a figure becomes: where it is written, its format, its resolution, and whether its numbers
/// go with it.
class FileForm : public QWidget {
  Q_OBJECT
 public:
  explicit FileForm(bool hasNumbers, QWidget* parent);

  /// Where the figure and, unless that is empty, its numbers go.
  struct Files {
    QString figure, numbers;
  };
  /// Gives a path without an ending that of the format.
  Files files();
  QString path() const;
  /// ".pdf": of the format that is chosen.
  QString ending() const;
  /// Resolution and ground.
  void addTo(FigureOptions& options) const;
  void set(const FigureOptions& options);
  /// A file of this name, in the same folder.
  void setName(const QString& name);
  /// What was remembered, and a file of this name in the folder of the last export.
  void restore(const QSettings& settings, const QString& name);
  void remember(QSettings& settings) const;

 signals:
  void changed();

 private:
  void chooseFile();
  /// Gives the path the ending of the format, or chooses the format by the ending that was typed.
  void followFormat();
  void followPath();

  QLineEdit* m_path;
  QComboBox* m_format;
  QSpinBox* m_dpi;
  QCheckBox *m_transparent, *m_csv;
};

}  // namespace carom
