#pragma once

#include <QDialog>

class QLineEdit;
class QTextBrowser;

namespace carom {

class TermTips;

/// All words and symbols of the theory with their values in the answer that is shown, and a search.
class TermsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit TermsDialog(const TermTips* terms, QWidget* parent = nullptr);

  /// Lists what has this word.
  void search(const QString& word);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void write();

  const TermTips* m_terms;
  QLineEdit* m_search;
  QTextBrowser* m_text;
};

}  // namespace carom
