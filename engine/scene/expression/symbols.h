#pragma once

#include <set>
#include <string>

namespace carom {

/// Replaces a symbol of an expression, token by token: numbers ("1e3"), units and longer names stay.
std::string replaceSymbol(const std::string& expression, const std::string& symbol, const std::string& by);
/// Adds the names that stand in an expression: symbols, functions and units.
void collectWords(const std::string& expression, std::set<std::string>& words);
/// Whether an expression mentions a symbol.
bool mentions(const std::string& expression, const std::string& symbol);
}  // namespace carom
