#pragma once

namespace carom::tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CAROM_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CAROM_SANITIZED
#endif
#endif

/// Whether this is built with a sanitizer. Its shadow takes all the addresses that there are.
#if defined(CAROM_SANITIZED)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

/// Whether counters of lines are written to files as a program ends.
#if defined(CAROM_COVERAGE)
inline constexpr bool countsLines = true;
#else
inline constexpr bool countsLines = false;
#endif

/// Whether checks or counters make everything take ten to twenty times as long.
#if defined(CAROM_SLOW_BUILD)
inline constexpr bool isSlow = true;
#else
inline constexpr bool isSlow = false;
#endif

/// By how much longer tests wait.
inline constexpr int patience = isSlow ? 10 : 1;

}  // namespace carom::tests
