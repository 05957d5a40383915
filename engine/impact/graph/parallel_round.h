#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "impact/graph/search_space.h"

namespace carom {

/// The levels in work of a search in extended precision: coordinates of each node of the level that is being
/// expanded, and of the next one. Empty for a search in double.
struct SearchFront {
  std::vector<Extended> now, next;
};

/// Expands many nodes of one level by all threads of the arena. Threads take the reflections by the cell of
/// their targets: equal momenta meet in one thread, in the order in which one thread would find them. The
/// graph is therefore the same, bit by bit, for any number of threads, and the one of a search node by node
/// (but for momenta in a chain, each within the merging tolerance of the next, across a border of blocks).
template <class Scalar>
class ParallelRound {
 public:
  using NodeId = OrderingGraph::NodeId;

  /// The most that a round may add.
  struct Room {
    std::size_t states, bytes, comparisons;
  };
  enum class End {
    Expanded,
    NoRoom,  ///< states or bytes might not suffice; no node is expanded
    Tired,   ///< the comparisons did not suffice; no node is expanded, and the table cannot be used any more
  };

  /// Refers to all of them. levelwise: SearchRules::levelwise.
  ParallelRound(const SearchSpace& space, OrderingGraph::Data& data, CellTable& cells, SearchFront& front,
                bool levelwise);

  /// The most nodes of a round.
  NodeId most() const { return m_most; }
  /// Expands the nodes begin … end−1 of the level that ends before levelEnd. costOfEdge: in comparisons.
  End expand(NodeId begin, NodeId end, NodeId levelEnd, const Room& room, std::size_t costOfEdge);
  /// Comparisons of momenta by the last round.
  std::size_t compared() const { return m_compared; }

 private:
  static constexpr bool isExtended = !std::is_same_v<Scalar, double>;
  static constexpr NodeId nodesOfChunk = 256;                    ///< one task; fewer let threads share better
  static constexpr std::size_t borders = CellTable::partitions;  ///< the list of StateCell::touchesOtherBlock

  /// A reflection of the round. Reflections are numbered by node, then by contact.
  struct Pending {
    StateCell cell;  ///< of its target
    NodeId source;
    std::uint32_t edge;
    std::uint32_t target;  ///< a node; or m_provisional + index of a newcomer of the partition
    ContactIndex contact;
    std::uint16_t partition;
  };
  /// A state that the round finds, created by the first reflection that leads to it.
  struct Newcomer {
    StateCell cell;
    NodeId source;
    std::uint32_t edge;
    NodeId id;
    ContactIndex contact;
  };
  /// What one thread needs to decide reflections, and what it counts.
  struct alignas(64) Worker {
    std::vector<Scalar> exact;  ///< the target of a reflection
    std::vector<double> rounded;
    std::size_t compared = 0;
    bool graded = true, tired = false;

    /// The target of a reflection as the graph keeps it.
    const std::vector<double>& row() const {
      if constexpr (isExtended) {
        return rounded;
      } else {
        return exact;
      }
    }
  };

  struct Chunk {
    NodeId begin = 0, end = 0;
    std::uint32_t firstEdge = 0;
    std::vector<std::uint32_t> nodeEdge;  ///< of each node, its first reflection among those of the chunk
    std::vector<NodeId> targets;          ///< of each reflection
    std::array<std::vector<Pending>, borders + 1> pending;
  };
  struct Partition {
    std::vector<Newcomer> newcomers;
    std::vector<double> rows;       ///< of the newcomers
    std::vector<Scalar> exactRows;  ///< of the newcomers, in extended precision only
  };

  const Scalar* stateOf(NodeId node) const;
  const double* rowOf(NodeId node, std::size_t partition) const;
  void divide(NodeId begin, NodeId end);
  void list(Chunk& chunk);
  bool fits(const Room& room) const;
  void makeRoom();
  void resolve(std::size_t list, Worker& worker);
  void resolve(Pending& pending, Worker& worker);
  bool find(Pending& pending, Worker& worker) const;
  void reflect(const Pending& pending, Worker& worker) const;
  void create(Pending& pending, const Worker& worker);
  void adopt(Newcomer& newcomer, std::size_t index, const Pending& pending, const Worker& worker);
  std::uint32_t number();
  void appendRows(std::uint32_t states);
  void place(std::size_t partition, std::vector<NodeId>& outcomes);
  void link(Chunk& chunk);

  const SearchSpace& m_space;
  OrderingGraph::Data& m_data;
  CellTable& m_cells;
  SearchFront& m_front;
  bool m_levelwise;
  NodeId m_most;
  std::size_t m_costOfEdge = 1;

  NodeId m_base = 0, m_levelEnd = 0;
  NodeId m_provisional = 0;  ///< number of the first newcomer of each partition until all are ranked
  std::uint32_t m_edges = 0;
  std::size_t m_compared = 0, m_mostComparisons = 0;
  std::vector<Chunk> m_allChunks;  ///< kept with their memory
  std::span<Chunk> m_chunks;       ///< of this round
  std::array<Partition, borders> m_partitions;
  std::vector<std::uint32_t> m_rank;  ///< of each reflection, the newcomers created by earlier ones
};

}  // namespace carom
