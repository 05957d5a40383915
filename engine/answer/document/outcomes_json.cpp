#include "answer/document/outcomes_json.h"

#include <algorithm>

namespace carom {

Json projectionJson(const Projection& projection) {
  if (!projection.converged) return nullptr;
  return {{"momentum", list(projection.momentum)}, {"energy_loss", number(projection.energyLoss)}};
}

Json exactNumber(const Count& value) {
  if (value > (std::uint64_t{1} << 53)) return value.str();
  return value.limbs().empty() ? 0 : value.limbs().front();
}

Json sidesJson(double sides) {
  constexpr double mostWhole = 9007199254740992;  // 2^53
  return sides <= mostWhole ? Json(static_cast<std::uint64_t>(sides)) : number(sides);
}

bool WordWriter::isLong(const Word& word, std::size_t room) {
  return word.size() > std::max(room, 2 * shownOfLonger);
}

void WordWriter::add(Json& json, const std::string& key, const Word& word) {
  if (!isLong(word, m_left)) {
    m_left -= std::min(m_left, word.size());
    json[key] = wordJson(m_problem.labels(), word);
    return;
  }
  const std::span all(word);
  json[key] = nullptr;
  json[key + "_length"] = word.size();
  json[key + "_begins"] = wordJson(m_problem.labels(), all.first(shownOfLonger));
  json[key + "_ends"] = wordJson(m_problem.labels(), all.last(shownOfLonger));
}

Eigen::VectorXd loopImpulsesOf(const ImpactProblem& problem, const Eigen::VectorXd& normal,
                               const Eigen::MatrixXd& friction) {
  Eigen::VectorXd sum;
  for (std::size_t i = 0; i < problem.labels().size(); ++i) {
    const Eigen::MatrixXd& unit = problem.labels()[i].loopImpulses;
    if (unit.size() == 0) continue;
    if (sum.size() == 0) sum = Eigen::VectorXd::Zero(unit.cols());
    const auto row = static_cast<Eigen::Index>(i);
    sum += normal[row] * unit.row(0).transpose();
    for (Eigen::Index a = 1; a < unit.rows(); ++a) sum += friction(row, a - 1) * unit.row(a).transpose();
  }
  return sum;
}

Eigen::VectorXd firstLoopImpulses(const ImpactReport& report) {
  if (report.outcomes.empty()) return {};
  const Outcome& first = report.outcomes.front();
  return loopImpulsesOf(report.problem, first.impulses, first.friction);
}

Json loopsJson(const std::vector<LoopState>& loops, const Eigen::VectorXd& impulses) {
  Json all = Json::array();
  Eigen::Index next = 0;
  for (const LoopState& loop : loops) {
    const bool isKnown = next + loop.equations <= impulses.size();
    all.push_back({{"name", loop.name},
                   {"residual", number(loop.residual)},
                   {"impulse", isKnown ? list(Eigen::VectorXd(impulses.segment(next, loop.equations)))
                                       : Json(nullptr)}});
    next += loop.equations;
  }
  return all;
}

Json energyJson(const ImpactReport& report) {
  const double before = report.problem.metric().energy(report.problem.momentum());
  return {{"before", number(before)},
          {"worst_relative_error",
           report.outcomes.empty() ? Json(nullptr) : number(report.worstRelativeEnergyError())}};
}

std::optional<double> knownXi(const ImpactReport& report) {
  const Indeterminacy& xi = report.indeterminacy;
  const bool known = report.complete() && !report.outcomes.empty() && (xi.isExact() || report.tolerance > 0);
  return known ? std::optional(xi.xi) : std::nullopt;
}

Json estimateJson(const OrderingsEstimate& estimate) {
  return {{"value", number(estimate.value)},
          {"standard_error", number(estimate.standardError)},
          {"log10", number(estimate.log10)},
          {"samples", estimate.samples},
          {"seed", estimate.seed}};
}

Json gapsJson(const ImpactReport& report) {
  const GapReport& gaps = *report.gaps;
  Json json = {{"samples", gaps.samples}, {"seed", gaps.seed}};
  if (gaps.exactFirst) json["exact_first"] = *gaps.exactFirst;
  json["orderings"] = Json::array();
  WordWriter words(report.problem);
  for (const GapOrdering& ordering : gaps.orderings) {
    Json& entry = json["orderings"].emplace_back();
    words.add(entry, "word", ordering.word);
    entry["probability"] = ordering.probability;
    entry["standard_error"] = ordering.standardError;
  }
  json["realisable"] =
      gaps.realisable.complete ? Json(std::to_string(gaps.realisable.words.size())) : nullptr;
  const std::optional<Count> others = unrealisedOrderings(report);
  json["unrealised"] = others ? Json(others->str()) : Json(nullptr);
  json["unrealised_examples"] = Json::array();
  if (!others) return json;
  constexpr std::size_t mostExamples = 8;
  for (const Word& word : otherOrderings(*report.graph, gaps.realisable.words, mostExamples))
    json["unrealised_examples"].push_back(wordJson(report.problem.labels(), word));
  return json;
}

}  // namespace carom
