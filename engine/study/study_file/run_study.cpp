#include "study/study_file/run_study.h"

#include <algorithm>
#include <iterator>

#include "base/threads.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

std::string shardText(const Shard& shard) {
  return std::to_string(shard.index) + '/' + std::to_string(shard.count);
}

void requireSameStudy(const WorkFile& file, const WorkFile& first) {
  const WorkHeader &a = file.header(), &b = first.header();
  const char* const other = a.study != b.study               ? "another study"
                            : a.scene != b.scene             ? "another scene"
                            : a.program != b.program         ? "another version of the program"
                            : a.shard.count != b.shard.count ? "another number of shards"
                                                             : nullptr;
  if (other)
    throw SceneError(file.path().string(), "", std::string("holds results of ") + other,
                     "the same as " + first.path().string());
}

}  // namespace

WorkHeader workHeader(const Study& study, const Shard& shard, const std::string& program) {
  return {std::filesystem::path(study.file).filename().string(),
          study.text,
          study.scene->text(),
          std::filesystem::path(study.scene->file()).filename().string(),
          program,
          study.points(),
          study.measures.size(),
          shard};
}

bool computeStudy(const Study& study, WorkFile& work, const StudyOptions& options,
                  const std::stop_token& stop) {
  PointMeasures wanted{{}, study.resolve, options.readPaths};
  for (const StudyMeasure& measure : study.measures) wanted.measures.push_back(measure.measure);
  const StudyBlocks blocks(study.points());
  const Shard shard = work.header().shard;
  std::size_t number = 0;
  const auto next = [&]() -> std::optional<PointBlock> {
    while (number < blocks.count() && (work.has(number) || !blocks.belongsTo(number, shard))) ++number;
    if (number == blocks.count()) return std::nullopt;
    return blocks.block(number++);
  };
  const auto keep = [&](BlockCells&& cells) {
    work.append(cells);
    if (options.progress) options.progress(work.pointsDone());
  };
  const auto assign = [&](std::size_t point, Assignments& at) { study.assign(point, at); };
  const auto run = [&] { runBlocks(*study.scene, study.set, wanted, {next, assign, keep}, stop); };
  if (options.threads == 0)
    run();
  else
    withThreads(options.threads, run);
  return work.isComplete();
}

StudyTable::StudyTable(std::vector<WorkFile> files) {
  const std::size_t count = files.front().header().shard.count;
  std::vector<WorkFile*> shards(count, nullptr);
  for (WorkFile& file : files) {
    requireSameStudy(file, files.front());
    const Shard& shard = file.header().shard;
    WorkFile*& place = shards[shard.index - 1];
    if (place)
      throw SceneError(file.path().string(), "",
                       "holds shard " + shardText(shard) + ", which is also in " + place->path().string(),
                       "each shard once");
    if (!file.isComplete())
      throw SceneError(file.path().string(), "",
                       "shard " + shardText(shard) +
                           " is not complete: " + std::to_string(file.pointsDone()) + " of " +
                           std::to_string(file.pointsOfShard()) + " points",
                       "`carom study run … --resume` to its end");
    place = &file;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!shards[i])
      throw SceneError(files.front().path().string(), "",
                       "shard " + shardText({i + 1, count}) + " is missing",
                       "all " + std::to_string(count) + " shards");
  for (WorkFile* shard : shards) m_files.push_back(std::move(*shard));
}

void StudyTable::forEachPiece(const std::function<void(const BlockCells&)>& take) const {
  constexpr std::size_t enough = 1 << 16;
  const StudyBlocks blocks(header().points);
  BlockCells piece;
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    BlockCells block = m_files[StudyBlocks::shardOf(b, m_files.size()) - 1].read(b);
    piece.block.count += block.block.count;
    std::ranges::move(block.cells, std::back_inserter(piece.cells));
    if (piece.cells.size() < enough && b + 1 < blocks.count()) continue;
    take(piece);
    piece.block = {piece.block.first + piece.block.count, 0};
    piece.cells.clear();
  }
}

}  // namespace carom
