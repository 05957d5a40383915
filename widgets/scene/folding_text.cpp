#include "scene/folding_text.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace carom {

namespace {

constexpr int headLines = 3;

}  // namespace

FoldingText::FoldingText(QLabel* label, QWidget* parent)
    : QWidget(parent), m_label(label), m_more(new QToolButton(this)) {
  m_label->setParent(this);
  m_label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_more->setProperty("role", QStringLiteral("quiet"));
  m_more->setObjectName(QStringLiteral("more"));
  m_more->hide();
  connect(m_more, &QToolButton::clicked, this, [this] {
    m_isOpen = !m_isOpen;
    arrange();
  });
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_label);
  column->addWidget(m_more, 0, Qt::AlignRight);
}

QWidget* FoldingText::button() const {
  return m_more;
}

void FoldingText::setText(const QString& text) {
  if (text == m_label->text()) return;
  m_label->setText(text);
  m_isOpen = false;
  arrange();
}

void FoldingText::fold(bool isTight, int width) {
  const bool folding = isTight && m_label->heightForWidth(width) > foldedHeight();
  if (folding == m_isFolding) return;
  m_isFolding = folding;
  arrange();
}

int FoldingText::headHeight() const {
  return headLines * m_label->fontMetrics().lineSpacing();
}

int FoldingText::foldedHeight() const {
  return headHeight() + m_more->sizeHint().height();
}

int FoldingText::hiddenHeight(int width) const {
  return m_isFolding ? m_label->heightForWidth(width) - heightForWidth(width) : 0;
}

void FoldingText::arrange() {
  const bool isShort = m_isFolding && !m_isOpen;
  m_label->setMaximumHeight(isShort ? headHeight() : QWIDGETSIZE_MAX);
  m_more->setText(m_isOpen ? tr("less") : tr("more"));
  m_more->setAccessibleName(m_isOpen ? tr("Less of the description") : tr("More of the description"));
  m_more->setVisible(m_isFolding);
  updateGeometry();
}

}  // namespace carom
