#include "editor/row_texts.h"

#include <QCoreApplication>
#include <QObject>
#include <QStringList>

#include "base/number_format.h"
#include "base/qt_text.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/quantity.h"
#include "scene/edit/value.h"
#include "scene/expression/expression.h"

namespace carom {

namespace {

using edit::Json;

QString vectorText(const SceneOutline& outline, const SceneRow& row) {
  const Json* vector = edit::find(outline.scene, row.place);
  if (!vector || !vector->is_array() || vector->size() != 3) return QStringLiteral("0, 0, 0");
  QStringList parts;
  for (const Json& part : *vector) parts << q(edit::textOf(part));
  return parts.join(QStringLiteral(", "));
}

/// A summary of a body: "ball r = 0.05 · 2 kg".
QString bodyText(const SceneOutline& outline, const SceneRow& row) {
  const Json* body = edit::find(outline.scene, row.place);
  if (!body) return {};
  QStringList parts;
  const Json shapes = body->value("shapes", Json::array());
  for (const Json& shape : shapes) {
    QString text = q(shape.value("type", ""));
    if (shape.contains("radius") && text == u"ball")
      text += QStringLiteral(" r = ") + q(edit::textOf(shape["radius"]));
    parts << text;
    if (parts.size() == 2) break;
  }
  if (shapes.size() > 2) parts << QStringLiteral("…");
  if (body->contains("repeat"))
    parts.prepend(QStringLiteral("× ") + q(edit::textOf((*body)["repeat"]["count"])));
  if (body->value("joints", Json::array()).empty()) parts << QObject::tr("fixed");
  return parts.join(QStringLiteral(" · "));
}

/// Whether a group is neither a vector nor a list with a count.
bool hasNoText(const SceneRow& row) {
  return row.id == u"joints" || row.id == u"shapes" || row.id == u"about" || row.id == u"defaults";
}

/// Whether the text of a group is the number of its entries.
bool isCounted(const SceneRow& row) {
  return row.id == u"parameters" || row.id == u"derived" || row.id == u"bodies" || row.id == u"contacts" ||
         row.id == u"solids" || edit::isActingList(row.id.toStdString());
}

/// The mass of a solid.
QString solidText(const SceneOutline& outline, const SceneRow& row) {
  const Json* mass = edit::find(outline.scene, row.place + ".mass");
  return mass ? QObject::tr("mass %1").arg(q(edit::textOf(*mass))) : QString();
}

/// The names that a group of weights has.
QString weightedNames(const SceneOutline& outline, const SceneRow& row) {
  const Json* weights = edit::find(outline.scene, row.place);
  QStringList names;
  if (weights && weights->is_object())
    for (const auto& [name, weight] : weights->items()) names << q(name);
  return names.isEmpty() ? QObject::tr("none") : names.join(QStringLiteral(", "));
}

QString groupText(const SceneOutline& outline, const SceneRow& row) {
  if (hasNoText(row)) return {};
  if (row.id == u"touching") {
    QStringList names;
    for (const std::string& name : outline.touching) names << q(name);
    return names.isEmpty() ? QObject::tr("none") : names.join(QStringLiteral(", "));
  }
  if (row.id == u"by" || row.id == u"by-parameters") return weightedNames(outline, row);
  if (!isCounted(row)) return vectorText(outline, row);
  const Json* list = edit::find(outline.scene, row.place);
  return QString::number((list ? list->size() : 0) + (row.id == u"contacts" ? outline.pairs.size() : 0));
}

}  // namespace

QString rowText(const SceneOutline& outline, const SceneRow& row) {
  switch (row.kind) {
    case RowKind::Value:
    case RowKind::Text:
    case RowKind::Parameter: {
      const Json* value = edit::find(outline.scene, row.place);
      return value ? q(edit::textOf(*value)) : QString();
    }
    case RowKind::Body:
      return bodyText(outline, row);
    case RowKind::Group:
      return groupText(outline, row);
    case RowKind::Solid:
      return solidText(outline, row);
    default:
      return {};
  }
}

QString shownText(const SceneOutline& outline, const SceneRow& row) {
  const QString text = rowText(outline, row);
  if (row.kind != RowKind::Value || text.isEmpty()) return text;
  const Json* value = edit::find(outline.scene, row.place);
  constexpr qsizetype longest = 9;  // letters of a number that needs no rounding
  if (value && value->is_number_float())
    return text.size() > longest ? formatNumber(value->get<double>(), 6) : text;
  const bool isLinked = value && value->is_string() && !parseQuantity(text.toStdString());
  return isLinked ? QStringLiteral("= ") + text : text;
}

QString rowUnit(const SceneOutline& outline, const SceneRow& row) {
  std::string place = row.place;
  if (row.kind == RowKind::Group) {
    const Json* there = edit::find(outline.scene, place);
    const bool vector =
        !there || (there->is_array() && there->size() == 3 && !there->front().is_structured());
    if (!vector || hasNoText(row) || row.id == u"touching") return {};
    place += "[0]";
  } else if (row.kind != RowKind::Value) {
    return {};
  }
  const Json* value = edit::find(outline.scene, place);
  if (row.kind == RowKind::Value && value && value->is_string())
    return {};  // the text contains its unit, or the unit follows from others
  if (place.starts_with("parameters.")) return {};
  return unitLabel(q(edit::quantityAt(outline.scene, place).unit));
}

QString rowHelp(const SceneOutline& outline, const SceneRow& row) {
  const bool ofKey = row.kind == RowKind::Value || row.kind == RowKind::Text || row.kind == RowKind::Flag ||
                     row.kind == RowKind::Group;
  const auto at = ofKey ? edit::keyAt(outline.scene, row.place) : std::nullopt;
  return at ? QCoreApplication::translate("SceneRows", std::string(at->key->help).c_str()) : QString();
}

QString rowTitle(const SceneRow& row) {
  const bool itself = row.kind == RowKind::Parameter || row.kind == RowKind::Contact || row.subject.empty();
  if (row.kind == RowKind::Flag && row.place == "initial.touching")
    return QObject::tr("touching of %1").arg(q(row.subject));
  if (itself) return row.label;
  return QObject::tr("%1 of %2").arg(row.label, q(row.subject));
}

}  // namespace carom
