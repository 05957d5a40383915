#pragma once

#include <functional>
#include <string>

#include "answer/document/json_stream.h"

namespace CLI {
class App;
}

namespace carom {

/// Where the answer of a command goes, and in which form.
struct AnswerOutput {
  std::string file;  ///< of -o; "" and "-" are standard output
  bool json = false, made = false;
};

/// The forms in which an answer can be written; null where there is none.
struct AnswerForms {
  std::function<std::string()> text;
  std::function<void(const TextSink&)> json, csv = nullptr;
};

/// Which of them a command has beside JSON.
struct FormsOf {
  bool text = true, csv = false;
};

/// Adds --json and -o, and --made where the answer is CSV on standard output.
void addOutputOptions(CLI::App& command, AnswerOutput& output, FormsOf forms = {});

/// Writes an answer in the form that is asked for: by the ending of -o, by --json, else as text or CSV. A
/// file appears whole or not at all. JSON has its record (see made.h) from the caller; CSV gets it here, in
/// files and where --made asks for it.
void writeAnswer(const AnswerOutput& output, const AnswerForms& forms);

/// Throws CommandError where the place of several files is standard output.
void refuseStandardOutput(const std::string& folder);

/// Writes a CSV to a file or, for "-", to standard output, after the lines of its record where `made`.
void writeCsvAnswer(const std::string& file, bool made, const std::function<void(const TextSink&)>& csv);

}  // namespace carom
