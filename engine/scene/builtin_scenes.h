#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace carom::embedded {

/// The built-in scenes inside the library: pairs of name and JSON text, by name, and their number.
/// Generated from resources/scenes by cmake/EmbedScenes.cmake.
std::pair<const std::pair<std::string_view, std::string_view>*, std::size_t> all();

}  // namespace carom::embedded
