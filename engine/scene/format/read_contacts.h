#pragma once

#include <vector>

#include "scene/format/expression_reader.h"

namespace carom {

/// What holds for contacts that do not set it: the coefficients and the law of the result.
ContactSource readDefaults(const JsonValue& defaults, ExpressionReader& read);
std::vector<ContactSource> readContacts(const JsonValue& contacts, const ContactSource& defaults,
                                        ExpressionReader& read);

}  // namespace carom
