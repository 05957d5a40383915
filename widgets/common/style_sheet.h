#pragma once

#include <QString>
#include <QVariant>

class QWidget;

namespace carom::theme {

/// The style sheet of the window: cards on a quiet background, one accent colour.
QString styleSheet();

/// Sets a property that the style sheet reads, and gives the widget its new look.
void setLook(QWidget* widget, const char* property, const QVariant& value);

}  // namespace carom::theme
