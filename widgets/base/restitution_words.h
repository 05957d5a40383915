#pragma once

#include <QString>

#include "answer/question/run_settings.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The name of impacts without a restitution of their own: "elastic", or "of the contacts" where the scene
/// gives these one.
QString contactsRestitutionText(const Mechanism& mechanism);
/// "elastic", "of the contacts", "R = 0.5" of whole impacts, "e = 0.5" of each reflection.
QString restitutionText(const ImpactSettings& settings, const Mechanism& mechanism);

}  // namespace carom
