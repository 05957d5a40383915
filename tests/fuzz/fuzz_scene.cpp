// libFuzzer's way into the scene loader: coverage says which of its mutations and of ours are kept.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "fuzz/scene_fuzz.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  carom::fuzz::survives(std::string(reinterpret_cast<const char*>(data), size));
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
