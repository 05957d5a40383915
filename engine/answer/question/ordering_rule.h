#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "impact/policy.h"

namespace carom {

/// A rule that chooses an ordering for every state of a scene: a Policy whose contacts have names.
struct OrderingRule {
  using Kind = Policy::Kind;
  Kind kind = Kind::MostInfeasible;
  std::vector<std::string> priority;  ///< for Priority: names of contacts, the first one first
  std::uint64_t seed = 1;             ///< for Random

  bool operator==(const OrderingRule&) const = default;
};

/// The rule of its words, "priority:ac,bc", with contacts of these names. Throws CommandError, which names
/// `option`.
OrderingRule readRule(const std::string& option, const std::string& words,
                      const std::vector<std::string>& contacts);
/// The words that readRule() takes.
std::string wordsOf(const OrderingRule& rule);
/// "most-infeasible, …, priority:CONTACT,…, random:SEED or friction-lcp": what readRule() takes.
std::string ruleForms();

/// The policy of a rule for contacts, objects with a name in the order of their numbers. Names of a priority
/// that are not among them are left out.
template <typename Contacts>
Policy policyOf(const OrderingRule& rule, const Contacts& contacts) {
  Policy policy{rule.kind, {}, rule.seed};
  for (const std::string& wanted : rule.priority)
    for (std::size_t i = 0; i < contacts.size(); ++i)
      if (contacts[i].name == wanted) policy.priority.push_back(static_cast<ContactIndex>(i));
  return policy;
}

}  // namespace carom
