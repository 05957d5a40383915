#include "common/next_steps.h"

#include <QEvent>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "base/number_format.h"
#include "common/plain_text.h"
#include "common/selection.h"

namespace carom {

namespace {

constexpr int spacing = 6;       // px between buttons
constexpr int belowMiddle = 18;  // px, half of the sentence's height and some room

}  // namespace

NextSteps::NextSteps(QWidget* panel) : QWidget(panel) {
  setObjectName(QStringLiteral("nextSteps"));
  hide();
  panel->installEventFilter(this);
}

QPushButton* NextSteps::addButton() {
  auto* button = new QPushButton(this);
  button->setProperty("role", QStringLiteral("quiet"));
  button->setCursor(Qt::PointingHandCursor);
  const std::size_t index = m_buttons.size();
  connect(button, &QPushButton::clicked, this, [this, index] {
    if (index >= m_steps.size()) return;
    const auto take = m_steps[index].take;  // the step may offer other steps
    take();
  });
  return button;
}

void NextSteps::offer(std::vector<NextStep> steps) {
  m_steps = std::move(steps);
  while (m_buttons.size() < m_steps.size()) m_buttons.push_back(addButton());
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    m_buttons[i]->setText(menuText(m_steps[i].text));
    m_buttons[i]->setToolTip(m_steps[i].tip);
  }
  setVisible(!m_steps.empty());
  place();
}

/// Rows of buttons around the middle of the panel's width, as many as have room.
void NextSteps::place() {
  if (m_steps.empty()) return;
  const QRect room = parentWidget()->rect().adjusted(4, parentWidget()->height() / 2 + belowMiddle, -4, -2);
  std::vector<std::vector<QPushButton*>> rows;
  int left = 0;
  for (std::size_t i = 0; i < m_buttons.size(); ++i) {
    m_buttons[i]->setVisible(i < m_steps.size());
    if (i >= m_steps.size()) continue;
    m_buttons[i]->resize(m_buttons[i]->sizeHint());
    const int width = m_buttons[i]->width() + spacing;
    if (rows.empty() || left < width) {
      rows.emplace_back();
      left = room.width() + spacing;
    }
    rows.back().push_back(m_buttons[i]);
    left -= width;
  }
  int y = 0;
  for (const auto& row : rows) {
    int width = -spacing;
    for (const QPushButton* button : row) width += button->width() + spacing;
    int x = std::max(0, (room.width() - width) / 2);
    const int height = row.front()->height();
    for (QPushButton* button : row) {
      button->setVisible(y + height <= room.height() && x + button->width() <= room.width());
      button->move(x, y);
      x += button->width() + spacing;
    }
    y += height + spacing;
  }
  setGeometry(QRect(room.topLeft(), QSize(room.width(), std::max(0, std::min(room.height(), y)))));
  raise();
}

bool NextSteps::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Polish || event->type() == QEvent::Show)
    place();
  return QWidget::eventFilter(watched, event);
}

std::vector<NextStep> stepsToImpact(const SnapshotPtr& snapshot, Selection* selection) {
  if (!snapshot || snapshot->impact >= 0 || snapshot->isPending || snapshot->report || !snapshot->trajectory)
    return {};
  const auto& impacts = snapshot->trajectory->impacts;
  if (impacts.empty()) return {};
  const double time = impacts.front().time;
  return {{QObject::tr("Show impact 1"),
           QObject::tr("The first impact of the run, at t = %1 s").arg(formatNumber(time, 4)),
           [selection, time] {
             selection->setMoment({time, 0, 0});
           }}};
}

}  // namespace carom
