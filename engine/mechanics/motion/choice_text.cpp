#include "mechanics/motion/choice_text.h"

namespace carom {

std::string choiceText(const ForceChoice& choice) {
  const bool rests = choice.rule == ForceChoice::Rule::StaysAtRest;
  return std::to_string(choice.solutions) + " solutions of Coulomb's law; " +
         (rests ? "contacts at rest stay so" : "that of the least forces is followed");
}

}  // namespace carom
