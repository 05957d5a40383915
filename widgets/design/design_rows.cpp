#include "design/design_rows.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/design_words.h"
#include "base/parameter_expression.h"
#include "base/plain_symbol.h"
#include "base/qt_text.h"
#include "study/parameter_numbers.h"

namespace carom {

bool DesignRows::list(const SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  std::vector<Variable> variables = parameterRows();
  std::ranges::move(coordinateRows(), std::back_inserter(variables));
  std::vector<std::string> contacts = closedContactNames(m_snapshot->instance);
  const auto name = [](const Variable& variable) -> const std::string& { return variable.spec.name; };
  const bool isSame = std::ranges::equal(variables, m_variables, {}, name, name) && contacts == m_contacts;
  m_variables = std::move(variables);
  m_inReport = placesInReport(contacts);
  m_contacts = std::move(contacts);
  return isSame;
}

void DesignRows::reset() {
  m_settings.clear();
  m_targets.clear();
}

/// All parameters that vary continuously, the usual ones first.
std::vector<DesignRows::Variable> DesignRows::parameterRows() {
  const Scene& scene = *m_snapshot->scene;
  const SceneInstance& instance = m_snapshot->instance;
  const std::vector<std::string> usual = nearestVariables(scene, instance);
  const auto isUsual = [&](const std::string& name) { return std::ranges::find(usual, name) != usual.end(); };
  std::vector<Variable> rows;
  for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
    const ParameterSpec& spec = scene.parameters()[i];
    const ParameterValue& value = instance.parameters[i];
    if (spec.integer) continue;
    m_settings.try_emplace(spec.name, Setting{isUsual(spec.name), {}});
    const QString tip = q(spec.name) + (spec.description.empty() ? QString() : '\n' + q(spec.description));
    rows.push_back({{spec.name, spec.unit, value.value, value.min, value.max},
                    plainSymbol(variableLabel(scene, spec.name)),
                    q(spec.unit),
                    tip,
                    variableLabel(scene, spec.name)});
  }
  std::ranges::stable_partition(rows, [&](const Variable& row) { return isUsual(row.spec.name); });
  return rows;
}

/// The coordinates that are listed, or that vary.
std::vector<DesignRows::Variable> DesignRows::coordinateRows() {
  const SceneInstance& instance = m_snapshot->instance;
  const auto& coordinates = instance.mechanism->coordinates();
  std::vector<Variable> rows;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const std::string &name = coordinates[i].name, &unit = coordinates[i].unit;
    const auto known = m_settings.find(name);
    if (!m_listsCoordinates && (known == m_settings.end() || !known->second.isVaried)) continue;
    m_settings.try_emplace(name);
    rows.push_back(
        {{name, unit, instance.initial.q[static_cast<Eigen::Index>(i)], {}, {}},
         q(name),
         variableUnit(*m_snapshot->scene, name, unit),
         QObject::tr(
             "Initial value of the coordinate %1. Once it has changed, it follows no parameter any more.")
             .arg(q(name))});
  }
  return rows;
}

std::vector<Eigen::Index> DesignRows::placesInReport(const std::vector<std::string>& contacts) const {
  const ImpactReport* report = m_snapshot->impact < 0 ? m_snapshot->report.get() : nullptr;
  std::map<std::string, Eigen::Index> known;
  if (report)
    for (Eigen::Index at = 0; const ContactLabel& label : report->problem.labels())
      known.emplace(label.name, at++);
  std::vector<Eigen::Index> places;
  for (const std::string& contact : contacts) {
    const auto at = known.find(contact);
    places.push_back(at == known.end() ? -1 : at->second);
  }
  return places;
}

std::size_t DesignRows::pairCount() const {
  return m_contacts.empty() ? 0 : m_contacts.size() * (m_contacts.size() - 1) / 2;
}

/// The pairs of the first contact come first, then those of the second one with later ones, and so on.
DesignRows::Pair DesignRows::pair(std::size_t at) const {
  std::size_t first = 0, later = m_contacts.size() - 1;
  for (; at >= later; ++first, --later) at -= later;
  const std::size_t second = first + 1 + at;
  const Eigen::Index row = m_inReport[first], column = m_inReport[second];
  const bool isKnown = row >= 0 && column >= 0;
  return {{m_contacts[first], m_contacts[second]},
          isKnown ? m_snapshot->report->problem.gram()(row, column) : NAN};
}

DesignRows::Target DesignRows::target(const Pair& pair) const {
  const auto changed = m_targets.find(pair.contacts);
  return changed == m_targets.end() ? Target{} : changed->second;
}

bool DesignRows::isAnyPairWanted() const {
  std::size_t unwanted = 0;
  const auto isClosed = [this](const std::string& contact) {
    return std::ranges::find(m_contacts, contact) != m_contacts.end();
  };
  for (const auto& [contacts, target] : m_targets)
    if (!target.isWanted && std::ranges::all_of(contacts, isClosed)) ++unwanted;
  return unwanted < pairCount();
}

void DesignRows::type(const Variable& variable, Field field, const QString& text) {
  m_settings[variable.spec.name].texts[field] = text;
}

/// The typed number in SI. Throws where it is none.
double DesignRows::numberOf(const Variable& variable, Field field) const {
  ParameterSpec spec;
  if (field != Weight) spec.unit = variable.unit.toStdString();
  const QString expression = typedExpression(spec, typed(variable, field));
  return ParameterNumbers(*m_snapshot->scene, m_snapshot->assignments)(expression.toStdString());
}

std::optional<double> DesignRows::typedValue(const Variable& variable, Field field) const {
  if (typed(variable, field).isEmpty() || !typedFault(variable, field).isEmpty()) return std::nullopt;
  return numberOf(variable, field);
}

QString DesignRows::typedFault(const Variable& variable, Field field) const {
  if (typed(variable, field).isEmpty()) return {};
  try {
    const double value = numberOf(variable, field);
    if (!std::isfinite(value)) return QObject::tr("is no finite number");
    if (field == Weight && !(value > 0)) return QObject::tr("a weight is more than 0");
    if (field == Width && !(value > 0)) return QObject::tr("a tolerance is more than 0");
  } catch (const std::exception& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

DesignQuestion DesignRows::question() const {
  DesignQuestion question;
  for (const Variable& variable : m_variables) {
    if (!isVaried(variable)) continue;
    question.variables.push_back(variable.spec.name);
    const auto isSet = [&](Field field) { return !typed(variable, field).isEmpty(); };
    if (!isSet(Least) && !isSet(Greatest) && !isSet(Weight)) continue;
    question.ranges.push_back({variable.spec.name, typedValue(variable, Least),
                               typedValue(variable, Greatest), typedValue(variable, Weight).value_or(1)});
  }
  for (std::size_t at = 0; at < pairCount(); ++at) {
    const Pair each = pair(at);
    if (const Target wanted = target(each); wanted.isWanted)
      question.pairs.push_back({each.contacts, wanted.multiplicity});
  }
  return question;
}

std::vector<Tolerance> DesignRows::tolerances() const {
  std::vector<Tolerance> tolerances;
  for (const Variable& variable : m_variables)
    if (const auto width = typedValue(variable, Width)) tolerances.push_back({variable.spec.name, *width});
  return tolerances;
}

QString DesignRows::fault() const {
  if (!m_snapshot) return QObject::tr("There is no scene yet.");
  if (pairCount() == 0) return QObject::tr("Fewer than two contacts are closed: no pair can fit.");
  for (const Variable& variable : m_variables)
    for (const Field field : {Least, Greatest, Weight})
      if (const QString why = typedFault(variable, field); isVaried(variable) && !why.isEmpty())
        return QObject::tr("%1: %2").arg(variable.label, why);
  for (const Variable& variable : m_variables)
    if (const QString why = typedFault(variable, Width); !why.isEmpty())
      return QObject::tr("± of %1: %2").arg(variable.label, why);
  if (std::ranges::none_of(m_variables, [this](const Variable& variable) { return isVaried(variable); }))
    return QObject::tr("Tick a variable that may change.");
  if (!isAnyPairWanted()) return QObject::tr("Tick a pair of contacts that is to fit.");
  return {};
}

}  // namespace carom
