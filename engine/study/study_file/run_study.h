#pragma once

#include "study/study_file/study.h"
#include "study/study_file/work_file.h"

namespace carom {

/// The header of the work file of a shard. program: see WorkHeader.
WorkHeader workHeader(const Study& study, const Shard& shard, const std::string& program);

/// Reports how many points of the shard are done, those of earlier runs included. Called by one thread at a
/// time.
using StudyProgress = std::function<void(std::size_t done)>;

struct StudyOptions {
  int threads = 0;        ///< 0: as many as there are cores
  ReadPaths readPaths{};  ///< see PointMeasures
  StudyProgress progress{};
};

/// Computes the blocks of the work file's shard that are not there yet, and appends them. False where a stop
/// came before the end. Throws SceneError for assignments and measures that the scene does not know.
bool computeStudy(const Study& study, WorkFile& work, const StudyOptions& options,
                  const std::stop_token& stop);

/// The finished blocks of a study in one or more work files.
class StudyTable {
 public:
  /// Throws SceneError where a file belongs to another study than the first one, where a shard is missing,
  /// not complete or there twice.
  explicit StudyTable(std::vector<WorkFile> files);

  const WorkHeader& header() const { return m_files.front().header(); }
  const std::vector<WorkFile>& files() const { return m_files; }
  /// All points in order, some ten thousand cells at a time.
  void forEachPiece(const std::function<void(const BlockCells&)>& take) const;

 private:
  std::vector<WorkFile> m_files;  ///< by shard
};

}  // namespace carom
