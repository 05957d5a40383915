#pragma once

#include <random>
#include <string>

namespace carom::fuzz {

/// Seeded, and the same on every platform: std's distributions are not.
class Dice {
 public:
  explicit Dice(unsigned seed) : m_engine(seed) {}
  /// Uniform in [0, n); 0 for n = 0.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : m_engine() % n; }

 private:
  std::mt19937 m_engine;
};

/// One change of the kinds that editing, truncation and malice make. Nothing is done to an empty text.
std::string mutated(std::string text, Dice& dice);

/// Reads, builds and moves whatever is in the text. True where it was a scene, false where it was refused
/// with a message of one line; everything else is thrown.
bool survives(const std::string& text);

}  // namespace carom::fuzz
