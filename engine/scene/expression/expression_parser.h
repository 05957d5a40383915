#pragma once

#include <muParserBase.h>

#include <string>
#include <string_view>

#include "scene/expression/functions.h"

namespace carom {

/// The length of the number at the start of a text, and its value; length 0 without a number.
std::size_t readNumber(std::string_view text, double& value);

/// The text with a space where a name begins with the end of a unit: "2mm /sqrt(b)" for "2mm/sqrt(b)", which
/// muParser would read as 2 mm/s.
std::string withUnitsApart(const std::string& text);

/// What all parsers of expressions share: the characters of names and operators, numbers, pi. A parser adds
/// the functions, operators and units for its kind of values.
class ExpressionParser : public mu::ParserBase {
 protected:
  void InitCharSets() override;
  void InitConst() override;
  void defineNumbers();
};

}  // namespace carom
