#include "cli/bench/peer_rows.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/csv_text.h"
#include "cli/text_table.h"

namespace carom {

namespace {

constexpr std::array csvColumns{"engine",      "version", "settings",  "scene",       "hz",
                                "restitution", "speed",   "energy",    "momentum",    "distance",
                                "impact_us",   "drift_m", "overlap_m", "steps_per_s", "problem",
                                "verdict",     "why",     "spread"};

constexpr std::array conformVerdicts{"right", "one-of-several", "wrong", "not-decided", "failed"};
/// Why an answer is wrong; one may have several reasons.
constexpr std::array conformReasons{"energy-gained", "energy-lost", "momentum", "feasibility",
                                    "pull",          "outcome",     "order",    "jam"};

bool isImpact(const Json& row) {
  return row.contains("speed");
}

bool isConformance(const Json& row) {
  return row.contains("problem");
}

/// The values of one name over rows of one group.
std::vector<double> valuesOf(const std::vector<const Json*>& rows, const char* name) {
  std::vector<double> values;
  for (const Json* row : rows)
    if (row->contains(name)) values.push_back(row->at(name));
  std::ranges::sort(values);
  return values;
}

Json spread(const std::vector<double>& sorted) {
  if (sorted.empty()) return nullptr;
  double sum = 0;
  for (const double value : sorted) sum += value;
  return {{"min", number(sorted.front())},
          {"mean", number(sum / static_cast<double>(sorted.size()))},
          {"max", number(sorted.back())}};
}

QString shown(const Json& value, char format, int digits) {
  if (!value.is_number()) return QStringLiteral("-");
  return QString::number(value.get<double>(), format, digits);
}

QString text(const Json& value) {
  return QString::fromStdString(value.get<std::string>());
}

/// "ode best cradle-3", the first cell of a line.
QString subject(const Json& entry) {
  return text(entry.at("engine")) + ' ' + text(entry.at("settings")) + ' ' + text(entry.at("scene"));
}

/// "-0.667 +0.006 +0.284"
QString spreadText(const Json& spread) {
  QStringList ends;
  for (const char* end : {"min", "mean", "max"})
    ends += QString::asprintf("%+.3f", std::clamp(spread.at(end).get<double>(), -999.0, 999.0));
  return ends.join(' ');
}

/// A line for all rates of an engine in a scene.
QString impactTable(const Json& impacts, double restitution) {
  std::vector<int> rates;
  for (const Json& entry : impacts)
    if (const int rate = entry.at("hz"); std::ranges::find(rates, rate) == rates.end()) rates.push_back(rate);
  QStringList heading{QStringLiteral("ENGINE SETTINGS SCENE")};
  for (const int rate : rates) heading += QStringLiteral("ENERGY AT %1 HZ").arg(rate);
  for (const int rate : rates) heading += QStringLiteral("DISTANCE AT %1").arg(rate);
  heading << QStringLiteral("MOMENTUM") << QStringLiteral("US/IMPACT");
  TextTable table;
  table.add(heading);
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    const Json& first = impacts[i];
    if (first.at("restitution") != restitution || first.at("hz") != rates.front()) continue;
    QStringList energies, distances;
    Json worst = first.at("momentum");
    for (std::size_t k = i; k < impacts.size() && subject(impacts[k]) == subject(first); ++k) {
      if (impacts[k].at("restitution") != restitution) continue;
      energies += spreadText(impacts[k].at("energy"));
      distances += shown(impacts[k].at("distance").at("mean"), 'f', 4);
      if (worst.is_number()) worst = std::max(worst, impacts[k].at("momentum"));
    }
    table.add(QStringList{subject(first)} + energies + distances +
              QStringList{shown(worst, 'e', 0), shown(first.at("impact_us"), 'f', 1)});
  }
  return table.text();
}

QString motionTable(const Json& motions) {
  TextTable table;
  table.add({QStringLiteral("ENGINE SETTINGS SCENE"), QStringLiteral("HZ"), QStringLiteral("ENERGY ERROR"),
             QStringLiteral("DRIFT MM"), QStringLiteral("OVERLAP MM"), QStringLiteral("STEPS/S")});
  for (const Json& entry : motions) {
    const auto millimetres = [&](const char* key) {
      return entry.contains(key) ? Json(1000 * entry.at(key).get<double>()) : Json(nullptr);
    };
    table.add({subject(entry), shown(entry.at("hz"), 'f', 0), shown(entry.value("energy", Json()), 'e', 1),
               shown(millimetres("drift_m"), 'g', 3), shown(millimetres("overlap_m"), 'g', 3),
               shown(entry.at("steps_per_s"), 'f', 0)});
  }
  return table.text();
}

QString conformanceTable(const Json& conformance) {
  TextTable table;
  QStringList heading{QStringLiteral("ENGINE SETTINGS"), QStringLiteral("PROBLEMS")};
  for (const char* verdict : conformVerdicts) heading += QString::fromLatin1(verdict).toUpper();
  for (const char* reason : conformReasons) heading += QString::fromLatin1(reason).toUpper();
  table.add(heading);
  const auto count = [](const Json& value) { return QString::number(value.get<int>()); };
  for (const Json& entry : conformance) {
    QStringList cells{text(entry.at("engine")) + ' ' + text(entry.at("settings")),
                      count(entry.at("problems"))};
    for (const char* verdict : conformVerdicts) cells += count(entry.at(verdict));
    for (const char* reason : conformReasons) cells += count(entry.at("why").at(reason));
    table.add(cells);
  }
  return table.text();
}

}  // namespace

QString peerCsv(const PeerRows& rows) {
  QString csv;
  for (const char* column : csvColumns)
    csv += (csv.isEmpty() ? QString() : QStringLiteral(",")) + QLatin1String(column);
  csv += '\n';
  for (const Json& row : rows) {
    QStringList fields;
    for (const char* column : csvColumns) {
      const Json value = row.value(column, Json());
      fields += value.is_string()   ? csvField(text(value))
                : value.is_number() ? csvNumber(value.get<double>())
                                    : QString();
    }
    csv += fields.join(',') + '\n';
  }
  return csv;
}

Json impactSummary(const PeerRows& rows) {
  Json summary = Json::array();
  std::vector<const Json*> group;
  const auto finish = [&] {
    if (group.empty()) return;
    Json entry;
    for (const char* key : {"engine", "settings", "scene", "hz", "restitution"})
      entry[key] = group[0]->at(key);
    entry["energy"] = spread(valuesOf(group, "energy"));
    const std::vector<double> momentum = valuesOf(group, "momentum"), cost = valuesOf(group, "impact_us");
    entry["momentum"] = momentum.empty() ? Json(nullptr) : number(momentum.back());
    entry["distance"] = spread(valuesOf(group, "distance"));
    entry["impact_us"] = number(cost[cost.size() / 2]);
    summary.push_back(entry);
    group.clear();
  };
  const auto sameGroup = [](const Json& a, const Json& b) {
    return std::ranges::all_of(std::array{"engine", "settings", "scene", "hz", "restitution"},
                               [&](const char* key) { return a.at(key) == b.at(key); });
  };
  for (const Json& row : rows) {
    if (!isImpact(row)) continue;
    if (!group.empty() && !sameGroup(*group.back(), row)) finish();
    group.push_back(&row);
  }
  finish();
  return summary;
}

Json motionSummary(const PeerRows& rows) {
  Json summary = Json::array();
  for (const Json& row : rows)
    if (!isImpact(row) && !isConformance(row)) summary.push_back(row);
  return summary;
}

Json conformanceSummary(const PeerRows& rows) {
  Json summary = Json::array();
  for (const Json& row : rows) {
    if (!isConformance(row)) continue;
    const auto isSame = [&](const Json& entry) {
      return entry.at("engine") == row.at("engine") && entry.at("settings") == row.at("settings");
    };
    if (summary.empty() || !isSame(summary.back())) {
      Json entry{{"engine", row.at("engine")}, {"settings", row.at("settings")}, {"problems", 0}};
      for (const char* verdict : conformVerdicts) entry[verdict] = 0;
      entry["why"] = Json::object();
      for (const char* reason : conformReasons) entry["why"][reason] = 0;
      summary.push_back(entry);
    }
    Json& entry = summary.back();
    entry["problems"] = entry["problems"].get<int>() + 1;
    const std::string verdict = row.at("verdict");
    entry[verdict] = entry[verdict].get<int>() + 1;
    if (verdict == "failed") continue;  // "why" has the engine's own words
    for (const QString& reason : text(row.at("why")).split(' ', Qt::SkipEmptyParts)) {
      Json& count = entry["why"][reason.toStdString()];
      count = count.is_null() ? 1 : count.get<int>() + 1;
    }
  }
  return summary;
}

QString peerTables(const Json& impacts, const Json& motions, const Json& conformance) {
  QString tables;
  for (const double restitution : {1.0, 0.7, 0.0}) {
    if (impacts.empty()) break;
    tables += QStringLiteral("Impacts with restitution %1\n").arg(restitution) +
              impactTable(impacts, restitution) + '\n';
  }
  if (!motions.empty()) tables += QStringLiteral("Motion and rest\n") + motionTable(motions) + '\n';
  if (!conformance.empty())
    tables += QStringLiteral("Problems of carom conform\n") + conformanceTable(conformance) + '\n';
  return tables;
}

}  // namespace carom
