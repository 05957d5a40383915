#include "handbook/pdf_outline.h"

#include <QMap>
#include <algorithm>
#include <vector>

namespace carom {

namespace {

/// Text of a PDF in UTF-16 with its mark, in hexadecimal digits.
QByteArray pdfText(const QString& text) {
  QByteArray bytes("\xfe\xff");
  for (const QChar c : text) {
    bytes += static_cast<char>(c.unicode() >> 8);
    bytes += static_cast<char>(c.unicode() & 0xff);
  }
  return '<' + bytes.toHex() + '>';
}

/// An address in brackets: RFC 3986 allows no byte beyond ASCII, and brackets end a text of a PDF.
QByteArray pdfAddress(const QString& url) {
  QByteArray text;
  for (const char c : url.toUtf8()) {
    if (c == '(' || c == ')' || c == '\\') text += '\\';
    text += c;
  }
  return '(' + text + ')';
}

QByteArray numberText(double value) {
  return QByteArray::number(value, 'f', 2);
}

/// The objects of a PDF with a table of references, and those that an update adds or replaces.
class PdfUpdate {
 public:
  explicit PdfUpdate(const QByteArray& pdf) : m_pdf(pdf) {
    const qsizetype start = pdf.lastIndexOf("startxref");
    if (start < 0) return;
    m_table = pdf.mid(start + 9, 20).trimmed().split('\n').front().trimmed().toLongLong();
    if (m_table <= 0 || m_table >= pdf.size() || !pdf.mid(m_table, 4).startsWith("xref")) return;
    m_trailer = pdf.mid(pdf.lastIndexOf("trailer"), start - pdf.lastIndexOf("trailer"));
    m_next = numberAfter(m_trailer, "/Size");
    qsizetype at = m_table;
    const auto line = [&] {
      const qsizetype end = pdf.indexOf('\n', at);
      const QByteArray text = pdf.mid(at, end - at).trimmed();
      at = end + 1;
      return text;
    };
    line();
    const int count = line().split(' ').value(1).toInt();
    for (int i = 0; i < count; ++i) m_offsets.push_back(line().split(' ').value(0).toLongLong());
    m_isRead = m_next == count;
  }
  bool isRead() const { return m_isRead; }

  /// The number of the object that a key of the trailer or of an object refers to; 0: none.
  static int numberAfter(const QByteArray& text, const char* key) {
    const qsizetype at = text.indexOf(key);
    if (at < 0) return 0;
    qsizetype digit = at + static_cast<qsizetype>(qstrlen(key));
    while (digit < text.size() && (text[digit] == ' ' || text[digit] == '\n')) ++digit;
    int value = 0;
    for (; digit < text.size() && text[digit] >= '0' && text[digit] <= '9'; ++digit)
      value = 10 * value + (text[digit] - '0');
    return value;
  }
  int root() const { return numberAfter(m_trailer, "/Root"); }

  /// What an object is, between "obj" and "endobj".
  QByteArray object(int number) const {
    if (number <= 0 || number >= static_cast<int>(m_offsets.size())) return {};
    const qsizetype from = m_pdf.indexOf("obj", m_offsets[static_cast<std::size_t>(number)]) + 3;
    return m_pdf.mid(from, m_pdf.indexOf("endobj", from) - from).trimmed();
  }
  /// The pages in their order.
  std::vector<int> pages() const {
    const QByteArray tree = object(numberAfter(object(root()), "/Pages"));
    const qsizetype open = tree.indexOf('[', tree.indexOf("/Kids")), close = tree.indexOf(']', open);
    std::vector<int> numbers;
    if (open < 0) return numbers;
    const QList<QByteArray> words = tree.mid(open + 1, close - open - 1).simplified().split(' ');
    for (qsizetype i = 0; i + 2 < words.size(); i += 3) numbers.push_back(words[i].toInt());
    return numbers;
  }

  int reserve() { return m_next++; }
  void set(int number, const QByteArray& text) { m_changed[number] = text; }

  QByteArray written() const {
    QByteArray file = m_pdf;
    if (!file.endsWith('\n')) file += '\n';
    QMap<int, qsizetype> places;
    for (auto each = m_changed.cbegin(); each != m_changed.cend(); ++each) {
      places[each.key()] = file.size();
      file += QByteArray::number(each.key()) + " 0 obj\n" + each.value() + "\nendobj\n";
    }
    const qsizetype table = file.size();
    file += "xref\n";
    for (auto each = places.cbegin(); each != places.cend(); ++each)
      file += QByteArray::number(each.key()) + " 1\n" +
              QByteArray::number(each.value()).rightJustified(10, '0') + " 00000 n \n";
    file += "trailer\n<<\n/Size " + QByteArray::number(m_next) + "\n/Root " + QByteArray::number(root()) +
            " 0 R\n";
    if (const int info = numberAfter(m_trailer, "/Info"))
      file += "/Info " + QByteArray::number(info) + " 0 R\n";
    file += "/Prev " + QByteArray::number(m_table) + "\n>>\nstartxref\n" + QByteArray::number(table) +
            "\n%%EOF\n";
    return file;
  }

 private:
  QByteArray m_pdf, m_trailer;
  qsizetype m_table = 0;
  std::vector<qsizetype> m_offsets;
  QMap<int, QByteArray> m_changed;
  int m_next = 0;
  bool m_isRead = false;
};

double heightOf(const QByteArray& page) {
  const qsizetype open = page.indexOf('[', page.indexOf("/MediaBox")), close = page.indexOf(']', open);
  return page.mid(open + 1, close - open - 1).simplified().split(' ').value(3).toDouble();
}

struct Pages {
  std::vector<int> numbers;
  std::vector<double> heights;  ///< pt
  QByteArray target(const PdfPlace& place) const {
    const auto page =
        static_cast<std::size_t>(std::clamp(place.page, 0, static_cast<int>(numbers.size()) - 1));
    constexpr double above = 6;  // pt between the edge of a window and a heading
    return '[' + QByteArray::number(numbers[page]) + " 0 R /XYZ 0 " +
           numberText(std::min(heights[page], heights[page] - place.top + above)) + " null]";
  }
};

void addLinks(PdfUpdate& update, const Pages& pages, const QList<PdfLink>& links) {
  QMap<int, QByteArray> ofPages;
  for (const PdfLink& link : links) {
    if (link.page < 0 || link.page >= static_cast<int>(pages.numbers.size())) continue;
    const double height = pages.heights[static_cast<std::size_t>(link.page)];
    const int number = update.reserve();
    update.set(number, "<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [" +
                           numberText(link.area.left()) + ' ' + numberText(height - link.area.bottom()) +
                           ' ' + numberText(link.area.right()) + ' ' + numberText(height - link.area.top()) +
                           "] " +
                           (link.url.isEmpty() ? "/Dest " + pages.target(link.place)
                                               : "/A << /S /URI /URI " + pdfAddress(link.url) + " >>") +
                           " >>");
    ofPages[link.page] += QByteArray::number(number) + " 0 R\n";
  }
  for (auto each = ofPages.cbegin(); each != ofPages.cend(); ++each) {
    const QByteArray page = update.object(pages.numbers[static_cast<std::size_t>(each.key())]);
    if (const int list = PdfUpdate::numberAfter(page, "/Annots"))
      update.set(list, "[\n" + each.value() + "]");
  }
}

/// The entries as a tree of objects that name their neighbours. Returns the number of its root.
int addOutline(PdfUpdate& update, const Pages& pages, const QList<PdfEntry>& outline) {
  struct Node {
    int number, parent, first = 0, last = 0, before = 0, after = 0, count = 0;
  };
  std::vector<Node> nodes{{update.reserve(), 0}};
  std::vector<std::size_t> open{0};  // the entry of each level that further ones may belong to
  std::vector<int> levels{0};
  for (const PdfEntry& entry : outline) {
    while (levels.back() >= entry.level) {
      levels.pop_back();
      open.pop_back();
    }
    const std::size_t above = open.back(), here = nodes.size();
    nodes.push_back({update.reserve(), nodes[above].number});
    Node &parent = nodes[above], &node = nodes[here];
    if (parent.last != 0) {
      const auto sibling = std::ranges::find(nodes, parent.last, &Node::number);
      sibling->after = node.number;
      node.before = sibling->number;
    } else {
      parent.first = node.number;
    }
    parent.last = node.number;
    ++parent.count;
    open.push_back(here);
    levels.push_back(entry.level);
  }
  const auto key = [](const char* name, int number) {
    return number == 0 ? QByteArray() : QByteArray(name) + QByteArray::number(number) + " 0 R ";
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    QByteArray text = "<< " + key("/First ", node.first) + key("/Last ", node.last);
    if (i == 0) {
      text += "/Type /Outlines /Count " + QByteArray::number(node.count);
    } else {
      const PdfEntry& entry = outline[static_cast<qsizetype>(i) - 1];
      text += "/Title " + pdfText(entry.text) + ' ' + key("/Parent ", node.parent) +
              key("/Prev ", node.before) + key("/Next ", node.after) + "/Dest " + pages.target(entry.place);
      if (node.count > 0) text += " /Count -" + QByteArray::number(node.count);  // closed at first
    }
    update.set(node.number, text + " >>");
  }
  return nodes.front().number;
}

}  // namespace

QByteArray withOutline(const QByteArray& pdf, const QList<PdfEntry>& outline, const QList<PdfLink>& links) {
  PdfUpdate update(pdf);
  if (!update.isRead()) return pdf;
  Pages pages{update.pages(), {}};
  if (pages.numbers.empty()) return pdf;
  for (const int number : pages.numbers) pages.heights.push_back(heightOf(update.object(number)));
  addLinks(update, pages, links);
  QByteArray root = update.object(update.root());
  if (!root.endsWith(">>")) return pdf;
  root.chop(2);
  root += "/Outlines " + QByteArray::number(addOutline(update, pages, outline)) +
          " 0 R\n/PageMode /UseOutlines\n>>";
  update.set(update.root(), root);
  return update.written();
}

}  // namespace carom
