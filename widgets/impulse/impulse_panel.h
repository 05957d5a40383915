#pragma once

#include <functional>
#include <memory>

#include "figure/panel.h"

class QLabel;
class QMenu;
class QToolButton;

namespace carom {

class Edits;
class ImpulseCanvas;
class ImpulseLab;
class LawList;
struct ShownAudit;

/// Collision laws in the space of impulses of one contact [CR98]: a case of its own, a figure of the paper,
/// or a contact of the scene.
class ImpulsePanel : public Panel {
  Q_OBJECT
 public:
  ImpulsePanel(Selection* selection, Edits* edits, ImpulseLab* lab, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;
  QSize sizeHint() const override { return {500, 330}; }
  QSize minimumSizeHint() const override { return {220, 110}; }

  ImpulseCanvas* canvas() const { return m_canvas; }
  /// Takes a contact of the impact shown, after the first reflections of its ordering, as the case.
  void pick(const SnapshotPtr& shown, ContactIndex contact, std::size_t reflections);
  /// Where the audit comes from whose chosen jump offers its contacts; it may give null.
  void setAudits(std::function<std::shared_ptr<const ShownAudit>()> now) { m_auditNow = std::move(now); }
  /// Takes a contact of a recorded jump as the case, with the impulse that the recording gives it.
  void pickRecorded(const std::shared_ptr<const ShownAudit>& audit, std::size_t contact);
  /// Puts the chosen law and the coefficients on the contact that the case comes from.
  void useLaw();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* createBar();
  QWidget* createSide();
  QToolButton* addButton(QWidget* bar, const QString& name, const QString& text, const QString& help);
  void fillPresets(QMenu* menu);
  void fillContacts(QMenu* menu);
  void addUse(QMenu* menu);
  void fold();
  void refresh();
  void note(const QString& text);

  Edits* m_edits;
  ImpulseLab* m_lab;
  SnapshotPtr m_snapshot;
  std::function<std::shared_ptr<const ShownAudit>()> m_auditNow;
  ImpulseCanvas* m_canvas = nullptr;
  LawList* m_laws = nullptr;
  QLabel *m_about = nullptr, *m_note = nullptr;
  QWidget* m_side = nullptr;  ///< the laws and the fields
  QToolButton *m_use = nullptr, *m_unfold = nullptr, *m_undo = nullptr, *m_redo = nullptr;
  /// Whether the last step was one of the case's history, which Ctrl+Z here takes back, and not one of the
  /// scene.
  bool m_ownStep = false;
};

}  // namespace carom
