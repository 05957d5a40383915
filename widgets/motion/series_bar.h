#pragma once

#include <QWidget>

#include "motion/plot_preset.h"

class QMenu;
class QToolButton;

namespace carom {

class QuantityChoice;

/// What can be chosen in a plot: the quantities of a free one, or what another one is along, then the axes
/// and the cursors.
class SeriesBar : public QWidget {
  Q_OBJECT
 public:
  SeriesBar(const PlotPreset& preset, QWidget* parent);

  /// Shows what is chosen.
  void showChosen(const SeriesView& view, bool hasCursors);
  /// Leaves out buttons that have no room in a panel of this width; the context menu has them.
  void fitWidth(int width);
  void addTo(QMenu* menu);
  /// Those of a free plot; null in another one.
  QuantityChoice* quantities() const { return m_quantities; }
  QuantityChoice* over() const { return m_over; }

 signals:
  void alongTimeChosen(bool alongTime);
  void logChosen(bool x, bool y);
  void cursorsChosen(bool shown);
  void fitWanted();

 private:
  QToolButton* add(const QString& text, const QString& tip, const char* name);
  void addChoices();
  void addSwitch(const QString& title);

  bool m_isFree;
  QuantityChoice *m_quantities = nullptr, *m_over = nullptr;
  QToolButton *m_ordering = nullptr, *m_time = nullptr;
  QToolButton *m_logX, *m_logY, *m_cursors, *m_fit;
};

}  // namespace carom
