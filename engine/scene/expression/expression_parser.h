#pragma once

#include <muParserBase.h>

#include <string_view>

#include "scene/expression/functions.h"

namespace carom {

/// The length of the number at the start of a text, and its value; length 0 without a number.
std::size_t readNumber(std::string_view text, double& value);

/// What all parsers of expressions share: the characters of names and operators, numbers, pi. A parser adds
/// the functions, operators and units for its kind of values.
class ExpressionParser : public mu::ParserBase {
 protected:
  void InitCharSets() override;
  void InitConst() override;
  void defineNumbers();
};

}  // namespace carom
