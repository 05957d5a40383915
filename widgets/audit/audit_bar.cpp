#include "audit/audit_bar.h"

#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "common/file_dialog.h"
#include "common/work_bar.h"

namespace carom {

AuditBar::AuditBar(QWidget* parent)
    : QWidget(parent),
      m_work(new WorkBar({"auditRecording", tr("Audit"), tr("Audit the recording again with these ranges"),
                          tr("Stop, and show what was examined so far"), tr("Progress of the audit")},
                         this)),
      m_close(m_work->addButton(tr("Close"), tr("Close the recording (Esc)"), "closeAudit")),
      m_map(createMaps()),
      m_ranges(createRanges()),
      m_grid(new QGridLayout(this)) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* open =
      compactButton(tr("Open…"), tr("Open a recording of this scene: CSV or NPZ"), "openRecording", this);
  connect(open, &QToolButton::clicked, this, &AuditBar::openWanted);
  connect(m_work, &WorkBar::wanted, this, &AuditBar::auditWanted);
  connect(m_close, &QToolButton::clicked, this, &AuditBar::closeWanted);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  row->addWidget(open);
  row->addWidget(m_map);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(4);
  m_grid->setColumnStretch(2, 1);
  m_grid->addLayout(row, 0, 0);
  m_grid->addWidget(m_work, 0, 2);
  m_grid->addWidget(m_ranges, 1, 0, 1, 3);
}

QComboBox* AuditBar::createMaps() {
  auto* maps = new QComboBox(this);
  maps->setObjectName(QStringLiteral("auditMap"));
  maps->setAccessibleName(tr("Map of the columns"));
  maps->setToolTip(tr("How the columns of the recording become coordinates of the scene"));
  maps->setProperty("compact", true);
  maps->setMinimumWidth(60);
  maps->addItem(tr("by its columns"), QString());
  maps->addItem(tr("coordinates"), QStringLiteral("scene"));
  maps->addItem(QStringLiteral("MuJoCo"), QStringLiteral("mujoco"));
  maps->addItem(QStringLiteral("Drake"), QStringLiteral("drake"));
  maps->addItem(tr("one body"), QStringLiteral("body"));
  maps->addItem(tr("file…"));
  connect(maps, &QComboBox::activated, this, &AuditBar::takeMap);
  return maps;
}

QWidget* AuditBar::createRanges() {
  auto* ranges = new QWidget(this);
  auto* row = new QHBoxLayout(ranges);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  const auto add = [&](const QString& words, const QString& name, const QString& tip, const char* object,
                       const QString& usual) {
    auto* label = new QLabel(words, this);
    auto* field = new QLineEdit(this);
    field->setObjectName(QLatin1String(object));
    field->setMinimumWidth(40);
    field->setMaximumWidth(64);
    field->setToolTip(tip);
    field->setAccessibleName(name);
    field->setPlaceholderText(usual);
    label->setToolTip(tip);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    connect(field, &QLineEdit::returnPressed, this, &AuditBar::auditWanted);
    return field;
  };
  m_restitution = add(tr("e"), tr("Range of restitution"),
                      tr("Range of e of all contacts, as 0.2:0.9; “scene”: as the scene has it"),
                      "auditRestitution", QStringLiteral("0:1"));
  m_friction =
      add(tr("μ"), tr("Range of friction"), tr("Range of μ of contacts with a collision law, as 0:0.6"),
          "auditFriction", QStringLiteral("0:2"));
  m_gapError = add(tr("gap error"), tr("Error of gaps"),
                   tr("Standard deviation of gaps by shapes and places that are not exact"), "auditGapError",
                   QStringLiteral("0 mm"));
  m_noise =
      add(tr("noise ≥"), tr("Least noise"),
          tr("Least standard deviation of a sample, of travels and angles, as 0.1mm,0.1deg: engines and "
             "trackers err more than neighbouring samples show"),
          "auditNoise", QStringLiteral("0 mm"));
  row->addStretch(1);
  return ranges;
}

AuditAsked AuditBar::asked() const {
  const auto trimmed = [](const QLineEdit* field) { return field->text().trimmed().toStdString(); };
  const auto without = [](const QLineEdit* field) {
    return field->text().remove(QLatin1Char(' ')).toStdString();
  };
  return {m_map->currentData().toString().toStdString(),
          {trimmed(m_restitution), trimmed(m_friction), without(m_gapError), {}, without(m_noise)}};
}

void AuditBar::setOpen(bool isOpen) {
  m_close->setEnabled(isOpen);
  m_ranges->setVisible(isOpen);
}

/// The last entry asks for a file, which becomes an entry before it.
void AuditBar::takeMap(int index) {
  if (index < m_map->count() - 1) return emit auditWanted();
  m_map->setCurrentIndex(0);
  auto* dialog =
      new FileDialog(this, tr("Map of the columns"), QString(), tr("Maps (*.json);;All files (*)"));
  connect(dialog, &FileDialog::fileSelected, this, &AuditBar::addMap);
  dialog->open();
}

void AuditBar::addMap(const QString& path) {
  const int last = m_map->count() - 1;
  m_map->insertItem(last, QFileInfo(path).fileName(), path);
  m_map->setCurrentIndex(last);
  emit auditWanted();
}

/// In a wide panel, the fields stand in the first row.
void AuditBar::resizeEvent(QResizeEvent* event) {
  m_grid->removeWidget(m_ranges);
  if (isWideForAudits(parentWidget()->width()))
    m_grid->addWidget(m_ranges, 0, 1);
  else
    m_grid->addWidget(m_ranges, 1, 0, 1, 3);
  QWidget::resizeEvent(event);
}

}  // namespace carom
