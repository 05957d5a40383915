#pragma once

#include <vector>

#include "scene/format/read_expressions.h"

namespace carom {

std::vector<ContactSource> readContacts(const JsonValue& contacts, ExpressionReader& read);

}  // namespace carom
