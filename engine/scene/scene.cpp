#include "scene/scene.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <span>

#include "base/near_names.h"
#include "scene/build/build_scene.h"
#include "scene/builtin_scenes.h"
#include "scene/format/parse_json.h"
#include "scene/format/read_scene.h"
#include "scene/format/regular_file.h"

namespace carom {

/// The parsed file, and compiled copies of its expressions: each thread borrows one copy at a time.
struct Scene::Impl {
  explicit Impl(SceneSource read) : source(std::move(read)) {
    for (const ParameterSource& parameter : source.parameters) parameters.push_back(parameter.spec);
    for (const DerivedSource& quantity : source.derived) derived.push_back(quantity.spec);
    for (const ChoiceSource& choice : source.choices) choices.push_back(choice.spec);
  }

  /// An evaluator on loan to the calling thread.
  class Loan {
   public:
    explicit Loan(const Impl& owner) : m_owner(owner) {
      {
        const std::scoped_lock lock(owner.mutex);
        if (!owner.idle.empty()) {
          m_evaluator = std::move(owner.idle.back());
          owner.idle.pop_back();
        }
      }
      if (!m_evaluator) m_evaluator = std::make_unique<Evaluator>(owner.source.expressions);
    }
    ~Loan() {
      try {
        const std::scoped_lock lock(m_owner.mutex);
        m_owner.idle.push_back(std::move(m_evaluator));
      } catch (const std::bad_alloc&) {  // the next borrower makes its own
      }
    }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Evaluator& operator*() { return *m_evaluator; }

   private:
    const Impl& m_owner;
    std::unique_ptr<Evaluator> m_evaluator;
  };

  SceneSource source;
  std::vector<ParameterSpec> parameters, derived;
  std::vector<ChoiceSpec> choices;
  mutable std::mutex mutex;
  mutable std::vector<std::unique_ptr<Evaluator>> idle;
  mutable LastMechanism last;
};

namespace {

using Embedded = std::pair<std::string_view, std::string_view>;

std::span<const Embedded> embeddedScenes() {
  const auto [first, count] = embedded::all();
  return {first, count};
}

/// The same error with the line of its place, where the place is a path in the text; without a path it is the
/// document.
SceneError withLine(const SceneError& error, std::string_view text) {
  if (error.line() || error.place().starts_with("line ") || text.size() > longestSceneFile) return error;
  return {error.file(),     error.place(), error.problem(),
          error.expected(), error.fault(), lineOfPath(text, error.place())};
}

/// The one of a name; null where there is none.
template <typename T>
const T* named(const std::vector<T>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &T::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

Scene::Scene(std::unique_ptr<const Impl> impl) : m_impl(std::move(impl)) {}
Scene::~Scene() = default;

std::shared_ptr<const Scene> Scene::parse(std::string_view text, const std::string& file,
                                          const Scene* before) {
  try {
    auto impl = std::make_unique<const Impl>(readScene(text, file));
    if (before && before->m_impl->source.withoutInitial == impl->source.withoutInitial)
      impl->last.take(before->m_impl->last);
    return std::make_shared<const Scene>(std::move(impl));
  } catch (const SceneError& error) {
    throw withLine(error, text);
  }
}

std::shared_ptr<const Scene> Scene::load(const std::filesystem::path& file) {
  // One byte past the limit shows that a file is too long.
  return parse(readRegularFile(file, longestSceneFile + 1, "a scene file"), file.string());
}

std::shared_ptr<const Scene> Scene::open(const std::string& nameOrPath) {
  const auto scenes = embeddedScenes();
  const auto builtin = std::find_if(scenes.begin(), scenes.end(),
                                    [&](const Embedded& scene) { return scene.first == nameOrPath; });
  if (builtin != scenes.end()) return parse(builtin->second, nameOrPath);
  std::error_code ignored;
  const bool isPath = nameOrPath.find('/') != std::string::npos || nameOrPath.ends_with(".json") ||
                      std::filesystem::exists(nameOrPath, ignored);
  if (isPath) return load(nameOrPath);
  std::vector<std::string> known;
  for (const auto& [name, text] : scenes) known.emplace_back(name);
  throw SceneError("", "scene", "unknown scene \"" + nameOrPath + '"',
                   "a file or " + expectedName(nameOrPath, known), SceneError::Fault::Command);
}

const std::string& Scene::name() const {
  return m_impl->source.name;
}
const std::string& Scene::file() const {
  return m_impl->source.file;
}
const std::string& Scene::title() const {
  return m_impl->source.title;
}
const std::string& Scene::source() const {
  return m_impl->source.source;
}
const std::string& Scene::description() const {
  return m_impl->source.description;
}
const std::string& Scene::text() const {
  return m_impl->source.text;
}
const std::vector<ParameterSpec>& Scene::parameters() const {
  return m_impl->parameters;
}
const ParameterSpec* Scene::parameter(std::string_view name) const {
  return named(m_impl->parameters, name);
}
const ParameterValue* SceneInstance::parameter(std::string_view name) const {
  return named(parameters, name);
}
const std::vector<ParameterSpec>& Scene::derived() const {
  return m_impl->derived;
}
const std::vector<ChoiceSpec>& Scene::choices() const {
  return m_impl->choices;
}

SceneInstance Scene::instantiate(const Assignments& assignments) const {
  try {
    Impl::Loan evaluator(*m_impl);
    return buildScene(m_impl->source, *evaluator, assignments, m_impl->last);
  } catch (const SceneError& error) {
    if (assignments.contains(error.place())) throw;  // the refused value does not stand in the file
    throw withLine(error, text());
  }
}

void requireMotion(const Scene& scene, const SceneInstance& instance) {
  if (instance.mechanism->dof() == 0)
    throw SceneError(scene.file(), "bodies", "nothing moves", "a body with joints", SceneError::Fault::Input,
                     lineOfPath(scene.text(), "bodies"));
}

std::vector<BuiltinScene> builtinScenes() {
  std::vector<BuiltinScene> list;
  for (const auto& [name, text] : embeddedScenes()) {
    const SceneSource scene = readScene(text, std::string(name));
    list.push_back({std::string(name), scene.title, scene.source});
  }
  return list;
}

}  // namespace carom
