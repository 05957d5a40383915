#pragma once

#include <QWidget>

#include "base/figure_style.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QTableWidget;

namespace carom {

/// Fields for what an author changes on one figure: title, labels and ranges of its axes, place of the
/// legend, and notes, which the mouse moves in the preview.
class EditsForm : public QWidget {
  Q_OBJECT
 public:
  explicit EditsForm(QWidget* parent = nullptr);

  /// Throws FigureError for a range that is none.
  FigureEdits edits() const;
  void setEdits(const FigureEdits& edits);
  /// Shows the fields of axes and legend, which only plots have.
  void setPlot(bool isPlot);

  void addNote(const QPointF& at);
  /// Takes hold of the note at a place of the figure, within a share of its width; moves it there.
  void grabNote(const QPointF& at);
  void moveNote(const QPointF& at);

 signals:
  void changed();

 private:
  FigureNote noteAt(int row) const;
  void putNote(int row, const FigureNote& note);
  QLineEdit* addField(QFormLayout* form, const QString& label, const char* name, const QString& hint);

  QLineEdit *m_title = nullptr, *m_x = nullptr, *m_y = nullptr, *m_xRange = nullptr, *m_yRange = nullptr;
  QComboBox* m_legend = nullptr;
  QTableWidget* m_notes = nullptr;
  QFormLayout* m_form = nullptr;
  int m_grabbed = -1;
};

}  // namespace carom
