#pragma once

#include <QObject>
#include <QStringList>

#include "common/selection.h"
#include "editor/edit_session.h"
#include "scene/scene_error.h"
#include "support/snapshot_factory.h"

namespace carom {

/// A document of its own around a SceneEditor, for one panel at a time: what is edited is read and answered
/// at once, and the names of the edits are kept.
class EditedDocument {
 public:
  Selection selection;
  SceneEditor editor{&selection};
  QStringList history;  ///< names of edits that were done
  std::string text;     ///< of the document
  bool refused = false;

  EditedDocument() {
    QObject::connect(&editor, &SceneEditor::editStarted, &editor, [this](const QString& name) {
      m_begun = name;
      m_before = text;
    });
    QObject::connect(&editor, &SceneEditor::previewed, &editor,
                     [this](const std::string& next) { show(next); });
    QObject::connect(&editor, &SceneEditor::editFinished, &editor, [this] { history << m_begun; });
    QObject::connect(&editor, &SceneEditor::editCancelled, &editor, [this] { show(m_before); });
    QObject::connect(&editor, &SceneEditor::edited, &editor,
                     [this](const QString& name, const std::string& next) {
                       if (show(next)) history << name;
                     });
  }
  virtual ~EditedDocument() = default;

  bool show(const std::string& next) {
    static std::uint64_t request = 0;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = ++request;
    try {
      snapshot->scene = Scene::parse(next, "edited.carom.json");
      snapshot->instance = snapshot->scene->instantiate();
    } catch (const SceneError& error) {
      refused = true;
      refuse(error);
      return false;
    }
    text = next;
    editor.setSnapshot(snapshot);
    answer(snapshot);
    return true;
  }
  edit::Json json() const { return edit::Json::parse(text); }
  SceneInstance instance() const { return Scene::parse(text, "")->instantiate(); }

 protected:
  virtual void answer(const std::shared_ptr<Snapshot>& snapshot) = 0;
  virtual void refuse(const SceneError&) {}

 private:
  QString m_begun;
  std::string m_before;  ///< at the beginning of an edit
};

}  // namespace carom
