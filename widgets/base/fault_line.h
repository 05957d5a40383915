#pragma once

#include <string_view>

namespace carom {

/// "carom: …" on standard error, as exactly one line: see printableLine.
void writeFault(std::string_view text);

}  // namespace carom
