#include "outcomes/outcomes_model.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "base/coordinate_units.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/theme.h"

namespace carom {

namespace {

/// Decimals that show four significant digits of the largest value.
int decimalsFor(double largest) {
  if (!(largest > 0)) return 3;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(largest))) + (largest < 1 ? 0 : 1), 0, 9);
}

using Column = OutcomesModel::Column;

struct Heading {
  QString name, tip;
};

Heading headingOf(Column column) {
  using Model = OutcomesModel;
  switch (column) {
    case Column::EnergyError:
      return {Model::tr("residual"),
              Model::tr("The rounding error of the energy balance over the energy before: the energy after "
                        "the impact and the loss by the law, less the energy before")};
    case Column::Orderings:
      return {Model::tr("orderings"), Model::tr("The number of orderings that end here")};
    case Column::Probability:
      return {Model::tr("probability"),
              Model::tr("The probability of this outcome under random infinitesimal gaps, ± standard error")};
    case Column::Length:
      return {Model::tr("length"), Model::tr("Reflections of the orderings that end here")};
    case Column::Distance:
      return {QStringLiteral("‖Δp‖ √J"), Model::tr("Distance from p⁻ in the kinetic metric, ‖p⁺ − p⁻‖")};
    case Column::Minimal:
      return {Model::tr("minimal"), Model::tr("Whether a minimal ordering ends here [SM14 Def. 1]")};
    case Column::Example:
      break;
  }
  return {Model::tr("for example"),
          Model::tr("One ordering that ends here, a minimal one where one was found")};
}

/// "2", or "2–4" where orderings of several lengths end here.
QString lengthText(const ImpactReport& report, const Outcome& outcome) {
  const QString example = formatCount(outcome.example.size());
  if (outcome.node == Outcome::notInGraph || !report.complete()) return example;
  const auto least = report.graph->minLength(outcome.node), most = report.graph->maxLength(outcome.node);
  if (least == most) return formatCount(least);
  return formatCount(least) + QChar(0x2013) + formatCount(most);
}

}  // namespace

void OutcomesModel::setSnapshot(const SnapshotPtr& snapshot) {
  std::vector<MovingBody> bodies;
  int rows = 0;
  double largest = 0;
  if (snapshot->report) {
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const auto& labels = snapshot->instance.view.labels;
    std::string last;
    for (int i = 0; i < mechanism.dof(); ++i) {
      const Coordinate& coordinate = mechanism.coordinates()[i];
      const std::string name = coordinate.name.substr(0, coordinate.name.rfind('.'));
      if (bodies.empty() || name != last) {
        const int body = mechanism.bodyIndex(name);
        const bool labelled = body >= 0 && body < static_cast<int>(labels.size()) && !labels[body].empty();
        bodies.push_back(
            {QString::fromStdString(labelled ? labels[body] : name), {}, velocityUnit(coordinate)});
        last = name;
      } else if (const QString unit = velocityUnit(coordinate); !bodies.back().unit.endsWith(unit)) {
        bodies.back().unit += QStringLiteral(", ") + unit;
      }
      bodies.back().coordinates.push_back(i);
    }
    rows = static_cast<int>(snapshot->report->outcomes.size());
    for (const Outcome& outcome : snapshot->report->outcomes)
      largest = std::max(largest, outcome.velocity.cwiseAbs().maxCoeff());
  }
  const std::vector<Column> columns = columnsFor(snapshot, m_everything);
  const bool sameShape =
      m_snapshot && rows == rowCount() && bodies.size() == m_bodies.size() && columns == m_columns;
  const bool sameHeader = sameShape && bodies == m_bodies;
  if (!sameShape) beginResetModel();
  m_snapshot = snapshot;
  m_bodies = std::move(bodies);
  m_columns = columns;
  m_decimals = decimalsFor(largest);
  m_names = snapshot->report ? shortContactNames(snapshot->report->problem.labels(), snapshot->instance)
                             : QStringList();
  m_distances.clear();
  for (int row = 0; row < rows; ++row) {
    const ImpactProblem& problem = snapshot->report->problem;
    m_distances.push_back(problem.metric().norm(outcome(row).momentum - problem.momentum()));
  }
  if (!sameShape) return endResetModel();
  if (!sameHeader) emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
  if (rows > 0) emit dataChanged(index(0, 0), index(rows - 1, columnCount() - 1));
}

std::vector<OutcomesModel::Column> OutcomesModel::columnsFor(const SnapshotPtr& snapshot, bool everything) {
  if (!everything) return {Column::EnergyError, Column::Orderings, Column::Example};
  std::vector<Column> columns{Column::EnergyError, Column::Orderings};
  if (snapshot->report && snapshot->report->gaps) columns.push_back(Column::Probability);
  columns.insert(columns.end(), {Column::Length, Column::Distance, Column::Minimal, Column::Example});
  return columns;
}

int OutcomesModel::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || !m_snapshot || !m_snapshot->report) return 0;
  return static_cast<int>(m_snapshot->report->outcomes.size());
}

int OutcomesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_bodies.size() + m_columns.size()) + 1;
}

std::optional<OutcomesModel::Column> OutcomesModel::kindOf(int column) const {
  const int place = column - static_cast<int>(m_bodies.size()) - 1;
  if (place < 0 || place >= static_cast<int>(m_columns.size())) return std::nullopt;
  return m_columns[place];
}

int OutcomesModel::columnOf(Column kind) const {
  const auto at = std::find(m_columns.begin(), m_columns.end(), kind);
  return at == m_columns.end() ? -1 : static_cast<int>(m_bodies.size() + 1 + (at - m_columns.begin()));
}

QString OutcomesModel::velocityText(int row, int body) const {
  QStringList parts;
  for (const int i : m_bodies[body].coordinates) parts += formatSigned(outcome(row).velocity[i], m_decimals);
  return parts.size() == 1 ? parts.front()
                           : QLatin1Char('(') + parts.join(QStringLiteral(", ")) + QLatin1Char(')');
}

QString OutcomesModel::cellText(int row, int column) const {
  if (column == 0) return QString::number(row + 1);
  return isBody(column) ? velocityText(row, column - 1) : kindText(row, *kindOf(column));
}

QString OutcomesModel::kindText(int row, Column kind) const {
  const Outcome& o = outcome(row);
  switch (kind) {
    case Column::EnergyError:
      return formatNumber(o.relativeEnergyError, 1);
    case Column::Orderings:
      return o.orderings == 0 ? QStringLiteral("–") : formatCount(o.orderings.str());
    case Column::Probability:
      return o.probability ? probabilityText(*o.probability) : QStringLiteral("–");
    case Column::Length:
      return lengthText(*m_snapshot->report, o);
    case Column::Distance:
      return formatNumber(m_distances[row], 4);
    case Column::Minimal:
      return !o.reachedMinimally ? tr("not decided") : *o.reachedMinimally ? tr("yes") : tr("no");
    case Column::Example:
      break;
  }
  return wordText(m_names, o.example, 8);
}

QString OutcomesModel::kindTip(int row, Column kind) const {
  if (kind != Column::Example) return {};
  const auto& minimal = outcome(row).minimal;
  const QString word = wordText(contactNames(m_snapshot->report->problem), outcome(row).example, 60);
  return word + QLatin1Char('\n') +
         (!minimal   ? tr("minimal: not decided")
          : *minimal ? tr("minimal: no part of it ends feasible")
                     : tr("not minimal: a part of it ends feasible, too"));
}

/// What a column is sorted by.
double OutcomesModel::number(int row, Column kind) const {
  const Outcome& o = outcome(row);
  switch (kind) {
    case Column::EnergyError:
      return o.relativeEnergyError;
    case Column::Probability:
      return o.probability ? o.probability->value : -1;
    case Column::Length:
      return static_cast<double>(o.example.size());
    case Column::Distance:
      return m_distances[row];
    case Column::Minimal:
      return !o.reachedMinimally ? 1 : *o.reachedMinimally ? 0 : 2;
    default:
      return row;
  }
}

bool OutcomesModel::comesBefore(int row, int other, int column) const {
  if (isBody(column)) {
    for (const int i : m_bodies[column - 1].coordinates)
      if (outcome(row).velocity[i] != outcome(other).velocity[i])
        return outcome(row).velocity[i] < outcome(other).velocity[i];
    return false;
  }
  const Column kind = kindOf(column).value_or(Column::Example);
  if (kind == Column::Orderings) return outcome(row).orderings < outcome(other).orderings;
  if (kind == Column::Example && column > 0) return outcome(row).example < outcome(other).example;
  return number(row, kind) < number(other, kind);
}

bool OutcomesModel::passes(int row, const QString& contacts) const {
  const QStringList wanted = QString(contacts)
                                 .replace(QChar(0x2013), QLatin1Char('-'))
                                 .split(QRegularExpression(QStringLiteral("[\\s,·]+")), Qt::SkipEmptyParts);
  const QStringList names = contactNames(m_snapshot->report->problem);
  const Word& word = outcome(row).example;
  const auto fits = [&](std::size_t at, const QString& name, bool whole) {
    for (QString known : {names[word[at]], m_names[word[at]]}) {
      known.replace(QChar(0x2013), QLatin1Char('-'));  // which a keyboard has
      if (known.compare(name, Qt::CaseInsensitive) == 0) return true;
      if (!whole && known.startsWith(name, Qt::CaseInsensitive)) return true;
    }
    return false;
  };
  const auto count = static_cast<std::size_t>(wanted.size());
  if (count == 0) return true;
  for (std::size_t at = 0; at + count <= word.size(); ++at) {
    std::size_t matched = 0;
    while (matched < count && fits(at + matched, wanted[static_cast<int>(matched)], matched + 1 < count))
      ++matched;
    if (matched == count) return true;
  }
  return false;
}

QVariant OutcomesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int row = index.row(), column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return cellText(row, column);
    case DotRole:
      return column == 0 ? QVariant(theme::categorical(row)) : QVariant();
    case MonoRole:
      return isBody(column);
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (isText(column) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole: {
      const auto kind = kindOf(column);
      const QString tip = kind ? kindTip(row, *kind) : QString();
      return tip.isEmpty() ? QVariant() : QVariant(tip);
    }
    default:
      return {};
  }
}

bool OutcomesModel::isText(int column) const {
  const auto kind = kindOf(column);
  return column == 0 || kind == Column::Example || kind == Column::Minimal;
}

QVariant OutcomesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole && isText(section)) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (isBody(section)) {
    const MovingBody& body = m_bodies[section - 1];
    if (role == Qt::DisplayRole)
      return QString(QStringLiteral("v ") + body.label + QLatin1Char(' ') + body.unit);
    if (role == MathRole) return QStringLiteral("v_{%1}").arg(body.label);
    if (role == UnitRole) return body.unit;
    return {};
  }
  if (section == 0) return role == Qt::DisplayRole ? QVariant(QStringLiteral("#")) : QVariant();
  const auto [name, tip] = headingOf(*kindOf(section));
  if (role == Qt::DisplayRole) return name;
  if (role == Qt::ToolTipRole) return tip;
  return {};
}

}  // namespace carom
