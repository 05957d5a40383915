#include "cli/study/study_files.h"

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/own_library.h"
#include "base/qt_text.h"
#include "cli/made/made.h"
#include "cli/options.h"
#include "cli/study/study_text.h"
#include "netcdf/netcdf_library.h"
#include "study/study_file/read_study.h"

namespace carom {

namespace {

const NetcdfLibrary& netcdf() {
  return *ownFunction<const NetcdfLibrary*()>("carom_netcdf", "caromNetcdfLibrary")();
}

}  // namespace

ResultFormat resultFormat(const std::string& out) {
  if (out.ends_with(".nc")) return ResultFormat::Netcdf;
  if (out.ends_with(".csv")) return ResultFormat::Csv;
  if (out.ends_with(".json")) return ResultFormat::Document;
  throw CommandError(ExitStatus::CommandFault,
                     "-o " + out + ": expected a file that ends in .nc, .csv or .json");
}

std::string workPath(const std::string& out, const Shard& shard) {
  if (shard.count == 1) return out + ".work";
  return out + ".shard-" + std::to_string(shard.index) + "-of-" + std::to_string(shard.count);
}

std::vector<std::string> workFilesOf(const std::string& out) {
  const std::filesystem::path path(out);
  const std::string name = path.filename().string();
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string other = entry.path().filename().string();
    if (other == name + ".work" || other.starts_with(name + ".shard-"))
      files.push_back((path.parent_path() / other).string());
  }
  std::ranges::sort(files);
  return files;
}

/// The study of a file that holds its texts, which someone may have changed.
static Study studyIn(const std::string& file, const StudyTexts& texts) try {
  return parseStudy(texts.study, texts.name, Scene::parse(texts.scene, texts.sceneFile));
} catch (const SceneError& error) {
  throw SceneError(file, "its study", std::string(error.what()), "");
}

Study studyOf(const std::string& file, const WorkHeader& header) {
  Study study = studyIn(file, {header.name, header.study, header.scene, header.sceneFile, header.program});
  if (study.points() != header.points || study.measures.size() != header.measures)
    throw SceneError(file, "its header", "has other numbers of points and measures than its study",
                     "a file that `carom study run` has begun");
  return study;
}

Study studyOfResults(const std::string& out) {
  return studyIn(out, netcdf().readTexts(out));
}

std::vector<double> readResultColumn(const std::string& out, const std::string& column, std::size_t points) {
  return netcdf().readColumn(out, column, points);
}

std::string madeOfResults(const std::string& out) {
  return netcdf().readText(out, "made");
}

bool hasResults(const std::string& out, const WorkHeader& header) {
  if (!std::filesystem::is_regular_file(out) || resultFormat(out) != ResultFormat::Netcdf) return false;
  try {
    const StudyTexts there = netcdf().readTexts(out);
    return there.study == header.study && there.scene == header.scene;
  } catch (const SceneError&) {
    return false;
  }
}

void requireResults(const std::string& out) {
  if (out.ends_with(".nc"))
    netcdf().readTexts(out);
  else if (std::error_code none; std::filesystem::file_size(out, none) == 0)
    throw SceneError(out, "", "is empty", "results of a study");
}

void refuseOtherResults(const std::string& out, const WorkHeader& header) {
  if (std::filesystem::exists(out) && !hasResults(out, header))
    throw CommandError(ExitStatus::InputFault, out + ": is there and is not known to hold results of " +
                                                   header.name + "; expected another name, or --force");
}

ExitStatus writeResults(const std::string& out, const Study& study, const StudyTable& table, bool reasons) {
  const Json made = madeRecord(study, table.header());
  switch (resultFormat(out)) {
    case ResultFormat::Netcdf:
      netcdf().write(out, study, table, made["command"].get<std::string>(), lineOf(made));
      break;
    case ResultFormat::Csv:
      writeWhole(q(out), [&](const TextSink& sink) {
        sink(madeLines(made));
        writeStudyCsv(sink, study, table, reasons);
      });
      break;
    case ResultFormat::Document:
      writeWhole(q(out), [&](const TextSink& sink) { writeStudyJson(sink, study, table, made); });
      break;
  }
  return cellsAtLimit(table) == 0 ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace carom
