#include "design/design_table_model.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/csv_text.h"
#include "base/design_words.h"
#include "base/number_format.h"
#include "base/parameter_expression.h"
#include "base/qt_text.h"
#include "common/plain_symbol.h"
#include "common/theme.h"
#include "scene/expression/expression.h"
#include "study/parameter_numbers.h"

namespace carom {

namespace {

constexpr int shownDigits = 4, fullDigits = 17;

bool isTyped(int column) {
  return column >= DesignTableModel::Least && column <= DesignTableModel::Width;
}

std::size_t typedPlace(int column) {
  return static_cast<std::size_t>(column - DesignTableModel::Least);
}

}  // namespace

DesignTableModel::DesignTableModel(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

void DesignTableModel::setSnapshot(const SnapshotPtr& snapshot) {
  if (!m_snapshot || m_snapshot->scene->file() != snapshot->scene->file()) {
    m_settings.clear();
    m_targets.clear();
    m_answer = nullptr;
  }
  m_snapshot = snapshot;
  list();
}

void DesignTableModel::reset() {
  m_settings.clear();
  m_targets.clear();
  m_answer = nullptr;
  if (m_snapshot) list();
}

void DesignTableModel::setCoordinatesListed(bool listed) {
  m_listsCoordinates = listed;
  if (m_snapshot) list();
}

/// Lists the rows. They stay, with an editor in them, where only their values have changed.
void DesignTableModel::list() {
  std::vector<Variable> variables = parameterRows();
  std::ranges::move(coordinateRows(), std::back_inserter(variables));
  std::vector<Pair> pairs = pairRows();
  const auto name = [](const Variable& variable) -> const std::string& { return variable.spec.name; };
  const bool isSame = rowCount() > 0 && std::ranges::equal(variables, m_variables, {}, name, name) &&
                      std::ranges::equal(pairs, m_pairs, {}, &Pair::contacts, &Pair::contacts);
  m_variables = std::move(variables);
  m_pairs = std::move(pairs);
  if (isSame) return renew();
  setRows(static_cast<int>(m_variables.size() + m_pairs.size()) + 1, columns());
}

void DesignTableModel::renew() {
  renewRows(columns());
}

/// All parameters that vary continuously, the usual ones first.
std::vector<DesignTableModel::Variable> DesignTableModel::parameterRows() {
  const Scene& scene = *m_snapshot->scene;
  const SceneInstance& instance = m_snapshot->instance;
  const std::vector<std::string> usual = nearestQuestion(scene, instance).variables;
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
std::vector<DesignTableModel::Variable> DesignTableModel::coordinateRows() {
  const SceneInstance& instance = m_snapshot->instance;
  const auto& coordinates = instance.mechanism->coordinates();
  std::vector<Variable> rows;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const auto& [name, unit] = coordinates[i];
    const auto known = m_settings.find(name);
    if (!m_listsCoordinates && (known == m_settings.end() || !known->second.isVaried)) continue;
    m_settings.try_emplace(name);
    rows.push_back(
        {{name, unit, instance.initial.q[static_cast<Eigen::Index>(i)], {}, {}},
         q(name),
         variableUnit(*m_snapshot->scene, name, unit),
         tr("Initial value of the coordinate %1. Once it has changed, it follows no parameter any more.")
             .arg(q(name))});
  }
  return rows;
}

std::vector<DesignTableModel::Pair> DesignTableModel::pairRows() {
  const ImpactReport* report = m_snapshot->impact < 0 ? m_snapshot->report.get() : nullptr;
  std::vector<Pair> rows;
  for (const DesignPair& pair : nearestQuestion(*m_snapshot->scene, m_snapshot->instance).pairs) {
    m_targets.try_emplace(pair.contacts);
    rows.push_back({pair.contacts, NAN});
    if (!report) continue;
    const auto& labels = report->problem.labels();
    const auto at = [&](std::size_t side) {
      return std::ranges::find(labels, pair.contacts[side], &ContactLabel::name) - labels.begin();
    };
    if (at(0) < std::ssize(labels) && at(1) < std::ssize(labels))
      rows.back().G = report->problem.gram()(at(0), at(1));
  }
  return rows;
}

void DesignTableModel::setAnswer(const std::shared_ptr<const DesignAnswer>& answer) {
  if (m_answer == answer) return;
  m_answer = answer;
  renew();
}

DesignTableModel::Kind DesignTableModel::kind(int row) const {
  return variableAt(row) ? Kind::Variable : pairAt(row) ? Kind::Pair : Kind::Xi;
}

const DesignTableModel::Pair* DesignTableModel::pairAt(int row) const {
  const int at = row - 1;  // below ξ
  return at >= 0 && at < std::ssize(m_pairs) ? &m_pairs[static_cast<std::size_t>(at)] : nullptr;
}

const DesignTableModel::Variable* DesignTableModel::variableAt(int row) const {
  const auto at = row - 1 - std::ssize(m_pairs);
  return at >= 0 && at < std::ssize(m_variables) ? &m_variables[static_cast<std::size_t>(at)] : nullptr;
}

const DesignTableModel::Setting& DesignTableModel::setting(const Variable& variable) const {
  return m_settings.at(variable.spec.name);
}

/// What was typed, in SI; empty where nothing was or where it is no number.
std::optional<double> DesignTableModel::typedValue(const Variable& variable, int column) const {
  const QString& text = setting(variable).texts[typedPlace(column)];
  if (text.isEmpty() || !typedFault(variable, column).isEmpty()) return std::nullopt;
  ParameterSpec spec;
  if (column != Weight) spec.unit = variable.unit.toStdString();
  return ParameterNumbers(*m_snapshot->scene,
                          m_snapshot->assignments)(typedExpression(spec, text).toStdString());
}

QString DesignTableModel::typedFault(const Variable& variable, int column) const {
  const QString& text = setting(variable).texts[typedPlace(column)];
  if (text.isEmpty()) return {};
  ParameterSpec spec;
  if (column != Weight) spec.unit = variable.unit.toStdString();
  try {
    const double value = ParameterNumbers(*m_snapshot->scene,
                                          m_snapshot->assignments)(typedExpression(spec, text).toStdString());
    if (!std::isfinite(value)) return tr("is no finite number");
    if (column == Weight && !(value > 0)) return tr("a weight is more than 0");
    if (column == Width && !(value > 0)) return tr("a tolerance is more than 0");
  } catch (const std::exception& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

DesignQuestion DesignTableModel::question() const {
  DesignQuestion question;
  for (const Variable& variable : m_variables) {
    const Setting& set = setting(variable);
    if (!set.isVaried) continue;
    question.variables.push_back(variable.spec.name);
    const auto isSet = [&](int column) { return !set.texts[typedPlace(column)].isEmpty(); };
    if (!isSet(Least) && !isSet(Greatest) && !isSet(Weight)) continue;
    question.ranges.push_back({variable.spec.name, typedValue(variable, Least),
                               typedValue(variable, Greatest), typedValue(variable, Weight).value_or(1)});
  }
  for (const Pair& pair : m_pairs)
    if (const Target& target = m_targets.at(pair.contacts); target.isWanted)
      question.pairs.push_back({pair.contacts, target.multiplicity});
  return question;
}

std::vector<Tolerance> DesignTableModel::tolerances() const {
  std::vector<Tolerance> tolerances;
  for (const Variable& variable : m_variables)
    if (const auto width = typedValue(variable, Width)) tolerances.push_back({variable.spec.name, *width});
  return tolerances;
}

void DesignTableModel::setEffects(const std::map<std::string, double>& effects) {
  m_effects = effects;
  m_largestEffect = 0;
  for (const auto& [name, effect] : effects) m_largestEffect = std::max(m_largestEffect, std::abs(effect));
  rowsChanged(0, rowCount() - 1);
}

QString DesignTableModel::fault() const {
  if (!m_snapshot) return tr("There is no scene yet.");
  if (m_pairs.empty()) return tr("Fewer than two contacts are closed: no pair can fit.");
  for (const Variable& variable : m_variables)
    for (const int column : {Least, Greatest, Weight})
      if (const QString why = typedFault(variable, column); setting(variable).isVaried && !why.isEmpty())
        return tr("%1: %2").arg(variable.label, why);
  for (const Variable& variable : m_variables)
    if (const QString why = typedFault(variable, Width); !why.isEmpty())
      return tr("± of %1: %2").arg(variable.label, why);
  const DesignQuestion asked = question();
  if (asked.variables.empty()) return tr("Tick a variable that may change.");
  if (asked.pairs.empty()) return tr("Tick a pair of contacts that is to fit.");
  return {};
}

const DesignAnswer::Variable* DesignTableModel::found(const Variable& variable) const {
  if (!m_answer) return nullptr;
  const auto at = std::ranges::find(m_answer->variables, variable.spec.name, &DesignAnswer::Variable::name);
  return at == m_answer->variables.end() ? nullptr : &*at;
}

const DesignAnswer::Pair* DesignTableModel::found(const Pair& pair) const {
  if (!m_answer) return nullptr;
  const auto at = std::ranges::find(m_answer->pairs, pair.contacts, &DesignAnswer::Pair::contacts);
  return at == m_answer->pairs.end() ? nullptr : &*at;
}

QString DesignTableModel::variableText(const Variable& variable, int column) const {
  const auto shown = [&](const std::optional<double>& value) {
    return value ? formatQuantity(*value, variable.unit, shownDigits) : QStringLiteral("–");
  };
  const DesignAnswer::Variable* answer = found(variable);
  if (column == Name) return variable.label;
  if (column == Before) return shown(answer ? answer->before : variable.spec.value);
  if (column == After) return answer ? shown(answer->after) : QString();
  if (column == Effect) {
    const auto effect = m_effects.find(variable.spec.name);
    return effect == m_effects.end() ? QString() : formatNumber(effect->second, 2);
  }
  const QString& typed = setting(variable).texts[typedPlace(column)];
  if (!typedFault(variable, column).isEmpty()) return typed;
  if (column == Width && typed.isEmpty()) return QStringLiteral("–");
  if (column == Weight) return plainNumber(typedValue(variable, column).value_or(1), shownDigits);
  if (!typed.isEmpty()) return shown(typedValue(variable, column));
  return shown(column == Least ? variable.spec.least : variable.spec.greatest);
}

QString DesignTableModel::pairText(const Pair& pair, int column) const {
  const DesignAnswer::Pair* answer = found(pair);
  if (column == Name) return pairLabel(pair.contacts);
  if (column == Before)
    return std::isnan(pair.G) && !answer ? QString() : formatBeside(1, answer ? answer->before : pair.G);
  if (column == After) return answer ? formatBeside(1, answer->after, 3) : QString();
  if (column != Least) return {};
  const int wanted = m_targets.at(pair.contacts).multiplicity;
  return wanted == 0 && answer ? tr("nearest: %1").arg(targetText(answer->multiplicity)) : targetText(wanted);
}

QString DesignTableModel::xiText(int column) const {
  const auto shown = [](const std::optional<double>& xi) { return xi ? formatRatio(*xi) : tr("not known"); };
  if (column == Name) return QStringLiteral("ξ");
  if (column == After) return m_answer ? shown(m_answer->xiAfter) : QString();
  if (column != Before) return {};
  if (m_answer) return shown(m_answer->xiBefore);
  const ImpactReport* report = m_snapshot->impact < 0 ? m_snapshot->report.get() : nullptr;
  const bool isKnown = report && report->complete() && !report->jammed();
  return isKnown ? formatRatio(report->indeterminacy.xi) : QString();
}

QString DesignTableModel::cellText(int row, int column) const {
  if (const Variable* variable = variableAt(row)) return variableText(*variable, column);
  if (const Pair* pair = pairAt(row)) return pairText(*pair, column);
  return xiText(column);
}

QString DesignTableModel::cellTip(int row, int column) const {
  const Variable* variable = variableAt(row);
  if (!variable) {
    const bool isTarget = pairAt(row) && (column == Name || isTyped(column));
    return isTarget ? tr("The G that the two contacts are to get: −cos(π/m)") : QString();
  }
  if (column == Name) return variable->tip;
  if (isTyped(column)) return typedFault(*variable, column);
  if (column == Effect) return {};
  const DesignAnswer::Variable* answer = found(*variable);
  if (column == After && !answer) return {};
  const double value = column == After ? answer->after : answer ? answer->before : variable->spec.value;
  return formatQuantity(value, variable->unit, fullDigits);
}

/// A typed text as it was typed; else the usual value in the shown unit. Of a pair: m.
QVariant DesignTableModel::typed(int row, int column) const {
  const Pair* pair = pairAt(row);
  if (pair && column == Least) return m_targets.at(pair->contacts).multiplicity;
  const Variable* variable = variableAt(row);
  if (!variable || !isTyped(column)) return {};
  if (const QString& typed = setting(*variable).texts[typedPlace(column)]; !typed.isEmpty()) return typed;
  if (column == Weight) return QStringLiteral("1");
  if (column == Width) return QString();
  const std::optional<double>& usual = column == Least ? variable->spec.least : variable->spec.greatest;
  return usual ? plainNumber(*usual / unitFactor(variable->unit.toStdString()), 12) : QString();
}

QVariant DesignTableModel::cellInk(int row, int column) const {
  const Variable* variable = variableAt(row);
  if (column == After && m_answer && m_answer->found && !variable) return theme::goodInk();
  if (column == After && m_answer && !m_answer->found) return theme::warningInk();
  if (!variable) {
    const Pair* pair = pairAt(row);
    return pair && !m_targets.at(pair->contacts).isWanted ? QVariant(theme::quietInk()) : QVariant();
  }
  if (isTyped(column) && !typedFault(*variable, column).isEmpty()) return theme::warningInk();
  if (column == Width || column == Effect) return {};
  const bool isUsual = isTyped(column) && setting(*variable).texts[typedPlace(column)].isEmpty();
  return isUsual || !setting(*variable).isVaried ? QVariant(theme::quietInk()) : QVariant();
}

/// The target of a pair begins at the left, as what is chosen from a list.
QVariant DesignTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int row = index.row(), column = index.column();
  const Variable* variable = variableAt(row);
  switch (role) {
    case Qt::TextAlignmentRole:
      if (pairAt(row) && column == Least) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
      return ColumnTable::data(index, role);
    case KindRole:
      return static_cast<int>(kind(row));
    case MathRole:
      return variable && column == Name && !variable->math.isEmpty() ? QVariant(variable->math) : QVariant();
    case ShareRole: {
      const auto effect =
          variable && column == Effect ? m_effects.find(variable->spec.name) : m_effects.end();
      return effect == m_effects.end() || m_largestEffect == 0 ? QVariant()
                                                               : QVariant(effect->second / m_largestEffect);
    }
    default:
      return ColumnTable::data(index, role);
  }
}

std::vector<TableColumn> DesignTableModel::columns() {
  const struct {
    QString title, tip;
  } heads[] = {
      {tr("quantity"), tr("Ticked variables may change, and ticked pairs of contacts are to fit")},
      {m_answer ? tr("before") : tr("now"),
       tr("The present design; once another one was found, the design before")},
      {tr("found"), tr("The design that was found, or the nearest miss")},
      {tr("least"), tr("No less than this; a number has the unit that is shown")},
      {tr("greatest"), tr("No more than this; a number has the unit that is shown")},
      {tr("weight"), tr("The weight of a change, beside the changes of the others. At 1 a radian, a "
                        "centimetre and, for other units, the value itself count alike")},
      {QStringLiteral("±"), tr("The tolerance of the variable: half the width of a uniform distribution")},
      {tr("change of G"), tr("The change of G by that, to first order: red raises it, blue lowers it")}};
  std::vector<TableColumn> columns;
  for (const auto& [title, tip] : heads) {
    const int column = static_cast<int>(columns.size());
    columns.push_back(
        {.title = title,
         .tip = tip,
         .text = [this, column](int row) { return cellText(row, column); },
         .reads = TableColumn::Reads::Numbers,
         .hint = [this, column](int row) { return cellTip(row, column); },
         .csv = {{title, [this, column](int row) { return csvField(cellText(row, column)); }}},
         .ink = [this, column](int row) { return cellInk(row, column); },
         .typed = [this, column](int row) { return typed(row, column); },
         .enter = [this, column](int row, const QVariant& value) { enter(row, column, value); }});
  }
  TableColumn& name = columns.front();
  name.reads = TableColumn::Reads::Words;
  name.tick = [this](int row, bool isOn) { tick(row, isOn); };
  name.check = [this](int row) {
    const Variable* variable = variableAt(row);
    if (!variable && !pairAt(row)) return QVariant();
    const bool isOn = variable ? setting(*variable).isVaried : m_targets.at(pairAt(row)->contacts).isWanted;
    return QVariant(isOn ? Qt::Checked : Qt::Unchecked);
  };
  return columns;
}

void DesignTableModel::tick(int row, bool isOn) {
  const Variable* variable = variableAt(row);
  (variable ? m_settings[variable->spec.name].isVaried : m_targets[pairAt(row)->contacts].isWanted) = isOn;
  m_answer = nullptr;
  renew();
  emit questionChanged();
}

void DesignTableModel::enter(int row, int column, const QVariant& value) {
  if (const Variable* variable = variableAt(row)) {
    const QString text = value.toString().trimmed();
    if (text == typed(row, column)) return;
    m_settings[variable->spec.name].texts[typedPlace(column)] = text;
  } else {
    m_targets[pairAt(row)->contacts].multiplicity = value.toInt();
  }
  m_answer = nullptr;
  renew();
  emit questionChanged();
}

}  // namespace carom
