#pragma once

#include <memory>

#include "study/landing/landing.h"
#include "table/column_table.h"

namespace carom {

/// A landing, and how it was asked for.
struct AskedLanding {
  LandingQuestion question;
  LandingAnswer answer;
};

/// The pairs of contacts of a landing: the cosine of their normals, how far they are from a unique pair, and
/// the cosine in the nearest stance in which all pairs are unique.
class LandingTable : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { Feet, Cosine, Exponent, Nearest, Verdict };
  explicit LandingTable(QObject* parent = nullptr);

  /// Null: none yet.
  void setLanding(std::shared_ptr<const AskedLanding> landing);

 private:
  std::vector<TableColumn> columns() const;
  const FootPair& pair(int row) const;
  QString feetText(int row) const;
  const FootPair* nearest(int row) const;

  std::shared_ptr<const AskedLanding> m_landing;
};

}  // namespace carom
