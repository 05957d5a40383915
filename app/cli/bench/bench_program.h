#pragma once

#include <QStringList>
#include <optional>
#include <stop_token>
#include <string>

namespace carom {

/// A program of benchmarks in the folder of this program.
class BenchProgram {
 public:
  /// Throws CommandError with `advice` where there is no such program.
  BenchProgram(const std::string& name, const std::string& advice);

  /// Its standard output; what it had written so far after a stop. Throws CommandError where it fails.
  std::string run(const QStringList& arguments, std::stop_token stop = {}) const;
  /// The same; empty where it fails.
  std::optional<std::string> tryRun(const QStringList& arguments, std::stop_token stop = {}) const;

 private:
  QString m_path;
};

}  // namespace carom
