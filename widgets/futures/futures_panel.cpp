#include "futures/futures_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <cmath>

#include "base/number_format.h"
#include "common/math_label.h"
#include "futures/futures_model.h"

namespace carom {

namespace {

constexpr int patienceMs = 150;

/// Whether the futures of one snapshot are those of another: same bodies, impacts and steps.
bool haveSameFutures(const Snapshot& a, const Snapshot& b) {
  const ImpactSettings &s = a.settings, &t = b.settings;
  return a.scene->text() == b.scene->text() && a.assignments == b.assignments && s.pushes == t.pushes &&
         s.restitution == t.restitution && s.reflectionRestitution == t.reflectionRestitution &&
         s.run.step == t.run.step;
}

}  // namespace

FuturesPanel::FuturesPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  setObjectName(QStringLiteral("futures"));
  setWindowTitle(tr("Futures"));
  setAccessibleName(windowTitle());
  build();
}

QToolButton* FuturesPanel::button(const QString& text, const QString& tip, const char* name,
                                  void (FuturesPanel::*slot)()) {
  auto* made = new QToolButton(this);
  made->setText(text);
  made->setToolTip(tip);
  made->setAccessibleName(text);
  made->setAccessibleDescription(tip);
  made->setObjectName(QLatin1String(name));
  made->setProperty("compact", true);
  connect(made, &QToolButton::clicked, this, slot);
  return made;
}

QLineEdit* FuturesPanel::field(const QString& name, const QString& tip, const char* object) {
  auto* edit = new QLineEdit(this);
  edit->setObjectName(QLatin1String(object));
  edit->setFixedWidth(64);
  edit->setToolTip(tip);
  edit->setAccessibleName(name);
  connect(edit, &QLineEdit::textChanged, this, &FuturesPanel::showState);
  connect(edit, &QLineEdit::returnPressed, this, &FuturesPanel::follow);
  return edit;
}

QHBoxLayout* FuturesPanel::buildBar() {
  m_follow = button(tr("Follow"), tr("Follow all motions that random gaps at the impacts lead to"),
                    "followFutures", &FuturesPanel::follow);
  m_follow->setProperty("role", QStringLiteral("primary"));
  m_cancel = button(tr("Cancel"), tr("Stop, and show what was found so far"), "cancelFutures",
                    &FuturesPanel::cancel);
  m_progress = new QProgressBar(this);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(4);
  m_progress->setAccessibleName(tr("Progress of the futures"));
  m_until = field(tr("Time"), tr("How long the motions are followed after the start (s)"), "futuresUntil");
  connect(m_until, &QLineEdit::textEdited, this, [this] { m_isUntilTyped = true; });
  m_least = field(tr("Least probability"), tr("Motions that are less probable are not followed"),
                  "leastProbability");
  m_least->setText(QStringLiteral("0.001"));
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  for (QToolButton* each : {m_follow, m_cancel}) row->addWidget(each);
  row->addWidget(m_progress, 1);
  row->addStretch(0);
  for (const auto& [words, edit] : {std::pair(tr("until (s)"), m_until), {tr("P ≥"), m_least}}) {
    auto* label = new QLabel(words, this);
    label->setToolTip(edit->toolTip());
    label->setBuddy(edit);
    row->addWidget(label);
    row->addWidget(edit);
  }
  return row;
}

void FuturesPanel::buildTree() {
  m_model = new FuturesModel(this);
  m_tree = new QTreeView(this);
  m_tree->setObjectName(QStringLiteral("futuresTree"));
  m_tree->setAccessibleName(tr("Futures, by the impacts that decide between them"));
  m_tree->setModel(m_model);
  m_tree->setUniformRowHeights(true);
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_tree->setIndentation(14);
  m_tree->header()->setStretchLastSection(true);
  m_tree->header()->resizeSection(FuturesModel::Choice, 210);
  m_tree->header()->resizeSection(FuturesModel::Probability, 110);
  connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    showState();
    showFan();
  });
}

void FuturesPanel::build() {
  buildTree();
  m_verdict = new QLabel(this);
  m_verdict->setObjectName(QStringLiteral("futuresVerdict"));
  m_verdict->setProperty("role", QStringLiteral("quiet"));
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_verdict->setTextFormat(Qt::PlainText);
  m_verdict->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 6, 6);
  layout->setSpacing(4);
  layout->addLayout(buildBar());
  layout->addWidget(m_tree, 1);
  layout->addWidget(m_verdict);
  m_patience.setSingleShot(true);
  m_patience.setInterval(patienceMs);
  connect(&m_patience, &QTimer::timeout, this, &FuturesPanel::showState);
  showState();
}

/// What is asked for; empty where a field is no number in its range.
std::optional<FuturesAsked> FuturesPanel::asked() const {
  const std::optional<double> until = readNumber(m_until->text()), least = readNumber(m_least->text());
  if (!until || !(*until > 0) || !std::isfinite(*until)) return std::nullopt;
  if (!least || !(*least > 0 && *least < 1)) return std::nullopt;
  return FuturesAsked{*until, *least};
}

void FuturesPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  if (m_of && !haveSameFutures(*m_of, *m_snapshot)) forget();
  showDuration();
  showState();
}

void FuturesPanel::sceneOpened() {
  m_isUntilTyped = false;
  forget();
}

/// The run's duration, until a person types another.
void FuturesPanel::showDuration() {
  if (m_isUntilTyped) return;
  const double duration = m_snapshot->settings.run.duration.value_or(m_snapshot->instance.view.duration);
  m_until->setText(plainNumber(duration, 6));
}

/// Forgets the answer: it is about another scene.
void FuturesPanel::forget() {
  m_task.forget();
  m_isFollowing = false;
  m_fault.clear();
  m_of = nullptr;
  m_answer = nullptr;
  m_model->setAnswer(nullptr);
  showState();
  showFan();
}

void FuturesPanel::follow() {
  const std::optional<FuturesAsked> question = asked();
  if (!m_snapshot || !question || !m_follow->isEnabled()) return;
  forget();
  m_of = m_snapshot;
  m_isFollowing = true;
  m_patience.start();
  m_progress->setRange(0, 0);
  const auto work = [of = m_of, question](const auto& watch) {
    return std::make_shared<const FuturesAnswer>(futuresOf(*of, *question, watch.stop, watch.progress));
  };
  m_task.start(work, {.answered = [this, of = m_of](const auto& answer) { take(of, answer); },
                      .failed = [this](const QString& why) { fail(why); },
                      .progressed =
                          [this](double share) {
                            m_progress->setRange(0, 1000);
                            m_progress->setValue(static_cast<int>(1000 * share));
                          }});
  showState();
}

void FuturesPanel::cancel() {
  m_task.stop();
}

void FuturesPanel::take(const SnapshotPtr& of, const std::shared_ptr<const FuturesAnswer>& answer) {
  m_isFollowing = false;
  m_of = of;
  m_answer = answer;
  m_model->setAnswer(answer, of);
  m_tree->expandToDepth(0);
  showState();
  showFan();
}

void FuturesPanel::fail(const QString& why) {
  m_isFollowing = false;
  m_fault = why;
  showState();
}

QString FuturesPanel::verdict() const {
  const auto rows = m_tree->selectionModel()->selectedRows();
  if (rows.size() == 2)
    if (const QString text = m_model->separationText(rows[0], rows[1]); !text.isEmpty()) return text;
  const std::size_t count = m_answer->futures.size();
  const Eigen::Index last = m_answer->times.size() - 1;
  QStringList parts{count == 1 ? tr("one future") : tr("%1 futures").arg(formatCount(count))};
  if (m_answer->limit == Limit::Memory)
    parts << tr("stopped at %1 s: the memory is used up").arg(formatNumber(m_answer->reached, 3));
  else if (m_answer->limit != Limit::None)
    parts << tr("stopped at %1 s").arg(formatNumber(m_answer->reached, 3));
  if (last >= 0 && std::isfinite(m_answer->entropy[last]) && count > 1)
    parts << tr("entropy %1 nat").arg(formatNumber(m_answer->entropy[last], 3));
  if (m_answer->lost > 0)
    parts << tr("a probability of %1 was not followed").arg(formatNumber(m_answer->lost, 2));
  if (const auto first = mostDecisive(*m_answer, 1); !first.empty()) {
    const FutureDecision& decision = m_answer->decisions[first.front()];
    parts << tr("most is decided at %1 s by %2: %3 nat")
                 .arg(formatNumber(decision.time, 3), contactsText(decision.contacts, m_of->instance),
                      formatNumber(decision.decided(), 3));
  }
  return parts.join(QStringLiteral(" · "));
}

void FuturesPanel::showState() {
  const bool isLong = m_isFollowing && !m_patience.isActive(), isAsked = asked().has_value();
  m_follow->setVisible(!isLong);
  m_follow->setEnabled(isAsked && !m_isFollowing);
  m_cancel->setVisible(isLong);
  m_progress->setVisible(isLong);
  if (!m_fault.isEmpty())
    m_verdict->setText(m_fault);
  else if (m_isFollowing)
    m_verdict->setText(tr("following …"));
  else if (!isAsked)
    m_verdict->setText(tr("Expected a time above 0 and a probability between 0 and 1."));
  else if (m_answer)
    m_verdict->setText(verdict());
  else
    m_verdict->setText(
        tr("Follow branches the motion at every impact with several outcomes, by random gaps."));
}

/// The views show the chosen futures, or all of them.
void FuturesPanel::showFan() {
  if (!m_answer || !m_of || !isVisible()) return emit futuresChanged(nullptr);
  std::vector<std::size_t> chosen;
  for (const QModelIndex& row : m_tree->selectionModel()->selectedRows())
    for (const std::size_t i : m_model->futures(row))
      if (std::ranges::find(chosen, i) == chosen.end()) chosen.push_back(i);
  if (chosen.empty()) chosen = m_model->futures({});
  emit futuresChanged(std::make_shared<const ShownFutures>(shownFutures(m_of, m_answer, chosen)));
}

void FuturesPanel::hideEvent(QHideEvent* event) {
  if (m_isFollowing) forget();  // who hides it waits for nothing
  Panel::hideEvent(event);
  emit futuresChanged(nullptr);
}

void FuturesPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  showFan();
}

}  // namespace carom
