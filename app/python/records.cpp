#include "python/records.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/big_int.h"
#include "python/numbers.h"

namespace carom::python {

namespace {

/// Keys whose texts are counts, which may pass 2^53.
constexpr std::array counts{"orderings", "orderings_to_cut", "states", "realisable", "unrealised"};

bool isCount(const std::string& key, const Json& value) {
  if (std::ranges::find(counts, key) == counts.end() || !value.is_string()) return false;
  const std::string& text = value.get_ref<const std::string&>();
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// A list with a number that may have a fraction, and null besides.
bool isNumbers(const Json& list) {
  return std::ranges::any_of(list, [](const Json& entry) { return entry.is_number_float(); }) &&
         std::ranges::all_of(list, [](const Json& entry) { return entry.is_number() || entry.is_null(); });
}

bool isRows(const Json& list) {
  return !list.empty() && std::ranges::any_of(list, isNumbers) &&
         std::ranges::all_of(list, [&](const Json& row) {
           return row.is_array() && row.size() == list.front().size() &&
                  std::ranges::all_of(row, [](const Json& x) { return x.is_number() || x.is_null(); });
         });
}

double numberOrNan(const Json& entry) {
  return entry.is_null() ? std::numeric_limits<double>::quiet_NaN() : entry.get<double>();
}

py::object vectorOf(const Json& list) {
  py::array_t<double> array(static_cast<py::ssize_t>(list.size()));
  std::ranges::transform(list, array.mutable_data(), numberOrNan);
  return readOnly(std::move(array));
}

py::object matrixOf(const Json& rows) {
  const auto columns = static_cast<py::ssize_t>(rows.front().size());
  py::array_t<double> array({static_cast<py::ssize_t>(rows.size()), columns});
  double* at = array.mutable_data();
  for (const Json& row : rows) at = std::ranges::transform(row, at, numberOrNan).out;
  return readOnly(std::move(array));
}

py::object recordOf(const Json& object) {
  py::dict members;
  for (const auto& [key, value] : object.items()) {
    if (isCount(key, value))
      members[key.c_str()] = wholeNumber(toCount(BigInt(value.get_ref<const std::string&>())));
    else
      members[key.c_str()] = fromJson(value);
  }
  return py::module_::import("carom._records").attr("Record")(**members);
}

}  // namespace

py::object fromJson(const Json& json) {
  if (json.is_null()) return py::none();
  if (json.is_boolean()) return py::bool_(json.get<bool>());
  if (json.is_number_unsigned()) return py::int_(json.get<std::uint64_t>());
  if (json.is_number_integer()) return py::int_(json.get<std::int64_t>());
  if (json.is_number_float()) return py::float_(json.get<double>());
  if (json.is_string()) return py::str(json.get_ref<const std::string&>());
  if (json.is_object()) return recordOf(json);
  if (isNumbers(json)) return vectorOf(json);
  if (isRows(json)) return matrixOf(json);
  py::tuple items(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) items[i] = fromJson(json[i]);
  return items;
}

py::object fromJson(const Json& document, const char* key) {
  const auto found = document.find(key);
  return found == document.end() ? py::object(py::none()) : recordOf({{key, *found}}).attr(key);
}

}  // namespace carom::python
