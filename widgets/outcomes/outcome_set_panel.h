#pragma once

#include "common/plain_text.h"
#include "figure/panel.h"
#include "outcomes/outcome_set_figure.h"
#include "picture/picture.h"
#include "tasks/latest_task.h"

class QCheckBox;
class QComboBox;

namespace carom {

class Edits;
struct ShownAudit;

/// The outcome set as a picture, projected on two directions of the person's choice. A click picks an
/// outcome, or shows in the 3D view what another impact model makes of the impact.
class OutcomeSetPanel : public Panel {
  Q_OBJECT
 public:
  OutcomeSetPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;
  bool isFigureComing() const override { return m_isComing; }
  QSize sizeHint() const override { return {470, 260}; }
  QSize minimumSizeHint() const override { return {220, 92}; }

  const OutcomeProjection& picture() const { return m_picture; }
  /// Shows the impact of the chosen jump of an audit with its recorded p⁺, in place of that of the run; null,
  /// or without a chosen jump: that of the run.
  void setAudit(const std::shared_ptr<const ShownAudit>& audit);
  /// The place of an outcome in the panel.
  QPointF placeOf(int outcome) const;
  /// Where the mark of a model stands in the panel; empty where it has none.
  std::optional<QPointF> placeOfModel(int model) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void takeShown();
  bool isOfJump() const;
  void project();
  void take(OutcomeProjection picture);
  void offerAxes();
  QRectF drawingArea() const;
  PictureSpot spotAt(QPointF point);
  void choose(int outcome);
  void showModel(int model);
  QString words() const;
  Html card(int outcome) const;
  Html modelCard(int model) const;
  Html coordinates(QPointF at, const Eigen::VectorXd& momentum) const;

  Edits* m_edits;
  SnapshotPtr m_run;       ///< the newest answer; null before the first
  SnapshotPtr m_snapshot;  ///< that is shown: m_run, or that of the jump of m_audit
  std::shared_ptr<const ShownAudit> m_audit;
  OutcomeProjection m_picture;
  bool m_isComing = false;  ///< the picture is being computed, and m_picture is empty
  LatestTask<OutcomeProjection> m_task;
  OutcomeAxis m_axes[2]{{OutcomeAxis::Kind::Principal, 0}, {OutcomeAxis::Kind::Principal, 1}};
  QComboBox* m_choices[2]{};
  QStringList m_offered;
  QCheckBox* m_models = nullptr;
  Picture* m_spots;  ///< what the mouse points at
};

}  // namespace carom
