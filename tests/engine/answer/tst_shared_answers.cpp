// Scenes and answers are shared by threads as they are: looking at one changes nothing in it, and what
// several threads see at the same time is what one alone sees.

#include <QtTest>
#include <algorithm>
#include <sstream>
#include <thread>

#include "answer/compute_snapshot.h"
#include "answer/impact_of_run.h"
#include "answer/motion_samples.h"
#include "answer/refine_probabilities.h"
#include "support/test_program.h"

using namespace carom;

namespace {

SnapshotPtr ask(std::shared_ptr<const Scene> scene, const Assignments& assignments) {
  SnapshotRequest request;
  request.scene = std::move(scene);
  request.assignments = assignments;
  request.extras.probabilities = true;
  return computeSnapshot(request);
}

void tell(std::ostream& out, const ImpactReport& report) {
  out << report.problem.momentum().transpose() << ' ' << report.problem.gram() << ' '
      << report.orderings.str() << ' ' << report.indeterminacy.xi << '\n';
  for (const Outcome& outcome : report.outcomes)
    out << outcome.momentum.transpose() << ' ' << outcome.orderings.str() << '\n';
  if (!report.graph) return;
  for (const OrderingGraph::NodeId node : report.graph->outcomes()) {
    for (const ContactIndex contact : report.graph->wordTo(node)) out << static_cast<int>(contact) << ' ';
    out << report.graph->orderingsTo(node).str() << '\n';
  }
}

/// What a panel would look at, as a text of all its numbers.
std::string everythingOf(const Snapshot& snapshot) {
  std::ostringstream out;
  out.precision(17);
  if (snapshot.report) tell(out, *snapshot.report);
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  out << mechanism.gaps(snapshot.instance.initial.q).transpose() << '\n';
  const auto around = std::make_shared<const Snapshot>(snapshot);
  if (!snapshot.trajectory) return out.str();
  const MotionSamples samples = sampleMotion(mechanism, *snapshot.trajectory, 50);
  out << samples.q.rowwise().sum().transpose() << ' ' << samples.p.rowwise().sum().transpose() << '\n';
  const std::size_t impacts = std::min<std::size_t>(snapshot.trajectory->impacts.size(), 3);
  for (std::size_t i = 0; i < impacts; ++i) {
    const SnapshotPtr one = resolveImpactOfRun(snapshot, static_cast<int>(i));
    if (one->report) tell(out, *one->report);
    if (const auto found = searchImpact(snapshot, static_cast<int>(i), {20'000, 1000}))
      out << found->orderings.str() << ' ' << found->outcomes << ' ' << found->upper << '\n';
  }
  const SnapshotPtr more = computeProbabilities(around, {});
  if (more->report && more->report->gaps)
    for (const Outcome& outcome : more->report->outcomes)
      out << (outcome.probability ? outcome.probability->value : -1) << ' ';
  return out.str();
}

/// Where two texts differ first, with what stands there.
QByteArray difference(const std::string& one, const std::string& other) {
  const auto at = std::ranges::mismatch(one, other).in1 - one.begin();
  const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, at - 40));
  constexpr std::size_t length = 80;
  return QByteArray::number(static_cast<qlonglong>(at)) + ": '" +
         QByteArray::fromStdString(one.substr(from, length)) + "' and '" +
         QByteArray::fromStdString(other.substr(std::min(from, other.size()), length)) + '\'';
}

}  // namespace

class SharedAnswers : public QObject {
  Q_OBJECT

 private slots:
  void threadsSeeWhatOneSees_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("value");
    QTest::newRow("two orderings") << "billiard-break"
                                   << "theta"
                                   << "120deg";
    QTest::newRow("a chain") << "newtons-cradle"
                             << "n"
                             << "4";
    QTest::newRow("many orderings") << "rack-break"
                                    << "rows"
                                    << "2";
    QTest::newRow("steps between impacts") << "falling-rod"
                                           << ""
                                           << "";
    QTest::newRow("in space") << "tumbling-box"
                              << ""
                              << "";
    QTest::newRow("jammed") << "trapped-ball"
                            << ""
                            << "";
  }
  void threadsSeeWhatOneSees() {
    QFETCH(QString, name);
    QFETCH(QString, parameter);
    QFETCH(QString, value);
    Assignments assignments;
    if (!parameter.isEmpty()) assignments[parameter.toStdString()] = value.toStdString();
    const auto scene = Scene::open(name.toStdString());
    const SnapshotPtr shared = ask(scene, assignments);
    const std::string alone = everythingOf(*shared);
    QVERIFY(alone.size() > 20);

    constexpr std::size_t count = 4;
    std::array<std::string, count> seen, asked;
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
          seen[i] = everythingOf(*shared);
          asked[i] = everythingOf(*ask(scene, assignments));
        });
    }
    for (std::size_t i = 0; i < count; ++i) {
      QVERIFY2(seen[i] == alone, difference(alone, seen[i]));
      QVERIFY2(asked[i] == alone, difference(alone, asked[i]));
    }
  }
};

CAROM_TEST(SharedAnswers);
#include "tst_shared_answers.moc"
