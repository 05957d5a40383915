#include "editor/row_texts.h"

#include <QCoreApplication>
#include <QObject>
#include <QStringList>

#include "base/number_format.h"
#include "base/parameter_expression.h"
#include "base/qt_text.h"
#include "scene/edit/entry.h"
#include "scene/edit/key_at.h"
#include "scene/edit/parts.h"
#include "scene/edit/quantity.h"
#include "scene/edit/value.h"
#include "scene/expression/expression.h"

namespace carom {

namespace {

using edit::Json;

constexpr int shownDigits = 6;  // of a number in the tree

/// The value there in SI; empty for what follows other quantities, and for words.
std::optional<double> plainValue(const Json* value) {
  if (!value) return std::nullopt;
  if (value->is_number()) return value->get<double>();
  return value->is_string() ? parseQuantity(value->get<std::string>()) : std::nullopt;
}

/// A number as it is shown, in the unit of its place and rounded; what follows other quantities begins with
/// "=".
QString numberText(const SceneOutline& outline, const std::string& place) {
  const Json* value = edit::find(outline.scene, place);
  if (!value) return {};
  if (const auto number = plainValue(value))
    return plainNumber(*number / unitFactor(edit::shownUnitAt(outline.scene, place)), shownDigits);
  const QString text = q(edit::textOf(*value));
  const auto at = edit::keyAt(outline.scene, place);
  const bool isWord = at && isWordOf(*at->key, text.toStdString());
  return text.isEmpty() || isWord ? text : QStringLiteral("= ") + text;
}

QString vectorText(const SceneOutline& outline, const SceneRow& row) {
  const Json* vector = edit::find(outline.scene, row.place);
  if (!vector || !vector->is_array() || vector->size() != 3) return QStringLiteral("0, 0, 0");
  QStringList parts;
  for (std::size_t i = 0; i < 3; ++i) parts << numberText(outline, row.place + '[' + std::to_string(i) + ']');
  return parts.join(QStringLiteral(", "));
}

/// What carries a body without joints of its own.
QString carrierText(const Json& body) {
  const std::string parent = body.value("parent", "");
  return parent.empty() ? QObject::tr("fixed") : QObject::tr("on %1").arg(q(parent));
}

/// "= 50 mm", "= 2*ra".
QString radiusText(const SceneOutline& outline, const std::string& place) {
  const QString number = numberText(outline, place);
  if (!plainValue(edit::find(outline.scene, place))) return number;
  return QStringLiteral("= %1 %2").arg(number, unitLabel(q(edit::shownUnitAt(outline.scene, place))));
}

/// A summary of a body: "ball r = 50 mm · fixed".
QString bodyText(const SceneOutline& outline, const SceneRow& row) {
  const Json* body = edit::find(outline.scene, row.place);
  if (!body) return {};
  QStringList parts;
  const Json shapes = body->value("shapes", Json::array());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Json& shape = shapes[i];
    QString text = q(shape.value("type", ""));
    if (shape.contains("radius") && text == u"ball")
      text += QStringLiteral(" r ") +
              radiusText(outline, row.place + ".shapes[" + std::to_string(i) + "].radius");
    parts << text;
    if (parts.size() == 2) break;
  }
  if (shapes.size() > 2) parts << QStringLiteral("…");
  if (body->contains("repeat"))
    parts.prepend(QStringLiteral("× ") + q(edit::textOf((*body)["repeat"]["count"])));
  if (body->value("joints", Json::array()).empty()) parts << carrierText(*body);
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
      const auto set = outline.assigned.find(row.subject);
      const bool isSet = row.kind == RowKind::Parameter && set != outline.assigned.end();
      const Json* value = edit::find(outline.scene, row.place);
      const QString text = isSet ? q(set->second) : value ? q(edit::textOf(*value)) : QString();
      if (row.kind == RowKind::Text) return text;
      return editableExpression(edit::shownUnitAt(outline.scene, row.place), text);
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

QString fieldText(const SceneOutline& outline, const SceneRow& row) {
  const bool isNumber = row.kind == RowKind::Value || row.kind == RowKind::Parameter;
  const QString text = rowText(outline, row);
  return isNumber ? textBesideUnit(edit::shownUnitAt(outline.scene, row.place), text) : text;
}

QString shownText(const SceneOutline& outline, const SceneRow& row) {
  const QString text = rowText(outline, row);
  const bool isNumber = row.kind == RowKind::Value || row.kind == RowKind::Parameter;
  if (!isNumber || text.isEmpty()) return text;
  if (const auto value = parseQuantity(text.toStdString()))
    return plainNumber(*value / unitFactor(edit::shownUnitAt(outline.scene, row.place)), shownDigits);
  return row.kind == RowKind::Parameter ? QStringLiteral("= ") + text : numberText(outline, row.place);
}

QString rowUnit(const SceneOutline& outline, const SceneRow& row) {
  std::string place = row.place;
  if (row.kind == RowKind::Group) {
    const Json* there = edit::find(outline.scene, place);
    const bool vector =
        !there || (there->is_array() && there->size() == 3 && !there->front().is_structured());
    if (!vector || hasNoText(row) || row.id == u"touching") return {};
    place += "[0]";
  } else if (row.kind != RowKind::Value && row.kind != RowKind::Parameter) {
    return {};
  }
  const bool isEmpty = !edit::find(outline.scene, place);
  const bool isPlain = parseQuantity(rowText(outline, row).toStdString()).has_value();
  if (row.kind != RowKind::Group && !isEmpty && !isPlain) return {};  // the unit follows from others
  return unitLabel(
      q(isEmpty ? edit::quantityAt(outline.scene, place).unit : edit::shownUnitAt(outline.scene, place)));
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
    return QObject::tr("kept touching: %1").arg(q(row.subject));
  const QString label = row.within.isEmpty() ? row.label : QObject::tr("%1 %2").arg(row.within, row.label);
  if (itself) return label;
  return QObject::tr("%1 of %2").arg(label, q(row.subject));
}

}  // namespace carom
