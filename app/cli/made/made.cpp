#include "cli/made/made.h"

#include <CLI/CLI.hpp>
#include <QCryptographicHash>
#include <QFile>
#include <algorithm>
#include <filesystem>

#include "answer/document/json_stream.h"
#include "answer/question/options.h"
#include "base/figure_arguments.h"
#include "base/qt_text.h"
#include "base/version.h"
#include "cli/given_file.h"
#include "cli/study/study_files.h"
#include "cli/terminal.h"
#include "robot/import_robot.h"
#include "scene/format/json_value.h"
#include "scene/format/regular_file.h"

namespace carom {

namespace {

/// Files up to this size are part of the record, so that the answer can be made again without them (bytes).
constexpr std::size_t longestKept = std::size_t{1} << 16;

struct Call {
  const CLI::App* command = nullptr;
  std::string path;                                  ///< "study run"
  std::vector<std::shared_ptr<const Scene>> scenes;  ///< in the order in which they were opened
  std::map<std::string, std::string> words;          ///< of copies, by their paths
};

Call& call() {
  static Call only;
  return only;
}

/// Options that say where an answer goes or what is told beside it.
bool isPlace(const CLI::Option& option) {
  for (const char* const name :
       {"--output", "--csv", "--json", "--made", "--quiet", "--from", "--help", "--mesh-path"})
    if (option.check_name(name)) return true;
  return false;
}

/// Whether the text of an option may be a file to read; the name of a law is none.
bool namesFile(const CLI::Option& option) {
  return option.get_positional() ? option.get_name() != "name"
                                 : option.get_type_name().find("FILE") != std::string::npos;
}

/// Whether the scene of the command is one of Carom's own. A file of the same name was not read then.
bool isBuiltIn(const std::string& scene) {
  return std::ranges::any_of(builtinScenes(), [&](const BuiltinScene& one) { return one.name == scene; });
}

bool isFile(const std::string& text) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(text, ignored);
}

}  // namespace

std::string wordOf(const std::string& path) {
  const auto& words = call().words;
  const auto copy = words.find(path);
  return copy != words.end() ? copy->second : std::filesystem::path(path).filename().string();
}

namespace {

std::string hashOf(QByteArrayView bytes) {
  return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString();
}

std::string hashOf(const std::string& text) {
  return hashOf(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
}

Json fileJson(const std::string& name, const std::string& text, std::size_t longest = longestKept) {
  Json json = {{"name", name}, {"sha256", hashOf(text)}};
  const bool isText = QString::fromStdString(text).toStdString() == text;
  if (text.size() <= longest && isText) json["text"] = text;
  return json;
}

/// A file of any size.
Json fileJson(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::file_size(path, ignored) <= longestKept)
    return fileJson(wordOf(path), readRegularFile(path, longestKept + 1, "a file"));
  QFile file(q(path));
  QCryptographicHash hash(QCryptographicHash::Sha256);
  if (file.open(QIODevice::ReadOnly)) hash.addData(&file);
  return {{"name", wordOf(path)}, {"sha256", hash.result().toHex().toStdString()}};
}

void addWord(QStringList& line, const CLI::Option& option, const std::string& text) {
  const QString value = q(namesFile(option) && isFile(text) ? wordOf(text) : text);
  if (option.get_positional()) {
    line += shellWord(value);
    return;
  }
  const QString name =
      q(option.get_lnames().empty() ? '-' + option.get_snames().front() : "--" + option.get_lnames().front());
  if (option.get_items_expected_max() == 0)
    line += name;
  else if (value.startsWith(QLatin1Char('-')) && value.size() > 1)  // it would be read as an option
    line += shellWord(name + QLatin1Char('=') + value);
  else
    line += name + QLatin1Char(' ') + shellWord(value);
}

/// The command line that prints the answer in this form on standard output.
std::string commandText(MadeForm form) {
  QStringList line{QStringLiteral("carom"), q(call().path)};
  for (const bool positional : {true, false})
    for (const CLI::Option* option : call().command->get_options())
      if (option->get_positional() == positional && !isPlace(*option))
        for (const std::string& text : option->results()) addWord(line, *option, text);
  const auto has = [](const char* name) { return call().command->get_option_no_throw(name) != nullptr; };
  if (form == MadeForm::Document && has("--json")) line += QStringLiteral("--json");
  if (form == MadeForm::Csv && has("--csv")) line += QStringLiteral("--csv -");
  if (form == MadeForm::Csv && has("--made")) line += QStringLiteral("--made");
  return line.join(QLatin1Char(' ')).toStdString();
}

std::vector<std::string> textsOf(const char* name) {
  const CLI::Option* const option = call().command->get_option_no_throw(name);
  return option ? option->results() : std::vector<std::string>();
}

/// The number that an option has, or its text.
Json numberOrText(const std::string& text) {
  try {
    return number(parseNumber("", text));
  } catch (const CommandError&) {
    return text;
  }
}

Json valueOf(const char* name) {
  const auto texts = textsOf(name);
  return texts.empty() ? Json() : numberOrText(texts.back());
}

Json sceneJson(const Scene& scene) {
  return {{"name", scene.name()}, {"sha256", hashOf(scene.text())}};
}

/// The values of all parameters (SI) and choices; null where the scene refuses them, as a sweep's own may be.
Json parametersJson(const Scene& scene, const Assignments& set) try {
  Json json = Json::object();
  for (const ChoiceSpec& choice : scene.choices()) {
    const auto given = set.find(choice.name);
    json[choice.name] = given == set.end() ? choice.defaultOption : given->second;
  }
  for (const ParameterValue& parameter : scene.instantiate(set).parameters)
    json[parameter.name] = number(parameter.value);
  for (const auto& [name, text] : set)  // initial coordinates
    if (!json.contains(name)) json[name] = numberOrText(text);
  return json;
} catch (const SceneError&) {
  return nullptr;
}

/// The rule that is followed; null where all orderings are.
Json policyJson() {
  const auto given = textsOf("--policy");
  if (!given.empty()) return given.back();
  return call().path == "simulate" ? Json(wordsOf(OrderingRule())) : Json();
}

/// Null where nothing is drawn.
Json seedJson() {
  const CLI::Option* const seed = call().command->get_option_no_throw("--seed");
  if (!seed) return nullptr;
  if (seed->count() > 0) return numberOrText(seed->results().back());
  if (call().path == "landing" || call().path == "futures") return Question().seed;  // these always draw
  for (const char* const drawing : {"--sample", "--gaps", "--cloud", "--tolerance"})
    if (const CLI::Option* const option = call().command->get_option_no_throw(drawing))
      if (option->count() > 0) return Question().seed;
  return nullptr;
}

/// The files that the command has read.
Json filesJson() {
  Json files = Json::array();
  std::vector<std::string> paths;
  for (const CLI::Option* option : call().command->get_options())
    if (namesFile(*option) && !isPlace(*option))
      for (const std::string& text : option->results())
        if (text == "-" ? standardInputText().has_value()
                        : isFile(text) && !(option->get_name() == "scene" && isBuiltIn(text)))
          paths.push_back(text);
  for (const std::string& path : paths)
    if (path == "-")
      files.push_back(fileJson("-", *standardInputText()));
    else if (const auto scene = std::ranges::find(call().scenes, path, &Scene::file);
             scene != call().scenes.end())  // as it was read
      // The scene of a robot is kept at any length: its file is no such scene, and has others beside it.
      files.push_back(
          fileJson(wordOf(path), (*scene)->text(), isRobotFile(path) ? longestSceneFile : longestKept));
    else
      files.push_back(fileJson(path));
  return files;
}

[[noreturn]] void refuseRecord(const std::string& file, const std::string& problem) {
  throw CommandError(ExitStatus::InputFault,
                     file + ": " + problem + "; expected a table or document with a record");
}

}  // namespace

void noteCommandLine(const CLI::App& app) {
  call().command = &app;
  for (;;) {
    const auto below = call().command->get_subcommands();
    if (below.empty()) return;
    call().command = below.front();
    call().path += (call().path.empty() ? "" : " ") + below.front()->get_name();
  }
}

void noteCopy(const std::string& path, const std::string& word) {
  call().words[path] = word;
}

/// Whether a file holds a robot's description, and not the scene that was made of one, as in a record.
static bool beginsAsXml(const std::string& file) {
  QFile robot(q(file));
  return isFile(file) && robot.open(QIODevice::ReadOnly) && robot.read(longestKept).trimmed().startsWith('<');
}

/// The scene of a robot whose root moves freely.
static std::shared_ptr<const Scene> importedScene(const std::string& robot, ImportOptions options) {
  options.floating = true;
  const ImportedScene imported = importRobot(robot, options);
  for (const std::string& warning : imported.warnings) writeFault("warning: " + robot + ": " + warning);
  return Scene::parse(imported.text, robot);
}

std::shared_ptr<const Scene> openScene(const std::string& name, ImportOptions import) {
  const auto copy = call().words.find(name);
  const bool isInput = name == "-" || (copy != call().words.end() && copy->second == "-");
  call().scenes.push_back(
      isInput ? Scene::parse(readGiven(name, longestSceneFile + 1, "a scene file"), standardInputName)
      // A copy from a record holds a scene; a robot would read other files.
      : copy == call().words.end() && isRobotFile(name) && beginsAsXml(name)
          ? importedScene(name, std::move(import))
          : Scene::open(name));
  return call().scenes.back();
}

Json madeRecord(MadeForm form) {
  if (!call().command) return nullptr;
  const Assignments set = parseAssignments(textsOf("--set"));
  // One scene, or a list of several.
  const auto ofScenes = [](const auto& jsonOf) {
    const auto& scenes = call().scenes;
    if (scenes.size() == 1) return jsonOf(*scenes.front());
    Json list = scenes.empty() ? Json() : Json::array();
    for (const auto& scene : scenes) list.push_back(jsonOf(*scene));
    return list;
  };
  Json json = {{"version", programVersionAndCommit().toStdString()},
               {"command", commandText(form)},
               {"scene", ofScenes([](const Scene& scene) { return sceneJson(scene); })},
               {"parameters", ofScenes([&](const Scene& scene) { return parametersJson(scene, set); })},
               {"policy", policyJson()},
               {"restitution", valueOf("--restitution")}};
  if (const Json each = valueOf("--reflection-restitution"); !each.is_null())
    json["reflection_restitution"] = each;
  json["seed"] = seedJson();
  if (Json files = filesJson(); !files.empty()) json["files"] = std::move(files);
  return json;
}

/// The scene of a study as its text names it.
static std::string sceneWord(const std::string& study) {
  const Json json = Json::parse(study, nullptr, false);
  return json.is_object() && json.contains("scene") && json["scene"].is_string()
             ? json["scene"].get<std::string>()
             : std::string();
}

Json madeRecord(const Study& study, const WorkHeader& header) {
  const std::string file = header.name, scene = sceneWord(header.study);
  const OptionWords none;
  const OptionWords& run = study.run ? *study.run : none;
  const ResolveOptions& resolve = study.resolve;
  const auto coefficient = [&](const char* name, const std::optional<double>& of) {
    return run.has(name) ? numberOrText(run.text(name)) : orNull(of);
  };
  Json json = {{"version", header.program},
               {"command", "carom study run " + shellWord(q(file)).toStdString()},
               {"scene", sceneJson(*study.scene)},
               {"parameters", parametersJson(*study.scene, study.set)},
               {"policy", run.has("policy") ? Json(run.text("policy"))
                          : study.run       ? Json(wordsOf(OrderingRule()))
                                            : Json()},
               {"restitution", coefficient("restitution", resolve.restitution)}};
  if (const Json each = coefficient("reflection-restitution", resolve.reflectionRestitution); !each.is_null())
    json["reflection_restitution"] = each;
  json["seed"] = nullptr;  // each sampled axis has its own, in the text of the study
  json["files"] = Json::array({fileJson(file, header.study)});
  if (scene != study.scene->name()) json["files"].push_back(fileJson(scene, header.scene));
  return json;
}

std::string madeDocument(Json document) {
  if (Json record = madeRecord(MadeForm::Document); !record.is_null()) document["made"] = std::move(record);
  return documentText(document);
}

std::string madeLines(const Json& record) {
  std::string text;
  for (const auto& [key, value] : record.items()) text += "# " + key + ": " + lineOf(value) + '\n';
  return text;
}

Json recordOfCsv(const std::string& text) {
  Json record = Json::object();
  for (const std::string& line : splitText(text, '\n')) {
    if (!line.starts_with("# ")) break;
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    Json value = Json::parse(line.substr(colon + 2), nullptr, false);
    if (!value.is_discarded()) record[line.substr(2, colon - 2)] = std::move(value);
  }
  return record;
}

Json readMade(const std::string& file) {
  constexpr std::size_t longest = std::size_t{1} << 30;
  Json record;
  if (file.ends_with(".nc")) {
    record = Json::parse(madeOfResults(file), nullptr, false);
  } else {
    const std::string text = readGiven(file, longest, "a table or document with a record");
    if (text.starts_with("# "))
      record = recordOfCsv(text);
    else if (Json document = Json::parse(text, nullptr, false); document.is_object())
      record = document.value("made", Json());
  }
  if (!record.is_object() || !record.contains("command") || !record["command"].is_string())
    refuseRecord(nameOfGiven(file), "holds no record of how it was made");
  return record;
}

std::vector<std::string> shellWords(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false, quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\'') {
      quoted = !quoted;
      inWord = true;
    } else if (!quoted && c == '\\' && i + 1 < line.size()) {
      word += line[++i];
      inWord = true;
    } else if (!quoted && c == ' ') {
      if (inWord) words.push_back(std::exchange(word, {}));
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(word);
  return words;
}

}  // namespace carom
