#pragma once

#include <QUndoStack>
#include <optional>

#include "answer/compute_snapshot.h"
#include "common/edits.h"

namespace carom {

/// The one place where edits happen. Every edit is a pair of states (before, after) on the undo stack.
///
/// Each preview of an edit is a question to the engine (`requested`). A commit waits for the engine's answer.
///
/// A scene is edited as its text: the engine reads the new text, and its Scene takes the place of the old
/// one. What the parameters are set to stays, as far as the new scene has them.
class Document : public Edits {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);
  ~Document() override;

  const DocumentState& state() const override { return m_state; }
  std::string sceneText() const override;
  bool isEditing() const override { return m_edit.has_value(); }
  void beginEdit(const QString& name, OnRefusal onRefusal = OnRefusal::TakeBack) override;
  void previewAssignment(const QString& name, const QString& expression) override;
  void previewDrag(int body, const Eigen::Vector3d& target) override;
  void previewScene(const std::string& text, const Renames& renames = {}) override;
  void commitEdit() override;
  void cancelEdit() override;
  void editScene(const QString& name, const std::string& text, const Renames& renames = {}) override;
  void editText(const std::string& text) override;
  void change(const QString& name, const DocumentState& after) override;
  void setProbabilities(bool wanted) override;
  void setModels(bool wanted) override;
  void setDraft(const QString& text) override;

  QUndoStack* undoStack() { return &m_undoStack; }
  /// An edit is complete, but the engine has not answered it yet.
  bool isWaiting() const { return m_edit && m_edit->committing; }
  /// The state without the edit that is open.
  const DocumentState& committed() const { return m_edit ? m_edit->before : m_state; }
  /// Whether the scene or what its parameters are set to differs from what is saved. How an impact is looked
  /// at is part of the history, but of no file.
  bool isModified() const;
  /// Whether the scene itself does.
  bool isTextModified() const;
  /// The committed state is saved now.
  void setSaved();
  /// The file holds another scene than the document, or is gone.
  void setUnsaved();
  /// Whether an answer to this request may still be shown: previews may come late by one, but no answer
  /// from before the last commit, cancel or undo.
  bool isCurrent(quint64 request) const { return request >= m_oldestCurrent && request <= m_lastRequest; }

  /// An id for a question that is asked outside an edit, such as opening a scene.
  quint64 nextRequest() { return ++m_lastRequest; }

  /// Replaces the document by one that the engine has answered already; forgets the history.
  void reset(const SnapshotPtr& snapshot);

  /// What answers give because a panel shows it.
  const Extras& extras() const { return m_extras; }
  /// What setDraft() was given last; null where there is no draft.
  const QString& draft() const { return m_draft; }
  /// Whether something would be lost with the document.
  bool hasUnsaved() const { return isModified() || !m_draft.isNull(); }

 public slots:
  /// The engine's answer to a request. Returns without effect where it is stale.
  void accept(const carom::SnapshotPtr& snapshot);
  /// The engine refuses the request: an open edit that was to be committed is taken back. Returns without
  /// effect where the request is stale.
  void refuse(quint64 request, const carom::SceneRefusal& why = {});
  /// Steps through the history; undo takes back an edit that is still open or waits for its answer.
  void undo();
  void redo();

 signals:
  /// A question for the engine. `preview`: more will follow soon.
  void requested(const carom::SnapshotRequest& request, bool preview);
  void stateChanged();
  /// Another scene is the document: reset() was called with this answer.
  void opened(const carom::SnapshotPtr& snapshot);
  /// There is a draft now, or no longer, or another one.
  void draftChanged();

 private:
  class EditCommand;
  struct Edit {
    QString text;
    DocumentState before;
    quint64 answered = 0;       ///< the newest request that the engine answered, 0 before the first
    bool committing = false;    ///< commit as soon as the newest request is answered
    Assignments assignments{};  ///< at its beginning
    std::optional<SceneText> sceneText{};  ///< that the engine is asked to read
    EditRefusal::Of changes = EditRefusal::Of::Settings;
    QString parameter{};  ///< whose value is changed, where it is one
    OnRefusal onRefusal = OnRefusal::TakeBack;
    std::optional<DocumentState> accepted{};  ///< with the last preview that was accepted
  };

  void apply(const DocumentState& state);
  void request(bool preview, std::optional<DragRequest> drag = {});
  /// The engine has answered all that was asked in this edit.
  bool isAnswered() const { return m_edit->answered != 0 && m_edit->answered == m_lastRequest; }
  void finishCommit();
  void endRefused();
  void setExtras(const Extras& extras);
  void setText(const std::string& text, const Renames& renames);

  DocumentState m_state;
  std::optional<Edit> m_edit;
  quint64 m_lastRequest = 0;
  quint64 m_oldestCurrent = 0;
  std::optional<DragRequest> m_drag;
  Extras m_extras;
  QString m_draft;
  DocumentState m_saved;
  bool m_unsaved = false;  ///< setUnsaved() was called: states are not compared
  QUndoStack m_undoStack;
};

}  // namespace carom
