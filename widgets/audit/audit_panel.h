#pragma once

#include "common/shown_audit.h"
#include "figure/panel.h"
#include "tasks/latest_task.h"

class QBoxLayout;
class QScrollArea;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace carom {

class AuditBar;
class AuditModel;
class ElidedLabel;
class TableView;

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
  QSize minimumSizeHint() const override { return {300, 165}; }

  const AuditModel* model() const { return m_model; }
  const std::shared_ptr<const AuditAnswer>& answer() const { return m_answer; }
  /// What views show of it; null where nothing is audited. Views have it only while the panel is in sight.
  std::shared_ptr<const ShownAudit> shown() const;
  const QString& file() const { return m_file; }
  bool isAuditing() const;
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
  void cancel() { m_task.stop(); }
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
  void buildBar();
  QHBoxLayout* buildBelow();
  void buildTable();
  void forget();
  void take(const std::shared_ptr<const AuditAnswer>& answer);
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
  AuditBar* m_bar = nullptr;
  QToolButton *m_why = nullptr, *m_copy = nullptr, *m_save = nullptr;
  QLabel* m_reasons = nullptr;
  QScrollArea* m_scroll = nullptr;  ///< of m_reasons
  QBoxLayout* m_middle = nullptr;   ///< the table, and the reasons beside or below it
  ElidedLabel* m_summary = nullptr;
  LatestTask<std::shared_ptr<const AuditAnswer>> m_task;
  LatestTask<std::shared_ptr<const JumpImpact>> m_impactTask;
};

}  // namespace carom
