#include "scene/expression/expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

#include "scene/expression/expression_parser.h"
#include "scene/expression/units.h"
#include "scene/scene.h"

namespace carom {

namespace {

constexpr std::size_t longestExpression = 1000;

const Unit* findUnit(std::string_view name) {
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == name; });
  return unit == units.end() ? nullptr : &*unit;
}

/// muParser calls plain functions, so every unit needs its own.
template <std::size_t I>
double toSi(double value) {
  return value * units[I].factor;
}

/// muParser's own operators include assignment, which would let an expression change a parameter.
bool assigns(const std::string& text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : ' '; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool second = i > 0 && std::string_view("=<>!").find(text[i - 1]) != std::string_view::npos;
    if (!second && at(i + 1) != '=') return true;
  }
  return false;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

}  // namespace

std::size_t readNumber(std::string_view text, double& value) {
  const bool digit = !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '.');
  if (!digit) return 0;  // from_chars would read "inf" and "nan"
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument) return 0;
  const std::string_view number(text.data(), static_cast<std::size_t>(end - text.data()));
  if (error == std::errc::result_out_of_range)
    value = number.find('-') == std::string_view::npos ? HUGE_VAL : 0;  // the sign of the exponent
  return number.size();
}

std::string withUnitsApart(const std::string& text) {
  const auto inName = [](char c) {
    return (static_cast<unsigned char>(c) < 0x80 && std::isalnum(static_cast<unsigned char>(c))) || c == '_';
  };
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    double ignored;
    std::size_t length = readNumber(std::string_view(text).substr(i), ignored);
    bool cut = false;
    if (length == 0 && inName(text[i])) {
      while (i + length < text.size() && inName(text[i + length])) ++length;
      const auto isCut = [&](const Unit& unit) {
        const std::size_t end = i + unit.name.size();
        return unit.name.size() > length && text.compare(i, unit.name.size(), unit.name) == 0 &&
               inName(text[end - 1]) && end < text.size() && inName(text[end]);
      };
      cut = std::ranges::any_of(units, isCut);
    }
    length = std::max<std::size_t>(length, 1);
    result.append(text, i, length);
    if (cut) result += ' ';
    i += length;
  }
  return result;
}

void ExpressionParser::InitCharSets() {
  DefineNameChars("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  DefineOprtChars("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-*^/?<>=#!$%&|~'_");
  DefineInfixOprtChars("+-");
}

void ExpressionParser::InitConst() {
  DefineConst("pi", std::numbers::pi);
}

void ExpressionParser::defineNumbers() {
  AddValIdent([](const char* text, int* position, double* value) {
    const std::size_t length = readNumber(text, *value);
    *position += static_cast<int>(length);
    return length > 0 ? 1 : 0;
  });
}

class Expression::Parser final : public ExpressionParser {
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
    for (const UnaryFunction& function : unaryFunctions) DefineFun(function.name, function.value);
    for (const BinaryFunction& function : binaryFunctions) DefineFun(function.name, function.value);
  }
  void InitOprt() override {
    DefineInfixOprt("-", [](double v) { return -v; });
    DefineInfixOprt("+", [](double v) { return v; });
    defineUnits(std::make_index_sequence<units.size()>());
  }

 private:
  template <std::size_t... I>
  void defineUnits(std::index_sequence<I...>) {
    (DefinePostfixOprt(std::string(units[I].name), toSi<I>), ...);
  }
};

std::string renameSymbols(std::string_view text, const std::map<std::string, std::string>& renames) {
  std::string result;
  const auto inName = [](unsigned char c) { return (c < 0x80 && std::isalnum(c)) || c == '_'; };
  while (!text.empty()) {
    double ignored;
    std::size_t length = readNumber(text, ignored);
    if (length == 0 && inName(static_cast<unsigned char>(text[0]))) {
      while (length < text.size() && inName(static_cast<unsigned char>(text[length]))) ++length;
      const auto renamed = renames.find(std::string(text.substr(0, length)));
      result += renamed == renames.end() ? text.substr(0, length) : std::string_view(renamed->second);
    } else {
      length = std::max<std::size_t>(length, 1);
      result += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return result;
}

std::optional<double> parseQuantity(std::string_view text) {
  const std::string quantity = trimmed(text);
  std::string_view rest = quantity;
  const bool negative = rest.starts_with('-');
  if (negative) rest.remove_prefix(1);
  double value = 0;
  const std::size_t length = readNumber(rest, value);
  if (length == 0) return std::nullopt;
  const std::string name = trimmed(rest.substr(length));
  const Unit* unit = name.empty() ? nullptr : findUnit(name);
  if (!name.empty() && !unit) return std::nullopt;
  return (negative ? -value : value) * (unit ? unit->factor : 1);
}

bool isReservedName(std::string_view name) {
  return name == "pi" || hasFunction(unaryFunctions, name) || hasFunction(binaryFunctions, name) ||
         findUnit(name);
}

std::string freeName(std::string_view name) {
  return "another name, such as \"" + std::string(name) + "_1\"";
}

double unitFactor(const std::string& unit) {
  if (unit.empty()) return 1;
  if (const Unit* known = findUnit(unit)) return known->factor;
  std::string list;
  for (const Unit& u : units) list += (list.empty() ? "" : ", ") + std::string(u.name);
  throw SceneError("", "unit", "unknown unit \"" + unit + '"', "one of " + list);
}

Expression::Expression(const std::string& text, const std::vector<std::string>& symbols, double* values) {
  if (const auto constant = parseQuantity(text)) {
    m_constant = *constant;
    return;
  }
  if (text.size() > longestExpression) throw ExpressionError("is longer than 1000 characters");
  if (trimmed(text).empty()) throw ExpressionError("is empty");
  if (assigns(text)) throw ExpressionError("\"" + text + "\" contains an assignment");
  static const Parser prototype;
  m_parser = std::make_unique<Parser>(prototype);
  try {
    for (std::size_t i = 0; i < symbols.size(); ++i) m_parser->DefineVar(symbols[i], values + i);
    m_parser->SetExpr(withUnitsApart(text));
    for (const auto& [name, address] : m_parser->GetUsedVar()) {
      const auto symbol = std::find(symbols.begin(), symbols.end(), name);
      if (symbol == symbols.end()) throw ExpressionError("undefined parameter \"" + name + '"', true);
      m_uses.push_back(static_cast<int>(symbol - symbols.begin()));
    }
    m_parser->Eval();  // compiles
  } catch (const mu::ParserError& error) {
    std::string problem = error.GetMsg();
    if (error.GetCode() == mu::ecINTERNAL_ERROR) problem = "a number is missing";  // of a sign alone
    if (problem.ends_with('.')) problem.pop_back();
    if (!problem.empty())
      problem[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(problem[0])));
    throw ExpressionError("\"" + text + "\" does not parse: " + problem);
  }
  if (m_parser->GetNumResults() != 1) throw ExpressionError("\"" + text + "\" is not one number");
  std::sort(m_uses.begin(), m_uses.end());
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

double Expression::operator()() const {
  return m_parser ? m_parser->Eval() : m_constant;
}

ExpressionTable::ExpressionTable(std::vector<std::string> symbols) : m_symbols(std::move(symbols)) {}

int ExpressionTable::symbol(std::string_view name) const {
  const auto found = std::find(m_symbols.begin(), m_symbols.end(), name);
  return found == m_symbols.end() ? -1 : static_cast<int>(found - m_symbols.begin());
}

int ExpressionTable::add(const std::string& text) {
  if (const auto known = m_numbers.find(text); known != m_numbers.end()) return known->second;
  std::vector<double> values(m_symbols.size(), 1.0);
  m_uses.push_back(Expression(text, m_symbols, values.data()).uses());
  m_texts.push_back(text);
  return m_numbers[text] = size() - 1;
}

Evaluator::Evaluator(const ExpressionTable& table)
    : m_symbols(table.symbols()), m_values(m_symbols.size(), 0.0) {
  m_expressions.reserve(static_cast<std::size_t>(table.size()));
  for (int i = 0; i < table.size(); ++i) m_expressions.push_back(compile(table.text(i)));
}

}  // namespace carom
