#pragma once

#include <QList>
#include <QString>

namespace carom {

/// What a scene teaches, as the page of lessons in the handbook has it.
struct Lesson {
  QString scene;  ///< its name
  QString group, title;
  QString question, attempt, sight;  ///< what is asked, what to try, what to see
  QString address;                   ///< of its part of the page
};

/// All lessons in the order of the page. A scene may have several.
QList<Lesson> lessons();

}  // namespace carom
