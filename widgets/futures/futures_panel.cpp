#include "futures/futures_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>
#include <cmath>

#include "base/number_format.h"
#include "common/work_bar.h"
#include "futures/futures_model.h"

namespace carom {

namespace {

/// Whether the futures of one snapshot are those of another: same bodies, impacts and steps.
bool haveSameFutures(const Snapshot& a, const Snapshot& b) {
  const ImpactSettings &s = a.settings, &t = b.settings;
  return isSameScene(a, b) && s.pushes == t.pushes && s.restitution == t.restitution &&
         s.reflectionRestitution == t.reflectionRestitution && s.run.step == t.run.step;
}

}  // namespace

FuturesPanel::FuturesPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  setObjectName(QStringLiteral("futures"));
  setWindowTitle(tr("Futures"));
  setAccessibleName(windowTitle());
  build();
}

void FuturesPanel::buildBar() {
  m_bar = new WorkBar(
      {"followFutures", tr("Follow"), tr("Follow all motions that random gaps at the impacts lead to"),
       tr("Stop, and show what was found so far"), tr("Progress of the futures")},
      this);
  constexpr int fieldWidth = 64;  // px
  m_until =
      m_bar->addFieldBeside(tr("until (s)"), tr("How long the motions are followed after the start (s)"),
                            "futuresUntil", fieldWidth);
  connect(m_until, &QLineEdit::textEdited, this, [this] { m_isUntilTyped = true; });
  m_least = m_bar->addFieldBeside(tr("P ≥"), tr("Motions that are less probable are not followed"),
                                  "leastProbability", fieldWidth);
  m_until->setAccessibleName(tr("Time"));
  m_least->setAccessibleName(tr("Least probability"));
  m_least->setText(QStringLiteral("0.001"));
  for (QLineEdit* field : {m_until, m_least})
    connect(field, &QLineEdit::textChanged, this, &FuturesPanel::showState);
  connect(m_bar, &WorkBar::wanted, this, &FuturesPanel::follow);
  connect(m_bar, &WorkBar::cancelled, this, &FuturesPanel::cancel);
}

bool FuturesPanel::isFollowing() const {
  return m_bar->isWorking();
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
  constexpr int choice = 190, probability = 84, least = 24;  // px
  m_tree->header()->setStretchLastSection(true);
  m_tree->header()->setDefaultSectionSize(least);  // of the last one: it has what is left
  m_tree->header()->resizeSection(FuturesModel::Choice, choice);
  m_tree->header()->resizeSection(FuturesModel::Probability, probability);
  connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    showState();
    showFan();
  });
}

void FuturesPanel::build() {
  buildTree();
  buildBar();
  m_verdict = WorkBar::makeVerdict("futuresVerdict", this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 6, 6);
  layout->setSpacing(4);
  layout->addWidget(m_bar);
  layout->addWidget(m_tree, 1);
  layout->addWidget(m_verdict);
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
  m_bar->forget(m_task);
  m_of = nullptr;
  m_answer = nullptr;
  m_model->setAnswer(nullptr);
  showState();
  showFan();
}

void FuturesPanel::follow() {
  const std::optional<FuturesAsked> question = asked();
  if (!m_snapshot || !question || !m_bar->canBegin()) return;
  forget();
  m_of = m_snapshot;
  const auto work = [of = m_of, question](const auto& watch) {
    return std::make_shared<const FuturesAnswer>(futuresOf(*of, *question, watch.stop, watch.progress));
  };
  m_bar->start(
      m_task, work, [this, of = m_of](const auto& answer) { take(of, answer); }, [this] { showState(); });
  showState();
}

void FuturesPanel::take(const SnapshotPtr& of, const std::shared_ptr<const FuturesAnswer>& answer) {
  m_of = of;
  m_answer = answer;
  m_model->setAnswer(answer, of);
  m_tree->expandToDepth(0);
  showState();
  showFan();
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
  const bool isAsked = asked().has_value();
  m_bar->setReady(isAsked);
  if (!m_bar->fault().isEmpty())
    m_verdict->setText(m_bar->fault());
  else if (isFollowing())
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
  if (isFollowing()) forget();  // who hides it waits for nothing
  Panel::hideEvent(event);
  emit futuresChanged(nullptr);
}

void FuturesPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  showFan();
}

}  // namespace carom
