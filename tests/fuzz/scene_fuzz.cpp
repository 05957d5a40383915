#include "fuzz/scene_fuzz.h"

#include <algorithm>
#include <stdexcept>
#include <stop_token>

#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"

namespace carom::fuzz {

namespace {

constexpr int mostCoordinates = 12;  // of a scene that is moved, too
constexpr int steps = 50;            // of its motion
constexpr std::size_t mostImpacts = 5;
constexpr int mostReports = 3;  // of progress, one for 1024 steps: shorter ones may be needed

const char* const tokens[] = {
    "0",
    "-1",
    "1e999",
    "1e308",
    "1e-320",
    "2.5",
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"i\"",
    "\"n\"",
    "\"1/0\"",
    "\"0/0\"",
    "\"{i}\"",
    "\"ball{i*i}\"",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "\\",
    "\\u0000",
    "\xff",
    "1e9",
    "99999999999",
    "\"1e9\"",
    "\"free\"",
    "\"routh\"",
    "\"whittaker\"",
    "\"smith\"",
    "\"pfeiffer-glocker\"",
    "\"bilinear\"",
    "\"chatterjee-ruina\"",
    "\"composite\"",
    "\"brach\"",
    "\"routh-newton\"",
    "\"routh-work\"",
    "\"projected\"",
    "\"planar\"",
    "\"spherical\"",
    "\"angle\"",
    "\"x\"",
    "[\"free\"]",
    "[1, 0, 0]",
    "[0, 0, 0]",
    "\"mm\"",
    "\"90deg\"",
    "\"2*(\"",
    "\"a\"",
    "\"b\"",
    "\"repeat\": {\"index\": \"i\", \"count\": 3},",
    "\"parent\": \"a\",",
    "\"derived\": {\"d\": \"2*n\", \"f\": {\"value\": \"d + f\", \"unit\": \"mm\"}},",
    "\"touching\": {\"contacts\": [\"a-b\"], \"by\": {\"a.x\": 1, \"b.x\": 2}},",
    "\"by-parameters\": {\"n\": 1},",
    "\"gap\": 1,",
    "\"when\": 0,",
    "{\"type\": \"box\", \"size\": [1, 1, 1]}",
    "{\"type\": \"ball\", \"radius\": 1}",
    "{\"type\": \"point\"}",
    "{\"type\": \"half-space\", \"normal\": [0, 1, 0]}",
    "{\"type\": \"segment\", \"from\": [0, 0, 0], \"to\": [1, 0, 0]}",
    "{\"type\": \"revolute\", \"axis\": [0, 0, 1], \"name\": \"t\"}",
    "\"springs\": [{\"coordinate\": \"a.x\", \"stiffness\": 1}],",
    "\"dampers\": [{\"between\": [{\"body\": \"a\"}, {}], \"damping\": 1}],",
    "\"between\": [\"a/foot\", \"b\"],",
    "\"solids\": [{\"mass\": 1, \"at\": [1, 0, 0]}],",
    "\"start\": \"first-impact\",",
    "\"torque\": \"sin(t)/t\",",
    "\"limit\": 1,",
    "\"2mm/sqrt(n)\"",
    "\"motors\": [{\"coordinate\": \"a.x\", \"proportional\": 1, \"reference\": \"sin(t)\"}],"};

/// Replaces the value that follows the next colon.
void replaceValue(std::string& text, std::size_t at, const char* token) {
  const auto colon = text.find(':', at);
  const auto end = text.find_first_of(",}\n", colon);
  if (end != std::string::npos) text.replace(colon + 1, end - colon - 1, token);
}

}  // namespace

std::string mutated(std::string text, Dice& dice) {
  if (text.empty()) return text;
  const std::size_t at = dice.below(text.size()), length = 1 + dice.below(30);
  const char* const token = tokens[dice.below(std::size(tokens))];
  switch (dice.below(6)) {
    case 0:
      text[at] = static_cast<char>(dice.below(256));
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(dice.below(text.size()), length));
      break;
    case 3:
      text.resize(at);
      break;
    case 4:
      text.insert(at, token);
      break;
    default:
      replaceValue(text, at, token);
  }
  return text;
}

bool survives(const std::string& text) {
  try {
    const SceneInstance instance = Scene::parse(text, "fuzz.carom.json")->instantiate();
    if (instance.mechanism->dof() > mostCoordinates) return true;
    MotionOptions options;
    options.duration = instance.view.duration;
    options.leadIn = instance.view.leadIn;
    options.maxImpacts = mostImpacts;
    options.step = (options.duration + options.leadIn) / steps;
    std::stop_source cancel;
    options.progress = [&, reports = 0](double) mutable {
      if (++reports == mostReports) cancel.request_stop();
    };
    runMotion(*instance.mechanism, instance.initial, options, cancel.get_token());
    return true;
  } catch (const SceneError& error) {
    if (std::string(error.what()).find('\n') != std::string::npos) throw std::logic_error("not one line");
    return false;
  }
}

}  // namespace carom::fuzz
