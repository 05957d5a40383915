#include "cli/law/law_answer.h"

#include <algorithm>

#include "cli/options.h"
#include "laws/impulse_space.h"

namespace carom {

namespace {

/// The points, or none where a law refuses them.
template <typename Points>
std::vector<LocalVector> orNone(const Points& points) {
  try {
    return points();
  } catch (const LawError&) {
    return {};
  }
}

LawAnswer answerOf(CollisionLaw law, const LawQuestion& question) {
  LawAnswer answer;
  answer.law = law;
  try {
    const LocalImpact& impact = question.impact;
    const LawImpulse result = collide(law, impact, question.coefficients);
    answer.impulse = result.P;
    answer.velocity = impact.after(result.P);
    answer.energy = impact.energy(answer.velocity);
    answer.permissible = permissible(impact, result.P, question.coefficients.friction);
    answer.mode = result.mode;
    answer.all = collisions(law, impact, question.coefficients);
    answer.largestRestitution = largestRestitution(law, impact, question.coefficients);
    if (question.hinged) answer.hinge = collideAtHinge(law, *question.hinged, question.coefficients);
    if (question.path) answer.path = orNone([&] { return routhPath(impact, question.coefficients, law); });
    if (question.accessible > 0)
      answer.accessible =
          orNone([&] { return accessibleBoundary(law, impact, question.coefficients, question.accessible); });
  } catch (const LawError& error) {
    answer.refusal = error.what();
  }
  return answer;
}

/// A vector in the axes of the command line.
Json vectorJson(const LawQuestion& question, const LocalVector& vector) {
  return list(question.exchange * vector);
}

/// The points, or null where there are none.
Json pointsJson(const LawQuestion& question, const std::vector<LocalVector>& points) {
  if (points.empty()) return nullptr;
  Json json = Json::array();
  for (const LocalVector& point : points) json.push_back(vectorJson(question, point));
  return json;
}

Json hingeJson(const LawQuestion& question, const HingeSequence& sequence) {
  return {{"impulse", vectorJson(question, sequence.P)},
          {"reaction", list(sequence.Q)},
          {"velocity", vectorJson(question, sequence.V)},
          {"energy", number(question.impact.energy(sequence.V))},
          {"collisions", sequence.collisions},
          {"complete", sequence.complete}};
}

Json document(const LawQuestion& question, const LawAnswer& answer) {
  if (!answer.refusal.empty()) return {{"refused", answer.refusal}};
  const LocalImpact& impact = question.impact;
  Json json = {{"impulse", vectorJson(question, answer.impulse)},
               {"velocity", vectorJson(question, answer.velocity)},
               {"energy", {{"before", number(impact.energy(impact.V))}, {"after", number(answer.energy)}}},
               {"permissible",
                {{"energy", answer.permissible.energy},
                 {"separation", answer.permissible.separation},
                 {"compression", answer.permissible.compression},
                 {"friction", answer.permissible.friction}}},
               {"mode", modeText(answer.mode)},
               {"frictionless", vectorJson(question, impact.frictionless())},
               {"sticking", vectorJson(question, impact.sticking())}};
  Json solutions = Json::array();
  for (const LawImpulse& one : answer.all)
    solutions.push_back({{"impulse", vectorJson(question, one.P)}, {"mode", modeText(one.mode)}});
  json["solutions"] = solutions;
  json["largest_restitution"] = number(answer.largestRestitution);
  if (answer.hinge) json["hinge"] = hingeJson(question, *answer.hinge);
  if (question.path) {
    json["path"] = pointsJson(question, answer.path);
    json["path_law"] = std::string(nameOf(pathLawOf(answer.law)));
  }
  if (question.accessible > 0) json["accessible"] = pointsJson(question, answer.accessible);
  return json;
}

}  // namespace

std::vector<LawAnswer> answersOf(const LawQuestion& question) {
  std::vector<LawAnswer> answers;
  for (const CollisionLaw law : question.laws) answers.push_back(answerOf(law, question));
  const auto refused = [](const LawAnswer& answer) { return !answer.refusal.empty(); };
  if (std::ranges::all_of(answers, refused))
    throw CommandError(ExitStatus::InputFault, answers.front().refusal);
  return answers;
}

const char* modeText(ContactMode mode) {
  return mode == ContactMode::Stick ? "stick" : "slip";
}

Json lawJson(const LawQuestion& question, const std::vector<LawAnswer>& answers) {
  if (!question.isAll) return document(question, answers.front());
  Json laws = Json::object();
  for (const LawAnswer& answer : answers) laws[std::string(nameOf(answer.law))] = document(question, answer);
  return {{"laws", laws}};
}

}  // namespace carom
