#include "scene/reasoning_dialog.h"

#include <QDialogButtonBox>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "base/impact_reasoning.h"
#include "base/impact_words.h"
#include "common/plain_text.h"

namespace carom {

namespace {

constexpr int calmMs = 250;
/// A larger scene takes too long to be built for each value that is tried.
constexpr int mostCoordinates = 60;

/// The contacts of the pair that breaks the rule most, where a change of the design can mend it.
std::optional<std::array<std::string, 2>> pairToMend(const Snapshot& snapshot) {
  if (!snapshot.report || snapshot.impact >= 0 || snapshot.report->jammed()) return std::nullopt;
  const ImpactReport& report = *snapshot.report;
  if (!report.problem.isElastic() || report.problem.dof() > mostCoordinates) return std::nullopt;
  const auto [i, j] = worstPair(report);
  if (i < 0) return std::nullopt;
  const auto& labels = report.problem.labels();
  return std::array{labels[static_cast<std::size_t>(i)].name, labels[static_cast<std::size_t>(j)].name};
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
  if (snapshot.trajectory->impacts[static_cast<std::size_t>(snapshot.impact)].plastic)
    return part(
        QObject::tr("Chatter was cut short here"),
        {QObject::tr("Contacts that were hit twice within a step stop bouncing; no order is followed.")});
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
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_text);
  layout->addWidget(buttons);
  m_calm.setSingleShot(true);
  m_calm.setInterval(calmMs);
  connect(&m_calm, &QTimer::timeout, this, &ReasoningDialog::searchDesigns);
}

void ReasoningDialog::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_designs.reset();
  m_searching = false;
  m_worker.request_stop();
  if (!isVisible()) return;
  m_searching = pairToMend(*m_snapshot).has_value();
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
  setWindowTitle(
      titleText(report ? tr("Why: %1").arg(verdict(*report).word) : tr("Why: no impact is resolved here")));
  Html html;
  if (report)
    for (const ReasoningPart& each : reasoning(*report)) html += part(each.heading, each.sentences);
  else
    html += withoutReport(*m_snapshot);
  if (const auto pair = pairToMend(*m_snapshot)) {
    QStringList designs;
    if (m_designs) designs = designSentences(*m_snapshot->scene, *m_designs);
    if (m_searching)
      designs += tr("searching …");
    else if (!m_designs)
      designs += tr("The designs near this one could not be searched.");
    else if (designs.isEmpty())
      designs += tr("No parameter was found that brings the pair to a whole m within its range.");
    html += part(tr("Nearest designs in which %1 and %2 fit, one parameter changed")
                     .arg(QString::fromStdString((*pair)[0]), QString::fromStdString((*pair)[1])),
                 designs);
  }
  m_text->setHtml(html.text());
  m_text->verticalScrollBar()->setValue(place);
}

void ReasoningDialog::searchDesigns() {
  const auto pair = m_snapshot ? pairToMend(*m_snapshot) : std::nullopt;
  if (!pair) return;
  m_worker = std::jthread([this, asked = m_snapshot, pair = *pair](std::stop_token stop) {
    std::optional<std::vector<UniqueDesign>> designs;
    try {
      designs = nearestUniqueDesigns(*asked->scene, asked->assignments, pair, stop);
    } catch (const std::exception&) {
      // A dragged body may stand at a place that no parameters give: then there is no design nearby.
    }
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this, [this, asked, designs = std::move(designs)] { showDesigns(asked, designs); },
        Qt::QueuedConnection);
  });
}

void ReasoningDialog::showDesigns(const SnapshotPtr& asked,
                                  std::optional<std::vector<UniqueDesign>> designs) {
  if (asked != m_snapshot) return;
  m_designs = std::move(designs);
  m_searching = false;
  write();
}

}  // namespace carom
