#include "scene/summary_bar.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <cmath>
#include <initializer_list>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/touching_words.h"
#include "common/math_label.h"
#include "common/style_sheet.h"
#include "scene/reasoning_dialog.h"

namespace carom {

namespace {

constexpr int patienceMs = 150;

QFrame* separator(QWidget* parent) {
  auto* line = new QFrame(parent);
  line->setFixedWidth(1);
  line->setStyleSheet(QStringLiteral("background: palette(mid)"));
  return line;
}

ElidedLabel* label(const char* role, QWidget* parent) {
  auto* text = new ElidedLabel(parent);
  text->setProperty("role", QLatin1String(role));
  return text;
}

QVBoxLayout* twoLines(QWidget* first, QWidget* second) {
  auto* layout = new QVBoxLayout;
  layout->setSpacing(1);
  layout->addStretch();
  layout->addWidget(first);
  layout->addWidget(second);
  layout->addStretch();
  return layout;
}

/// " = 0.2500", " = 0.120 … 0.450", " –".
QString xiValue(const ImpactReport& report) {
  const Indeterminacy& xi = report.indeterminacy;
  if (report.jammed() || report.certificate.reason == Certificate::Reason::Cancelled)
    return QStringLiteral(" –");
  if (isUniqueByRule(report)) return QStringLiteral(" = ") + formatRatio(xi.lower);
  if (!report.complete() || (!xi.isExact() && report.tolerance == 0))
    return QStringLiteral(" = %1 … %2")
        .arg(formatFixed(xi.lower, 3), std::isfinite(xi.upper) ? formatFixed(xi.upper, 3) : QString());
  return QStringLiteral(" = ") + formatRatio(xi.xi);
}

/// "2 distinct outcomes · 3 reflections each".
QString allOutcomesText(const ImpactReport& report) {
  const auto count = static_cast<int>(report.outcomes.size());
  if (count == 1) return SummaryBar::tr("1 distinct outcome · %1").arg(lengthsText(report));
  const QString text = report.minLength == report.maxLength
                           ? SummaryBar::tr("%1 distinct outcomes · %2 each", nullptr, count)
                           : SummaryBar::tr("%1 distinct outcomes · %2", nullptr, count);
  return text.arg(formatCount(count), lengthsText(report));
}

/// "2 outcomes found · 10 205 momenta".
QString foundOutcomesText(const ImpactReport& report) {
  return SummaryBar::tr("%1 found · %2")
      .arg(outcomesText(report.outcomes.size()), momentaText(report.graph->nodeCount()));
}

QString stageText(WorkStage stage) {
  switch (stage) {
    case WorkStage::Loading:
      return SummaryBar::tr("loading the scene");
    case WorkStage::Searching:
      return SummaryBar::tr("searching orderings");
    case WorkStage::Sampling:
      return SummaryBar::tr("sampling gaps");
    case WorkStage::Comparing:
      return SummaryBar::tr("comparing models");
    case WorkStage::Simulating:
      return SummaryBar::tr("simulating the motion");
    case WorkStage::Sweeping:
      return SummaryBar::tr("computing the ξ curve");
  }
  return {};
}

/// In a narrower bar the reason has the room. The scene panel shows how far contacts were closed, too.
constexpr int roomForTouching = 1150;

/// The value of a property that the style sheet reads.
QString toneName(Tone tone) {
  return tone == Tone::Good      ? QStringLiteral("good")
         : tone == Tone::Warning ? QStringLiteral("warning")
                                 : QStringLiteral("neutral");
}

}  // namespace

SummaryBar::SummaryBar(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  setObjectName(QStringLiteral("summary"));
  setWindowTitle(tr("Summary"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  build();
  showPending();
  m_patience.setSingleShot(true);
  m_patience.setInterval(patienceMs);
  connect(&m_patience, &QTimer::timeout, m_busy, &QWidget::show);
}

void SummaryBar::build() {
  m_xi = new MathLabel(21, this);
  m_xi->setObjectName(QStringLiteral("xi"));
  m_orderings = label("heading", this);
  m_outcomes = label("quiet", this);
  m_reason = label("strong", this);
  m_detail = label("quiet", this);
  m_pill = new QLabel(this);
  m_pill->setProperty("role", QStringLiteral("pill"));
  m_pill->setAlignment(Qt::AlignCenter);
  m_reasoning = new ReasoningDialog(this);
  auto* why = new QToolButton(this);
  why->setObjectName(QStringLiteral("why"));
  why->setText(tr("Why?"));
  why->setToolTip(tr("The reasoning in sentences, with the numbers of this impact (Ctrl+F1)"));
  connect(why, &QToolButton::clicked, this, &SummaryBar::showReasoning);
  m_design = new QToolButton(this);
  m_design->setObjectName(QStringLiteral("nearestDesign"));
  m_design->setText(tr("Find nearest\nunique design"));
  m_design->setAccessibleName(tr("Find nearest unique design"));
  m_design->setToolTip(
      tr("Find nearest unique design: opens the search for the least change of the scene after "
         "which the order does not matter"));
  connect(m_design, &QToolButton::clicked, this, &SummaryBar::designWanted);
  connect(m_reasoning, &ReasoningDialog::designWanted, this, &SummaryBar::designWanted);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(18, 6, 14, 6);
  layout->setSpacing(18);
  layout->addWidget(buildWhich());
  layout->addWidget(m_xi);
  layout->addWidget(separator(this));
  layout->addLayout(twoLines(m_orderings, m_outcomes));
  layout->addWidget(separator(this));
  layout->addWidget(m_pill, 0, Qt::AlignVCenter);
  layout->addWidget(why, 0, Qt::AlignVCenter);
  layout->addWidget(m_design, 0, Qt::AlignVCenter);
  layout->addLayout(twoLines(m_reason, m_detail), 1);
  m_touching = new QLabel(this);
  m_touching->setObjectName(QStringLiteral("touchingMove"));
  m_touching->setProperty("role", QStringLiteral("quiet"));
  m_touching->setTextFormat(Qt::PlainText);
  m_touching->hide();
  layout->addWidget(m_touching, 0, Qt::AlignVCenter);
  layout->addWidget(buildBusy());
}

/// "impact 17 of 28" over "t = 0.3102 s", left of ξ.
QWidget* SummaryBar::buildWhich() {
  m_which = new QWidget(this);
  m_which->setObjectName(QStringLiteral("impactShown"));
  m_which->setToolTip(
      tr("The impact that ξ, orderings and outcomes are of: the latest one under the time cursor."));
  m_impact = new QLabel(m_which);
  m_impact->setProperty("role", QStringLiteral("heading"));
  m_time = new QLabel(m_which);
  m_time->setProperty("role", QStringLiteral("quiet"));
  auto* layout = new QHBoxLayout(m_which);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(18);
  layout->addLayout(twoLines(m_impact, m_time));
  layout->addWidget(separator(m_which));
  m_which->hide();
  return m_which;
}

QWidget* SummaryBar::buildBusy() {
  m_busy = new QWidget(this);
  m_busy->setObjectName(QStringLiteral("busy"));
  m_stage = new QLabel(m_busy);
  m_stage->setProperty("role", QStringLiteral("quiet"));
  m_stage->setObjectName(QStringLiteral("stage"));
  m_progress = new QProgressBar(m_busy);
  m_progress->setTextVisible(false);
  m_progress->setFixedSize(120, 4);
  auto* cancel = new QToolButton(m_busy);
  cancel->setText(tr("Cancel"));
  cancel->setAccessibleName(tr("Cancel the computation"));
  cancel->setObjectName(QStringLiteral("cancel"));
  connect(cancel, &QToolButton::clicked, this, &SummaryBar::cancelRequested);
  auto* column = new QVBoxLayout;
  column->setSpacing(5);
  column->addStretch();
  column->addWidget(m_stage);
  column->addWidget(m_progress);
  column->addStretch();
  auto* layout = new QHBoxLayout(m_busy);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  layout->addLayout(column);
  layout->addWidget(cancel);
  m_busy->hide();
  return m_busy;
}

void SummaryBar::showProgress(WorkStage stage, double fraction) {
  m_stage->setText(stageText(stage));
  m_progress->setRange(0, fraction < 0 ? 0 : 1000);
  m_progress->setValue(fraction < 0 ? 0 : static_cast<int>(1000 * fraction));
}

void SummaryBar::setBusy(bool busy) {
  if (!busy) {
    m_patience.stop();
    m_busy->hide();
  } else if (!m_patience.isActive() && m_busy->isHidden()) {
    m_patience.start();
  }
}

QSize SummaryBar::minimumSizeHint() const {
  constexpr int least = 440;  // px; below the width of all parts their ends are cut
  const QSize all = Panel::minimumSizeHint();
  return {std::min(least, all.width()), all.height()};
}

void SummaryBar::setPill(const QString& word, const QString& tone) {
  m_pill->setText(word);
  theme::setLook(m_pill, "tone", tone);
}

void SummaryBar::showReasoning() {
  m_reasoning->show();
  m_reasoning->raise();
  m_reasoning->activateWindow();
}

/// Numbers of the question before are grey.
void SummaryBar::setOutdated(bool areOutdated) {
  for (QWidget* each : std::initializer_list<QWidget*>{m_which, m_xi, m_orderings, m_outcomes, m_reason,
                                                       m_detail, m_touching})
    each->setEnabled(!areOutdated);
}

void SummaryBar::setSnapshot(SnapshotPtr snapshot) {
  m_reasoning->setSnapshot(snapshot);
  const bool areOutdated = snapshot->isPending && m_hasNumbers;
  setOutdated(areOutdated);
  if (areOutdated) {
    m_design->hide();
    setPill(tr("searching…"), QStringLiteral("neutral"));
    return setAccessibleName(tr("Summary: searching…"));
  }
  m_hasNumbers = !snapshot->isPending;
  showImpact(*snapshot);
  const ImpactReport* report = snapshot->impact < 0 ? snapshot->report.get() : nullptr;
  m_design->setVisible(report && !report->jammed() &&
                       report->certificate.reason != Certificate::Reason::Cancelled &&
                       worstPair(*report).first >= 0);
  showTouching(*snapshot);
  if (snapshot->isPending) return showPending();
  if (snapshot->report)
    showReport(*snapshot->report);
  else
    showNoReport(*snapshot);
  const QString which = snapshot->impact < 0 ? QString() : m_impact->text() + QStringLiteral(", ");
  setAccessibleName(tr("Summary: %1ξ%2, %3, %4, %5, %6")
                        .arg(which, m_xi->text(), m_orderings->fullText(), m_outcomes->fullText(),
                             m_pill->text(), m_reason->fullText()));
}

void SummaryBar::showImpact(const Snapshot& snapshot) {
  m_which->setVisible(snapshot.impact >= 0);
  if (snapshot.impact < 0) return;
  const auto& impacts = snapshot.trajectory->impacts;
  m_impact->setText(
      tr("impact %1 of %2").arg(QString::number(snapshot.impact + 1), QString::number(impacts.size())));
  m_time->setText(
      tr("t = %1 s").arg(formatNumber(impacts[static_cast<std::size_t>(snapshot.impact)].time, 4)));
}

/// How far the stance is from what the parameters say, at the initial impact.
void SummaryBar::showTouching(const Snapshot& snapshot) {
  const auto& touching = snapshot.instance.touching;
  const QStringList moves = touching ? movesOf(touching->moved) : QStringList();
  m_hasTouching = snapshot.impact < 0 && !moves.isEmpty();
  m_touching->setVisible(m_hasTouching && width() >= roomForTouching);
  if (moves.isEmpty()) return;
  m_touching->setText(tr("So that contacts touch:\n%1").arg(movesText(touching->moved)));
  m_touching->setToolTip(moves.join(QLatin1Char('\n')));
}

void SummaryBar::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  m_touching->setVisible(m_hasTouching && width() >= roomForTouching);
}

/// Nothing is known yet: the scene is being opened, or its impact is being searched.
void SummaryBar::showPending() {
  m_xi->setMath(QStringLiteral("ξ"), QStringLiteral(" –"));
  m_reason->setFullText({});
  m_detail->setFullText({});
  m_orderings->setFullText(tr("orderings not known yet"));
  m_outcomes->setFullText({});
  m_design->hide();
  setPill(tr("searching…"), QStringLiteral("neutral"));
  setAccessibleName(tr("Summary: searching…"));
}

void SummaryBar::showNoReport(const Snapshot& snapshot) {
  m_xi->setMath(QStringLiteral("ξ"), QStringLiteral(" –"));
  m_reason->setFullText({});
  m_detail->setFullText({});
  if (snapshot.impact < 0) {
    m_orderings->setFullText(tr("no impact at the start"));
    m_outcomes->setFullText(tr("no contact is closed"));
    return setPill(verdictText(Verdict::NoImpact), toneName(toneOf(Verdict::NoImpact)));
  }
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(snapshot.impact)];
  const UnorderedWords words = unorderedWords(event);
  const bool isUnordered = !words.verdict.isEmpty();
  m_orderings->setFullText(isUnordered ? tr("no order is followed") : tr("orderings not known yet"));
  m_outcomes->setFullText(contactsText(event.contacts.size()));
  setPill(isUnordered ? words.verdict : tr("searching…"), QStringLiteral("neutral"));
  if (isUnordered) m_reason->setFullText(words.reason);
}

void SummaryBar::showReport(const ImpactReport& report) {
  m_xi->setMath(QStringLiteral("ξ"), xiValue(report));
  if (report.jammed()) {
    m_orderings->setFullText(endlessText(report));
    m_outcomes->setFullText(contactsText(static_cast<std::uint64_t>(report.problem.contactCount())));
  } else {
    m_orderings->setFullText(report.complete() && report.cut() ? tr("orderings cut short")
                             : report.complete()               ? orderingsText(report.orderings)
                                                               : tr("orderings not counted"));
    m_outcomes->setFullText(report.complete() ? allOutcomesText(report) : foundOutcomesText(report));
  }
  const Verdict result = verdictOf(&report);
  setPill(verdictText(result), toneName(toneOf(result)));
  m_reason->setFullText(reasonText(report));
  m_detail->setFullText(reasonDetail(report));
}

}  // namespace carom
