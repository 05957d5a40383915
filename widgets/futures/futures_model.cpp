#include "futures/futures_model.h"

#include <algorithm>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/shown_futures.h"

namespace carom {

void FuturesModel::setAnswer(std::shared_ptr<const FuturesAnswer> answer, SnapshotPtr of) {
  beginResetModel();
  m_of = std::move(of);
  m_answer = std::move(answer);
  m_choices.clear();
  m_nodes.clear();
  if (m_answer && !m_answer->futures.empty()) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < m_answer->futures.size(); ++i) {
      m_choices.push_back(choicesOf(m_answer->futures[i]));
      all.push_back(i);
    }
    add(-1, std::move(all), 0);
  }
  endResetModel();
}

/// A row with these futures, which agree in their choices before `from`, and the rows below it.
void FuturesModel::add(int parent, std::vector<std::size_t> futures, std::size_t from) {
  const auto& first = m_choices[futures.front()];
  std::size_t to = first.size();
  for (const std::size_t i : futures) {
    const auto parted = std::ranges::mismatch(first, m_choices[i]).in1;
    to = std::min(to, static_cast<std::size_t>(parted - first.begin()));
  }
  const int number = static_cast<int>(m_nodes.size());
  m_nodes.push_back({parent, 0, {}, futures, from, to});
  if (parent >= 0) {
    Node& above = m_nodes[static_cast<std::size_t>(parent)];
    m_nodes.back().row = static_cast<int>(above.below.size());
    above.below.push_back(number);
  }
  // One future that chose nothing is a row below the root.
  if (futures.size() == 1 && parent >= 0) return;
  std::vector<std::pair<const FutureChoice*, std::vector<std::size_t>>> groups;
  for (const std::size_t i : futures) {
    const FutureChoice* choice = m_choices[i].size() > to ? m_choices[i][to] : nullptr;
    const auto known = std::ranges::find_if(groups, [&](const auto& group) { return group.first == choice; });
    if (known == groups.end())
      groups.push_back({choice, {i}});
    else
      known->second.push_back(i);
  }
  for (auto& group : groups) add(number, std::move(group.second), to);
}

const FuturesModel::Node& FuturesModel::node(const QModelIndex& index) const {
  return m_nodes[index.isValid() ? static_cast<std::size_t>(index.internalId()) : 0];
}

const std::vector<std::size_t>& FuturesModel::futures(const QModelIndex& index) const {
  static const std::vector<std::size_t> none;
  return m_nodes.empty() ? none : node(index).futures;
}

QModelIndex FuturesModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, static_cast<quintptr>(node(parent).below[static_cast<std::size_t>(row)]));
}

QModelIndex FuturesModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const int above = node(index).parent;
  if (above <= 0) return {};
  return createIndex(m_nodes[static_cast<std::size_t>(above)].row, 0, static_cast<quintptr>(above));
}

int FuturesModel::rowCount(const QModelIndex& parent) const {
  if (m_nodes.empty() || parent.column() > 0) return 0;
  return static_cast<int>(node(parent).below.size());
}

int FuturesModel::columnCount(const QModelIndex&) const {
  return Columns;
}

QString FuturesModel::choiceText(const Node& node) const {
  const auto& choices = m_choices[node.futures.front()];
  QStringList parts;
  for (std::size_t i = node.from; i < node.to; ++i)
    parts << tr("%1 s: %2").arg(formatNumber(choices[i]->time, 3), contactsOf(choices[i]->ordering));
  if (parts.isEmpty()) parts << tr("every impact has one outcome");
  const Future& future = m_answer->futures[node.futures.front()];
  if (node.below.empty() && !future.stopped.empty())
    parts << tr("stopped at %1 s: %2").arg(formatNumber(future.state.time, 3), q(future.stopped));
  return parts.join(QStringLiteral("; "));
}

QString FuturesModel::probabilityText(const Node& node) const {
  double sum = 0;
  for (const std::size_t i : node.futures) sum += m_answer->futures[i].probability;
  const double error = node.below.empty() ? m_answer->futures[node.futures.front()].standardError
                                          : m_choices[node.futures.front()][node.to - 1]->reachedError;
  return error > 0 ? carom::probabilityText({sum, error}) : formatNumber(sum, 3);
}

QString FuturesModel::contactsOf(const std::vector<std::string>& contacts) const {
  return contactsText(contacts, m_of->instance);
}

/// Which impact tells the futures of a row apart.
QString FuturesModel::nextText(const Node& node) const {
  if (node.below.empty()) return {};
  const auto& choices = m_choices[node.futures.front()];
  if (choices.size() <= node.to) return {};
  const FutureDecision& decision = m_answer->decisions[choices[node.to]->decision];
  return tr("%1 futures, by %2 s: %3")
      .arg(QString::number(node.futures.size()), formatNumber(decision.time, 3),
           contactsOf(decision.contacts));
}

QString FuturesModel::separationText(const QModelIndex& a, const QModelIndex& b) const {
  if (m_nodes.empty()) return {};
  const auto& futures = m_answer->futures;
  const auto parted = separation(futures[node(a).futures.front()], futures[node(b).futures.front()]);
  if (!parted) return {};
  return tr("Decided at %1 s: %2, or %3")
      .arg(formatNumber((*parted)[0]->time, 4), contactsOf((*parted)[0]->ordering),
           contactsOf((*parted)[1]->ordering));
}

QVariant FuturesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node& row = node(index);
  if (role == Qt::TextAlignmentRole && index.column() == Probability)
    return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case Choice:
      return choiceText(row);
    case Probability:
      return probabilityText(row);
    case Next:
      return nextText(row);
    default:
      return {};
  }
}

QVariant FuturesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Choice:
      return tr("impact and ordering");
    case Probability:
      return tr("probability");
    default:
      return tr("told apart");
  }
}

}  // namespace carom
