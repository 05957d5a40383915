#include "outcomes_model.h"

#include <algorithm>
#include <cmath>

#include "impact_text.h"
#include "numbers.h"
#include "theme.h"

namespace carom {

namespace {

/// Decimals that show four significant digits of the largest value.
int decimalsFor(double largest) {
  if (!(largest > 0)) return 3;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(largest))) + (largest < 1 ? 0 : 1), 0, 9);
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
        bodies.push_back({QString::fromStdString(labelled ? labels[body] : name),
                          {},
                          QString::fromStdString(coordinate.unit) + QStringLiteral("/s")});
        last = name;
      }
      bodies.back().coordinates.push_back(i);
    }
    rows = static_cast<int>(snapshot->report->outcomes.size());
    for (const Outcome& outcome : snapshot->report->outcomes)
      largest = std::max(largest, outcome.velocity.cwiseAbs().maxCoeff());
  }
  const bool sameShape = m_snapshot && rows == rowCount() && bodies.size() == m_bodies.size();
  if (!sameShape) beginResetModel();
  m_snapshot = snapshot;
  m_bodies = std::move(bodies);
  m_decimals = decimalsFor(largest);
  m_names =
      snapshot->report ? shortContactNames(snapshot->report->problem, snapshot->instance) : QStringList();
  if (!sameShape) return endResetModel();
  emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
  if (rows > 0) emit dataChanged(index(0, 0), index(rows - 1, columnCount() - 1));
}

int OutcomesModel::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || !m_snapshot || !m_snapshot->report) return 0;
  return static_cast<int>(m_snapshot->report->outcomes.size());
}

int OutcomesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_bodies.size()) + 4;
}

QString OutcomesModel::velocityText(int row, int body) const {
  QStringList parts;
  for (const int i : m_bodies[body].coordinates) parts += formatSigned(outcome(row).velocity[i], m_decimals);
  return parts.size() == 1 ? parts.front()
                           : QLatin1Char('(') + parts.join(QStringLiteral(", ")) + QLatin1Char(')');
}

QString OutcomesModel::cellText(int row, int column) const {
  if (column == 0) return QString::number(row + 1);
  if (isBody(column)) return velocityText(row, column - 1);
  switch (column - static_cast<int>(m_bodies.size())) {
    case 1:
      return formatNumber(outcome(row).relativeEnergyError, 1);
    case 2:
      return outcome(row).orderings == 0 ? QStringLiteral("–") : formatCount(outcome(row).orderings.str());
    default:
      return wordText(m_names, outcome(row).example, 8);
  }
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
      return QVariant(Qt::AlignVCenter |
                      (column == columnCount() - 1 || column == 0 ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole: {
      if (column != columnCount() - 1) return {};
      const auto& minimal = outcome(row).minimal;
      const QString word = wordText(contactNames(m_snapshot->report->problem), outcome(row).example, 60);
      if (!minimal) return QString(word + QStringLiteral("\nminimal: not decided"));
      return QString(word + (*minimal ? QStringLiteral("\nminimal: no part of it ends feasible")
                                      : QStringLiteral("\nnot minimal: a part of it ends feasible, too")));
    }
    default:
      return {};
  }
}

QVariant OutcomesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole && (section == 0 || section == columnCount() - 1))
    return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (isBody(section)) {
    const MovingBody& body = m_bodies[section - 1];
    if (role == Qt::DisplayRole)
      return QString(QStringLiteral("v ") + body.label + QLatin1Char(' ') + body.unit);
    if (role == MathRole) return QStringLiteral("v_{%1}").arg(body.label);
    if (role == UnitRole) return body.unit;
    return {};
  }
  static const QStringList names{QStringLiteral("ΔE/E"), QStringLiteral("orderings"),
                                 QStringLiteral("for example")};
  static const QStringList tips{
      QStringLiteral("Relative error of the kinetic energy, which every outcome keeps"),
      QStringLiteral("How many orderings end here"),
      QStringLiteral("One ordering that ends here, a minimal one where one was found")};
  const int which = section - static_cast<int>(m_bodies.size()) - 1;
  if (role == Qt::DisplayRole) return section == 0 ? QStringLiteral("#") : names[which];
  if (role == Qt::ToolTipRole && section > 0) return tips[which];
  return {};
}

}  // namespace carom
