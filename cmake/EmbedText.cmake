# Writes the text of FILE as a C++ string view NAME into OUTPUT, a header.
file(READ ${FILE} text)
file(WRITE ${OUTPUT} "// Generated from ${LABEL}.
#pragma once

#include <string_view>

namespace carom::embedded {

inline constexpr std::string_view ${NAME} = R\"~text~(${text})~text~\";

}  // namespace carom::embedded
")
