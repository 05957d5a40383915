#pragma once

#include <map>
#include <memory>
#include <vector>

#include "scene/expression/expression.h"

namespace carom {

/// A value and its derivative along one direction.
struct ValueAndSlope {
  double value = 0, slope = 0;
};

/// Exact derivatives of the expressions of a table along one direction in the space of its symbols, in
/// forward mode: muParser runs the same syntax over dual numbers. For one thread at a time.
class ExpressionSlopes {
 public:
  /// values: holds the values of the symbols and outlives this.
  ExpressionSlopes(const ExpressionTable& table, Evaluator& values);
  ExpressionSlopes(const ExpressionSlopes&) = delete;
  ExpressionSlopes& operator=(const ExpressionSlopes&) = delete;
  ~ExpressionSlopes();

  /// The component of the direction along a symbol; 0 until it is set.
  void setSlope(int symbol, double slope);
  /// The value and the derivative of an expression of the table. NaN is the derivative where there is none:
  /// at a corner of abs, min or max, at a step. Equal
  /// arguments of min or max that also change alike make no corner. Throws ExpressionError where the
  /// derivative cannot be computed: a symbol of the direction that is itself a condition of ?: and 0.
  ValueAndSlope operator()(int expression);
  /// The same for a text over the symbols. Throws ExpressionError where it does not parse.
  ValueAndSlope operator()(const std::string& text);
  /// The symbols that a text uses. A text is compiled once.
  const std::vector<int>& uses(const std::string& text) { return compiledText(text).plain.uses(); }

 private:
  class Parser;
  struct Compiled;
  struct CompiledText {
    Expression plain;
    std::unique_ptr<Compiled> dual;  ///< null until it is used
  };
  CompiledText& compiledText(const std::string& text);
  ValueAndSlope evaluate(Compiled& compiled, double value);
  std::unique_ptr<Compiled> compile(const std::string& text, const std::vector<int>& uses);
  bool isMoving(const std::vector<int>& uses) const;

  const ExpressionTable& m_table;
  Evaluator& m_values;
  std::vector<double> m_slopes;                       ///< of the symbols
  std::vector<double> m_cells;                        ///< what the parsers read for each symbol
  std::vector<std::unique_ptr<Compiled>> m_compiled;  ///< of the table; null until it is used
  std::map<std::string, CompiledText, std::less<>> m_texts;
};

}  // namespace carom
