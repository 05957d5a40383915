#include "impact/certificate/exact_jam.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/big_int.h"

namespace carom {

namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
constexpr std::size_t mostRows = 100;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % prime);
}

/// The residue of a double, which is a whole number times a power of two.
std::uint64_t residue(double value) {
  int exponent = 0;
  const auto whole = static_cast<std::int64_t>(std::ldexp(std::frexp(std::abs(value), &exponent), 53));
  const int power = ((exponent - 53) % 61 + 61) % 61;  // 2^61 = 1
  const std::uint64_t size = times(static_cast<std::uint64_t>(whole) % prime, std::uint64_t{1} << power);
  return value < 0 && size > 0 ? prime - size : size;
}

std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1, a = times(a, a))
    if ((exponent & 1) != 0) result = times(result, a);
  return result;
}

/// Rows of whole numbers, each a positive multiple of a row of doubles.
using WholeRows = std::vector<std::vector<BigInt>>;

/// The double over 2^least, a power of two that divides it.
BigInt wholeOver(double value, int least) {
  int exponent = 0;
  const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  return digits == 0 ? BigInt(0) : BigInt(digits) << (exponent - 53 - least);
}

std::vector<BigInt> wholeRow(const Eigen::VectorXd& row) {
  int least = std::numeric_limits<int>::max();
  for (const double value : row)
    if (value != 0) least = std::min(least, std::ilogb(value) + 1 - 53);
  std::vector<BigInt> whole;
  for (const double value : row) whole.push_back(value == 0 ? BigInt(0) : wholeOver(value, least));
  return whole;
}

void divideByCommonFactor(std::vector<BigInt>& row) {
  BigInt factor = 0;
  for (const BigInt& value : row) factor = gcd(factor, value);
  if (factor <= 1) return;
  for (BigInt& value : row) value /= factor;
}

/// Subtracts the pivot's row so that the column becomes 0.
void eliminate(std::vector<BigInt>& row, const std::vector<BigInt>& pivot, std::size_t column) {
  const BigInt a = pivot[column], b = row[column];
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = row[j] * a - pivot[j] * b;
  divideByCommonFactor(row);
}

/// The coefficients of the only linear relation between rows; empty where there is none or several. Each row
/// carries the unit vector of its own coefficient behind its `width` numbers.
std::optional<std::vector<BigInt>> onlyRelation(WholeRows rows, std::size_t width) {
  std::size_t done = 0;
  for (std::size_t column = 0; column < width && done < rows.size(); ++column) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(done);
    const auto pivot = std::find_if(begin, rows.end(), [&](const auto& row) { return row[column] != 0; });
    if (pivot == rows.end()) continue;
    std::iter_swap(begin, pivot);
    for (auto row = begin + 1; row != rows.end(); ++row)
      if ((*row)[column] != 0) eliminate(*row, *begin, column);
    ++done;
  }
  if (done + 1 != rows.size()) return std::nullopt;
  return std::vector<BigInt>(rows.back().begin() + static_cast<std::ptrdiff_t>(width), rows.back().end());
}

}  // namespace

bool areExactlyIndependent(const Eigen::MatrixXd& rows) {
  if (rows.rows() > rows.cols()) return false;
  using Residues = Eigen::Matrix<std::uint64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Residues a = rows.unaryExpr([](double value) { return residue(value); });
  for (Eigen::Index done = 0, column = 0; done < a.rows(); ++done, ++column) {
    Eigen::Index pivot = done;
    while (column < a.cols() && a(pivot, column) == 0)
      if (++pivot == a.rows()) {
        pivot = done;
        ++column;
      }
    if (column == a.cols()) return false;
    a.row(done).swap(a.row(pivot));
    const std::uint64_t unit = inverse(a(done, column));
    for (Eigen::Index i = done + 1; i < a.rows(); ++i) {
      if (a(i, column) == 0) continue;
      const std::uint64_t factor = prime - times(a(i, column), unit);
      for (Eigen::Index j = column; j < a.cols(); ++j)
        a(i, j) = (a(i, j) + times(factor, a(done, j))) % prime;
    }
  }
  return true;
}

bool cancelExactly(const Eigen::MatrixXd& normals, const std::vector<int>& rows) {
  if (rows.empty() || rows.size() > mostRows) return false;
  const Eigen::MatrixXd chosen = normals(rows, Eigen::all);
  if (areExactlyIndependent(chosen)) return false;
  WholeRows whole;
  for (Eigen::Index i = 0; i < chosen.rows(); ++i) {
    whole.push_back(wholeRow(chosen.row(i)));
    whole.back().resize(static_cast<std::size_t>(chosen.cols()) + rows.size());
    whole.back()[static_cast<std::size_t>(chosen.cols() + i)] = 1;
  }
  const auto relation = onlyRelation(std::move(whole), static_cast<std::size_t>(chosen.cols()));
  if (!relation) return false;
  return std::ranges::all_of(*relation, [](const BigInt& x) { return x > 0; }) ||
         std::ranges::all_of(*relation, [](const BigInt& x) { return x < 0; });
}

}  // namespace carom
