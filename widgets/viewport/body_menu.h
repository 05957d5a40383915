#pragma once

#include <QObject>
#include <functional>

class QMenu;
class QWidget;

namespace carom {

class SceneEditor;
class Selection;
class ToolBox;

/// What the context menu of the 3D view offers for the body under the mouse, as edits of the scene.
class BodyMenu : public QObject {
  Q_OBJECT
 public:
  /// `view` gets the keys of a tool, and dialogs stand over it.
  BodyMenu(ToolBox* tools, SceneEditor* editor, Selection* selection, QWidget* view);

  /// Adds the actions for a body of the newest answer.
  void fill(QMenu* menu, int body);

 signals:
  /// An edit failed, for this reason.
  void refused(const QString& why);

 private:
  void rename(const QString& name);
  void setVelocity(const QString& name);
  void attempt(const std::function<void()>& edit);

  ToolBox* m_tools;
  SceneEditor* m_editor;
  Selection* m_selection;
  QWidget* m_view;
};

}  // namespace carom
