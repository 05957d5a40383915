// libFuzzer's way into the scene loader and the edits of scenes: coverage says which of its mutations and of
// ours are kept.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "fuzz/edit_fuzz.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // What is a scene is edited, too; the same text in the same way each time.
  if (carom::fuzz::survives(text)) {
    carom::fuzz::Dice dice(static_cast<unsigned>(std::hash<std::string>()(text)));
    carom::fuzz::survivesEdits(text, dice, 10);
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed) {
  carom::fuzz::Dice dice(seed);
  if (size == 0 || dice.below(2) == 0) return LLVMFuzzerMutate(data, size, maxSize);
  std::string text(reinterpret_cast<const char*>(data), size);
  for (std::size_t change = 0; change <= dice.below(3); ++change) text = carom::fuzz::mutated(text, dice);
  const std::size_t length = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), length);
  return length;
}
