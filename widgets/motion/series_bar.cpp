#include "motion/series_bar.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include "motion/quantity_choice.h"

namespace carom {

SeriesBar::SeriesBar(const PlotPreset& preset, QWidget* parent) : QWidget(parent), m_isFree(preset.isFree) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(m_isFree ? 4 : 2);
  m_isFree ? addChoices() : addSwitch(preset.shownTitle());
  m_logX = add(tr("log x"), tr("Logarithmic x axis"), "logX");
  m_logY = add(m_isFree ? tr("log y") : tr("log"), tr("Logarithmic y axis"), "logY");
  m_cursors = add(tr("A B"),
                  tr("Two cursors that read values and differences: drag them, or move A with Ctrl+← → "
                     "and B with Ctrl+Shift+← →"),
                  "cursors");
  m_fit = add(tr("fit"),
              tr("Show all (0). Wheel: zoom, with Ctrl along x, with Shift along y; middle "
                 "button: move"),
              "fitPlot");
  for (QToolButton* button : {m_logX, m_logY, m_cursors}) button->setCheckable(true);
  if (m_isFree) row->addStretch(1);
  for (QToolButton* button : {m_logX, m_logY})
    connect(button, &QToolButton::toggled, this,
            [this] { emit logChosen(m_logX->isChecked(), m_logY->isChecked()); });
  connect(m_cursors, &QToolButton::toggled, this, &SeriesBar::cursorsChosen);
  connect(m_fit, &QToolButton::clicked, this, &SeriesBar::fitWanted);
}

QToolButton* SeriesBar::add(const QString& text, const QString& tip, const char* name) {
  auto* button = new QToolButton(this);
  button->setObjectName(QLatin1String(name));
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  if (m_isFree)
    button->setProperty("compact", true);
  else
    button->setProperty("role", QStringLiteral("tab"));
  layout()->addWidget(button);
  return button;
}

void SeriesBar::addChoices() {
  m_quantities = new QuantityChoice(QuantityChoice::Of::Several, tr("quantities"),
                                    tr("Choose the quantities that are drawn"), this);
  m_quantities->setObjectName(QStringLiteral("chooseQuantities"));
  m_over = new QuantityChoice(QuantityChoice::Of::One, tr("over time"),
                              tr("The quantity of the horizontal axis: time, or another one"), this);
  m_over->setObjectName(QStringLiteral("chooseOver"));
  layout()->addWidget(m_quantities);
  layout()->addWidget(m_over);
}

void SeriesBar::addSwitch(const QString& title) {
  m_ordering =
      add(tr("ordering"), tr("%1 after each reflection of the ordering").arg(title), "alongOrdering");
  m_time = add(tr("time"), tr("%1 along the motion").arg(title), "alongTime");
  auto* group = new QButtonGroup(this);
  for (QToolButton* button : {m_ordering, m_time}) {
    button->setCheckable(true);
    group->addButton(button);
  }
  m_ordering->setChecked(true);
  connect(m_time, &QToolButton::toggled, this, &SeriesBar::alongTimeChosen);
}

void SeriesBar::showChosen(const SeriesView& view, bool hasCursors) {
  const QSignalBlocker quiet(this);
  m_logX->setChecked(view.logX);
  m_logY->setChecked(view.logY);
  m_cursors->setChecked(hasCursors);
  if (m_time) (view.alongTime ? m_time : m_ordering)->setChecked(true);
}

/// What has no room is in the menu of the panel: no name of a choice is cut for it.
void SeriesBar::fitWidth(int width) {
  if (m_isFree) {
    constexpr int slack = 24;  // px: what is seen is narrower than the panel, which could not shrink else
    const auto needed = [gap = layout()->spacing()](const QWidget* part) {
      return part->sizeHint().expandedTo(part->minimumSizeHint()).width() + gap;
    };
    int room = width - slack - needed(m_quantities) - needed(m_over);
    for (QToolButton* button : {m_fit, m_cursors, m_logX, m_logY}) {
      room -= needed(button);
      button->setVisible(room >= 0);
    }
    return adjustSize();
  }
  constexpr int roomForAll = 400, roomForCursors = 330;  // px, with the legend beside them
  m_logX->hide();
  m_logY->setVisible(width >= roomForCursors);
  m_cursors->setVisible(width >= roomForAll);
  m_fit->hide();
  adjustSize();
}

void SeriesBar::addTo(QMenu* menu) {
  const auto addAction = [menu](const QString& text, QToolButton* button) {
    QAction* action = menu->addAction(text, button, &QToolButton::click);
    action->setCheckable(button->isCheckable());
    action->setChecked(button->isChecked());
  };
  menu->addSeparator();
  for (QToolButton* button : {m_logX, m_logY}) addAction(button->accessibleName(), button);
  addAction(tr("Cursors A and B"), m_cursors);
  addAction(tr("Show all"), m_fit);
}

}  // namespace carom
