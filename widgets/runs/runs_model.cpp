#include "runs/runs_model.h"

#include <algorithm>

#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "common/kept_runs.h"
#include "common/theme.h"

namespace carom {

namespace {

/// A scene with at most so many parameters shows all of them, a larger one those that differ.
constexpr std::size_t fewParameters = 6;

const QString none = QStringLiteral("–");

QString outcomesCell(const RunRow& row) {
  if (!row.search.searched) return none;
  const QString count = formatCount(row.search.outcomes);
  return row.search.complete ? count : QStringLiteral("≥ ") + count;
}

}  // namespace

void RunsModel::setRuns(const SnapshotPtr& snapshot, const std::optional<Word>& ordering,
                        const std::vector<RunRow>& tried) {
  m_rows.clear();
  m_rows.push_back(rowOf(*snapshot, ordering));
  m_rows.front().name = tr("this run");
  for (std::size_t i = 0; i < snapshot->kept.size(); ++i) {
    const KeptRun& kept = snapshot->kept[i];
    RunRow row = rowOf(*kept.answer, kept.ordering);
    row.of = RunRow::Of::Kept;
    row.name = QString::fromStdString(kept.name);
    row.color = runColor(kept);
    row.isShown = kept.isShown;
    row.identical = identicalRun(*snapshot, i);
    row.answer = kept.answer.get();
    m_rows.push_back(std::move(row));
  }
  std::erase_if(m_pictures, [&](const auto& picture) {
    return std::ranges::find(m_rows, picture.first, &RunRow::answer) == m_rows.end();
  });
  m_rows.insert(m_rows.end(), tried.begin(), tried.end());
  chooseParameters(snapshot->scene->parameters());
  setRows(static_cast<int>(m_rows.size()), columns());
}

void RunsModel::chooseParameters(const std::vector<ParameterSpec>& all) {
  m_parameters = all;
  if (all.size() <= fewParameters) return;
  std::erase_if(m_parameters, [this](const ParameterSpec& parameter) {
    return std::ranges::all_of(m_rows, [&](const RunRow& row) {
      return valueOf(row, parameter.name) == valueOf(m_rows.front(), parameter.name);
    });
  });
}

void RunsModel::setPicture(const Snapshot* answer, const QPixmap& picture) {
  const auto found = std::ranges::find(m_rows, answer, &RunRow::answer);
  if (!answer || found == m_rows.end()) return;
  m_pictures[answer] = picture;
  const int at = static_cast<int>(found - m_rows.begin());
  rowsChanged(at, at);
}

int RunsModel::keptAt(int row) const {
  const bool isKept = row > 0 && row < rowCount() && this->row(row).of == RunRow::Of::Kept;
  return isKept ? row - 1 : -1;
}

TableColumn RunsModel::ofRuns(const QString& title, const QString& tip,
                              std::function<QString(const RunRow&)> text) const {
  return {.title = title,
          .tip = tip,
          .text = [this, text](int at) { return text(row(at)); },
          .ink =
              [this](int at) {
                return row(at).of == RunRow::Of::Tried ? QVariant(theme::quietInk()) : QVariant();
              }};
}

/// The name of a kept run is typed, and its box shows or hides the run.
TableColumn RunsModel::nameColumn() {
  TableColumn name = ofRuns(
      tr("Run"), tr("The run in force, the kept runs, and the values that were tried"),
      [](const RunRow& row) {
        return row.identical.isEmpty() ? row.name : tr("%1, identical to %2").arg(row.name, row.identical);
      });
  name.hint = [this](int at) {
    if (row(at).of == RunRow::Of::Kept)
      return tr("The box shows or hides this run in the 3D view and the plots. F2: rename; Enter: go to it.");
    return row(at).of == RunRow::Of::Tried ? tr("Values that were tried. Enter: go to them.") : QString();
  };
  name.key = [](int at) { return SortKey{static_cast<double>(at)}; };
  name.mark = [this](int at) { return row(at).color.isValid() ? QVariant(row(at).color) : QVariant(); };
  name.picture = [this](int at) {
    const auto picture = m_pictures.find(row(at).answer);
    return row(at).answer && picture != m_pictures.end() ? QVariant(picture->second) : QVariant();
  };
  name.check = [this](int at) {
    if (keptAt(at) < 0) return QVariant();
    return QVariant(row(at).isShown ? Qt::Checked : Qt::Unchecked);
  };
  name.tick = [this](int at, bool isShown) { emit showWanted(keptAt(at), isShown); };
  name.typed = [this](int at) { return keptAt(at) < 0 ? QVariant() : QVariant(row(at).name); };
  name.enter = [this](int at, const QVariant& typed) { emit renameWanted(keptAt(at), typed.toString()); };
  name.csv = {{QLatin1String("run"), [this](int at) { return csvField(row(at).name); }}};
  return name;
}

/// A column whose values are bold where they are not those of the run in force.
TableColumn RunsModel::parameterColumn(const ParameterSpec& parameter) const {
  const QString symbol = QString::fromStdString(parameter.symbol());
  TableColumn column =
      ofRuns(plainSymbol(symbol),
             tr("Parameter %1. Values that differ from those of this run are bold. %2")
                 .arg(QString::fromStdString(parameter.name), QString::fromStdString(parameter.description)),
             [parameter](const RunRow& row) { return valueText(row, parameter); });
  const auto value = [this, name = parameter.name](int at) { return valueOf(row(at), name); };
  column.symbol = symbol;
  column.reads = TableColumn::Reads::Numbers;
  column.isBold = [value](int at) { return value(at) != value(0); };
  column.key = [value](int at) { return value(at) ? SortKey{*value(at)} : SortKey(); };
  column.csv = {{QString::fromStdString(parameter.name),
                 [value](int at) { return value(at) ? csvNumber(*value(at)) : QString(); }}};
  return column;
}

bool RunsModel::isSameInAll(const TableColumn& column) const {
  for (int at = 1; at < static_cast<int>(m_rows.size()); ++at)
    if (column.text(at) != column.text(0)) return false;
  return true;
}

std::vector<TableColumn> RunsModel::columns() {
  using enum TableColumn::Reads;
  const auto ofSearch = [this](const char* name, auto number) {
    return CsvColumn{QLatin1String(name), [this, number](int at) {
                       const ImpactSearch& search = row(at).search;
                       return search.searched ? number(search) : QString();
                     }};
  };
  TableColumn xi =
      ofRuns(QStringLiteral("ξ"), tr("How far the outcomes of the impact at the start lie apart"),
             [](const RunRow& row) { return row.search.searched ? xiText(row.search) : none; });
  xi.reads = Numbers;
  xi.hint = [this](int at) {
    return row(at).search.searched ? QString() : tr("There is no impact at the start, or it is jammed.");
  };
  xi.key = [this](int at) {
    return row(at).search.searched ? SortKey{row(at).search.lower, row(at).search.upper} : SortKey();
  };
  xi.csv = {ofSearch("xi lower", [](const ImpactSearch& search) { return csvNumber(search.lower); }),
            ofSearch("xi upper", [](const ImpactSearch& search) { return csvNumber(search.upper); })};

  TableColumn outcomes =
      ofRuns(tr("Outcomes"), tr("How many outcomes the impact at the start has"), outcomesCell);
  outcomes.reads = Numbers;
  outcomes.key = [this](int at) {
    const ImpactSearch& search = row(at).search;
    return search.searched ? SortKey{static_cast<double>(search.outcomes)} : SortKey();
  };
  outcomes.csv = {
      ofSearch("outcomes", [](const ImpactSearch& search) { return QString::number(search.outcomes); })};

  TableColumn impacts = ofRuns(tr("Impacts"), tr("How many impacts the run has"), [](const RunRow& row) {
    const QString count = formatCount(row.impacts);
    return row.isComplete ? count : QStringLiteral("≥ ") + count;
  });
  impacts.reads = Numbers;
  impacts.hint = [this](int at) { return row(at).isComplete ? QString() : tr("The run stopped early."); };
  impacts.key = [this](int at) { return SortKey{static_cast<double>(row(at).impacts)}; };
  impacts.csv = {{QLatin1String("impacts"), [this](int at) { return QString::number(row(at).impacts); }}};

  TableColumn ordering = ofRuns(
      tr("Ordering"), tr("The ordering that the impact at the start follows, or the rule of all impacts"),
      [](const RunRow& row) { return row.ordering.isEmpty() ? none : row.ordering; });
  ordering.csv = {{QLatin1String("ordering"), [this](int at) { return csvField(row(at).ordering); }}};

  TableColumn restitution = ofRuns(
      tr("Restitution"), tr("The restitution of all impacts. Bold where it differs from that of this run."),
      [](const RunRow& row) { return row.restitution; });
  restitution.isBold = [this](int at) { return row(at).restitution != m_rows.front().restitution; };
  restitution.csv = {
      {QLatin1String("restitution"), [this](int at) { return csvField(row(at).restitution); }}};

  std::vector<TableColumn> columns{nameColumn(), xi, outcomes, impacts, ordering, restitution};
  for (const ParameterSpec& parameter : m_parameters) columns.push_back(parameterColumn(parameter));
  // What is the same in all runs tells none from another. Parameters are in the panel of the scene, too.
  constexpr std::size_t kept = 2, figures = 6;
  for (std::size_t i = kept; i < columns.size(); ++i)
    if (isSameInAll(columns[i])) columns[i].leaves = i < figures ? 1 : 2;
  return columns;
}

}  // namespace carom
