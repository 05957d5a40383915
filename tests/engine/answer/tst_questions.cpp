// The options of questions: what a row reads, it writes again, and every command takes the same words.
#include <QtTest>
#include <map>
#include <set>

#include "answer/question/options.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// Texts of an option, as wordsOf() writes them.
const std::map<std::string_view, std::vector<std::string>> examples{
    {"set", {"ra=0.02", "theta=100deg"}},
    {"start", {"state.json"}},
    {"ordering", {"bc,ac"}},
    {"policy", {"priority:bc,ac"}},
    {"follow", {"0:ac,bc", "3:ab"}},
    {"impact", {"2"}},
    {"compare", {"ac,bc"}},
    {"compare-policy", {"random:7"}},
    {"fork", {"1:bc"}},
    {"push", {"c@0.2=0,1,0", "a@0.3=-1,0,0.5"}},
    {"restitution", {"0.25"}},
    {"reflection-restitution", {"0.5"}},
    {"until", {"0.75"}},
    {"step", {"0.002"}},
    {"sample", {"40"}},
    {"gaps", {"50"}},
    {"cloud", {"60"}},
    {"stiffness", {"ac=2,bc=0.5"}},
    {"tolerance", {"theta=0.01,v:c.x=0.1"}},
    {"samples", {"70"}},
    {"below", {"0.5"}},
    {"seed", {"9"}},
    {"over", {"theta=1:2:11", "ra=0.01:0.02:3"}},
    {"measure", {"gram:ac:bc"}},
    {"vary", {"theta=1:2,ra"}},
    {"weight", {"theta=10"}},
    {"pairs", {"ac:bc=3,ab:bc=nearest"}},
    {"closed", {"ab"}},
    {"max-states", {"1000"}},
    {"max-steps", {"2000"}},
    {"max-memory", {"2097152"}},
    {"every", {"5"}},
    {"quantity", {"E total", "gap ac"}},
    {"feet", {"ac,bc"}},
    {"speed", {"2.5"}},
    {"tilt", {"0.2"}},
    {"points", {"5"}},
    {"joint-angle", {"0.03"}},
    {"joint-length", {"0.002"}},
    {"max-futures", {"100"}},
    {"least", {"0.001"}},
    {"times", {"5"}},
    {"period", {"0.5"}},
    {"travel", {"a.x,b.y=0.5"}},
    {"mirror", {"a.x=-b.x,b.x=a.x"}},
    {"direction", {"c.x=1,v:a.x=0.5"}},
};

std::vector<std::string> exampleOf(const Option& option) {
  if (option.takes == Option::Takes::Flag) return {"true"};
  const auto found = examples.find(option.name);
  return found == examples.end() ? std::vector<std::string>() : found->second;
}

constexpr Command commands[] = {
    Command::Resolve, Command::Simulate, Command::Figure,  Command::Sweep,       Command::Compare,
    Command::Robust,  Command::Design,   Command::Study,   Command::StudyImpact, Command::StudyLimits,
    Command::Audit,   Command::Landing,  Command::Futures, Command::Orbit,       Command::StudyLanding};

}  // namespace

class QuestionsTest : public QObject {
  Q_OBJECT

  std::shared_ptr<const Scene> scene = Scene::open("billiard-break");
  Assignments set;
  ParameterNumbers numbers{*scene, set};
  Known known = [this] {
    Known names = knownNames(scene->instantiate({}));
    names.numbers = &numbers;
    return names;
  }();

  /// What each kind of a rule is called, with an argument where it has one.
  static std::string wordOf(const PolicyRow& row) {
    using Argument = PolicyRow::Argument;
    return std::string(row.word) + (row.argument == Argument::Seed       ? ":3"
                                    : row.argument == Argument::Contacts ? ":bc"
                                                                         : "");
  }

 private slots:
  void wordsBecomeAQuestionAndTheSameWordsAgain_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < options().size(); ++i)
      if (options()[i].read) QTest::newRow(options()[i].name.data()) << static_cast<int>(i);
  }

  void wordsBecomeAQuestionAndTheSameWordsAgain() {
    QFETCH(int, index);
    const Option& option = options()[static_cast<std::size_t>(index)];
    const std::vector<std::string> texts = exampleOf(option);
    QVERIFY2(!texts.empty(), "an option without an example in this test");
    int asked = 0;
    for (const Command command : commands) {
      if (!option.commands.contains(command)) continue;
      OptionWords words;
      words.set(option.name, texts);
      if (option.name == "seed") {  // random numbers that nothing draws are refused
        if (command == Command::Resolve) words.set("gaps", "10");
        if (command == Command::Compare) words.set("cloud", "10");
      }
      if (option.name == "weight") words.set("vary", "theta");
      QCOMPARE(wordsOf(readQuestion(words, command, known), command, known).list(option.name), texts);
      ++asked;
    }
    QVERIFY(asked > 0);
  }

  void aQuestionAsUsualHasNoWords() {
    for (const Command command : commands) QVERIFY(wordsOf({}, command, known).isEmpty());
  }

  void everyRowHasAHelpAndEveryNumberAUnit() {
    std::set<std::string_view> names;
    for (const Option& option : options()) {
      QVERIFY2(names.insert(option.name).second, option.name.data());
      QVERIFY2(!helpOf(option).empty() && !helpOf(option).ends_with('.'), option.name.data());
      QCOMPARE(option.value.empty(), option.takes == Option::Takes::Flag);
      if (option.value == "N" || option.value == "T") QVERIFY2(!option.unit.empty(), option.name.data());
    }
    for (const Exclusion& pair : exclusions()) QVERIFY(findOption(pair.a) && findOption(pair.b));
  }

  /// Every option with a unit refuses a number in a unit of something else, and takes one in its own.
  void aNumberHasTheUnitOfItsOption() {
    int asked = 0;
    for (const Option& option : options()) {
      if (!option.read || option.unit.empty() || option.takes == Option::Takes::Flag) continue;
      if (option.name == "seed") continue;  // refused alone
      for (const Command command : commands) {
        if (!option.commands.contains(command)) continue;
        OptionWords words;
        words.set(option.name, std::vector<std::string>{option.unit == "N*s" ? "3 kg" : "3N*s"});
        try {
          readQuestion(words, command, known);
          QFAIL(option.name.data());
        } catch (const CommandError& error) {
          // Bytes have units of their own, and pushes are more than a number.
          const bool isOther = option.unit == "B" || option.unit == "N*s";
          QVERIFY2(isOther || QString(error.what()).contains("has the unit N*s"), error.what());
        }
        ++asked;
      }
    }
    QVERIFY(asked > 40);
    OptionWords words;
    words.set("tilt", "5deg");
    QVERIFY(std::abs(readQuestion(words, Command::Landing, known).landing.tilt - 5 * M_PI / 180) < 1e-15);
  }

  void everyPolicyIsTakenWhereverThereIsOne() {
    for (const PolicyRow& row : policyRows())
      for (const Command command : {Command::Resolve, Command::Simulate, Command::Figure, Command::Study}) {
        OptionWords words;
        words.set("policy", wordOf(row));
        const Question question = readQuestion(words, command, known);
        QCOMPARE(question.settings.rule->kind, row.kind);
        QCOMPARE(wordsOf(*question.settings.rule), wordOf(row));
        QCOMPARE(policyOf(*question.settings.rule, scene->instantiate({}).mechanism->contacts()).kind,
                 row.kind);
      }
    QVERIFY_THROWS_EXCEPTION(CommandError, readRule("--policy", "priority", known.contacts));
    QVERIFY_THROWS_EXCEPTION(CommandError, readRule("--policy", "nearest-outcome:1", known.contacts));
    QVERIFY_THROWS_EXCEPTION(CommandError, readRule("--policy", "random:x", known.contacts));
  }

  void aPushHasTheSameFormsEverywhere() {
    for (const Command command : {Command::Simulate, Command::Figure, Command::Study}) {
      OptionWords words;
      words.set("push", "c@20ms=0,1");
      const RunPush push = readQuestion(words, command, known).settings.pushes.front();
      QCOMPARE(push.time, 0.02);
      QCOMPARE(push.impulse, Eigen::Vector3d(0, 1, 0));
      words.set("push", "c@0.2=1");
      QVERIFY_THROWS_EXCEPTION(CommandError, readQuestion(words, command, known));
    }
  }

  /// An edit may take contacts away that the orderings of a run name: the run leaves them out, and so do the
  /// words that ask for it.
  void contactsThatAreGoneAreLeftOut() {
    Question question;
    const int last = static_cast<int>(known.contacts.size());
    question.settings.later = {{0, {0, last}}, {1, {last, last + 5}}};
    question.settings.branch = RunBranch{.impact = 0, .contacts = {last, 1}};
    const OptionWords words = wordsOf(question, Command::Figure, known);
    QCOMPARE(words.list("follow"), std::vector<std::string>{"0:" + known.contacts[0]});
    QCOMPARE(words.list("fork"), std::vector<std::string>{"0:" + known.contacts[1]});
    question.settings.branch->contacts = {last};
    QVERIFY(!wordsOf(question, Command::Figure, known).has("fork"));
  }

  void optionsThatExcludeEachOtherAreRefusedTogether() {
    for (const Exclusion& pair : exclusions())
      for (const Command command : commands) {
        if (!pair.commands.contains(command)) continue;
        OptionWords words;
        for (const std::string_view name : {pair.a, pair.b}) words.set(name, exampleOf(*findOption(name)));
        QVERIFY_THROWS_EXCEPTION(CommandError, readQuestion(words, command, known));
      }
  }
};

CAROM_TEST(QuestionsTest);

#include "tst_questions.moc"
