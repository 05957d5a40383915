#pragma once

#include <QTimer>

#include "common/shown_audit.h"
#include "figure/panel.h"
#include "tasks/latest_task.h"

class QBoxLayout;
class QComboBox;
class QGridLayout;
class QScrollArea;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;

namespace carom {

class AuditModel;
class ElidedLabel;
class TableView;

/// Whether a file is a recording by its name: CSV or NPZ.
bool isRecordingFile(const QString& path);

/// What a recorded run did at its impacts: a table of its jumps with verdicts, and why a jump has its
/// verdict.
///
/// A recording is audited by the open scene, on a thread of its own; the newest one counts. Views show the
/// recorded motion as a ghost, its jumps on the time line, and, of the jump that is chosen, the recorded p⁺
/// beside the outcomes and Carom's own motion from there on. The document stays as it is.
class AuditPanel : public Panel {
  Q_OBJECT
 public:
  explicit AuditPanel(Selection* selection, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override { end(); }
  std::unique_ptr<Figure> figure() const override;
  QSize sizeHint() const override { return {620, 300}; }
  QSize minimumSizeHint() const override { return {300, 190}; }

  const AuditModel* model() const { return m_model; }
  const std::shared_ptr<const AuditAnswer>& answer() const { return m_answer; }
  /// What views show of it; null where nothing is audited. Views have it only while the panel is in sight.
  std::shared_ptr<const ShownAudit> shown() const;
  const QString& file() const { return m_file; }
  bool isAuditing() const { return m_isAuditing; }
  /// Whether a recording is open: end() closes it.
  bool isOpen() const { return !m_file.isEmpty(); }
  /// The jumps as CSV, see auditCsv.
  QString csv() const;

 public slots:
  /// Reads a recording and audits it. The panel has the snapshot of the scene.
  void open(const QString& path);
  /// Audits the open recording again, with the fields as they are.
  void audit();
  /// Stops the audit; what was examined is shown.
  void cancel();
  /// Closes the recording.
  void end();
  void chooseRecording();

 signals:
  /// Something else is to be seen of an audit; null: nothing.
  void auditChanged(const std::shared_ptr<const carom::ShownAudit>& shown);
  /// A jump is about to be shown: time is to stand still.
  void jumpChosen();

 protected:
  void hideEvent(QHideEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  QGridLayout* buildBar();
  QHBoxLayout* buildBelow();
  void buildTable();
  QToolButton* button(const QString& text, const QString& tip, const char* name, void (AuditPanel::*slot)());
  QLineEdit* field(const QString& name, const QString& tip, const char* object);
  void takeMap(int index);
  void addMap(const QString& path);
  void forget();
  void take(const std::shared_ptr<const AuditAnswer>& answer);
  void fail(const QString& why);
  void choose(int row);
  void markMoment();
  void showAudit();
  void showState();
  QString summary() const;
  QString reasons() const;

  SnapshotPtr m_snapshot;
  QString m_file;
  std::shared_ptr<const AuditAnswer> m_answer;
  int m_jump = -1;
  std::shared_ptr<const JumpImpact> m_impact;
  AuditModel* m_model = nullptr;
  TableView* m_table = nullptr;
  QComboBox* m_map = nullptr;
  QLineEdit *m_restitution = nullptr, *m_friction = nullptr, *m_gapError = nullptr, *m_noise = nullptr;
  QToolButton *m_audit = nullptr, *m_cancel = nullptr, *m_close = nullptr, *m_why = nullptr,
              *m_copy = nullptr, *m_save = nullptr;
  QProgressBar* m_progress = nullptr;
  QLabel* m_reasons = nullptr;
  QGridLayout* m_bar = nullptr;
  QWidget* m_ranges = nullptr;      ///< the fields, in the first row of the bar or below it
  QScrollArea* m_scroll = nullptr;  ///< of m_reasons
  QBoxLayout* m_middle = nullptr;   ///< the table, and the reasons beside or below it
  ElidedLabel* m_summary = nullptr;
  QTimer m_patience;  ///< until the progress is shown
  QString m_fault;
  bool m_isAuditing = false;
  LatestTask<std::shared_ptr<const AuditAnswer>> m_task;
  LatestTask<std::shared_ptr<const JumpImpact>> m_impactTask;
};

}  // namespace carom
