#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace carom {

/// An expression does not parse, or uses a name that is not defined.
class ExpressionError : public std::runtime_error {
 public:
  explicit ExpressionError(const std::string& problem, bool undefinedName = false)
      : std::runtime_error(problem), m_undefinedName(undefinedName) {}
  bool undefinedName() const { return m_undefinedName; }

 private:
  bool m_undefinedName;
};

/// A number with or without a unit, "28.6mm", "-1e-3", "90 deg", in SI. Empty for anything else.
std::optional<double> parseQuantity(std::string_view text);

/// Whether an expression means something else by this name: a function, a unit or pi.
bool isReservedName(std::string_view name);
/// What to write in place of such a name: "another name, such as "m_1"".
std::string freeName(std::string_view name);

/// The expression with other names for some of its symbols; all else of it stays as it was written.
std::string renameSymbols(std::string_view text, const std::map<std::string, std::string>& renames);

/// An expression over named symbols: + − * / ^, comparisons, && || ?:, the usual functions, pi, and units
/// written after a value ("2*28.6mm", "ra in"); a unit binds before everything else.
///
/// Compiled once, evaluated often. Not thread-safe: each thread has its own.
class Expression {
 public:
  /// values: one per symbol, read whenever the expression is evaluated; they must outlive it.
  /// Throws ExpressionError.
  Expression(const std::string& text, const std::vector<std::string>& symbols, double* values);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// May be infinite or not a number.
  double operator()() const;
  /// The symbols that it mentions, rising.
  const std::vector<int>& uses() const { return m_uses; }

 private:
  class Parser;
  std::unique_ptr<Parser> m_parser;  ///< null for plain quantities
  double m_constant = 0;
  std::vector<int> m_uses;
};

/// All expressions of a scene, in a form that threads can share. Equal texts are one expression.
class ExpressionTable {
 public:
  explicit ExpressionTable(std::vector<std::string> symbols);

  /// The number of an expression in this table. Throws ExpressionError.
  int add(const std::string& text);
  const std::vector<int>& uses(int expression) const { return m_uses[static_cast<std::size_t>(expression)]; }
  const std::string& text(int expression) const { return m_texts[static_cast<std::size_t>(expression)]; }
  int size() const { return static_cast<int>(m_texts.size()); }
  const std::vector<std::string>& symbols() const { return m_symbols; }
  int symbol(std::string_view name) const;  ///< −1 if it has no such symbol

 private:
  std::vector<std::string> m_symbols, m_texts;
  std::vector<std::vector<int>> m_uses;
  std::unordered_map<std::string, int> m_numbers;
};

/// The expressions of a table compiled over one set of values, for one thread at a time.
class Evaluator {
 public:
  explicit Evaluator(const ExpressionTable& table);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  double& value(int symbol) { return m_values[static_cast<std::size_t>(symbol)]; }
  double operator()(int expression) const { return m_expressions[static_cast<std::size_t>(expression)](); }
  const Expression& expression(int number) const { return m_expressions[static_cast<std::size_t>(number)]; }
  /// One more expression over the same values. Throws ExpressionError.
  Expression compile(const std::string& text) { return {text, m_symbols, m_values.data()}; }

 private:
  std::vector<std::string> m_symbols;
  std::vector<double> m_values;
  std::vector<Expression> m_expressions;
};

}  // namespace carom
