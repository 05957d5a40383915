#pragma once

#include <map>

#include "scene/build/evaluate.h"
#include "scene/expression/expression_slopes.h"
#include "study/design/tree_numbers.h"

namespace carom {

/// Reads the numbers of a parsed scene as S, for the values of the symbols that its evaluator holds.
template <class S>
class NumberReader;

template <>
class NumberReader<double> {
 public:
  explicit NumberReader(const SceneValues& values) : m_values(values) {}
  double operator()(const Number& number) const { return m_values(number); }
  double value(const Number& number) const { return m_values(number); }

 private:
  const SceneValues& m_values;
};

/// Throws SceneError where an expression has no derivative along the direction of `slopes`.
template <>
class NumberReader<Dual> {
 public:
  NumberReader(const SceneValues& values, ExpressionSlopes& slopes) : m_values(values), m_slopes(slopes) {}
  Dual operator()(const Number& number) const;
  double value(const Number& number) const { return m_values(number); }

 private:
  const SceneValues& m_values;
  ExpressionSlopes& m_slopes;
};

/// A scene whose numbers are read. values: runs the repeats that a reader sees.
struct ReadScene {
  const SceneSource& source;
  const Mechanism& structure;  ///< its mechanism
  SceneValues& values;
};
/// Coordinates that have a number of their own in place of the scene's: by their index.
template <class S>
using OwnCoordinates = std::map<int, S>;
/// The numbers of its bodies, and its initial configuration: as the file has it but for `own`.
template <class S>
TreeNumbers<S> readTree(const ReadScene& scene, const NumberReader<S>& read, const OwnCoordinates<S>& own);

}  // namespace carom
