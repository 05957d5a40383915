#include "study/study_file/read_study.h"

#include <algorithm>
#include <set>

#include "answer/question/options.h"
#include "scene/format/parse_json.h"
#include "scene/format/regular_file.h"
#include "study/study_file/read_axes.h"

namespace carom {

namespace {

/// The texts of an option: numbers as they read back, true, or a list.
std::vector<std::string> textsOf(const JsonValue& value, const Option& option) {
  if (option.takes == Option::Takes::Flag) return {value.boolean() ? "true" : "false"};
  if (option.takes == Option::Takes::Text) return {value.expression()};
  std::vector<std::string> texts;
  for (const JsonValue& element : value.elements()) texts.push_back(element.expression());
  return texts;
}

/// The options in an object of the study; their names have _ for -.
OptionWords readWords(const JsonValue& value, Command part) {
  OptionWords words;
  std::vector<std::string> names;
  for (const Option* option : optionsOf(part)) {
    names.push_back(identifierOf(*option));
    if (const auto member = value.find(names.back()))
      words.set(option->name, textsOf(*member, *option));
    else if (option->needed.contains(part))
      value.at(names.back());
  }
  value.allowKeys({names.begin(), names.end()});
  return words;
}

/// Whether files of results can have a column of this name.
bool isColumnName(std::string_view name) {
  constexpr std::size_t longest = 200;
  const auto isPlain = [](char c) { return c > ' ' && c != '/' && c != ',' && c != '"' && c != '\x7f'; };
  const auto isFirst = [](char c) { return (c >= '0' && c <= '9') || (c | 32) >= 'a'; };
  return !name.empty() && name.size() <= longest && (isFirst(name[0]) || name[0] == '_') &&
         std::ranges::all_of(name, [&](char c) { return static_cast<signed char>(c) < 0 || isPlain(c); });
}

Measure measureNamed(const JsonValue& value, const std::string& path) {
  try {
    if (std::optional<Measure> found = findMeasure(path)) return *found;
  } catch (const SceneError& error) {
    value.refuse(error.problem(), error.expected());
  }
  Measure measure{Measure::Kind::Answer, {}};
  measure.path = path;
  return measure;
}

/// "xi", or {"path": "final.q[0]", "name": "x", "unit": "m", "label": "where it ends"}.
StudyMeasure readMeasure(const JsonValue& value) {
  StudyMeasure result;
  const bool isShort = value.json().is_string();
  if (!isShort) value.allowKeys({"path", "name", "unit", "label"});
  result.path = isShort ? value.string() : value.at("path").string();
  result.measure = measureNamed(isShort ? value : value.at("path"), result.path);
  const MeasureName* const known = nameOf(result.measure);
  result.unit = known ? "1" : "";
  result.label = known ? std::string(known->meaning) : result.path;
  result.name = result.path;
  std::ranges::replace(result.name, ' ', '_');  // of a quantity of a run: "extremes[E_total].least"
  if (!isShort) {
    result.name = value.stringOr("name", result.name);
    result.unit = value.stringOr("unit", result.unit);
    result.label = value.stringOr("label", result.label);
  }
  if (!isColumnName(result.name))
    value.refuse("\"" + result.name + "\" cannot be the name of a column",
                 "{\"path\": …, \"name\": a letter, then letters, digits and signs but / , \"}");
  return result;
}

std::vector<StudyMeasure> readMeasures(const JsonValue& value, const std::vector<StudyAxis>& axes) {
  std::set<std::string> names;
  for (const StudyAxis& axis : axes) {
    names.insert(axis.name());
    names.insert(axis.parameters().begin(), axis.parameters().end());
  }
  std::vector<StudyMeasure> measures;
  for (const JsonValue& element : value.elements()) {
    measures.push_back(readMeasure(element));
    const std::string& name = measures.back().name;
    if (!names.insert(name).second || !names.insert(name + "_empty").second)
      element.refuse("\"" + name + "\" is the name of an axis or of a measure before it",
                     "{\"path\": …, \"name\": another name}");
  }
  if (measures.empty() || measures.size() > mostStudyMeasures)
    value.refuse("has " + std::to_string(measures.size()) + " measures",
                 "1 to " + std::to_string(mostStudyMeasures));
  return measures;
}

std::shared_ptr<const Scene> openScene(const JsonValue& value, const std::filesystem::path& file) {
  const std::string name = value.string();
  const bool isPath = name.find('/') != std::string::npos || name.ends_with(".json");
  try {
    return Scene::open(isPath ? (file.parent_path() / name).string() : name);
  } catch (const SceneError& error) {
    if (error.fault() != SceneError::Fault::Command) throw;
    value.refuse(error.problem(), error.expected());
  }
}

Assignments readAssignments(const JsonValue& root, const Scene& scene, const std::string& file) {
  Assignments set;
  const auto value = root.find("set");
  if (!value) return set;
  for (const auto& [name, member] : value->members()) set[name] = member.expression();
  try {
    scene.instantiate(set);
  } catch (const SceneError& error) {  // other values of the axes may suit the scene
    if (error.fault() == SceneError::Fault::Command)
      throw SceneError(file, value->path() + '.' + error.place(), error.problem(), error.expected());
  }
  return set;
}

/// How points are resolved: "resolve" and "limits".
ResolveOptions readResolve(const JsonValue& root) {
  Question question;
  const auto read = [&](const char* key, Command part) {
    const auto value = root.find(key);
    if (!value) return;
    const OptionWords words = readWords(*value, part);
    const auto take = [&](const OptionWords& some, const JsonValue& place) {
      try {
        readInto(question, some, part, {});
      } catch (const CommandError& error) {
        place.refuse(error.what(), "");
      }
    };
    for (const Option* option : optionsOf(part))  // one by one, so that a fault has its place
      if (words.has(option->name)) take(words.only({option->name}), value->at(identifierOf(*option)));
    take(words, *value);
  };
  read("resolve", Command::StudyImpact);
  read("limits", Command::StudyLimits);
  ResolveOptions options = resolveOptions(question);
  options.minimalityChecks = 0;
  return options;
}

std::optional<OptionWords> readRun(const JsonValue& root) {
  const auto value = root.find("simulate");
  if (!value) return std::nullopt;
  OptionWords words = readWords(*value, Command::Study);
  if (!words.has("alternatives")) words.set("alternatives", "true");
  return words;
}

Study readRoot(const JsonValue& root, const std::filesystem::path& file, std::shared_ptr<const Scene> scene) {
  root.allowKeys({"$schema", "format", "title", "description", "scene", "set", "axes", "measures", "resolve",
                  "simulate", "landing", "limits"});
  const JsonValue format = root.at("format");
  if (format.json() != 1) format.refuse("is " + format.json().dump(), "1");
  Study study;
  study.title = root.stringOr("title", "");
  study.scene = scene ? std::move(scene) : openScene(root.at("scene"), file);
  study.set = readAssignments(root, *study.scene, file.string());
  study.axes = readAxes(root.at("axes"), *study.scene, study.set);
  study.measures = readMeasures(root.at("measures"), study.axes);
  study.resolve = readResolve(root);
  study.run = readRun(root);
  if (const auto value = root.find("landing")) study.landing = readWords(*value, Command::StudyLanding);
  return study;
}

/// "break" of "folder/break.study.json".
std::string nameOfFile(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  for (const std::string_view ending : {".json", ".study"})
    if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
  return name;
}

}  // namespace

Study parseStudy(const std::string& text, const std::filesystem::path& file,
                 std::shared_ptr<const Scene> scene) {
  const std::string name = file.string();
  try {
    const auto json = parseJson(text, name);
    Study study = readRoot(JsonValue(json, name, ""), file, std::move(scene));
    study.file = name;
    study.name = nameOfFile(file);
    study.text = text;
    return study;
  } catch (const SceneError& error) {
    if (error.file() != name || error.line() || error.place().starts_with("line ")) throw;
    throw SceneError(name, error.place(), error.problem(), error.expected(), error.fault(),
                     lineOfPath(text, error.place()));
  }
}

Study readStudy(const std::filesystem::path& file) {
  return parseStudy(readRegularFile(file, longestSceneFile, "a study file"), file);
}

}  // namespace carom
