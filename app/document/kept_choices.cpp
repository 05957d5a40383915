#include "document/kept_choices.h"

#include <QSettings>
#include <QStringList>
#include <QVariant>
#include <algorithm>

namespace carom {

namespace {

constexpr auto key = "impactChoices";

QVariantMap toVariant(const QString& path, const ImpactSettings& choices) {
  QVariantMap map{{"path", path}};
  if (choices.rule) {
    map["rule"] = static_cast<int>(choices.rule->kind);
    map["seed"] = QVariant::fromValue<qulonglong>(choices.rule->seed);
    QStringList names;
    for (const std::string& name : choices.rule->priority) names += QString::fromStdString(name);
    map["priority"] = names;
  }
  if (choices.restitution) map["R"] = *choices.restitution;
  if (choices.reflectionRestitution) map["e"] = *choices.reflectionRestitution;
  return map;
}

std::optional<double> coefficient(const QVariantMap& map, const char* name) {
  bool isNumber = false;
  const double value = map.value(name).toDouble(&isNumber);
  if (!isNumber || !(value >= 0 && value <= 1)) return std::nullopt;
  return value;
}

bool knowsContact(const SceneInstance& instance, const std::string& name) {
  return std::ranges::any_of(instance.mechanism->contacts(),
                             [&](const ContactPair& contact) { return contact.name == name; });
}

std::optional<OrderingRule> ruleOf(const QVariantMap& map, const SceneInstance& instance) {
  bool isNumber = false;
  const int kind = map.value("rule").toInt(&isNumber);
  if (!isNumber || kind < 0 || kind >= static_cast<int>(policyRows().size())) return std::nullopt;
  OrderingRule rule;
  rule.kind = static_cast<OrderingRule::Kind>(kind);
  rule.seed = map.value("seed", 1).toULongLong();
  for (const QString& name : map.value("priority").toStringList())
    rule.priority.push_back(name.toStdString());
  const bool fits = std::ranges::all_of(
      rule.priority, [&](const std::string& name) { return knowsContact(instance, name); });
  return fits ? std::optional(rule) : std::nullopt;
}

}  // namespace

ImpactSettings choicesOf(const ImpactSettings& settings) {
  ImpactSettings choices;
  choices.rule = settings.rule;
  choices.restitution = settings.restitution;
  choices.reflectionRestitution = settings.reflectionRestitution;
  return choices;
}

void keepChoices(const QString& path, const ImpactSettings& settings) {
  constexpr int most = 100;
  QVariantList all = QSettings().value(key).toList();
  all.removeIf([&](const QVariant& each) { return each.toMap().value("path").toString() == path; });
  const ImpactSettings choices = choicesOf(settings);
  if (!(choices == ImpactSettings())) all.prepend(toVariant(path, choices));
  QSettings().setValue(key, QVariantList(all.mid(0, most)));
}

ImpactSettings keptChoices(const QString& path, const SceneInstance& instance) {
  ImpactSettings choices;
  for (const QVariant& each : QSettings().value(key).toList()) {
    const QVariantMap map = each.toMap();
    if (map.value("path").toString() != path) continue;
    choices.rule = ruleOf(map, instance);
    choices.restitution = coefficient(map, "R");
    if (!choices.restitution) choices.reflectionRestitution = coefficient(map, "e");
  }
  return choices;
}

}  // namespace carom
