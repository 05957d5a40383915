#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace carom {

/// A function of expressions, and its derivative.
struct UnaryFunction {
  const char* name;
  double (*value)(double);
  double (*slope)(double);  ///< NaN where there is none
};

/// A function or operator with two arguments, and its derivatives by each of them.
struct BinaryFunction {
  const char* name;
  double (*value)(double, double);
  std::array<double, 2> (*slopes)(double, double);
  /// Whether its value is that of one argument: where both are equal, it has a derivative if theirs agree.
  bool isOneOf = false;
};

namespace functions {

/// The derivative of steps: 0 between them, none at a step.
inline double betweenSteps(double distance) {
  return distance == 0 ? NAN : 0;
}
inline double signOf(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : NAN;
}
inline std::array<double, 2> ofFirst(bool first, bool equal) {
  return equal ? std::array<double, 2>{NAN, NAN}
               : std::array<double, 2>{first ? 1.0 : 0.0, first ? 0.0 : 1.0};
}

}  // namespace functions

inline constexpr std::array unaryFunctions{
    UnaryFunction{"sin", [](double x) { return std::sin(x); }, [](double x) { return std::cos(x); }},
    UnaryFunction{"cos", [](double x) { return std::cos(x); }, [](double x) { return -std::sin(x); }},
    UnaryFunction{"tan", [](double x) { return std::tan(x); },
                  [](double x) { return 1 / (std::cos(x) * std::cos(x)); }},
    UnaryFunction{"asin", [](double x) { return std::asin(x); },
                  [](double x) { return 1 / std::sqrt((1 - x) * (1 + x)); }},
    UnaryFunction{"acos", [](double x) { return std::acos(x); },
                  [](double x) { return -1 / std::sqrt((1 - x) * (1 + x)); }},
    UnaryFunction{"atan", [](double x) { return std::atan(x); }, [](double x) { return 1 / (1 + x * x); }},
    UnaryFunction{"sinh", [](double x) { return std::sinh(x); }, [](double x) { return std::cosh(x); }},
    UnaryFunction{"cosh", [](double x) { return std::cosh(x); }, [](double x) { return std::sinh(x); }},
    UnaryFunction{"tanh", [](double x) { return std::tanh(x); },
                  [](double x) { return 1 / (std::cosh(x) * std::cosh(x)); }},
    UnaryFunction{"sqrt", [](double x) { return std::sqrt(x); }, [](double x) { return 0.5 / std::sqrt(x); }},
    UnaryFunction{"cbrt", [](double x) { return std::cbrt(x); },
                  [](double x) { return 1 / (3 * std::cbrt(x) * std::cbrt(x)); }},
    UnaryFunction{"exp", [](double x) { return std::exp(x); }, [](double x) { return std::exp(x); }},
    UnaryFunction{"ln", [](double x) { return std::log(x); }, [](double x) { return 1 / x; }},
    UnaryFunction{"log10", [](double x) { return std::log10(x); },
                  [](double x) { return 1 / (x * std::log(10.0)); }},
    UnaryFunction{"abs", [](double x) { return std::fabs(x); }, functions::signOf},
    UnaryFunction{"floor", [](double x) { return std::floor(x); },
                  [](double x) { return functions::betweenSteps(x - std::floor(x)); }},
    UnaryFunction{"ceil", [](double x) { return std::ceil(x); },
                  [](double x) { return functions::betweenSteps(x - std::ceil(x)); }},
    UnaryFunction{"round", [](double x) { return std::round(x); },
                  [](double x) { return functions::betweenSteps(std::abs(x - std::trunc(x)) - 0.5); }},
};

inline constexpr std::array binaryFunctions{
    BinaryFunction{"atan2", [](double y, double x) { return std::atan2(y, x); },
                   [](double y, double x) {
                     const double r = x * x + y * y;
                     return std::array<double, 2>{x / r, -y / r};
                   }},
    BinaryFunction{"hypot", [](double x, double y) { return std::hypot(x, y); },
                   [](double x, double y) {
                     const double r = std::hypot(x, y);
                     return std::array<double, 2>{x / r, y / r};
                   }},
    BinaryFunction{
        "mod", [](double x, double y) { return std::fmod(x, y); },
        [](double x, double y) {
          return std::array<double, 2>{1 + functions::betweenSteps(std::fmod(x, y)), -std::trunc(x / y)};
        }},
    BinaryFunction{"min", [](double x, double y) { return std::fmin(x, y); },
                   [](double x, double y) { return functions::ofFirst(x < y, x == y); }, true},
    BinaryFunction{"max", [](double x, double y) { return std::fmax(x, y); },
                   [](double x, double y) { return functions::ofFirst(x > y, x == y); }, true},
};

template <class Functions>
constexpr bool hasFunction(const Functions& functions, std::string_view name) {
  return std::any_of(functions.begin(), functions.end(), [&](const auto& f) { return f.name == name; });
}

}  // namespace carom
