#pragma once

#include <QString>
#include <QStringList>
#include <utility>

#include "answer/verdict.h"
#include "impact/impact_report.h"
#include "mechanics/motion/trajectory.h"
#include "scene/scene.h"

namespace carom {

struct ImpactSearch;

/// Texts about an impact, the same in every panel.

QString contactName(const ImpactProblem& problem, int contact);
/// The name where there is little room: "0–1" in place of "ball0-ball1" where the scene labels the balls 0
/// and 1; a name that the scene gives stays as it is.
QString shortContactName(const ContactLabel& label, const SceneInstance& instance);
/// "ac bc ac" from the names of the contacts; a long word keeps `most` of them: "c0 c1 … c0 (314)".
QString wordText(const QStringList& names, const Word& word, int most = 12);
QStringList contactNames(const ImpactProblem& problem);
QStringList shortContactNames(const std::vector<ContactLabel>& labels, const SceneInstance& instance);

/// "0.667 ± 0.003": as many decimals as the standard error leaves meaning.
QString probabilityText(const Probability& probability);
/// "2 reflections", "0 to 4 reflections".
QString lengthsText(const ImpactReport& report);

/// "ac · bc"; the middle of a long ordering is left out.
QString orderingText(const ImpactEvent& impact, const SceneInstance& instance);
/// "p⁻, before the impact", "after reflection 1 (ac)", "p⁺, after reflection 2 (bc)".
QString reflectionText(const ImpactEvent& impact, int reflection, const SceneInstance& instance);

/// "0.2500", "≥ 0.1200", "0.12 … 0.45", "not decided"; "–" where there was no search.
QString xiText(const ImpactSearch& search);

/// The words of a verdict, translated: what pills, curves, logs, trees and texts say.
QString verdictText(Verdict verdict);
/// The tone in which a pill says it.
enum class Tone { Good, Warning, Neutral };
Tone toneOf(Verdict verdict);
/// Whether a rule, of pairs or of planar laws, gives every momentum one outcome, see uniqueForEveryMomentum,
/// however much of the orderings was searched.
bool isUniqueByRule(const ImpactReport& report);

/// The pair of contacts whose worst indeterminacy 2|sin(mδ)| is largest; {−1,−1} where every pair fits.
std::pair<int, int> worstPair(const ImpactReport& report);
/// m of a pair: "3", or π/δ where no whole number fits: "2.38"; "∞" for opposite normals.
QString multiplicityText(const ImpactReport& report, int i, int j);
/// "Unique for every momentum: Coxeter group A₂", "No certificate: π/arccos(−G) = 2.38 is not a whole
/// number".
QString certificateText(const ImpactReport& report);
/// "contacts ac, bc: G = −0.2500 (104.5°)": the pair that decides, or the reason in words.
QString reasonText(const ImpactReport& report);
/// The sentence after `reasonText`: where the pair would be unique, or how the jam comes about.
QString reasonDetail(const ImpactReport& report);
/// Why an impact of a run follows no ordering, see isOrdered. All empty where it follows one.
struct UnorderedWords {
  QString verdict;   ///< "chatter cut short"
  QString reason;    ///< "hits converge within a step: contacts stop bouncing"
  QString sentence;  ///< "Chatter was cut short here: …"
};
UnorderedWords unorderedWords(const ImpactEvent& event);
/// What is proven of the orderings of a jammed impact: "no ordering ends", "some orderings never end".
QString endlessText(const ImpactReport& report);
/// "Σ λᵢûᵢ = 0 with λ = ½ (left), ½ (right)".
QString jamText(const ImpactReport& report);
/// "Bounds: 5 (2014) · 3 (2010); used 2"; empty unless there are two contacts.
QString boundsText(const ImpactReport& report);
/// "E⁻ = 0.0833 J, 0.0300 J (36 %) lost, E⁺ = 0.0533 J": the balance of an outcome. "gained" of a negative
/// loss, as Whittaker's law may have.
QString energyBalanceText(const ImpactProblem& problem, const Outcome& outcome);
/// "A2 x A1" → "A₂ × A₁"; three and more equal ones in a row are a power, "A₁³".
QString groupText(const std::string& group);

}  // namespace carom
