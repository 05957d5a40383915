#include "support/test_program.h"

#include <QTemporaryDir>
#include <cstdio>
#include <filesystem>
#include <map>

namespace carom::tests {

static std::map<std::string, Run>& all() {
  static std::map<std::string, Run> tests;
  return tests;
}

bool add(const char* file, Run run) {
  return all().emplace(std::filesystem::path(file).stem().string(), run).second;
}

void failWithoutChecks(const QMetaMethod& function) {
  const QByteArray name = function.name();
  const bool isTest = name == QTest::currentTestFunction() && !name.endsWith("_data") &&
                      name != "initTestCase" && name != "cleanupTestCase";
  if (isTest && !QTest::currentTestFailed())
    QTest::qFail("this test has checked nothing", __FILE__, __LINE__);
}

}  // namespace carom::tests

/// PROGRAM TEST [arguments of Qt Test]: runs one test; without a known name, lists them.
int main(int argc, char** argv) {
  const auto& tests = carom::tests::all();
  if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT"))
    qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(300'000 * carom::tests::patience));
  const auto test = argc > 1 ? tests.find(argv[1]) : tests.end();
  if (test != tests.end()) {
    // Tests run side by side: each has settings and files of its own, and shares them with its child
    // processes.
    const QTemporaryDir home;
    if (!qEnvironmentVariableIsSet("CAROM_TEST_HOME")) {
      for (const char* folder : {"HOME", "CAROM_TEST_HOME"}) qputenv(folder, home.path().toLocal8Bit());
      for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) qunsetenv(folder);
    }
    argv[1] = argv[0];
    return test->second(argc - 1, argv + 1);
  }
  std::fprintf(stderr, "usage: %s TEST [arguments of Qt Test], with TEST one of\n", argv[0]);
  for (const auto& [name, run] : tests) std::fprintf(stderr, "  %s\n", name.c_str());
  return 2;
}
