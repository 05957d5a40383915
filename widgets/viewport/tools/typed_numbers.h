#pragma once

#include <Eigen/Core>
#include <QString>
#include <array>
#include <optional>

class QKeyEvent;

namespace carom {

/// The numbers x and y that are typed while a body is placed or held: "0.12", "-35cm". Tab goes to the other.
class TypedNumbers {
 public:
  bool any() const { return !m_text[0].isEmpty() || !m_text[1].isEmpty(); }
  /// In SI units; empty where the text is empty or incomplete.
  std::optional<double> value(int i) const;
  /// Whether number `i` is typed without a unit.
  bool isPlain(int i) const;
  /// A vector with the typed numbers in place of its own x and y.
  Eigen::Vector3d applied(Eigen::Vector3d vector) const;
  /// Number `i` as it is typed, with a cursor; `otherwise` where it is not typed.
  QString shown(int i, const QString& otherwise) const;

  /// Whether a key is part of a number, or Backspace.
  bool takes(const QKeyEvent& event) const;
  void key(const QKeyEvent& event);
  void goToOther() { m_field = 1 - m_field; }

 private:
  const QString& text(int i) const { return m_text[static_cast<std::size_t>(i)]; }

  std::array<QString, 2> m_text;
  int m_field = 0;  ///< the number that is typed now
};

}  // namespace carom
