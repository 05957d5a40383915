#pragma once

#include <QPointer>
#include <QWidget>

#include "window/panels.h"

class QAction;
class QStackedLayout;
class QVBoxLayout;

namespace carom {

class ElidedLabel;

/// The centre of the window: all docks, or one panel that fills the window above the time line. The docks
/// stand as they were when the panel goes back.
class LargePanel : public QWidget {
  Q_OBJECT
 public:
  /// Takes the place of the window's central widget, which is the page of the docks.
  LargePanel(Panels* panels, QMainWindow* window);

  /// The panel that fills the window; null: none.
  Panel* panel() const { return m_large ? m_large->panel : nullptr; }
  /// F11: the panel with the keyboard, or else the 3D view, fills the window or goes back.
  QAction* action() const { return m_action; }

 public slots:
  /// Makes a panel fill the window, or puts it back where it fills it. A floated one fills the screen, or
  /// not.
  void toggle(carom::Panel* panel);
  void goBack();

 protected:
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  void fill(const Panels::Entry& entry);
  void take(const Panels::Entry& entry, QVBoxLayout* into);
  void giveBack(const Panels::Entry& entry);
  const Panels::Entry* entryOf(const QWidget* part) const;
  void toggleFocused();
  void makeHead();

  Panels* m_panels;
  QStackedLayout* m_pages;
  const Panels::Entry *m_large = nullptr, *m_timeline;
  QWidget* m_page;
  QVBoxLayout* m_column;
  ElidedLabel* m_title;
  QAction* m_action;
  QPointer<QWidget> m_standIn;  ///< in the dock of the large panel
};

}  // namespace carom
