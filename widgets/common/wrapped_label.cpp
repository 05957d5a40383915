#include "common/wrapped_label.h"

namespace carom {

WrappedLabel::WrappedLabel(QWidget* parent) : QLabel(parent) {
  setWordWrap(true);
}

int WrappedLabel::heightForWidth(int width) const {
  ensurePolished();
  if (m_measured != text()) {
    m_measured = text();
    m_heights.clear();
  }
  const auto known = m_heights.constFind(width);
  return known != m_heights.cend() ? *known : *m_heights.insert(width, QLabel::heightForWidth(width));
}

/// The font, the style sheet and the device change what a text needs.
void WrappedLabel::changeEvent(QEvent* event) {
  m_heights.clear();
  QLabel::changeEvent(event);
}

}  // namespace carom
