#pragma once

#include "common/selection.h"
#include "editor/scene_editor.h"
#include "scene/scene_error.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"

namespace carom {

/// A document of its own around a SceneEditor, for one panel at a time: what is edited is read and answered
/// at once, and the names of the edits are kept.
class EditedDocument : public RecordedEdits {
 public:
  Selection selection;
  SceneEditor editor{&selection, this};
  QStringList history;  ///< names of edits of the scene that were done
  std::string text;     ///< of the document
  Renames renames;      ///< of the last edit
  bool isRefused = false;
  int textsRead = 0;  ///< of previews

  std::string sceneText() const override { return text; }
  void beginEdit(const QString& name, OnRefusal = OnRefusal::TakeBack) override {
    RecordedEdits::beginEdit(name);
    m_before = text;
    m_isPlaced = false;
  }
  void previewScene(const std::string& next, const Renames&) override {
    ++textsRead;
    show(next);
  }
  void previewInitial(const Assignments& values) override {
    m_isPlaced = true;
    show(text, values);
  }
  void commitEdit() override {
    RecordedEdits::commitEdit();
    if (text != m_before) history << begun.back();
  }
  void cancelEdit() override {
    RecordedEdits::cancelEdit();
    if (text != m_before || m_isPlaced) show(m_before);
  }
  void editScene(const QString& name, const std::string& next, const Renames& renamed) override {
    renames = renamed;
    if (show(next)) history << name;
  }

  bool show(const std::string& next, const Assignments& coordinates = {}) {
    SnapshotRequest request;
    request.assignments = coordinates;
    request.text = {next, "edited.carom.json"};
    SnapshotPtr snapshot;
    try {
      snapshot = answerTo(std::move(request));
    } catch (const SceneError& error) {
      isRefused = true;
      emit refused({refusalOf(error), EditRefusal::Of::Scene, {}, next, isEditing()});
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
  virtual void answer(const SnapshotPtr& snapshot) = 0;

 private:
  std::string m_before;     ///< at the beginning of an edit
  bool m_isPlaced = false;  ///< by coordinates that no text has
};

}  // namespace carom
