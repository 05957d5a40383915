// The scene editor in the window: what the tree and the 3D view do becomes edits of the document.
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTreeView>

#include "editor/edit_session.h"
#include "editor/scene_editor_panel.h"
#include "motion/xi_curve_panel.h"
#include "scene/scene_panel.h"
#include "viewport/viewport_panel.h"
#include "window/main_window.h"

namespace carom {

void MainWindow::createEditor() {
  m_editor = new SceneEditor(&m_selection, &m_document, this);
  m_editorPanel = new SceneEditorPanel(&m_selection, m_editor, this);
  addPanelDock(m_editorPanel, "scene-editor", Qt::LeftDockWidgetArea);
  m_viewport->setEditor(m_editor);
}

/// Cut, copy, paste and so on: in the menu, and by their keys in the tree and the 3D view. Elsewhere, such as
/// in a field with text, the same keys keep their meaning.
void MainWindow::createEditorMenu(QMenu* menu) {
  const auto add = [&](const QString& text, const QKeySequence& key, const char* name, auto slot) {
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, m_editor, slot);
    m_editorPanel->tree()->addAction(action);
    m_viewport->addAction(action);
    return action;
  };
  menu->addSeparator();
  add(tr("Cu&t bodies"), QKeySequence::Cut, "cut", &SceneEditor::cutSelected);
  add(tr("&Copy bodies"), QKeySequence::Copy, "copy", &SceneEditor::copySelected);
  add(tr("&Paste bodies"), QKeySequence::Paste, "paste", &SceneEditor::paste);
  add(tr("&Duplicate bodies"), Qt::CTRL | Qt::Key_D, "duplicate", &SceneEditor::duplicateSelected);
  QAction* remove = add(tr("De&lete bodies"), QKeySequence(), "delete", &SceneEditor::removeSelected);
  remove->setShortcut(Qt::Key_Delete);
  m_editorPanel->tree()->removeAction(remove);  // there the key is for any row
  add(tr("Select &all bodies"), QKeySequence::SelectAll, "select-all", &SceneEditor::selectAll);
  QMenu* align = menu->addMenu(tr("Ali&gn"));
  using edit::Alignment;
  for (const auto& [alignment, text] :
       {std::pair(Alignment::Left, tr("&Left edges")), std::pair(Alignment::Right, tr("&Right edges")),
        std::pair(Alignment::Top, tr("&Top edges")), std::pair(Alignment::Bottom, tr("&Bottom edges")),
        std::pair(Alignment::CentreX, tr("Centres on a &vertical line")),
        std::pair(Alignment::CentreY, tr("Centres on a &horizontal line"))})
    align->addAction(text, m_editor, [this, alignment = alignment] { m_editor->align(alignment); });
  QAction* parameter =
      menu->addAction(tr("Make para&meter"), m_editorPanel, &SceneEditorPanel::makeParameter);
  parameter->setShortcut(Qt::CTRL | Qt::Key_P);
  parameter->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  m_editorPanel->addAction(parameter);
}

}  // namespace carom
