#pragma once

#include <map>
#include <string>
#include <vector>

namespace carom {

/// A start of an element in a text of XML.
struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes{};
  std::string value(const std::string& attribute, const std::string& otherwise) const;
};

/// The text of a file of XML without its comments, line by line. Throws SceneError: not readable, not well
/// formed, so that a parser might see other elements than elementsOf does; a document type, whose entities
/// could lead anywhere or grow without end; elements that are nested too deeply for a parser that recurses,
/// or too many.
std::string readXml(const std::string& path, const std::string& expected);
/// Removes an attribute of an element that begins at a line (from 1), or the whole element where the
/// attribute is empty; false where there is none.
bool removeXml(std::string& text, std::size_t line, const std::string& element, const std::string& attribute);
/// The name of its first element; empty where it has none, or is no XML.
std::string rootOf(const std::string& text);
/// The starts of the elements of a text that readXml gave, in order, for checks before a parser has it.
std::vector<XmlElement> elementsOf(const std::string& text);

}  // namespace carom
