#pragma once

#include <QWidget>

#include "scene/scene.h"

class QGridLayout;
class QLabel;
class QLineEdit;

namespace carom {

class Edits;
class MathLabel;
class ParameterSlider;

/// One parameter: label, slider, field for an expression with units, unit; an error beneath.
///
/// A drag of the slider is one edit, and so is typing up to Enter or Esc. The field shows the value in
/// the display unit, and its expression while it has the focus.
class ParameterRow : public QWidget {
  Q_OBJECT
 public:
  ParameterRow(ParameterSpec spec, Edits* edits, QWidget* parent = nullptr);

  const ParameterSpec& spec() const { return m_spec; }
  void setValue(const ParameterValue& value);
  /// What of the scene depends on the parameter still, where an edit has put numbers in its place.
  enum class Effect {
    Whole,       ///< all that depended on it
    NotOnStart,  ///< the start does not: the row has the mark leftStartMark
    None         ///< nothing: the row says so
  };
  void setEffect(Effect effect);
  Effect effect() const { return m_effect; }
  static constexpr QChar leftStartMark{0x2020};  // †
  /// Marks the field with an error. The refused text stays until it is edited or the error is cleared.
  void setError(const QString& message);
  void clearError() { setError({}); }
  QString error() const { return m_errorText; }

  /// Width that the label needs, and the width it gets: the sliders of a panel begin at the same x.
  int labelWidth() const;
  /// Whether the name is one of words that needs more than this room.
  bool hasLongName(int room) const;
  /// Puts the name on a line of its own, above the slider, which is longer then.
  void setNameAbove(bool above);
  void setLabelWidth(int width);
  /// The expression of a slider position: rounded to the decimals of a step, within the range.
  QString expressionAt(int sliderPosition) const;

 public slots:
  void reset();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void build();
  void place(QGridLayout* grid);
  void begin();
  void preview(const QString& expression);
  void finish(const QString& expression);
  void cancel();
  void sliderMoved(int position);
  void sliderReleased();
  void textEdited(const QString& text);
  void showRange();
  void showText();
  QString pendingExpression() const;
  void showTips();
  void showNote(const QString& text, bool isError);
  void showTypedValue();
  QString fieldExpression() const;
  QString valueText() const;
  double displayed(double si) const { return si / m_factor; }

  ParameterSpec m_spec;
  Edits* m_edits;
  ParameterValue m_value;
  double m_factor = 1;  ///< display unit to SI
  Effect m_effect = Effect::Whole;
  bool m_isNameAbove = false;
  bool m_editing = false;
  bool m_typing = false;      ///< the text in the field is not yet the one in force
  bool m_moved = false;       ///< the slider has left its place in this edit
  bool m_ignoreDrag = false;  ///< a drag was cancelled but the button is still down
  QString m_errorText;
  MathLabel* m_label = nullptr;
  ParameterSlider* m_slider = nullptr;
  QLineEdit* m_field = nullptr;
  QLabel *m_unit = nullptr, *m_note = nullptr;  ///< the note: an error, or the value of what is typed
};

}  // namespace carom
