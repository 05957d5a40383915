#pragma once

#include <QWidget>

#include "figure/figure.h"

class QComboBox;

namespace carom {

class EditsForm;
class PanelGrid;

/// The labels and notes of a figure, or of one panel of a composition, or of that as a whole.
class LabelsForm : public QWidget {
  Q_OBJECT
 public:
  LabelsForm(PanelGrid* panels, QWidget* parent);

  EditsForm* edits() const { return m_edits; }
  /// Of a composition as a whole.
  const FigureEdits& ownEdits() const { return m_own; }
  void setOwnEdits(const FigureEdits& edits) { m_own = edits; }

 public slots:
  /// Lists the panels that there are, and shows the edits of the chosen one.
  void followPanels();

 signals:
  /// Other edits, or those of other panels.
  void changed();
  void refused(const QString& why);

 private:
  std::size_t chosenPanel() const;
  void showChosen();
  void take();

  PanelGrid* m_panels;
  QComboBox* m_about;
  EditsForm* m_edits;
  FigureEdits m_own;
};

}  // namespace carom
