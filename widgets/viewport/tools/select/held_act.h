#pragma once

#include <QString>

#include "common/edits.h"

class QPainter;

namespace carom {

struct Pointer;
class TypedNumbers;

/// What is done to selected bodies while they are held: they are moved, turned, or given a velocity. The
/// HoldTool begins the edit and ends it.
class HeldAct {
 public:
  explicit HeldAct(Edits::OnRefusal onRefusal = Edits::OnRefusal::TakeBack) : m_onRefusal(onRefusal) {}
  virtual ~HeldAct() = default;

  /// The name of the edit in the history.
  virtual QString name() const = 0;
  Edits::OnRefusal onRefusal() const { return m_onRefusal; }
  /// Previews the edit that the pointer and the typed numbers mean.
  virtual void follow(const Pointer& pointer, const TypedNumbers& typed) = 0;
  virtual QString readout(const TypedNumbers& typed) const = 0;
  /// What the act did, for a person who let go; empty where the view shows it.
  virtual QString done() const { return {}; }
  /// How many numbers can be typed.
  virtual int numberCount() const { return 2; }
  /// Draws what shows beside the readout.
  virtual void paint(QPainter&) const {}

 private:
  Edits::OnRefusal m_onRefusal;
};

}  // namespace carom
