#include "futures/orbit_panel.h"

#include <QCheckBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "answer/document/future_json.h"
#include "answer/motion_of_question.h"
#include "answer/question/command_error.h"
#include "answer/question/options.h"
#include "base/counted_words.h"
#include "base/number_format.h"
#include "base/number_text.h"
#include "base/orbit_words.h"
#include "base/qt_text.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/work_bar.h"
#include "futures/orbit_figure.h"
#include "picture/figure_actions.h"
#include "scene/edit/bake_assignments.h"
#include "scene/initial_velocity.h"
#include "study/orbit/near_return.h"
#include "table/table_view.h"

namespace carom {

namespace {

constexpr int shownPeriodDigits = 8;

/// Whether an orbit of one snapshot is one of another: same bodies, impacts and steps.
bool orbitsAlike(const Snapshot& a, const Snapshot& b) {
  const ImpactSettings &s = a.settings, &t = b.settings;
  return isSameScene(a, b) && s.restitution == t.restitution &&
         s.reflectionRestitution == t.reflectionRestitution && s.run.step == t.run.step;
}

std::shared_ptr<const AskedOrbit> orbitOf(const SnapshotPtr& of, const OptionWords& words,
                                          std::stop_token stop, const Progress& progress) {
  requireMotion(*of->scene, of->instance);
  ParameterNumbers numbers(*of->scene, of->assignments);
  const Question all = readQuestion(words, Command::Orbit, {{}, {}, {}, &numbers});
  if (!all.design.ranges.empty())
    throw CommandError(ExitStatus::CommandFault, "--vary: expected names without bounds for an orbit");
  const MotionOptions motion = motionOptions(of->settings, {}, *of->instance.mechanism);
  const OrbitQuestion question = orbitOfQuestion(all, of->instance, motion, stop);
  return std::make_shared<const AskedOrbit>(AskedOrbit{
      of, question, findOrbit(*of->scene, of->assignments, question, motion, std::move(stop), progress)});
}

}  // namespace

OrbitPanel::OrbitPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("orbit"));
  setWindowTitle(tr("Periodic orbit"));
  setAccessibleName(windowTitle());
  build();
  showState();
}

void OrbitPanel::build() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 6, 6);
  column->setSpacing(4);
  m_bar =
      new WorkBar({"searchOrbit", tr("Search"), tr("Search the nearest motion that comes back to its start"),
                   tr("Stop the search"), tr("Progress of the search")},
                  this);
  m_period = m_bar->addField(tr("period (s)"), tr("The period where the search begins"), "orbitPeriod", 80);
  connect(m_period, &QLineEdit::textChanged, this, &OrbitPanel::showState);
  m_unique = new QCheckBox(tr("unique"), this);
  m_unique->setObjectName(QStringLiteral("orbitUnique"));
  m_unique->setToolTip(
      tr("Search the orbit whose first impact of several contacts has one outcome in every order"));
  m_mostStable = new QCheckBox(tr("most stable"), this);
  m_mostStable->setObjectName(QStringLiteral("orbitMostStable"));
  m_mostStable->setToolTip(
      tr("Where more varies than an orbit fixes, search the one whose perturbations grow least"));
  for (QCheckBox* wish : {m_unique, m_mostStable}) m_bar->addBelow(wish);
  m_apply = m_bar->addButton(tr("Apply"), tr("Give the scene what varied of the orbit: one step of undo"),
                             "applyOrbit");
  connect(m_bar, &WorkBar::wanted, this, &OrbitPanel::search);
  connect(m_bar, &WorkBar::cancelled, this, &OrbitPanel::cancel);
  connect(m_apply, &QToolButton::clicked, this, &OrbitPanel::applyOrbit);
  column->addWidget(m_bar);
  const auto wide = [this](const QString& name, const QString& tip, const char* object,
                           const QString& usual) {
    QLineEdit* field = m_bar->addWideField(name, tip, object);
    field->setPlaceholderText(usual);
    return field;
  };
  m_vary =
      wide(tr("vary"),
           tr("What may change, with commas between: coordinates a.x, velocities v:a.x, parameters, period"),
           "orbitVary", tr("coordinates, velocities and period"));
  m_travel = wide(tr("travel"),
                  tr("Coordinates that go on from period to period: a.x freely, a.angle=-45deg by an amount"),
                  "orbitTravel", tr("none"));
  m_mirror = wide(tr("mirror"),
                  tr("Coordinates that a period exchanges: left.angle=right.angle, with a minus where the "
                     "sign turns"),
                  "orbitMirror", tr("none"));
  m_values = new OrbitTable(this);
  m_valueTable = new TableView(
      m_values, {.name = "orbitValues", .words = tr("What varied of the orbit"), .isSorted = false}, this);
  m_valueTable->setFileName(QLatin1String("orbit.csv"));
  m_multipliers = new MultiplierTable(this);
  m_multiplierTable = new TableView(
      m_multipliers, {"orbitMultipliers", tr("Multipliers of perturbations of the orbit")}, this);
  m_multiplierTable->setFileName(QLatin1String("multipliers.csv"));
  for (TableView* table : {m_valueTable, m_multiplierTable}) {
    connect(table, &TableView::told, this, &Panel::told);
    column->addWidget(table, 1);
  }
  m_verdict = WorkBar::makeVerdict("orbitVerdict", this);
  m_verdict->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(m_verdict);
}

/// What the fields say, in the words of `carom orbit`.
OptionWords OrbitPanel::words() const {
  OptionWords words;
  const auto set = [&](const char* option, const QLineEdit* field) {
    words.set(option, field->text().remove(QLatin1Char(' ')).toStdString());
  };
  set("period", m_period);
  set("vary", m_vary);
  set("travel", m_travel);
  set("mirror", m_mirror);
  if (m_unique->isChecked()) words.set("unique", "true");
  if (m_mostStable->isChecked()) words.set("most-stable", "true");
  return words;
}

bool OrbitPanel::isSearching() const {
  return m_bar->isWorking();
}

void OrbitPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  if (m_of && !orbitsAlike(*m_of, *m_snapshot)) forget();
  showReturn();
  showState();
}

void OrbitPanel::sceneOpened() {
  for (QLineEdit* field : {m_period, m_vary, m_travel, m_mirror}) field->setText({});  // and not as typed
  for (QCheckBox* wish : {m_unique, m_mostStable}) wish->setChecked(false);
  forget();
}

/// Where the run comes back near to its start, or else its duration, until a person types something else.
void OrbitPanel::showReturn() {
  const std::array<QLineEdit*, 3> fields{m_period, m_travel, m_mirror};
  if (std::ranges::any_of(fields, &QLineEdit::isModified)) return;
  const double duration = m_snapshot->settings.run.duration.value_or(m_snapshot->instance.view.duration);
  const NearReturn found =
      (m_snapshot->trajectory ? nearReturn(*m_snapshot->instance.mechanism, *m_snapshot->trajectory)
                              : std::nullopt)
          .value_or(NearReturn{duration});
  QStringList travel, mirror;
  for (const std::string& name : found.travel) travel << q(name);
  for (const auto& [name, other, sign] : found.mirror) mirror << q(name + (sign < 0 ? "=-" : "=") + other);
  m_period->setText(plainNumber(found.period, 6));
  m_travel->setText(travel.join(QStringLiteral(", ")));
  m_mirror->setText(mirror.join(QStringLiteral(", ")));
}

/// Forgets the orbit: it is about another scene.
void OrbitPanel::forget() {
  m_bar->forget(m_task);
  m_of = nullptr;
  m_orbit = nullptr;
  m_values->setOrbit(nullptr);
  m_multipliers->setOrbit(nullptr);
  showState();
}

void OrbitPanel::search() {
  if (!m_snapshot || m_bar->isWorking()) return;
  forget();
  m_of = m_snapshot;
  const auto work = [of = m_of, words = words()](const auto& watch) {
    return orbitOf(of, words, watch.stop, watch.progress);
  };
  m_bar->start(
      m_task, work, [this](const auto& orbit) { take(orbit); }, [this] { showState(); });
  showState();
}

void OrbitPanel::take(const std::shared_ptr<const AskedOrbit>& orbit) {
  m_orbit = orbit;
  const bool isFound = orbit->orbit.failed.empty();
  m_values->setOrbit(isFound ? orbit : nullptr);
  m_multipliers->setOrbit(isFound ? orbit : nullptr);
  for (TableView* table : {m_valueTable, m_multiplierTable}) table->resizeColumnsToContents();
  showState();
}

QString OrbitPanel::summary() const {
  const Orbit& orbit = m_orbit->orbit;
  if (!orbit.failed.empty() && !(orbit.miss > 0)) return tr("No orbit: %1").arg(q(orbit.failed));
  if (!orbit.failed.empty())
    return tr("No orbit: %1").arg(q(orbit.failed)) + QLatin1Char('\n') +
           tr("Type a period after which the motion of the scene nearly returns; name what goes on in travel "
              "and parts that are exchanged in mirror, or change the start until it nearly returns.");
  QStringList lines{tr("%1 · period %2 s · %3 · miss %4")
                        .arg(stabilityText(orbit), formatNumber(orbit.period, shownPeriodDigits),
                             impactsText(orbit.run.impacts.size()), formatNumber(orbit.miss, 2))};
  lines << (orbit.withoutMaps.empty() ? growthText(orbit) : q(orbit.withoutMaps));
  if (orbit.mostStable) lines << mostStableText(orbit);
  for (const TiedPair& pair : orbit.ties) lines << tieText(pair);
  if (!orbit.mapsAreComplete) lines << tr("Not all orderings of the ties have a map.");
  return lines.join(QLatin1Char('\n'));
}

void OrbitPanel::showState() {
  const bool isFound = m_orbit && m_orbit->orbit.failed.empty();
  m_bar->setReady(m_snapshot && !m_period->text().trimmed().isEmpty());
  m_apply->setEnabled(isFound);
  m_valueTable->setVisible(isFound);
  m_multiplierTable->setVisible(isFound && m_multipliers->rowCount() > 0);
  if (!m_bar->fault().isEmpty())
    m_verdict->setText(m_bar->fault());
  else if (m_bar->isWorking())
    m_verdict->setText(tr("searching …"));
  else if (m_orbit)
    m_verdict->setText(summary());
  else
    m_verdict->setText(
        tr("Search changes what varies until the motion comes back to its start after a period."));
}

void OrbitPanel::applyOrbit() {
  if (!m_apply->isEnabled() || m_edits->isEditing()) return;
  const Orbit& orbit = m_orbit->orbit;
  Assignments start;
  QMap<QString, QString> parameters;
  for (std::size_t i = 0; i < orbit.names.size(); ++i) {
    const std::string &name = orbit.names[i], text = shortestText(orbit.values[i]);
    if (isInitialName(name))
      start[name] = text;
    else if (name != "period")
      parameters[q(name)] = q(text);
  }
  m_edits->beginEdit(tr("Apply an orbit"));
  if (!start.empty()) m_edits->previewScene(bakedText(*m_of->scene, start));
  for (const auto& [name, text] : parameters.toStdMap()) m_edits->previewAssignment(name, text);
  m_edits->commitEdit();
}

std::unique_ptr<Figure> OrbitPanel::figure() const {
  if (m_multipliers->rowCount() == 0) return nullptr;
  const Json document = {
      {"scene", m_orbit->of->scene->name()},
      {"orbits", {orbitJson(*m_orbit->of->instance.mechanism, m_orbit->question, m_orbit->orbit)}}};
  return std::make_unique<OrbitFigure>(QByteArray::fromStdString(document.dump()),
                                       QStringLiteral("orbit.json"));
}

void OrbitPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  for (TableView* table : {m_valueTable, m_multiplierTable})
    if (table->isVisible() && table->geometry().contains(event->pos())) table->addActions(menu);
  addFigureActions(menu, this);
  openMenu(menu, event->globalPos());
}

void OrbitPanel::hideEvent(QHideEvent* event) {
  if (m_bar->isWorking()) forget();  // who hides it waits for nothing
  Panel::hideEvent(event);
}

}  // namespace carom
