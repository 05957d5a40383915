#include "runs/runs_model.h"

#include <QFont>
#include <algorithm>

#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
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
  beginResetModel();
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
  endResetModel();
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
  emit dataChanged(index(at, Name), index(at, Name), {Qt::DecorationRole});
}

int RunsModel::keptAt(int row) const {
  const bool isKept = row > 0 && row < rowCount() && this->row(row).of == RunRow::Of::Kept;
  return isKept ? row - 1 : -1;
}

int RunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : Parameters + static_cast<int>(m_parameters.size());
}

QString RunsModel::cellText(const RunRow& row, int column) const {
  switch (column) {
    case Name:
      return row.identical.isEmpty() ? row.name : tr("%1, identical to %2").arg(row.name, row.identical);
    case Xi:
      return row.search.searched ? xiText(row.search) : none;
    case Outcomes:
      return outcomesCell(row);
    case Impacts:
      return row.isComplete ? formatCount(row.impacts) : QStringLiteral("≥ ") + formatCount(row.impacts);
    case Ordering:
      return row.ordering.isEmpty() ? none : row.ordering;
    case Restitution:
      return row.restitution;
    default:
      return valueText(row, m_parameters[static_cast<std::size_t>(column - Parameters)]);
  }
}

QString RunsModel::cellTip(const RunRow& row, int column) const {
  if (column == Name && row.of == RunRow::Of::Kept)
    return tr("The box shows or hides this run in the 3D view and the plots. F2: rename; Enter: go to it.");
  if (column == Name && row.of == RunRow::Of::Tried) return tr("Values that were tried. Enter: go to them.");
  if (column == Xi && !row.search.searched) return tr("There is no impact at the start, or it is jammed.");
  if (column == Impacts && !row.isComplete) return tr("The run stopped early.");
  return {};
}

bool RunsModel::differs(const RunRow& row, int column) const {
  const RunRow& present = m_rows.front();
  if (column == Restitution) return row.restitution != present.restitution;
  const std::string& name = m_parameters[static_cast<std::size_t>(column - Parameters)].name;
  return valueOf(row, name) != valueOf(present, name);
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const RunRow& row = this->row(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return cellText(row, column);
    case Qt::EditRole:
      return column == Name ? row.name : cellText(row, column);
    case Qt::ToolTipRole:
      return cellTip(row, column);
    case Qt::TextAlignmentRole:
      if (column == Name || column == Ordering || column == Restitution) return {};
      return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole:
      if (row.of == RunRow::Of::Tried) return theme::quietInk();
      return {};
    case Qt::FontRole: {
      if (column < Restitution) return {};
      QFont font = theme::textFont(9);
      font.setBold(differs(row, column));
      return font;
    }
    case Qt::CheckStateRole:
      if (column != Name || row.of != RunRow::Of::Kept) return {};
      return row.isShown ? Qt::Checked : Qt::Unchecked;
    case Qt::DecorationRole: {
      const auto picture = m_pictures.find(row.answer);
      return column == Name && row.answer && picture != m_pictures.end() ? QVariant(picture->second)
                                                                         : QVariant();
    }
    case ColorRole:
      return column == Name && row.color.isValid() ? QVariant(row.color) : QVariant();
    default:
      return {};
  }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const int kept = keptAt(index.row());
  if (kept < 0 || index.column() != Name) return false;
  if (role == Qt::CheckStateRole) emit showWanted(kept, value.toInt() == Qt::Checked);
  if (role == Qt::EditRole) emit renameWanted(kept, value.toString());
  return role == Qt::CheckStateRole || role == Qt::EditRole;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(
        (section == Name || section == Ordering || section == Restitution ? Qt::AlignLeft : Qt::AlignRight) |
        Qt::AlignVCenter);
  if (section >= Parameters && section < columnCount()) {
    const ParameterSpec& parameter = m_parameters[static_cast<std::size_t>(section - Parameters)];
    if (role == Qt::DisplayRole)
      return QString::fromStdString(parameter.label.empty() ? parameter.name : parameter.label)
          .remove(QLatin1Char('_'));
    if (role == SymbolRole)
      return QString::fromStdString(parameter.label.empty() ? parameter.name : parameter.label);
    if (role == Qt::ToolTipRole)
      return tr("Parameter %1. Values that differ from those of this run are bold. %2")
          .arg(QString::fromStdString(parameter.name), QString::fromStdString(parameter.description));
    return {};
  }
  static const char* const heads[] = {QT_TR_NOOP("Run"),      "ξ",
                                      QT_TR_NOOP("Outcomes"), QT_TR_NOOP("Impacts"),
                                      QT_TR_NOOP("Ordering"), QT_TR_NOOP("Restitution")};
  static const char* const tips[] = {
      QT_TR_NOOP("The run in force, the kept runs, and the values that were tried"),
      QT_TR_NOOP("How far the outcomes of the impact at the start lie apart"),
      QT_TR_NOOP("How many outcomes the impact at the start has"),
      QT_TR_NOOP("How many impacts the run has"),
      QT_TR_NOOP("The ordering that the impact at the start follows, or the rule of all impacts"),
      QT_TR_NOOP("The restitution of all impacts. Bold where it differs from that of this run.")};
  if (section < 0 || section >= Parameters) return {};
  if (role == Qt::DisplayRole) return tr(heads[section]);
  if (role == Qt::ToolTipRole) return tr(tips[section]);
  return {};
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (index.column() == Name && keptAt(index.row()) >= 0)
    flags |= Qt::ItemIsEditable | Qt::ItemIsUserCheckable;
  return flags;
}

QString RunsModel::csv() const {
  QStringList fields{QStringLiteral("run"),        QStringLiteral("xi lower"), QStringLiteral("xi upper"),
                     QStringLiteral("outcomes"),   QStringLiteral("impacts"),  QStringLiteral("ordering"),
                     QStringLiteral("restitution")};
  for (const ParameterSpec& parameter : m_parameters)
    fields += csvField(QString::fromStdString(parameter.name));
  QString text = fields.join(QLatin1Char(',')) + QLatin1Char('\n');
  for (const RunRow& row : m_rows) {
    const bool known = row.search.searched;
    fields = {csvField(row.name),
              known ? csvNumber(row.search.lower) : QString(),
              known ? csvNumber(row.search.upper) : QString(),
              known ? QString::number(row.search.outcomes) : QString(),
              QString::number(row.impacts),
              csvField(row.ordering),
              csvField(row.restitution)};
    for (const ParameterSpec& parameter : m_parameters) {
      const auto value = valueOf(row, parameter.name);
      fields += value ? csvNumber(*value) : QString();
    }
    text += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace carom
