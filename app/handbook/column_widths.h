#pragma once

class QTextDocument;

namespace carom {

/// Gives the columns of each table of a document that is laid out the widths, within that of the page, with
/// which the table has the fewest lines. `dots` are those of the layout for a pixel of the document.
void fitColumns(QTextDocument& document, double width, double dots);

}  // namespace carom
