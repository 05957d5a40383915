#pragma once

#include "answer/document/json_values.h"
#include "robot/import_robot.h"
#include "scene/scene.h"
#include "study/study_file/study.h"
#include "study/study_file/work_file.h"

namespace CLI {
class App;
}

/// The record of how an answer was made: the key "made" of JSON documents, lines "# KEY: VALUE" at the head
/// of CSV, an attribute of NetCDF. It holds the version, the command line without the place where the answer
/// goes, the scene with the hash of its text, all parameters, rule, restitution, seed, and the files that the
/// command has read. It names no folder and no time: the same question has the same record.
namespace carom {

/// In which form the answer is written: the command of its record prints it in this form.
enum class MadeForm { Document, Csv };

/// Notes the command line of this process, when it is parsed. Before, the record is empty.
void noteCommandLine(const CLI::App& app);
/// In the record a file is called by this word: the command line of a record that is used again names copies.
void noteCopy(const std::string& path, const std::string& word);

/// A file as records and answers call it: without the folder of its user, and a copy by the word of its
/// record.
std::string wordOf(const std::string& path);

/// The scene of the command: built in, a file, or standard input for "-". It is noted for the record. Throws
/// SceneError. A robot's description is imported with a root that moves freely, and `import` for the rest.
std::shared_ptr<const Scene> openScene(const std::string& name, ImportOptions import = {});

Json madeRecord(MadeForm form);
/// The same for the table of a study, which follows from the head of its work files alone.
Json madeRecord(const Study& study, const WorkHeader& header);

/// The text of a document with the record of this command as its last key.
std::string madeDocument(Json document);
/// "# KEY: VALUE", one line each.
std::string madeLines(const Json& record);

/// The record in the lines # before a CSV, {} where there is none.
Json recordOfCsv(const std::string& text);
/// The record in a file that carries one: JSON, CSV; of NetCDF see study_files.h. Throws CommandError.
Json readMade(const std::string& file);

/// The words of a command line that shellWord() has quoted.
std::vector<std::string> shellWords(const std::string& line);

}  // namespace carom
