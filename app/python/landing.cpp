#include "python/landing.h"

#include "answer/document/landing_document.h"
#include "python/keywords.h"
#include "python/long_call.h"
#include "python/numbers.h"
#include "python/records.h"
#include "study/study_file/study.h"

namespace carom::python {

namespace {

py::object landingOf(const AssignedScene& self, const py::kwargs& given) {
  requireMotion(*self.scene, *self.instance);
  ParameterNumbers numbers(*self.scene, self.assignments);
  const LandingQuestion question = landingQuestion(
      readQuestion(wordsFrom(given, Command::Landing), Command::Landing, {{}, {}, {}, &numbers}));
  const LandingAnswer answer = callLong([&](std::stop_token stop) {
    return landing(*self.scene, self.assignments, question, std::move(stop));
  });
  return fromJson(landingDocument({self.scene->name(), question, answer}));
}

constexpr const char* landingDoc =
    "How ambiguous the landing of a robot on its feet is: a Record with the keys of carom landing --json.\n\n"
    "It stands the scene's robot on its feet by the least change, drops it, and gives the pairs of contacts, "
    "xi\n"
    "over pitch and roll, the nearest stance whose impact is unique, and xi of joints that are off. Raises\n"
    "SceneError where the robot cannot stand.";

}  // namespace

void defineLanding(py::class_<AssignedScene>& type) {
  type.def("landing", landingOf, methodDoc("landing", Command::Landing, "", "", landingDoc).c_str());
}

}  // namespace carom::python
