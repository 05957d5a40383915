#pragma once

#include <QSyntaxHighlighter>

namespace carom {

/// Colours of JSON: keys, strings, numbers and words, in the theme's inks.
class JsonHighlighter : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  using QSyntaxHighlighter::QSyntaxHighlighter;

 protected:
  void highlightBlock(const QString& line) override;
};

}  // namespace carom
