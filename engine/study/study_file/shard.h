#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "study/run_blocks.h"

namespace carom {

/// One of several parts of a study that are computed apart: number `index` of `count`, from 1 on.
struct Shard {
  std::size_t index = 1, count = 1;
  bool operator==(const Shard&) const = default;
};

/// The most shards of a study: merging has a file open for each.
inline constexpr std::size_t mostShards = 1000;

/// How the points of a study are divided into blocks, and the blocks among shards. Blocks depend on the
/// number of points alone, so that a study in one piece has the same ones as its shards.
class StudyBlocks {
 public:
  explicit StudyBlocks(std::size_t points)
      : m_points(points), m_size(std::clamp<std::size_t>(points / leastBlocks, 1, mostInBlock)) {}

  std::size_t count() const { return (m_points + m_size - 1) / m_size; }
  PointBlock block(std::size_t number) const {
    const std::size_t first = number * m_size;
    return {first, std::min(m_size, m_points - first)};
  }
  std::size_t numberOf(const PointBlock& block) const { return block.first / m_size; }

  /// The index of the shard that a block belongs to. Of `shards` blocks in a row each shard has one; which
  /// one changes from row to row in a random way, so that a table whose points cost more in some columns
  /// costs all shards about the same.
  static std::size_t shardOf(std::size_t number, std::size_t shards) {
    return (number + turn(number / shards)) % shards + 1;
  }
  static bool belongsTo(std::size_t number, const Shard& shard) {
    return shardOf(number, shard.count) == shard.index;
  }

 private:
  /// A kill loses some blocks of a study that is short, and some thousand points of one that is long.
  static constexpr std::size_t leastBlocks = 4096, mostInBlock = 1024;

  /// The finaliser of SplitMix64 [Steele, Lea & Flood 2014], small enough to be added to a block.
  static std::size_t turn(std::uint64_t row) {
    row = (row + 1) * 0x9e3779b97f4a7c15u;
    row = (row ^ (row >> 30)) * 0xbf58476d1ce4e5b9u;
    return static_cast<std::size_t>(row >> 33);
  }

  std::size_t m_points, m_size;
};

}  // namespace carom
