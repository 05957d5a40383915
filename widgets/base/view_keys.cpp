#include "base/view_keys.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <algorithm>

#include "base/figure_options.h"
#include "base/near_names.h"
#include "laws/collision_law.h"

namespace carom {

std::vector<std::string> viewKeys() {
  std::vector<std::string> keys{
      "time",       "impact",  "reflection", "model",  // moments
      "camera",     "aspect",  "ghosts",     "tracks",      "arrows",
      "slice",  // the scene, drawings
      "quantities", "over",    "cursors",    "x",           "y",
      "left",       "right",                                            // plots and their axes
      "logX",       "logY",    "log",        "coordinates", "scale",    // of futures and landscapes
      "step",       "levels",  "expanded",   "unfolded",    "minimal",  // trees
      "contacts",   "turn",    "tilt",                                  // spaces of momenta
      "W",          "V",       "about",      "laws",        "result",
      "recorded",   "letters", "largest",  // impulse space
      "words",      "path",    "approach",   "reversal",    "construction",
      "aboveOne"};
  for (const Coefficient& coefficient : lawCoefficients) keys.emplace_back(coefficient.name);
  return keys;
}

void requireViewKeys(const QString& view) {
  const QJsonDocument document = QJsonDocument::fromJson(view.toUtf8());
  if (!document.isObject()) return;
  const std::vector<std::string> known = viewKeys();
  for (const QString& key : document.object().keys())
    if (const std::string name = key.toStdString(); std::ranges::find(known, name) == known.end())
      throw FigureError(QObject::tr("--view: unknown key \"%1\"; expected %2")
                            .arg(key, QString::fromStdString(expectedName(name, known)))
                            .toStdString());
}

}  // namespace carom
