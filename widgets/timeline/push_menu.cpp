#include "timeline/push_menu.h"

#include <algorithm>

#include "base/number_format.h"
#include "common/edits.h"
#include "common/plain_text.h"
#include "common/pushes.h"
#include "timeline/push_dialog.h"

namespace carom {

PushMenu::PushMenu(Selection* selection, Edits* edits, QWidget* parent)
    : QMenu(tr("P&ushes"), parent), m_selection(selection), m_edits(edits) {
  setObjectName(QStringLiteral("pushMenu"));
  connect(this, &QMenu::aboutToShow, this, &PushMenu::fill);
}

void PushMenu::fill() {
  clear();
  if (!m_snapshot || !m_snapshot->trajectory) return;
  const auto& pushes = m_edits->state().settings.pushes;
  for (std::size_t i = 0; i < pushes.size(); ++i) addEntry(i);
  if (!pushes.empty()) addSeparator();
  const auto time = pushTime(*m_snapshot, m_selection->moment().time);
  QAction* add = addAction(time ? tr("&Push a body at t = %1 s…").arg(formatNumber(*time, 4))
                                : tr("&Push a body: choose a time of the run first"));
  add->setEnabled(time.has_value());
  connect(add, &QAction::triggered, this, [this, time] {
    const QStringList& chosen = m_selection->bodies();
    ask({*time, chosen.isEmpty() ? std::string() : chosen.front().toStdString(), {0, 0, 0}},
        m_edits->state().settings.pushes, tr("Push a body"));
  });
  if (!pushes.empty())
    addAction(tr("&Remove all pushes"), this, [this] { m_edits->setPushes(tr("Remove all pushes"), {}); });
}

void PushMenu::addEntry(std::size_t index) {
  const auto pushes = m_edits->state().settings.pushes;
  const RunPush& push = pushes[index];
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const auto& done = m_snapshot->trajectory->pushes;
  const auto event = std::ranges::find_if(done, [&](const PushEvent& each) {
    return each.time == push.time && each.body == mechanism.bodyIndex(push.body);
  });
  const QString effect =
      event == done.end() ? tr("no effect in this run") : tr("%1 J").arg(formatNumber(event->work, 4));
  QMenu* entry = addMenu(menuText(tr("%1, %2").arg(pushText(push), effect)));
  auto others = pushes;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
  entry->addAction(tr("&Show its time"), this, [this, push] { m_selection->setMoment({push.time, -1, 0}); });
  entry->addAction(tr("&Change…"), this, [this, push, others] { ask(push, others, tr("Change a push")); });
  entry->addAction(tr("&Remove"), this, [this, others] { m_edits->setPushes(tr("Remove a push"), others); });
}

/// Asks for a push, which joins others.
void PushMenu::ask(const RunPush& shown, const std::vector<RunPush>& others, const QString& name) {
  auto* dialog = new PushDialog(*m_snapshot, shown, parentWidget());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, others, name] { m_edits->setPushes(name, withPush(others, dialog->push())); });
  dialog->open();
}

}  // namespace carom
