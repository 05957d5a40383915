#include "answer/question/ordering_rule.h"

#include <algorithm>

#include "answer/question/option_values.h"
#include "base/near_names.h"

namespace carom {

namespace {

using Argument = PolicyRow::Argument;

/// ":SEED"
std::string argumentForm(Argument argument) {
  return argument == Argument::None ? "" : argument == Argument::Seed ? ":SEED" : ":CONTACT,…";
}

std::string formOf(const PolicyRow& row) {
  return std::string(row.word) + argumentForm(row.argument);
}

/// The form of the policy that was meant; all forms where none is near.
std::string expectedForms(const std::string& word) {
  std::vector<std::string> names;
  for (const PolicyRow& row : policyRows()) names.emplace_back(row.word);
  const std::vector<std::string> near = nearNames(word, names, 1);
  return near.empty() ? ruleForms() : formOf(*std::ranges::find(policyRows(), near[0], &PolicyRow::word));
}

}  // namespace

OrderingRule readRule(const std::string& option, const std::string& words,
                      const std::vector<std::string>& contacts) {
  const auto colon = words.find(':');
  const std::string word = words.substr(0, colon),
                    argument = colon == std::string::npos ? "" : words.substr(colon + 1);
  const auto row = std::ranges::find(policyRows(), word, &PolicyRow::word);
  const bool isKnown = row != policyRows().end();
  if (!isKnown || (row->argument == Argument::None) != (colon == std::string::npos) ||
      (row->argument == Argument::Contacts && argument.empty()))
    throw CommandError(ExitStatus::CommandFault, option + ' ' + words + ": expected " + expectedForms(word));
  OrderingRule rule{row->kind, {}, 1};
  if (row->argument == Argument::Seed) rule.seed = parseCount(option + ' ' + word + ':', argument, 0);
  if (row->argument == Argument::Contacts)
    for (const std::size_t contact : contactsNamed(option, argument, contacts))
      rule.priority.push_back(contacts[contact]);
  return rule;
}

std::string wordsOf(const OrderingRule& rule) {
  const PolicyRow& row = rowOf(rule.kind);
  std::string words(row.word);
  if (row.argument == Argument::Seed) words += ':' + std::to_string(rule.seed);
  if (row.argument == Argument::Contacts) words += ':' + joined(rule.priority, ",");
  return words;
}

std::string ruleForms() {
  std::vector<std::string> forms;
  for (const PolicyRow& row : policyRows()) forms.push_back(formOf(row));
  const std::string last = forms.back();
  forms.pop_back();
  return joined(forms, ", ") + " or " + last;
}

}  // namespace carom
