#include "cli/impact/problem_file.h"

#include <set>

#include "cli/given_file.h"
#include "scene/format/json_value.h"
#include "scene/format/parse_json.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

double numberOf(const JsonValue& value) {
  if (!value.json().is_number()) value.refuse("is not a number", "a number");
  return value.json().get<double>();
}

/// size < 0: any.
Eigen::VectorXd vectorOf(const JsonValue& value, Eigen::Index size) {
  const std::vector<JsonValue> elements = value.elements();
  const auto count = static_cast<Eigen::Index>(elements.size());
  if (size >= 0 && count != size)
    value.refuse("has " + std::to_string(count) + " numbers", std::to_string(size));
  Eigen::VectorXd numbers(count);
  for (Eigen::Index i = 0; i < count; ++i) numbers[i] = numberOf(elements[static_cast<std::size_t>(i)]);
  return numbers;
}

/// Rows of n numbers each.
Eigen::MatrixXd matrixOf(const JsonValue& value, Eigen::Index n) {
  const std::vector<JsonValue> rows = value.elements();
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows.size()), n);
  for (std::size_t i = 0; i < rows.size(); ++i)
    matrix.row(static_cast<Eigen::Index>(i)) = vectorOf(rows[i], n).transpose();
  return matrix;
}

/// Of k contacts: the names that are given, else u0, u1, …; no two alike.
std::vector<ContactLabel> labelsOf(const JsonValue& root, Eigen::Index k) {
  std::vector<ContactLabel> labels(static_cast<std::size_t>(k));
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i].name = "u" + std::to_string(i);
  if (const auto names = root.find("names")) {
    const std::vector<JsonValue> given = names->elements();
    if (given.size() != labels.size())
      names->refuse("has " + std::to_string(given.size()) + " names", std::to_string(labels.size()));
    std::set<std::string> known;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      labels[i].name = given[i].string();
      if (!known.insert(labels[i].name).second) given[i].refuse("stands there twice", "a name of its own");
    }
  }
  if (const auto restitution = root.find("restitution")) {
    const Eigen::VectorXd e = vectorOf(*restitution, k);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      labels[i].restitution = e[static_cast<Eigen::Index>(i)];
      if (!(labels[i].restitution >= 0 && labels[i].restitution <= 1))
        restitution->elements()[i].refuse("is not within [0, 1]", "a restitution");
    }
  }
  return labels;
}

}  // namespace

ImpactProblem readProblem(const std::string& file) {
  const std::string name = nameOfGiven(file);  // the values refer to it
  const auto json = parseJson(readGiven(file, longestSceneFile + 1, "a file with an impact"), name);
  const JsonValue root(json, name, "");
  root.allowKeys({"mass_matrix", "normals", "momentum", "names", "restitution"});
  const Eigen::VectorXd p = vectorOf(root.at("momentum"), -1);
  const JsonValue mass = root.at("mass_matrix");
  const Eigen::MatrixXd M = matrixOf(mass, p.size()), normals = matrixOf(root.at("normals"), p.size());
  if (M.rows() != p.size())
    mass.refuse("has " + std::to_string(M.rows()) + " rows", std::to_string(p.size()));
  try {
    return ImpactProblem(M, normals, p, labelsOf(root, normals.rows()));
  } catch (const ImpactError& error) {
    throw SceneError(name, "", error.what(), "an impact");
  }
}

}  // namespace carom
