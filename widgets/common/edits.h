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

/// A refused question, and what the edit that asked it changes.
struct EditRefusal {
  enum class Of { Settings, Parameter, Body, Scene, Text };

  SceneRefusal why;
  Of of = Of::Settings;
  QString parameter;      ///< the parameter whose value is refused; empty where it is not a value of one
  std::string text;       ///< the scene's text that is refused; empty where it is not a text
  bool isPreview = true;  ///< the edit stays open, and the next preview may be accepted
};

/// The edits that panels ask for. Panels get this object beside the Selection; the Document does the edits.
///
/// An edit has three moments: beginEdit(), any number of previews, and commitEdit() or cancelEdit(). At most
/// one edit is open. What the engine refuses is never committed: the state before the edit comes back, and
/// refused() gives the reason.
class Edits : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  /// Old names of parameters and choices → new ones.
  using Renames = std::map<std::string, std::string>;

  /// What is edited now, with the edit that is open.
  virtual const DocumentState& state() const = 0;
  /// The scene's text as it was last asked for, answered or not. The next edit of it starts from this text.
  virtual std::string sceneText() const = 0;
  virtual bool isEditing() const = 0;

  /// What a commit does where the engine refuses the newest preview.
  enum class OnRefusal {
    TakeBack,   ///< the whole edit is taken back
    StopBefore  ///< the edit ends at the last preview that was accepted
  };
  /// Opens an edit; one that the engine has not answered yet becomes part of it. `name`: in the Edit menu.
  virtual void beginEdit(const QString& name, OnRefusal onRefusal = OnRefusal::TakeBack) = 0;
  /// Opens an edit of one parameter or choice, named after its label.
  void beginParameter(const QString& name);
  /// Sets one parameter or choice, as a preview.
  virtual void previewAssignment(const QString& name, const QString& expression) = 0;
  /// Moves a body towards a point (world, m): its parameters follow. A preview.
  virtual void previewDrag(int body, const Eigen::Vector3d& target) = 0;
  /// Replaces the scene's text, as a preview. `renames`: the parameters that the text calls differently from
  /// the scene before the edit; what they are set to follows.
  virtual void previewScene(const std::string& text, const Renames& renames = {}) = 0;
  virtual void commitEdit() = 0;
  virtual void cancelEdit() = 0;

  // Edits of a single moment.

  /// Replaces the scene's text.
  virtual void editScene(const QString& name, const std::string& text, const Renames& renames = {}) = 0;
  /// The same with a text that a person has typed.
  virtual void editText(const std::string& text) = 0;
  /// Replaces the state but for its scene.
  virtual void change(const QString& name, const DocumentState& after) = 0;
  void setAssignment(const QString& name, const QString& expression);
  void resetAssignment(const QString& name);
  void resetAssignments();
  /// The scene draws ξ over this parameter.
  void setSweep(const QString& parameter);
  /// Chooses the ordering of the initial impact by hand: no rule is in force any more.
  void setOrdering(const Word& ordering);
  /// The same at a later impact of the run (a number in Trajectory::impacts), as contacts of the mechanism:
  /// the run forks there, and what was chosen at impacts after it is dropped. A rule stays in force.
  void setLaterOrdering(int impact, const std::vector<int>& contacts);
  /// The same at the impact that `shown` is about, in its numbers.
  void setOrderingOf(const Snapshot& shown, const Word& word);
  /// Chooses the ordering by a rule, for this state and all that follow; empty: as the engine finds it.
  void setRule(const std::optional<OrderingRule>& rule);
  /// The ordering of the initial impact beside the one in force; empty: stop comparing.
  void setComparison(const std::optional<Word>& comparison);
  /// The same at the impact that `shown` is about, in its numbers.
  void setComparisonOf(const Snapshot& shown, const std::optional<Word>& word);
  /// A run beside the one in force; empty: stop comparing.
  void setBranch(const std::optional<RunBranch>& branch);
  /// How long and with which step the motion is computed.
  void setRun(const RunSettings& run);
  /// R of the whole impact or e of each reflection, in [0,1]; both empty: elastic.
  void setRestitution(std::optional<double> R, std::optional<double> e);

  // What is looked at or typed, and no edit.

  /// Whether answers give probabilities under random gaps.
  virtual void setProbabilities(bool wanted) = 0;
  /// Whether answers give what other impact models make of the impact.
  virtual void setModels(bool wanted) = 0;
  /// Text that is typed but is not the scene (yet), because it is to be read or has an error. A null text:
  /// there is no such text.
  virtual void setDraft(const QString& text) = 0;

 signals:
  /// The engine refuses the newest question of an edit.
  void refused(const carom::EditRefusal& refusal);
  /// What was refused last is over: something was accepted, undone or opened.
  void refusalOver();
  /// The edit that was open is committed or cancelled.
  void editEnded();
  /// The recovered scene came with this draft of its text.
  void draftRecovered(const QString& text);
  /// A second run or ordering was chosen, which differs from the first one along time or along the ordering.
  void comparisonChosen(bool alongTime);
  /// e of each reflection was switched on.
  void reflectionRestitutionChosen();
};

}  // namespace carom
