#pragma once

#include "base/figure_arguments.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "figures/figure_catalog.h"

namespace carom {

/// Writes all figures that need no measurements into a folder, as PDF and SVG, and index.html, which shows
/// them with their commands. Makes the folder where there is none.
///
/// Before anything is drawn, throws CommandError for a folder that cannot be written, for files that are
/// there already unless `overwrite`, and for arguments that say what a single figure shows. Ctrl-C leaves the
/// figures so far without the index. `write`: FigureLibrary::write, or what calls it; this function is called
/// within FigureLibrary::prepare.
ExitStatus writeGallery(const FigureLibrary& library, const FigureArguments& arguments,
                        const FigureOptions& options, const std::string& folder, bool overwrite,
                        QString (*write)(const FigureOrder&), LongWork& work);

}  // namespace carom
