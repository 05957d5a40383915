#include "impulse/law_rows.h"

#include <QSortFilterProxyModel>
#include <QTableView>
#include <cmath>

#include "base/number_format.h"
#include "common/marked_rows.h"
#include "common/theme.h"
#include "impulse/impulse_cards.h"
#include "impulse/law_marks.h"

namespace carom {

void LawRows::setCase(const ImpulseCase& what) {
  std::vector<LawDiagram> rows;
  m_case = what;
  for (const CollisionLaw law : allCollisionLaws())
    rows.push_back(lawDiagram(law, what.impact, what.coefficients, 0));
  m_energy = what.impact.energy(what.impact.V);
  m_speed = what.impact.V.norm();
  if (m_rows.size() != rows.size()) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    return;
  }
  m_rows = std::move(rows);
  emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int LawRows::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

std::optional<double> LawRows::number(const LawDiagram& row, int column) const {
  if (!row.refusal.empty() || column < Pn || column > Energy) return std::nullopt;
  if (column == Energy) return m_energy > 0 ? std::optional(row.energy / m_energy) : std::nullopt;
  const bool isImpulse = column == Pn || column == Pt;
  const LocalVector& vector = isImpulse ? row.impulse : row.after;
  const int axis = column == Pn || column == VnAfter ? 0 : 1;
  if (axis >= vector.size()) return std::nullopt;
  const double scale = isImpulse ? vector.norm() : m_speed;
  return std::abs(vector[axis]) > 1e-14 * scale ? vector[axis] : 0;  // rounding
}

QString LawRows::words(const LawDiagram& row, int column) const {
  if (column == Name) return lawLabel(row.law);
  if (!row.refusal.empty()) return column == Breaks ? tr("no answer") : QStringLiteral("–");
  if (column == Mode) return answerWords(row);
  return permissibleWords(row.permissible);
}

QVariant LawRows::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const LawDiagram& row = m_rows[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  const auto value = number(row, column);
  const bool isNumber = column >= Pn && column <= Energy;
  switch (role) {
    case Qt::DisplayRole:
      return value ? formatNumber(*value) : words(row, column);
    case SortRole:
      return isNumber ? QVariant(value.value_or(HUGE_VAL)) : QVariant(words(row, column));
    case Qt::DecorationRole:
      return column == Name ? QVariant(lawIcon(row.law)) : QVariant();
    case Qt::TextAlignmentRole:
      return QVariant::fromValue<Qt::Alignment>((isNumber ? Qt::AlignRight : Qt::AlignLeft) |
                                                Qt::AlignVCenter);
    case Qt::ForegroundRole:
      return column == Breaks && row.refusal.empty() && !row.permissible.all() ? QVariant(theme::warningInk())
                                                                               : QVariant();
    case Qt::ToolTipRole:
      return tip(row);
    default:
      return {};
  }
}

QString LawRows::tip(const LawDiagram& row) const {
  if (!row.refusal.empty()) return tr("No answer: %1.").arg(QString::fromStdString(row.refusal));
  QString text;
  try {
    const double largest = largestRestitution(row.law, m_case.impact, m_case.coefficients);
    text = std::isinf(largest) ? tr("Permissible at any restitution.")
           : largest > 0       ? tr("Permissible up to e = %1.").arg(formatNumber(largest))
                               : tr("Permissible at no restitution.");
  } catch (const LawError&) {
    // Without an answer at e = 0 there is no largest e.
  }
  for (const LocalVector& P : row.others) {
    QStringList numbers;
    for (const double x : P) numbers += formatNumber(x);
    text +=
        QLatin1Char('\n') + tr("The law also allows P = (%1) N·s.").arg(numbers.join(QStringLiteral(", ")));
  }
  return text;
}

QVariant LawRows::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  static constexpr const char* titles[] = {
      QT_TR_NOOP("law"),      QT_TR_NOOP("Pₙ (N·s)"), QT_TR_NOOP("Pₜ (N·s)"), QT_TR_NOOP("Vₙ (m/s)"),
      QT_TR_NOOP("Vₜ (m/s)"), QT_TR_NOOP("E⁺/E⁻"),    QT_TR_NOOP("contact"),  QT_TR_NOOP("conditions")};
  static constexpr const char* tips[] = {
      QT_TR_NOOP("Collision laws of one contact"),
      QT_TR_NOOP("Normal impulse"),
      QT_TR_NOOP("Tangential impulse"),
      QT_TR_NOOP("Normal velocity after the impact"),
      QT_TR_NOOP("Tangential velocity after the impact"),
      QT_TR_NOOP("Contact energy after the impact over the energy before it"),
      QT_TR_NOOP("Whether the contact sticks or slips"),
      QT_TR_NOOP(
          "Which conditions on a permissible impulse break: energy, separation, compression, friction")};
  if (role == Qt::DisplayRole) return tr(titles[section]);
  if (role == Qt::ToolTipRole) return tr(tips[section]);
  return {};
}

QString LawRows::text() const {
  constexpr int digits = 17;
  QString text;
  for (int column = 0; column < ColumnCount; ++column)
    text += (column ? QStringLiteral("\t") : QString()) + headerData(column, Qt::Horizontal).toString();
  for (const LawDiagram& row : m_rows)
    for (int column = 0; column < ColumnCount; ++column) {
      const auto value = number(row, column);
      text += (column ? QStringLiteral("\t") : QStringLiteral("\n")) +
              (value ? plainNumber(*value, digits) : words(row, column));
    }
  return text + QLatin1Char('\n');
}

QTableView* makeLawTable(LawRows* rows, QWidget* parent) {
  auto* table = new QTableView(parent);
  auto* sorted = new QSortFilterProxyModel(table);
  sorted->setSourceModel(rows);
  sorted->setSortRole(LawRows::SortRole);
  table->setObjectName(QStringLiteral("lawTable"));
  table->setAccessibleName(QObject::tr("Collision laws on the present case"));
  table->setModel(sorted);
  table->setSortingEnabled(true);
  table->sortByColumn(-1, Qt::AscendingOrder);
  showWholeRows(table, 22);
  table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table->setMinimumHeight(52);
  return table;
}

}  // namespace carom
