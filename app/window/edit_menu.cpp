#include "window/edit_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QTreeView>

#include "document/answers.h"
#include "document/document.h"
#include "document/scene_files.h"
#include "editor/scene_editor.h"
#include "editor/scene_editor_panel.h"
#include "figure/provenance.h"
#include "orderings/ordering_graph_panel.h"
#include "viewport/viewport_panel.h"
#include "window/command_line_text.h"
#include "window/palette/palette_sources.h"
#include "window/panels.h"
#include "window/snapshot_delivery.h"

namespace carom {

EditMenu::EditMenu(const Parts& parts, QWidget* window) : QMenu(tr("&Edit"), window) {
  addUndo(parts.document);
  addSeparator();
  addBodies(parts.editor, parts.panels);
  addSeparator();
  addAction(tr("Copy as command li&ne"), this,
            [this, answers = parts.answers, files = parts.files, panels = &parts.panels,
             delivery = parts.delivery] { copyCommandLine(*answers, *files, *panels, delivery); });
  addComparison(parts.panels, parts.delivery);
  addSeparator();
  addAction(tr("Reset all parameter&s"), parts.document, &Edits::resetAssignments);
}

void EditMenu::addUndo(Document* document) {
  QUndoStack* stack = document->undoStack();
  m_undo = stack->createUndoAction(this, tr("Undo"));
  m_undo->setShortcut(QKeySequence::Undo);
  m_redo = stack->createRedoAction(this, tr("Redo"));
  // The document knows of edits that still wait for their answer; the stack does not.
  disconnect(m_undo, &QAction::triggered, stack, nullptr);
  disconnect(m_redo, &QAction::triggered, stack, nullptr);
  connect(m_undo, &QAction::triggered, document, &Document::undo);
  connect(m_redo, &QAction::triggered, document, &Document::redo);
  m_redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  const auto showUndo = [this, document, stack] {
    m_undo->setEnabled(stack->canUndo() || document->isEditing());
    const QString name = document->undoName(), named = tr("Undo %1").arg(name);
    m_undo->setText(name.isEmpty() ? tr("Undo") : named);
  };
  connect(stack, &QUndoStack::canUndoChanged, m_undo, showUndo);
  connect(stack, &QUndoStack::undoTextChanged, m_undo, showUndo);
  connect(document, &Document::stateChanged, m_undo, showUndo);
  connect(document, &Document::editEnded, m_undo, showUndo);
  connect(document, &Document::requested, m_undo, showUndo);
  setWhyNot(m_undo, tr("Nothing has been changed since the scene was opened"));
  setWhyNot(m_redo, tr("Nothing has been undone"));
  addActions({m_undo, m_redo});
}

/// Adds cut, copy, paste and so on to the menu, and their keys to the tree and the 3D view. Elsewhere, such
/// as in a text field, the same keys keep their meaning.
void EditMenu::addBodies(SceneEditor* editor, const Panels& panels) {
  auto* tree = panels.find<SceneEditorPanel>();
  auto* viewport = panels.find<ViewportPanel>();
  const auto add = [&](const QString& text, const QKeySequence& key, const char* name, auto slot) {
    QAction* action = addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, editor, slot);
    tree->tree()->addAction(action);
    viewport->addAction(action);
    return action;
  };
  add(tr("Cu&t bodies"), QKeySequence::Cut, "cut", &SceneEditor::cutSelected);
  add(tr("&Copy bodies"), QKeySequence::Copy, "copy", &SceneEditor::copySelected);
  add(tr("&Paste bodies"), QKeySequence::Paste, "paste", &SceneEditor::paste);
  add(tr("&Duplicate bodies"), Qt::CTRL | Qt::Key_D, "duplicate", &SceneEditor::duplicateSelected);
  QAction* remove = add(tr("De&lete bodies"), QKeySequence(), "delete", &SceneEditor::removeSelected);
  remove->setShortcut(Qt::Key_Delete);
  tree->tree()->removeAction(remove);  // in the tree the key removes any row
  add(tr("Select &all bodies"), QKeySequence::SelectAll, "select-all", &SceneEditor::selectAll);
  addAlign(editor);
  QAction* parameter = addAction(tr("Make para&meter"), tree, &SceneEditorPanel::makeParameter);
  parameter->setShortcut(Qt::CTRL | Qt::Key_P);
  parameter->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  tree->addAction(parameter);
}

void EditMenu::addAlign(SceneEditor* editor) {
  QMenu* align = addMenu(tr("Ali&gn"));
  using edit::Alignment;
  for (const auto& [alignment, text] :
       {std::pair(Alignment::Left, tr("&Left edges")), std::pair(Alignment::Right, tr("&Right edges")),
        std::pair(Alignment::Top, tr("&Top edges")), std::pair(Alignment::Bottom, tr("&Bottom edges")),
        std::pair(Alignment::CentreX, tr("Centres on a &vertical line")),
        std::pair(Alignment::CentreY, tr("Centres on a &horizontal line"))})
    align->addAction(text, editor, [editor, alignment = alignment] { editor->align(alignment); });
}

/// Adds the comparison of orderings. The panel of orderings may be hidden and hold an old snapshot.
void EditMenu::addComparison(const Panels& panels, SnapshotDelivery* delivery) {
  auto* graph = panels.find<OrderingGraphPanel>();
  addAction(tr("Compare &orderings"), Qt::Key_C, graph, [graph, delivery] {
    delivery->bringUpToDate(graph);
    graph->toggleComparison();
  })->setObjectName("compare");
}

/// Copies the command for the numbers of the impact, and the one for the picture, which has all settings. A
/// scene that is in no file as it is now has the latter only.
void EditMenu::copyCommandLine(const Answers& answers, const SceneFiles& files, const Panels& panels,
                               SnapshotDelivery* delivery) {
  if (!answers.run()) return;
  auto* viewport = panels.find<ViewportPanel>();
  delivery->bringUpToDate(viewport);
  const auto picture = viewport->figure();
  QStringList lines;
  if (!picture || isFoundByName(argumentsOf(*picture, {})))
    lines += commandLineText(*answers.run(), files.path());
  if (picture) lines += commandLineOf(*picture, FigureFormat::Pdf, {});
  QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  emit told(tr("Copied: %1").arg(lines.join(QStringLiteral("; "))));
}

}  // namespace carom
