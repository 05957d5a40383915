#include "cli/made/given_command_line.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "answer/question/command_error.h"
#include "base/atomic_file.h"
#include "base/qt_text.h"
#include "cli/given_file.h"
#include "cli/made/made.h"

namespace carom {

namespace {

/// The name of an option: "--seed" of "--seed=3"; "" for other words.
std::string optionIn(const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return "";
  const std::string name = word.substr(0, word.find('='));
  return name == "-o" ? "--output" : name;
}

/// Takes an option with its value out of words; a value is the next word that is no option.
void removeOption(std::vector<std::string>& words, const std::string& name) {
  for (std::size_t i = 0; i < words.size();) {
    if (optionIn(words[i]) != name) {
      ++i;
      continue;
    }
    const bool hasValue = words[i].find('=') == std::string::npos && i + 1 < words.size() &&
                          (words[i + 1] == "-" || optionIn(words[i + 1]).empty());
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    words.erase(at, at + (hasValue ? 2 : 1));
  }
}

/// A short option: "-o", "-oFILE", "-qoFILE"; no number, and not "-" alone.
bool isShort(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1]));
}

/// A record may come from an enemy: its command writes nowhere but to standard output.
void removePlaces(std::vector<std::string>& old) {
  removeOption(old, "--output");
  const auto csv = std::ranges::find(old, "--csv");
  const bool isPrinted = std::ranges::find(old, "--csv=-") != old.end() ||
                         (csv != old.end() && csv + 1 != old.end() && csv[1] == "-");
  removeOption(old, "--csv");
  if (isPrinted) old.push_back("--csv=-");
}

/// The path in a word, "FILE" or "--start=FILE", where it leads to a file outside of this folder; else "".
std::string pathIn(const std::string& word) {
  const std::string path = word.starts_with('-') ? word.substr(word.find('=') + 1) : word;
  const bool leads = path.starts_with('/') || path.starts_with('~') || path.find("..") != std::string::npos;
  std::error_code ignored;
  return leads && std::filesystem::exists(path, ignored) ? path : "";
}

/// The words of an old command line under the options that are given now: those are asked for in their place,
/// but for --set, which is added.
std::vector<std::string> merged(std::vector<std::string> old, const std::vector<std::string>& given) {
  const auto isForm = [](const std::string& name) {
    return name == "--output" || name == "--csv" || name == "--json" || name == "--made";
  };
  for (const std::string& word : given) {
    const std::string name = optionIn(word);
    if (isForm(name))
      for (const char* const form : {"--csv", "--json", "--made"}) removeOption(old, form);
    else if (!name.empty() && name != "--set")
      removeOption(old, name);
  }
  old.insert(old.end(), given.begin(), given.end());
  return old;
}

}  // namespace

bool hasRecord(std::string_view path) {
  constexpr std::string_view all[] = {"resolve", "simulate",  "sweep",        "compare", "robust",
                                      "landing", "futures",   "orbit",        "design",  "law",
                                      "audit",   "study run", "conform check"};
  return std::ranges::find(all, path) != std::end(all);
}

GivenCommandLine::GivenCommandLine(int argc, const char* const* argv) : m_words(argv, argv + argc) {
  if (m_words.size() > 1 && m_words[1] == "figure") return;  // figures keep their record otherwise
  for (std::size_t i = 1; i < m_words.size(); ++i) {
    if (optionIn(m_words[i]) != "--from") continue;
    const std::size_t equals = m_words[i].find('=');
    const bool isNext = equals == std::string::npos;
    if (isNext && i + 1 == m_words.size()) return;  // the parser says what is missing
    const std::string file = isNext ? m_words[i + 1] : m_words[i].substr(equals + 1);
    const auto at = m_words.begin() + static_cast<std::ptrdiff_t>(i);
    std::vector<std::string> given(m_words.begin() + 1, at);
    given.insert(given.end(), at + (isNext ? 2 : 1), m_words.end());
    takeRecord(file, std::move(given));
    return;
  }
}

GivenCommandLine::~GivenCommandLine() = default;

std::string GivenCommandLine::copied(const std::string& word) const {
  return m_folder->filePath(q(word == "-" ? std::string(standardInputName) + ".carom.json" : word))
      .toStdString();
}

void GivenCommandLine::takeRecord(const std::string& file, std::vector<std::string> given) {
  const Json record = readMade(file);
  std::vector<std::string> old = shellWords(record["command"].get<std::string>());
  const auto refuse = [&](const std::string& problem) {
    throw CommandError(ExitStatus::CommandFault, "--from " + file + ": " + problem);
  };
  if (old.size() < 2 || old.front() != "carom") refuse("its record has no command line of carom");
  old.erase(old.begin());
  // The command stands in both lines: "sweep", "study run".
  while (!given.empty() && optionIn(given.front()).empty()) {
    if (old.empty() || given.front() != old.front())
      refuse("was made by carom " + (old.empty() ? "" : old.front()) + ", not by carom " + given.front());
    m_command.push_back(given.front());
    given.erase(given.begin());
    old.erase(old.begin());
  }
  if (m_command.empty()) refuse("expected the command that made it, carom " + old.front());
  std::string path;
  for (const std::string& word : m_command) path += (path.empty() ? "" : " ") + word;
  if (!hasRecord(path)) refuse("carom " + path + " is not asked again from a record");
  for (const std::string& word : old)
    if (isShort(word) && word != "-o")
      refuse("its record has the option " + word + ", which Carom does not write");
  removePlaces(old);
  for (const std::string& word : old)
    if (const std::string path = pathIn(word); !path.empty())
      refuse("its record leads to " + path + ", which is not part of it");
  m_folder = std::make_unique<QTemporaryDir>();
  const Json files = record.contains("files") ? record["files"] : Json::array();
  for (const Json& each : files) {
    if (!each.is_object() || !each.contains("name") || !each["name"].is_string() ||
        (each.contains("text") && !each["text"].is_string()))
      refuse("its record has a file that is none");
    const std::string name = each["name"].get<std::string>();
    if (name.empty() || name.starts_with('/') || name.find("..") != std::string::npos) continue;
    if (!each.contains("text")) {
      if (!std::filesystem::exists(name))
        refuse("needs the file " + name + ", which its record does not hold and which is not here");
      continue;
    }
    const std::string path = copied(name);
    QDir().mkpath(QFileInfo(q(path)).path());
    writeWhole(q(path), QByteArray::fromStdString(each["text"].get<std::string>()));
    noteCopy(path, name);
    for (std::string& word : old) {
      if (word == name)
        word = path;
      else if (word.starts_with("--") && word.ends_with('=' + name))
        word.replace(word.size() - name.size(), name.size(), path);
    }
  }
  old = merged(std::move(old), given);
  m_words.resize(1);
  m_words.insert(m_words.end(), m_command.begin(), m_command.end());
  m_words.insert(m_words.end(), old.begin(), old.end());
}

}  // namespace carom
