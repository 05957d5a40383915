#pragma once

#include <QUndoStack>
#include <optional>

#include "answer/compute_snapshot.h"
#include "common/edits.h"
#include "common/plain_text.h"

namespace carom {

/// Applies all edits and keeps their history. Every edit is a pair of states (before, after) on the undo
/// stack.
///
/// Each preview of an edit is a question to the engine (`requested`). A commit waits for the engine's answer.
///
/// A scene is edited as its text: the engine reads the new text, and its Scene takes the place of the old
/// one. Assignments stay for the parameters that the new scene still has.
class Document : public Edits {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);
  ~Document() override;

  const DocumentState& state() const override { return m_state; }
  /// Of a typed text that is no object of JSON, and that the engine is going to refuse, the text before it.
  std::string sceneText() const override;
  bool isEditing() const override { return m_edit.has_value(); }
  void beginEdit(const QString& name, OnRefusal onRefusal = OnRefusal::TakeBack) override;
  void previewAssignment(const QString& name, const QString& expression) override;
  void previewDrag(int body, const Eigen::Vector3d& target) override;
  void previewScene(const std::string& text, const Renames& renames = {}) override;
  void previewInitial(const Assignments& values) override;
  void commitEdit() override;
  void cancelEdit() override;
  void editScene(const QString& name, const std::string& text, const Renames& renames = {}) override;
  void editText(const std::string& text) override;
  void change(const QString& name, const DocumentState& after) override;
  void setProbabilities(bool wanted) override;
  void setModels(bool wanted) override;
  void setDraft(const QString& text) override;

  QUndoStack* undoStack() { return &m_undoStack; }
  /// What undo() takes back, as a menu has it: an edit that is open or waits for its answer, or else the last
  /// step; empty: nothing.
  QString undoName() const { return m_edit ? menuText(m_edit->text) : m_undoStack.undoText(); }
  /// An edit is complete, but the engine has not answered it yet.
  bool isWaiting() const { return m_edit && m_edit->committing; }
  /// The engine has still to read the newest text of the scene.
  bool hasUnansweredText() const { return m_edit && m_edit->sceneText; }
  /// The state without the edit that is open.
  const DocumentState& committed() const { return m_edit ? m_edit->before : m_state; }
  /// Whether the scene, an assignment of its parameters, the impact rule or the restitution differs from what
  /// is saved. The other settings of impacts are part of the history only.
  bool isModified() const;
  /// Whether the scene's text differs from what is saved.
  bool isTextModified() const;
  /// Whether runs are kept that the document did not open with: files of scenes do not hold them.
  bool hasNewRuns() const { return !committed().kept.empty() && committed().kept != m_saved.kept; }
  /// Marks the committed state as saved.
  void setSaved();
  /// Marks the document as unsaved: its file holds another scene, or is gone.
  void setUnsaved();
  /// Whether an answer to this request may still be shown: previews may come late by one, but no answer
  /// from before the last commit, cancel or undo.
  bool isCurrent(quint64 request) const { return request >= m_oldestCurrent && request <= m_lastRequest; }

  /// An id for a request outside an edit, such as opening a scene.
  quint64 nextRequest() { return ++m_lastRequest; }

  /// Replaces the document by one that the engine has answered already; forgets the history.
  void reset(const SnapshotPtr& snapshot);

  /// Gives the document that was opened just now these settings, without a step in the history.
  void startWith(const ImpactSettings& settings, const std::optional<Word>& ordering = {},
                 const std::vector<KeptRun>& kept = {});

  /// The extras that panels show and that answers therefore contain.
  const Extras& extras() const { return m_extras; }
  /// The draft that setDraft() was given last; null without one.
  const QString& draft() const { return m_draft; }
  /// Whether closing the document would lose edits or a draft.
  bool hasUnsaved() const { return isModified() || !m_draft.isNull(); }

 public slots:
  /// Takes the engine's answer to a request. A stale answer has no effect.
  void accept(const carom::SnapshotPtr& snapshot);
  /// Takes the engine's refusal of a request: an open edit that is being committed is taken back. A stale
  /// refusal has no effect.
  void refuse(quint64 request, const carom::SceneRefusal& why = {});
  /// Step through the history; undo takes back an edit that is still open or waits for its answer.
  void undo();
  void redo();

 signals:
  /// A question for the engine. `preview`: more requests will follow soon.
  void requested(const carom::SnapshotRequest& request, bool preview);
  void stateChanged();
  /// reset() has replaced the document by the scene of this answer.
  void opened(const carom::SnapshotPtr& snapshot);
  /// The draft has appeared, changed or gone.
  void draftChanged();

 private:
  struct Edit {
    QString text;
    DocumentState before;
    quint64 answered = 0;       ///< the newest request that the engine answered, 0 before the first
    bool committing = false;    ///< commit as soon as the newest request is answered
    Assignments assignments{};  ///< the assignments when the edit began
    std::optional<SceneText> sceneText{};  ///< the new text that the engine is to read
    quint64 textRequest = 0;               ///< the first request with that text
    bool isTextJson = true;                ///< false: it is typed, and the engine is going to refuse it
    EditRefusal::Of changes = EditRefusal::Of::Settings;
    QString parameter{};  ///< the parameter whose value changes, if there is exactly one
    OnRefusal onRefusal = OnRefusal::TakeBack;
    std::optional<DocumentState> accepted{};  ///< the state after the last accepted preview
    /// The edits that were committed, and had no answer yet when this one began: a step of their own each.
    struct Earlier {
      DocumentState before;
      QString text;
      EditRefusal::Of changes;
      QString parameter;
    };
    std::vector<Earlier> earlier{};
  };

  void apply(const DocumentState& state);
  void pushStep(const DocumentState& before, const QString& name);
  void request(bool preview, std::optional<DragRequest> drag = {});
  /// The engine has answered the newest request of this edit.
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
