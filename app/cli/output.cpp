#include "cli/output.h"

#include <CLI/CLI.hpp>

#include "base/atomic_file.h"
#include "base/printable_text.h"
#include "base/qt_text.h"
#include "cli/made/made.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

namespace carom {

namespace {

bool isStandardOutput(const std::string& file) {
  return file.empty() || file == "-";
}

void writeTo(const std::string& file, const std::function<void(const TextSink&)>& write) {
  if (!isStandardOutput(file)) return writeWhole(q(file), write);
  OutputStream stream;
  write([&stream](std::string_view text) { stream.write(text); });
  stream.flush();
}

/// The endings of files that a command takes, in words.
std::string endingsOf(FormsOf forms) {
  return std::string(".json") + (forms.csv ? ", .csv" : "") + (forms.text ? ", .txt" : "");
}

std::string refusedEnding(const std::string& file, FormsOf forms) {
  const bool fits = isStandardOutput(file) || file.ends_with(".json") ||
                    (forms.csv && file.ends_with(".csv")) || (forms.text && file.ends_with(".txt"));
  return fits ? std::string() : file + ": expected a file that ends in " + endingsOf(forms);
}

}  // namespace

void addOutputOptions(CLI::App& command, AnswerOutput& output, FormsOf forms) {
  const bool csvIsUsual = forms.csv && !forms.text;
  command.add_flag("--json", output.json,
                   csvIsUsual ? "Print one JSON document instead of CSV" : "Print one JSON document");
  command
      .add_option("-o,--output", output.file,
                  "Write the answer to a file: " + endingsOf(forms) + "; - is standard output")
      ->type_name("FILE")
      ->check([forms](const std::string& file) { return refusedEnding(file, forms); });
  if (forms.csv)
    command.add_flag("--made", output.made,
                     "Begin a CSV with lines # that say how it was made, as -o does anyway");
}

void refuseStandardOutput(const std::string& folder) {
  if (folder == "-")
    throw CommandError(ExitStatus::CommandFault,
                       "-: standard output takes one file, not several; expected a folder");
}

void writeCsvAnswer(const std::string& file, bool made, const std::function<void(const TextSink&)>& csv) {
  writeTo(file, [&](const TextSink& sink) {
    if (made) sink(madeLines(madeRecord(MadeForm::Csv)));
    csv(sink);
  });
}

void writeAnswer(const AnswerOutput& output, const AnswerForms& forms) {
  const bool toFile = !isStandardOutput(output.file);
  if (output.file.ends_with(".json") || (!toFile && output.json)) return writeTo(output.file, forms.json);
  if (forms.csv && (output.file.ends_with(".csv") || (!toFile && !forms.text)))
    return writeCsvAnswer(output.file, toFile || output.made, forms.csv);
  if (toFile)
    return writeTo(output.file, [&](const TextSink& sink) { sink(printableText(fitted(forms.text()))); });
  writeText(fitted(forms.text()));
}

}  // namespace carom
