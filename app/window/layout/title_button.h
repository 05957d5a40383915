#pragma once

#include <QToolButton>

namespace carom {

/// A small button in the title of a panel or beside tabs. Its icon, one of resources/theme, follows the
/// palette.
class TitleButton : public QToolButton {
  Q_OBJECT
 public:
  /// `icon`: "large", "small", "float", "dock" or "close".
  TitleButton(const QString& icon, const QString& name, QWidget* parent);

  void setIconName(const QString& icon, const QString& name);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void renew();

  QString m_icon;
};

}  // namespace carom
