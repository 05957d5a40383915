#pragma once

#include <QString>
#include <cstdint>

#include "base/count.h"

namespace carom {

/// Nouns with their numbers, the same in every panel: "1 outcome", "29 258 outcomes".
QString contactsText(std::uint64_t count);
QString impactsText(std::uint64_t count);
QString momentaText(std::uint64_t count);
QString outcomesText(std::uint64_t count);
QString reflectionsText(std::uint64_t count);
QString rowsText(std::uint64_t count);
QString orderingsText(const Count& count);

}  // namespace carom
