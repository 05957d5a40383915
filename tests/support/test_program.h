#pragma once
// A room's tests are one program: each file registers its class, and the program runs the ones that are
// named.
#include <QCoreApplication>
#include <QMetaMethod>
#include <QTest>
#include <string>

#include "support/slow_build.h"

namespace carom::tests {

using Run = int (*)(int argc, char** argv);

/// Adds a test to those of this program, by the name of its file: "tst_scene".
bool add(const char* file, Run run);

/// How many QVERIFY, QCOMPARE and the like this process has met.
inline long checks = 0;

/// Fails the function of a test that has just run without a check, unless it is no test (init, a table of
/// rows).
void failWithoutChecks(const QMetaMethod& function);

/// A test class whose functions fail where they check nothing. Qt calls them by the meta-object, so this
/// class has one that counts the checks around each call.
template <typename Test>
class Counted : public Test {
 public:
  const QMetaObject* metaObject() const override {
    static const QMetaObject counting = [] {
      QMetaObject copy = Test::staticMetaObject;
      copy.d.static_metacall = &Counted::call;
      return copy;
    }();
    return &counting;
  }

 private:
  static void call(QObject* test, QMetaObject::Call what, int method, void** arguments) {
    const QMetaObject& functions = Test::staticMetaObject;
    const long before = checks;
    functions.d.static_metacall(test, what, method, arguments);
    if (what == QMetaObject::InvokeMetaMethod && checks == before)
      failWithoutChecks(functions.method(functions.methodOffset() + method));
  }
};

template <typename Application, typename Test>
int run(int argc, char** argv) {
  const Application application(argc, argv);
  Counted<Test> test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace carom::tests

// Qt Test's own checks, counted.
#undef QVERIFY
#undef QVERIFY2
#undef QCOMPARE
#undef QTEST
#undef QSKIP
#undef QVERIFY_THROWS_EXCEPTION
#define CAROM_CHECK(holds)  \
  do {                      \
    ++carom::tests::checks; \
    if (!(holds)) return;   \
  } while (false)
#define QVERIFY(condition) \
  CAROM_CHECK(QTest::qVerify(static_cast<bool>(condition), #condition, "", __FILE__, __LINE__))
#define QVERIFY2(condition, why) \
  CAROM_CHECK((condition) ||     \
              QTest::qVerify(false, #condition, static_cast<const char*>(why), __FILE__, __LINE__))
#define QCOMPARE(actual, expected) \
  CAROM_CHECK(QTest::qCompare(actual, expected, #actual, #expected, __FILE__, __LINE__))
#define QTEST(actual, column) CAROM_CHECK(QTest::qTest(actual, column, #actual, #column, __FILE__, __LINE__))
#define QSKIP(why)                                                   \
  do {                                                               \
    ++carom::tests::checks;                                          \
    QTest::qSkip(static_cast<const char*>(why), __FILE__, __LINE__); \
    return;                                                          \
  } while (false)
#define QVERIFY_THROWS_EXCEPTION(Exception, ...)       \
  do {                                                 \
    bool isThrown = false;                             \
    try {                                              \
      __VA_ARGS__;                                     \
    } catch (const Exception&) {                       \
      isThrown = true;                                 \
    }                                                  \
    QVERIFY2(isThrown, "no " #Exception " is thrown"); \
  } while (false)

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
