#include "audit/audit_panel.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "answer/audit/audit_options.h"
#include "audit/audit_figure.h"
#include "audit/audit_model.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/context_menu.h"
#include "common/file_dialog.h"
#include "common/math_label.h"
#include "common/selection.h"
#include "picture/figure_actions.h"
#include "table/marked_rows.h"
#include "table/table_view.h"

namespace carom {

namespace {

constexpr int auditPatienceMs = 150;

/// Whether a recording of one snapshot's scene is one of another's: the same bodies and coefficients.
bool isSameScene(const Snapshot& a, const Snapshot& b) {
  return a.scene->text() == b.scene->text() && a.assignments == b.assignments;
}

/// The map that the columns of a table ask for.
std::string mapByColumns(const NumberTable& table) {
  const auto isMujoco = [](const std::string& name) { return name.starts_with("qpos"); };
  return std::ranges::any_of(table.columns, isMujoco) ? "mujoco" : "scene";
}

/// A recording as a panel asks for it.
struct RecordingAsked {
  QString file;
  std::string map;  ///< "": by the columns
  AuditWords words;
};

std::shared_ptr<const AuditAnswer> auditOf(const SnapshotPtr& of, const RecordingAsked& asked,
                                           std::stop_token stop, const Progress& progress) {
  const AuditOptions options = auditOptions(asked.words);
  requireMotion(*of->scene, of->instance);
  const Mechanism& mechanism = *of->instance.mechanism;
  const NumberTable table = readNumberTable(asked.file.toStdString());
  RecordingMap map =
      recordingMap(asked.map.empty() ? mapByColumns(table) : asked.map, mechanism, table.columns);
  map.start = of->instance.initial.q;
  return std::make_shared<const AuditAnswer>(
      AuditAnswer{of, asked.file, auditRecording(mechanism, table, map, options, std::move(stop), progress)});
}

QString withDeviation(double value, double error) {
  return AuditPanel::tr("%1 ± %2").arg(formatNumber(value, 3), formatNumber(error, 2));
}

}  // namespace

bool isRecordingFile(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  return ending == QStringLiteral("csv") || ending == QStringLiteral("npz");
}

AuditPanel::AuditPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  setObjectName(QStringLiteral("audit"));
  setWindowTitle(tr("Audit"));
  setAccessibleName(windowTitle());
  build();
  connect(selection, &Selection::momentChanged, this, &AuditPanel::markMoment);
}

QToolButton* AuditPanel::button(const QString& text, const QString& tip, const char* name,
                                void (AuditPanel::*slot)()) {
  auto* made = new QToolButton(this);
  made->setText(text);
  made->setToolTip(tip);
  made->setAccessibleName(text);
  made->setAccessibleDescription(tip);
  made->setObjectName(QLatin1String(name));
  made->setProperty("compact", true);
  if (slot) connect(made, &QToolButton::clicked, this, slot);
  return made;
}

QLineEdit* AuditPanel::field(const QString& name, const QString& tip, const char* object) {
  auto* edit = new QLineEdit(this);
  edit->setObjectName(QLatin1String(object));
  edit->setMinimumWidth(40);
  edit->setMaximumWidth(64);
  edit->setToolTip(tip);
  edit->setAccessibleName(name);
  connect(edit, &QLineEdit::returnPressed, this, &AuditPanel::audit);
  return edit;
}

QGridLayout* AuditPanel::buildBar() {
  auto* open = button(tr("Open…"), tr("Open a recording of this scene: CSV or NPZ"), "openRecording",
                      &AuditPanel::chooseRecording);
  m_audit = button(tr("Audit"), tr("Audit the recording again with these ranges"), "auditRecording",
                   &AuditPanel::audit);
  m_audit->setProperty("role", QStringLiteral("primary"));
  m_cancel =
      button(tr("Cancel"), tr("Stop, and show what was examined so far"), "cancelAudit", &AuditPanel::cancel);
  m_close = button(tr("Close"), tr("Close the recording (Esc)"), "closeAudit", &AuditPanel::end);
  m_map = new QComboBox(this);
  m_map->setObjectName(QStringLiteral("auditMap"));
  m_map->setAccessibleName(tr("Map of the columns"));
  m_map->setToolTip(tr("How the columns of the recording become coordinates of the scene"));
  m_map->setProperty("compact", true);
  m_map->setMinimumWidth(60);
  m_map->addItem(tr("by its columns"), QString());
  m_map->addItem(tr("coordinates"), QStringLiteral("scene"));
  m_map->addItem(QStringLiteral("MuJoCo"), QStringLiteral("mujoco"));
  m_map->addItem(QStringLiteral("Drake"), QStringLiteral("drake"));
  m_map->addItem(tr("one body"), QStringLiteral("body"));
  m_map->addItem(tr("file…"));
  connect(m_map, &QComboBox::activated, this, &AuditPanel::takeMap);
  m_restitution =
      field(tr("Range of restitution"),
            tr("Range of e of all contacts, as 0.2:0.9; “scene”: as the scene has it"), "auditRestitution");
  m_restitution->setPlaceholderText(QStringLiteral("0:1"));
  m_friction = field(tr("Range of friction"), tr("Range of μ of contacts with a collision law, as 0:0.6"),
                     "auditFriction");
  m_friction->setPlaceholderText(QStringLiteral("0:2"));
  m_gapError =
      field(tr("Error of gaps"), tr("Standard deviation of gaps by shapes and places that are not exact"),
            "auditGapError");
  m_gapError->setPlaceholderText(QStringLiteral("0 mm"));
  m_noise =
      field(tr("Least noise"),
            tr("Least standard deviation of a sample, of travels and angles, as 0.1mm,0.1deg: engines and "
               "trackers err more than neighbouring samples show"),
            "auditNoise");
  m_noise->setPlaceholderText(QStringLiteral("0 mm"));
  m_progress = new QProgressBar(this);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(4);
  m_progress->setAccessibleName(tr("Progress of the audit"));
  auto *row = new QHBoxLayout, *run = new QHBoxLayout;
  m_ranges = new QWidget(this);
  auto* ranges = new QHBoxLayout(m_ranges);
  ranges->setContentsMargins(0, 0, 0, 0);
  for (QHBoxLayout* part : {row, ranges, run}) part->setSpacing(4);
  row->addWidget(open);
  row->addWidget(m_map);
  for (const auto& [words, edit] : {std::pair(tr("e"), m_restitution),
                                    {tr("μ"), m_friction},
                                    {tr("gap error"), m_gapError},
                                    {tr("noise ≥"), m_noise}}) {
    auto* label = new QLabel(words, this);
    label->setToolTip(edit->toolTip());
    label->setBuddy(edit);
    ranges->addWidget(label);
    ranges->addWidget(edit);
  }
  run->addWidget(m_audit);
  run->addWidget(m_cancel);
  run->addWidget(m_progress, 1);
  run->addStretch(0);
  run->addWidget(m_close);
  ranges->addStretch(1);
  m_bar = new QGridLayout;
  m_bar->setSpacing(4);
  m_bar->setColumnStretch(2, 1);
  m_bar->addLayout(row, 0, 0);
  m_bar->addLayout(run, 0, 2);
  m_bar->addWidget(m_ranges, 1, 0, 1, 3);
  return m_bar;
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
  m_why = button(tr("Why?"), tr("Explain the verdict of the chosen jump"), "whyJump", &AuditPanel::showState);
  m_why->setCheckable(true);
  m_why->setChecked(true);
  m_copy = button(tr("copy"), tr("Copy the jumps as CSV"), "copyAudit", nullptr);
  m_save = button(tr("CSV"), tr("Save the jumps as CSV"), "saveAudit", nullptr);
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
  layout->addLayout(buildBar());
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
  m_patience.setSingleShot(true);
  m_patience.setInterval(auditPatienceMs);
  connect(&m_patience, &QTimer::timeout, this, &AuditPanel::showState);
  showState();
}

/// The last entry asks for a file, which becomes an entry before it.
void AuditPanel::takeMap(int index) {
  const int last = m_map->count() - 1;
  if (index == last) {
    m_map->setCurrentIndex(0);
    auto* dialog =
        new FileDialog(this, tr("Map of the columns"), QString(), tr("Maps (*.json);;All files (*)"));
    connect(dialog, &FileDialog::fileSelected, this, &AuditPanel::addMap);
    dialog->open();
    return;
  }
  if (isOpen()) audit();
}

void AuditPanel::addMap(const QString& path) {
  const int last = m_map->count() - 1;
  m_map->insertItem(last, QFileInfo(path).fileName(), path);
  m_map->setCurrentIndex(last);
  if (isOpen()) audit();
}

void AuditPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  if (m_answer && !isSameScene(*m_answer->of, *m_snapshot)) {
    forget();
    m_fault = tr("The scene has changed: audit the recording again.");
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
  m_task.forget();
  m_impactTask.forget();
  m_isAuditing = false;
  m_fault.clear();
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

void AuditPanel::cancel() {
  m_task.stop();
}

void AuditPanel::audit() {
  if (!m_snapshot || !isOpen()) return;
  forget();
  const RecordingAsked asked{m_file,
                             m_map->currentData().toString().toStdString(),
                             {m_restitution->text().trimmed().toStdString(),
                              m_friction->text().trimmed().toStdString(),
                              m_gapError->text().remove(QLatin1Char(' ')).toStdString(),
                              {},
                              m_noise->text().remove(QLatin1Char(' ')).toStdString()}};
  m_isAuditing = true;
  m_patience.start();
  m_progress->setRange(0, 0);
  const auto work = [of = m_snapshot, asked](const auto& watch) {
    return auditOf(of, asked, watch.stop, watch.progress);
  };
  m_task.start(work, {.answered = [this](const auto& answer) { take(answer); },
                      .failed = [this](const QString& why) { fail(why); },
                      .progressed =
                          [this](double share) {
                            m_progress->setRange(0, 1000);
                            m_progress->setValue(static_cast<int>(1000 * share));
                          }});
  showState();
}

void AuditPanel::take(const std::shared_ptr<const AuditAnswer>& answer) {
  m_isAuditing = false;
  m_answer = answer;
  m_model->setAnswer(answer);
  m_table->setFileName(QFileInfo(m_file).completeBaseName() + QStringLiteral("-jumps.csv"));
  showState();
  showAudit();
}

void AuditPanel::fail(const QString& why) {
  m_isAuditing = false;
  m_fault = why;
  showState();
  emit told(why);
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
                 QStringLiteral(": ") + withDeviation(one.value.value, one.value.error);
  if (const std::size_t told = audited.run.told.size(); told > 0)
    parts << (told == 1 ? tr("one coordinate by the loops") : tr("%1 coordinates by the loops").arg(told));
  if (!report.overlaps.empty()) parts << tr("%1 overlaps").arg(report.overlaps.size());
  return parts.join(QStringLiteral(" · "));
}

/// The sentences of the chosen jump.
QString AuditPanel::reasons() const {
  if (!m_answer || m_jump < 0) return {};
  QStringList sentences;
  const auto& jump = m_answer->audited.report.jumps[static_cast<std::size_t>(m_jump)];
  for (const std::string& one : jumpReasons(m_answer->answered(), jump)) sentences << q(one);
  if (m_impact && !m_impact->whyNone.empty())
    sentences << tr("The outcomes of this impact are not shown: %1.").arg(q(m_impact->whyNone));
  return sentences.join(QLatin1Char(' '));
}

void AuditPanel::showState() {
  const bool isLong = m_isAuditing && !m_patience.isActive();
  m_audit->setVisible(!isLong);
  m_audit->setEnabled(isOpen() && m_snapshot && !m_isAuditing);
  m_cancel->setVisible(isLong);
  m_progress->setVisible(isLong);
  m_close->setEnabled(isOpen());
  const bool hasJumps = m_answer && m_model->rowCount() > 0;
  m_copy->setEnabled(hasJumps);
  m_save->setEnabled(hasJumps);
  m_why->setEnabled(hasJumps);
  const QString sentences = m_why->isChecked() ? reasons() : QString();
  m_scroll->setVisible(!sentences.isEmpty() || !m_fault.isEmpty() || !m_answer);
  m_table->setVisible(m_answer != nullptr);
  m_ranges->setVisible(isOpen());
  if (!m_fault.isEmpty())
    m_reasons->setText(m_fault);
  else if (m_isAuditing)
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

/// In a wide panel, which is low as a rule, the reasons stand beside the table, and the fields in the first
/// row.
void AuditPanel::resizeEvent(QResizeEvent* event) {
  constexpr int wide = 980;  // px
  const bool isWide = width() >= wide;
  m_middle->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_bar->removeWidget(m_ranges);
  if (isWide)
    m_bar->addWidget(m_ranges, 0, 1);
  else
    m_bar->addWidget(m_ranges, 1, 0, 1, 3);
  Panel::resizeEvent(event);
}

void AuditPanel::hideEvent(QHideEvent* event) {
  if (m_isAuditing && !event->spontaneous()) forget();  // who hides it waits for nothing
  Panel::hideEvent(event);
  emit auditChanged(nullptr);
}

void AuditPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  showAudit();
}

}  // namespace carom
