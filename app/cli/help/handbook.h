#pragma once

#include "cli/options.h"

namespace carom {

/// `carom handbook -o DIR`: the handbook as HTML and as one PDF.
void addHandbookCommand(CLI::App& app, Action& action);

}  // namespace carom
