#pragma once

#include <QDockWidget>

namespace carom {

class Panel;

/// The dock around a panel, with its name in the title bar. Where a tab says the name already, the bar holds
/// only its buttons.
class PanelDock : public QDockWidget {
  Q_OBJECT
 public:
  PanelDock(Panel* panel, const QString& name, QMainWindow* window);

  /// Whether it is one of several under a row of tabs.
  bool isTabbed() const;

 protected:
  void initStyleOption(QStyleOptionDockWidget* option) const override;

 private:
  QMainWindow* m_window;
};

}  // namespace carom
