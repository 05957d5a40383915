#include "common/scene_refusal.h"

namespace carom {

namespace {

/// The line of an error. Errors of syntax have the place "line 14, column 3".
int lineOf(const SceneError& error) {
  if (error.line()) return *error.line();
  const QString place = QString::fromStdString(error.place());
  return place.startsWith("line ") ? place.section(' ', 1, 1).remove(',').toInt() : 0;
}

}  // namespace

SceneRefusal refusalOf(const std::exception& error) {
  const QString message = QString::fromUtf8(error.what());
  const auto* fault = dynamic_cast<const SceneError*>(&error);
  if (!fault) return {message, message, {}, 0};
  QString problem = QString::fromStdString(fault->problem());
  if (!fault->expected().empty()) problem += "; expected " + QString::fromStdString(fault->expected());
  return {message, problem, QString::fromStdString(fault->place()), lineOf(*fault)};
}

}  // namespace carom
