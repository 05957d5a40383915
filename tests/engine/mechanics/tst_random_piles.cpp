// A thousand piles of discs, balls and boxes, light under heavy and heavy under light: energies, gaps and
// rest, of runs that share nothing with the solver.
#include <QtTest>
#include <cmath>
#include <random>

#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double acceleration = 9.81, timeStep = 1e-3, runTime = 0.03, halfWidth = 0.1;

struct Pile {
  Mechanism mechanism;
  State initial;
  bool rests;    ///< columns on the floor, level and centred
  bool elastic;  ///< e = 1
  QString name;
};

/// A disc, ball, square or cube of this half width: isotropic, so that the midpoint rule keeps its energy.
Body body(const std::string& name, bool planar, bool round, double mass) {
  Body made{name, -1, Vector3d::Zero(), planar ? examples::plane() : examples::space(), mass, {}};
  const double square = halfWidth * halfWidth;
  if (round)
    made.shapes = {Ball{halfWidth}};
  else
    made.shapes = {boxHull({halfWidth, halfWidth, planar ? 0 : halfWidth})};
  made.inertia = (round ? (planar ? 0.5 : 0.4) : 2.0 / 3) * mass * square * Eigen::Matrix3d::Identity();
  return made;
}

Pile randomPile(unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return static_cast<double>(engine()) / 4294967295.0; };
  const auto among = [&](const auto&... values) {
    const std::array<double, sizeof...(values)> all{static_cast<double>(values)...};
    return all[engine() % all.size()];
  };
  const bool planar = seed % 3 != 0, rests = seed % 4 == 0;
  // Boxes in space have hundreds of contacts: one of them, or balls.
  const int most = planar ? 2 : 1 + static_cast<int>(engine() % 2);
  const int columns = 1 + static_cast<int>(engine() % static_cast<unsigned>(most)),
            rows = 1 + static_cast<int>(engine() % static_cast<unsigned>(most));
  const double kinds = planar || columns * rows == 1 ? among(0, 0.5, 1) : 1, spread = among(0, 1, 4),
               friction = among(0, 0.3, random(), 1), restitution = among(0, 0.5, 1),
               loose = rests ? 0 : among(1e-9, 1e-3, 0.02), speed = among(0, 0.1, 1);
  std::vector<Body> bodies;
  for (int i = 0; i < columns * rows; ++i) {
    const double mass = std::pow(10.0, spread * (2 * random() - 1));
    const bool round = random() < kinds;
    bodies.push_back(body("b" + std::to_string(i), planar, round, mass));
  }
  const int each = static_cast<int>(planar ? 3 : 6);
  VectorXd q = VectorXd::Zero(each * columns * rows), v = q;
  for (int i = 0; i < columns * rows; ++i) {
    const int column = i / rows, row = i % rows;
    q[each * i] = 2 * halfWidth * column * (rests ? 1.5 : 1.0 + loose / halfWidth) +
                  (rests ? 0 : loose * (random() - 0.5));
    q[each * i + 1] = halfWidth + 2 * halfWidth * row + loose * (1 + 2 * row + random());
    for (int k = 0; !rests && k < each; ++k) v[each * i + k] = speed * (2 * random() - 1);
    // Turned squares would need room.
    if (!rests && loose > 0.01) q[each * i + each - 1] = 0.05 * (2 * random() - 1);
  }
  bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  std::vector<ContactPair> contacts;
  for (int a = 0; a < static_cast<int>(bodies.size()); ++a)
    for (int b = a + 1; b < static_cast<int>(bodies.size()); ++b) {
      const auto &first = bodies[static_cast<std::size_t>(a)], &second = bodies[static_cast<std::size_t>(b)];
      for (const auto& part : contactParts(first.shapes[0], second.shapes[0], planar))
        contacts.push_back({"c" + std::to_string(contacts.size()), {a, b}, {}, part, friction, restitution});
    }
  Mechanism mechanism(std::move(bodies), std::move(contacts), Vector3d(0, -acceleration, 0));
  State initial{0, q, mechanism.massMatrix(q) * v};
  const QString name = QStringLiteral("%1: %2 × %3 in %4D, round %5, masses 10^±%6, μ %7, e %8, loose %9")
                           .arg(seed)
                           .arg(columns)
                           .arg(rows)
                           .arg(planar ? 2 : 3)
                           .arg(kinds)
                           .arg(spread)
                           .arg(friction)
                           .arg(restitution)
                           .arg(rests ? -1 : loose);
  return {std::move(mechanism), std::move(initial), rests, restitution == 1, name};
}

/// What a run did, from its observed states alone.
struct PileRun {
  Trajectory motion;
  double rise = 0, wrong = 0, scale = 0;  ///< largest step up of E; largest |E − E₀ − given|; their scale (J)
  double deepest = HUGE_VAL, moved = 0;
};

PileRun watch(const Pile& pile, double step) {
  PileRun seen;
  double before = HUGE_VAL, first = 0;
  const Mechanism& mechanism = pile.mechanism;
  const double floorEnergy = mechanism.potentialEnergy(VectorXd::Zero(mechanism.dof()));
  MotionOptions options{.duration = runTime,
                        .maxImpacts = 5'000,
                        .maxSteps = 20'000,
                        .maxBytes = 1 << 26,
                        .step = step,
                        .mostNodes = 2};
  options.observe = [&](const ObservedState& state) {
    const double kinetic = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p));
    const double E = kinetic + mechanism.potentialEnergy(state.q) - floorEnergy;
    if (before == HUGE_VAL) first = before = E;
    seen.scale = std::max(seen.scale, std::abs(E));
    seen.rise = std::max(seen.rise, E - before);
    seen.wrong = std::max(seen.wrong, std::abs(E - first - state.flow.given()));
    before = E;
    seen.deepest = std::min(seen.deepest, mechanism.gaps(state.q).minCoeff());
    seen.moved = std::max(seen.moved, (state.q - pile.initial.q).lpNorm<Eigen::Infinity>());
  };
  seen.motion = runMotion(mechanism, pile.initial, options);
  return seen;
}

}  // namespace

class TestRandomPiles : public QObject {
  Q_OBJECT
 private slots:
  void pilesObeyMechanics_data();
  void pilesObeyMechanics();
};

void TestRandomPiles::pilesObeyMechanics_data() {
  QTest::addColumn<unsigned>("from");
  for (unsigned from = 0; from < 1000; from += 100) QTest::addRow("piles %u to %u", from, from + 99) << from;
}

void TestRandomPiles::pilesObeyMechanics() {
  QFETCH(unsigned, from);
  constexpr int mostStops = 4;  // of 100; each says why
  int stops = 0;
  QString reasons;
  for (unsigned seed = from; seed < from + 100; ++seed) {
    const Pile pile = randomPile(seed);
    const PileRun seen = watch(pile, timeStep);
    const QString what =
        pile.name + QStringLiteral("; %1 impacts, rise %2, wrong %3, deepest %4, moved %5, %6")
                        .arg(seen.motion.impacts.size())
                        .arg(seen.rise / seen.scale)
                        .arg(seen.wrong / seen.scale)
                        .arg(seen.deepest)
                        .arg(seen.moved)
                        .arg(QString::fromStdString(seen.motion.stopReason));
    QVERIFY2(seen.motion.complete || !seen.motion.stopReason.empty(), qPrintable(what));
    if (!seen.motion.complete) {
      ++stops;
      reasons += what + "\n";
    }
    QVERIFY2(seen.rise <= 1e-10 * seen.scale, qPrintable(what));
    // What turns over a corner keeps its energy to O(h²) only.
    if (seen.wrong > 1e-9 * seen.scale)
      QVERIFY2(watch(pile, timeStep / 2).wrong <= 0.3 * seen.wrong, qPrintable(what));
    // Elastic bounces below 1 μm may last, and the run says so.
    constexpr double nearly = 1e-8, lasting = 1e-6;
    const double told = std::max(nearly, 1.01 * std::min(lasting, seen.motion.deepestOverlap));
    QVERIFY2(seen.deepest >= -(pile.elastic ? told : nearly), qPrintable(what));
    if (pile.rests) QVERIFY2(seen.motion.complete && seen.moved < 1e-8, qPrintable(what));
  }
  QVERIFY2(stops <= mostStops, qPrintable(reasons));
}

CAROM_TEST(TestRandomPiles);
#include "tst_random_piles.moc"
