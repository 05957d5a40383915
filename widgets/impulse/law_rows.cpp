#include "impulse/law_rows.h"

#include <array>
#include <cmath>

#include "base/csv_text.h"
#include "base/number_format.h"
#include "common/theme.h"
#include "impulse/impulse_cards.h"
#include "impulse/law_marks.h"

namespace carom {

namespace {

const QString noValue = QStringLiteral("–");

}  // namespace

LawRows::LawRows(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

void LawRows::setCase(const ImpulseCase& what) {
  m_case = what;
  m_rows.clear();
  for (const CollisionLaw law : allCollisionLaws())
    m_rows.push_back(lawDiagram(law, what.impact, what.coefficients, 0));
  m_energy = what.impact.energy(what.impact.V);
  m_speed = what.impact.V.norm();
  const int rows = static_cast<int>(m_rows.size());
  rows == rowCount() ? rowsChanged(0, rows - 1) : setRows(rows, columns());
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

TableColumn LawRows::numberColumn(int column, const QString& title, const QString& tip,
                                  const char* name) const {
  const auto numberAt = [this, column](int at) { return number(row(at), column); };
  return {.title = title,
          .tip = tip,
          .text =
              [numberAt](int at) {
                const auto value = numberAt(at);
                return value ? formatNumber(*value) : noValue;
              },
          .reads = TableColumn::Reads::Numbers,
          .hint = [this](int at) { return this->tip(row(at)); },
          .key =
              [numberAt](int at) {
                const auto value = numberAt(at);
                return value ? SortKey{*value} : SortKey();
              },
          .csv = {{QLatin1String(name), [numberAt](int at) {
                     const auto value = numberAt(at);
                     return value ? csvNumber(*value) : QString();
                   }}}};
}

std::vector<TableColumn> LawRows::columns() const {
  const auto hint = [this](int at) { return tip(row(at)); };
  const auto words = [=](const QString& title, const QString& tip, const char* name, OfRow<QString> text) {
    return TableColumn{
        .title = title, .tip = tip, .text = text, .hint = hint, .csv = {{QLatin1String(name), [text](int at) {
                                                                           return csvField(text(at));
                                                                         }}}};
  };
  TableColumn name = words(tr("law"), tr("Collision laws of one contact"), "law",
                           [this](int at) { return lawLabel(row(at).law); });
  name.picture = [this](int at) { return lawIcon(row(at).law); };
  TableColumn mode =
      words(tr("contact"), tr("Whether the contact sticks or slips"), "contact",
            [this](int at) { return row(at).refusal.empty() ? answerWords(row(at)) : noValue; });
  TableColumn breaks =
      words(tr("conditions"),
            tr("Which conditions on a permissible impulse break: energy, separation, compression, friction"),
            "conditions", [this](int at) {
              return row(at).refusal.empty() ? permissibleWords(row(at).permissible) : tr("no answer");
            });
  breaks.ink = [this](int at) {
    const bool isBroken = row(at).refusal.empty() && !row(at).permissible.all();
    return isBroken ? QVariant(theme::warningInk()) : QVariant();
  };
  std::vector<TableColumn> all{
      name,
      numberColumn(Pn, tr("Pₙ (N·s)"), tr("Normal impulse"), "normal_impulse [N s]"),
      numberColumn(Pt, tr("Pₜ (N·s)"), tr("Tangential impulse"), "tangential_impulse [N s]"),
      numberColumn(VnAfter, tr("Vₙ (m/s)"), tr("Normal velocity after the impact"), "normal_velocity [m/s]"),
      numberColumn(VtAfter, tr("Vₜ (m/s)"), tr("Tangential velocity after the impact"),
                   "tangential_velocity [m/s]"),
      numberColumn(Energy, tr("E⁺/E⁻"), tr("Contact energy after the impact over the energy before it"),
                   "energy_ratio [1]"),
      mode,
      breaks};
  // The plot has the velocities, and the picture of impulse space tells what sticks.
  constexpr std::array leaving{Energy, Breaks, Pt, Mode, VnAfter, VtAfter};  // the last one first
  for (std::size_t i = 0; i < leaving.size(); ++i)
    all[static_cast<std::size_t>(leaving[i])].leaves = static_cast<int>(i) + 1;
  return all;
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

}  // namespace carom
