// Edit distances against a search through all edits, and the names that errors offer.

#include <QtTest>
#include <map>
#include <random>

#include "base/near_names.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// All texts over "abc" of at most five letters that one edit makes of a text.
std::vector<std::string> editsOf(const std::string& text) {
  std::vector<std::string> edits;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    for (const char c : {'a', 'b', 'c'}) {
      if (text.size() < 5) edits.push_back(text.substr(0, i) + c + text.substr(i));
      if (i < text.size()) edits.push_back(text.substr(0, i) + c + text.substr(i + 1));
    }
    if (i < text.size()) edits.push_back(text.substr(0, i) + text.substr(i + 1));
    if (i + 1 < text.size()) edits.push_back(text.substr(0, i) + text[i + 1] + text[i] + text.substr(i + 2));
  }
  return edits;
}

/// The fewest edits from one text to each other one.
std::map<std::string, std::size_t> distancesFrom(const std::string& text) {
  std::map<std::string, std::size_t> distances{{text, 0}};
  std::vector<std::string> front{text};
  for (std::size_t distance = 1; !front.empty(); ++distance) {
    std::vector<std::string> next;
    for (const std::string& from : front)
      for (const std::string& to : editsOf(from))
        if (distances.emplace(to, distance).second) next.push_back(to);
    front = std::move(next);
  }
  return distances;
}

}  // namespace

class TestNearNames : public QObject {
  Q_OBJECT
 private slots:
  void oneOrTwoEditsAreCounted();
  void theDistanceIsAMetricButForSwaps();
  void theNearestNamesComeFirst();
  void farNamesAreNotOffered();
};

/// Beyond two edits the distance may count a letter that is swapped and changed twice.
void TestNearNames::oneOrTwoEditsAreCounted() {
  for (const std::string text : {"", "a", "ab", "abc", "aabb", "cab", "abcab"})
    for (const auto& [other, distance] : distancesFrom(text)) {
      if (distance <= 1) QCOMPARE(editDistance(text, other), distance);
      QVERIFY(editDistance(text, other) >= distance);
      QVERIFY(editDistance(text, other) <= distance + 1);
    }
}

void TestNearNames::theDistanceIsAMetricButForSwaps() {
  std::mt19937 random(1);
  const auto word = [&] {
    std::string text(random() % 7, 'a');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  for (int i = 0; i < 500; ++i) {
    const std::string a = word(), b = word();
    QCOMPARE(editDistance(a, b), editDistance(b, a));
    QCOMPARE(editDistance(a, b) == 0, a == b);
    QVERIFY(editDistance(a, b) <= std::max(a.size(), b.size()));
  }
}

void TestNearNames::theNearestNamesComeFirst() {
  const std::vector<std::string> names{"speed", "theta", "ra", "rb", "rc", "density"};
  QCOMPARE(nearNames("thtea", names), std::vector<std::string>{"theta"});
  QCOMPARE(nearNames("rd", names), (std::vector<std::string>{"ra", "rb", "rc"}));
  QCOMPARE(nearNames("rd", names, 1), std::vector<std::string>{"ra"});
  QCOMPARE(nearNames("rd", {"ra", "ra", "rb", "ra"}), (std::vector<std::string>{"ra", "rb"}));  // each once
  const std::vector<std::string> sorted = nearestFirst("rc2", names);
  QCOMPARE(sorted.front(), std::string("rc"));
  QVERIFY(std::ranges::is_permutation(sorted, names));
  QCOMPARE(expectedName("rd", names), std::string("one of ra, rb, rc"));
  QCOMPARE(expectedName("densty", names), std::string("density"));
}

void TestNearNames::farNamesAreNotOffered() {
  // Half of the letters are chance, and dashes are none.
  QVERIFY(nearNames("version", {"design", "resolve"}).empty());
  QVERIFY(nearNames("--models", {"--help"}).empty());
  QCOMPARE(nearNames("--versoin", {"--version", "--help"}), std::vector<std::string>{"--version"});
  QCOMPARE(nearNames("bd", {"bc", "ac"}), std::vector<std::string>{"bc"});
  QVERIFY(nearNames("bullet", {"moreau", "newton-lcp"}).empty());
  QCOMPARE(expectedName("bullet", {"moreau", "newton-lcp"}), std::string("one of moreau, newton-lcp"));
}

CAROM_TEST(TestNearNames);
#include "tst_near_names.moc"
