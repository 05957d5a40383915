#include "scene/format/parse_json.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_set>
#include <vector>

#include "scene/scene_error.h"

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t deepestNesting = 32;
constexpr std::size_t mostMembers = 4096;  // of one object
/// Keys of an object that are compared one by one; more of them are looked up in a table.
constexpr std::size_t fewMembers = 16;

int lineAt(std::string_view text, std::size_t position) {
  return 1 + static_cast<int>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

/// Builds the document event by event, without recursion; limits are checked before memory is spent.
class DocumentBuilder final : public nlohmann::json_sax<Json> {
 public:
  DocumentBuilder(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

  Json take() { return std::move(m_root); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // does not occur in text
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    if (isTaken(key)) {
      const std::string around = path();
      throw SceneError(m_file, around + (around.empty() ? "" : ".") + key, "the key occurs twice",
                       "one value for each key");
    }
    if (m_open.back().container->size() >= mostMembers)
      refuse("has too many keys", "at most " + std::to_string(mostMembers));
    m_key = std::move(key);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    const auto first = m_text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && m_text[first] == '<')
      throw SceneError(m_file, "line 1", "is XML",
                       "JSON; `carom import` makes a scene of a robot's description");
    // Text or data of another kind; words of JSON begin with t, f and n.
    constexpr std::string_view begins = "{[\"-0123456789tfn";
    if (first != std::string_view::npos && first + 1 == position &&
        begins.find(m_text[first]) == std::string_view::npos)
      throw SceneError(m_file, lineAndColumn(position), "is no JSON", "a text in braces, such as a scene");
    std::string problem = error.what();
    // "[json.exception.…] parse error at line 1, column 2: syntax error while …; expected …"
    if (const auto code = problem.find("] "); code != std::string::npos) problem.erase(0, code + 2);
    if (problem.starts_with("parse error"))
      if (const auto colon = problem.find(": "); colon != std::string::npos) problem.erase(0, colon + 2);
    std::string expected;
    if (const auto tail = problem.rfind("; expected "); tail != std::string::npos) {
      expected = problem.substr(tail + 11);
      problem.erase(tail);
    }
    throw SceneError(m_file, lineAndColumn(position), problem, expected);
  }

 private:
  struct Open {
    Json* container;                         // stays valid: only the innermost one grows
    std::unordered_set<std::string> keys{};  ///< of an object with many members
  };

  /// Whether the innermost object has this key already. Notes the key where there are many.
  bool isTaken(const std::string& key) {
    auto& [container, keys] = m_open.back();
    if (container->size() < fewMembers) return container->contains(key);
    if (keys.empty())
      for (const auto& [known, value] : container->items()) keys.insert(known);
    return !keys.insert(key).second;
  }

  std::string lineAndColumn(std::size_t position) const {
    const std::size_t last = std::min(std::max<std::size_t>(position, 1) - 1, m_text.size());
    const std::string_view before = m_text.substr(0, last);
    const auto column = before.size() - (before.rfind('\n') + 1);  // npos + 1 = 0: the first line
    return "line " + std::to_string(lineAt(m_text, last)) + ", column " + std::to_string(column + 1);
  }

  /// Path of the innermost open bracket: "bodies[2].shapes".
  std::string path() const {
    std::string path;
    for (std::size_t i = 1; i < m_open.size(); ++i) {
      const Json& parent = *m_open[i - 1].container;
      if (parent.is_array())
        path += '[' + std::to_string(parent.size() - 1) + ']';
      else
        path += (path.empty() ? "" : ".") + (std::prev(parent.end())).key();
    }
    return path;
  }

  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const {
    throw SceneError(m_file, path(), problem, expected);
  }

  Json* attach(Json value) {
    if (m_open.empty()) return &(m_root = std::move(value));
    Json& parent = *m_open.back().container;
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    auto& members = parent.get_ref<Json::object_t&>();  // key() has found that it is new
    return &members.emplace_back(m_key, std::move(value)).second;
  }
  bool put(Json value) {
    attach(std::move(value));
    return true;
  }
  bool open(Json container) {
    if (m_open.size() >= deepestNesting)
      refuse("brackets nest deeper than " + std::to_string(deepestNesting) + " levels", "a scene");
    m_open.push_back({attach(std::move(container))});
    return true;
  }
  bool close() {
    m_open.pop_back();
    return true;
  }

  std::string_view m_text;
  const std::string& m_file;
  Json m_root;
  std::vector<Open> m_open;
  std::string m_key;
};

/// Counts the characters that the parser has taken.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** furthest) : m_at(at), m_furthest(furthest) {}
  const char& operator*() const { return *m_at; }
  CountingIterator& operator++() {
    *m_furthest = ++m_at;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }

 private:
  const char* m_at;
  const char** m_furthest;
};

/// Walks through a document and notes where those of its values stand that are wanted.
class PlaceFinder final : public nlohmann::json_sax<Json> {
 public:
  using Wanted = std::function<bool(const std::string& path, int depth)>;
  PlaceFinder(std::string_view text, Wanted wanted)
      : m_text(text), m_wanted(std::move(wanted)), m_taken(text.data()) {}

  std::vector<JsonPlace> find() {
    const char* const end = m_text.data() + m_text.size();
    Json::sax_parse(CountingIterator(m_text.data(), &m_taken), CountingIterator(end, &m_taken), this);
    return std::move(m_places);
  }

  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool string(string_t&) override { return value(); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    m_key = (m_open.size() > 1 ? "." : "") + key;
    m_keyBegin = nextBegin();
    m_last = taken();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  struct Container {
    std::optional<std::size_t> place;  ///< index into m_places
    std::size_t pathLength;
    std::optional<std::size_t> index;  ///< of the next element, in a list
  };

  std::size_t taken() const { return static_cast<std::size_t>(m_taken - m_text.data()); }
  /// The place after the last token. A number has taken the character after it, too.
  std::size_t nextBegin() const {
    return std::min(m_text.find_first_not_of(" \t\r\n:,", m_last), m_text.size());
  }

  /// Enters the next value: its path stands in m_path. Returns whether it is noted.
  bool enter() {
    std::size_t begin = nextBegin();
    m_last = taken();
    if (!m_open.empty()) {
      Container& around = m_open.back();
      m_path.resize(around.pathLength);
      m_path += around.index ? '[' + std::to_string((*around.index)++) + ']' : m_key;
      if (!around.index) begin = m_keyBegin;
    }
    const auto depth = static_cast<int>(m_open.size());
    if (!m_wanted(m_path, depth)) return false;
    m_places.push_back({m_path, depth, begin, m_last});
    return true;
  }
  bool value() {
    enter();
    return true;
  }
  bool open(bool list) {
    const bool noted = enter();
    m_open.push_back({noted ? std::optional(m_places.size() - 1) : std::nullopt, m_path.size(),
                      list ? std::optional<std::size_t>(0) : std::nullopt});
    return true;
  }
  bool close() {
    m_last = taken();
    if (const auto place = m_open.back().place) m_places[*place].end = m_last;
    m_open.pop_back();
    return true;
  }

  std::string_view m_text;
  Wanted m_wanted;
  const char* m_taken;
  std::size_t m_last = 0, m_keyBegin = 0;
  std::string m_path, m_key;
  std::vector<Container> m_open;
  std::vector<JsonPlace> m_places;
};

}  // namespace

std::vector<JsonPlace> placesOf(std::string_view text, int deepest) {
  return PlaceFinder(text, [deepest](const std::string&, int depth) { return depth <= deepest; }).find();
}

std::optional<int> lineOfPath(std::string_view text, const std::string& path) {
  const auto leads = [&path](const std::string& there, int) {
    const std::size_t length = there.size();
    return there.empty() ||
           (path.starts_with(there) && (path.size() == length || std::string(".[ ").find(path[length]) < 3));
  };
  const std::vector<JsonPlace> places = PlaceFinder(text, leads).find();
  return places.empty() ? std::nullopt : std::optional(lineAt(text, places.back().begin));
}

Json parseJson(std::string_view text, const std::string& file) {
  if (text.size() > longestSceneFile)
    throw SceneError(file, "", "is longer than " + std::to_string(longestSceneFile) + " bytes",
                     "a scene file");
  DocumentBuilder builder(text, file);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace carom
