#pragma once

#include <QMenu>

namespace carom {

class SummaryBar;
class TermTips;
class TermsDialog;

/// The Help menu: keys, the reasoning of the present answer, and facts about the program.
class HelpMenu : public QMenu {
  Q_OBJECT
 public:
  HelpMenu(SummaryBar* summary, TermTips* terms, QWidget* window);

 private:
  void showKeys();
  void showTerms(TermTips* terms);
  void showAbout();
  void showRichText(const QString& title, const QString& markup);

  TermsDialog* m_terms = nullptr;
};

}  // namespace carom
