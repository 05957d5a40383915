#pragma once

#include <QMenu>

namespace carom {

class SummaryBar;

/// Keys, the reasoning of the present answer, and what the program is.
class HelpMenu : public QMenu {
  Q_OBJECT
 public:
  HelpMenu(SummaryBar* summary, QWidget* window);

 private:
  void showKeys();
  void showAbout();
  void showRichText(const QString& title, const QString& markup);
};

}  // namespace carom
