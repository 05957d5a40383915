#include "scene/format/read_loops.h"

#include <algorithm>

namespace carom {

namespace {

/// In the order of LoopSource::Kind.
constexpr std::array loopSections{Section::PinLoop, Section::HingeLoop, Section::SlotLoop,
                                  Section::RodLoop, Section::WeldLoop,  Section::TieLoop};

LoopSource::Kind kindOf(const JsonValue& json) {
  const JsonValue type = json.at("type");
  const std::string word = type.string();
  std::string known;
  for (std::size_t i = 0; i < loopSections.size(); ++i) {
    const std::string_view name = keyOf(loopSections[i], "type").words()[0];
    if (word == name) return static_cast<LoopSource::Kind>(i);
    known += (i > 0 ? ", " : "") + std::string(name);
  }
  type.refuse("there is no loop \"" + word + '"', "one of " + known);
}

void readEnds(const JsonValue& json, ExpressionReader& read, LoopSource& loop) {
  const bool isHinge = loop.kind == LoopSource::Kind::Hinge;
  const Section section = isHinge ? Section::AxisEnd : Section::End;
  const auto between = json.at("between").elements();
  if (between.size() != 2)
    json.at("between").refuse("has " + std::to_string(between.size()) + " elements", "two points");
  for (std::size_t k = 0; k < 2; ++k) {
    between[k].allowKeys(section);
    if (const auto body = between[k].find("body")) loop.ends[k].body = read.pattern(*body);
  }
  const auto name = [&](std::size_t k) { return loop.ends[k].body ? &*loop.ends[k].body : nullptr; };
  loop.index = commonIndex({name(0), name(1), loop.name ? &*loop.name : nullptr}, json);
  for (std::size_t k = 0; k < 2; ++k) {
    loop.ends[k].at = read.vector(between[k], section, "at", loop.index);
    if (isHinge) loop.axes[k] = read.vector(between[k], section, "axis", loop.index);
  }
}

LoopSource readLoop(const JsonValue& json, ExpressionReader& read) {
  LoopSource loop;
  loop.place = json.path();
  loop.kind = kindOf(json);
  const Section section = loopSections[static_cast<std::size_t>(loop.kind)];
  json.allowKeys(section);
  if (const auto name = json.find("name")) loop.name = read.pattern(*name);
  if (loop.kind == LoopSource::Kind::Tie) {
    loop.coordinate = read.pattern(json.at("coordinate"));
    loop.to = read.pattern(json.at("to"));
    loop.index = commonIndex({&*loop.coordinate, &*loop.to, loop.name ? &*loop.name : nullptr}, json);
    loop.ratio = read.number(json, section, "ratio", loop.index);
    loop.offset = read.number(json, section, "offset", loop.index);
  } else {
    readEnds(json, read, loop);
  }
  if (loop.kind == LoopSource::Kind::Slot) loop.axes[0] = read.vector(json, section, "axis", loop.index);
  if (loop.kind == LoopSource::Kind::Rod) loop.length = read.number(json, section, "length", loop.index);
  if (loop.kind == LoopSource::Kind::Weld) loop.turn = read.orientation(json, section, loop.index);
  loop.when = read.optional(json, section, "when", loop.index);
  return loop;
}

}  // namespace

void readLoops(const JsonValue& root, ExpressionReader& read, SceneSource& scene) {
  if (const auto loops = root.find("loops"))
    for (const JsonValue& json : entries(*loops)) scene.loops.push_back(readLoop(json, read));
  const auto initial = root.find("initial");
  if (!initial) return;
  const auto closing = initial->find("closing");
  if (!closing) return;
  closing->allowKeys(Section::Closing);
  scene.closing.place = closing->path();
  scene.closing.by.emplace();
  for (const auto& [name, value] : closing->at("by").members()) {
    const NamePattern pattern = read.pattern(name, value);
    scene.closing.by->push_back({pattern, read.number(value, pattern.index)});
  }
}

}  // namespace carom
