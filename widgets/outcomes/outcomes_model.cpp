#include "outcomes/outcomes_model.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "answer/coordinate_units.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/theme.h"

namespace carom {

namespace {

const QString notKnown = QStringLiteral("–");

/// Decimals that show four significant digits of the largest value.
int decimalsFor(double largest) {
  if (!(largest > 0)) return 3;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(largest))) + (largest < 1 ? 0 : 1), 0, 9);
}

QString allDigits(double value) {
  return QString::number(value, 'g', 17);
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

std::vector<OutcomesModel::MovingBody> OutcomesModel::movingBodies(const Snapshot& snapshot) const {
  std::vector<MovingBody> bodies;
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const auto& labels = snapshot.instance.view.labels;
  int last = -1;
  for (int i = 0; i < mechanism.dof(); ++i) {
    const Coordinate& coordinate = mechanism.coordinates()[i];
    if (coordinate.body != last) {
      last = coordinate.body;
      const bool labelled = last < static_cast<int>(labels.size()) && !labels[last].empty();
      bodies.push_back({QString::fromStdString(labelled ? labels[last] : mechanism.bodies()[last].name),
                        {},
                        q(velocityUnit(coordinate))});
    } else if (const QString unit = q(velocityUnit(coordinate)); !bodies.back().unit.endsWith(unit)) {
      bodies.back().unit += QStringLiteral(", ") + unit;
    }
    bodies.back().coordinates.push_back(i);
  }
  return bodies;
}

void OutcomesModel::setSnapshot(const SnapshotPtr& snapshot) {
  const ImpactReport* report = snapshot->report.get();
  const int rows = report ? static_cast<int>(report->outcomes.size()) : 0;
  const std::size_t columnsBefore = m_bodies.size();
  const std::vector<Column> kindsBefore = std::move(m_columns);
  m_snapshot = snapshot;
  m_bodies = report ? movingBodies(*snapshot) : std::vector<MovingBody>();
  m_columns = columnsFor(snapshot, m_everything);
  m_names = report ? shortContactNames(report->problem.labels(), snapshot->instance) : QStringList();
  m_distances.clear();
  double largest = 0;
  for (int row = 0; row < rows; ++row) {
    const ImpactProblem& problem = report->problem;
    m_distances.push_back(problem.metric().norm(outcome(row).momentum - problem.momentum()));
    largest = std::max(largest, outcome(row).velocity.cwiseAbs().maxCoeff());
  }
  m_decimals = decimalsFor(largest);
  const bool sameShape = rows == rowCount() && m_bodies.size() == columnsBefore && m_columns == kindsBefore;
  sameShape ? renewRows(columns()) : setRows(rows, columns());
}

std::vector<OutcomesModel::Column> OutcomesModel::columnsFor(const SnapshotPtr& snapshot, bool everything) {
  if (!everything) return {Column::EnergyError, Column::Orderings, Column::Example};
  std::vector<Column> columns{Column::EnergyError, Column::Orderings};
  if (snapshot->report && snapshot->report->gaps) columns.push_back(Column::Probability);
  columns.insert(columns.end(), {Column::Length, Column::Distance, Column::Minimal, Column::Example});
  return columns;
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

std::vector<TableColumn> OutcomesModel::columns() const {
  std::vector<TableColumn> columns{
      {.title = QStringLiteral("#"),
       .text = [](int row) { return QString::number(row + 1); },
       .key = [](int row) { return SortKey{static_cast<double>(row)}; },
       .csv = {{QLatin1String("outcome"), [](int row) { return QString::number(row + 1); }}},
       .mark = [](int row) { return theme::categorical(row); }}};
  for (std::size_t body = 0; body < m_bodies.size(); ++body)
    columns.push_back(velocityColumn(static_cast<int>(body)));
  for (const Column kind : m_columns) columns.push_back(kindColumn(kind));
  return columns;
}

TableColumn OutcomesModel::velocityColumn(int number) const {
  const MovingBody& body = m_bodies[number];
  TableColumn column{.title = QStringLiteral("v %1 (%2)").arg(body.label, body.unit),
                     .text = [this, number](int row) { return velocityText(row, number); },
                     .reads = TableColumn::Reads::Figures,
                     .key =
                         [this, of = body.coordinates](int row) {
                           SortKey key;
                           for (const int i : of) key.push_back(outcome(row).velocity[i]);
                           return key;
                         },
                     .symbol = QStringLiteral("v_{%1}").arg(body.label),
                     .unit = QStringLiteral("(%1)").arg(body.unit)};
  for (const int i : body.coordinates)
    column.csv.push_back(
        {QString::fromStdString(m_snapshot->instance.mechanism->coordinates()[i].name + "_velocity"),
         [this, i](int row) { return allDigits(outcome(row).velocity[i]); }});
  return column;
}

TableColumn OutcomesModel::kindColumn(Column kind) const {
  using enum TableColumn::Reads;
  switch (kind) {
    case Column::EnergyError:
      return {.title = tr("residual"),
              .tip = tr("The rounding error of the energy balance over the energy before: the energy after "
                        "the impact and the loss by the law, less the energy before"),
              .text = [this](int row) { return formatNumber(outcome(row).relativeEnergyError, 1); },
              .reads = Numbers,
              .key = [this](int row) { return SortKey{outcome(row).relativeEnergyError}; },
              .csv = {{QLatin1String("relative_energy_error"),
                       [this](int row) { return allDigits(outcome(row).relativeEnergyError); }}}};
    case Column::Orderings:
      return {.title = tr("orderings"),
              .tip = tr("The number of orderings that end here"),
              .text =
                  [this](int row) {
                    const Count& count = outcome(row).orderings;
                    return count == 0 ? notKnown : formatCount(count.str());
                  },
              .reads = Numbers,
              .key =
                  [this](int row) {
                    const Count& count = outcome(row).orderings;  // which may be beyond a double
                    return SortKey{static_cast<double>(count.str().size()), count.toDouble()};
                  },
              .csv = {{QLatin1String("orderings"),
                       [this](int row) { return QString::fromStdString(outcome(row).orderings.str()); }}}};
    case Column::Probability:
      return {.title = tr("probability"),
              .tip = tr("The probability of this outcome under random infinitesimal gaps, ± standard error"),
              .text =
                  [this](int row) {
                    const auto& probability = outcome(row).probability;
                    return probability ? probabilityText(*probability) : notKnown;
                  },
              .reads = Numbers,
              .key =
                  [this](int row) {
                    const auto& probability = outcome(row).probability;
                    return probability ? SortKey{probability->value} : SortKey();
                  }};
    case Column::Length:
      return {.title = tr("length"),
              .tip = tr("Reflections of the orderings that end here"),
              .text = [this](int row) { return lengthText(*m_snapshot->report, outcome(row)); },
              .reads = Numbers,
              .key = [this](int row) { return SortKey{static_cast<double>(outcome(row).example.size())}; }};
    case Column::Distance:
      return {.title = QStringLiteral("‖Δp‖ √J"),
              .tip = tr("Distance from p⁻ in the kinetic metric, ‖p⁺ − p⁻‖"),
              .text = [this](int row) { return formatNumber(m_distances[row], 4); },
              .reads = Numbers,
              .key = [this](int row) { return SortKey{m_distances[row]}; }};
    case Column::Minimal:
      return {.title = tr("minimal"),
              .tip = tr("Whether a minimal ordering ends here [SM14 Def. 1]"),
              .text =
                  [this](int row) {
                    const auto minimal = outcome(row).reachedMinimally;
                    return !minimal ? tr("not decided") : *minimal ? tr("yes") : tr("no");
                  },
              .key =
                  [this](int row) {
                    const auto minimal = outcome(row).reachedMinimally;
                    return !minimal ? SortKey() : SortKey{*minimal ? 0.0 : 1.0};
                  }};
    case Column::Example:
      break;
  }
  return {.title = tr("for example"),
          .tip = tr("One ordering that ends here, a minimal one where one was found"),
          .text = [this](int row) { return wordText(m_names, outcome(row).example, 8); },
          .hint = [this](int row) { return exampleTip(row); },
          .key =
              [this](int row) {
                const Word& example = outcome(row).example;
                return SortKey(example.begin(), example.end());
              },
          .csv = {{QLatin1String("example"), [this](int row) {
                     const Word& example = outcome(row).example;
                     return wordText(contactNames(m_snapshot->report->problem), example,
                                     static_cast<int>(example.size()));
                   }}}};
}

QString OutcomesModel::exampleTip(int row) const {
  const auto& minimal = outcome(row).minimal;
  const QString word = wordText(contactNames(m_snapshot->report->problem), outcome(row).example, 60);
  return word + QLatin1Char('\n') +
         (!minimal   ? tr("minimal: not decided")
          : *minimal ? tr("minimal: no part of it ends feasible")
                     : tr("not minimal: a part of it ends feasible, too"));
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

}  // namespace carom
