#include "cli/bench/bench_program.h"

#include <QProcess>
#include <filesystem>

#include "cli/options.h"

namespace carom {

BenchProgram::BenchProgram(const std::string& name, const std::string& advice) {
  const auto path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
  if (!std::filesystem::exists(path)) throw CommandError(ExitStatus::InputFault, advice);
  m_path = QString::fromStdString(path.string());
}

std::string BenchProgram::run(const QStringList& arguments, std::stop_token stop) const {
  std::optional<std::string> output = tryRun(arguments, stop);
  if (!output) throw CommandError(ExitStatus::InputFault, m_path.toStdString() + " failed");
  return *std::move(output);
}

std::optional<std::string> BenchProgram::tryRun(const QStringList& arguments, std::stop_token stop) const {
  QProcess process;
  process.setStandardErrorFile(QProcess::nullDevice());
  process.start(m_path, arguments, QIODevice::ReadOnly);
  while (!process.waitForFinished(100) && process.state() != QProcess::NotRunning) {
    if (stop.stop_requested()) process.kill();
  }
  if (!stop.stop_requested() && (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0))
    return std::nullopt;
  return process.readAllStandardOutput().toStdString();
}

}  // namespace carom
