#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "answer/question/command_error.h"
#include "scene/scene.h"

namespace carom {

/// "a:b:c" → a, b, c; empty parts are kept.
std::vector<std::string> splitText(const std::string& text, char separator);
/// The other way round.
std::string joined(const std::vector<std::string>& parts, const std::string& separator);

/// The assignments of "theta=120deg", …; the last one of a name wins. Throws CommandError where one has no
/// name or no "=".
Assignments parseAssignments(const std::vector<std::string>& texts);

/// A number or an expression with units, in SI; may be infinite or not a number. Throws CommandError, which
/// names `option`: a CommandFault where it does not parse.
double parseNumber(const std::string& option, const std::string& text);
/// Throws CommandError: an InputFault outside [0, 1].
double parseCoefficient(const std::string& option, const std::string& text);
/// A time (s) above 0. Throws CommandError: an InputFault where it is none.
double parseTime(const std::string& option, const std::string& text);
/// A number of decimal digits only, within [least, most]. Throws CommandError, which names `option`.
std::size_t parseCount(const std::string& option, const std::string& text, std::size_t least,
                       std::size_t most = static_cast<std::size_t>(-1));
/// The m of a pair of contacts, "3" or "nearest": 0. Throws CommandError.
int parseMultiplicity(const std::string& option, const std::string& text);
/// The indices of "ac,bc" among the names of contacts. Throws CommandError, which names `option` and lists
/// the contacts.
std::vector<std::size_t> contactsNamed(const std::string& option, const std::string& text,
                                       const std::vector<std::string>& contacts);

/// Memory (bytes) that a command may take for results: words, samples, steps, points of a table, and states
/// of a search. At the limit the command ends with the results so far, "limit": "memory" and status 3. The
/// program itself and the document that is written are not counted.
inline constexpr std::size_t usualMemory = std::size_t{1} << 30;
/// "512MB", "2GB", "1e9": bytes; usualMemory where the text is empty. Throws CommandError.
std::size_t parseMemory(const std::string& text);

/// Throws CommandError where both options are given.
void refuseTogether(const std::string& a, bool hasA, const std::string& b, bool hasB);

}  // namespace carom
