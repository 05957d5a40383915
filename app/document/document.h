#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <map>
#include <memory>
#include <optional>

#include "answer/compute_snapshot.h"
#include "answer/snapshot.h"
#include "document/scene_refusal.h"

namespace carom {

/// What is edited: a scene, what its parameters are set to, and how its impacts are resolved. A value.
struct DocumentState {
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  std::optional<Word> ordering;  ///< chosen by hand, as contact indices of the initial impact
  ImpactSettings settings;  ///< the rule that chooses it otherwise, what it is compared with, restitution

  bool operator==(const DocumentState&) const = default;
};

/// The one place where edits happen. Every edit is a pair of states (before, after) on the undo stack.
///
/// An edit has three moments: begin, any number of previews, and commit or cancel. Each preview is a question
/// to the engine (`requested`). A commit waits for the engine's answer: what the engine refuses is never
/// committed, and the state before the edit comes back.
///
/// A scene is edited as its text: the engine reads the new text, and its Scene takes the place of the old
/// one. What the parameters are set to stays, as far as the new scene has them.
class Document : public QObject {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);

  /// Old names of parameters and choices → new ones.
  using Renames = std::map<std::string, std::string>;

  const DocumentState& state() const { return m_state; }
  /// The scene's text as it was last asked for, answered or not: what the next edit of it starts from.
  std::string sceneText() const;
  QUndoStack* undoStack() { return &m_undoStack; }
  bool isEditing() const { return m_edit.has_value(); }
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
  /// What is in the file is another scene than the document's, or there is none any more.
  void setUnsaved();
  /// Whether an answer to this request may still be shown: previews may come late by one, but no answer
  /// from before the last commit, cancel or undo.
  bool isCurrent(quint64 request) const { return request >= m_oldestCurrent && request <= m_lastRequest; }

  /// An id for a question that is asked outside an edit, such as opening a scene.
  quint64 nextRequest() { return ++m_lastRequest; }

  /// Replaces the document by one that the engine has answered already; forgets the history.
  void reset(const SnapshotPtr& snapshot);

  /// Opens an edit; one that the engine has not answered yet becomes part of it. `text` names it in the Edit
  /// menu.
  void beginEdit(const QString& text);
  /// Sets one parameter or choice, as a preview.
  void previewAssignment(const QString& name, const QString& expression);
  /// Moves a body towards a point (world, m): its parameters follow.
  void previewDrag(int body, const Eigen::Vector3d& target);
  /// Replaces the scene's text, as a preview. A text that is refused is told by sceneRefused(). `renames`:
  /// the parameters that the text calls differently from the scene before the edit; what they are set to
  /// follows.
  void previewScene(const std::string& text, const Renames& renames = {});
  void commitEdit();
  void cancelEdit();

  /// Edits of a single moment.
  void setAssignment(const QString& name, const QString& expression);
  void resetAssignment(const QString& name);
  void resetAssignments();
  void editScene(const QString& name, const std::string& text, const Renames& renames = {});
  /// By hand: no rule is in force any more.
  void setOrdering(const Word& ordering);
  /// The same at a later impact of the run (a number in Trajectory::impacts), as contacts of the mechanism:
  /// the run forks there, and what was chosen at impacts after it is of no use any more. A rule stays in
  /// force.
  void setLaterOrdering(int impact, const std::vector<int>& contacts);
  /// Chooses the ordering by a rule, for this state and all that follow; empty: as the engine finds it.
  void setRule(const std::optional<OrderingRule>& rule);
  /// The ordering beside the one in force; empty: none.
  void setComparison(const std::optional<Word>& comparison);
  /// A run beside the one in force; empty: none.
  void setBranch(const std::optional<RunBranch>& branch);
  /// How long and with which step the motion is computed.
  void setRun(const RunSettings& run);
  /// R of the whole impact or e of each reflection, in [0,1]; both empty: elastic.
  void setRestitution(std::optional<double> R, std::optional<double> e);
  /// Whether answers are to tell probabilities under random gaps: what is looked at, no edit.
  void setProbabilities(bool wanted);
  bool wantsProbabilities() const { return m_probabilities; }
  /// The same as a preview of an open edit.
  void previewRestitution(std::optional<double> R, std::optional<double> e);

 public slots:
  /// The engine's answer to a request. Returns without effect where it is stale.
  void accept(const carom::SnapshotPtr& snapshot);
  /// The engine refuses the request: an open edit that was to be committed is taken back.
  void refuse(quint64 request, const carom::SceneRefusal& why = {});
  /// Steps through the history; undo takes back an edit that is still open or waits for its answer.
  void undo();
  void redo();

 signals:
  /// A question for the engine. `preview`: more will follow soon.
  void requested(const carom::SnapshotRequest& request, bool preview);
  void stateChanged();
  /// The newest text of an edit is refused, a preview's or a commit's.
  void sceneRefused(const carom::SceneRefusal& why);

 private:
  class EditCommand;
  struct Edit {
    QString text;
    DocumentState before;
    quint64 answered = 0;       ///< the newest request that the engine answered, 0 before the first
    bool committing = false;    ///< commit as soon as the newest request is answered
    Assignments assignments{};  ///< at its beginning
    std::optional<SceneText> sceneText{};  ///< that the engine is asked to read
  };

  void apply(const DocumentState& state);
  void request(bool preview, std::optional<DragRequest> drag = {});
  /// The engine has answered all that was asked in this edit.
  bool isAnswered() const { return m_edit->answered != 0 && m_edit->answered == m_lastRequest; }
  void finishCommit();
  void singleEdit(const QString& text, DocumentState after);
  void setText(const std::string& text, const Renames& renames);

  DocumentState m_state;
  std::optional<Edit> m_edit;
  quint64 m_lastRequest = 0;
  quint64 m_oldestCurrent = 0;
  std::optional<DragRequest> m_drag;
  bool m_probabilities = false;
  DocumentState m_saved;
  bool m_unsaved = false;  ///< whatever the states say
  QUndoStack m_undoStack;
};

}  // namespace carom
