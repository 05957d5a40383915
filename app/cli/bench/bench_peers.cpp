#include "cli/bench/bench_peers.h"

#include <CLI/CLI.hpp>
#include <QFile>
#include <QSysInfo>
#include <QThread>
#include <algorithm>
#include <memory>
#include <optional>

#include "answer/document/json_stream.h"
#include "base/atomic_file.h"
#include "cli/bench/bench_program.h"
#include "cli/bench/peer_rows.h"
#include "cli/terminal.h"

namespace carom {

namespace {

struct BenchPeersCommand {
  std::string name, file;
  bool json = false;
};

/// An engine and a package that its adapter needs; packages.txt lists the same for `peers`.
struct PeerPackage {
  const char *engine, *package;
};
constexpr PeerPackage packages[] = {{"box2d", "libbox2d-dev"},
                                    {"bullet", "libbullet-dev"},
                                    {"dart", "libdart-collision-ode-dev"},
                                    {"dart", "libdart-external-ikfast-dev"},
                                    {"mujoco", "libmujoco-dev"},
                                    {"ode", "libode-dev"},
                                    {"siconos", "libsiconos-kernel-dev"},
                                    {"simbody", "libsimbody-dev"}};

std::string nothingInstalled() {
  std::string list;
  for (const PeerPackage& peer : packages) list += std::string(list.empty() ? "" : ", ") + peer.package;
  return "no other engine is built in; install one or more of " + list + ", then run `./carom bench peers`";
}

/// "AMD EPYC, 2 processors, Debian GNU/Linux 12 (bookworm)".
QString machineName() {
  QString processor = QSysInfo::currentCpuArchitecture();
  QFile file(QStringLiteral("/proc/cpuinfo"));
  if (file.open(QIODevice::ReadOnly))
    for (const QByteArray& line : file.readAll().split('\n'))
      if (line.startsWith("model name"))
        processor = QString::fromUtf8(line.mid(line.indexOf(':') + 1)).trimmed();
  return QStringLiteral("%1, %2 processors, %3")
      .arg(processor)
      .arg(QThread::idealThreadCount())
      .arg(QSysInfo::prettyProductName());
}

/// One engine in one scene.
struct PeerRun {
  Json engine;
  std::string settings, scene;

  std::string name() const { return engine.at("name").get<std::string>() + '/' + settings + '/' + scene; }
};

/// The runs with `part` in their names. Throws CommandError where there is none.
std::vector<PeerRun> runsNamed(const Json& about, const std::string& part) {
  std::vector<PeerRun> runs;
  for (const Json& engine : about.at("engines"))
    for (const char* settings : {"default", "best"})
      for (const Json& scene : about.at("scenes")) {
        PeerRun run{engine, settings, scene};
        if (run.name().find(part) != std::string::npos) runs.push_back(std::move(run));
      }
  if (!runs.empty()) return runs;
  std::string known;
  for (const Json& scene : about.at("scenes"))
    known += (known.empty() ? "" : ", ") + scene.get<std::string>();
  throw CommandError(
      ExitStatus::CommandFault,
      "unknown run \"" + part + "\"; expected a part of ENGINE/SETTINGS/SCENE, the scenes being " + known);
}

void addRows(const PeerRun& run, const std::string& output, PeerRows& rows) {
  for (const Json& measured : Json::parse(output)) {
    Json row{{"engine", run.engine.at("name")},
             {"version", run.engine.at("version")},
             {"settings", run.settings},
             {"scene", run.scene}};
    row.update(measured);
    rows.push_back(std::move(row));
  }
}

/// Packages of the engines that were not built in.
Json missingPackages(const Json& about) {
  Json missing = Json::array();
  for (const PeerPackage& peer : packages)
    if (std::ranges::none_of(about.at("engines"), [&](const Json& e) { return e.at("name") == peer.engine; }))
      missing.push_back(peer.package);
  return missing;
}

/// failed: names of runs that ended with an error.
QString notes(const Json& about, const Json& missing, const Json& failed) {
  QString text = QStringLiteral(
      "Energy: change over the energy before the impact; of the pendulum, the greatest "
      "error in 1000 s over the depth of its fall.\n"
      "Distance: to the nearest propagative outcome, over the momentum before; all at 40 "
      "speeds from 0.1 to 10 m/s.\n"
      "Drift: of a body in 10 s.\n");
  for (const Json& engine : about.at("engines"))
    for (const auto& [settings, what] : engine.at("settings").items())
      text +=
          QStringLiteral("%1 %2, %3: %4.\n")
              .arg(QString::fromStdString(engine.at("name")), QString::fromStdString(engine.at("version")),
                   QString::fromStdString(settings), QString::fromStdString(what));
  for (const Json& package : missing)
    text += QStringLiteral("Left out, not installed: %1.\n").arg(QString::fromStdString(package));
  for (const Json& run : failed)
    text += QStringLiteral("Ended with an error of the engine: %1.\n").arg(QString::fromStdString(run));
  return text + QStringLiteral("Machine: ") + machineName() + '\n';
}

/// Every run in a process of its own, so that none meets what another has left behind.
ExitStatus runBenchPeers(const BenchPeersCommand& options) {
  const BenchProgram program("carom_bench_peers", nothingInstalled());
  const Json about = Json::parse(program.run({QStringLiteral("--about")}));
  const std::vector<PeerRun> runs = runsNamed(about, options.name);
  PeerRows rows;
  Json failed = Json::array();
  bool complete = true;
  {
    LongWork work;
    const Progress progress = work.progress();
    for (std::size_t i = 0; i < runs.size() && complete; ++i) {
      if (progress) progress(static_cast<double>(i) / static_cast<double>(runs.size()));
      const PeerRun& run = runs[i];
      const std::optional<std::string> output =
          program.tryRun({QString::fromStdString(run.engine.at("name")), QString::fromStdString(run.settings),
                          QString::fromStdString(run.scene)},
                         work.stopToken());
      complete = !work.wasStopped();
      if (!complete) continue;
      if (output)
        addRows(run, *output, rows);
      else
        failed.push_back(run.name());
    }
  }
  const Json missing = missingPackages(about), impacts = impactSummary(rows), motions = motionSummary(rows),
             conformance = conformanceSummary(rows);
  if (options.json)
    writeOutput(documentText({{"machine", machineName().toStdString()},
                              {"engines", about.at("engines")},
                              {"missing", missing},
                              {"failed", failed},
                              {"impacts", impacts},
                              {"motions", motions},
                              {"conformance", conformance},
                              {"complete", complete}}));
  else
    writeOutput((peerTables(impacts, motions, conformance) + notes(about, missing, failed)).toStdString() +
                (complete ? "" : "Not complete.\n"));
  if (!options.file.empty()) {
    writeWhole(QString::fromStdString(options.file), peerCsv(rows).toUtf8());
    if (!options.json) writeOutput("Written to " + options.file + ".\n");
  }
  return complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

CLI::App* addBenchPeersCommand(CLI::App& bench, Action& action) {
  CLI::App* command = bench.add_subcommand("peers", "Other engines that are installed, beside Carom");
  auto options = std::make_shared<BenchPeersCommand>();
  command
      ->add_option("name", options->name,
                   "Only runs with this in ENGINE/SETTINGS/SCENE, e.g. ode/best or cradle-3")
      ->type_name("NAME");
  command->add_option("-o,--output", options->file, "Also write every single run, as CSV")
      ->type_name("FILE.csv");
  command->add_flag("--json", options->json, "Print one JSON document instead of the tables");
  command->callback([options, &action] { action = [options] { return runBenchPeers(*options); }; });
  return command;
}

}  // namespace carom
