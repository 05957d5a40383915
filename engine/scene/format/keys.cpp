#include "scene/format/keys.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>
#include <string>

#include "laws/collision_law.h"
#include "scene/expression/units.h"
#include "scene/format/key_rows.h"

namespace carom {

namespace key_rows {
namespace {

/// The numbers that every contact allows for a coefficient.
constexpr KeyRange rangeOf(double LawCoefficients::*value) {
  for (const Coefficient& coefficient : lawCoefficients)
    if (coefficient.value == value) return {coefficient.least, coefficient.most};
  return {};
}

Words lawWords() {
  Words words{"reflection"};
  words.insert(words.end(), collisionLawNames().begin(), collisionLawNames().end());
  return words;
}

Words unitWords() {
  Words words{""};
  for (const Unit& unit : units) words.push_back(unit.name);
  return words;
}

constexpr Key sceneKeys[] = {
    required(wordKey("format", Form::Format, "", "", "The version of the format")),
    wordKey("title", Form::Words, "", "title", "A few words; the file's name where this is missing"),
    wordKey("source", Form::Words, "", "source", "Where the scene comes from"),
    wordKey("description", Form::Words, "", "description", "A paragraph about the scene"),
    mapKey("parameters", Form::ParameterName, Form::ParameterNumber, "Parameters",
           "The named numbers of the scene, each a number or an object", Section::Parameter, 200),
    mapKey("derived", Form::ParameterName, Form::ParameterNumber, "Derived quantities",
           "Named numbers that follow from the parameters, each an expression or an object", Section::Derived,
           200),
    mapKey("choices", Form::Symbol, Form::Object, "",
           "Named choices, each of which sets a group of parameters and derived quantities by a word",
           Section::Choice),
    vectorKey("gravity", "m/s^2", "Gravity", "The acceleration of free fall"),
    required(listKey("bodies", Section::Body, Section::Body, "Bodies", "The kinematic tree, parents first")),
    listKey("contacts", Section::Contact, Section::Contact, "Contacts",
            "The pairs that may touch; all pairs where this is missing"),
    objectKey("defaults", Section::Defaults, "Values of contacts that do not set their own, listed or not"),
    wordKey("all-pairs", Form::Flag, "", "",
            "Whether pairs that \"contacts\" does not list may touch, too; true where there is no list"),
    listKey("springs", Section::Spring, Section::PointSpring, "Springs",
            "Springs at coordinates or between points"),
    listKey("dampers", Section::Damper, Section::PointDamper, "Dampers",
            "Dampers at coordinates or between points"),
    listKey("motors", Section::Motor, Section::Motor, "Motors", "Drives at coordinates"),
    listKey("loops", Section::PinLoop, Section::TieLoop, "Loops",
            "Parts that close loops of the tree of bodies: points that coincide, rods, welds, gears"),
    objectKey("initial", Section::Initial, "The state at time 0"),
    objectKey("view", Section::View, "The view of the scene"),
    wordKey("$schema", Form::Ignored, "", "", "The address of this schema, for text editors")};

constexpr Key parameterKeys[] = {
    required(numberKey("value", "", anyNumber, "", "", "The number, or an expression over other parameters")),
    wordKey("range", Form::Interval, "none, none", "least, greatest",
            "Values outside are refused; null is no limit"),
    wordKey("slider", Form::Interval, "least, greatest", "slider from, slider to",
            "The values that a slider spans; the range where this is missing"),
    wordKey("unit", Form::OneOf, "", "unit", "The unit in which it is shown", unitWords),
    wordKey("label", Form::Words, "", "label",
            "Its symbol, such as \"θ\" or \"r_a\", where an underscore starts a subscript; its name where "
            "this is missing"),
    wordKey("description", Form::Words, "", "description", "A sentence about it"),
    wordKey("integer", Form::Flag, "", "whole number", "Whether it is a whole number"),
    wordKey("free", Form::Flag, "", "free for a design", "Whether a design may vary it")};

constexpr Key derivedKeys[] = {
    required(numberKey("value", "", anyNumber, "", "",
                       "An expression over parameters and other derived quantities")),
    wordKey("unit", Form::OneOf, "", "unit", "The unit in which it is shown", unitWords),
    wordKey("label", Form::Words, "", "label",
            "Its symbol, such as \"β\" or \"L_t\", where an underscore starts a subscript; its name where "
            "this is missing"),
    wordKey("description", Form::Words, "", "description", "A sentence about it")};

constexpr Key choiceKeys[] = {
    wordKey("label", Form::Words, "the name", "", "Its name on the screen"),
    required(notEmpty(mapKey("options", Form::Name, Form::Settings, "",
                             "For each word, the values of its parameters and derived quantities"))),
    wordKey("default", Form::Words, "the first one", "", "The word that is chosen at first")};

constexpr Key bodyKeys[] = {
    required(wordKey("name", Form::BodyName, "", "", "Its name; that of a repeat uses the index")),
    objectKey("repeat", Section::Repeat, "Many bodies in place of this one"),
    wordKey("parent", Form::BodyName, "the world", "carried by", "The body above this one that carries it"),
    vectorKey("origin", "m", "origin", "Its place in the frame of the parent"),
    listKey("joints", Section::AxisJoint, Section::FixedJoint, "joints",
            "Its joints to the parent, from the parent outwards; without any it is fixed",
            [] { return Words{"x", "y", "z", "angle", "planar", "spherical", "free"}; }),
    numberKey("mass", "kg", above0, "none", "mass", "Its mass; a body that moves needs one"),
    vectorKey("centre-of-mass", "m", "centre of mass", "Its centre of mass, in the body's frame"),
    measuredKey("inertia", Form::Inertia, "kg*m^2", atLeast0, "0", "inertia",
                "Its inertia about the centre of mass: one number for every axis, one for each axis of the "
                "body, or the "
                "symmetric matrix with its products of inertia, row by row; no principal moment is larger "
                "than the sum of the other two"),
    listKey(
        "solids", Section::Solid, Section::Solid, "solids",
        "Parts whose masses and inertias the body has, in place of its own mass, centre of mass and inertia"),
    listKey("shapes", firstShape, lastShape, "shapes", "The shapes that can touch others")};

constexpr Key repeatKeys[] = {
    required(wordKey("index", Form::Symbol, "", "", "Its name in names and expressions")),
    measuredKey("from", Form::Whole, "1", anyNumber, "0", "repeat from", "Its first value"),
    required(measuredKey("count", Form::Whole, "1", atLeast0, "", "repeat count", "The number of bodies"))};

constexpr Key axisJointKeys[] = {
    typeKey([] {
      return Words{"prismatic", "revolute"};
    }),
    required(vectorKey("axis", "1", "axis",
                       "The direction of travel, or the axis of the turn, of any length but 0")),
    required(wordKey("name", Form::Name, "", "", "Its coordinate is called body.name")),
    objectKey("limits", Section::JointLimits,
              "Its stops, contacts called body.name.lower and body.name.upper"),
    numberKey("armature", {"kg", "kg*m^2"}, atLeast0, "0", "armature",
              "The inertia that a rotor behind a gear adds to the coordinate")};

constexpr Key jointLimitKeys[] = {
    numberKey("lower", {"m", "rad"}, anyNumber, "none", "lower limit", "The least value of the coordinate"),
    numberKey("upper", {"m", "rad"}, anyNumber, "none", "upper limit", "The greatest value"),
    numberKey("restitution", "1", rangeOf(&LawCoefficients::restitution), "that of the defaults",
              "restitution", "e of a stop: the speed after it over that before it")};

constexpr Key sphericalJointKeys[] = {
    typeKey([] { return Words{"spherical"}; }),
    wordKey("name", Form::Name, "r", "", "Its coordinates are called body.nameX with x, y, z for X")};

constexpr Key fixedJointKeys[] = {typeKey([] { return Words{"fixed"}; })};

constexpr Key solidKeys[] = {required(numberKey("mass", "kg", above0, "", "mass", "Its mass")),
                             vectorKey("at", "m", "at", "Its centre of mass, in the body's frame"),
                             measuredKey("inertia", Form::Inertia, "kg*m^2", atLeast0, "0", "inertia",
                                         "Its inertia about its own centre of mass, as of a body")};

// Every shape may have a name and a frame of its own.
constexpr Key shapeName = wordKey("name", Form::Name, "", "name",
                                  "Its name in those of contacts, where the body has several shapes");
constexpr Key shapePosition =
    vectorKey("position", "m", "position",
              "The position of the shape's own frame in the body; its other keys are in that frame");
constexpr Key shapeOrientation = measuredKey(
    "orientation", Form::Orientation, "rad", anyNumber, "0", "orientation",
    "The orientation of the shape's own frame in the body: a rotation vector along the axis, as long as the "
    "angle, or an angle about z");
constexpr Key shapeCentre = vectorKey("centre", "m", "centre", "Its centre");

constexpr Key ballKeys[] = {typeKey([] { return Words{"ball"}; }),
                            required(numberKey("radius", "m", above0, "0", "radius", "Its radius")),
                            shapeCentre,
                            shapeName,
                            shapePosition,
                            shapeOrientation};

constexpr Key halfSpaceKeys[] = {
    typeKey([] { return Words{"half-space"}; }),
    required(vectorKey("normal", "1", "normal", "The direction out of the solid, of any length but 0")),
    numberKey("offset", "m", anyNumber, "0", "offset",
              "The points x with n·x ≥ offset are outside, n having length 1"),
    shapeName,
    shapePosition,
    shapeOrientation};

constexpr Key pointKeys[] = {typeKey([] { return Words{"point"}; }), vectorKey("at", "m", "at", "Its place"),
                             shapeName, shapePosition, shapeOrientation};

constexpr Key segmentKeys[] = {
    typeKey([] { return Words{"segment"}; }),
    required(vectorKey("from", "m", "from", "One end")),
    required(vectorKey("to", "m", "to", "The other end")),
    numberKey("radius", "m", atLeast0, "0", "radius", "Its radius; 0 is a thin rod"),
    pairOf(wordKey("ends", Form::Name, "1, 2", "", "The names of the ends in contacts")),
    shapeName,
    shapePosition,
    shapeOrientation};

constexpr Key boxKeys[] = {typeKey([] { return Words{"box"}; }),
                           required(measuredKey("size", Form::Vector, "m", atLeast0, "0", "size",
                                                "Its lengths along x, y, z; one of them may be 0")),
                           shapeCentre,
                           shapeName,
                           shapePosition,
                           shapeOrientation};

constexpr Key cylinderKeys[] = {
    typeKey([] { return Words{"cylinder"}; }),
    required(vectorKey("from", "m", "from", "The middle of one flat end")),
    required(vectorKey("to", "m", "to", "The middle of the other end")),
    required(numberKey("radius", "m", above0, "0", "radius", "Its radius")),
    measuredKey("sides", Form::Whole, "1", KeyRange{.least = fewestSides, .greatest = mostSides}, "16",
                "sides", "The sides of the prism that it is; its edges have the radius"),
    shapeName,
    shapePosition,
    shapeOrientation};

constexpr Key ellipsoidKeys[] = {
    typeKey([] { return Words{"ellipsoid"}; }),
    required(measuredKey("size", Form::Vector, "m", above0, "0", "size",
                         "Its lengths along x, y, z; in the plane it is an ellipse")),
    shapeCentre,
    shapeName,
    shapePosition,
    shapeOrientation};

constexpr Key hullKeys[] = {
    typeKey([] { return Words{"hull"}; }),
    required(
        between(3, mostHullPoints,
                listOf(vectorKey("points", "m", "",
                                 "The corners of a convex solid, in any order; where all have one z, of a "
                                 "polygon, which meets half-spaces, and in the plane other shapes")))),
    shapeName, shapePosition, shapeOrientation};

// Entries that a parameter or a choice may switch.
constexpr Key entryCondition =
    numberKey("when", "1", anyNumber, "1", "only when",
              "A condition, such as \"drop == 0\"; where it is 0, the entry is left out");

constexpr Key contactKeys[] = {
    required(pairOf(wordKey(
        "between", Form::SideName, "", "",
        "The two bodies; \"leg/foot\" is one shape of a body, or one end of a segment, by its name"))),
    wordKey("name", Form::ContactName, "a-b, of the bodies a and b", "", "Its name"),
    numberKey(
        "friction", "1", rangeOf(&LawCoefficients::friction), "0", "friction",
        "μ of Coulomb's law while the contact lasts, and of its collision law; reflections have no friction"),
    numberKey("restitution", "1", rangeOf(&LawCoefficients::restitution), "1", "restitution",
              "e of the collision law; of a reflection, the speed of opening over the speed of closing; 1 is "
              "elastic"),
    wordKey("law", Form::OneOf, "reflection", "law",
            "The law of a collision of this contact alone; a reflection has an impulse along the normal only",
            lawWords),
    numberKey("tangential", "1", rangeOf(&LawCoefficients::tangential), "0", "tangential",
              "e_t in [−1, 1] of the laws pfeiffer-glocker (≥ 0), bilinear, chatterjee-ruina and composite; "
              "of brach the ratio of tangential to normal impulse; of projected the impulse against "
              "the slip"),
    numberKey(
        "sigma", "1", rangeOf(&LawCoefficients::sigma), "1", "weight σ",
        "σ of the composite law: 1 is chatterjee-ruina, 0 is routh; of spherical the share ρ of the way "
        "to the border of the permissible region"),
    numberKey(
        "transverse", "1", rangeOf(&LawCoefficients::transverse), "0", "transverse",
        "Of brach in space the ratio of the impulse along the normal × the slip to the normal impulse; of "
        "projected that impulse"),
    numberKey(
        "impulse", "1", rangeOf(&LawCoefficients::impulse), "0", "normal impulse",
        "Of projected the normal impulse; the impulses of this law are in units of ‖V‖/W_nn, the speed of "
        "the contact over its inverse mass along the normal"),
    numberKey("polar", "1", rangeOf(&LawCoefficients::polar), "0", "polar angle ψ₁",
              "Of spherical the angle from the normal in [0, π]"),
    numberKey(
        "azimuth", "1", rangeOf(&LawCoefficients::azimuth), "0", "azimuth ψ₂",
        "Of spherical the angle about the normal in [0, 2π], from the direction against the slip; 0 or π "
        "in the plane"),
    entryCondition};

/// How contacts collide: the keys of a contact but for its bodies, its name and its condition.
constexpr auto defaultsKeys = [] {
  std::array<Key, std::size(contactKeys) - 3> keys;
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = contactKeys[i + 2];
  return keys;
}();

constexpr Key forceCoordinate =
    required(wordKey("coordinate", Form::CoordinateName, "", "", "\"body.joint\", not of a spherical joint"));
constexpr Key forcePoints = required(pairOf(objectKey("between", Section::End, "Two points")));

constexpr Key springKeys[] = {
    forceCoordinate,
    required(numberKey("stiffness", {"N/m", "N*m"}, atLeast0, "0", "stiffness",
                       "Force or torque over deflection")),
    numberKey("rest", {"m", "rad"}, anyNumber, "0", "rest", "The coordinate to which it pulls"),
    entryCondition};

constexpr Key pointSpringKeys[] = {
    forcePoints, required(numberKey("stiffness", "N/m", atLeast0, "0", "stiffness", "Force over deflection")),
    numberKey("rest", "m", atLeast0, "0", "rest", "Its length without force"), entryCondition};

constexpr Key damperKeys[] = {
    required(
        wordKey("coordinate", Form::CoordinateName, "", "",
                "\"body.joint\", of any joint; of a spherical one with an axis, or without for all of it")),
    required(
        numberKey("damping", {"N*s/m", "N*m*s"}, atLeast0, "0", "damping", "Force or torque over velocity")),
    numberKey("friction", {"N", "N*m"}, atLeast0, "0", "dry friction",
              "The largest force or torque of dry friction, which opposes motion and holds what rests"),
    entryCondition};

constexpr Key pointDamperKeys[] = {
    forcePoints,
    required(numberKey("damping", "N*s/m", atLeast0, "0", "damping", "Force over the rate of the distance")),
    entryCondition};

constexpr Key motorKeys[] = {
    forceCoordinate,
    numberKey("proportional", {"N/m", "N*m"}, atLeast0, "0", "proportional",
              "Force or torque over the error of the coordinate"),
    numberKey("derivative", {"N*s/m", "N*m*s"}, atLeast0, "0", "derivative",
              "Force or torque over the error of its velocity"),
    measuredKey("reference", Form::OverTime, {"m", "rad"}, anyNumber, "0", "reference",
                "The coordinate that it holds until the start and follows from then on; it may depend on the "
                "time t since the start: \"0.3*sin(2*pi*t)\""),
    numberKey("rate", {"m/s", "rad/s"}, anyNumber, "0", "rate",
              "A constant speed of the reference after the start, added to its own change"),
    {.key = "start",
     .form = Form::NumberOrWord,
     .help = "The time from which the reference moves and the torque acts; \"first-impact\" is that of the "
             "first impact of a run",
     .label = "start",
     .unit = "s",
     .otherwise = "0",
     .words = [] { return Words{"first-impact"}; }},
    measuredKey("torque", Form::OverTime, {"N", "N*m"}, anyNumber, "0", "torque",
                "A further force or torque from the start on; it may depend on the time t since the start"),
    numberKey("limit", {"N", "N*m"}, above0, "none", "limit",
              "The largest force or torque of the motor, in either direction"),
    entryCondition};

constexpr Key endKeys[] = {wordKey("body", Form::BodyName, "the world", "", "Its body"),
                           vectorKey("at", "m", "at", "The point, in the body")};

constexpr Key axisEndKeys[] = {
    wordKey("body", Form::BodyName, "the world", "", "Its body"),
    vectorKey("at", "m", "at", "The point, in the body"),
    required(vectorKey("axis", "1", "axis", "The axis of the turn, in the body, of any length but 0"))};

constexpr Key loopName = wordKey("name", Form::Label, "a-b, of what it joins", "name", "Its name");

constexpr Key pinKeys[] = {typeKey([] { return Words{"pin"}; }), forcePoints, loopName, entryCondition};

constexpr Key hingeKeys[] = {
    typeKey([] { return Words{"hinge"}; }),
    required(pairOf(objectKey("between", Section::AxisEnd, "Two points, each with an axis"))), loopName,
    entryCondition};

constexpr Key slotKeys[] = {
    typeKey([] { return Words{"slot"}; }), forcePoints,
    required(vectorKey("axis", "1", "axis",
                       "The direction of the slot, in the first body, of any length but 0; in the plane "
                       "without a z component")),
    loopName, entryCondition};

constexpr Key rodKeys[] = {
    typeKey([] { return Words{"rod"}; }), forcePoints,
    required(numberKey("length", "m", above0, "", "length", "The constant distance of the points")), loopName,
    entryCondition};

constexpr Key weldKeys[] = {
    typeKey([] { return Words{"weld"}; }), forcePoints,
    measuredKey("orientation", Form::Orientation, "rad", anyNumber, "0", "orientation",
                "The orientation of the second body in the frame of the first: a rotation vector along the "
                "axis, as long as "
                "the angle, or an angle about z"),
    loopName, entryCondition};

constexpr Key tieKeys[] = {
    typeKey([] { return Words{"tie"}; }),
    required(wordKey("coordinate", Form::CoordinateName, "", "",
                     "The coordinate that follows: ratio × the other + offset; not of a spherical joint")),
    required(wordKey("to", Form::CoordinateName, "", "", "The other coordinate")),
    numberKey("ratio", "", anyNumber, "1", "ratio", "The ratio, such as −2 of gears"),
    numberKey("offset", {"m", "rad"}, anyNumber, "0", "offset", "The coordinate where the other one is 0"),
    loopName,
    entryCondition};

constexpr Key initialKeys[] = {
    coordinatesKey(
        "q", {"m", "rad"}, "position",
        "Coordinates by name, \"ball{i}.x\" for all bodies of a repeat; the last value of a name holds"),
    coordinatesKey("velocity", {"m/s", "rad/s"}, "velocity", "Their velocities"),
    {.key = "touching",
     .form = Form::ContactsOrObject,
     .help = "A list of contacts whose gaps have to be 0; an object closes their gaps",
     .label = "kept touching",
     .first = Section::Touching,
     .last = Section::Touching},
    objectKey("closing", Section::Closing,
              "The coordinates that may change so that loops close; where this is missing, those that the "
              "loops move, each with weight 1")};

constexpr Key weightsKey(const char* key, Form names, const char* label, const char* help) {
  Key row = mapKey(key, names, Form::Number, label, help);
  row.unit = "1";
  row.range = above0;
  return row;
}

constexpr Key touchingKeys[] = {
    required(
        notEmpty(listOf(wordKey("contacts", Form::ContactName, "", "", "The contacts that get the gap")))),
    weightsKey("by", Form::CoordinateName, "coordinates",
               "The coordinates that may change, each with its weight: each step of Gauss and Newton has the "
               "least sum of (weight × change)², in SI units"),
    weightsKey("by-parameters", Form::ParameterName, "parameters",
               "Parameters that may change, too, with their weights"),
    numberKey("gap", "m", anyNumber, "0", "gap", "The gap that the contacts get"),
    numberKey("when", "1", anyNumber, "1", "only when",
              "A condition, such as \"drop == 0\"; where it is 0, the gaps are left as they are")};

constexpr Key closingKeys[] = {required(
    weightsKey("by", Form::CoordinateName, "coordinates",
               "The coordinates that may change to close the loops, each with its weight: each step of Gauss "
               "and Newton has the least sum of (weight × change)², in SI units"))};

constexpr Key viewKeys[] = {
    numberKey("duration", "s", above0, "1", "duration", "The time shown after the initial state"),
    numberKey("lead-in", "s", atLeast0, "0", "lead-in", "The time shown before the initial state"),
    wordKey("sweep", Form::ParameterName, "", "ξ curve over", "The parameter of the ξ curve"),
    listKey("arcs", Section::Arc, Section::Arc, "", "Angles that are drawn"),
    mapKey("drag", Form::BodyName, Form::ParameterNames, "",
           "For each body, the parameters that a drag of it changes"),
    mapKey("colors", Form::BodyName, Form::Color, "", "Colours of bodies, \"#rrggbb\""),
    mapKey("labels", Form::BodyName, Form::Label, "", "Labels of bodies"),
    wordKey("planar", Form::Flag, "", "", "Whether the view is from above")};

constexpr Key arcKeys[] = {
    required(wordKey("parameter", Form::ParameterName, "", "", "The angle that it shows")),
    required(wordKey("vertex", Form::BodyName, "", "", "The body at its vertex")),
    wordKey("from", Form::BodyName, "the x direction, or where \"to\" is at the angle 0 of its own hinge", "",
            "The body where it begins"),
    required(wordKey("to", Form::BodyName, "", "",
                     "The body where it ends, which may be the vertex if it turns on a hinge"))};

struct Part {
  Section section;
  std::string_view name;
  std::span<const Key> keys;
  std::string_view usual{};  ///< see usualShape
};

/// In the order of Section.
constexpr std::array sectionTable{
    Part{Section::Scene, "scene", sceneKeys},
    Part{Section::Parameter, "parameter", parameterKeys},
    Part{Section::Derived, "derived-quantity", derivedKeys},
    Part{Section::Choice, "choice", choiceKeys},
    Part{Section::Body, "body", bodyKeys},
    Part{Section::Repeat, "repeat", repeatKeys},
    Part{Section::AxisJoint, "axis-joint", axisJointKeys},
    Part{Section::SphericalJoint, "spherical-joint", sphericalJointKeys},
    Part{Section::FixedJoint, "fixed-joint", fixedJointKeys},
    Part{Section::JointLimits, "joint-limits", jointLimitKeys},
    Part{Section::Solid, "solid", solidKeys},
    Part{Section::Ball, "ball", ballKeys, R"({"radius": 0.05})"},
    Part{Section::HalfSpace, "half-space", halfSpaceKeys, R"({"normal": [1, 0, 0]})"},
    Part{Section::Point, "point", pointKeys, R"({"at": [0, 0, 0]})"},
    Part{Section::Segment, "segment", segmentKeys, R"({"from": [0, 0, 0], "to": [1, 0, 0]})"},
    Part{Section::Box, "box", boxKeys, R"({"size": [0.1, 0.1, 0.1]})"},
    Part{Section::Cylinder, "cylinder", cylinderKeys,
         R"({"from": [0, 0, -0.05], "to": [0, 0, 0.05], "radius": 0.05})"},
    Part{Section::Ellipsoid, "ellipsoid", ellipsoidKeys, R"({"size": [0.1, 0.06, 0.06]})"},
    Part{Section::Hull, "hull", hullKeys,
         R"({"points": [[0.1, 0, -0.05], [-0.05, 0.09, -0.05], [-0.05, -0.09, -0.05], [0, 0, 0.1]]})"},
    Part{Section::Contact, "contact", contactKeys},
    Part{Section::Defaults, "defaults", defaultsKeys},
    Part{Section::Spring, "spring", springKeys},
    Part{Section::PointSpring, "point-spring", pointSpringKeys},
    Part{Section::Damper, "damper", damperKeys},
    Part{Section::PointDamper, "point-damper", pointDamperKeys},
    Part{Section::Motor, "motor", motorKeys},
    Part{Section::PinLoop, "pin-loop", pinKeys},
    Part{Section::HingeLoop, "hinge-loop", hingeKeys},
    Part{Section::SlotLoop, "slot-loop", slotKeys},
    Part{Section::RodLoop, "rod-loop", rodKeys},
    Part{Section::WeldLoop, "weld-loop", weldKeys},
    Part{Section::TieLoop, "tie-loop", tieKeys},
    Part{Section::End, "end", endKeys},
    Part{Section::AxisEnd, "axis-end", axisEndKeys},
    Part{Section::Initial, "initial", initialKeys},
    Part{Section::Touching, "touching", touchingKeys},
    Part{Section::Closing, "closing", closingKeys},
    Part{Section::View, "view", viewKeys},
    Part{Section::Arc, "arc", arcKeys}};

const Part& partOf(Section section) {
  const Part& part = sectionTable[static_cast<std::size_t>(section)];
  assert(part.section == section);
  return part;
}

}  // namespace
}  // namespace key_rows

using key_rows::Part, key_rows::partOf, key_rows::sectionTable, key_rows::Words;

bool holdsObjects(Form form) {
  return form == Form::Object || form == Form::WordOrObject || form == Form::ParameterNumber ||
         form == Form::ContactsOrObject;
}

std::optional<Role> roleOf(Form form) {
  if (form <= Form::NumberOrWord) return Role::Expression;
  switch (form) {
    case Form::BodyName:
      return Role::Body;
    case Form::SideName:
      return Role::Side;
    case Form::CoordinateName:
      return Role::Coordinate;
    case Form::ContactName:
    case Form::ContactsOrObject:
      return Role::Contact;
    case Form::Label:
      return Role::Text;
    case Form::ParameterName:
    case Form::ParameterNames:
      return Role::Parameter;
    default:
      return std::nullopt;
  }
}

bool isWordOf(const Key& key, std::string_view text) {
  const auto words = key.words ? key.words() : Words();
  return std::ranges::find(words, text) != words.end();
}

std::span<const Key> keysOf(Section section) {
  return partOf(section).keys;
}

const Key* findKey(Section section, std::string_view key) {
  const auto keys = keysOf(section);
  const auto found = std::ranges::find(keys, key, &Key::key);
  return found == keys.end() ? nullptr : &*found;
}

const Key& keyOf(Section section, std::string_view key) {
  const Key* const found = findKey(section, key);
  if (!found) throw std::logic_error("no key " + std::string(key) + " of " + std::string(nameOf(section)));
  return *found;
}

std::string_view nameOf(Section section) {
  return partOf(section).name;
}

std::string_view usualShape(Section shape) {
  return partOf(shape).usual;
}

std::span<const Section> allSections() {
  static constexpr auto sections = [] {
    std::array<Section, sectionTable.size()> list{};
    std::ranges::transform(sectionTable, list.begin(), &Part::section);
    return list;
  }();
  return sections;
}

}  // namespace carom
