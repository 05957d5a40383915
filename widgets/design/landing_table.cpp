#include "design/landing_table.h"

#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/landing_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/theme.h"

namespace carom {

namespace {

/// The names of the two contacts of a pair.
std::array<std::string, 2> namesOf(const Stance& stance, const FootPair& pair) {
  return {stance.contacts[static_cast<std::size_t>(pair.feet[0])],
          stance.contacts[static_cast<std::size_t>(pair.feet[1])]};
}

}  // namespace

LandingTable::LandingTable(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

void LandingTable::setLanding(std::shared_ptr<const AskedLanding> landing) {
  m_landing = std::move(landing);
  setRows(m_landing ? static_cast<int>(m_landing->answer.stance.pairs.size()) : 0, columns());
}

const FootPair& LandingTable::pair(int row) const {
  return m_landing->answer.stance.pairs[static_cast<std::size_t>(row)];
}

QString LandingTable::feetText(int row) const {
  const auto names = namesOf(m_landing->answer.stance, pair(row));
  return q(names[0]) + QStringLiteral(", ") + q(names[1]);
}

/// The same pair in the nearest unique stance; null where there is none.
const FootPair* LandingTable::nearest(int row) const {
  if (!m_landing->answer.nearest) return nullptr;
  const Stance& stance = m_landing->answer.nearest->stance;
  const auto names = namesOf(m_landing->answer.stance, pair(row));
  const auto found = std::ranges::find_if(
      stance.pairs, [&](const FootPair& other) { return namesOf(stance, other) == names; });
  return found == stance.pairs.end() ? nullptr : &*found;
}

std::vector<TableColumn> LandingTable::columns() const {
  using enum TableColumn::Reads;
  return {
      {.title = tr("feet"),
       .tip = tr("Two contacts that close at once when the robot lands"),
       .text = [this](int row) { return feetText(row); },
       .csv = {{QStringLiteral("feet"), [this](int row) { return csvField(feetText(row)); }}}},
      {.title = tr("G"),
       .tip = tr("The cosine of their normals in the kinetic metric"),
       .text = [this](int row) { return formatRatio(pair(row).cosine); },
       .reads = Figures,
       .key = [this](int row) { return SortKey{pair(row).cosine}; },
       .csv = {{QStringLiteral("G"), [this](int row) { return csvNumber(pair(row).cosine); }}}},
      {.title = tr("π/δ"),
       .tip = tr("Where this is a whole number, the order of the two does not matter"),
       .text = [this](int row) { return formatNumber(pairExponent(pair(row)), 4); },
       .reads = Figures,
       .key = [this](int row) { return SortKey{pairExponent(pair(row))}; },
       .csv = {{QStringLiteral("pi/delta"), [this](int row) { return csvNumber(pairExponent(pair(row))); }}}},
      {.title = tr("nearest G"),
       .tip = tr("G in the nearest stance in which the order of no pair matters"),
       .text =
           [this](int row) {
             constexpr double rounding = 1e-11;  // some 1e-13 of an angle is what the search leaves
             const FootPair* other = nearest(row);
             if (!other) return QStringLiteral("–");
             const bool isZero = other->cosine != 0 && std::abs(other->cosine) < rounding;
             return isZero ? QStringLiteral("≈ 0") : formatRatio(other->cosine);
           },
       .reads = Figures,
       .key =
           [this](int row) {
             const FootPair* other = nearest(row);
             return other ? SortKey{other->cosine} : SortKey();
           },
       .csv = {{QStringLiteral("nearest G"),
                [this](int row) {
                  const FootPair* other = nearest(row);
                  return other ? csvNumber(other->cosine) : QString();
                }}}},
      {.title = tr("verdict"),
       .text = [this](int row) { return pairVerdict(pair(row)); },
       .csv = {{QStringLiteral("unique"),
                [this](int row) { return pair(row).unique ? QStringLiteral("1") : QStringLiteral("0"); }}},
       .ink = [this](int row) { return pair(row).unique ? QVariant(theme::goodInk()) : QVariant(); }}};
}

}  // namespace carom
