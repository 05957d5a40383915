#include "window/terms_dialog.h"

#include <QLineEdit>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "base/terms.h"
#include "common/plain_text.h"
#include "common/term_tips.h"

namespace carom {

TermsDialog::TermsDialog(const TermTips* terms, QWidget* parent)
    : QDialog(parent), m_terms(terms), m_search(new QLineEdit(this)), m_text(new QTextBrowser(this)) {
  setObjectName("termsDialog");
  setWindowTitle(tr("Words and symbols"));
  m_search->setPlaceholderText(tr("Search, such as minimal or ρ"));
  m_search->setAccessibleName(tr("Search words and symbols"));
  m_search->setClearButtonEnabled(true);
  m_text->setAccessibleName(windowTitle());
  auto* column = new QVBoxLayout(this);
  column->addWidget(m_search);
  column->addWidget(m_text, 1);
  resize(620, 560);
  connect(m_search, &QLineEdit::textChanged, this, &TermsDialog::write);
}

void TermsDialog::search(const QString& word) {
  m_search->setText(word);
}

void TermsDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  write();
  m_search->setFocus();
}

/// Lists the terms that have the words of the search, with the values of the present answer.
void TermsDialog::write() {
  const QString wanted = m_search->text().trimmed();
  Html all;
  for (const Term& term : termTable()) {
    const QString text = termText(term, m_terms->snapshot().get());
    const bool fits = text.contains(wanted, Qt::CaseInsensitive) ||
                      QString::fromUtf8(term.signs).contains(wanted, Qt::CaseInsensitive);
    if (!fits) continue;
    const auto head = text.indexOf(QLatin1Char(':'));
    all += Html::markup("<p>") + Html(text.left(head + 1)).bold() + Html(text.mid(head + 1)) +
           Html::markup("</p>");
  }
  m_text->setHtml(all.text().isEmpty() ? Html(tr("No word or symbol has this text.")).text() : all.text());
}

}  // namespace carom
