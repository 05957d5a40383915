#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "study/study_file/run_study.h"

namespace carom {

/// A file of results, whose ending is its format.
enum class ResultFormat { Netcdf, Csv, Document };
/// Throws CommandError for another ending.
ResultFormat resultFormat(const std::string& out);

/// Where a shard keeps its finished blocks, beside the file of results: "xi.nc.work", "xi.nc.shard-3-of-16".
std::string workPath(const std::string& out, const Shard& shard);
/// The work files that are there beside a file of results, in the order of their names.
std::vector<std::string> workFilesOf(const std::string& out);

/// The study that a work file was begun with. Throws SceneError where its texts are no study, or another one
/// than its numbers are of.
Study studyOf(const std::string& file, const WorkHeader& header);

/// The study whose results a NetCDF file holds, and a column of them with NaN where a cell is empty.
Study studyOfResults(const std::string& out);
std::vector<double> readResultColumn(const std::string& out, const std::string& column, std::size_t points);
/// The record of a NetCDF file, see made.h.
std::string madeOfResults(const std::string& out);

/// Throws CommandError where a file is there that holds results of anything but this study: what it holds is
/// known of NetCDF only.
void refuseOtherResults(const std::string& out, const WorkHeader& header);
/// Whether a file of results of this study is there.
bool hasResults(const std::string& out, const WorkHeader& header);

/// Throws SceneError where a file holds no results.
void requireResults(const std::string& out);

/// Writes the results, whole or not at all. reasons: of CSV, see CsvRows. Returns LimitReached where a search
/// or a run reached a limit.
ExitStatus writeResults(const std::string& out, const Study& study, const StudyTable& table, bool reasons);

}  // namespace carom
