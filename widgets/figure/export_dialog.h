#pragma once

#include <QDialog>
#include <memory>

#include "figure/figure.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace carom {

/// Asks for the file, format and size of a figure, shows a preview, and remembers the answers.
///
/// A figure that cannot be written leaves the dialog open with the reason; nothing on the disk has changed.
class FigureExportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit FigureExportDialog(std::unique_ptr<Figure> figure, QWidget* parent = nullptr);
  ~FigureExportDialog() override;

 signals:
  void written(const QString& path);

 protected:
  void accept() override;

 private:
  QLayout* createForm();
  QLayout* createButtons();
  void restore();
  void remember() const;
  void chooseFile();
  /// Gives the path the ending of the format, or chooses the format by the ending that was typed.
  void followFormat();
  void followPath();
  void showFigure();
  FigureOptions options() const;  ///< throws FigureError
  void copyPicture();
  void copyCommandLine();

  std::unique_ptr<Figure> m_figure;
  QLabel *m_preview = nullptr, *m_size = nullptr, *m_error = nullptr;
  QLineEdit* m_path = nullptr;
  QComboBox *m_format = nullptr, *m_width = nullptr;
  QLineEdit* m_height = nullptr;
  QSpinBox* m_dpi = nullptr;
  QCheckBox *m_transparent = nullptr, *m_csv = nullptr;
  QPushButton* m_export = nullptr;
};

}  // namespace carom
