#pragma once

#include <QMenu>

namespace carom {

class Answers;
class Document;
class Panels;
class SceneEditor;
class SceneFiles;
class SnapshotDelivery;

/// The Edit menu: undo, edits of bodies, the comparison of orderings, and the command line of the present
/// state.
class EditMenu : public QMenu {
  Q_OBJECT
 public:
  struct Parts {
    Document* document;
    const SceneFiles* files;
    SceneEditor* editor;
    const Panels& panels;
    SnapshotDelivery* delivery;
    const Answers* answers;
  };
  EditMenu(const Parts& parts, QWidget* window);

  QAction* undoAction() const { return m_undo; }
  QAction* redoAction() const { return m_redo; }

 signals:
  /// One line for the status bar.
  void told(const QString& message);

 private:
  void addUndo(Document* document);
  void addBodies(SceneEditor* editor, const Panels& panels);
  void addAlign(SceneEditor* editor);
  void addComparison(const Panels& panels, SnapshotDelivery* delivery);
  void copyCommandLine(const Answers& answers, const SceneFiles& files, const Panels& panels,
                       SnapshotDelivery* delivery);

  QAction *m_undo = nullptr, *m_redo = nullptr;
};

}  // namespace carom
