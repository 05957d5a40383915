#include "impulse/scene_law.h"

#include <QObject>
#include <cmath>

#include "base/number_text.h"
#include "common/edits.h"
#include "scene/edit/edit.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"

namespace carom {

QString putLawOnContact(Edits* edits, const QString& name, const ContactLaw& wanted) {
  try {
    const edit::Json scene = parseJson(edits->sceneText(), edits->state().scene->name());
    auto [result, place] = edit::listContact(scene, wanted.contact);
    result = edit::setText(result, place + ".law", std::string(nameOf(wanted.law)));
    for (const Coefficient& coefficient : lawCoefficients) {
      const bool isUsed = coefficient.uses.empty() || useOf(coefficient, wanted.law);
      const double value = wanted.coefficients.*coefficient.value;
      if (!isUsed || value == wanted.present.*coefficient.value) continue;
      if (std::isinf(value)) return QObject::tr("A scene has no infinite friction: choose a number for μ.");
      result = edit::setValue(result, place + '.' + std::string(coefficient.name), shortestText(value));
    }
    edits->editScene(name, sceneText(result));
    return {};
  } catch (const SceneError& error) {
    return QString::fromStdString(error.what());
  }
}

}  // namespace carom
