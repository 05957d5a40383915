#pragma once

#include <QTimer>

#include "figure/panel.h"

class QLabel;

namespace carom {

class Edits;
class SceneTextEditor;
struct EditRefusal;

/// The scene's JSON beside the scene, both ways: edits elsewhere change the text, and what is typed becomes
/// an edit after a short pause or with Ctrl+Enter. A text that is refused stays in the field, with the reason
/// at its line. What is chosen elsewhere is marked and scrolled to; where the cursor is put, that is chosen.
class SceneTextPanel : public Panel {
  Q_OBJECT
 public:
  SceneTextPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;

  bool eventFilter(QObject* object, QEvent* event) override;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void apply();
  void showRefusal(const EditRefusal& refusal);
  void enterDraft(const QString& text);
  void clearError();
  void updateDraft();
  void markChosen();
  void chooseAtCursor();

  Edits* m_edits;
  SceneTextEditor* m_editor;
  QLabel* m_error;
  QTimer m_pause;
  bool m_replacing = false;
  QString m_scene;  ///< the text of the scene that is shown
  QString m_asked;  ///< the text that was asked for last and not answered by a scene
  QString m_shown;  ///< what stands for the scene in the field
  QString m_seen;   ///< what stood in the field when it changed last
  QString m_draft;
  bool m_toReveal = false;  ///< what is chosen has not been scrolled to yet
};

}  // namespace carom
