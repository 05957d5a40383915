#include "impulse/law_list.h"

#include <QEvent>
#include <QHeaderView>
#include <QSignalBlocker>
#include <algorithm>

#include "base/number_format.h"
#include "common/theme.h"
#include "impulse/impulse_cards.h"
#include "impulse/impulse_lab.h"
#include "impulse/law_marks.h"

namespace carom {

namespace {

constexpr int wordsRole = Qt::UserRole, signRole = Qt::UserRole + 1;

}  // namespace

LawList::LawList(ImpulseLab* lab, QWidget* parent) : QTreeWidget(parent), m_lab(lab) {
  setObjectName(QStringLiteral("impulseLaws"));
  setAccessibleName(tr("Collision laws"));
  setHeaderHidden(true);
  setRootIsDecorated(false);
  setColumnCount(2);
  header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  // Answers have what the names leave, and end in an ellipsis where that is little: a tooltip has all.
  header()->setMinimumSectionSize(24);
  header()->setStretchLastSection(false);  // which leaves it at least its usual size
  header()->setSectionResizeMode(1, QHeaderView::Stretch);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  for (const CollisionLaw law : allCollisionLaws()) {
    auto* item = new QTreeWidgetItem(this, {lawLabel(law)});
    item->setIcon(0, lawIcon(law));
    item->setCheckState(0, Qt::Unchecked);
  }
  setCurrentItem(topLevelItem(static_cast<int>(CollisionLaw::ChatterjeeRuina)));
  connect(this, &QTreeWidget::itemChanged, this, &LawList::takeChecks);
  connect(header(), &QHeaderView::sectionResized, this, &LawList::fitWords, Qt::QueuedConnection);
  connect(lab, &ImpulseLab::changed, this, &LawList::refresh);
  connect(lab, &ImpulseLab::lawsChanged, this, &LawList::refresh);
  connect(lab, &ImpulseLab::lawsChanged, this, &LawList::chooseTicked);
  refresh();
  chooseTicked();
}

CollisionLaw LawList::law() const {
  return static_cast<CollisionLaw>(std::max(0, indexOfTopLevelItem(currentItem())));
}

/// Chooses the law that is ticked, where the chosen one is not and there is no other.
void LawList::chooseTicked() {
  const std::vector<CollisionLaw>& ticked = m_lab->laws();
  if (ticked.size() == 1) setCurrentItem(topLevelItem(static_cast<int>(ticked.front())));
}

/// A law that is ticked is also the chosen one: who ticks a law and puts one on a contact means that one.
void LawList::takeChecks(QTreeWidgetItem* changed) {
  if (changed->checkState(0) == Qt::Checked) setCurrentItem(changed);
  std::vector<CollisionLaw> laws;
  for (const CollisionLaw law : allCollisionLaws())
    if (topLevelItem(static_cast<int>(law))->checkState(0) == Qt::Checked) laws.push_back(law);
  m_lab->setLaws(laws);
}

void LawList::refresh() {
  const QSignalBlocker quiet(this);
  const ImpulseCase& what = m_lab->now();
  for (const CollisionLaw law : allCollisionLaws()) {
    QTreeWidgetItem* item = topLevelItem(static_cast<int>(law));
    const bool shown = std::ranges::find(m_lab->laws(), law) != m_lab->laws().end();
    item->setCheckState(0, shown ? Qt::Checked : Qt::Unchecked);
    const LawDiagram diagram = lawDiagram(law, what.impact, what.coefficients, 0);
    const bool answers = diagram.refusal.empty();
    const QString words = answers
                              ? tr("%1, %2").arg(answerWords(diagram), permissibleWords(diagram.permissible))
                              : tr("no answer");
    // What breaks no condition needs no words for that: its ink is that of the others.
    const bool fine = answers && diagram.permissible.all();
    item->setData(1, wordsRole, fine ? answerWords(diagram) : words);
    item->setData(1, signRole, fine ? QString() : answers ? QStringLiteral("!") : QStringLiteral("–"));
    for (const int column : {0, 1})
      item->setToolTip(column, answers ? words : QString::fromStdString(diagram.refusal));
    item->setForeground(1, fine ? theme::quietInk() : theme::warningInk());
  }
  fitWords();
}

/// Where no answer has room for its words, signs stand in their place: a letter and an ellipsis say nothing.
void LawList::fitWords() {
  constexpr int least = 60;  // px: "sticks", and of longer words as much
  const QSignalBlocker quiet(this);
  const bool hasRoom = columnWidth(1) >= least;
  for (int row = 0; row < topLevelItemCount(); ++row) {
    QTreeWidgetItem* item = topLevelItem(row);
    item->setText(1, item->data(1, hasRoom ? wordsRole : signRole).toString());
  }
}

/// The colours of the answers are those of the scheme.
void LawList::changeEvent(QEvent* event) {
  QTreeWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) refresh();
}

}  // namespace carom
