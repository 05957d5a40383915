#include "viewport/body_menu.h"

#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>

#include "base/qt_text.h"
#include "common/plain_text.h"
#include "common/selection.h"
#include "editor/scene_editor.h"
#include "scene/edit/rename.h"
#include "viewport/tools/tool_box.h"

namespace carom {

BodyMenu::BodyMenu(ToolBox* tools, SceneEditor* editor, Selection* selection, QWidget* view)
    : QObject(view), m_tools(tools), m_editor(editor), m_selection(selection), m_view(view) {}

void BodyMenu::fill(QMenu* menu, int body) {
  const Mechanism& mechanism = *m_editor->snapshot()->instance.mechanism;
  const QString name = q(mechanism.bodies().at(static_cast<std::size_t>(body)).name);
  const QString shown = menuText(name);
  menu->addAction(tr("Rename %1…").arg(shown), this, [this, name] { rename(name); });
  menu->addAction(tr("Duplicate %1").arg(shown), this, [this, name] {
    m_selection->choose({name});
    attempt([this] { m_editor->duplicateSelected(); });
  });
  menu->addAction(tr("Delete %1").arg(shown), this, [this, name] {
    m_selection->choose({name});
    attempt([this] { m_editor->removeSelected(); });
  });
  menu->addAction(tr("Add a handle…"), this, [this] {
    m_tools->setKind(ToolBox::Kind::Handle);
    m_view->setFocus();
  });
  if (mechanism.isFixed(body)) return;
  menu->addAction(tr("Set the velocity of %1").arg(shown), this, [this, name] { setVelocity(name); });
}

/// Calls an edit, and reports why it fails.
void BodyMenu::attempt(const std::function<void()>& edit) {
  const auto heard =
      connect(m_editor, &SceneEditor::refused, this, [this](const QString&, const QString& why) {
        if (!why.isEmpty()) emit refused(why);
      });
  edit();
  disconnect(heard);
}

void BodyMenu::rename(const QString& name) {
  auto* dialog = new QInputDialog(m_view);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Rename %1").arg(name));
  dialog->setLabelText(tr("Name of the body"));
  dialog->setTextValue(name);
  connect(dialog, &QInputDialog::textValueSelected, this, [this, name](const QString& text) {
    const QString wanted = text.trimmed();
    if (wanted == name) return;
    const std::string from = name.toStdString(), to = wanted.toStdString();
    attempt([&] {
      const bool isDone =
          m_editor->apply(tr("Rename %1 to %2").arg(name, wanted), [&](const SceneEditor::Json& scene) {
            const auto& instance = m_editor->snapshot()->instance;
            return edit::renameBody(SceneEditor::withSingleBodies(scene, {from}, instance), from, to);
          });
      if (isDone) m_selection->choose({wanted});
    });
  });
  dialog->open();
}

/// The tool that selects, with the body's velocity in hand as by the key V.
void BodyMenu::setVelocity(const QString& name) {
  m_tools->setKind(ToolBox::Kind::Select);
  m_selection->choose({name});
  m_view->setFocus();
  if (!m_tools->velocityHandle())
    return emit refused(tr("%1 moves by its joints: set their velocities in the scene editor.").arg(name));
  const QKeyEvent key(QEvent::KeyPress, Qt::Key_V, Qt::NoModifier);
  m_tools->key(key);
}

}  // namespace carom
