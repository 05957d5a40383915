// Random edits, previews, undo and redo: every undone text is bit-equal to the one before, every redone one
// to the one after. Random bytes as recovery files, as the clipboard and in the text's field: nothing but a
// refusal. CAROM_ROUNDS=200 CAROM_SEED=7 makes more and other ones.
#include <QClipboard>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "document/document.h"
#include "document/recovery.h"
#include "editor/scene_text_editor.h"
#include "editor/scene_text_panel.h"
#include "fuzz/edit_fuzz.h"
#include "scene/edit/bake_assignments.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"
#include "support/edited_document.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

unsigned numberOf(const char* variable, unsigned otherwise) {
  return qEnvironmentVariableIsSet(variable) ? static_cast<unsigned>(qEnvironmentVariableIntValue(variable))
                                             : otherwise;
}

/// Answers a document at once, or later, with an engine that was told to stop: it reads and builds, and
/// searches next to nothing.
class HastyEngine : public QObject {
 public:
  explicit HastyEngine(Document* document) : m_document(document) {
    connect(document, &Document::requested, this, [this](const SnapshotRequest& request) {
      m_asked.push_back(request);
      if (!hold) answer();
    });
  }

  /// Answers what was asked, the newest of many or each in turn.
  void answer() {
    while (!m_asked.empty()) {
      SnapshotRequest request = std::move(m_asked.front());
      request.settings.run.duration = 1e-3;  // the motion is not looked at
      m_asked.erase(m_asked.begin());
      try {
        std::stop_source stop;
        stop.request_stop();
        m_document->accept(computeSnapshot(request, stop.get_token()));
      } catch (const SceneError& error) {
        m_document->refuse(request.id, refusalOf(error));
      }
    }
  }

  bool hold = false;

 private:
  Document* m_document;
  std::vector<SnapshotRequest> m_asked;
};

/// One document and what its states have been, by their place in the history.
class RandomEdits {
 public:
  RandomEdits(const std::string& scene, unsigned seed) : m_dice(seed), m_engine(&m_document) {
    SnapshotRequest request;
    request.scene = Scene::open(scene);
    std::stop_source stop;
    stop.request_stop();
    m_document.reset(computeSnapshot(request, stop.get_token()));
    m_history = {m_document.state()};
    m_texts = {m_document.sceneText()};
  }

  void run(int steps) {
    for (int i = 0; i < steps && m_problem.isEmpty(); ++i) {
      const DocumentState before = m_document.state();
      const int place = m_document.undoStack()->index(), count = m_document.undoStack()->count();
      step();
      settle();
      if (m_document.isEditing()) fail("an edit stays open");
      const int now = m_document.undoStack()->index();
      if (now == place + 1 && !m_moved) {
        remember(now);
      } else if (!m_moved && !(m_document.state() == before && m_document.undoStack()->count() == count)) {
        fail("a refused edit leaves a trace");
      }
      compare();
      m_moved = false;
    }
    while (m_document.undoStack()->canUndo()) undo();
    if (m_document.sceneText() != m_texts.front()) fail("what is undone is another text than the first");
    if (m_document.isModified()) fail("what is undone counts as modified");
    while (m_document.undoStack()->canRedo()) redo();
    if (m_document.sceneText() != m_texts.back()) fail("what is redone is another text than the last");
  }

  const QString& problem() const { return m_problem; }
  std::size_t states() const { return m_history.size(); }

 private:
  void fail(const QString& what) {
    if (m_problem.isEmpty()) m_problem = what;
  }

  void step() {
    m_engine.hold = m_dice.below(5) == 0;
    switch (m_dice.below(10)) {
      case 0:
        return undo();
      case 1:
        return redo();
      case 2:
        return m_document.setAssignment(parameter(), QString::fromStdString(fuzz::expression(m_dice)));
      case 3:
        return m_dice.below(2) ? m_document.resetAssignment(parameter()) : m_document.resetAssignments();
      case 4:
        return m_document.editScene("Type", fuzz::mutated(m_document.sceneText(), m_dice));
      case 5:
        return previews();
      case 6:
        return chooseHow();
      default:
        return edit();
    }
  }

  void edit() {
    for (std::size_t i = 0; i <= m_dice.below(2); ++i) {
      const std::string text = editedText();
      if (!text.empty()) m_document.editScene("Edit", text);
      if (!m_engine.hold) return;  // only edits that wait for an answer become one step
    }
  }

  /// Empty where the edit is refused.
  std::string editedText() {
    try {
      return sceneText(fuzz::edited(parseJson(m_document.sceneText(), "edited"),
                                    m_document.committed().assignments, m_dice));
    } catch (const SceneError&) {
      return {};
    }
  }

  void previews() {
    m_document.beginEdit("Drag");
    for (std::size_t i = 0; i < m_dice.below(4); ++i) {
      const std::string text = m_dice.below(2) ? editedText() : std::string();
      if (!text.empty())
        m_document.previewScene(text);
      else if (m_dice.below(4) == 0)
        m_document.previewInitial({{"a.x", fuzz::expression(m_dice)}});
      else
        m_document.previewAssignment(parameter(), QString::fromStdString(fuzz::expression(m_dice)));
    }
    m_dice.below(3) == 0 ? m_document.cancelEdit() : m_document.commitEdit();
  }

  void chooseHow() {
    switch (m_dice.below(4)) {
      case 0:
        return m_document.setRestitution(0.25 * static_cast<double>(m_dice.below(5)), std::nullopt);
      case 1:
        return m_document.setRestitution(std::nullopt, 0.25 * static_cast<double>(m_dice.below(5)));
      case 2:
        return m_document.setOrdering(Word(m_dice.below(4), static_cast<ContactIndex>(m_dice.below(3))));
      default:
        return m_document.setRule(OrderingRule{});
    }
  }

  void settle() {
    m_engine.hold = false;
    m_engine.answer();
    if (m_document.isEditing()) m_document.isWaiting() ? m_engine.answer() : m_document.cancelEdit();
  }

  void undo() {
    const bool open = m_document.isEditing();
    const int place = m_document.undoStack()->index();
    m_document.undo();
    m_moved = true;
    if (!open && m_document.undoStack()->index() != std::max(0, place - 1)) fail("undo is no step back");
    settle();
    compare();
  }

  void redo() {
    m_document.redo();
    m_moved = true;
    settle();
    compare();
  }

  /// A new step forgets what was undone.
  void remember(int place) {
    m_history.resize(static_cast<std::size_t>(place));
    m_texts.resize(static_cast<std::size_t>(place));
    m_history.push_back(m_document.state());
    m_texts.push_back(m_document.sceneText());
    checkThatItCanBeSaved();
  }

  /// The state is the one that stood at this place of the history, to the bit.
  void compare() {
    const auto place = static_cast<std::size_t>(m_document.undoStack()->index());
    if (place >= m_history.size()) return fail("a step that nobody made");
    if (m_document.sceneText() != m_texts[place]) fail("another text at the same place of the history");
    if (!(m_document.state() == m_history[place])) fail("another state at the same place of the history");
  }

  /// What is written to a file shows the same as what is open.
  void checkThatItCanBeSaved() {
    const DocumentState& state = m_document.state();
    try {
      const SceneInstance open = state.scene->instantiate(state.assignments);
      const SceneInstance saved =
          Scene::parse(bakedText(*state.scene, state.assignments), "saved")->instantiate();
      const auto same = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
        return a.size() == b.size() && (a.array() == b.array()).all();
      };
      if (!same(open.initial.q, saved.initial.q) || !same(open.initial.p, saved.initial.p))
        fail("what is saved is another state");
    } catch (const SceneError& error) {
      fail(QString("what is open cannot be saved and read: ") + error.what());
    }
  }

  QString parameter() {
    const auto& parameters = m_document.state().scene->parameters();
    if (parameters.empty() || m_dice.below(15) == 0) return "nothing";
    return QString::fromStdString(parameters[m_dice.below(parameters.size())].name);
  }

  fuzz::Dice m_dice;
  Document m_document;
  HastyEngine m_engine;
  std::vector<DocumentState> m_history;
  std::vector<std::string> m_texts;
  QString m_problem;
  bool m_moved = false;
};

QByteArray randomBytes(fuzz::Dice& dice, std::size_t most) {
  QByteArray bytes(static_cast<qsizetype>(dice.below(most)), '\0');
  for (char& c : bytes)
    c = dice.below(3) == 0 ? static_cast<char>(dice.below(256)) : "{}[]\",:\\0179e-+.ntr \n"[dice.below(21)];
  return bytes;
}

/// A field for the text of one scene, alone.
class TextField : public EditedDocument {
 public:
  SceneTextPanel panel{&selection, this};
  int asked = 0;

  void editText(const std::string& typed) override {
    ++asked;
    show(typed);
  }
  SceneTextEditor* field() const { return panel.findChild<SceneTextEditor*>(); }

 private:
  void answer(const SnapshotPtr& snapshot) override { panel.setSnapshot(snapshot); }
};

}  // namespace

class TestRandomEdits : public QObject {
  Q_OBJECT

 private slots:
  void undoneAndRedoneTextsAreBitEqual_data() {
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"billiard-break", "newtons-cradle", "falling-rod", "double-pendulum",
                              "trapped-ball", "tumbling-box", "line-and-wall", "pen"})
      QTest::newRow(scene) << QString(scene);
  }
  void undoneAndRedoneTextsAreBitEqual() {
    QFETCH(QString, scene);
    std::size_t states = 0;
    const unsigned rounds = numberOf("CAROM_ROUNDS", 3), first = 1000 * numberOf("CAROM_SEED", 1);
    for (unsigned seed = first; seed < first + rounds; ++seed) {
      RandomEdits edits(scene.toStdString(), seed);
      edits.run(60);
      QVERIFY2(edits.problem().isEmpty(), qPrintable(QString("seed %1: %2").arg(seed).arg(edits.problem())));
      states += edits.states();
    }
    QVERIFY2(states > 5 * rounds, "hardly any edit is accepted: the generator makes nothing of use");
  }

  void recoveryFilesOfAnyBytesAreReadOrPassedOver() {
    fuzz::Dice dice(numberOf("CAROM_SEED", 1));
    const std::string good = nlohmann::json{
        {"path", "/a"},
        {"name", "n"},
        {"text", "{\"format\": 1}"},
        {"assignments", {{"a", "1"}}},
        {"draft", ""}}.dump();
    QTemporaryDir home;
    int found = 0;
    for (unsigned round = 0; round < numberOf("CAROM_ROUNDS", 100); ++round) {
      const PrivateFolder folder(home.filePath("recovery"));
      std::string text = good;
      for (std::size_t change = 0; change < dice.below(4); ++change) text = fuzz::mutated(text, dice);
      folder.write("mutated.json", QByteArray::fromStdString(text));
      folder.write("random.json", randomBytes(dice, 2000));
      for (const Recovery::Found& each : Recovery(folder.path()).found()) {
        QVERIFY(each.file == "mutated.json" || each.file == "random.json");
        QVERIFY(each.scene.name.size() < 2000);
        ++found;
      }
      // Whatever lies there, what is kept now comes back.
      {
        Recovery own(folder.path());
        own.keep({"/b", "b", good, {{"a", "2"}}, "draft"});
      }
      QVERIFY(Recovery(folder.path()).found().size() >= 1);
      QVERIFY(QDir(folder.path()).removeRecursively());
    }
    QVERIFY(found > 0);
  }

  void whatIsPastedAsBodiesIsAnEditOrARefusal() {
    fuzz::Dice dice(numberOf("CAROM_SEED", 1));
    TextField document;
    document.show(Scene::open("billiard-break")->text());
    QSignalSpy refused(&document.editor, &SceneEditor::refused);
    int refusals = 0;
    for (unsigned round = 0; round < numberOf("CAROM_ROUNDS", 150); ++round) {
      const std::string before = document.text;
      const qsizetype edits = document.history.size();
      std::string text = Scene::open("falling-rod")->text();
      for (std::size_t change = 0; change < dice.below(5); ++change) text = fuzz::mutated(text, dice);
      if (dice.below(3) == 0) text = randomBytes(dice, 3000).toStdString();
      QApplication::clipboard()->setText(QString::fromUtf8(QByteArray::fromStdString(text)));
      document.isRefused = false;
      refused.clear();
      document.editor.paste();
      if (document.history.size() > edits) {
        QVERIFY(document.text != before);
        document.show(Scene::open("billiard-break")->text());
      } else {
        QCOMPARE(document.text, before);
        QVERIFY(document.isRefused || !refused.isEmpty());
        ++refusals;
      }
    }
    QVERIFY(refusals > 0);
  }

  void whatIsPastedIntoTheTextIsAnEditOrARefusal() {
    fuzz::Dice dice(numberOf("CAROM_SEED", 1));
    TextField document;
    const std::string first = Scene::open("billiard-break")->text();
    document.show(first);
    carom::tests::showActive(&document.panel);
    int accepted = 0;
    for (unsigned round = 0; round < numberOf("CAROM_ROUNDS", 60); ++round) {
      SceneTextEditor* const field = document.field();
      const QString shown = field->toPlainText();
      QTextCursor cursor = field->textCursor();
      cursor.setPosition(static_cast<int>(dice.below(static_cast<std::size_t>(shown.size()))));
      cursor.setPosition(static_cast<int>(std::min<qsizetype>(
                             shown.size(), cursor.position() + static_cast<qsizetype>(dice.below(40)))),
                         QTextCursor::KeepAnchor);
      field->setTextCursor(cursor);
      const bool harmless = dice.below(4) == 0;
      QApplication::clipboard()->setText(harmless ? cursor.selectedText().replace(QChar(0x2029), '\n') + ' '
                                                  : QString::fromUtf8(randomBytes(dice, 200)));
      field->paste();
      const int asked = document.asked;
      QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
      document.isRefused = document.isRefused && document.asked == asked;
      if (document.text != first) {
        Scene::parse(document.text, "")->instantiate();  // throws where a text was accepted that is no scene
        ++accepted;
      }
      // The field's own history takes everything back.
      while (field->toPlainText().toStdString() != first && field->document()->isUndoAvailable())
        field->undo();
      QCOMPARE(field->toPlainText().toStdString(), first);
      document.show(first);
    }
    QVERIFY(accepted > 0);
  }
};

CAROM_DISPLAY_TEST(TestRandomEdits);
#include "tst_random_edits.moc"
