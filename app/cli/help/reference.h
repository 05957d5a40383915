#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace carom {

/// A page of the handbook's reference, in Markdown.
struct ReferencePage {
  std::string file, text;  ///< "commands.md"
};

/// All of them, made from the tables of the program: commands and options, keys of answers, scenes and
/// studies, words, names that options take, scenes and figures, keys of the window. studySchema: the JSON
/// Schema of study files.
std::vector<ReferencePage> referencePages(const CLI::App& app, const std::string& studySchema);

}  // namespace carom
