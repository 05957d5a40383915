#pragma once

#include <Eigen/Core>
#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answer/snapshot.h"
#include "common/document_state.h"
#include "common/scene_refusal.h"

namespace carom {

/// A request that the engine refused, and the kind of edit that made it.
struct EditRefusal {
  enum class Of { Settings, Parameter, Body, Scene, Text };

  SceneRefusal why;
  Of of = Of::Settings;
  QString parameter;      ///< the parameter whose value is refused, if it is a value
  std::string text;       ///< the scene's text that is refused, if it is a text
  bool isPreview = true;  ///< the edit stays open, and the next preview may be accepted
};

/// The edits that panels ask for. Panels get this object beside the Selection; the Document does the edits.
///
/// An edit has three moments: beginEdit(), any number of previews, and commitEdit() or cancelEdit(). At most
/// one edit is open. A state that the engine refuses is never committed: the state before the edit comes
/// back, and refused() gives the reason.
class Edits : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  /// Old names of parameters and choices → new ones.
  using Renames = std::map<std::string, std::string>;

  /// The present state, including the open edit.
  virtual const DocumentState& state() const = 0;
  /// The scene's text in the newest request, answered or not. The next edit of the text starts from it.
  virtual std::string sceneText() const = 0;
  virtual bool isEditing() const = 0;

  /// What a commit does where the engine refuses the newest preview.
  enum class OnRefusal {
    TakeBack,   ///< the whole edit is taken back
    StopBefore  ///< the edit ends at the last preview that was accepted
  };
  /// Opens an edit; an edit that still waits for the engine's answer becomes part of it. `name`: its name in
  /// the Edit menu.
  virtual void beginEdit(const QString& name, OnRefusal onRefusal = OnRefusal::TakeBack) = 0;
  /// Opens an edit of one parameter or choice, named after its label.
  void beginParameter(const QString& name);
  /// Sets one parameter or choice, as a preview.
  virtual void previewAssignment(const QString& name, const QString& expression) = 0;
  /// Moves a body towards a point (world, m): its parameters follow. A preview.
  virtual void previewDrag(int body, const Eigen::Vector3d& target) = 0;
  /// Replaces the scene's text, as a preview. `renames`: the parameters that the text renames; their
  /// assignments take the new names.
  virtual void previewScene(const std::string& text, const Renames& renames = {}) = 0;
  /// Gives initial coordinates and velocities values in place of those of the scene ("a.x" → "12mm", "v:a.x"
  /// → "0.5") until the edit writes them into the text: a preview without a text to read.
  virtual void previewInitial(const Assignments& values) = 0;
  virtual void commitEdit() = 0;
  virtual void cancelEdit() = 0;

  // Edits of a single moment.

  /// Replaces the scene's text.
  virtual void editScene(const QString& name, const std::string& text, const Renames& renames = {}) = 0;
  /// Replaces the scene's text by one that a person has typed.
  virtual void editText(const std::string& text) = 0;
  /// Replaces the state except for its scene.
  virtual void change(const QString& name, const DocumentState& after) = 0;
  void setAssignment(const QString& name, const QString& expression);
  void resetAssignment(const QString& name);
  void resetAssignments();
  /// Makes this parameter the one of the scene's ξ curve.
  void setSweep(const QString& parameter);
  /// Chooses the ordering of the initial impact by hand, in place of the rule.
  void setOrdering(const Word& ordering);
  /// Chooses the ordering of a later impact of the run (an index into Trajectory::impacts), as contacts of
  /// the mechanism. The run forks there, and orderings chosen at impacts after it are dropped. A rule stays
  /// in force.
  void setLaterOrdering(int impact, const std::vector<int>& contacts);
  /// Chooses the ordering of the impact that `shown` is about, as contact indices of that impact.
  void setOrderingOf(const Snapshot& shown, const Word& word);
  /// Chooses the ordering by a rule, for this state and all that follow; empty: the ordering that the engine
  /// finds.
  void setRule(const std::optional<OrderingRule>& rule);
  /// Compares another ordering of the initial impact with the one in force; empty: stops comparing.
  void setComparison(const std::optional<Word>& comparison);
  /// Compares another ordering of the impact that `shown` is about, as contact indices of that impact.
  void setComparisonOf(const Snapshot& shown, const std::optional<Word>& word);
  /// Compares another run with the one in force; empty: stops comparing.
  void setBranch(const std::optional<RunBranch>& branch);
  /// Sets how long and with which step the motion is computed.
  void setRun(const RunSettings& run);
  /// Keeps the run of an answer by a name, see keepRun().
  void keep(const Snapshot& answer, const QString& name = {});
  /// Replaces the list of kept runs. `name`: of the edit.
  void setKept(const QString& name, std::vector<KeptRun> runs);
  /// Goes back to the state that a kept run answers.
  void goTo(const KeptRun& run);
  /// Replaces the pushes of the run. `name`: of the edit.
  void setPushes(const QString& name, std::vector<RunPush> pushes);
  /// Sets R of the whole impact or e of each reflection, in [0,1]; both empty: elastic.
  void setRestitution(std::optional<double> R, std::optional<double> e);

  // Settings of what is shown, and text that is being typed. They are outside the history of edits.

  /// Sets whether answers contain probabilities under random gaps.
  virtual void setProbabilities(bool wanted) = 0;
  /// Sets whether answers contain those of other impact models.
  virtual void setModels(bool wanted) = 0;
  /// Sets the typed text that is not the scene (yet), because the engine has still to read it or it has an
  /// error. Null: there is no such text.
  virtual void setDraft(const QString& text) = 0;

 signals:
  /// The engine has refused the newest request of an edit.
  void refused(const carom::EditRefusal& refusal);
  /// The last refusal is obsolete: something was accepted, undone or opened.
  void refusalOver();
  /// The open edit was committed or cancelled.
  void editEnded();
  /// The recovered scene came with this draft of its text.
  void draftRecovered(const QString& text);
  /// A second run or ordering was chosen, which differs from the first one along time or along the ordering.
  void comparisonChosen(bool alongTime);
  /// The restitution e of each reflection was switched on.
  void reflectionRestitutionChosen();
};

}  // namespace carom
