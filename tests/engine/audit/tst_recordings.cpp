// Files of recordings: what is read from them, and what is refused.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>
#include <fstream>

#include "audit/recording/audit_recording.h"
#include "audit/recording/time_shift.h"
#include "base/random.h"
#include "base/rotation.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "scene/scene_error.h"
#include "support/test_program.h"

using namespace carom;

namespace {

std::shared_ptr<const Mechanism> planarBox() {
  return Scene::parse(R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
    {"name": "box", "joints": ["planar"], "mass": 2, "inertia": 0.5, "shapes": [{"type": "box", "size": [0.1, 0.1, 0]}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "initial": {"q": {"box.y": 1}}})",
                      "box")
      ->instantiate()
      .mechanism;
}

std::shared_ptr<const Mechanism> freeBall() {
  return Scene::parse(R"({"format": 1, "gravity": [0, 0, -9.81], "bodies": [
    {"name": "ball", "origin": [0, 0, 0.5], "joints": ["free"], "mass": 1, "inertia": 0.1,
     "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1]}]}]})",
                      "ball")
      ->instantiate()
      .mechanism;
}

/// Ten rows: time and three columns, a row may be replaced.
std::string table(const std::string& header, int replaced = -1, const std::string& row = {}) {
  std::string text = "# a comment\n" + header + '\n';
  for (int i = 0; i < 10; ++i)
    text += i == replaced
                ? row + '\n'
                : std::to_string(0.01 * i) + "," + std::to_string(i) + ",2.5," + std::to_string(-i) + '\n';
  return text;
}

RecordedRun read(const std::string& csv, const std::string& map = {}) {
  const auto mechanism = planarBox();
  const NumberTable numbers = readCsvTable(csv, "run.csv");
  return runOfTable(numbers, recordingMap(map, *mechanism, numbers.columns), *mechanism);
}

/// A map as a file.
class MapFile {
 public:
  explicit MapFile(const std::string& text) { std::ofstream(path()) << text; }
  std::string path() const { return m_folder.filePath(QStringLiteral("map.json")).toStdString(); }

 private:
  QTemporaryDir m_folder;
};

/// An NPZ as numpy.savez writes it, or numpy.savez_compressed: arrays of float64.
class Npz {
 public:
  void add(const std::string& name, const std::string& shape, const std::vector<double>& values,
           const char* order = "False") {
    std::string header =
        std::string("{'descr': '<f8', 'fortran_order': ") + order + ", 'shape': " + shape + ", }";
    header.resize((header.size() + 10 + 64) / 64 * 64 - 10, ' ');
    header.back() = '\n';
    std::string array = std::string("\x93NUMPY\x01\x00", 8) + number(header.size(), 2) + header;
    array.append(reinterpret_cast<const char*>(values.data()), values.size() * 8);
    const std::string data = m_method == 8 ? deflated(array) : array;
    const std::string file = name + ".npy", sizes = number(data.size(), 4) + number(array.size() + m_lie, 4);
    m_directory += "PK\x01\x02" + std::string(6, '\0') + number(m_method, 2) + std::string(8, '\0') + sizes +
                   number(file.size(), 2) + std::string(12, '\0') + number(m_bytes.size(), 4) + file;
    m_bytes += "PK\x03\x04" + std::string(4, '\0') + number(m_method, 2) + std::string(8, '\0') + sizes +
               number(file.size(), 2) + number(0, 2) + file + data;
    ++m_count;
  }
  std::string bytes() const {
    return m_bytes + m_directory + "PK\x05\x06" + std::string(4, '\0') + number(m_count, 2) +
           number(m_count, 2) + number(m_directory.size(), 4) + number(m_bytes.size(), 4) + number(0, 2);
  }
  /// Entries of the directory that lead to the last array, which is written once.
  void lead(int times) {
    const std::size_t begin = m_directory.rfind("PK\x01\x02");
    const std::string entry = m_directory.substr(begin);
    for (int i = 0; i < times; ++i) m_directory += entry;
    m_count += static_cast<std::size_t>(times);
  }
  std::size_t m_method = 0;
  std::size_t m_lie = 0;  ///< what the directory adds to the sizes

 private:
  /// Without the 2 bytes before and the 4 after that zlib adds, of which Qt's 4 bytes of length come first.
  static std::string deflated(const std::string& bytes) {
    const QByteArray packed = qCompress(reinterpret_cast<const uchar*>(bytes.data()), std::ssize(bytes));
    return packed.mid(6, packed.size() - 10).toStdString();
  }
  static std::string number(std::size_t value, int size) {
    std::string text;
    for (int i = 0; i < size; ++i) text += static_cast<char>(value >> (8 * i) & 255);
    return text;
  }
  std::string m_bytes, m_directory;
  std::size_t m_count = 0;
};

QString refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const SceneError& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace

class RecordingsTest : public QObject {
  Q_OBJECT private slots : void columnsGoByName() {
    const RecordedRun run = read(table("time,box.angle,box.x,box.y"));
    QCOMPARE(run.size(), Eigen::Index{10});
    QVERIFY(!run.hasVelocities());
    QCOMPARE(run.q(0, 4), 2.5);
    QCOMPARE(run.q(1, 4), -4.0);
    QVERIFY(std::abs(run.time[4] - 0.04) < 1e-12);
  }

  /// Momenta are divided by the masses, 2 kg and 0.5 kg·m².
  void momentaBecomeVelocities() {
    std::string text = "time,box.x,box.y,box.angle,p:box.x,p:box.y,p:box.angle\n";
    for (int i = 0; i < 10; ++i) text += std::to_string(i) + ",0,0,0,4,6,3\n";
    const RecordedRun run = read(text);
    QVERIFY((run.v.col(3) - Eigen::Vector3d(2, 3, 6)).norm() < 1e-12);
  }

  void anglesThatWrapGoOn() {
    std::string text = "time,box.x,box.y,box.angle\n";
    for (int i = 0; i < 10; ++i)
      text += std::to_string(i) + ",0,0," + std::to_string(std::remainder(i * 1.5, 2 * M_PI)) + '\n';
    const RecordedRun run = read(text);
    for (int i = 0; i < 10; ++i) QVERIFY(std::abs(run.q(2, i) - 1.5 * i) < 1e-5);
  }

  void aMapHasUnitsMirrorsAndOffsets() {
    const MapFile map(R"({"time": {"column": "t", "unit": "ms"}, "coordinates": {
      "box.x": {"column": "a", "unit": "mm", "mirrored": true}, "box.y": {"column": "b", "offset": "5mm"},
      "box.angle": {"column": "c", "unit": "deg"}}})");
    const RecordedRun run = read(table("t,a,b,c"), map.path());
    QVERIFY(std::abs(run.time[7] - 0.07e-3) < 1e-12);
    QVERIFY(std::abs(run.q(0, 7) + 0.007) < 1e-12);
    QVERIFY(std::abs(run.q(1, 7) - 2.505) < 1e-12);
    QVERIFY(std::abs(run.q(2, 7) + 7 * M_PI / 180) < 1e-12);
  }

  /// A tilt turns places, velocities and angles of planar bodies.
  void aTiltTurnsTheBody() {
    const MapFile map(R"({"tilt": "90deg"})");
    const RecordedRun run = read(table("time,box.x,box.y,box.angle"), map.path());
    QVERIFY(std::abs(run.q(0, 3) + 2.5) < 1e-12 && std::abs(run.q(1, 3) - 3) < 1e-12);
    QVERIFY(std::abs(run.q(2, 3) - (-3 + M_PI / 2)) < 1e-12);
  }

  /// MuJoCo has x, y, z, the quaternion w first, and angular velocities in the body; Drake the quaternion
  /// before the place, and those of the world. One motion in both gives one recording.
  void simulatorsHaveTheirOrders() {
    const auto mechanism = freeBall();
    std::vector<double> qpos, qvel, q, v, time;
    Random random(4);
    for (int i = 0; i < 9; ++i) {
      const Eigen::Vector3d w(0.3 * i - 1, 0.5, -0.2), omega(1, 2, 3), x(i, 2, 0.7), rate(4, 5, 6);
      const Eigen::Quaterniond turn(rotationMatrix(w));
      const Eigen::Vector3d world = turn * omega;
      time.push_back(i);
      for (const double one : {x.x(), x.y(), x.z(), turn.w(), turn.x(), turn.y(), turn.z()})
        qpos.push_back(one);
      for (const double one : {rate.x(), rate.y(), rate.z(), omega.x(), omega.y(), omega.z()})
        qvel.push_back(one);
      for (const double one : {turn.w(), turn.x(), turn.y(), turn.z(), x.x(), x.y(), x.z()}) q.push_back(one);
      for (const double one : {world.x(), world.y(), world.z(), rate.x(), rate.y(), rate.z()})
        v.push_back(one);
    }
    Npz mujoco, drake;
    mujoco.add("time", "(9,)", time);
    mujoco.add("qpos", "(9, 7)", qpos);
    mujoco.add("qvel", "(9, 6)", qvel);
    drake.add("t", "(9,)", time);
    drake.add("q", "(9, 7)", q);
    drake.add("v", "(9, 6)", v);
    const NumberTable a = readNpzTable(mujoco.bytes(), "m.npz"), b = readNpzTable(drake.bytes(), "d.npz");
    const RecordedRun one = runOfTable(a, recordingMap("mujoco", *mechanism, a.columns), *mechanism),
                      other = runOfTable(b, recordingMap("drake", *mechanism, b.columns), *mechanism);
    for (int i = 0; i < 9; ++i) {
      QVERIFY((one.q.col(i).tail(3) - Eigen::Vector3d(0.3 * i - 1, 0.5, -0.2)).norm() < 1e-9);
      QVERIFY((one.q.col(i).head(3) - Eigen::Vector3d(i, 2, 0.2)).norm() <
              1e-12);  // from the origin of the body
      QVERIFY((one.v.col(i).tail(3) - Eigen::Vector3d(1, 2, 3)).norm() < 1e-12);
      QVERIFY((one.q.col(i) - other.q.col(i)).norm() < 1e-9 && (one.v.col(i) - other.v.col(i)).norm() < 1e-9);
    }
  }

  /// A recording in a mirror: places S x, rotations S R S and their rates S [ω]× S, S being 1 but −1 along
  /// one axis. Mirrored again by the map it is the recording itself.
  void aMirroredBodyIsItself_data() {
    QTest::addColumn<QString>("simulator");
    QTest::addColumn<int>("axis");
    for (const char* simulator : {"mujoco", "drake"})
      for (int axis = 0; axis < 3; ++axis)
        QTest::addRow("%s, %c", simulator, "xyz"[axis]) << simulator << axis;
  }
  void aMirroredBodyIsItself() {
    QFETCH(QString, simulator);
    QFETCH(int, axis);
    const auto mechanism = freeBall();
    Eigen::Matrix3d S = Eigen::Matrix3d::Identity();
    S(axis, axis) = -1;
    const auto skew = [](const Eigen::Vector3d& w) {
      return Eigen::Matrix3d{{0, -w.z(), w.y()}, {w.z(), 0, -w.x()}, {-w.y(), w.x(), 0}};
    };
    const auto tableOf = [&](bool isMirrored) {
      std::vector<double> time, q, v;
      for (int i = 0; i < 9; ++i) {
        const Eigen::Matrix3d M = isMirrored ? S : Eigen::Matrix3d::Identity(),
                              R = M * rotationMatrix(Eigen::Vector3d(0.3 * i - 1, 0.5, -0.2)) * M,
                              W = M * skew(Eigen::Vector3d(1, 2, 3)) * M;
        const Eigen::Vector3d x = M * Eigen::Vector3d(i, 2, 0.7), rate = M * Eigen::Vector3d(4, 5, 6),
                              inBody(W(2, 1), W(0, 2), W(1, 0)), inWorld = R * inBody;
        const Eigen::Quaterniond turn(R);
        time.push_back(i);
        const bool isDrake = simulator == "drake";
        const auto add = [](std::vector<double>& to, const auto& of) {
          to.insert(to.end(), of.begin(), of.end());
        };
        if (!isDrake) add(q, x);
        add(q, Eigen::Vector4d(turn.w(), turn.x(), turn.y(), turn.z()));
        if (isDrake) add(q, x);
        add(v, isDrake ? inWorld : rate);
        add(v, isDrake ? rate : inBody);
      }
      Npz file;
      file.add("time", "(9,)", time);
      file.add(simulator == "drake" ? "q" : "qpos", "(9, 7)", q);
      file.add(simulator == "drake" ? "v" : "qvel", "(9, 6)", v);
      return readNpzTable(file.bytes(), "m.npz");
    };
    const NumberTable plain = tableOf(false), mirrored = tableOf(true);
    const std::string name = simulator.toStdString(), letter(1, "xyz"[axis]);
    const std::string map =
        "{\"base\": \"" + name + "\", \"bodies\": {\"ball\": {\"mirrored\": \"" + letter + "\"}}}";
    const RecordedRun one = runOfTable(plain, recordingMap(name, *mechanism, plain.columns), *mechanism),
                      other =
                          runOfTable(mirrored, recordingMap(map, *mechanism, mirrored.columns), *mechanism),
                      raw =
                          runOfTable(mirrored, recordingMap(name, *mechanism, mirrored.columns), *mechanism);
    for (int i = 0; i < 9; ++i) {
      QVERIFY((one.q.col(i) - other.q.col(i)).norm() < 1e-9);
      QVERIFY((one.v.col(i) - other.v.col(i)).norm() < 1e-9);
    }
    QVERIFY((one.q - raw.q).norm() > 0.1 && (one.v - raw.v).norm() > 0.1);
  }

  /// Of a planar body a mirrored axis turns its coordinate, the angle and their velocities, also of columns
  /// in other units; nothing else can be said of such a body.
  void aPlanarBodyIsMirrored() {
    const std::string columns = "time,x,y,th";
    const RecordedRun plain = read(table(columns), "body"),
                      run = read(table(columns), R"({"base": "body", "bodies": {"box": {"mirrored": "x"}}})");
    QVERIFY((run.q.row(0) + plain.q.row(0)).norm() < 1e-12 && (run.q.row(1) - plain.q.row(1)).norm() < 1e-12);
    QVERIFY((run.q.row(2) + plain.q.row(2)).norm() < 1e-12);
    const RecordedRun scaled = read(table(columns), R"({"base": "body", "bodies": {"box": {"mirrored": "y"}},
      "coordinates": {"box.y": {"column": "y", "unit": "mm"}}})");
    QVERIFY(std::abs(scaled.q(1, 3) + 0.0025) < 1e-12 && std::abs(scaled.q(2, 3) - 3) < 1e-12);
    for (const char* wrong : {R"({"base": "body", "bodies": {"box": {"mirrored": "z"}}})",
                              R"({"base": "body", "bodies": {"box": {"mirrored": true}}})",
                              R"({"base": "body", "bodies": {"box": {"position": ["x", "y", "th"]}}})",
                              R"({"base": "body", "bodies": {"box": {}}})"})
      QVERIFY(!refusal([&] { read(table(columns), wrong); }).isEmpty());
  }

  void arraysMayBeInFortranOrder() {
    Npz rows, columns;
    rows.add("q", "(2, 3)", {1, 2, 3, 4, 5, 6});
    columns.add("q", "(2, 3)", {1, 4, 2, 5, 3, 6}, "True");
    QCOMPARE(readNpzTable(rows.bytes(), "").values, readNpzTable(columns.bytes(), "").values);
    QCOMPARE(readNpzTable(rows.bytes(), "").columns[2], std::string("q[2]"));
  }

  void badTablesAreRefusedWithTheirPlace_data() {
    QTest::addColumn<QString>("csv");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const std::string& csv, const char* part) {
      QTest::newRow(name) << QString::fromStdString(csv) << QString::fromUtf8(part);
    };
    const std::string header = "time,box.x,box.y,box.angle";
    row("empty", "", "is empty");
    row("few columns", table(header, 3, "0.03,1,2"), "line 6: has 3 columns");
    row("no number", table(header, 3, "0.03,1,two,3"), "line 6, column 'box.y': is not a number");
    row("not finite", table(header, 3, "0.03,1,nan,3"), "line 6, column 'box.y': is nan");
    row("time repeats", table(header, 3, "0.02,1,2,3"), "line 6, column 'time': repeats the time");
    row("time goes back", table(header, 3, "0.015,1,2,3"), "line 6, column 'time': goes back in time");
    row("near name", table("time,box.x,box.y,box.angel"),
        "no column 'box.angle'; expected it; there is box.angel");
    row("no time", table("tick,box.x,box.y,box.angle"), "has no column 'time'");
    row("twice", table("time,box.x,box.x,box.angle"), "has column 'box.x' twice");
    row("few rows", "time,box.x,box.y,box.angle\n0,1,2,3\n", "has 1 rows of numbers");
  }
  void badTablesAreRefusedWithTheirPlace() {
    QFETCH(QString, csv);
    QFETCH(QString, part);
    const QString text = refusal([&] { read(csv.toStdString()); });
    QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY(!text.contains(QLatin1Char('\n')));
  }

  void badMapsAreRefused_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("part");
    QTest::newRow("length for an angle")
        << R"({"coordinates": {"box.angle": {"column": "box.angle", "unit": "mm"}}})"
        << "is no unit of this column";
    QTest::newRow("angle for a length") << R"({"coordinates": {"box.x": {"column": "box.x", "unit": "deg"}}})"
                                        << "is no unit of this column";
    QTest::newRow("coordinate") << R"({"coordinates": {"box.z": "box.x"}})"
                                << "is of no coordinate";
    QTest::newRow("key") << R"({"colunms": {}})"
                         << "colunms";
    QTest::newRow("rate") << R"({"time": {"rate": 0}})"
                          << "is not above 0";
  }
  void badMapsAreRefused() {
    QFETCH(QString, map);
    QFETCH(QString, part);
    const MapFile file(map.toStdString());
    const QString text = refusal([&] { read(table("time,box.x,box.y,box.angle"), file.path()); });
    QVERIFY2(text.contains(part), qPrintable(text));
  }

  void quaternionsHaveLengthOne() {
    const auto mechanism = freeBall();
    std::string text = "time,x,y,z,qw,qx,qy,qz\n";
    for (int i = 0; i < 9; ++i)
      text += std::to_string(i) + (i == 5 ? ",0,0,1,1,1,0,0\n" : ",0,0,1,1,0,0,0\n");
    const NumberTable numbers = readCsvTable(text, "run.csv");
    const QString refused =
        refusal([&] { runOfTable(numbers, recordingMap("body", *mechanism, numbers.columns), *mechanism); });
    QVERIFY2(refused.contains(QStringLiteral("line 7")) &&
                 refused.contains(QStringLiteral("is no unit quaternion")),
             qPrintable(refused));
  }

  /// Spreadsheets mark UTF-8 by three bytes, which are no part of the first name.
  void aMarkOfUtf8IsNoPartOfAName() {
    const NumberTable marked = readCsvTable("\xEF\xBB\xBFtime,x\r\n0,1\r\n", "x.csv");
    QCOMPARE(marked.columns[0], std::string("time"));
    QCOMPARE(marked.values(0, 1), 1.0);
  }

  /// Compressed arrays are the same numbers, and any damage to them is refused.
  void compressedArraysAreRead() {
    std::vector<double> values(600);
    Random random(5);
    for (double& each : values) each = std::round(8 * random.normal());
    Npz plain, compressed;
    compressed.m_method = 8;
    for (Npz* each : {&plain, &compressed}) {
      each->add("time", "(200,)", std::vector<double>(values.begin(), values.begin() + 200));
      each->add("q", "(200, 3)", values);
    }
    QVERIFY(compressed.bytes().size() < plain.bytes().size() / 2);
    const NumberTable a = readNpzTable(plain.bytes(), "x.npz"), b = readNpzTable(compressed.bytes(), "x.npz");
    QCOMPARE(a.columns, b.columns);
    QVERIFY(a.values == b.values);
    const std::string bytes = compressed.bytes();
    for (std::size_t length = 0; length < bytes.size(); length += 11)
      QVERIFY(!refusal([&] { readNpzTable(bytes.substr(0, length), "x.npz"); }).isEmpty());
    for (const std::size_t lie : {std::size_t{1}, std::size_t{1} << 29}) {
      Npz lies;
      lies.m_method = 8;
      lies.m_lie = lie;
      lies.add("q", "(600,)", values);
      QVERIFY(refusal([&] { readNpzTable(lies.bytes(), "x.npz"); }).contains(QStringLiteral("is damaged")));
    }
  }

  void otherCompressionsAndOtherFilesAreRefused() {
    Npz compressed;
    compressed.m_method = 12;
    compressed.add("q", "(1,)", {1});
    QVERIFY(refusal([&] {
              readNpzTable(compressed.bytes(), "x.npz");
            }).contains(QStringLiteral("is compressed by method 12")));
    QVERIFY(refusal([&] { readNpzTable("PK no", "x.npz"); }).contains(QStringLiteral("is no NPZ file")));
    // A small file whose directory leads to one array thousands of times would take all memory.
    Npz many;
    many.add("q", "(20000,)", std::vector<double>(20'000));
    many.lead(40'000);
    QVERIFY(refusal([&] {
              readNpzTable(many.bytes(), "x.npz");
            }).contains(QStringLiteral("x.npz: has arrays that lie over each other")));
    Npz whole;
    whole.add("q", "(3,)", {1, 2, 3});
    const std::string bytes = whole.bytes();
    for (std::size_t length = 0; length < bytes.size(); length += 7)
      QVERIFY(!refusal([&] { readNpzTable(bytes.substr(0, length), "x.npz"); }).isEmpty());
    // Any byte may be wrong: the array is read, or refused.
    Random random(12);
    for (int i = 0; i < 2000; ++i) {
      std::string broken = bytes;
      broken[random.below(broken.size())] = static_cast<char>(random.below(256));
      const QString refused = refusal([&] { QVERIFY(readNpzTable(broken, "x.npz").values.size() < 1000); });
      QVERIFY(refused.isEmpty() || refused.startsWith(QStringLiteral("x.npz")));
    }
  }

  /// A body that never comes near the floor, and one that moves as nothing in this scene does.
  void recordingsOfOtherScenesAreRefused() {
    const auto mechanism = planarBox();
    RecordedRun run{Eigen::VectorXd::LinSpaced(100, 0, 0.1), Eigen::MatrixXd::Zero(3, 100),
                    Eigen::MatrixXd(3, 0)};
    Random random(1);
    for (Eigen::Index i = 0; i < 100; ++i) {
      const double t = run.time[i];
      run.q.col(i) << 1e-4 * random.normal(), 5 - 4.905 * t * t + 1e-4 * random.normal(),
          1e-3 * random.normal();
    }
    const QString high = refusal([&] { auditSamples(*mechanism, run, "high.csv", {}); });
    QVERIFY2(high.contains(QStringLiteral("never touches")), qPrintable(high));
    for (Eigen::Index i = 0; i < 100; ++i)
      run.q(1, i) = 0.5 + 0.3 * std::sin(150 * run.time[i]) + 1e-4 * random.normal();
    const QString other = refusal([&] { auditSamples(*mechanism, run, "other.csv", {}); });
    QVERIFY2(other.contains(QStringLiteral("does not move as the scene does")) ||
                 other.contains(QStringLiteral("never touches")),
             qPrintable(other));
  }

  /// A pendulum between a stop of its joint and a wall: both are words, with an e of their own.
  void stopsAreWords() {
    const auto instance = Scene::parse(R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
      {"name": "arm", "joints": [{"type": "revolute", "name": "angle", "axis": [0, 0, 1],
         "limits": {"lower": "-40deg", "upper": "30deg", "restitution": 0.6}}],
       "mass": 1, "inertia": 0.02, "centre-of-mass": [0, -0.3, 0],
       "shapes": [{"type": "ball", "radius": 0.05, "centre": [0, -0.4, 0]}]},
      {"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0, 0], "offset": -0.25}]}],
      "initial": {"velocity": {"arm.angle": 4}}})",
                                       "arm")
                              ->instantiate();
    const Mechanism& mechanism = *instance.mechanism;
    const Trajectory motion = runMotion(mechanism, instance.initial, {});
    RecordedRun run{Eigen::VectorXd::LinSpaced(480, 0, 0.958), Eigen::MatrixXd(1, 480),
                    Eigen::MatrixXd(1, 0)};
    Random random(3);
    for (Eigen::Index k = 0; k < run.size(); ++k)
      run.q(0, k) = motion.configuration(run.time[k])[0] + 3e-4 * random.normal();
    const AuditReport report = auditSamples(mechanism, run, "arm.csv", {}).report;
    QCOMPARE(report.jumps.size(), motion.impacts.size());
    for (std::size_t i = 0; i < report.jumps.size(); ++i) {
      QCOMPARE(report.jumps[i].verdict, JumpVerdict::Explained);
      QVERIFY(report.jumps[i].words.front().word == motion.impacts[i].contacts);
      QVERIFY(std::abs(report.jumps[i].time - motion.impacts[i].time) < 1e-3);
    }
    for (const CoefficientFit& fit : report.fit) {
      const int contact = report.classes[fit.contactClass].contacts.front();
      const bool isWall = mechanism.contacts()[static_cast<std::size_t>(contact)].name == "arm-wall";
      QVERIFY(std::abs(fit.value - (isWall ? 1.0 : 0.6)) < 5 * fit.error + 1e-4);
    }
  }

  /// Samples leave loops open by their noise; where it is far more, the loop is named.
  void samplesThatLeaveLoopsOpenAreRefused() {
    const auto instance = Scene::open("minitaur")->instantiate();
    Eigen::VectorXd q = instance.initial.q;
    const Eigen::Index n = q.size();
    q[n - 1] += 0.5;  // the last link of the leg at the back
    const RecordedRun run{Eigen::VectorXd::LinSpaced(20, 0, 0.1), q.replicate(1, 20), Eigen::MatrixXd(n, 0)};
    const QString why = refusal([&] { auditSamples(*instance.mechanism, run, "legs.csv", {}); });
    QVERIFY2(why.startsWith(QStringLiteral("legs.csv: leaves the loop 'back-foot' open, by 0.0")),
             qPrintable(why));
  }

  /// A cart that a motor pushes by A sin(ωt), recorded with another clock:
  /// x = x₀ + (v₀ + A/ω) t − A/ω² sin ωt.
  void shiftsOfTheClockAreEstimated() {
    const auto scene = Scene::parse(R"json({"format": 1, "bodies": [
      {"name": "cart", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.05}]},
      {"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]}],
      "motors": [{"coordinate": "cart.x", "torque": "3*sin(7*t)", "start": 0}],
      "initial": {"q": {"cart.x": 1}}})json",
                                    "cart");
    const auto mechanism = scene->instantiate().mechanism;
    QVERIFY(dependsOnTime(*mechanism) && !dependsOnTime(*planarBox()));
    Random random(77);
    double sum = 0;
    constexpr int runs = 6;
    constexpr double A = 3, w = 7, noise = 2e-4;
    for (int i = 0; i < runs; ++i) {
      const double shift = 0.02 + 0.3 * random.uniform(), v0 = random.normal();
      RecordedRun run{Eigen::VectorXd::LinSpaced(120, 0, 1.19), Eigen::MatrixXd(1, 120),
                      Eigen::MatrixXd(1, 0)};
      for (Eigen::Index k = 0; k < run.size(); ++k) {
        const double t = run.time[k] + shift;
        run.q(0, k) = 1 + (v0 + A / w) * t - A / (w * w) * std::sin(w * t) + noise * random.normal();
      }
      const auto found = estimateTimeShift(*mechanism, run, {}, 0.5);
      QVERIFY(found);
      QVERIFY(std::abs(found->shift.value - shift) < 5 * found->shift.error);
      QVERIFY(found->shift.error > 1e-5 && found->shift.error < 0.02);
      sum += std::pow((found->shift.value - shift) / found->shift.error, 2);
    }
    QVERIFY2(sum > 0.6 && sum < 19, qPrintable(QString::number(sum)));  // χ² of 6 degrees of freedom
  }

  /// An offset that no collision tells is none, and said to be so.
  void offsetsThatNothingTellsAreNone() {
    const auto mechanism = planarBox();
    std::string text = "time,box.x,box.y,box.angle\n";
    for (int i = 0; i < 200; ++i) {
      const double t = i * 1e-3;
      text += std::to_string(t) + ",0," + std::to_string(0.1 + 2 * t - 4.905 * t * t) + ",0\n";
    }
    const MapFile map(R"({"offset": "box.y"})");
    const NumberTable numbers = readCsvTable(text, "run.csv");
    AuditOptions options;
    options.search.gapError = 0.02;  // so that the recording counts as one that touches
    const AuditedRecording audited =
        auditRecording(*mechanism, numbers, recordingMap(map.path(), *mechanism, numbers.columns), options);
    QCOMPARE(audited.estimates.size(), std::size_t{1});
    QVERIFY(std::isnan(audited.estimates[0].value.value));
    QVERIFY(audited.run.q.allFinite());
  }

  /// An offset of the floor and a tilt of the frame are found within their errors.
  void offsetsAndTiltsAreEstimated() {
    const auto mechanism = planarBox();
    constexpr double offset = 0.004, tilt = 0.03, g = 9.81;
    std::string text = "time,box.x,box.y,box.angle\n";
    Random random(9);
    const double lowest = std::hypot(0.05, 0.05);  // a box on its corner
    double y = 0.3, vy = 0, x = 0;
    for (int i = 0; i < 1500; ++i) {
      const double c = std::cos(tilt), s = std::sin(tilt);
      const double px = x + 1e-4 * random.normal(), py = y - offset + 1e-4 * random.normal();
      text += std::to_string(i * 1e-3) + ',' + std::to_string(c * px + s * py) + ',' +
              std::to_string(-s * px + c * py) + ',' +
              std::to_string(M_PI / 4 - tilt + 1e-4 * random.normal()) + '\n';
      x += 2e-4;
      vy -= g * 1e-3;
      y += vy * 1e-3;
      if (y < lowest && vy < 0) vy *= -0.8;
    }
    const MapFile map(R"({"tilt": "estimate", "offset": "box.y"})");
    const NumberTable numbers = readCsvTable(text, "run.csv");
    const AuditedRecording audited =
        auditRecording(*mechanism, numbers, recordingMap(map.path(), *mechanism, numbers.columns), {});
    QCOMPARE(audited.estimates.size(), std::size_t{2});
    QVERIFY(std::abs(audited.estimates[0].value.value - tilt) < 0.003);
    // The samples of this run are 1 ms apart, in which the box sinks by up to 2 mm.
    QVERIFY(std::abs(audited.estimates[1].value.value - offset) < 0.002);
  }
};

CAROM_TEST(RecordingsTest);
#include "tst_recordings.moc"
