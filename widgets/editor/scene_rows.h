#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace carom {

/// What a line of the scene's tree is, and what can be done there.
enum class RowKind {
  Group,      ///< holds other rows
  Body,       ///< of "bodies"; its name can change
  Parameter,  ///< its name can change; its value is an expression
  Contact,    ///< its name can change
  Force,      ///< a spring, damper or motor
  Joint,
  ShapeOfBody,
  Value,  ///< an expression
  Text,   ///< words
  Flag    ///< yes or no
};

/// One line of the tree: plain data, made from the scene's JSON.
struct SceneRow {
  QString id;  ///< among its siblings; stays while the scene changes around it
  RowKind kind = RowKind::Group;
  QString label;
  std::string place;      ///< of the value: "bodies[2].mass"; of the entry for bodies, contacts, forces
  std::string subject;    ///< the body, parameter, contact or coordinate that it belongs to
  QString otherwise{};    ///< what holds where nothing is said
  QStringList options{};  ///< all that may be said there; empty: anything
};

/// What the rows are made from.
struct SceneOutline {
  nlohmann::ordered_json scene;
  /// Pairs that may touch although the file does not list them, by name; as many as can be listed.
  std::vector<std::string> pairs{};
  std::vector<std::string> touching{};  ///< contacts whose gaps are asked to be 0
};

/// The lines under a line; under `nullptr` those of the top.
std::vector<SceneRow> rowsUnder(const SceneOutline& outline, const SceneRow* parent);
bool hasRowsUnder(const SceneOutline& outline, const SceneRow& row);

/// The text that is edited in a row's second column: an expression, words, a name's summary.
QString rowText(const SceneOutline& outline, const SceneRow& row);
/// The unit of the number there, "m"; empty where its text says one or none is known.
QString rowUnit(const SceneOutline& outline, const SceneRow& row);
/// "mass of ball a": what an edit of the row is called in the Edit menu.
QString rowTitle(const SceneRow& row);

}  // namespace carom
