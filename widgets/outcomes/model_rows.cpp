#include "outcomes/model_rows.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>

#include "base/number_format.h"
#include "common/marked_rows.h"
#include "outcomes/model_marks.h"

namespace carom {

namespace {

constexpr int modelRowHeight = 22, fewestVisible = 3;

/// A distance over ‖p⁻‖; rounding leaves less than `noise` of a 0.
QString distanceText(double distance, double noise) {
  return distance <= noise ? QStringLiteral("0") : formatNumber(distance);
}

}  // namespace

QString modelLabel(const ImpactModel& model) {
  return QObject::tr(model.label.data());  // a literal, ended by 0
}

void ModelRows::setSnapshot(const SnapshotPtr& snapshot) {
  beginResetModel();
  m_models = snapshot->models;
  endResetModel();
}

int ModelRows::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_models ? 0 : static_cast<int>(m_models->models.size());
}

QString ModelRows::cell(int at, int column) const {
  const ComparedModel& compared = row(at);
  if (column == Name)
    return compared.answer.severalMomenta ? tr("%1, one of several").arg(modelLabel(*compared.model))
                                          : modelLabel(*compared.model);
  const QString none = QStringLiteral("–");
  if (!compared.answer.multipliers) return none;
  const auto yesNo = [](bool value) { return value ? tr("yes") : tr("no"); };
  const auto& place = compared.place;
  switch (column) {
    case Distance:
      return place ? distanceText(place->distance, 1e-12) : none;
    case Nearest:
      return place ? QString::number(place->nearest + 1) : none;
    case FromHull:
      return place && place->inHull ? distanceText(place->hullDistance, OutcomeHull::hullTolerance) : none;
    case Energy:
      return compared.energyBefore > 0 ? formatNumber(compared.energyAfter / compared.energyBefore) : none;
    default:
      return yesNo(compared.feasible);
  }
}

QVariant ModelRows::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const ComparedModel& compared = row(index.row());
  if (role == Qt::DisplayRole || role == Qt::EditRole) return cell(index.row(), index.column());
  if (role == MarkRole && index.column() == Name) return index.row();
  if (role == Qt::TextAlignmentRole && index.column() != Name)
    return QVariant::fromValue<Qt::Alignment>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::ToolTipRole) return {};
  if (!compared.answer.multipliers)
    return tr("No answer: %1.").arg(QString::fromStdString(compared.answer.reason));
  const QString click = tr("Click to show the velocities that this model leaves in the 3D view.");
  if (!compared.answer.severalMomenta) return click;
  return tr("Other impulses satisfy the conditions of this model, too, and leave another momentum.") +
         QLatin1Char('\n') + click;
}

QVariant ModelRows::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static constexpr const char* titles[] = {QT_TR_NOOP("model"),        QT_TR_NOOP("distance"),
                                           QT_TR_NOOP("nearest"),      QT_TR_NOOP("from hull"),
                                           QT_TR_NOOP("energy after"), QT_TR_NOOP("feasible")};
  static constexpr const char* tips[] = {
      QT_TR_NOOP("Other models of the same impact"),
      QT_TR_NOOP("‖p⁺ − nearest outcome‖/‖p⁻‖ in the kinetic metric, without unit"),
      QT_TR_NOOP("The number of the outcome that is nearest to the answer of the model"),
      QT_TR_NOOP("‖p⁺ − convex hull of the outcomes‖/‖p⁻‖, without unit; 0 inside"),
      QT_TR_NOOP("Kinetic energy after the impact over the energy before it, without unit"),
      QT_TR_NOOP("Whether no contact is left infeasible")};
  if (role == Qt::DisplayRole) return tr(titles[section]);
  if (role == Qt::ToolTipRole) return tr(tips[section]);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue<Qt::Alignment>((section == Name ? Qt::AlignLeft : Qt::AlignRight) |
                                              Qt::AlignVCenter);
  return {};
}

QString ModelRows::text() const {
  QString text;
  for (int column = 0; column < ColumnCount; ++column)
    text += (column ? QStringLiteral("\t") : QString()) + headerData(column, Qt::Horizontal).toString();
  for (int at = 0; at < rowCount(); ++at)
    for (int column = 0; column < ColumnCount; ++column)
      text += (column ? QStringLiteral("\t") : QStringLiteral("\n")) + cell(at, column);
  return text + QLatin1Char('\n');
}

QTableView* makeModelTable(ModelRows* rows, QWidget* parent) {
  auto* table = new QTableView(parent);
  table->setObjectName(QStringLiteral("modelTable"));
  table->setAccessibleName(QObject::tr("Other impact models"));
  table->setModel(rows);
  const auto paint = [](QPainter& painter, QPointF centre, const QVariant& mark) {
    paintModelMark(painter, mark.toInt(), centre, 1);
  };
  table->setItemDelegate(new MarkedRows(ModelRows::MarkRole, paint, table));
  showWholeRows(table, modelRowHeight);
  const int around = table->horizontalHeader()->sizeHint().height() +
                     table->horizontalScrollBar()->sizeHint().height() + 2 * table->frameWidth();
  table->setMinimumHeight(fewestVisible * modelRowHeight + around);
  return table;
}

}  // namespace carom
