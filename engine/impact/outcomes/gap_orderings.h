#pragma once

#include <stop_token>
#include <vector>

#include "impact/graph/ordering_graph.h"
#include "impact/impact_problem.h"

namespace carom {

/// The orderings that infinitesimal gaps realise, determined without sampling.
struct RealisableOrderings {
  std::vector<Word> words;  ///< in lexicographic order
  bool complete = false;    ///< false where the budget did not suffice
};

/// Follows every order in which the contacts can close one after the other.
///
/// During a flight every gap is a linear function of the displacement x that opened the contacts: until
/// contact j hits, gap i changes from g_i to g_i − (c_i/c_j) g_j. Hence j hits first iff linear inequalities
/// g_i/|c_i| ≥ g_j/|c_j| in x hold, and an ordering has a positive probability iff the cone of all its
/// inequalities has interior. `budget`: number of beginnings of orderings that may be visited. The impact
/// must end and its cone have interior; throws ImpactError otherwise.
///
/// These are also all orderings of contacts that arrive, see GapOptions::arriving: a shift of x along the
/// motion makes their gaps positive, and changes no order.
RealisableOrderings realisableOrderings(const ImpactProblem& problem, std::size_t budget,
                                        std::stop_token stop = {});

/// Up to `most` orderings of a graph that are not among `words` (sorted), in lexicographic order; of an
/// incomplete graph those that end in it.
std::vector<Word> otherOrderings(const OrderingGraph& graph, const std::vector<Word>& words,
                                 std::size_t most);

}  // namespace carom
