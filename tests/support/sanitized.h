#pragma once

namespace carom::tests {

/// Whether this is built with a sanitizer. Its shadow takes all the addresses that there are.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

/// By how much longer tests wait: the checks of a sanitizer take ten to twenty times as long.
inline constexpr int patience = isSanitized ? 10 : 1;

}  // namespace carom::tests
