#include "editor/scene_rows.h"

#include <algorithm>

#include "base/number_format.h"
#include "base/qt_text.h"
#include "laws/collision_law.h"
#include "scene/edit/entry.h"
#include "scene/edit/scene_edit.h"
#include "scene/edit/scene_names.h"
#include "scene/expression/expression.h"

namespace carom {

namespace {

using edit::Json;

QString tr(const char* text) {
  return QString::fromUtf8(text);
}

std::string at(const std::string& list, std::size_t i) {
  return list + '[' + std::to_string(i) + ']';
}

/// Collects the rows under one parent.
class Rows {
 public:
  Rows(const SceneOutline& outline, std::string subject)
      : m_outline(outline), m_subject(std::move(subject)) {}

  std::vector<SceneRow> list;

  void add(RowKind kind, const char* label, const std::string& place, const char* otherwise = "") {
    list.push_back({q(place), kind, tr(label), place, m_subject, tr(otherwise)});
  }
  void value(const char* label, const std::string& place, const char* otherwise = "") {
    add(RowKind::Value, label, place, otherwise);
  }
  void group(const char* id, const char* label, const std::string& place) {
    list.push_back({tr(id), RowKind::Group, tr(label), place, m_subject, {}});
  }
  /// x, y, z of a vector, as rows of their own.
  void vector(const std::string& place, const char* otherwise = "0") {
    for (std::size_t i = 0; i < 3; ++i) value(std::array{"x", "y", "z"}[i], at(place, i), otherwise);
  }
  const Json& scene() const { return m_outline.scene; }
  const SceneOutline& outline() const { return m_outline; }

 private:
  const SceneOutline& m_outline;
  std::string m_subject;
};

std::size_t sizeOf(const Json& scene, const std::string& place) {
  const Json* list = edit::find(scene, place);
  return list ? list->size() : 0;
}

void top(Rows& rows) {
  rows.group("about", "Scene", "");
  rows.group("parameters", "Parameters", "parameters");
  rows.group("gravity", "Gravity", "gravity");
  rows.group("bodies", "Bodies", "bodies");
  rows.group("contacts", "Contacts", "contacts");
  for (const auto& [key, label] :
       {std::pair("springs", "Springs"), std::pair("dampers", "Dampers"), std::pair("motors", "Motors")})
    if (rows.scene().contains(key)) rows.group(key, label, key);
}

void about(Rows& rows) {
  rows.add(RowKind::Text, "title", "title");
  rows.add(RowKind::Text, "source", "source");
  rows.add(RowKind::Text, "description", "description");
  rows.value("duration", "view.duration", "1");
  rows.value("lead-in", "view.lead-in", "0");
  rows.add(RowKind::Text, "ξ curve over", "view.sweep");
}

void parameters(Rows& rows) {
  if (!rows.scene().contains("parameters")) return;
  for (const auto& [name, value] : rows.scene()["parameters"].items()) {
    const std::string place = "parameters." + name;
    rows.list.push_back(
        {q(name), RowKind::Parameter, q(name), value.is_object() ? place + ".value" : place, name, {}});
  }
}

void parameter(Rows& rows, const std::string& name) {
  const std::string place = "parameters." + name;
  rows.value("least", place + ".range[0]", "none");
  rows.value("greatest", place + ".range[1]", "none");
  rows.value("slider from", place + ".slider[0]", "least");
  rows.value("slider to", place + ".slider[1]", "greatest");
  rows.add(RowKind::Text, "unit", place + ".unit");
  rows.add(RowKind::Text, "label", place + ".label");
  rows.add(RowKind::Text, "description", place + ".description");
  rows.add(RowKind::Flag, "free for a design", place + ".free");
  rows.add(RowKind::Flag, "whole number", place + ".integer");
}

void bodies(Rows& rows) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), "bodies"); ++i) {
    const std::string name = rows.scene()["bodies"][i].value("name", "");
    rows.list.push_back({q(name), RowKind::Body, q(name), at("bodies", i), name, {}});
  }
}

void body(Rows& rows, const std::string& place) {
  const Json& body = *edit::find(rows.scene(), place);
  if (body.contains("repeat")) {
    rows.value("repeat from", place + ".repeat.from", "0");
    rows.value("repeat count", place + ".repeat.count");
  }
  rows.group("joints", "joints", place + ".joints");
  rows.value("mass", place + ".mass", "none");
  if (body.contains("inertia") && body["inertia"].is_array())
    rows.group("inertia", "inertia", place + ".inertia");
  else
    rows.value("inertia", place + ".inertia", "0");
  rows.group("centre-of-mass", "centre of mass", place + ".centre-of-mass");
  rows.group("origin", "origin", place + ".origin");
  rows.add(RowKind::Text, "carried by", place + ".parent", "the world");
  rows.group("shapes", "shapes", place + ".shapes");
}

bool isMatrix(const Json& scene, const std::string& place) {
  const Json* value = edit::find(scene, place);
  return value && value->is_array() && !value->empty() && (*value)[0].is_array();
}

/// The rows of a full matrix of inertia, each a vector.
void inertiaRows(Rows& rows, const std::string& place) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), place); ++i)
    rows.group("inertia-row", std::array{"I_x", "I_y", "I_z"}[i % 3], at(place, i));
}

/// The coordinates of a joint: three of a planar one.
std::vector<std::string> coordinatesOf(const Json& joint) {
  if (joint == "planar") return {"x", "y", "angle"};
  if (joint.is_string()) return {joint.get<std::string>()};
  if (joint.is_object() && joint.contains("name")) return {joint["name"].get<std::string>()};
  return {};
}

void joints(Rows& rows, const std::string& place, const std::string& body) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), place); ++i) {
    const Json& joint = *edit::find(rows.scene(), at(place, i));
    for (const std::string& name : coordinatesOf(joint))
      rows.list.push_back({q(name), RowKind::Joint, q(name), at(place, i), body + '.' + name, {}});
  }
}

void joint(Rows& rows, const std::string& place, const std::string& coordinate) {
  rows.value("position", "initial.q." + coordinate, "0");
  rows.value("velocity", "initial.velocity." + coordinate, "0");
  const Json* joint = edit::find(rows.scene(), place);
  if (joint && joint->is_object() && joint->contains("axis")) rows.group("axis", "axis", place + ".axis");
}

void shapes(Rows& rows, const std::string& place) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), place); ++i) {
    const Json& shape = *edit::find(rows.scene(), at(place, i));
    const std::string type = shape.value("type", "shape");
    rows.add(RowKind::ShapeOfBody, type.c_str(), at(place, i));
  }
}

void shape(Rows& rows, const std::string& place) {
  const std::string type = edit::find(rows.scene(), place)->value("type", "");
  if (type == "ball" || type == "segment") rows.value("radius", place + ".radius", "0");
  if (type == "half-space") {
    rows.group("normal", "normal", place + ".normal");
    rows.value("offset", place + ".offset", "0");
  }
  if (type == "ball" || type == "box") rows.group("centre", "centre", place + ".centre");
  if (type == "box") rows.group("size", "size", place + ".size");
  if (type == "point") rows.group("at", "at", place + ".at");
  if (type == "segment") {
    rows.group("from", "from", place + ".from");
    rows.group("to", "to", place + ".to");
  }
  rows.group("position", "position", place + ".position");
  const Json& shape = *edit::find(rows.scene(), place);
  if (shape.contains("orientation") && !shape["orientation"].is_array())
    rows.value("orientation", place + ".orientation", "0");
  else
    rows.group("orientation", "orientation", place + ".orientation");
  rows.add(RowKind::Text, "name", place + ".name");
}

std::string contactName(const Json& contact) {
  if (contact.contains("name")) return contact.value("name", "");
  const Json between = contact.value("between", Json::array());
  if (between.size() != 2 || !between[0].is_string() || !between[1].is_string()) return {};
  return between[0].get<std::string>() + '-' + between[1].get<std::string>();
}

/// "a – world" of a force between two points.
std::string endsOf(const Json& force) {
  std::string names;
  const Json between = force.value("between", Json::array());
  for (const Json& end : between)
    names += (names.empty() ? "" : " – ") + (end.is_object() ? end.value("body", "world") : "world");
  return names;
}

void contacts(Rows& rows) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), "contacts"); ++i) {
    const std::string name = contactName(rows.scene()["contacts"][i]);
    rows.list.push_back({q(name), RowKind::Contact, q(name), at("contacts", i), name, {}});
  }
  for (const std::string& name : rows.outline().pairs)
    rows.list.push_back({q(name), RowKind::Contact, q(name), "", name, {}});
}

void contact(Rows& rows, const std::string& place) {
  // What no entry of the file says stands where its entry will be.
  const std::string entry = place.empty() ? at("contacts", sizeOf(rows.scene(), "contacts")) : place;
  rows.value("friction", entry + ".friction", "0");
  rows.value("restitution", entry + ".restitution", "1");
  rows.add(RowKind::Text, "law", entry + ".law", "reflection");
  QStringList& laws = rows.list.back().options;
  laws << QStringLiteral("reflection");
  for (const std::string_view name : collisionLawNames()) laws << QString::fromUtf8(name);
  const Json* said = edit::find(rows.scene(), entry + ".law");
  const auto law = said && said->is_string() ? collisionLawNamed(said->get<std::string>()) : std::nullopt;
  if (law && usesTangential(*law))
    rows.value(law == CollisionLaw::Brach ? "impulse ratio" : "tangential", entry + ".tangential", "0");
  if (law == CollisionLaw::Composite) rows.value("weight σ", entry + ".sigma", "1");
  rows.add(RowKind::Flag, "touching", "initial.touching");
}

void forces(Rows& rows, const std::string& list) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), list); ++i) {
    const Json& force = rows.scene()[list][i];
    std::string name = force.value("coordinate", "");
    if (name.empty()) name = endsOf(force);
    rows.list.push_back({q(at(list, i)), RowKind::Force, q(name), at(list, i), name, {}});
  }
}

/// Whatever numbers stand in the entry, and those that a spring, damper or motor can have.
void force(Rows& rows, const std::string& place) {
  const Json& entry = *edit::find(rows.scene(), place);
  std::vector<const char*> usual{"stiffness", "rest"};
  if (place.starts_with("dampers")) usual = {"damping"};
  if (place.starts_with("motors")) usual = {"proportional", "derivative", "reference", "rate", "start"};
  for (const char* key : usual) rows.value(key, place + '.' + key, "0");
  for (const auto& [key, value] : entry.items()) {
    const bool shown = std::find(usual.begin(), usual.end(), key) != usual.end();
    if (!shown && key != "coordinate" && (value.is_number() || value.is_string()))
      rows.value(key.c_str(), place + '.' + key);
  }
}

void group(Rows& rows, const SceneRow& row) {
  if (row.id == u"about") return about(rows);
  if (row.id == u"parameters") return parameters(rows);
  if (row.id == u"bodies") return bodies(rows);
  if (row.id == u"contacts") return contacts(rows);
  if (row.id == u"joints") return joints(rows, row.place, row.subject);
  if (row.id == u"shapes") return shapes(rows, row.place);
  if (row.id == u"inertia" && isMatrix(rows.scene(), row.place)) return inertiaRows(rows, row.place);
  if (row.id == u"springs" || row.id == u"dampers" || row.id == u"motors") return forces(rows, row.place);
  rows.vector(row.place);
}

QString vectorText(const SceneOutline& outline, const SceneRow& row) {
  const Json* vector = edit::find(outline.scene, row.place);
  if (!vector || !vector->is_array() || vector->size() != 3) return QStringLiteral("0, 0, 0");
  QStringList parts;
  for (const Json& part : *vector) parts << q(edit::textOf(part));
  return parts.join(QStringLiteral(", "));
}

/// "ball r = 0.05 · 2 kg": what a body is, at a glance.
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
  if (body->value("joints", Json::array()).empty()) parts << QStringLiteral("fixed");
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

std::vector<SceneRow> rowsUnder(const SceneOutline& outline, const SceneRow* parent) {
  Rows rows(outline, parent ? parent->subject : "");
  if (!parent) {
    top(rows);
    return std::move(rows.list);
  }
  const bool there = parent->place.empty() || edit::find(outline.scene, parent->place);
  switch (parent->kind) {
    case RowKind::Group:
      group(rows, *parent);
      break;
    case RowKind::Parameter:
      if (there) parameter(rows, parent->subject);
      break;
    case RowKind::Body:
      if (there) body(rows, parent->place);
      break;
    case RowKind::Joint:
      joint(rows, parent->place, parent->subject);
      break;
    case RowKind::ShapeOfBody:
      if (there) shape(rows, parent->place);
      break;
    case RowKind::Contact:
      contact(rows, parent->place);
      break;
    case RowKind::Force:
      if (there) force(rows, parent->place);
      break;
    default:
      break;
  }
  return std::move(rows.list);
}

bool hasRowsUnder(const SceneOutline& outline, const SceneRow& row) {
  switch (row.kind) {
    case RowKind::Value:
    case RowKind::Text:
    case RowKind::Flag:
      return false;
    case RowKind::Group:
      if (row.id == u"contacts" && !outline.pairs.empty()) return true;
      if (row.id == u"parameters" || row.id == u"bodies" || row.id == u"contacts" || row.id == u"joints" ||
          row.id == u"shapes")
        return sizeOf(outline.scene, row.place) > 0;
      return true;
    default:
      return true;
  }
}

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
    case RowKind::Group: {
      const bool list = row.id == u"parameters" || row.id == u"bodies" || row.id == u"contacts" ||
                        row.id == u"springs" || row.id == u"dampers" || row.id == u"motors";
      if (row.id == u"joints" || row.id == u"shapes" || row.id == u"about") return {};
      if (!list) return vectorText(outline, row);
      const std::size_t more = row.id == u"contacts" ? outline.pairs.size() : 0;
      return QString::number(sizeOf(outline.scene, row.place) + more);
    }
    default:
      return {};
  }
}

QString rowUnit(const SceneOutline& outline, const SceneRow& row) {
  std::string place = row.place;
  if (row.kind == RowKind::Group) {
    const Json* there = edit::find(outline.scene, place);
    const bool vector =
        !there || (there->is_array() && there->size() == 3 && !there->front().is_structured());
    if (!vector || row.id == u"about" || row.id == u"joints" || row.id == u"shapes") return {};
    place = at(place, 0);
  } else if (row.kind != RowKind::Value) {
    return {};
  }
  const Json* value = edit::find(outline.scene, place);
  if (row.kind == RowKind::Value && value && value->is_string())
    return {};  // it says its own, or follows others
  if (place.starts_with("parameters.")) return {};
  return unitLabel(q(edit::quantityAt(outline.scene, place).unit));
}

QString rowTitle(const SceneRow& row) {
  if (row.kind == RowKind::Parameter || row.subject.empty()) return row.label;
  return tr("%1 of %2").arg(row.label, q(row.subject));
}

}  // namespace carom
