#include "editor/scene_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "base/qt_text.h"
#include "laws/collision_law.h"
#include "scene/edit/edit.h"
#include "scene/edit/key_at.h"

namespace carom {

namespace {

using edit::Json;

QString tr(std::string_view text) {
  return QCoreApplication::translate("SceneRows", std::string(text).c_str());
}

/// One of two texts with a comma between.
std::string_view half(std::string_view text, std::size_t which) {
  const auto comma = text.find(", ");
  return which == 0 ? text.substr(0, comma) : text.substr(comma + 2);
}

std::string placeOf(const std::string& object, const Key& key) {
  return object.empty() ? std::string(key.key) : object + '.' + std::string(key.key);
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

  void add(RowKind kind, std::string_view label, const std::string& place, std::string_view otherwise = "") {
    list.push_back({q(place), kind, tr(label), place, m_subject, tr(otherwise)});
  }
  void value(std::string_view label, const std::string& place, std::string_view otherwise = "") {
    add(RowKind::Value, label, place, otherwise);
  }
  /// Adds the row of the weight of a coordinate or parameter, which stays where it has none.
  void weight(const std::string& name, const std::string& weights) {
    list.push_back({q(name), RowKind::Value, q(name), weights + '.' + name, m_subject, tr("stays")});
  }
  void group(std::string_view id, std::string_view label, const std::string& place) {
    list.push_back({q(std::string(id)), RowKind::Group, tr(label), place, m_subject, {}});
  }
  /// Adds the rows x, y, z of a vector.
  void vector(const std::string& place) {
    for (std::size_t i = 0; i < 3; ++i) value(std::array{"x", "y", "z"}[i], at(place, i), "0");
  }
  /// Adds the row of a key of the object at a place.
  void key(const Key& key, const std::string& object) {
    const std::string place = placeOf(object, key);
    if (key.form == Form::Interval) {
      for (const std::size_t i : {0, 1}) value(half(key.label, i), at(place, i), half(key.otherwise, i));
    } else if (isGroup(key, place)) {
      group(key.key, key.label, place);
    } else {
      const bool number = roleOf(key.form) == Role::Expression;
      add(number                   ? RowKind::Value
          : key.form == Form::Flag ? RowKind::Flag
                                   : RowKind::Text,
          key.label, place, key.otherwise);
    }
  }
  /// Adds the rows of a section's keys that have a label: first those in `first`, then all others.
  void section(Section section, const std::string& object, std::vector<std::string_view> first = {}) {
    for (const std::string_view name : first)
      if (const Key* known = findKey(section, name)) key(*known, object);
    for (const Key& other : keysOf(section))
      if (!other.label.empty() && std::ranges::find(first, other.key) == first.end()) key(other, object);
  }
  const Json& scene() const { return m_outline.scene; }
  const std::string& subject() const { return m_subject; }
  const SceneOutline& outline() const { return m_outline; }

 private:
  /// Whether a key has rows below it: lists and vectors, including those that a number may replace.
  bool isGroup(const Key& key, const std::string& place) const {
    const Json* value = edit::find(scene(), place);
    if (key.form == Form::Inertia) return value && value->is_array();
    if (key.form == Form::Orientation) return !value || value->is_array();
    return key.form == Form::Vector || key.container != Container::One;
  }

  const SceneOutline& m_outline;
  std::string m_subject;
};

std::size_t sizeOf(const Json& scene, const std::string& place) {
  const Json* list = edit::find(scene, place);
  return list ? list->size() : 0;
}

void top(Rows& rows) {
  rows.group("about", "Scene", "");
  for (const Key& key : keysOf(Section::Scene)) {
    const bool group = key.container != Container::One || key.form == Form::Vector;
    const bool rare =
        key.first == Section::Derived || (key.first >= Section::Spring && key.first <= Section::TieLoop);
    if (group && !key.label.empty() && (!rare || rows.scene().contains(std::string(key.key))))
      rows.key(key, "");
    if (key.key == "contacts" && !rows.outline().contacts.empty())
      rows.group("touching", "Kept touching", "initial.touching");
  }
}

void about(Rows& rows) {
  for (const char* key : {"title", "source", "description"}) rows.key(keyOf(Section::Scene, key), "");
  rows.section(Section::View, "view");
}

/// The parameters or the derived quantities.
void quantities(Rows& rows, const std::string& list) {
  if (!rows.scene().contains(list)) return;
  for (const auto& [name, value] : rows.scene()[list].items()) {
    const std::string place = list + '.' + name;
    rows.list.push_back(
        {q(name), RowKind::Parameter, q(name), value.is_object() ? place + ".value" : place, name, {}});
  }
}

void quantity(Rows& rows, const std::string& name) {
  const std::string place = edit::quantityPlace(rows.scene(), name);
  const bool derived = place.starts_with("derived.");
  rows.section(derived ? Section::Derived : Section::Parameter, place,
               {"range", "slider", "unit", "label", "description", "free", "integer"});
}

void bodies(Rows& rows) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), "bodies"); ++i) {
    const std::string name = rows.scene()["bodies"][i].value("name", "");
    rows.list.push_back({q(name), RowKind::Body, q(name), at("bodies", i), name, {}});
  }
}

/// Whether the body has the numbers of its solids in place of its own.
bool hasSolids(const Json& scene, const std::string& place) {
  const Json* solids = edit::find(scene, place + ".solids");
  return solids && !solids->empty();
}

void body(Rows& rows, const std::string& place) {
  if (edit::find(rows.scene(), place + ".repeat")) rows.section(Section::Repeat, place + ".repeat");
  std::vector<std::string_view> first{"joints", "mass",   "inertia", "centre-of-mass",
                                      "solids", "origin", "parent",  "shapes"};
  const bool solids = hasSolids(rows.scene(), place);
  std::erase_if(first, [&](std::string_view key) {
    return solids ? key == "mass" || key == "inertia" || key == "centre-of-mass" : key == "solids";
  });
  for (const std::string_view key : first) rows.key(keyOf(Section::Body, key), place);
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

void joints(Rows& rows, const std::string& place, const std::string& body) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), place); ++i) {
    const Json& joint = *edit::find(rows.scene(), at(place, i));
    for (const std::string& name : edit::coordinatesOf(joint))
      rows.list.push_back({q(name), RowKind::Joint, q(name), at(place, i), body + '.' + name, {}});
  }
}

void joint(Rows& rows, const std::string& place, const std::string& coordinate) {
  for (const char* key : {"q", "velocity"}) {
    const Key& values = keyOf(Section::Initial, key);
    rows.value(values.label, placeOf("initial", values) + '.' + coordinate, values.otherwise);
  }
  const Json* joint = edit::find(rows.scene(), place);
  if (joint && joint->is_object() && joint->contains("axis")) rows.section(Section::AxisJoint, place);
}

void shapes(Rows& rows, const std::string& place) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), place); ++i) {
    const Json& shape = *edit::find(rows.scene(), at(place, i));
    const std::string type = shape.value("type", "shape");
    rows.add(RowKind::ShapeOfBody, type.c_str(), at(place, i));
  }
}

/// Solids have the name of their body and a number.
void solids(Rows& rows, const std::string& place) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), place); ++i)
    rows.list.push_back(
        {q(at(place, i)), RowKind::Solid, tr("solid %1").arg(i + 1), at(place, i), rows.subject(), {}});
}

void shape(Rows& rows, const std::string& place) {
  if (const auto section = edit::sectionAt(rows.scene(), place))
    rows.section(*section, place,
                 {"radius", "normal", "offset", "centre", "size", "at", "from", "to", "position",
                  "orientation", "name"});
}

std::string contactName(const Json& contact) {
  if (contact.contains("name")) return contact.value("name", "");
  const Json between = contact.value("between", Json::array());
  if (between.size() != 2 || !between[0].is_string() || !between[1].is_string()) return {};
  return edit::defaultContactName(between);
}

/// The ends of a force between two points: "a – world".
std::string endsOf(const Json& force) {
  std::string names;
  const Json between = force.value("between", Json::array());
  for (const Json& end : between)
    names += (names.empty() ? "" : " – ") + (end.is_object() ? end.value("body", "world") : "world");
  return names;
}

void contacts(Rows& rows) {
  rows.group("defaults", "all, by default", "defaults");
  for (std::size_t i = 0; i < sizeOf(rows.scene(), "contacts"); ++i) {
    const std::string name = contactName(rows.scene()["contacts"][i]);
    rows.list.push_back({q(name), RowKind::Contact, q(name), at("contacts", i), name, {}});
  }
  for (const std::string& name : rows.outline().pairs)
    rows.list.push_back({q(name), RowKind::Contact, q(name), "", name, {}});
}

/// The rows that say how contacts collide: of one, or of all by default. Values that are not set are
/// those of `otherwise`, where it has them.
void collision(Rows& rows, Section section, const std::string& entry, const std::string& otherwise) {
  const auto valueOf = [&](std::string_view key) {
    const Json* own = edit::find(rows.scene(), entry + '.' + std::string(key));
    return own || otherwise.empty() ? own : edit::find(rows.scene(), otherwise + '.' + std::string(key));
  };
  const Json* given = valueOf("law");
  const auto law = given && given->is_string() ? collisionLawNamed(given->get<std::string>()) : std::nullopt;
  for (Key key : keysOf(section)) {
    const auto coefficient = std::ranges::find(lawCoefficients, key.key, &Coefficient::name);
    if (coefficient != lawCoefficients.end() && !coefficient->uses.empty()) {
      const CoefficientUse* use = law ? useOf(*coefficient, *law) : nullptr;
      if (!use) continue;
      if (!use->word.empty()) key.label = use->word;
    }
    if (key.label.empty()) continue;
    const Json* value = valueOf(key.key);
    const std::string text = value ? edit::textOf(*value) : std::string(key.otherwise);
    key.otherwise = text;
    rows.key(key, entry);
    if (key.form == Form::OneOf)
      for (const std::string_view word : key.words()) rows.list.back().options << QString::fromUtf8(word);
  }
}

void contact(Rows& rows, const std::string& place) {
  // A contact without an entry in the file takes the place that its entry will have.
  const std::string entry = place.empty() ? at("contacts", sizeOf(rows.scene(), "contacts")) : place;
  collision(rows, Section::Contact, entry, "defaults");
  rows.add(RowKind::Flag, keyOf(Section::Initial, "touching").label, "initial.touching");
}

/// One row for each contact that there is, then what may change until they touch.
void touching(Rows& rows, const std::string& place) {
  for (const std::string& name : rows.outline().contacts)
    rows.list.push_back({q("contact " + name), RowKind::Flag, q(name), place, name, {}});
  rows.section(Section::Touching, place);
}

/// The weights of all coordinates of single joints: those without one stay.
void movedCoordinates(Rows& rows, const std::string& place) {
  for (const Json& body : rows.scene().value("bodies", Json::array()))
    for (const Json& joint : body.value("joints", Json::array()))
      for (const std::string& name : edit::coordinatesOf(joint))
        rows.weight(body.value("name", "") + '.' + name, place);
}

void changedParameters(Rows& rows, const std::string& place) {
  if (!rows.scene().contains("parameters")) return;
  for (const auto& [name, value] : rows.scene()["parameters"].items()) rows.weight(name, place);
}

void forces(Rows& rows, const std::string& list) {
  for (std::size_t i = 0; i < sizeOf(rows.scene(), list); ++i) {
    const Json& force = rows.scene()[list][i];
    std::string name = force.value("name", force.value("coordinate", ""));
    if (name.empty()) name = endsOf(force);
    rows.list.push_back({q(at(list, i)), RowKind::Force, q(name), at(list, i), name, {}});
  }
}

void force(Rows& rows, const std::string& place) {
  if (const auto section = edit::sectionAt(rows.scene(), place)) rows.section(*section, place);
}

void group(Rows& rows, const SceneRow& row) {
  if (row.id == u"about") return about(rows);
  if (row.id == u"parameters" || row.id == u"derived") return quantities(rows, row.place);
  if (row.id == u"bodies") return bodies(rows);
  if (row.id == u"contacts") return contacts(rows);
  if (row.id == u"defaults") return collision(rows, Section::Defaults, "defaults", "");
  if (row.id == u"joints") return joints(rows, row.place, row.subject);
  if (row.id == u"shapes") return shapes(rows, row.place);
  if (row.id == u"solids") return solids(rows, row.place);
  if (row.id == u"touching") return touching(rows, row.place);
  if (row.id == u"by") return movedCoordinates(rows, row.place);
  if (row.id == u"by-parameters") return changedParameters(rows, row.place);
  if (row.id == u"inertia" && isMatrix(rows.scene(), row.place)) return inertiaRows(rows, row.place);
  if (edit::isActingList(row.id.toStdString())) return forces(rows, row.place);
  rows.vector(row.place);
  for (SceneRow& component : rows.list) component.within = row.label;
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
      if (there) quantity(rows, parent->subject);
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
    case RowKind::Solid:
      if (there) rows.section(Section::Solid, parent->place);
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
      if (row.id == u"parameters" || row.id == u"bodies" || row.id == u"joints" || row.id == u"shapes")
        return sizeOf(outline.scene, row.place) > 0;
      return true;
    default:
      return true;
  }
}

}  // namespace carom
