#pragma once

#include <QString>

namespace carom {

/// A line of text as LaTeX sets it with pdflatex and no packages: special characters are escaped, and Greek
/// letters, signs, subscripts and superscripts become mathematics. Letters that LaTeX has no command for
/// become "?". math: the text is set as mathematics as a whole, its letters in italics.
QByteArray texText(const QString& text, bool math = false);
/// "$θ_{c}$ (degrees)" of a label: the parts between $ signs are mathematics as drawMath() takes it.
QByteArray texLabel(const QString& label);

}  // namespace carom
