#include "scene/reasoning_dialog.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "base/design_words.h"
#include "base/impact_reasoning.h"
#include "base/impact_words.h"
#include "common/plain_text.h"

namespace carom {

namespace {

constexpr int calmMs = 250;
/// A larger scene takes too long to be built for each value that is tried.
constexpr int mostCoordinates = 60;

/// Whether a pair of the initial impact breaks the rule, so that another design can mend it.
bool canBeMended(const Snapshot& snapshot) {
  if (!snapshot.report || snapshot.impact >= 0 || snapshot.report->jammed()) return false;
  const ImpactReport& report = *snapshot.report;
  if (!report.problem.isElastic() || report.problem.dof() > mostCoordinates) return false;
  return worstPair(report).first >= 0;
}

Html part(const QString& heading, const QStringList& sentences) {
  Html html = Html(heading).in(QLatin1String("h4"));
  for (const QString& sentence : sentences) html += Html(sentence).in(QLatin1String("p"));
  return html;
}

/// The text where no orderings are known.
Html withoutReport(const Snapshot& snapshot) {
  if (snapshot.isPending)
    return part(QObject::tr("Nothing is known yet"),
                {QObject::tr("The orderings of this impact are being searched.")});
  if (snapshot.impact < 0)
    return part(QObject::tr("No contact is closed here"),
                {QObject::tr("Without an impact there is nothing to decide.")});
  const UnorderedWords words =
      unorderedWords(snapshot.trajectory->impacts[static_cast<std::size_t>(snapshot.impact)]);
  if (!words.sentence.isEmpty()) return part(QObject::tr("No order is followed here"), {words.sentence});
  return part(QObject::tr("Nothing is known yet"),
              {QObject::tr("The orderings of this impact have not been searched.")});
}

}  // namespace

ReasoningDialog::ReasoningDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("reasoning"));
  resize(460, 480);
  m_text = new QTextBrowser(this);
  m_text->setOpenLinks(false);
  m_text->setAccessibleName(tr("Reasoning"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  m_searchButton = buttons->addButton(tr("Design search…"), QDialogButtonBox::ActionRole);
  m_searchButton->setToolTip(tr("Choose the quantities that may change, and apply the design that is found"));
  connect(m_searchButton, &QPushButton::clicked, this, [this] {
    close();
    emit designWanted();
  });
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_text);
  layout->addWidget(buttons);
  m_calm.setSingleShot(true);
  m_calm.setInterval(calmMs);
  connect(&m_calm, &QTimer::timeout, this, &ReasoningDialog::searchDesign);
}

void ReasoningDialog::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_design = nullptr;
  m_searching = false;
  m_task.forget();
  if (!isVisible()) return;
  m_searching = canBeMended(*m_snapshot);
  if (m_searching) m_calm.start();
  write();
}

void ReasoningDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  if (m_snapshot) setSnapshot(m_snapshot);
}

QString ReasoningDialog::plainText() const {
  return m_text->toPlainText();
}

void ReasoningDialog::write() {
  const int place = m_text->verticalScrollBar()->value();
  const ImpactReport* report = m_snapshot->report.get();
  setWindowTitle(titleText(report ? tr("Why: %1").arg(verdictText(verdictOf(report)))
                                  : tr("Why: no impact is resolved here")));
  Html html;
  if (report)
    for (const ReasoningPart& each : reasoning(*report)) html += part(each.heading, each.sentences);
  else
    html += withoutReport(*m_snapshot);
  const bool canMend = canBeMended(*m_snapshot);
  if (canMend) html += part(tr("Nearest design in which every pair fits"), designSentences());
  m_searchButton->setVisible(canMend);
  m_text->setHtml(html.text());
  m_text->verticalScrollBar()->setValue(place);
}

QStringList ReasoningDialog::designSentences() const {
  if (m_searching) return {tr("searching …")};
  if (!m_design) return {tr("The designs near this one could not be searched.")};
  const QString verdict = designVerdict(*m_design);
  if (!m_design->found) return {verdict};
  return designChanges(*m_snapshot->scene, *m_design) + QStringList{verdict};
}

void ReasoningDialog::searchDesign() {
  if (!m_snapshot || !canBeMended(*m_snapshot)) return;
  const auto work = [asked = m_snapshot](const auto& watch) {
    const DesignQuestion question = nearestQuestion(*asked->scene, asked->instance);
    return std::make_shared<const DesignAnswer>(
        findDesign(*asked->scene, asked->assignments, question, watch.stop));
  };
  // A dragged body may stand at a place that no parameters give: then there is no design nearby.
  m_task.start(work, {.answered = [this](const auto& design) { showDesign(design); },
                      .failed = [this](const QString&) { showDesign(nullptr); }});
}

void ReasoningDialog::showDesign(const std::shared_ptr<const DesignAnswer>& design) {
  m_design = design;
  m_searching = false;
  write();
}

}  // namespace carom
