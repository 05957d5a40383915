#include "cli/policy_option.h"

#include "cli/options.h"
#include "impact/policy.h"

namespace carom {

Policy parsePolicy(const std::string& text, const std::vector<ContactLabel>& contacts) {
  if (text == "most-infeasible") return {Policy::Kind::MostInfeasible, {}, 0};
  if (text == "least-infeasible") return {Policy::Kind::LeastInfeasible, {}, 0};
  if (text == "approach-speed") return {Policy::Kind::ApproachSpeed, {}, 0};
  if (text == "friction-lcp") return {Policy::Kind::FrictionLcp, {}, 0};
  const auto colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string argument = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (kind == "random" && colon != std::string::npos)
    return {Policy::Kind::Random, {}, parseCount("--policy random:", argument, 0)};
  if (kind != "priority" || argument.empty())
    throw CommandError(ExitStatus::CommandFault,
                       "--policy " + text +
                           ": expected most-infeasible, least-infeasible, approach-speed, "
                           "priority:CONTACT,CONTACT,…, random:SEED or friction-lcp");
  Policy policy{Policy::Kind::Priority, {}, 0};
  for (const std::string& name : splitText(argument, ','))
    policy.priority.push_back(contactNamed("--policy", name, contacts));
  return policy;
}

}  // namespace carom
