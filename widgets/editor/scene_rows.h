#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace carom {

/// The kind of a row of the scene's tree, which decides what can be edited there.
enum class RowKind {
  Group,      ///< holds other rows
  Body,       ///< an entry of "bodies"; its name can change
  Parameter,  ///< its name can change; its value is an expression
  Contact,    ///< its name can change
  Force,      ///< a spring, damper or motor
  Joint,
  ShapeOfBody,
  Solid,  ///< an entry of the "solids" of a body
  Value,  ///< an expression
  Text,   ///< words
  Flag    ///< yes or no
};

/// One row of the tree: plain data, made from the scene's JSON.
struct SceneRow {
  QString id;  ///< unique among its siblings; stays while the scene changes around it
  RowKind kind = RowKind::Group;
  QString label;
  std::string place;      ///< of the value: "bodies[2].mass"; of the entry for bodies, contacts, forces
  std::string subject;    ///< the body, parameter, contact or coordinate that it belongs to
  QString otherwise{};    ///< the value in force where the file has none
  QStringList options{};  ///< all accepted texts; empty: any text
  QString within{};       ///< the label of the vector that it is a component of
};

/// The data from which the rows are made.
struct SceneOutline {
  nlohmann::ordered_json scene;
  /// Pairs that may touch although the file does not list them, by name; as many as can be listed.
  std::vector<std::string> pairs{};
  std::vector<std::string> touching{};            ///< contacts whose gaps the file requires to be 0
  std::vector<std::string> contacts{};            ///< all contacts by name; as many as can be listed
  std::map<std::string, std::string> assigned{};  ///< parameters that have another value than the file's
};

/// The rows under a row; `nullptr` stands for the root.
std::vector<SceneRow> rowsUnder(const SceneOutline& outline, const SceneRow* parent);
bool hasRowsUnder(const SceneOutline& outline, const SceneRow& row);

}  // namespace carom
