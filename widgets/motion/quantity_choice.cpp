#include "motion/quantity_choice.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>

namespace carom {

constexpr int placeRole = Qt::UserRole + 1;

static QString textOf(const RunQuantity& quantity) {
  return QStringLiteral("%1 (%2)").arg(nameOf(quantity), unitOf(quantity));
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

void QuantityChoice::setQuantities(const RunQuantities& all, const QStringList& chosen) {
  std::vector<std::size_t> places;
  for (const QString& key : chosen)
    if (const auto place = all.placeOf(key.toStdString())) places.push_back(*place);
  std::ranges::sort(places);
  const bool isSame = places == m_chosen && m_all && m_all->isOfSame(all);
  m_all = all;
  m_chosen = std::move(places);
  if (!isSame && menu()->isVisible()) search();
}

bool QuantityChoice::isChosen(std::size_t place) const {
  return std::ranges::binary_search(m_chosen, place);
}

/// The places of the quantities in which every word occurs.
std::vector<std::size_t> QuantityChoice::fitting(const QStringList& words) const {
  std::vector<std::size_t> fits;
  for (std::size_t place = 0; m_all && place < m_all->size(); ++place) {
    const RunQuantity each = words.isEmpty() ? RunQuantity() : (*m_all)[place];
    if (std::ranges::all_of(words, [&](const QString& word) {
          return textOf(each).contains(word, Qt::CaseInsensitive) ||
                 keyOf(each).contains(word, Qt::CaseInsensitive);
        }))
      fits.push_back(place);
  }
  return fits;
}

/// Shows the first quantities in which every word occurs.
void QuantityChoice::search() {
  constexpr std::size_t most = 500;  // a longer list is filled slowly and read by nobody
  std::vector<std::size_t> fits = fitting(m_search->text().split(QLatin1Char(' '), Qt::SkipEmptyParts));
  const std::size_t more = fits.size() - std::min(fits.size(), most);
  // What is chosen is in sight, so that it can be taken back.
  if (more > 0) std::ranges::stable_partition(fits, [this](std::size_t place) { return isChosen(place); });
  fits.resize(fits.size() - more);
  m_list->clear();
  for (const std::size_t place : fits) {
    const RunQuantity each = (*m_all)[place];
    auto* item = new QListWidgetItem(textOf(each));
    item->setData(Qt::UserRole, keyOf(each));
    item->setData(placeRole, static_cast<qulonglong>(place));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setCheckState(isChosen(place) ? Qt::Checked : Qt::Unchecked);
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
  const auto place = static_cast<std::size_t>(item->data(placeRole).toULongLong());
  const bool isNew = m_of == Of::One || !isChosen(place);
  for (int i = 0; i < m_list->count() && m_of == Of::One; ++i)
    if (m_list->item(i)->checkState() == Qt::Checked) m_list->item(i)->setCheckState(Qt::Unchecked);
  item->setCheckState(isNew ? Qt::Checked : Qt::Unchecked);
  if (m_of == Of::One) menu()->hide();
  if (m_of == Of::One) m_chosen.clear();
  std::erase(m_chosen, place);
  if (isNew) m_chosen.insert(std::ranges::upper_bound(m_chosen, place), place);
  QStringList chosen;
  for (const std::size_t each : m_chosen) chosen += keyOf((*m_all)[each]);
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
