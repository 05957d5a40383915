#include "scene/expression/expression_slopes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "scene/expression/expression_parser.h"
#include "scene/expression/units.h"

namespace carom {

namespace {

// muParser computes with plain doubles. A dual number with a slope is stored in a list, and the double that
// stands for it is a NaN whose payload is its place there; a double without a slope stands for itself.

constexpr std::uint64_t dualMark = 0x7ffc'd0a1'0000'0000, markBits = 0xffff'ffff'0000'0000;
thread_local std::vector<ValueAndSlope> duals;  ///< of the evaluation in progress

ValueAndSlope opened(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  if ((bits & markBits) != dualMark) return {x, 0};
  return duals[static_cast<std::uint32_t>(bits)];
}

double boxed(const ValueAndSlope& x) {
  if (x.slope == 0) return x.value;
  duals.push_back(x);
  return std::bit_cast<double>(dualMark | (duals.size() - 1));
}

bool metZero() {
  return std::any_of(duals.begin(), duals.end(), [](const ValueAndSlope& dual) { return dual.value == 0; });
}

/// A slope times a derivative, where no slope is no change, whatever the derivative.
double along(double derivative, double slope) {
  return slope == 0 ? 0 : derivative * slope;
}

template <std::size_t I>
double unary(double argument) {
  const ValueAndSlope x = opened(argument);
  const UnaryFunction& f = unaryFunctions[I];
  return boxed({f.value(x.value), x.slope == 0 ? 0 : f.slope(x.value) * x.slope});
}

/// Whether two derivatives of equal values are equal up to their rounding.
bool agree(double x, double y) {
  constexpr double rounding = 1e-12;
  return std::abs(x - y) <= rounding * std::max(std::abs(x), std::abs(y));
}

double binary(const BinaryFunction& f, double first, double second) {
  const ValueAndSlope x = opened(first), y = opened(second);
  const double value = f.value(x.value, y.value);
  if (x.slope == 0 && y.slope == 0) return value;
  if (f.isOneOf && x.value == y.value && agree(x.slope, y.slope)) return boxed({value, x.slope});
  const auto [fx, fy] = f.slopes(x.value, y.value);
  return boxed({value, along(fx, x.slope) + along(fy, y.slope)});
}

template <std::size_t I>
double binaryCall(double x, double y) {
  return binary(binaryFunctions[I], x, y);
}

struct Operator {
  BinaryFunction function;
  unsigned priority;
  mu::EOprtAssociativity order = mu::oaLEFT;
};

std::array<double, 2> noSlopes(double, double) {
  return {0, 0};
}

constexpr std::array operators{
    Operator{{"+", [](double x, double y) { return x + y; },
              [](double, double) {
                return std::array<double, 2>{1, 1};
              }},
             mu::prADD_SUB},
    Operator{{"-", [](double x, double y) { return x - y; },
              [](double, double) {
                return std::array<double, 2>{1, -1};
              }},
             mu::prADD_SUB},
    Operator{{"*", [](double x, double y) { return x * y; },
              [](double x, double y) {
                return std::array<double, 2>{y, x};
              }},
             mu::prMUL_DIV},
    Operator{{"/", [](double x, double y) { return x / y; },
              [](double x, double y) {
                return std::array<double, 2>{1 / y, -x / (y * y)};
              }},
             mu::prMUL_DIV},
    Operator{
        {"^", [](double x, double y) { return std::pow(x, y); },
         [](double x, double y) {
           return std::array<double, 2>{y == 0 ? 0 : y * std::pow(x, y - 1), std::pow(x, y) * std::log(x)};
         }},
        mu::prPOW,
        mu::oaRIGHT},
    Operator{{"<", [](double x, double y) { return x < y ? 1.0 : 0.0; }, noSlopes}, mu::prCMP},
    Operator{{">", [](double x, double y) { return x > y ? 1.0 : 0.0; }, noSlopes}, mu::prCMP},
    Operator{{"<=", [](double x, double y) { return x <= y ? 1.0 : 0.0; }, noSlopes}, mu::prCMP},
    Operator{{">=", [](double x, double y) { return x >= y ? 1.0 : 0.0; }, noSlopes}, mu::prCMP},
    Operator{{"==", [](double x, double y) { return x == y ? 1.0 : 0.0; }, noSlopes}, mu::prCMP},
    Operator{{"!=", [](double x, double y) { return x != y ? 1.0 : 0.0; }, noSlopes}, mu::prCMP},
    Operator{{"&&", [](double x, double y) { return x != 0 && y != 0 ? 1.0 : 0.0; }, noSlopes}, mu::prLAND},
    Operator{{"||", [](double x, double y) { return x != 0 || y != 0 ? 1.0 : 0.0; }, noSlopes}, mu::prLOR},
};

template <std::size_t I>
double operatorCall(double x, double y) {
  return binary(operators[I].function, x, y);
}

template <std::size_t I>
double dualUnit(double x) {
  const ValueAndSlope dual = opened(x);
  return boxed({dual.value * units[I].factor, dual.slope * units[I].factor});
}

}  // namespace

/// The syntax of Expression over dual numbers.
class ExpressionSlopes::Parser final : public ExpressionParser {
 public:
  Parser() {
    InitCharSets();
    InitFun();
    InitConst();
    InitOprt();
  }
  Parser(const Parser&) = default;
  Parser& operator=(const Parser&) = delete;

 protected:
  void InitFun() override {
    defineNumbers();
    defineFunctions(std::make_index_sequence<unaryFunctions.size()>(),
                    std::make_index_sequence<binaryFunctions.size()>());
  }
  void InitOprt() override {
    EnableBuiltInOprt(false);
    DefineInfixOprt("-", [](double x) {
      const ValueAndSlope dual = opened(x);
      return boxed({-dual.value, -dual.slope});
    });
    DefineInfixOprt("+", [](double x) { return x; });
    defineOperators(std::make_index_sequence<operators.size()>(), std::make_index_sequence<units.size()>());
  }

 private:
  template <std::size_t... I, std::size_t... J>
  void defineFunctions(std::index_sequence<I...>, std::index_sequence<J...>) {
    (DefineFun(unaryFunctions[I].name, unary<I>), ...);
    (DefineFun(binaryFunctions[J].name, binaryCall<J>), ...);
  }
  template <std::size_t... I, std::size_t... J>
  void defineOperators(std::index_sequence<I...>, std::index_sequence<J...>) {
    (DefineOprt(operators[I].function.name, operatorCall<I>, operators[I].priority, operators[I].order), ...);
    (DefinePostfixOprt(std::string(units[J].name), dualUnit<J>), ...);
  }
};

struct ExpressionSlopes::Compiled {
  Parser parser;
  std::vector<int> uses;
  std::string text;
};

ExpressionSlopes::ExpressionSlopes(const ExpressionTable& table, Evaluator& values)
    : m_table(table),
      m_values(values),
      m_slopes(table.symbols().size(), 0.0),
      m_cells(table.symbols().size(), 0.0),
      m_compiled(static_cast<std::size_t>(table.size())) {}
ExpressionSlopes::~ExpressionSlopes() = default;

void ExpressionSlopes::setSlope(int symbol, double slope) {
  m_slopes[static_cast<std::size_t>(symbol)] = slope;
}

bool ExpressionSlopes::isMoving(const std::vector<int>& uses) const {
  return std::any_of(uses.begin(), uses.end(),
                     [&](int symbol) { return m_slopes[static_cast<std::size_t>(symbol)] != 0; });
}

std::unique_ptr<ExpressionSlopes::Compiled> ExpressionSlopes::compile(const std::string& text,
                                                                      const std::vector<int>& uses) {
  static const Parser prototype;
  auto compiled = std::make_unique<Compiled>(prototype, uses, text);
  for (const int symbol : uses) {
    const auto at = static_cast<std::size_t>(symbol);
    m_cells[at] = m_values.value(symbol);
    compiled->parser.DefineVar(m_table.symbols()[at], &m_cells[at]);
  }
  compiled->parser.SetExpr(withUnitsApart(text));
  return compiled;
}

ValueAndSlope ExpressionSlopes::evaluate(Compiled& compiled, double value) {
  duals.clear();
  for (const int symbol : compiled.uses) {
    const auto at = static_cast<std::size_t>(symbol);
    m_cells[at] = boxed({m_values.value(symbol), m_slopes[at]});
  }
  const ValueAndSlope result = opened(compiled.parser.Eval());
  // A condition that is a dual number reads as true, also where its value is 0.
  constexpr double rounding = 1e-9;  // powers are computed in another way here
  const bool mayDiffer = compiled.text.find('?') != std::string::npos && metZero();
  if (mayDiffer && !(std::abs(result.value - value) <= rounding * std::abs(value)))
    throw ExpressionError("\"" + compiled.text + "\" has no derivative here");
  return {value, result.slope};
}

ValueAndSlope ExpressionSlopes::operator()(int expression) {
  const double value = m_values(expression);
  const std::vector<int>& uses = m_table.uses(expression);
  if (!isMoving(uses)) return {value, 0};
  auto& compiled = m_compiled[static_cast<std::size_t>(expression)];
  if (!compiled) compiled = compile(m_table.text(expression), uses);
  return evaluate(*compiled, value);
}

ExpressionSlopes::CompiledText& ExpressionSlopes::compiledText(const std::string& text) {
  const auto known = m_texts.find(text);
  if (known != m_texts.end()) return known->second;
  return m_texts.emplace(text, CompiledText{m_values.compile(text), nullptr}).first->second;
}

ValueAndSlope ExpressionSlopes::operator()(const std::string& text) {
  auto& [plain, dual] = compiledText(text);
  const double value = plain();
  if (!isMoving(plain.uses())) return {value, 0};
  if (!dual) dual = compile(text, plain.uses());
  return evaluate(*dual, value);
}

}  // namespace carom
