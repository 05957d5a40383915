#include "timeline/impact_log_model.h"

#include <algorithm>
#include <cmath>

#include "base/counted_words.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/theme.h"

namespace carom {

namespace {

const QString unknownSign = QStringLiteral("–");
const QString comingSign = QStringLiteral("…");
constexpr int mostContactsShown = 4;

bool isWords(ImpactLogModel::Column column) {
  return column == ImpactLogModel::Column::Contacts || column == ImpactLogModel::Column::Verdict;
}

/// The tooltip of an incomplete search; empty where it is complete.
QString incompleteText(const ImpactSearch& search) {
  if (search.complete) return {};
  return ImpactLogModel::tr("The search was cut short after %1: show the impact to search on.")
      .arg(momentaText(search.states));
}

}  // namespace

const ImpactEvent& ImpactLogModel::impactAt(int row) const {
  return m_snapshot->trajectory->impacts[static_cast<std::size_t>(row)];
}

void ImpactLogModel::setSnapshot(const SnapshotPtr& snapshot) {
  const bool sameRun = m_snapshot && snapshot && m_snapshot->trajectory == snapshot->trajectory;
  if (sameRun) {
    m_snapshot = snapshot;
    return;
  }
  beginResetModel();
  m_snapshot = snapshot;
  m_rows.clear();
  m_unknown = 0;
  if (m_snapshot && m_snapshot->trajectory) {
    const Trajectory& trajectory = *m_snapshot->trajectory;
    m_rows.resize(trajectory.impacts.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const auto known = knownSearch(*m_snapshot, static_cast<int>(i));
      if (known)
        m_rows[i] = {*known, true};
      else
        ++m_unknown;
    }
    const double length = trajectory.end() - trajectory.start();
    m_timeDecimals = length > 0 ? std::clamp(5 - static_cast<int>(std::floor(std::log10(length))), 0, 12) : 4;
  }
  endResetModel();
}

void ImpactLogModel::take(const SnapshotPtr& run, const ImpactSearches& found) {
  if (!m_snapshot || run->trajectory != m_snapshot->trajectory) return;
  int first = rowCount(), last = -1;
  for (const auto& [impact, search] : found) {
    if (impact < 0 || impact >= rowCount()) continue;
    Row& row = m_rows[static_cast<std::size_t>(impact)];
    const bool better =
        !row.known || (!row.search.complete && (search.complete || search.states > row.search.states));
    if (!better) continue;
    if (!row.known) --m_unknown;
    row = {search, true};
    first = std::min(first, impact);
    last = std::max(last, impact);
  }
  if (last < 0) return;
  emit dataChanged(index(first, static_cast<int>(Column::Orderings)),
                   index(last, static_cast<int>(Column::Xi)));
}

int ImpactLogModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

double ImpactLogModel::energyTaken(int row) const {
  constexpr double rounding = 1e-12;  // of the energy that arrives
  const auto& flights = m_snapshot->trajectory->flights;
  const std::size_t before = m_snapshot->trajectory->flightBefore(static_cast<std::size_t>(row));
  const double taken = flights.flowOf(before + 1).impact - flights.flowOf(before).impact;
  const double total = std::abs(flights.flowOf(before + 1).impact);
  const bool none = std::abs(taken) <= rounding * (impactAt(row).energyBefore + total);
  return none ? 0 : taken;
}

QString ImpactLogModel::contactsText(int row, int most) const {
  const ImpactEvent& impact = impactAt(row);
  const int count = static_cast<int>(impact.labels.size());
  QStringList names;
  for (int i = 0; i < std::min(count, most); ++i)
    names += shortContactName(impact.labels[static_cast<std::size_t>(i)], m_snapshot->instance);
  QString text = names.join(QStringLiteral(", "));
  if (count > most) text += QStringLiteral(", … (%1)").arg(count);
  return text;
}

QString ImpactLogModel::energyShareText(int row) const {
  const double before = impactAt(row).energyBefore, taken = energyTaken(row);
  if (taken == 0) return tr("None: the impact is elastic.");
  return tr("%1 % of the %2 J of kinetic energy that arrive")
      .arg(formatFixed(100 * taken / before, 1), formatNumber(before, 4));
}

QString ImpactLogModel::cellText(int row, Column column) const {
  const ImpactEvent& impact = impactAt(row);
  const auto& [search, known] = m_rows[static_cast<std::size_t>(row)];
  switch (column) {
    case Column::Number:
      return QString::number(row + 1);
    case Column::Time:
      return formatFixed(impact.time, m_timeDecimals);
    case Column::Contacts:
      return contactsText(row, mostContactsShown);
    case Column::Reflections:
      return impact.plastic || impact.atOnce ? unknownSign : formatCount(impact.word.size());
    case Column::Energy:
      return energyTaken(row) == 0 ? QStringLiteral("0") : formatNumber(energyTaken(row), 4);
    default:
      break;
  }
  if (!known) return comingSign;
  if (column == Column::Verdict) return verdictWords(row);
  if (!search.searched) return unknownSign;
  if (column == Column::Xi) return xiText(search);
  if (column == Column::Outcomes) {
    if (search.outcomes == 0) return tr("not known");
    const QString count = formatCount(search.outcomes);
    return search.complete ? count : QStringLiteral("≥ ") + count;
  }
  if (search.endless) return tr("endless");
  return search.complete ? formatCount(search.orderings.str()) : tr("not counted");
}

QString ImpactLogModel::cellTip(int row, Column column) const {
  const ImpactEvent& impact = impactAt(row);
  const auto& [search, known] = m_rows[static_cast<std::size_t>(row)];
  const QString unordered = unorderedWords(impact).sentence;
  switch (column) {
    case Column::Number:
      return m_snapshot->settings.later.contains(row) ? tr("The ordering was chosen by hand here.")
                                                      : QString();
    case Column::Time:
      return tr("t = %1 s").arg(plainNumber(impact.time, 15));
    case Column::Contacts:
      return contactsText(row, 60);
    case Column::Reflections:
      return unordered.isEmpty() ? orderingText(impact, m_snapshot->instance) : unordered;
    case Column::Energy:
      return energyShareText(row);
    default:
      break;
  }
  if (!known) return tr("The orderings are being searched.");
  if (!unordered.isEmpty()) return unordered;
  if (column == Column::Verdict) return verdictWords(row);
  if (!search.searched) return tr("The orderings are not known.");
  if (column == Column::Orderings && search.endless)
    return tr("Orderings go on until nothing that matters is left to come: they are not counted.");
  if (column == Column::Xi && search.tolerance > 0)
    return tr("Outcomes are told apart to %1 of ‖p⁻‖.").arg(formatNumber(search.tolerance, 2));
  return incompleteText(search);
}

/// An impact that follows no order says which one it is.
QString ImpactLogModel::verdictWords(int row) const {
  const QString unordered = unorderedWords(impactAt(row)).verdict;
  if (!unordered.isEmpty()) return unordered;
  const auto& [search, known] = m_rows[static_cast<std::size_t>(row)];
  return !known                                                 ? QString()
         : search.searched || search.verdict == Verdict::Jammed ? verdictText(search.verdict)
                                                                : unknownSign;
}

QVariant ImpactLogModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto column = static_cast<Column>(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return cellText(index.row(), column);
    case Qt::ToolTipRole:
      return cellTip(index.row(), column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (isWords(column) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole:
      return isWords(column) ? QVariant() : theme::monoFont(8.2);
    default:
      return {};
  }
}

QVariant ImpactLogModel::headerData(int section, Qt::Orientation orientation, int role) const {
  struct Heading {
    QString name, tip;
  };
  const Heading all[columns] = {
      {QStringLiteral("#"), tr("The number of the impact in the run.")},
      {tr("t (s)"), tr("The time of the impact after the initial state.")},
      {tr("contacts"), tr("The contacts that are closed at the impact; sorted by how many they are.")},
      {tr("reflections"), tr("The number of reflections of the ordering that the run follows here.")},
      {tr("orderings"), tr("The number of reflection orderings of the impact.")},
      {tr("outcomes"), tr("In how many different momenta the orderings end.")},
      {tr("ξ (1)"), tr("The indeterminacy: the largest distance between two outcomes over ‖p⁻‖.")},
      {tr("E taken (J)"), tr("The kinetic energy that the impact takes.")},
      {tr("verdict"), tr("Whether the order of the reflections matters.")}};
  if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
  if (role == WidestRole && !m_rows.empty()) {
    const auto column = static_cast<Column>(section);
    if (column == Column::Number || column == Column::Time) return cellText(rowCount() - 1, column);
  }
  if (role == Qt::DisplayRole) return all[section].name;
  if (role == Qt::ToolTipRole) return all[section].tip;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::AlignVCenter |
                               (isWords(static_cast<Column>(section)) ? Qt::AlignLeft : Qt::AlignRight));
  return {};
}

std::optional<double> ImpactLogModel::sortKey(int row, Column column) const {
  const auto& [search, known] = m_rows[static_cast<std::size_t>(row)];
  switch (column) {
    case Column::Time:
      return impactAt(row).time;
    case Column::Reflections:
      if (impactAt(row).plastic) return std::nullopt;
      return static_cast<double>(impactAt(row).word.size());
    case Column::Energy:
      return energyTaken(row);
    case Column::Orderings:
      if (!known || !search.searched || !search.complete || search.endless) return std::nullopt;
      return search.orderings.toDouble();
    case Column::Outcomes:
      if (!known || !search.searched || search.outcomes == 0) return std::nullopt;
      return static_cast<double>(search.outcomes);
    case Column::Xi:
      if (!known || !search.searched) return std::nullopt;
      if (search.lower == 0 && !std::isfinite(search.upper)) return std::nullopt;
      return search.lower;
    default:
      return row;
  }
}

bool ImpactLogModel::hasFewerContacts(int row, int other) const {
  const auto &a = impactAt(row).contacts, &b = impactAt(other).contacts;
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

QString ImpactLogModel::csv(const std::vector<int>& rows) const {
  QString text = QStringLiteral(
      "impact,time [s],contacts,reflections,orderings,outcomes,complete,xi_lower [1],xi_upper [1],"
      "energy_taken [J],verdict\n");
  for (const int row : rows) {
    const ImpactEvent& impact = impactAt(row);
    const auto& [search, known] = m_rows[static_cast<std::size_t>(row)];
    QStringList names;
    for (const ContactLabel& label : impact.labels) names += QString::fromStdString(label.name);
    const bool searched = known && search.searched;
    const bool counted = searched && search.complete && !search.endless;
    const QStringList cells{
        QString::number(row + 1),
        csvNumber(impact.time),
        csvField(names.join(QLatin1Char(' '))),
        impact.plastic || impact.atOnce ? QString() : QString::number(impact.word.size()),
        counted ? QString::fromStdString(search.orderings.str()) : QString(),
        searched && search.outcomes > 0 ? QString::number(search.outcomes) : QString(),
        searched ? search.complete ? QStringLiteral("true") : QStringLiteral("false") : QString(),
        searched ? csvNumber(search.lower) : QString(),
        searched && std::isfinite(search.upper) ? csvNumber(search.upper) : QString(),
        csvNumber(energyTaken(row)),
        csvField(verdictWords(row))};
    text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace carom
