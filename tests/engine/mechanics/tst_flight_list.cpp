// A list of flights hands out the flights that were put in, to the last bit.
#include <random>

#include "mechanics/motion/flight_list.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::VectorXd;

namespace {

bool sameFlight(const FreeFlight& a, const FreeFlight& b) {
  return a.start == b.start && a.end == b.end && a.q == b.q && a.v == b.v && a.a == b.a &&
         a.nodes == b.nodes && a.flow.impact == b.flow.impact;
}

/// Flights of n coordinates, of which `turned` of 1000 differ at each beginning; now and then one has nodes,
/// another acceleration, or begins elsewhere.
std::vector<FreeFlight> randomFlights(int n, unsigned turned, bool exactOnly, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto number = [&] { return static_cast<double>(random() % 2'000'001) / 1e6 - 1; };
  std::vector<FreeFlight> flights;
  for (int i = 0; i < 400; ++i) {
    FreeFlight next;
    if (flights.empty()) {
      next.q = next.v = next.a = VectorXd::Zero(n);
      for (double& x : next.a) x = number();
    } else {
      const FreeFlight& last = flights.back();
      next.start = last.end;
      next.q = last.configuration(last.end);
      next.v = last.velocity(last.end);
      next.a = last.a;
    }
    for (double& v : next.v)
      if (random() % 1000 < turned) v = number();
    next.end = next.start + (random() % 5 == 0 ? 0 : 1 + number());
    next.flow.impact = number();
    const auto odd = exactOnly ? 1000 : random() % 40;
    if (odd == 0) next.a = VectorXd::Constant(n, number());
    if (odd == 1) next.q = VectorXd::Constant(n, number());
    if (odd == 2) next.start += 0.5, next.end += 0.5;
    if (odd == 3) {
      auto nodes = std::make_shared<MotionNodes>();
      nodes->time = VectorXd::Constant(1, next.start);
      nodes->q = nodes->p = nodes->v = next.q;
      nodes->flow.resize(1);
      next.nodes = nodes;
    }
    flights.push_back(next);
  }
  return flights;
}

}  // namespace

class TestFlightList : public QObject {
  Q_OBJECT
 private slots:
  void flightsComeOutAsTheyWentIn() {
    for (const int n : {0, 1, 7, 40, 300})
      for (const unsigned turned : {0u, 10u, 200u, 1000u})
        for (const bool exactOnly : {true, false}) {
          const std::vector<FreeFlight> expected = randomFlights(n, turned, exactOnly, 1 + turned);
          FlightList list;
          QVERIFY(list.empty());
          for (const FreeFlight& flight : expected) {
            FreeFlight open = flight;
            open.end = open.start;
            list.push_back(open);
            list.back().end = flight.end;
          }
          QCOMPARE(list.size(), expected.size());
          std::size_t i = 0;
          for (const FreeFlight& flight : list) QVERIFY(sameFlight(flight, expected[i++]));
          QCOMPARE(i, expected.size());
          for (std::size_t k = 0; k < expected.size(); k += 7) {
            QVERIFY(sameFlight(list[k], expected[k]));
            QVERIFY(list.startOf(k) == expected[k].start && list.endOf(k) == expected[k].end);
            QVERIFY(list.flowOf(k).impact == expected[k].flow.impact);
            QCOMPARE(list.isExact(k), expected[k].nodes == nullptr);
          }
          QVERIFY_THROWS_EXCEPTION(std::out_of_range, list.at(expected.size()));
        }
  }

  void aTimeBelongsToTheLastFlightThatHasBegun() {
    const std::vector<FreeFlight> expected = randomFlights(50, 20, true, 3);
    FlightList list;
    for (const FreeFlight& flight : expected) list.push_back(flight);
    QCOMPARE(list.indexAt(-1), std::size_t{0});
    QCOMPARE(list.indexAt(1e9), expected.size() - 1);
    for (double t = 0; t < expected.back().end; t += 0.37) {
      const std::size_t i = list.indexAt(t);
      QVERIFY(expected[i].start <= t && (i + 1 == expected.size() || expected[i + 1].start > t));
    }
  }

  void fewVelocitiesThatTurnTakeLittle() {
    FlightList list;
    for (const FreeFlight& flight : randomFlights(900, 3, true, 5)) list.push_back(flight);
    const std::size_t each = list.memoryUsed() / list.size();
    QVERIFY2(each < 500, qPrintable(QString::number(each)));  // three vectors: 21,600
  }
};

CAROM_TEST(TestFlightList);
#include "tst_flight_list.moc"
