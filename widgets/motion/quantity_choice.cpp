#include "motion/quantity_choice.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>

namespace carom {

QuantityChoice::QuantityChoice(Of of, const QString& text, const QString& tip, QWidget* parent)
    : ElidedButton(parent), m_of(of) {
  setFullText(text);
  setToolTip(tip);
  setAccessibleName(tip);
  setProperty("compact", true);
  setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(this);
  auto* form = new QWidget(menu);
  m_search = new QLineEdit(form);
  m_search->setObjectName(QStringLiteral("quantitySearch"));
  m_search->setPlaceholderText(tr("Search, such as gap or c.x"));
  m_search->setAccessibleName(tr("Search quantities"));
  m_search->setClearButtonEnabled(true);
  m_search->installEventFilter(this);
  m_list = new QListWidget(form);
  m_list->setObjectName(QStringLiteral("quantities"));
  m_list->setAccessibleName(tip);
  m_list->setMinimumSize(300, 260);
  m_list->installEventFilter(this);
  auto* column = new QVBoxLayout(form);
  column->addWidget(m_search);
  column->addWidget(m_list);
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(form);
  menu->addAction(action);
  setMenu(menu);
  connect(m_search, &QLineEdit::textChanged, this, &QuantityChoice::search);
  connect(menu, &QMenu::aboutToShow, this, [this] {
    m_search->clear();
    m_search->setFocus();
  });
  connect(m_list, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { toggle(m_list->row(item)); });
}

void QuantityChoice::setQuantities(const std::vector<RunQuantity>& all, const QStringList& chosen) {
  QStringList keys;
  for (int i = 0; i < m_list->count(); ++i) keys += m_list->item(i)->data(Qt::UserRole).toString();
  QStringList wanted;
  for (const RunQuantity& each : all) wanted += each.key;
  if (keys != wanted) {
    m_list->clear();
    for (const RunQuantity& each : all) {
      auto* item = new QListWidgetItem(QStringLiteral("%1 (%2)").arg(each.name, each.unit), m_list);
      item->setData(Qt::UserRole, each.key);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    }
    search(m_search->text());
  }
  for (int i = 0; i < m_list->count(); ++i)
    m_list->item(i)->setCheckState(chosen.contains(wanted[i]) ? Qt::Checked : Qt::Unchecked);
}

QStringList QuantityChoice::chosen() const {
  QStringList keys;
  for (int i = 0; i < m_list->count(); ++i)
    if (m_list->item(i)->checkState() == Qt::Checked) keys += m_list->item(i)->data(Qt::UserRole).toString();
  return keys;
}

/// Shows the quantities in which every word occurs.
void QuantityChoice::search(const QString& words) {
  const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  int first = -1;
  for (int i = 0; i < m_list->count(); ++i) {
    const QString text =
        m_list->item(i)->text() + QLatin1Char(' ') + m_list->item(i)->data(Qt::UserRole).toString();
    const bool fits = std::ranges::all_of(
        wanted, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    m_list->item(i)->setHidden(!fits);
    if (fits && first < 0) first = i;
  }
  m_list->setCurrentRow(first);
}

void QuantityChoice::toggle(int row) {
  QListWidgetItem* item = m_list->item(row);
  if (!item || item->isHidden()) return;
  const bool isNew = m_of == Of::One || item->checkState() != Qt::Checked;
  for (int i = 0; i < m_list->count() && m_of == Of::One; ++i) m_list->item(i)->setCheckState(Qt::Unchecked);
  item->setCheckState(isNew ? Qt::Checked : Qt::Unchecked);
  if (m_of == Of::One) menu()->hide();
  emit choiceChanged(chosen());
}

/// ↓ leads from the search to the list, and Enter or Space chooses what is marked.
bool QuantityChoice::eventFilter(QObject* object, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return ElidedButton::eventFilter(object, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Return || key == Qt::Key_Enter || (key == Qt::Key_Space && object == m_list)) {
    toggle(m_list->currentRow());
    return true;
  }
  if (object == m_search && key == Qt::Key_Down) {
    m_list->setFocus();
    return true;
  }
  return ElidedButton::eventFilter(object, event);
}

}  // namespace carom
