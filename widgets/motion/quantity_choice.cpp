#include "motion/quantity_choice.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSet>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>

namespace carom {

static QString textOf(const RunQuantity& quantity) {
  return QStringLiteral("%1 (%2)").arg(quantity.name, quantity.unit);
}

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
    const QSignalBlocker quiet(m_search);
    m_search->clear();
    search();
    m_search->setFocus();
  });
  connect(m_list, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { toggle(m_list->row(item)); });
}

void QuantityChoice::setQuantities(const std::vector<RunQuantity>& all, const QStringList& chosen) {
  const QSet<QString> wanted(chosen.begin(), chosen.end());
  QStringList known;
  for (const RunQuantity& each : all)
    if (wanted.contains(each.key)) known += each.key;
  const bool isSame =
      known == m_chosen && std::ranges::equal(all, m_all, {}, &RunQuantity::key, &RunQuantity::key);
  m_all = all;
  m_chosen = known;
  if (!isSame && menu()->isVisible()) search();
}

/// Shows the first quantities in which every word occurs.
void QuantityChoice::search() {
  constexpr int most = 500;  // a longer list is filled slowly and read by nobody
  const QStringList words = m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  std::vector<const RunQuantity*> fits;
  for (const RunQuantity& each : m_all)
    if (std::ranges::all_of(words, [&](const QString& word) {
          return textOf(each).contains(word, Qt::CaseInsensitive) ||
                 each.key.contains(word, Qt::CaseInsensitive);
        }))
      fits.push_back(&each);
  const int more = std::max(0, static_cast<int>(fits.size()) - most);
  // What is chosen is in sight, so that it can be taken back.
  if (more > 0)
    std::ranges::stable_partition(fits, [this](const auto* each) { return m_chosen.contains(each->key); });
  fits.resize(fits.size() - static_cast<std::size_t>(more));
  m_list->clear();
  for (const RunQuantity* each : fits) {
    auto* item = new QListWidgetItem(textOf(*each));
    item->setData(Qt::UserRole, each->key);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setCheckState(m_chosen.contains(each->key) ? Qt::Checked : Qt::Unchecked);
    m_list->addItem(item);
  }
  if (m_list->count() > 0) m_list->setCurrentRow(0);
  if (more == 0) return;
  auto* rest = new QListWidgetItem(tr("… and %1 more: search for a name").arg(more), m_list);
  rest->setFlags(Qt::NoItemFlags);
}

void QuantityChoice::toggle(int row) {
  QListWidgetItem* item = m_list->item(row);
  if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
  const QString key = item->data(Qt::UserRole).toString();
  const bool isNew = m_of == Of::One || !m_chosen.contains(key);
  for (int i = 0; i < m_list->count() && m_of == Of::One; ++i)
    if (m_list->item(i)->checkState() == Qt::Checked) m_list->item(i)->setCheckState(Qt::Unchecked);
  item->setCheckState(isNew ? Qt::Checked : Qt::Unchecked);
  if (m_of == Of::One) menu()->hide();
  QStringList chosen;
  for (const RunQuantity& each : m_all)
    if (each.key == key ? isNew : m_of == Of::Several && m_chosen.contains(each.key)) chosen += each.key;
  m_chosen = chosen;
  emit choiceChanged(chosen);
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
