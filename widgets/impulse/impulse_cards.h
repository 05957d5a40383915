#pragma once

#include "common/plain_text.h"
#include "impulse/impulse_picture.h"

namespace carom {

/// The numbers of what can be dragged, for a card beside the mouse.
Html handleCard(const ImpulsePicture& picture, const ImpulseHandle& handle);

/// The numbers of the recorded impulse of a picture that has one.
Html recordedCard(const ImpulsePicture& picture);

/// "slips", "sticks".
QString modeWord(ContactMode mode);
/// The same of an answer, "sticks, first of 3 impulses" where the law allows several.
QString answerWords(const LawDiagram& answer);
/// "gains energy, leaves the cone": the conditions of [CR98 3.2] that an impulse breaks; "permissible".
QString permissibleWords(const Permissibility& permissible);

}  // namespace carom
