#pragma once

#include <QObject>
#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "common/edits.h"
#include "scene/edit/edit.h"

namespace carom {

class Selection;

/// Turns actions in the tree and in the 3D view into edits of the scene's text.
///
/// apply() makes a single edit. A drag or typing calls begin(), any number of previews that each start from
/// the scene at the beginning, and commit() or cancel(). Where an edit function throws, the scene stays, and
/// refused() gives the reason.
class SceneEditor : public QObject {
  Q_OBJECT
 public:
  using Json = nlohmann::ordered_json;
  using Edit = std::function<Json(const Json&)>;
  using Renames = Edits::Renames;

  SceneEditor(Selection* selection, Edits* edits, QObject* parent = nullptr);

  /// Takes the newest answer.
  void setSnapshot(const SnapshotPtr& snapshot);
  Edits* edits() const { return m_edits; }
  const SnapshotPtr& snapshot() const { return m_snapshot; }
  /// The scene of the newest answer, without coordinates that a preview gives.
  const Json& scene() const { return *m_scene; }
  /// The number of scene texts that were parsed because they came from elsewhere than the edits here.
  int parsedTexts() const { return m_parsed; }

  bool apply(const QString& name, const Edit& edit, const Renames& renames = {});
  /// Whether an edit could be done now; refused() gives the reason where not.
  bool test(const Edit& edit);
  void begin(const QString& name, Edits::OnRefusal onRefusal = Edits::OnRefusal::TakeBack);
  bool preview(const Edit& edit, const Renames& renames = {});
  /// Previews an edit that writes these initial coordinates and velocities and nothing else. The edit itself
  /// is done at the commit: until then no text is written and none is read.
  bool previewInitial(const Assignments& values, Edit edit);
  void commit();
  void cancel();

  /// Expands the repeats of which `names` contains single bodies.
  static Json withSingleBodies(Json scene, const std::vector<std::string>& names,
                               const SceneInstance& instance);

  enum class Kind { Ball, Wall, Rod, Box, Link };
  /// Adds a body where there is room for it, and selects it.
  void add(Kind kind);
  /// Adds a body that already has its place, and selects it.
  void addBody(const edit::NewBody& body);
  /// A length that looks right in this scene: the radius of its typical ball (m).
  double usualSize() const;

  /// The names of the selected bodies that the scene contains.
  std::vector<std::string> selected() const;
  /// The places of the selected springs, dampers and motors; within each list the last comes first.
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
  /// An edit failed before any request to the engine. Gives the place in the file and the reason; both are
  /// empty once the last failure is obsolete.
  void refused(const QString& place, const QString& problem);

 private:
  using SharedJson = std::shared_ptr<const Json>;

  SharedJson current();
  /// The JSON of a text of the scene.
  SharedJson read(const std::string& text);
  const std::string& write(Json scene);
  bool attempt(const Json& from, const Edit& edit, Json& result);

  Selection* m_selection;
  Edits* m_edits;
  SnapshotPtr m_snapshot;
  SharedJson m_scene = std::make_shared<const Json>();
  std::deque<std::pair<std::string, SharedJson>>
      m_written;  ///< the last texts of edits, with the JSON that they were written from
  int m_parsed = 0;
  SharedJson m_before;        ///< the scene at the beginning of an edit with previews
  Edit m_unwritten;           ///< what the newest preview of coordinates is to write
  bool m_hasWritten = false;  ///< a preview of this edit has written a text
};

}  // namespace carom
