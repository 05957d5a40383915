#include "cli/bench/bench.h"

#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

#include "cli/bench/bench_peers.h"
#include "cli/bench/bench_program.h"
#include "cli/made/made.h"
#include "cli/terminal.h"

namespace carom {

namespace {

// carom_bench measures pairs of this kind; each counter is a cost that both have.
constexpr std::string_view oursEnding = "/ours", otherEnding = "/straightforward";

struct BenchCommand {
  std::string name;
  bool json = false;
};

/// One line of the table.
struct Row {
  std::string name, unit;
  std::optional<double> ours, straightforward;

  std::optional<double> ratio() const {
    if (!ours || !straightforward || *ours == 0) return std::nullopt;
    return *straightforward / *ours;
  }
};

BenchProgram benchProgram() {
  return {
      "carom_bench",
      "the benchmarks are not built; `./carom bench` at the top of the repository builds them, and so does "
      "`cmake --preset bench && ninja -C build/bench`"};
}

/// The name of a benchmark without its ending, which names the implementation.
std::string whatOf(const std::string& name) {
  for (const std::string_view ending : {oursEnding, otherEnding}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

/// Benchmarks with `part` in their names.
std::vector<std::string> benchmarksNamed(const BenchProgram& program, const std::string& part) {
  std::istringstream lines(program.run({QStringLiteral("--benchmark_list_tests")}));
  std::vector<std::string> found;
  std::set<std::string> subjects;  // what stands before the first /
  for (std::string line; std::getline(lines, line);) {
    if (line.find(part) != std::string::npos) found.push_back(line);
    subjects.insert(line.substr(0, line.find('/')));
  }
  if (found.empty()) {
    std::string known;
    for (const std::string& subject : subjects) known += (known.empty() ? "" : ", ") + subject;
    throw CommandError(ExitStatus::CommandFault,
                       "unknown benchmark \"" + part + "\"; expected a part of one of " + known);
  }
  return found;
}

/// Adds what one run measured: its counters, or its time where it has none.
void addRun(const Json& run, std::vector<Row>& rows) {
  const std::string name = run.at("name");
  const bool isOther = name.ends_with(otherEnding);
  const auto add = [&](const std::string& unit, double cost) {
    const std::string what = whatOf(name);
    const auto same = [&](const Row& row) { return row.name == what && row.unit == unit; };
    auto row = std::ranges::find_if(rows, same);
    if (row == rows.end()) row = rows.insert(rows.end(), {what, unit, {}, {}});
    (isOther ? row->straightforward : row->ours) = cost;
  };
  bool counted = false;
  for (const auto& [key, value] : run.items()) {
    if (key.find('/') == std::string::npos || !value.is_number()) continue;  // "ns/state"
    add(key, value);
    counted = true;
  }
  if (!counted) add(run.at("time_unit"), run.at("cpu_time"));
}

std::string cell(const std::optional<double>& value) {
  if (!value) return "-";
  char text[32];
  std::snprintf(text, sizeof text, *value < 1000 ? "%.3g" : "%.0f", *value);
  return text;
}

std::string table(const std::vector<Row>& rows) {
  std::vector<std::array<std::string, 5>> lines{{"NAME", "UNIT", "OURS", "STRAIGHTFORWARD", "RATIO"}};
  for (const Row& row : rows)
    lines.push_back({row.name, row.unit, cell(row.ours), cell(row.straightforward), cell(row.ratio())});
  std::array<std::size_t, 5> widths{};
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string padding(widths[i] - line[i].size(), ' ');
      text += i < 2 ? line[i] + padding : padding + line[i];
      text += i + 1 < widths.size() ? "  " : "\n";
    }
  }
  return text;
}

Json tableJson(const std::vector<Row>& rows, bool complete) {
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json list = Json::array();
  for (const Row& row : rows) {
    list.push_back({{"name", row.name},
                    {"unit", row.unit},
                    {"ours", number(row.ours)},
                    {"straightforward", number(row.straightforward)},
                    {"ratio", number(row.ratio())}});
  }
  return {{"benchmarks", list}, {"complete", complete}};
}

/// Runs every benchmark in a process of its own, so that none depends on the memory that another one has
/// left.
ExitStatus runBench(const BenchCommand& options) {
  const BenchProgram program = benchProgram();
  const std::vector<std::string> names = benchmarksNamed(program, options.name);
  std::vector<Row> rows;
  bool complete = true;
  {
    LongWork work;
    const Progress progress = work.progress();
    for (std::size_t i = 0; i < names.size() && complete; ++i) {
      if (progress) progress(static_cast<double>(i) / static_cast<double>(names.size()));
      const QString filter = QStringLiteral("--benchmark_filter=^%1$").arg(QString::fromStdString(names[i]));
      const std::string output =
          program.run({filter, QStringLiteral("--benchmark_format=json")}, work.stopToken());
      complete = !work.stopToken().stop_requested();
      if (!complete) break;
      const Json document = Json::parse(output);
      for (const Json& result : document.at("benchmarks")) addRun(result, rows);
    }
  }
  writeOutput(options.json ? madeDocument(tableJson(rows, complete)) : table(rows));
  return complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addBenchCommand(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("bench", "The benchmarks beside a straightforward implementation, as ratios");
  auto options = std::make_shared<BenchCommand>();
  command->add_option("name", options->name, "Only benchmarks with this in their names, e.g. path")
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print one JSON document instead of the table");
  CLI::App* peers = addBenchPeersCommand(*command, action);
  command->callback([options, peers, &action] {
    if (!peers->parsed()) action = [options] { return runBench(*options); };
  });
}

}  // namespace carom
