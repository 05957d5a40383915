#include "impact/graph/parallel_round.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <utility>

#include "impact/graph/ordering_graph_data.h"

namespace carom {

namespace {

using Data = OrderingGraph::Data;
using NodeId = OrderingGraph::NodeId;

/// More nodes in a round wait less often for the slowest thread; fewer keep the lists of the round in the
/// cache.
constexpr std::size_t mostNodesOfRound = 4096;
/// Memory of the newcomers of a round, if each reflection led to one (bytes).
constexpr std::size_t bytesOfRound = std::size_t{64} << 20;

/// Calls work(i) for i = 0 … count−1 on all threads of the arena. A thread that waits takes no other work,
/// because callers may run within a task themselves.
template <class Work>
void forEach(std::size_t count, const Work& work) {
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i != range.end(); ++i) work(i);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace

template <class Scalar>
ParallelRound<Scalar>::ParallelRound(const SearchSpace& space, Data& data, CellTable& cells,
                                     SearchFront& front, bool levelwise)
    : m_space(space), m_data(data), m_cells(cells), m_front(front), m_levelwise(levelwise) {
  const auto row = static_cast<std::size_t>(space.size()) * (sizeof(double) + isExtended * sizeof(Scalar));
  const std::size_t nodes = bytesOfRound / (row * static_cast<std::size_t>(space.contacts()));
  m_most = static_cast<NodeId>(std::clamp<std::size_t>(nodes, 1, mostNodesOfRound));
}

template <class Scalar>
typename ParallelRound<Scalar>::End ParallelRound<Scalar>::expand(NodeId begin, NodeId end, NodeId levelEnd,
                                                                  const Room& room, std::size_t costOfEdge) {
  m_base = static_cast<NodeId>(m_data.size());
  m_levelEnd = levelEnd;
  m_costOfEdge = costOfEdge;
  m_mostComparisons = room.comparisons;
  divide(begin, end);
  forEach(m_chunks.size(), [&](std::size_t i) { list(m_chunks[i]); });
  m_edges = 0;
  for (Chunk& chunk : m_chunks)
    chunk.firstEdge = std::exchange(m_edges, m_edges + static_cast<std::uint32_t>(chunk.targets.size()));
  if (!fits(room)) return End::NoRoom;
  m_provisional = m_base + m_edges;
  makeRoom();

  std::array<Worker, borders + 1> workers;
  for (Partition& partition : m_partitions) {
    partition.newcomers.clear();
    partition.rows.clear();
    partition.exactRows.clear();
  }
  forEach(borders, [&](std::size_t list) { resolve(list, workers[list]); });
  resolve(borders, workers[borders]);
  m_compared = 0;
  bool tired = false, graded = m_data.graded;
  const auto count = [&](const Worker& worker) {
    m_compared += worker.compared;
    tired = tired || worker.tired;
    graded = graded && worker.graded;
  };
  std::ranges::for_each(workers, count);
  if (tired || m_compared > room.comparisons) return End::Tired;

  appendRows(number());
  std::array<std::vector<NodeId>, borders> outcomes;
  forEach(borders, [&](std::size_t i) { place(i, outcomes[i]); });
  forEach(m_chunks.size(), [&](std::size_t i) { link(m_chunks[i]); });
  const std::size_t known = m_data.outcomes.size();
  for (const auto& found : outcomes)
    m_data.outcomes.insert(m_data.outcomes.end(), found.begin(), found.end());
  std::ranges::sort(m_data.outcomes.begin() + static_cast<std::ptrdiff_t>(known), m_data.outcomes.end());
  m_data.edgeTotal += m_edges;
  m_data.graded = graded;
  return End::Expanded;
}

template <class Scalar>
const Scalar* ParallelRound<Scalar>::stateOf(NodeId node) const {
  if constexpr (isExtended) {
    return m_front.now.data() +
           std::size_t{node - m_data.levelStart.back()} * static_cast<std::size_t>(m_space.size());
  } else {
    return m_data.coordinates[node];
  }
}

/// The coordinates of a node or of a newcomer.
template <class Scalar>
const double* ParallelRound<Scalar>::rowOf(NodeId node, std::size_t partition) const {
  if (node < m_base) return m_data.coordinates[node];
  return m_partitions[partition].rows.data() +
         std::size_t{node - m_provisional} * static_cast<std::size_t>(m_space.size());
}

template <class Scalar>
void ParallelRound<Scalar>::divide(NodeId begin, NodeId end) {
  const std::size_t count = (end - begin + nodesOfChunk - 1) / nodesOfChunk;
  if (m_allChunks.size() < count) m_allChunks.resize(count);
  m_chunks = {m_allChunks.data(), count};
  for (Chunk& chunk : m_chunks) {
    chunk.begin = begin;
    chunk.end = std::min(end, begin + nodesOfChunk);
    begin = chunk.end;
  }
}

/// Lists the reflections of a chunk by the partition of their targets.
template <class Scalar>
void ParallelRound<Scalar>::list(Chunk& chunk) {
  for (auto& pending : chunk.pending) pending.clear();
  chunk.nodeEdge.clear();
  std::uint32_t edge = 0;
  for (NodeId node = chunk.begin; node < chunk.end; ++node) {
    chunk.nodeEdge.push_back(edge);
    if (m_data.nodes[node]->edgeCount != Data::openMark) continue;
    const Scalar* c = stateOf(node);
    const double* kept = m_data.coordinates[node];
    const Scalar projection = m_space.kernel<Scalar>().projection(c);
    for (int j = 0; j < m_space.contacts(); ++j) {
      if (!m_space.presses(kept, j)) continue;
      const StateCell cell = m_space.cellOf(m_space.kernel<Scalar>().projectionAfter(projection, c, j));
      const std::size_t to = cell.touchesOtherBlock() ? borders : m_cells.partitionOf(cell);
      chunk.pending[to].push_back({cell, node, edge++, 0, static_cast<ContactIndex>(j), 0});
    }
  }
  chunk.nodeEdge.push_back(edge);
  chunk.targets.resize(edge);
}

/// Whether the round has room if each of its reflections leads to a newcomer.
template <class Scalar>
bool ParallelRound<Scalar>::fits(const Room& room) const {
  const auto row = static_cast<std::size_t>(m_space.size());
  const std::size_t ofNewcomer = 2 * row * (sizeof(double) + isExtended * sizeof(Scalar)) + sizeof(Newcomer) +
                                 sizeof(Data::Node) + 4 * sizeof(std::uint64_t);
  const std::size_t ofEdge = sizeof(Pending) + 2 * sizeof(std::uint32_t);
  return m_edges <= room.states / 2 && m_edges * (ofNewcomer + ofEdge) <= room.bytes;
}

/// Lets the table grow before threads insert into it.
template <class Scalar>
void ParallelRound<Scalar>::makeRoom() {
  const auto waiting = [this](std::size_t list) {
    std::size_t sum = 0;
    for (const Chunk& chunk : m_chunks) sum += chunk.pending[list].size();
    return sum;
  };
  for (std::size_t i = 0; i < borders; ++i)
    m_cells.makeRoom(i, waiting(i) + waiting(borders),
                     [](std::size_t n, const auto& work) { forEach(n, work); });
}

/// Finds the targets of the reflections in one list of all chunks.
template <class Scalar>
void ParallelRound<Scalar>::resolve(std::size_t list, Worker& worker) {
  // The slots of the table, then the states that they refer to, come into the cache first.
  for (const Chunk& chunk : m_chunks)
    for (const Pending& each : chunk.pending[list]) m_cells.prefetch(each.cell);
  const int last = m_space.size() - 1;
  for (const Chunk& chunk : m_chunks)
    for (const Pending& each : chunk.pending[list]) {
      const std::int64_t likely = list == borders ? -1 : m_cells.likely(each.cell);
      if (likely < 0) continue;
      const double* row = rowOf(static_cast<NodeId>(likely), list);
      for (int i = 0; i < last; i += 8) __builtin_prefetch(row + i);
      __builtin_prefetch(row + last);
    }
  for (Chunk& chunk : m_chunks) {
    for (Pending& each : chunk.pending[list]) {
      each.edge += chunk.firstEdge;
      resolve(each, worker);
    }
    if (worker.compared > m_mostComparisons) {
      worker.tired = true;
      return;
    }
  }
}

/// Finds the target of a reflection or makes it a newcomer.
template <class Scalar>
void ParallelRound<Scalar>::resolve(Pending& pending, Worker& worker) {
  reflect(pending, worker);
  if (!find(pending, worker)) return create(pending, worker);
  if (pending.target < m_base) return;
  // A reflection at the border of a block comes after others and may be the first of all the same.
  const std::size_t index = pending.target - m_provisional;
  Newcomer& newcomer = m_partitions[pending.partition].newcomers[index];
  if (pending.edge < newcomer.edge) adopt(newcomer, index, pending, worker);
}

/// Whether the target of a reflection, in worker.row(), is known.
template <class Scalar>
bool ParallelRound<Scalar>::find(Pending& pending, Worker& worker) const {
  const SearchSpace::Row child(worker.row().data(), m_space.size());
  const auto pressure = -static_cast<double>(stateOf(pending.source)[pending.contact]);
  const bool rises = m_space.risesSurely(pending.contact, pressure);
  const auto same = [&](NodeId node, std::size_t partition) {
    ++worker.compared;
    if (m_levelwise && node < m_levelEnd) return false;
    const SearchSpace::Row there(rowOf(node, partition), m_space.size());
    return m_space.areOne(there, child) &&
           (rises ||
            m_space.height(there) > m_space.height({m_data.coordinates[pending.source], m_space.size()}));
  };
  std::size_t partition = 0;
  const std::int64_t found = m_cells.findNear(pending.cell, same, partition);
  if (found < 0) return false;
  pending.target = static_cast<std::uint32_t>(found);
  pending.partition = static_cast<std::uint16_t>(partition);
  worker.graded = worker.graded && pending.target >= m_levelEnd;
  return true;
}

/// Computes the target of a reflection.
template <class Scalar>
void ParallelRound<Scalar>::reflect(const Pending& pending, Worker& worker) const {
  const Scalar* c = stateOf(pending.source);
  worker.exact.assign(c, c + m_space.size());
  m_space.kernel<Scalar>().reflect(worker.exact.data(), pending.contact);
  if constexpr (isExtended) worker.rounded.assign(worker.exact.begin(), worker.exact.end());
  worker.compared += m_costOfEdge;
}

template <class Scalar>
void ParallelRound<Scalar>::create(Pending& pending, const Worker& worker) {
  pending.partition = static_cast<std::uint16_t>(m_cells.partitionOf(pending.cell));
  Partition& partition = m_partitions[pending.partition];
  const std::size_t index = partition.newcomers.size();
  pending.target = m_provisional + static_cast<std::uint32_t>(index);
  partition.newcomers.push_back({pending.cell, 0, 0, 0, 0});
  partition.rows.resize(partition.rows.size() + worker.row().size());
  if constexpr (isExtended) partition.exactRows.resize(partition.exactRows.size() + worker.exact.size());
  adopt(partition.newcomers.back(), index, pending, worker);
  m_cells.insert(pending.cell, pending.target);
}

/// Makes a newcomer the one that a reflection creates.
template <class Scalar>
void ParallelRound<Scalar>::adopt(Newcomer& newcomer, std::size_t index, const Pending& pending,
                                  const Worker& worker) {
  newcomer.source = pending.source;
  newcomer.edge = pending.edge;
  newcomer.contact = pending.contact;
  Partition& partition = m_partitions[pending.partition];
  const auto at = static_cast<std::ptrdiff_t>(index * worker.row().size());
  std::ranges::copy(worker.row(), partition.rows.begin() + at);
  if constexpr (isExtended) std::ranges::copy(worker.exact, partition.exactRows.begin() + at);
}

/// Ranks the newcomers by the reflections that create them, and returns their number.
template <class Scalar>
std::uint32_t ParallelRound<Scalar>::number() {
  m_rank.assign(m_edges, 0);
  for (const Partition& partition : m_partitions)
    for (const Newcomer& newcomer : partition.newcomers) m_rank[newcomer.edge] = 1;
  std::uint32_t count = 0;
  for (std::uint32_t& rank : m_rank) rank = std::exchange(count, count + rank);
  return count;
}

/// Adds the rows of the newcomers, and those of the edges of all nodes of the round.
template <class Scalar>
void ParallelRound<Scalar>::appendRows(std::uint32_t states) {
  for (std::uint32_t i = 0; i < states; ++i) {
    m_data.nodes.append();
    m_data.coordinates.append();
  }
  if constexpr (isExtended)
    m_front.next.resize((m_data.size() - m_levelEnd) * static_cast<std::size_t>(m_space.size()));
  for (const Chunk& chunk : m_chunks)
    for (NodeId node = chunk.begin; node < chunk.end; ++node) {
      const std::size_t i = node - chunk.begin;
      const std::uint32_t edges = chunk.nodeEdge[i + 1] - chunk.nodeEdge[i];
      if (edges == 0) continue;
      m_data.nodes[node]->firstEdge = static_cast<std::uint32_t>(m_data.targets.append(edges));
      m_data.nodes[node]->edgeCount = static_cast<std::uint16_t>(edges);
    }
}

/// Writes the newcomers of a partition into the graph.
template <class Scalar>
void ParallelRound<Scalar>::place(std::size_t partition, std::vector<NodeId>& outcomes) {
  const auto size = static_cast<std::size_t>(m_space.size());
  Partition& from = m_partitions[partition];
  for (const Newcomer& newcomer : from.newcomers) m_cells.prefetch(newcomer.cell);
  for (std::uint32_t i = 0; i < from.newcomers.size(); ++i) {
    Newcomer& newcomer = from.newcomers[i];
    newcomer.id = m_base + m_rank[newcomer.edge];
    const double* c = from.rows.data() + i * size;
    std::copy(c, c + size, m_data.coordinates[newcomer.id]);
    if constexpr (isExtended)
      std::copy_n(from.exactRows.begin() + static_cast<std::ptrdiff_t>(i * size), size,
                  m_front.next.begin() + static_cast<std::ptrdiff_t>((newcomer.id - m_levelEnd) * size));
    bool feasible = true;
    for (int j = 0; j < m_space.contacts(); ++j) feasible = feasible && !m_space.presses(c, j);
    *m_data.nodes[newcomer.id] = {newcomer.source, 0, feasible ? std::uint16_t{0} : Data::openMark,
                                  newcomer.contact};
    if (feasible) outcomes.push_back(newcomer.id);
    m_cells.renumber(newcomer.cell, m_provisional + i, newcomer.id);
  }
}

/// Writes the edges of a chunk into the graph.
template <class Scalar>
void ParallelRound<Scalar>::link(Chunk& chunk) {
  for (const auto& list : chunk.pending)
    for (const Pending& pending : list) {
      NodeId& target = chunk.targets[pending.edge - chunk.firstEdge];
      target = pending.target;
      if (target >= m_base) target = m_partitions[pending.partition].newcomers[target - m_provisional].id;
    }
  for (NodeId node = chunk.begin; node < chunk.end; ++node) {
    const NodeId* first = chunk.targets.data() + chunk.nodeEdge[node - chunk.begin];
    const NodeId* last = chunk.targets.data() + chunk.nodeEdge[node - chunk.begin + 1];
    if (first != last) std::copy(first, last, m_data.targets[m_data.nodes[node]->firstEdge]);
  }
}

template class ParallelRound<double>;
template class ParallelRound<Extended>;

}  // namespace carom
