#pragma once

#include <QTimer>

#include "figure/panel.h"

class QLabel;

namespace carom {

class Edits;
class SceneTextEditor;
struct EditRefusal;

/// The scene's JSON, kept in step with the scene: edits elsewhere change the text, and typed text becomes an
/// edit after a short pause or with Ctrl+Enter. A refused text stays in the field, with the reason at its
/// line. Entries that are chosen elsewhere are marked and scrolled to; placing the cursor chooses the entry
/// there.
class SceneTextPanel : public Panel {
  Q_OBJECT
 public:
  SceneTextPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override { m_isOtherScene = true; }

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
  QString m_asked;  ///< the last requested text that has not become the scene
  QString m_shown;  ///< the text of that scene as the field shows it
  QString m_seen;   ///< the text of the field after its last change
  QString m_draft;
  bool m_isOtherScene = false;  ///< the next text is another scene's, without the field's history
  bool m_toReveal = false;      ///< the chosen entries are still to be scrolled to
};

}  // namespace carom
