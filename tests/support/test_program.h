#pragma once
// A room's tests are one program: each file registers its class, and the program runs the ones that are
// named.
#include <QCoreApplication>
#include <QTest>
#include <string>

#include "support/slow_build.h"

namespace carom::tests {

using Run = int (*)(int argc, char** argv);

/// Adds a test to those of this program, by the name of its file: "tst_scene".
bool add(const char* file, Run run);

template <typename Application, typename Test>
int run(int argc, char** argv) {
  const Application application(argc, argv);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace carom::tests

// Waits end when what they wait for is there; a busy machine gets more time than the 5 s of Qt Test.
#undef QTRY_VERIFY
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 30'000 * carom::tests::patience)
#define QTRY_COMPARE(value, expected) \
  QTRY_COMPARE_WITH_TIMEOUT(value, expected, 30'000 * carom::tests::patience)

#define CAROM_JOIN_(a, b) a##b
#define CAROM_JOIN(a, b) CAROM_JOIN_(a, b)
#define CAROM_ADD_TEST(run) \
  [[maybe_unused]] static const bool CAROM_JOIN(testIsAdded, __COUNTER__) = carom::tests::add(__FILE__, run)

/// Registers a test that needs no GUI.
#define CAROM_TEST(Class) CAROM_ADD_TEST((carom::tests::run<QCoreApplication, Class>))
