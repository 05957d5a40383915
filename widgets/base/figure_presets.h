#pragma once

#include <QString>
#include <QStringList>
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

struct PresetList {
  std::vector<FigurePreset> presets;
  QStringList
      refused;  ///< a sentence for each own preset that is left out: the file, its name, what is wrong
};
/// The presets of Carom and after them those of the person, who may replace one of the same name. A wrong one
/// of the person's leaves the others as they are.
PresetList figurePresets();
/// The file of the person's own presets, in the configuration directory. It need not exist.
QString ownPresetsFile();
/// The presets in a text of JSON; `file` is named in faults.
PresetList readPresets(const QByteArray& text, const QString& file);
/// Adds a preset to the person's own, in place of one of that name; the others stay, also wrong ones. Throws
/// FigureError and FileError.
void keepPreset(const FigurePreset& preset);

/// A preset and the number of its width by the words of --preset: "ieee", "ieee:page". Throws FigureError,
/// which lists the names and says what is wrong in presets that were left out.
struct PresetChoice {
  FigurePreset preset;
  double widthMm = 0;
};
PresetChoice findPreset(const QString& words);

}  // namespace carom
