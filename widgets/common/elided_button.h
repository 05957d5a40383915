#pragma once

#include <QFont>
#include <QToolButton>
#include <tuple>

#include "common/cut_text.h"

namespace carom {

/// A button whose text is cut short where there is little room.
class ElidedButton : public QToolButton, public CutText {
  Q_OBJECT
 public:
  explicit ElidedButton(QWidget* parent = nullptr);
  void setFullText(const QString& text);
  QString fullText() const { return m_full; }
  QString cutText() const override { return m_isCut ? m_full : QString(); }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  /// The width of the button without its text. It is kept while its looks stay: a width that followed the
  /// text that is shown could change that text again, and layouts would not end.
  int frameWidth() const;
  void elide();
  QString m_full;
  bool m_isCut = false;
  using Looks = std::tuple<bool, bool, Qt::ToolButtonStyle, ToolButtonPopupMode, QFont>;
  mutable Looks m_looks;
  mutable int m_frame = -1;  ///< px; −1 where it is not known
};

}  // namespace carom
