#include "timeline/impact_log_model.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/counted_words.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"

namespace carom {

namespace {

const QString unknownSign = QStringLiteral("–");
const QString comingSign = QStringLiteral("…");
constexpr int mostContactsShown = 4, mostContactsInHint = 60;

/// Whether an impact has reflections one after the other.
bool hasWord(const ImpactEvent& impact) {
  return !impact.plastic && !impact.atOnce;
}

}  // namespace

ImpactLogModel::ImpactLogModel(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

std::vector<TableColumn> ImpactLogModel::columns() const {
  std::vector<TableColumn> columns = motionColumns();
  std::ranges::move(searchColumns(), std::back_inserter(columns));
  return columns;
}

const ImpactEvent& ImpactLogModel::impactAt(int row) const {
  return m_snapshot->trajectory->impacts[static_cast<std::size_t>(row)];
}

void ImpactLogModel::setSnapshot(const SnapshotPtr& snapshot) {
  const bool sameRun = m_snapshot && snapshot && m_snapshot->trajectory == snapshot->trajectory;
  if (sameRun) {
    m_snapshot = snapshot;
    return;
  }
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
  setRows(static_cast<int>(m_rows.size()), columns());
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
  rowsChanged(first, last);
}

const ImpactSearch* ImpactLogModel::searchOf(int row) const {
  const auto& [search, known] = rowAt(row);
  return known && search.searched ? &search : nullptr;
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

/// What is between the momenta of an impact that follows no order, or why a search knows less than all.
QString ImpactLogModel::searchHint(int row) const {
  const auto& [search, known] = rowAt(row);
  if (!known) return tr("The orderings are being searched.");
  if (const QString unordered = unorderedWords(impactAt(row)).sentence; !unordered.isEmpty())
    return unordered;
  if (!search.searched) return tr("The orderings are not known.");
  if (search.complete) return {};
  return tr("The search was cut short after %1: show the impact to search on.")
      .arg(momentaText(search.states));
}

std::vector<TableColumn> ImpactLogModel::motionColumns() const {
  using enum TableColumn::Reads;
  const int last = static_cast<int>(m_rows.size()) - 1;
  return {{.title = QStringLiteral("#"),
           .tip = tr("The number of the impact in the run."),
           .text = [](int row) { return QString::number(row + 1); },
           .reads = Figures,
           .hint =
               [this](int row) {
                 const bool isChosen = m_snapshot->settings.later.contains(row);
                 return isChosen ? tr("The ordering was chosen by hand here.") : QString();
               },
           .csv = {{QLatin1String("impact"), [](int row) { return QString::number(row + 1); }}},
           .widest = last},
          {.title = tr("t (s)"),
           .tip = tr("The time of the impact after the initial state."),
           .text = [this](int row) { return formatFixed(impactAt(row).time, m_timeDecimals); },
           .reads = Figures,
           .hint = [this](int row) { return tr("t = %1 s").arg(plainNumber(impactAt(row).time, 15)); },
           .key = [this](int row) { return SortKey{impactAt(row).time}; },
           .csv = {{QLatin1String("time [s]"), [this](int row) { return csvNumber(impactAt(row).time); }}},
           .widest = last},
          {.title = tr("contacts"),
           .tip = tr("The contacts that are closed at the impact; sorted by how many they are."),
           .text = [this](int row) { return contactsText(row, mostContactsShown); },
           .hint = [this](int row) { return contactsText(row, mostContactsInHint); },
           .key =
               [this](int row) {
                 const auto& contacts = impactAt(row).contacts;
                 SortKey key{static_cast<double>(contacts.size())};
                 key.insert(key.end(), contacts.begin(), contacts.end());
                 return key;
               },
           .csv = {{QLatin1String("contacts"),
                    [this](int row) {
                      QStringList names;
                      for (const ContactLabel& label : impactAt(row).labels)
                        names += QString::fromStdString(label.name);
                      return csvField(names.join(QLatin1Char(' ')));
                    }}}},
          {.title = tr("reflections"),
           .tip = tr("The number of reflections of the ordering that the run follows here."),
           .text =
               [this](int row) {
                 return hasWord(impactAt(row)) ? formatCount(impactAt(row).word.size()) : unknownSign;
               },
           .reads = Figures,
           .hint =
               [this](int row) {
                 const QString unordered = unorderedWords(impactAt(row)).sentence;
                 return unordered.isEmpty() ? orderingText(impactAt(row), m_snapshot->instance) : unordered;
               },
           .key =
               [this](int row) {
                 const ImpactEvent& impact = impactAt(row);
                 return impact.plastic ? SortKey() : SortKey{static_cast<double>(impact.word.size())};
               },
           .csv = {{QLatin1String("reflections"),
                    [this](int row) {
                      return hasWord(impactAt(row)) ? QString::number(impactAt(row).word.size()) : QString();
                    }}},
           .leaves = 2}};
}

template <class Text>
TableColumn ImpactLogModel::searched(const QString& title, const QString& tip, Text found) const {
  return {.title = title,
          .tip = tip,
          .text =
              [this, found](int row) {
                const ImpactSearch* search = searchOf(row);
                return search ? found(*search) : rowAt(row).known ? unknownSign : comingSign;
              },
          .reads = TableColumn::Reads::Figures,
          .hint = [this](int row) { return searchHint(row); }};
}

std::vector<TableColumn> ImpactLogModel::searchColumns() const {
  const auto fieldOf = [this](const char* name, auto text) {
    return CsvColumn{QLatin1String(name), [this, text](int row) {
                       const ImpactSearch* search = searchOf(row);
                       return search ? text(*search) : QString();
                     }};
  };
  const auto keyOf = [this](auto number) {
    return [this, number](int row) {
      const ImpactSearch* search = searchOf(row);
      const std::optional<double> value = search ? number(*search) : std::nullopt;
      return value ? SortKey{*value} : SortKey();
    };
  };
  const auto isCounted = [](const ImpactSearch& search) { return search.complete && !search.endless; };

  TableColumn orderings =
      searched(tr("orderings"), tr("The number of reflection orderings of the impact."),
               [](const ImpactSearch& search) {
                 if (search.endless) return tr("endless");
                 return search.complete ? formatCount(search.orderings.str()) : tr("not counted");
               });
  orderings.hint = [this](int row) {
    const ImpactSearch* search = searchOf(row);
    if (!search || !search->endless) return searchHint(row);
    return tr("Orderings go on until nothing that matters is left to come: they are not counted.");
  };
  orderings.key = keyOf([=](const ImpactSearch& search) {
    return isCounted(search) ? std::optional(search.orderings.toDouble()) : std::nullopt;
  });
  orderings.csv = {fieldOf("orderings", [=](const ImpactSearch& search) {
    return isCounted(search) ? QString::fromStdString(search.orderings.str()) : QString();
  })};

  TableColumn outcomes = searched(tr("outcomes"), tr("In how many different momenta the orderings end."),
                                  [](const ImpactSearch& search) {
                                    if (search.outcomes == 0) return tr("not known");
                                    const QString count = formatCount(search.outcomes);
                                    return search.complete ? count : QStringLiteral("≥ ") + count;
                                  });
  outcomes.key = keyOf([](const ImpactSearch& search) {
    return search.outcomes > 0 ? std::optional(static_cast<double>(search.outcomes)) : std::nullopt;
  });
  outcomes.csv = {fieldOf("outcomes",
                          [](const ImpactSearch& search) {
                            return search.outcomes > 0 ? QString::number(search.outcomes) : QString();
                          }),
                  fieldOf("complete", [](const ImpactSearch& search) {
                    return search.complete ? QStringLiteral("true") : QStringLiteral("false");
                  })};

  TableColumn xi =
      searched(tr("ξ"), tr("The indeterminacy: the largest distance between two outcomes over ‖p⁻‖."),
               [](const ImpactSearch& search) { return xiText(search); });
  xi.hint = [this](int row) {
    const ImpactSearch* search = searchOf(row);
    if (!search || search->tolerance <= 0) return searchHint(row);
    return tr("Outcomes are told apart to %1 of ‖p⁻‖.").arg(formatNumber(search->tolerance, 2));
  };
  xi.key = keyOf([](const ImpactSearch& search) {
    const bool isOpen = search.lower == 0 && !std::isfinite(search.upper);
    return isOpen ? std::nullopt : std::optional(search.lower);
  });
  xi.csv = {fieldOf("xi_lower [1]", [](const ImpactSearch& search) { return csvNumber(search.lower); }),
            fieldOf("xi_upper [1]", [](const ImpactSearch& search) {
              return std::isfinite(search.upper) ? csvNumber(search.upper) : QString();
            })};

  TableColumn energy{
      .title = tr("E taken (J)"),
      .tip = tr("The kinetic energy that the impact takes."),
      .text =
          [this](int row) {
            const double taken = energyTaken(row);
            return taken == 0 ? QStringLiteral("0") : formatNumber(taken, 4);
          },
      .reads = TableColumn::Reads::Figures,
      .hint = [this](int row) { return energyShareText(row); },
      .key = [this](int row) { return SortKey{energyTaken(row)}; },
      .csv = {{QLatin1String("energy_taken [J]"), [this](int row) { return csvNumber(energyTaken(row)); }}}};

  TableColumn verdict{
      .title = tr("verdict"),
      .tip = tr("Whether the order of the reflections matters."),
      .text = [this](int row) { return rowAt(row).known ? verdictWords(row) : comingSign; },
      .hint =
          [this](int row) {
            const QString why = unorderedWords(impactAt(row)).sentence;
            return !rowAt(row).known || !why.isEmpty() ? searchHint(row) : verdictWords(row);
          },
      .csv = {{QLatin1String("verdict"), [this](int row) { return csvField(verdictWords(row)); }}}};
  // The first one that matters least where not all have room: the verdict says what the others count.
  energy.leaves = 4, orderings.leaves = 3, outcomes.leaves = 1;
  return {orderings, outcomes, xi, energy, verdict};
}

/// An impact that follows no order says which one it is.
QString ImpactLogModel::verdictWords(int row) const {
  const QString unordered = unorderedWords(impactAt(row)).verdict;
  if (!unordered.isEmpty()) return unordered;
  const auto& [search, known] = rowAt(row);
  return !known                                                 ? QString()
         : search.searched || search.verdict == Verdict::Jammed ? verdictText(search.verdict)
                                                                : unknownSign;
}

}  // namespace carom
