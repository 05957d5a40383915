#include "timeline/run_bar.h"

#include <QActionEvent>
#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QWidgetAction>
#include <cmath>

#include "answer/motion_samples.h"
#include "base/number_format.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/elided_button.h"
#include "common/moments.h"
#include "common/plain_text.h"
#include "common/run_names.h"
#include "common/style_sheet.h"
#include "scene/expression/expression.h"
#include "timeline/push_menu.h"

namespace carom {

namespace {

QString secondsText(double seconds) {
  return seconds < 0.1 ? RunBar::tr("%1 ms").arg(plainNumber(1e3 * seconds, 4))
                       : RunBar::tr("%1 s").arg(plainNumber(seconds, 6));
}

/// An expression for a field: without typographic signs.
QString editText(double seconds) {
  return plainNumber(seconds, 12) + QLatin1Char('s');
}

double durationOf(const Snapshot& snapshot) {
  return snapshot.settings.run.duration.value_or(snapshot.instance.view.duration);
}

}  // namespace

std::optional<double> parseSeconds(const QString& text) {
  try {
    const double value = Expression(text.trimmed().toStdString(), {}, nullptr)();
    if (value > 0 && std::isfinite(value)) return value;
  } catch (const ExpressionError&) {
  }
  return std::nullopt;
}

RunBar::RunBar(Selection* selection, Edits* edits, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_edits(edits) {
  setObjectName(QStringLiteral("runBar"));
  m_settings = new ElidedButton(this);
  m_settings->setObjectName(QStringLiteral("runSettings"));
  m_settings->setPopupMode(QToolButton::InstantPopup);
  m_settings->setProperty("compact", true);
  m_settings->setToolTip(tr("The duration of the motion, and the step h of the variational integrator"));
  buildSettings();
  m_second = new ElidedButton(this);
  m_second->setObjectName(QStringLiteral("secondRun"));
  m_second->setFullText(tr("second run"));
  m_second->setPopupMode(QToolButton::InstantPopup);
  m_second->setProperty("compact", true);
  m_second->setToolTip(
      tr("A run beside this one: under another rule, or into another outcome of the impact that is shown.\n"
         "The Difference panel shows ξ(t) between them."));
  m_second->setAccessibleName(tr("Second run"));
  m_menu = new QMenu(tr("Se&cond run"), this);
  m_second->setMenu(m_menu);
  connect(m_menu, &QMenu::aboutToShow, this, &RunBar::fillMenu);
  addPushes();
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(5);
  row->addWidget(m_settings);
  row->addWidget(m_second);
}

QWidget* RunBar::pushButton() const {
  return m_push;
}

void RunBar::addPushes() {
  m_push = new QToolButton(this);
  m_push->setObjectName(QStringLiteral("pushes"));
  m_push->setText(tr("Push"));
  m_push->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; width: 0 }"));
  m_push->setPopupMode(QToolButton::InstantPopup);
  m_push->setProperty("compact", true);
  m_push->setToolTip(
      tr("Impulses that bodies get during the run. In the 3D view, drag a body at a time after the start."));
  m_push->setAccessibleName(tr("Pushes"));
  m_pushMenu = new PushMenu(m_selection, m_edits, this);
  m_push->setMenu(m_pushMenu);
}

QLineEdit* RunBar::field(const char* name, const QString& label, const QString& tip, QWidget* parent) {
  auto* edit = new QLineEdit(parent);
  edit->setObjectName(QLatin1String(name));
  edit->setAccessibleName(label);
  edit->setToolTip(tip);
  edit->setFixedWidth(110);
  connect(edit, &QLineEdit::editingFinished, this, &RunBar::apply);
  return edit;
}

void RunBar::buildSettings() {
  auto* menu = new QMenu(this);
  auto* form = new QWidget(menu);
  auto* layout = new QFormLayout(form);
  layout->setContentsMargins(12, 10, 12, 10);
  m_duration = field("duration", tr("Duration"), tr("Time after the initial state, such as 2 or 20ms"), form);
  m_step = field("step", tr("Step h"),
                 tr("Of the midpoint integrator; where bodies only fall, flights are exact"), form);
  m_error = new QLabel(form);
  m_error->setProperty("role", QStringLiteral("error"));
  m_error->hide();
  layout->addRow(tr("Duration"), m_duration);
  layout->addRow(tr("Step h"), m_step);
  layout->addRow(m_error);
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(form);
  menu->addAction(action);
  m_settings->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, &RunBar::showSettings);
}

void RunBar::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  const RunSettings& run = m_asked = m_snapshot->settings.run;
  m_settings->setFullText(
      QStringLiteral("%1 · h = %2").arg(secondsText(durationOf(*m_snapshot)), secondsText(run.step)));
  m_settings->setAccessibleName(tr("Run: %1").arg(m_settings->fullText()));
  theme::setLook(m_second, "active", m_snapshot->comparison != nullptr);
  const auto pushes = m_snapshot->settings.pushes.size();
  m_push->setText(pushes == 0   ? tr("Push")
                  : pushes == 1 ? tr("1 push")
                                : tr("%1 pushes", nullptr, static_cast<int>(pushes)).arg(pushes));
  theme::setLook(m_push, "active", pushes > 0);
  m_pushMenu->setSnapshot(m_snapshot);
  setEnabled(m_snapshot->trajectory != nullptr);
}

void RunBar::showSettings() {
  if (!m_snapshot) return;
  m_duration->setText(editText(durationOf(*m_snapshot)));
  m_step->setText(editText(m_snapshot->settings.run.step));
  showError({});
  m_duration->setFocus();
  m_duration->selectAll();
}

/// A menu keeps the sizes of its entries until one of them changes.
void RunBar::showError(const QString& text) {
  m_error->setText(text);
  m_error->setVisible(!text.isEmpty());
  QMenu* menu = m_settings->menu();
  QActionEvent changed(QEvent::ActionChanged, menu->actions().front());
  QCoreApplication::sendEvent(menu, &changed);
}

void RunBar::apply() {
  if (!m_snapshot || !m_settings->menu()->isVisible()) return;
  const std::optional<double> duration = parseSeconds(m_duration->text()),
                              step = parseSeconds(m_step->text());
  showError(!duration ? tr("The duration is a time > 0, such as 2 or 20ms.")
            : !step   ? tr("The step is a time > 0, such as 1ms.")
                      : QString());
  if (!duration || !step) return;
  RunSettings run{duration, *step};
  if (*duration == m_snapshot->instance.view.duration) run.duration.reset();
  if (run == m_asked) return;
  m_asked = run;
  m_edits->setRun(run);
}

void RunBar::fillMenu() {
  m_menu->clear();
  if (!m_snapshot || !m_snapshot->trajectory) return;
  const auto& branch = m_snapshot->settings.branch;
  addHeading(tr("Under another rule"));
  for (const auto& [kind, word, label, argument] : policyRows()) {
    if (argument == PolicyRow::Argument::Contacts) continue;  // there is no room to name them
    RunBranch chosen;
    chosen.rule.emplace().kind = kind;
    const bool isChosen = branch && branch->rule && branch->rule->kind == kind;
    if (m_snapshot->settings.rule == chosen.rule && !isChosen) continue;  // that is the run itself
    QAction* action = m_menu->addAction(ruleText(kind), this, [this, chosen] { m_edits->setBranch(chosen); });
    action->setCheckable(true);
    action->setChecked(isChosen);
  }
  addForks();
  if (!m_snapshot->comparison) return;
  m_menu->addSeparator();
  m_menu->addAction(tr("Stop comparing"), this, [this] { m_edits->setBranch(std::nullopt); });
}

void RunBar::addHeading(const QString& text) {
  if (!m_menu->isEmpty()) m_menu->addSeparator();
  addNote(m_menu, text);
}

/// The other outcomes of the impact that is shown.
void RunBar::addForks() {
  constexpr std::size_t most = 12;
  const int impact = impactShown(*m_snapshot->trajectory, m_selection->moment());
  if (impact < 0) return;
  const double time = m_snapshot->trajectory->impacts[static_cast<std::size_t>(impact)].time;
  addHeading(tr("Fork at impact %1, t = %2 s").arg(QString::number(impact + 1), formatNumber(time, 4)));
  const std::vector<RunFork> forks = forksAt(*m_snapshot, impact);
  for (std::size_t i = 0; i < std::min(most, forks.size()); ++i)
    m_menu->addAction(menuText(forks[i].text), this,
                      [this, fork = forks[i].branch] { m_edits->setBranch(fork); });
  if (forks.size() > most) addNote(m_menu, tr("… %1 more").arg(forks.size() - most));
  if (forks.empty()) addNote(m_menu, tr("This impact has no other outcome."));
}

}  // namespace carom
