#include "cli/audit/conform.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "answer/document/json_values.h"
#include "audit/conformance/conform_problems.h"
#include "base/atomic_file.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/given_file.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "scene/format/json_value.h"
#include "scene/format/parse_json.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

struct ConformExport {
  std::string folder;
};

struct ConformCheck {
  std::string answers;
  double tolerance = 1e-6;
  AnswerOutput output;
};

Json problemJson(const ConformProblem& problem) {
  const ImpactProblem& impact = problem.impact;
  Json contacts = Json::array(), restitution = Json::array();
  for (const ContactLabel& label : impact.labels()) {
    contacts.push_back(label.name);
    restitution.push_back(label.restitution);
  }
  Json json = {{"id", problem.id},
               {"mass_matrix", rowsJson(impact.metric().mass())},
               {"normals", rowsJson(impact.normals())},
               {"momentum", list(impact.momentum())},
               {"restitution", restitution},
               {"names", contacts},
               {"story", problem.story}};
  if (!problem.scene.empty()) {
    Json set = Json::object();
    for (const auto& [name, value] : problem.assignments) set[name] = value;
    json["scene"] = {{"file", "scenes/" + problem.scene + ".carom.json"}, {"set", set}};
  }
  return json;
}

ExitStatus exportProblems(const ConformExport& options) {
  refuseStandardOutput(options.folder);
  const std::filesystem::path folder = options.folder;
  std::error_code error;
  std::filesystem::create_directories(folder / "scenes", error);
  if (error)
    throw CommandError(ExitStatus::InputFault, options.folder + ": cannot be made: " + error.message());
  const auto problems = conformProblems();
  std::set<std::string> scenes;
  for (const ConformProblem& problem : problems)
    if (!problem.scene.empty()) scenes.insert(problem.scene);
  for (const std::string& name : scenes)
    writeWhole(q((folder / "scenes" / (name + ".carom.json")).string()),
               [&](const TextSink& sink) { sink(Scene::open(name)->text()); });
  writeWhole(q((folder / "problems.jsonl").string()), [&](const TextSink& sink) {
    for (const ConformProblem& problem : problems) sink(lineOf(problemJson(problem)) + '\n');
  });
  writeText(std::to_string(problems.size()) + " problems in " + (folder / "problems.jsonl").string() + "\n");
  return ExitStatus::Done;
}

/// The answers of a file by problem.
using Answers = std::map<std::string, std::vector<std::optional<Eigen::VectorXd>>>;

std::optional<Eigen::VectorXd> answerOf(const JsonValue& line, const ConformProblem& problem) {
  if (!line.json().contains("momentum")) line.refuse("has no \"momentum\"", "one, or null");
  if (line.json()["momentum"].is_null()) return std::nullopt;
  const JsonValue momentum = line.at("momentum");
  const auto elements = momentum.elements();
  if (std::ssize(elements) != problem.impact.dof())
    momentum.refuse("has " + std::to_string(elements.size()) + " numbers",
                    std::to_string(problem.impact.dof()));
  Eigen::VectorXd p(std::ssize(elements));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].json().is_number()) elements[i].refuse("is not a number", "a number");
    p[static_cast<Eigen::Index>(i)] = elements[i].json().get<double>();
  }
  return p;
}

Answers readAnswers(const std::string& file, const std::vector<ConformProblem>& problems) {
  constexpr std::size_t longest = std::size_t{1} << 28;
  const std::string text = readGiven(file, longest, "answers, one JSON object a line");
  const std::string name = nameOfGiven(file);
  Answers answers;
  int number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = name + ", line " + std::to_string(number);
    const auto json = parseJson(line, place);
    const JsonValue value(json, place, "");
    value.allowKeys({"id", "momentum", "note"});
    const std::string id = value.at("id").string();
    const auto problem = std::ranges::find(problems, id, &ConformProblem::id);
    if (problem == problems.end())
      value.at("id").refuse("is no problem: '" + id + "'", "an id of problems.jsonl");
    answers[id].push_back(answerOf(value, *problem));
  }
  if (answers.empty()) throw SceneError(name, "", "has no answers", "one JSON object a line");
  return answers;
}

struct CheckedProblem {
  const ConformProblem* problem;
  std::optional<CheckedAnswer> answer;  ///< empty where there is none
};

Json checkedJson(const CheckedProblem& checked) {
  Json json = {{"id", checked.problem->id}};
  if (!checked.answer) {
    json["verdict"] = nullptr;
    return json;
  }
  const CheckedAnswer& answer = *checked.answer;
  json["verdict"] = nameOf(answer.verdict);
  json["why"] = answer.why;
  json["distance"] = number(answer.distance);
  json["energy_change"] = number(answer.energyChange);
  json["spread"] = number(answer.spread);
  json["outcomes"] = answer.outcomes;
  json["repeats"] = answer.repeats;
  return json;
}

std::string checkedText(const std::vector<CheckedProblem>& all) {
  TextTable table;
  table.add({QStringLiteral("problem"), QStringLiteral("verdict"), QStringLiteral("distance"),
             QStringLiteral("ΔE/E"), QStringLiteral("repeats"), QStringLiteral("why")});
  std::map<std::string, std::size_t> counts;
  for (const CheckedProblem& checked : all) {
    const std::string verdict = checked.answer ? std::string(nameOf(checked.answer->verdict)) : "no answer";
    ++counts[verdict];
    if (!checked.answer) continue;
    QStringList why;
    for (const std::string& one : checked.answer->why) why += q(one);
    table.add({q(checked.problem->id), q(verdict), formatNumber(checked.answer->distance),
               formatNumber(checked.answer->energyChange), QString::number(checked.answer->repeats),
               why.join(QStringLiteral(", "))});
  }
  QString text = table.text() + '\n';
  for (const auto& [verdict, count] : counts)
    text += QStringLiteral("%1: %2\n").arg(q(verdict), QString::number(count));
  return text.toStdString();
}

ExitStatus checkProblems(const ConformCheck& options) {
  if (!(options.tolerance > 0 && options.tolerance < 1))
    throw CommandError(ExitStatus::InputFault, "--tolerance: expected a number above 0 and below 1");
  const auto problems = conformProblems();
  const Answers answers = readAnswers(options.answers, problems);
  std::vector<CheckedProblem> all;
  for (const ConformProblem& problem : problems) {
    const auto given = answers.find(problem.id);
    all.push_back({&problem, given == answers.end()
                                 ? std::optional<CheckedAnswer>()
                                 : checkAnswers(problem, given->second, options.tolerance)});
  }
  Json json = {{"tolerance", options.tolerance}, {"problems", Json::array()}};
  for (const CheckedProblem& checked : all) json["problems"].push_back(checkedJson(checked));
  writeAnswer(options.output, {[&] { return checkedText(all); },
                               [&](const TextSink& sink) { sink(madeDocument(std::move(json))); }});
  return ExitStatus::Done;
}

}  // namespace

void addConformCommand(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("conform", "Planted problems for other engines, and verdicts on their answers");
  command->require_subcommand(1);
  CLI::App* out =
      command->add_subcommand("export", "Write the problems, one JSON object a line, and their scenes");
  auto exporting = std::make_shared<ConformExport>();
  out->add_option("-o,--output", exporting->folder, "Folder")->required()->type_name("DIR");
  out->callback([exporting, &action] { action = [exporting] { return exportProblems(*exporting); }; });
  CLI::App* check =
      command->add_subcommand("check", "Say of each answer whether it is right, and how it is wrong");
  auto checking = std::make_shared<ConformCheck>();
  check->add_option("answers", checking->answers, "Answers, one JSON object with id and momentum a line")
      ->required();
  check
      ->add_option("--tolerance", checking->tolerance,
                   "Of distances over the norm of the momentum before [1e-6]")
      ->type_name("X");
  addOutputOptions(*check, checking->output);
  check->callback([checking, &action] { action = [checking] { return checkProblems(*checking); }; });
}

}  // namespace carom
