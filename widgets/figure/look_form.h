#pragma once

#include <QWidget>

#include "base/figure_style.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace carom {

/// Fields for the look that a journal asks for: a preset, and what it sets.
class LookForm : public QWidget {
  Q_OBJECT
 public:
  explicit LookForm(QWidget* parent = nullptr);

  FigureLook look() const;
  void setLook(const FigureLook& look);
  /// The name of the preset that was chosen last.
  QString preset() const;
  void setPreset(const QString& words);
  /// The width (mm) that the present preset is kept with.
  void setWidth(double mm) { m_widthMm = mm; }

 signals:
  void changed();
  /// A preset was chosen that has this width.
  void widthWanted(double mm);
  /// Why something was not done.
  void refused(const QString& why);

 private:
  void listPresets();
  void showFontNote();
  void takePreset();
  void keepAsPreset();

  QComboBox *m_preset = nullptr, *m_font = nullptr, *m_palette = nullptr;
  QDoubleSpinBox *m_text = nullptr, *m_line = nullptr;
  QCheckBox *m_marks = nullptr, *m_black = nullptr;
  QLabel* m_fontNote = nullptr;
  QString m_mathFont;
  double m_widthMm = 0;
};

}  // namespace carom
