#include "design/design_table_model.h"

#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/design_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "scene/expression/expression.h"

namespace carom {

namespace {

constexpr int shownDigits = 4, fullDigits = 17;

bool isTyped(int column) {
  return column >= DesignTableModel::Least && column <= DesignTableModel::Width;
}

DesignRows::Field fieldOf(int column) {
  return static_cast<DesignRows::Field>(column - DesignTableModel::Least);
}

}  // namespace

DesignTableModel::DesignTableModel(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

void DesignTableModel::setSnapshot(const SnapshotPtr& snapshot) {
  if (!m_snapshot || m_snapshot->scene->file() != snapshot->scene->file()) {
    m_rows.reset();
    m_answer = nullptr;
  }
  m_snapshot = snapshot;
  list();
}

void DesignTableModel::reset() {
  m_rows.reset();
  m_answer = nullptr;
  if (m_snapshot) list();
}

void DesignTableModel::setCoordinatesListed(bool listed) {
  m_rows.setCoordinatesListed(listed);
  if (m_snapshot) list();
}

/// Lists the rows. They stay, with an editor in them, where only their values have changed.
void DesignTableModel::list() {
  if (m_rows.list(m_snapshot) && rowCount() > 0) return renew();
  setRows(static_cast<int>(m_rows.variables().size() + m_rows.pairCount()) + 1, columns());
}

void DesignTableModel::renew() {
  renewRows(columns());
}

void DesignTableModel::setAnswer(const std::shared_ptr<const DesignAnswer>& answer) {
  if (m_answer == answer) return;
  m_answer = answer;
  renew();
}

DesignTableModel::Kind DesignTableModel::kind(int row) const {
  return variableAt(row) ? Kind::Variable : isPair(row) ? Kind::Pair : Kind::Xi;
}

bool DesignTableModel::isPair(int row) const {
  return row > 0 && row <= static_cast<int>(m_rows.pairCount());  // below ξ
}

std::optional<DesignTableModel::Pair> DesignTableModel::pairAt(int row) const {
  if (!isPair(row)) return std::nullopt;
  return m_rows.pair(static_cast<std::size_t>(row - 1));
}

const DesignTableModel::Variable* DesignTableModel::variableAt(int row) const {
  const auto at = row - 1 - static_cast<std::ptrdiff_t>(m_rows.pairCount());
  return at >= 0 && at < std::ssize(m_rows.variables()) ? &m_rows.variables()[static_cast<std::size_t>(at)]
                                                        : nullptr;
}

void DesignTableModel::setEffects(const std::map<std::string, double>& effects) {
  m_effects = effects;
  m_largestEffect = 0;
  for (const auto& [name, effect] : effects) m_largestEffect = std::max(m_largestEffect, std::abs(effect));
  rowsChanged(0, rowCount() - 1);
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
  if (column == After) return answer ? foundValueText(*answer, variable.unit, shownDigits) : QString();
  if (column == Effect) {
    const auto effect = m_effects.find(variable.spec.name);
    return effect == m_effects.end() ? QString() : formatNumber(effect->second, 2);
  }
  const QString& typed = m_rows.typed(variable, fieldOf(column));
  if (!m_rows.typedFault(variable, fieldOf(column)).isEmpty()) return typed;
  if (column == Width && typed.isEmpty()) return QStringLiteral("–");
  if (column == Weight)
    return plainNumber(m_rows.typedValue(variable, fieldOf(column)).value_or(1), shownDigits);
  if (!typed.isEmpty()) return shown(m_rows.typedValue(variable, fieldOf(column)));
  return shown(column == Least ? variable.spec.least : variable.spec.greatest);
}

QString DesignTableModel::pairText(const Pair& pair, int column) const {
  const DesignAnswer::Pair* answer = found(pair);
  if (column == Name) return pairLabel(pair.contacts);
  if (column == Before)
    return std::isnan(pair.G) && !answer ? QString() : formatBeside(1, answer ? answer->before : pair.G);
  if (column == After) return answer ? formatBeside(1, answer->after, 3) : QString();
  if (column != Least) return {};
  const int wanted = m_rows.target(pair).multiplicity;
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
  if (const auto pair = pairAt(row)) return pairText(*pair, column);
  return xiText(column);
}

QString DesignTableModel::cellTip(int row, int column) const {
  const Variable* variable = variableAt(row);
  if (!variable) {
    const bool isTarget = isPair(row) && (column == Name || isTyped(column));
    return isTarget ? tr("The G that the two contacts are to get: −cos(π/m)") : QString();
  }
  if (column == Name) return variable->tip;
  if (isTyped(column)) return m_rows.typedFault(*variable, fieldOf(column));
  if (column == Effect) return {};
  const DesignAnswer::Variable* answer = found(*variable);
  if (column == After && !answer) return {};
  const double value = column == After ? answer->after : answer ? answer->before : variable->spec.value;
  return formatQuantity(value, variable->unit, fullDigits);
}

/// A typed text as it was typed; else the usual value in the shown unit. Of a pair: m.
QVariant DesignTableModel::typed(int row, int column) const {
  const auto pair = pairAt(row);
  if (pair && column == Least) return m_rows.target(*pair).multiplicity;
  const Variable* variable = variableAt(row);
  if (!variable || !isTyped(column)) return {};
  if (const QString& typed = m_rows.typed(*variable, fieldOf(column)); !typed.isEmpty()) return typed;
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
    const auto pair = pairAt(row);
    return pair && !m_rows.target(*pair).isWanted ? QVariant(theme::quietInk()) : QVariant();
  }
  if (isTyped(column) && !m_rows.typedFault(*variable, fieldOf(column)).isEmpty()) return theme::warningInk();
  if (column == Width || column == Effect) return {};
  const bool isUsual = isTyped(column) && m_rows.typed(*variable, fieldOf(column)).isEmpty();
  return isUsual || !m_rows.isVaried(*variable) ? QVariant(theme::quietInk()) : QVariant();
}

/// The target of a pair begins at the left, as what is chosen from a list.
QVariant DesignTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int row = index.row(), column = index.column();
  const Variable* variable = variableAt(row);
  switch (role) {
    case Qt::TextAlignmentRole:
      if (isPair(row) && column == Least) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
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
    if (!variable && !isPair(row)) return QVariant();
    const bool isOn = variable ? m_rows.isVaried(*variable) : m_rows.target(*pairAt(row)).isWanted;
    return QVariant(isOn ? Qt::Checked : Qt::Unchecked);
  };
  return columns;
}

void DesignTableModel::tick(int row, bool isOn) {
  const Variable* variable = variableAt(row);
  if (variable)
    m_rows.setVaried(*variable, isOn);
  else
    m_rows.target(*pairAt(row)).isWanted = isOn;
  m_answer = nullptr;
  renew();
  emit questionChanged();
}

void DesignTableModel::enter(int row, int column, const QVariant& value) {
  if (const Variable* variable = variableAt(row)) {
    const QString text = value.toString().trimmed();
    if (text == typed(row, column)) return;
    m_rows.type(*variable, fieldOf(column), text);
  } else {
    m_rows.target(*pairAt(row)).multiplicity = value.toInt();
  }
  m_answer = nullptr;
  renew();
  emit questionChanged();
}

}  // namespace carom
