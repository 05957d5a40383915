#pragma once

#include <QObject>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "answer/snapshot.h"
#include "scene/edit/scene_edit.h"

namespace carom {

class Selection;

/// Turns what hands do in the tree and in the 3D view into edits of the scene's text.
///
/// An edit of one moment is apply(). One that goes on, such as a drag or typing, is begin(), any number of
/// previews that each start from the scene as it was at the beginning, and commit() or cancel(). What an edit
/// function throws is told by refused() and changes nothing.
class SceneEditor : public QObject {
  Q_OBJECT
 public:
  using Json = nlohmann::ordered_json;
  using Edit = std::function<Json(const Json&)>;
  /// Old names of parameters → new ones.
  using Renames = std::map<std::string, std::string>;

  explicit SceneEditor(Selection* selection, QObject* parent = nullptr);

  /// The newest answer.
  void setSnapshot(const SnapshotPtr& snapshot);
  /// Where the text that the next edit starts from is asked for; otherwise it is the newest answer's.
  void setSource(std::function<std::string()> source) { m_source = std::move(source); }

  const SnapshotPtr& snapshot() const { return m_snapshot; }
  const Json& scene() const { return m_scene; }  ///< of the newest answer
  bool isEditing() const { return m_editing; }

  bool apply(const QString& name, const Edit& edit, const Renames& renames = {});
  /// Whether an edit could be done now; a complaint is told as for the others.
  bool test(const Edit& edit);
  void begin(const QString& name);
  bool preview(const Edit& edit, const Renames& renames = {});
  void commit();
  void cancel();

  /// Single bodies of a repeat stand for themselves: the repeat is expanded first.
  static Json withSingleBodies(Json scene, const std::vector<std::string>& names,
                               const SceneInstance& instance);

  enum class Kind { Ball, Wall, Rod, Box, Link };
  /// Adds a body where there is room for it, and selects it.
  void add(Kind kind);
  /// The same with a body that has its place.
  void addBody(const edit::NewBody& body);
  /// A length that looks right in this scene: the radius of its typical ball (m).
  double usualSize() const;

  /// The names of the selected bodies that are there.
  std::vector<std::string> selected() const;
  /// The places of the selected springs, dampers and motors, those at the end of their list first.
  std::vector<std::string> selectedForces() const;
  bool canPaste() const;

 public slots:
  void removeSelected();
  void duplicateSelected();
  void copySelected();
  void cutSelected();
  void paste();
  void selectAll();
  void align(carom::edit::Alignment alignment);

 signals:
  /// What Document has to do.
  void editStarted(const QString& name);
  void previewed(const std::string& text, const std::map<std::string, std::string>& renames);
  void editFinished();
  void editCancelled();
  void edited(const QString& name, const std::string& text,
              const std::map<std::string, std::string>& renames);
  /// An edit cannot be done: the place in the file, and why. Both empty: the last complaint no longer holds.
  void refused(const QString& place, const QString& problem);
  void sceneChanged();

 private:
  Json current() const;
  bool attempt(const Json& from, const Edit& edit, Json& result);
  /// Where copies of bodies do not overlap what is there.
  Eigen::Vector3d freeOffset(const std::vector<std::string>& bodies) const;

  Selection* m_selection;
  SnapshotPtr m_snapshot;
  Json m_scene;
  std::function<std::string()> m_source;
  bool m_editing = false;
  Json m_before;  ///< at the beginning of an edit
  std::string m_beforeText;
};

}  // namespace carom
