#include "audit/audit_panel.h"

#include <QContextMenuEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "audit/audit_bar.h"
#include "audit/audit_figure.h"
#include "audit/audit_model.h"
#include "base/audit_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/context_menu.h"
#include "common/file_dialog.h"
#include "common/math_label.h"
#include "common/selection.h"
#include "common/work_bar.h"
#include "picture/figure_actions.h"
#include "table/marked_rows.h"
#include "table/table_view.h"

namespace carom {

namespace {

/// The map that the columns of a table ask for.
std::string mapByColumns(const NumberTable& table) {
  const auto isMujoco = [](const std::string& name) { return name.starts_with("qpos"); };
  return std::ranges::any_of(table.columns, isMujoco) ? "mujoco" : "scene";
}

std::shared_ptr<const AuditAnswer> auditOf(const SnapshotPtr& of, const QString& file,
                                           const AuditAsked& asked, std::stop_token stop,
                                           const Progress& progress) {
  const AuditOptions options = auditOptions(asked.words);
  requireMotion(*of->scene, of->instance);
  const Mechanism& mechanism = *of->instance.mechanism;
  const NumberTable table = readNumberTable(file.toStdString());
  RecordingMap map =
      recordingMap(asked.map.empty() ? mapByColumns(table) : asked.map, mechanism, table.columns);
  map.start = of->instance.initial.q;
  return std::make_shared<const AuditAnswer>(
      AuditAnswer{of, file, auditRecording(mechanism, table, map, options, std::move(stop), progress)});
}

QString withDeviation(double value, double error) {
  return measuredText({value, error}, 3, 2);
}

}  // namespace

AuditPanel::AuditPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  setObjectName(QStringLiteral("audit"));
  setWindowTitle(tr("Audit"));
  setAccessibleName(windowTitle());
  build();
  connect(selection, &Selection::momentChanged, this, &AuditPanel::markMoment);
}

void AuditPanel::buildBar() {
  m_bar = new AuditBar(this);
  connect(m_bar, &AuditBar::openWanted, this, &AuditPanel::chooseRecording);
  connect(m_bar, &AuditBar::auditWanted, this, &AuditPanel::audit);
  connect(m_bar, &AuditBar::closeWanted, this, &AuditPanel::end);
  connect(m_bar->work(), &WorkBar::cancelled, this, &AuditPanel::cancel);
}

void AuditPanel::buildTable() {
  m_model = new AuditModel(this);
  m_table = new TableView(m_model, {"auditTable", tr("Jumps of the recording")}, this);
  m_table->setItemDelegate(new MarkedRows(paintDisc, m_table));
  m_table->horizontalHeader()->setStretchLastSection(false);
  m_table->setMinimumHeight(76);
  m_table->setCsv([this] { return csv(); });
  connect(m_table, &TableView::rowChosen, this, &AuditPanel::choose);
  connect(m_table, &TableView::told, this, &Panel::told);
}

QHBoxLayout* AuditPanel::buildBelow() {
  m_summary = new ElidedLabel(this);
  m_summary->setObjectName(QStringLiteral("auditSummary"));
  m_summary->setProperty("role", QStringLiteral("quiet"));
  m_why = compactButton(tr("Why?"), tr("Explain the verdict of the chosen jump"), "whyJump", this);
  connect(m_why, &QToolButton::clicked, this, &AuditPanel::showState);
  m_why->setCheckable(true);
  m_why->setChecked(true);
  m_copy = compactButton(tr("copy"), tr("Copy the jumps as CSV"), "copyAudit", this);
  m_save = compactButton(tr("CSV"), tr("Save the jumps as CSV"), "saveAudit", this);
  connect(m_copy, &QToolButton::clicked, m_table, &TableView::copyCsv);
  connect(m_save, &QToolButton::clicked, m_table, &TableView::saveCsv);
  for (QToolButton* each : {m_copy, m_save}) each->setProperty("role", QStringLiteral("quiet"));
  auto* below = new QHBoxLayout;
  below->addWidget(m_summary, 1);
  for (QToolButton* each : {m_why, m_copy, m_save}) below->addWidget(each);
  return below;
}

void AuditPanel::build() {
  buildTable();
  m_reasons = new QLabel(this);
  m_reasons->setObjectName(QStringLiteral("auditReasons"));
  m_reasons->setTextFormat(Qt::PlainText);
  m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_reasons->setWordWrap(true);
  m_reasons->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_reasons->setAccessibleName(tr("Why the jump has its verdict"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 6, 4);
  layout->setSpacing(4);
  buildBar();
  layout->addWidget(m_bar);
  m_middle = new QBoxLayout(QBoxLayout::TopToBottom);
  m_middle->setSpacing(8);
  m_middle->addWidget(m_table, 2);
  m_scroll = new QScrollArea(this);
  m_scroll->setWidget(m_reasons);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_middle->addWidget(m_scroll, 1);
  layout->addLayout(m_middle, 1);
  layout->addLayout(buildBelow());
  showState();
}

void AuditPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  if (m_answer && !isSameScene(*m_answer->of, *m_snapshot)) {
    forget();
    m_bar->work()->setFault(tr("The scene has changed: audit the recording again."));
  }
  showState();
}

void AuditPanel::chooseRecording() {
  auto* dialog = new FileDialog(this, tr("Open a recording"), QFileInfo(m_file).path(),
                                tr("Recordings (*.csv *.npz);;All files (*)"));
  connect(dialog, &FileDialog::fileSelected, this, &AuditPanel::open);
  dialog->open();
}

void AuditPanel::open(const QString& path) {
  m_file = path;
  audit();
}

/// Forgets what was found: it is about another recording or another scene.
void AuditPanel::forget() {
  m_bar->work()->forget(m_task);
  m_impactTask.forget();
  m_answer = nullptr;
  m_impact = nullptr;
  m_jump = -1;
  m_model->setAnswer(nullptr);
  showState();
  showAudit();
}

void AuditPanel::end() {
  m_file.clear();
  forget();
}

bool AuditPanel::isAuditing() const {
  return m_bar->work()->isWorking();
}

void AuditPanel::audit() {
  if (!m_snapshot || !isOpen()) return;
  forget();
  const auto work = [of = m_snapshot, file = m_file, asked = m_bar->asked()](const auto& watch) {
    return auditOf(of, file, asked, watch.stop, watch.progress);
  };
  const auto failed = [this] {
    showState();
    emit told(m_bar->work()->fault());
  };
  m_bar->work()->start(
      m_task, work, [this](const auto& answer) { take(answer); }, failed);
  showState();
}

void AuditPanel::take(const std::shared_ptr<const AuditAnswer>& answer) {
  m_answer = answer;
  m_model->setAnswer(answer);
  m_table->setFileName(QFileInfo(m_file).completeBaseName() + QLatin1String("-jumps.csv"));
  showState();
  showAudit();
}

/// Goes to a jump, and finds what the orderings of its contacts and Carom's own motion make of it.
void AuditPanel::choose(int row) {
  if (!m_answer) return;
  const bool isOther = row != m_jump;
  m_jump = row;
  const auto number = static_cast<std::size_t>(m_jump);
  emit jumpChosen();
  if (isOther) {
    m_impact = nullptr;
    const auto work = [answer = m_answer, number](const auto& watch) {
      return std::make_shared<const JumpImpact>(
          jumpImpact(*answer->of, answer->audited, number, watch.stop, {}));
    };
    m_impactTask.start(work, {.answered =
                                  [this](const auto& impact) {
                                    m_impact = impact;
                                    showState();
                                    showAudit();
                                  },
                              .failed = [this](const QString& why) { emit told(why); }});
    showState();
    showAudit();
  }
  selection()->setMoment({m_answer->audited.report.jumps[number].time, -1, 0});
}

/// Marks the jump at the time cursor.
void AuditPanel::markMoment() {
  if (!m_answer || !isVisible()) return;
  const auto& jumps = m_answer->audited.report.jumps;
  const auto at = std::ranges::find(jumps, selection()->moment().time, &ExplainedJump::time);
  if (at == jumps.end() || at - jumps.begin() == m_jump) return;
  m_table->setCurrentIndex(m_table->indexOf(static_cast<int>(at - jumps.begin())));
}

std::shared_ptr<const ShownAudit> AuditPanel::shown() const {
  return m_answer ? std::make_shared<const ShownAudit>(ShownAudit{m_answer, m_jump, m_impact}) : nullptr;
}

void AuditPanel::showAudit() {
  emit auditChanged(isVisible() ? shown() : nullptr);
}

QString AuditPanel::summary() const {
  const AuditedRecording& audited = m_answer->audited;
  const AuditReport& report = audited.report;
  QStringList parts{QFileInfo(m_file).fileName()};
  if (!report.complete) parts << tr("stopped");
  parts << (report.jumps.size() == 1 ? tr("one jump") : tr("%1 jumps").arg(report.jumps.size()));
  parts << unexaminedTexts(report.motion);
  const AnsweredAudit answered = m_answer->answered();
  for (const CoefficientFit& fit : report.fit)
    parts << tr("%1 of %2: %3")
                 .arg(fit.isFriction ? tr("μ") : tr("e"),
                      q(classLabel(answered.mechanism, report.classes[fit.contactClass])),
                      withDeviation(fit.value, fit.error));
  parts << tr("energy appeared: %1 J, vanished: %2 J")
               .arg(withDeviation(report.appeared.value, report.appeared.error),
                    withDeviation(report.vanished.value, report.vanished.error));
  for (const MapEstimate& one : audited.estimates)
    parts << (one.coordinate.empty() ? q(one.what) : tr("%1 of %2").arg(q(one.what), q(one.coordinate))) +
                 QStringLiteral(": ") +
                 (std::isnan(one.value.value) ? tr("the recording does not tell it")
                                              : withDeviation(one.value.value, one.value.error));
  if (const std::size_t told = audited.run.told.size(); told > 0)
    parts << (told == 1 ? tr("one coordinate by the loops") : tr("%1 coordinates by the loops").arg(told));
  if (const QString step = recordedStepText(report.motion); !step.isEmpty()) parts << step;
  if (const QString start = motorsStartText(report); !start.isEmpty()) parts << start;
  if (!report.overlaps.empty()) parts << tr("%1 overlaps").arg(report.overlaps.size());
  if (!report.pulls.empty())
    parts << tr("%1 would have to pull, with %2 N: impossible")
                 .arg(q(answered.mechanism.contacts()[static_cast<std::size_t>(report.pulls.front().contact)]
                            .name),
                      withDeviation(report.pulls.front().force, report.pulls.front().error));
  return parts.join(QStringLiteral(" · "));
}

/// The sentences of the chosen jump; before one is chosen, what the table of jumps leaves out.
QString AuditPanel::reasons() const {
  if (!m_answer) return {};
  if (m_jump < 0) {
    const AnsweredAudit answered = m_answer->answered();
    QStringList texts = unexaminedTexts(answered.audited.report.motion);
    texts += noJumpsText(answered.mechanism, answered.audited.run, answered.audited.report);
    for (const std::string& hint : auditHints(answered)) texts += withShownNumbers(q(hint));
    texts.removeAll(QString());
    return texts.join(QLatin1Char('\n'));
  }
  QStringList sentences;
  const auto& jump = m_answer->audited.report.jumps[static_cast<std::size_t>(m_jump)];
  for (const std::string& one : jumpReasons(m_answer->answered(), jump))
    sentences << withShownNumbers(q(one));
  if (m_impact && !m_impact->whyNone.empty())
    sentences << tr("The outcomes of this impact are not shown: %1.").arg(q(m_impact->whyNone));
  return sentences.join(QLatin1Char(' '));
}

void AuditPanel::showState() {
  m_bar->setOpen(isOpen());
  m_bar->work()->setReady(isOpen() && m_snapshot);
  const bool hasJumps = m_answer && m_model->rowCount() > 0;
  m_copy->setEnabled(hasJumps);
  m_save->setEnabled(hasJumps);
  m_why->setEnabled(hasJumps);
  const QString sentences = m_why->isChecked() ? reasons() : QString();
  m_scroll->setVisible(!sentences.isEmpty() || !m_bar->work()->fault().isEmpty() || !m_answer);
  m_table->setVisible(m_answer != nullptr);
  if (!m_bar->work()->fault().isEmpty())
    m_reasons->setText(m_bar->work()->fault());
  else if (isAuditing())
    m_reasons->setText(tr("auditing …"));
  else if (!m_answer)
    m_reasons->setText(tr(
        "An audit reads a recorded run of this scene and names the orderings that explain its jumps. Open a "
        "recording, or drop one on the window."));
  else
    m_reasons->setText(sentences);
  m_summary->setFullText(m_answer ? summary() : QFileInfo(m_file).fileName());
}

QString AuditPanel::csv() const {
  return m_answer ? q(auditCsv(*m_answer->of->instance.mechanism, m_answer->audited)) : QString();
}

std::unique_ptr<Figure> AuditPanel::figure() const {
  if (!m_answer || m_answer->audited.report.jumps.empty()) return nullptr;
  return std::make_unique<AuditFigure>(csv().toUtf8(),
                                       QFileInfo(m_file).completeBaseName() + QStringLiteral("-jumps.csv"));
}

void AuditPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->addAction(tr("Open a recording…"), this, &AuditPanel::chooseRecording);
  m_table->addActions(menu);
  addFigureActions(menu, this);
  openMenu(menu, event->globalPos());
}

/// In a wide panel, which is low as a rule, the reasons stand beside the table.
void AuditPanel::resizeEvent(QResizeEvent* event) {
  const bool isWide = isWideForAudits(width());
  m_middle->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  Panel::resizeEvent(event);
}

void AuditPanel::hideEvent(QHideEvent* event) {
  if (isAuditing() && !event->spontaneous()) forget();  // who hides it waits for nothing
  Panel::hideEvent(event);
  emit auditChanged(nullptr);
}

void AuditPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  showAudit();
}

}  // namespace carom
