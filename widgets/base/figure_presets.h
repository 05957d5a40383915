#pragma once

#include <QString>
#include <vector>

#include "base/figure_style.h"

namespace carom {

/// What a publisher asks of the figures of a journal.
struct FigurePreset {
  struct Width {
    QString name;   ///< "column", "page"
    double mm = 0;  ///< 5 to 2000
  };
  QString name;   ///< on the command line: "ieee"
  QString title;  ///< "IEEE Transactions"
  std::vector<Width> widths;
  FigureLook look;
};

/// The presets of Carom and after them those of the person, who may replace one of the same name. Throws
/// FigureError, which names the file of the person and what is wrong in it.
std::vector<FigurePreset> figurePresets();
/// The file of the person's own presets, in the configuration directory. It need not exist.
QString ownPresetsFile();
/// The presets in a text of JSON; `file` is named in faults. Throws FigureError.
std::vector<FigurePreset> readPresets(const QByteArray& text, const QString& file);
/// Adds a preset to the person's own, in place of one of that name. Throws FigureError and FileError.
void keepPreset(const FigurePreset& preset);

/// A preset and the number of its width by the words of --preset: "ieee", "ieee:page". Throws FigureError,
/// which lists the names.
struct PresetChoice {
  FigurePreset preset;
  double widthMm = 0;
};
PresetChoice findPreset(const QString& words);

}  // namespace carom
