// Legal but extreme physics by a seeded generator: every call has an answer or says which limit it met,
// within 10 s of a processor and 2 GB. CAROM_SCENES=1000 CAROM_SEED=7 makes more and other ones;
// CAROM_KEEP=FOLDER keeps the scenes that failed.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QStringDecoder>
#include <QTemporaryDir>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "support/test_program.h"

using SceneJson = nlohmann::ordered_json;

namespace {

/// Random numbers of which extreme ones are as likely as plain ones.
class Dice {
 public:
  explicit Dice(unsigned seed) : m_random(seed) {}
  int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }
  double uniform(double a, double b) { return a + (b - a) * (m_random() / 4294967296.0); }
  /// Log-uniform, often at an end, and often a round number.
  double scale(double smallest, double largest) {
    if (below(4) == 0) return below(2) ? smallest : largest;
    if (below(3) == 0) return 1;
    return std::exp(uniform(std::log(smallest), std::log(largest)));
  }
  template <typename T>
  T oneOf(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<int>(list.size()))];
  }

 private:
  std::mt19937 m_random;
};

SceneJson ball(const std::string& name, double mass, double radius, const SceneJson& joints) {
  return {{"name", name},
          {"joints", joints},
          {"mass", mass},
          {"shapes", SceneJson::array({{{"type", "ball"}, {"radius", radius}}})}};
}

/// Balls of wild masses on a line, touching, with a wall at the left or not.
SceneJson line(Dice& dice) {
  const int n = 2 + dice.below(4);
  const double size = dice.scale(1e-9, 1e9), speed = dice.scale(1e-9, 1e9);
  SceneJson bodies = SceneJson::array(), q, v;
  const bool wall = dice.below(2) == 0;
  double x = 0;
  for (int i = 0; i < n; ++i) {
    const std::string name = "b" + std::to_string(i);
    const double r = size * dice.oneOf({1.0, 0.5, 2.0, 4.0});
    bodies.push_back(ball(name, dice.scale(1e-8, 1e9), r, {"x"}));
    q[name + ".x"] = x + r;
    x += 2 * r;
    v[name + ".x"] = speed * dice.oneOf({-1.0, 0.0, 1.0, dice.uniform(-1, 1)}) * (n - i);
  }
  if (wall)
    bodies.push_back(
        {{"name", "wall"}, {"shapes", SceneJson::array({{{"type", "half-space"}, {"normal", {1, 0, 0}}}})}});
  return {{"bodies", bodies}, {"initial", {{"q", q}, {"velocity", v}}}};
}

/// A ball in a wedge whose walls are nearly opposite, nearly one, or anything between.
SceneJson wedge(Dice& dice) {
  const double r = dice.scale(1e-9, 1e9), speed = dice.scale(1e-6, 1e6);
  const double angle =
      dice.oneOf({std::pow(10, -dice.uniform(1, 12)), M_PI - std::pow(10, -dice.uniform(1, 12)),
                  M_PI / (2 + dice.below(30)), dice.uniform(0.01, 3.1)});
  SceneJson bodies = SceneJson::array({ball("ball", dice.scale(1e-9, 1e9), r, {"x", "y"})});
  // Walls through the points of the ball at distance r along their normals.
  for (int i = 0; i < 2; ++i) {
    const double a = M_PI / 2 + (i ? 1 : -1) * (M_PI - angle) / 2;
    bodies.push_back({{"name", i ? "left" : "right"},
                      {"position", {-r * std::cos(a), -r * std::sin(a), 0}},
                      {"shapes", SceneJson::array({{{"type", "half-space"},
                                                    {"normal", {std::cos(a), std::sin(a), 0}}}})}});
  }
  return {
      {"bodies", bodies},
      {"initial",
       {{"velocity", {{"ball.x", speed * dice.uniform(-1, 1)}, {"ball.y", -speed * dice.uniform(0, 1)}}}}}};
}

/// Balls that fall on a floor, with restitution, friction and laws of their own.
SceneJson rain(Dice& dice) {
  const int n = 1 + dice.below(4);
  const double size = dice.scale(1e-9, 1e9);
  SceneJson bodies = SceneJson::array(), q;
  for (int i = 0; i < n; ++i) {
    const std::string name = "b" + std::to_string(i);
    bodies.push_back(ball(name, dice.scale(1e-8, 1e9), size, {"x", "y"}));
    q[name + ".x"] = 2.0 * size * i * dice.oneOf({1.0, 1.5});
    q[name + ".y"] = size * dice.oneOf({1.0, 1.0, 2.0});
  }
  bodies.push_back(
      {{"name", "floor"}, {"shapes", SceneJson::array({{{"type", "half-space"}, {"normal", {0, 1, 0}}}})}});
  SceneJson scene = {
      {"gravity", {0, -dice.scale(1e-6, 1e6), 0}}, {"bodies", bodies}, {"initial", {{"q", q}}}};
  scene["defaults"] = {{"restitution", dice.oneOf({0.0, 1e-9, 0.5, 0.999999, 1.0})}};
  return scene;
}

/// Rods and balls in plain view but of odd proportions, on springs.
SceneJson pendulums(Dice& dice) {
  const int n = 1 + dice.below(3);
  SceneJson bodies = SceneJson::array(), v, springs = SceneJson::array();
  for (int i = 0; i < n; ++i) {
    const std::string name = "b" + std::to_string(i);
    bodies.push_back(ball(name, dice.scale(1e-9, 1e9), dice.scale(1e-3, 1), {"x"}));
    v[name + ".x"] = dice.scale(1e-6, 1e6);
    springs.push_back({{"coordinate", name + ".x"}, {"stiffness", dice.scale(1e-9, 1e12)}});
  }
  return {{"contacts", SceneJson::array()},
          {"all-pairs", false},
          {"bodies", bodies},
          {"springs", springs},
          {"initial", {{"velocity", v}}}};
}

struct Call {
  QByteArrayList arguments;
  int status = -1, signal = 0;
  double seconds = 0, megabytes = 0;
  QByteArray out{}, err{};

  bool saysLimit() const { return status == 3; }
};

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void run(Call& call, const QString& folder) {
  const QByteArray out = (folder + "/out").toUtf8(), err = (folder + "/err").toUtf8();
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(out.constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    ::dup2(::open(err.constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    const rlimit processor{30, 31};  // s; beyond it a signal tells
    ::setrlimit(RLIMIT_CPU, &processor);
    std::vector<char*> words{const_cast<char*>(CAROM_BINARY)};
    for (const QByteArray& word : call.arguments) words.push_back(const_cast<char*>(word.constData()));
    words.push_back(nullptr);
    ::execv(CAROM_BINARY, words.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  if (WIFEXITED(status)) call.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) call.signal = WTERMSIG(status);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  call.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  call.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  call.out = content(out);
  call.err = content(err);
}

/// What is wrong with the call; empty where nothing is.
QString faultOf(const Call& call) {
  if (call.signal != 0) return QString("signal %1").arg(call.signal);
  if (call.status < 0 || call.status > 3) return QString("status %1").arg(call.status);
  if (call.seconds > 10 * std::thread::hardware_concurrency() && !call.saysLimit())
    return QString("%1 s").arg(call.seconds);
  if (call.megabytes > 2048) return QString("%1 MB").arg(call.megabytes);
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString text = decoder(call.err);
  if (decoder.hasError() || call.err.size() >= 400) return "the line: " + text.left(500);
  const bool fault = call.status == 1 || call.status == 2;
  if (call.err.count('\n') != (fault ? 1 : 0)) return "the line: " + text;
  if (fault) return {};
  const SceneJson json = SceneJson::parse(call.out.toStdString(), nullptr, false);
  if (json.is_discarded()) return "no JSON";
  if (call.status == 3 && (json.value("complete", true) || !json.contains("limit")))
    return "a limit that is not told";
  return {};
}

QByteArrayList callOf(Dice& dice, const QByteArray& file) {
  switch (dice.below(6)) {
    case 0:
      return {"resolve", file, "--policy", dice.oneOf<QByteArray>({"most-infeasible", "random:3"}), "--json"};
    case 1:
      return {"resolve", file, "--sample", "500", "--json"};
    case 2:
      return {"resolve", file, "--gaps", "500", "--json"};
    case 3:
      return {"simulate", file,      "--until", dice.oneOf<QByteArray>({"1", "1e-9", "1e6"}),
              "--every",  "1000000", "--json"};
    default:
      return {"resolve", file, "--json"};
  }
}

}  // namespace

class CommandLineExtremesTest : public QObject {
  Q_OBJECT
 private slots:
  void everyCallAnswersOrSaysItsLimit() {
    const int count =
        qEnvironmentVariableIsSet("CAROM_SCENES") ? qEnvironmentVariableIntValue("CAROM_SCENES") : 25;
    const int seed = qEnvironmentVariableIsSet("CAROM_SEED") ? qEnvironmentVariableIntValue("CAROM_SEED") : 1;
    const QString keep = qEnvironmentVariable("CAROM_KEEP");
    QTemporaryDir folder;
    QStringList faults;
    int answered = 0;
    for (int i = 0; i < count; ++i) {
      Dice dice(static_cast<unsigned>(seed * 100'000 + i));
      SceneJson scene = dice.oneOf({line, wedge, rain, pendulums})(dice);
      scene["format"] = 1;
      const QString path = folder.filePath("scene.carom.json");
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(QByteArray::fromStdString(scene.dump(2)));
      file.close();
      Call call{callOf(dice, path.toUtf8())};
      run(call, folder.path());
      answered += call.status == 0 || call.status == 3;
      const QString fault = faultOf(call);
      if (qEnvironmentVariableIsSet("CAROM_TELL"))
        qInfo("%d: %d, %.1f s, %.0f MB: %s %s", i, call.status, call.seconds, call.megabytes,
              call.arguments.join(' ').constData(), call.err.trimmed().constData());
      if (fault.isEmpty()) continue;
      faults += QString("%1: %2: %3").arg(i).arg(QString::fromUtf8(call.arguments.join(' ')), fault);
      if (!keep.isEmpty())
        QFile::copy(path, QDir(keep).filePath(QString("%1-%2.carom.json").arg(seed).arg(i)));
    }
    QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
    QVERIFY2(3 * answered > count, "most scenes are refused: the generator makes nothing of use");
  }
};

CAROM_TEST(CommandLineExtremesTest);
#include "tst_command_line_extremes.moc"
