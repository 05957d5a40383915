#include "cli/help/reference.h"

#include <CLI/CLI.hpp>
#include <QStringList>
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "answer/document/audit_document.h"
#include "answer/document/landing_document.h"
#include "answer/document/run_document.h"
#include "answer/question/options.h"
#include "base/key_table.h"
#include "base/own_library.h"
#include "base/terms.h"
#include "cli/help/command_tree.h"
#include "figures/figure_catalog.h"
#include "impact/policy.h"
#include "laws/collision_law.h"
#include "models/impact_model.h"
#include "scene/format/describe_keys.h"
#include "scene/scene.h"
#include "study/measure.h"

namespace carom {

namespace reference {
namespace {

using Row = std::vector<std::string>;

/// A text as Markdown shows it, in a cell of a table: CLI11's ranges have brackets, and lines end a table.
std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\n') {
      safe += ' ';
      continue;
    }
    if (std::string_view("|\\*_`[]<>$").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

/// Names and forms of values. A bar would end the cell.
std::string code(std::string text) {
  if (text.empty()) return text;
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\\|");
  return '`' + text + '`';
}

std::string line(const Row& cells) {
  std::string text = "|";
  for (const std::string& each : cells) text += ' ' + each + " |";
  return text + '\n';
}

std::string tableOf(const Row& head, const std::vector<Row>& rows) {
  std::string text = line(head) + '|';
  for (std::size_t i = 0; i < head.size(); ++i) text += "---|";
  text += '\n';
  for (const Row& row : rows) text += line(row);
  return text + '\n';
}

std::string commandPage(const CLI::App& app) {
  std::string text =
      "# Commands and options\n\nEvery command with its options, as `carom COMMAND --help` prints them. "
      "[Command "
      "line](../commands.md) explains them.\n\n";
  for (const ShownCommand& command : commandTree(app)) {
    text +=
        "## carom" + (command.path.empty() ? "" : ' ' + command.path) + "\n\n" + cell(command.help) + "\n\n";
    std::vector<Row> rows;
    for (const ShownOption& option : command.options) {
      Row row{"", code(option.value), cell(option.help)};
      for (const std::string& name : option.names) row[0] += (row[0].empty() ? "" : ", ") + code(name);
      const Option* known = findOption(option.names.front().substr(2));
      row.push_back(known ? cell(known->unit) : "");
      if (option.names.front() != "--help") rows.push_back(row);
    }
    if (!rows.empty()) text += tableOf({"option", "value", "meaning", "unit"}, rows);
  }
  return text;
}

template <class Key>
std::string tableOfKeys(std::span<const Key> keys) {
  std::vector<Row> rows;
  for (const AnswerKey& key : keys) {
    std::string numbers;
    for (const std::string& path : numberPaths(key))
      if (path != key.key) numbers += (numbers.empty() ? "" : ", ") + code(path);
    rows.push_back({code(std::string(key.key)), cell(key.help), cell(key.unit), numbers});
  }
  return tableOf({"key", "meaning", "unit", "numbers in it"}, rows);
}

std::string answerPage() {
  return "# Keys of answers\n\nThe documents that `--json` prints, which are also the attributes of Python's "
         "answers and "
         "the paths that a study measures. (n,) is a list for n coordinates, (k,) one for k contacts. A unit "
         "of 1 is a "
         "pure number.\n\n## The answer to an impact: resolve\n\n" +
         tableOfKeys(impactKeys()) + "## An outcome\n\n" + tableOfKeys(outcomeKeys()) +
         "## A run: simulate\n\n" + tableOfKeys(runKeys()) + "## A landing\n\n" + tableOfKeys(landingKeys()) +
         "## An audit\n\n" + tableOfKeys(auditKeys()) + "## A jump of an audit\n\n" + tableOfKeys(jumpKeys());
}

using Schema = nlohmann::ordered_json;  // its keys are shown in their order

/// The values that a key of a schema takes: "number or expression", "linear or log", "integer".
std::string valuesOf(const Schema& key, const Schema& definitions) {
  if (key.contains("$ref")) return valuesOf(definitions.at(key.value("$ref", "").substr(8)), definitions);
  if (key.contains("const")) return code(key.at("const").dump());
  if (key.contains("anyOf")) return "number or expression";
  if (!key.contains("enum")) return key.value("type", "");
  std::string words;
  for (const Schema& word : key.at("enum"))
    words += (words.empty() ? "" : " or ") + code(word.get<std::string>());
  return words;
}

/// The keys of an object, with what each is.
void addProperties(std::string& text, const Schema& object, const Schema& definitions) {
  std::vector<Row> rows;
  for (const auto& [name, value] : object.at("properties").items())
    rows.push_back({code(name), cell(value.value("description", "")), valuesOf(value, definitions)});
  text += tableOf({"key", "meaning", "value"}, rows);
}

std::string studyPage(const std::string& schema) {
  const Schema json = Schema::parse(schema);
  const Schema& definitions = json.at("$defs");
  std::string text = "# Keys of study files\n\n" + cell(json.value("description", "")) +
                     " [Studies](../studies.md) explains them.\n\n## The file\n\n";
  addProperties(text, json, definitions);
  const auto addObjects = [&](const Schema& all, const char* what) {
    for (const auto& [name, value] : all.items())
      if (value.contains("properties")) {
        text += "## " + name + what + "\n\n" + cell(value.value("description", "")) + "\n\n";
        addProperties(text, value, definitions);
      }
  };
  addObjects(json.at("properties"), "");
  addObjects(definitions, " (an entry)");
  return text;
}

/// Other words for a term, by which readers of other papers look for it: "Truesdell, non-uniqueness".
std::string otherWords(const Term& term) {
  constexpr qsizetype shortest = 4;
  QStringList words;
  for (const QString& sign : QString::fromUtf8(term.signs).split(QLatin1Char('|'), Qt::SkipEmptyParts))
    if (sign.size() >= shortest && sign.front().isLetter() && sign != term.symbol() &&
        !sign.contains(QLatin1Char('_')) && !sign.contains(QLatin1Char('=')))
      words.push_back(sign);
  return words.join(QStringLiteral(", ")).toStdString();
}

std::string wordPage() {
  std::string text =
      "# Words and symbols\n\nEvery word and symbol of the theory, with its unit and its source in the "
      "[papers](../papers.md). In the window each answers where the mouse rests on it.\n\n";
  for (const Term& term : termTable()) {
    const std::string symbol = term.symbol().toStdString(), name = term.name;
    text += "### " + cell(name) + (symbol.empty() || symbol == name ? "" : " (" + cell(symbol) + ')') +
            "\n\n" + cell(term.sentence);
    if (term.unit) text += *term.unit ? " Unit: " + cell(term.unit) + '.' : " A pure number.";
    if (*term.source) text += ' ' + cell(term.source);
    if (const std::string others = otherWords(term); !others.empty())
      text += " Other words: " + cell(others) + '.';
    text += "\n\n";
  }
  return text;
}

std::string range(double least, double most) {
  const auto end = [](double value) {
    if (std::abs(value) >= std::numeric_limits<double>::max()) return std::string(value < 0 ? "−∞" : "∞");
    std::ostringstream text;
    text << value;
    return text.str();
  };
  return end(least) + " … " + end(most);
}

std::string namePage() {
  std::string text =
      "# Names that options take\n\n## Policies\n\nThe rules that choose an ordering, in "
      "`--policy` and in the window's list of impact rules.\n\n";
  std::vector<Row> rows;
  for (const PolicyRow& row : policyRows())
    rows.push_back({code(std::string(row.word) + (row.argument == PolicyRow::Argument::Contacts ? ":CONTACT,…"
                                                  : row.argument == PolicyRow::Argument::Seed   ? ":SEED"
                                                                                                : "")),
                    cell(row.label)});
  text += tableOf({"policy", "in the window"}, rows) +
          "## Collision laws\n\nThe laws of one contact, with the coefficients "
          "that each uses beside μ and e. [Collision laws](../laws.md) explains them.\n\n";
  rows.clear();
  for (const std::string_view name : collisionLawNames()) {
    std::string uses;
    for (const Coefficient& coefficient : lawCoefficients)
      if (const CoefficientUse* use =
              coefficient.uses.empty() ? nullptr : useOf(coefficient, *collisionLawNamed(name)))
        uses += (uses.empty() ? "" : "; ") + code(std::string(coefficient.name)) + ' ' +
                range(use->least, use->most);
    rows.push_back({code(std::string(name)), uses});
  }
  text += tableOf({"law", "further coefficients"}, rows) +
          "## Coefficients of a contact\n\nKeys of a contact in a scene and options of `carom law`.\n\n";
  rows.clear();
  for (const Coefficient& each : lawCoefficients)
    rows.push_back({code(std::string(each.name)), cell(each.help), range(each.least, each.most)});
  text += tableOf({"coefficient", "meaning", "range"}, rows) +
          "## Other models\n\nThe models of `carom compare` and of the measure `distance:MODEL`.\n\n";
  rows.clear();
  for (const ImpactModel& model : impactModels())
    rows.push_back({code(std::string(model.name)), cell(model.label)});
  text += tableOf({"model", "in the window"}, rows) +
          "## Measures\n\nThe numbers of `carom sweep`, studies and landscapes. A study also "
          "measures every number of the [answers](answers.md) by its path.\n\n";
  rows.clear();
  for (const MeasureName& measure : measureNames())
    rows.push_back({code(std::string(measure.name)), cell(measure.meaning)});
  return text + tableOf({"measure", "meaning"}, rows);
}

std::string listPage() {
  std::string text = "# Built-in scenes and figures\n\n## Scenes\n\n`carom scenes` prints this list.\n\n";
  std::vector<Row> rows;
  for (const BuiltinScene& scene : builtinScenes())
    rows.push_back({code(scene.name), cell(scene.title), cell(scene.source)});
  text += tableOf({"scene", "title", "source"}, rows) +
          "## Figures\n\n`carom figure --list` prints this list.\n\n";
  rows.clear();
  for (const FigureKind& kind :
       ownFunction<const FigureLibrary*()>("carom_figures", "caromFigureLibrary")()->kinds)
    rows.push_back({code(kind.name), cell(kind.description), code(kind.scene)});
  return text + tableOf({"figure", "contents", "its scene"}, rows);
}

std::string windowPage() {
  std::string text = "# Keys and mouse\n\n";
  for (const KeyGroup& group : keyTable()) {
    std::vector<Row> rows;
    for (const KeyRow& row : group.rows) rows.push_back({"**" + cell(row.keys) + "**", cell(row.meaning)});
    text += "## " + std::string(group.part) + "\n\n" + tableOf({"keys", "action"}, rows);
  }
  return text;
}

}  // namespace
}  // namespace reference

std::vector<ReferencePage> referencePages(const CLI::App& app, const std::string& studySchema) {
  using namespace reference;
  return {{"commands.md", commandPage(app)},
          {"answers.md", answerPage()},
          {"scene-keys.md",
           "# Keys of scene files\n\n[The scenes' README](../../scenes/README.md) explains the format.\n\n" +
               keyTables()},
          {"study-keys.md", studyPage(studySchema)},
          {"words.md", wordPage()},
          {"names.md", namePage()},
          {"lists.md", listPage()},
          {"keys.md", windowPage()}};
}

}  // namespace carom
