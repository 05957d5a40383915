// Studies as they are computed: blocks, shards, threads, stops, and files that end anywhere.

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <random>

#include "mechanics/contact/contacts.h"
#include "study/study_file/read_study.h"
#include "study/study_file/run_study.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// points: of the axis over theta, some of which the scene rejects.
Study breakStudy(int points, const std::string& measures = R"(["xi", "outcomes", "certificate.unique"])") {
  return parseStudy(
      R"({"format": 1, "scene": "billiard-break", "axes": [{"name": "theta", "from": "50deg", "to":
                        "180deg", "points": )" +
          std::to_string(points) + R"(}, {"name": "ra", "values": ["20mm", "30mm", "40mm"]}],
                        "measures": )" +
          measures + "}",
      "break.study.json");
}

constexpr const char* program = "carom of the test";

std::string bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void writeBytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool same(const Cell& a, const Cell& b) {
  return a.why == b.why && a.exact == b.exact && a.value.has_value() == b.value.has_value() &&
         (!a.value || std::memcmp(&*a.value, &*b.value, sizeof(double)) == 0);
}

/// All cells of a study in their order.
std::vector<Cell> cellsOf(const StudyTable& table) {
  std::vector<Cell> cells;
  table.forEachPiece(
      [&](const BlockCells& block) { cells.insert(cells.end(), block.cells.begin(), block.cells.end()); });
  return cells;
}

bool same(const std::vector<Cell>& a, const std::vector<Cell>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const Cell& x, const Cell& y) { return same(x, y); });
}

std::vector<Cell> computed(const Study& study, WorkFile file, int threads = 0) {
  if (!computeStudy(study, file, {.threads = threads}, {})) return {};
  std::vector<WorkFile> files;
  files.push_back(std::move(file));
  return cellsOf(StudyTable(std::move(files)));
}

template <class Call>
std::string refusalOf(const Call& call) {
  try {
    call();
  } catch (const SceneError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

class TestStudyWork : public QObject {
  Q_OBJECT

  std::filesystem::path path(const char* name) const { return m_folder.filePath(name).toStdString(); }
  WorkFile fresh(const Study& study, const char* name, const Shard& shard = {}) const {
    std::filesystem::remove(path(name));
    return WorkFile::create(path(name), workHeader(study, shard, program));
  }

  QTemporaryDir m_folder;

 private slots:
  void everyBlockBelongsToOneShard();
  void shardsOfOneColumnCostAlike();
  void measuresAreThoseOfTheEngine();
  void cellsDoNotDependOnThreads();
  void shardsAreTheWhole();
  void aFileThatEndsAnywhereGoesOn();
  void aChangedByteLosesTheBlocksFromItOn();
  void aStopKeepsWholeBlocks();
  void countsBeyondDoublesAreKept();
  void onlyTheSameStudyGoesOn();
  void twoProcessesDoNotShareAFile();
  void shardsMustFit();
  void aFileThatIsThereIsKept();
};

void TestStudyWork::everyBlockBelongsToOneShard() {
  for (const std::size_t points : {1u, 2u, 100u, 4096u, 8191u, 8193u, 1'000'000u, 10'000'000u}) {
    const StudyBlocks blocks(points);
    std::size_t next = 0;
    for (std::size_t b = 0; b < blocks.count(); ++b) {
      QCOMPARE(blocks.block(b).first, next);
      QCOMPARE(blocks.numberOf(blocks.block(b)), b);
      QVERIFY(blocks.block(b).count > 0);
      next += blocks.block(b).count;
    }
    QCOMPARE(next, points);
    for (const std::size_t shards : {1u, 2u, 3u, 16u, 999u}) {
      std::vector<std::size_t> sizes(shards, 0);
      for (std::size_t b = 0; b < blocks.count(); ++b) {
        const std::size_t shard = StudyBlocks::shardOf(b, shards);
        QVERIFY(shard >= 1 && shard <= shards);
        QVERIFY(StudyBlocks::belongsTo(b, {shard, shards}));
        ++sizes[shard - 1];
      }
      const auto [least, most] = std::ranges::minmax(sizes);
      QVERIFY(most - least <= 1);
    }
  }
}

/// A table in which every 16th block costs 100 times the others: 16 shards share those blocks.
void TestStudyWork::shardsOfOneColumnCostAlike() {
  std::vector<double> costs(16, 0);
  const StudyBlocks blocks(1'000'000);
  for (std::size_t b = 0; b < blocks.count(); ++b)
    costs[StudyBlocks::shardOf(b, 16) - 1] += b % 16 == 3 ? 100 : 1;
  const auto [least, most] = std::ranges::minmax(costs);
  QVERIFY2(most < 2.5 * least, qPrintable(QString("%1 to %2").arg(least).arg(most)));
}

void TestStudyWork::measuresAreThoseOfTheEngine() {
  const Study study =
      breakStudy(40, R"(["xi", "outcomes", "orderings", "certificate.unique", "gram:bc:ac"])");
  const std::vector<Cell> cells = computed(study, fresh(study, "measures"));
  QCOMPARE(cells.size(), std::size_t{40 * 3 * 5});
  std::size_t impossible = 0;
  for (std::size_t point = 0; point < study.points(); ++point) {
    const Cell* const cell = &cells[5 * point];
    Assignments at;
    study.assign(point, at);
    std::optional<SceneInstance> instance;
    try {
      instance = study.scene->instantiate(at);
    } catch (const SceneError&) {
      for (int m = 0; m < 5; ++m) QVERIFY(cell[m].why == EmptyCell::Impossible && !cell[m].value);
      ++impossible;
      continue;
    }
    const ImpactReport report =
        resolveImpact(*impactAt(*instance->mechanism, instance->initial.q, instance->initial.p));
    double xi = 0;
    for (const Outcome& a : report.outcomes)
      for (const Outcome& b : report.outcomes)
        xi = std::max(xi,
                      report.problem.metric().norm(a.momentum - b.momentum) / report.problem.momentumNorm());
    QVERIFY(std::abs(*cell[0].value - xi) < 1e-12);
    QCOMPARE(*cell[1].value, static_cast<double>(report.outcomes.size()));
    QCOMPARE(cell[2].exact, report.orderings.str());
    QCOMPARE(*cell[3].value, *report.certificate.unique ? 1.0 : 0.0);
    QCOMPARE(*cell[4].value, report.problem.gram()(0, 1));
  }
  QVERIFY(impossible > 0);
}

void TestStudyWork::cellsDoNotDependOnThreads() {
  const Study study = breakStudy(300);
  const std::vector<Cell> one = computed(study, fresh(study, "one"), 1);
  QCOMPARE(one.size(), std::size_t{2700});
  for (const int threads : {2, 3, 8}) QVERIFY(same(one, computed(study, fresh(study, "more"), threads)));
}

void TestStudyWork::shardsAreTheWhole() {
  const Study study = breakStudy(100);
  const std::vector<Cell> whole = computed(study, fresh(study, "whole"));
  for (const std::size_t count : {2u, 5u, 16u}) {
    std::vector<WorkFile> files;
    for (std::size_t i = count; i >= 1; --i) {
      files.push_back(fresh(study, QByteArray::number(quint64{i}).constData(), {i, count}));
      QVERIFY(computeStudy(study, files.back(), {}, {}));
    }
    QVERIFY(same(whole, cellsOf(StudyTable(std::move(files)))));
  }
}

void TestStudyWork::aFileThatEndsAnywhereGoesOn() {
  const Study study = breakStudy(20);
  const std::vector<Cell> whole = computed(study, fresh(study, "whole"));
  const std::string bytes = bytesOf(path("whole"));
  fresh(study, "empty");
  const std::size_t header = bytesOf(path("empty")).size();
  std::mt19937 random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t size = header + random() % (bytes.size() - header + 1);
    std::filesystem::remove(path("cut"));
    writeBytes(path("cut"), bytes.substr(0, size));
    WorkFile file = WorkFile::resume(path("cut"), workHeader(study, {}, program));
    QVERIFY(file.pointsDone() <= study.points());
    QVERIFY(same(whole, computed(study, std::move(file))));
    QCOMPARE(bytesOf(path("cut")).size(), bytes.size());
  }
}

void TestStudyWork::aChangedByteLosesTheBlocksFromItOn() {
  const Study study = breakStudy(20);
  const std::vector<Cell> whole = computed(study, fresh(study, "whole"));
  const std::string bytes = bytesOf(path("whole"));
  fresh(study, "empty");
  const std::size_t header = bytesOf(path("empty")).size();
  std::mt19937 random(6);
  for (int trial = 0; trial < 50; ++trial) {
    std::string changed = bytes;
    changed[header + random() % (bytes.size() - header)] ^= static_cast<char>(1 << random() % 8);
    std::filesystem::remove(path("changed"));
    writeBytes(path("changed"), changed);
    WorkFile file = WorkFile::resume(path("changed"), workHeader(study, {}, program));
    QVERIFY(!file.isComplete());
    QVERIFY(same(whole, computed(study, std::move(file))));
  }
}

void TestStudyWork::aStopKeepsWholeBlocks() {
  const Study study = breakStudy(2000);
  const std::vector<Cell> whole = computed(study, fresh(study, "whole"));
  for (const std::size_t after : {1u, 500u, 3000u}) {
    std::stop_source stop;
    WorkFile file = fresh(study, "stopped");
    const StudyOptions options{.progress = [&](std::size_t done) {
      if (done >= after) stop.request_stop();
    }};
    QVERIFY(!computeStudy(study, file, options, stop.get_token()));
    QVERIFY(file.pointsDone() >= after && file.pointsDone() < study.points());
    const std::size_t kept = WorkFile::open(path("stopped")).pointsDone();
    QCOMPARE(kept, file.pointsDone());
    QVERIFY(same(whole, computed(study, std::move(file))));
  }
}

void TestStudyWork::countsBeyondDoublesAreKept() {
  const Study study = parseStudy(
      R"({"format": 1, "scene": "converging-line", "axes": [{"name": "n", "values": [7, 9, 10]}], "measures": ["orderings", "outcomes"]})",
      "line.study.json");
  const std::vector<Cell> cells = computed(study, fresh(study, "counts"));
  // C(n,2)! / ∏(2i − 1)^(n − i)
  QCOMPARE(cells[0].exact, std::string("1100742656"));
  QCOMPARE(cells[2].exact, std::string("29258366996258488320"));
  QCOMPARE(cells[4].exact, std::string("273035280663535522487992320"));
  QCOMPARE(cells[5].exact, std::string("1"));
}

void TestStudyWork::onlyTheSameStudyGoesOn() {
  const Study study = breakStudy(20), other = breakStudy(21);
  fresh(study, "mine");
  const std::string before = bytesOf(path("mine"));
  const auto resume = [&](const Study& asked, const Shard& shard, const char* by) {
    return refusalOf([&] { WorkFile::resume(path("mine"), workHeader(asked, shard, by)); });
  };
  QVERIFY(resume(other, {}, program).find("another study") != std::string::npos);
  QVERIFY(resume(study, {1, 2}, program).find("another shard") != std::string::npos);
  QVERIFY(resume(study, {}, "carom 99").find("carom 99") != std::string::npos);
  QCOMPARE(bytesOf(path("mine")), before);
  QCOMPARE(resume(study, {}, program), std::string("nothing was thrown"));
  writeBytes(path("text"), "theta,xi\n1,2\n");
  QVERIFY(refusalOf([&] { WorkFile::open(path("text")); }).find("no work file") != std::string::npos);
  QVERIFY(refusalOf([&] { WorkFile::open(path("")); }).find("work file") != std::string::npos);
}

void TestStudyWork::twoProcessesDoNotShareAFile() {
  const Study study = breakStudy(20);
  const WorkFile first = fresh(study, "shared");
  const std::string refusal =
      refusalOf([&] { WorkFile::resume(path("shared"), workHeader(study, {}, program)); });
  QVERIFY2(refusal.find("another process") != std::string::npos, refusal.c_str());
  QCOMPARE(WorkFile::open(path("shared")).pointsDone(), std::size_t{0});  // reading is no harm
}

void TestStudyWork::shardsMustFit() {
  const Study study = breakStudy(50);
  const auto shard = [&](const char* name, const Shard& which, const Study& of, bool complete = true) {
    WorkFile file = fresh(of, name, which);
    if (complete) computeStudy(of, file, {}, {});
  };
  const auto merge = [&](std::initializer_list<const char*> names) {
    std::vector<WorkFile> files;
    for (const char* name : names) files.push_back(WorkFile::open(path(name)));
    return refusalOf([&] { StudyTable table(std::move(files)); });
  };
  shard("1", {1, 3}, study);
  shard("2", {2, 3}, study);
  shard("3", {3, 3}, study);
  shard("part", {3, 3}, study, false);
  shard("half", {1, 2}, study);
  shard("other", {3, 3}, breakStudy(51));
  QCOMPARE(merge({"3", "1", "2"}), std::string("nothing was thrown"));
  QVERIFY(merge({"1", "3"}).find("shard 2/3 is missing") != std::string::npos);
  QVERIFY(merge({"1", "2", "3", "2"}).find("also in") != std::string::npos);
  QVERIFY(merge({"1", "2", "part"}).find("0 of ") != std::string::npos);
  QVERIFY(merge({"1", "2", "half"}).find("number of shards") != std::string::npos);
  QVERIFY(merge({"1", "2", "other"}).find("another study") != std::string::npos);
}

void TestStudyWork::aFileThatIsThereIsKept() {
  writeBytes(path("there"), "thesis");
  QVERIFY(refusalOf([&] { WorkFile::create(path("there"), workHeader(breakStudy(3), {}, program)); }) !=
          "nothing was thrown");
  QCOMPARE(bytesOf(path("there")), std::string("thesis"));
  QVERIFY(refusalOf([&] {
            WorkFile::create(path("no/folder"), workHeader(breakStudy(3), {}, program));
          }).find("cannot be made") != std::string::npos);
}

CAROM_TEST(TestStudyWork);
#include "tst_study_work.moc"
