#include "base/term_values.h"
#include "base/terms.h"

namespace carom {

namespace {

#define WORDS(text) QT_TRANSLATE_NOOP("QObject", text)

// clang-format off
constexpr Term table[] = {
    // The impact and its outcomes.
    {WORDS("indeterminacy"), "ξ|ξ(t)", WORDS("The largest distance between two outcomes of one impact over ‖p⁻‖, in the kinetic metric; 0: every ordering ends alike."), "", "[SM14 VII-A]", valueOfXi},
    {WORDS("distance"), "‖p − p′‖|‖Δp‖|‖p⁺ − p⁻‖|‖p⁺ − nearest outcome‖|difference", WORDS("The distance of two momenta in the kinetic metric; over ‖p⁻‖ it has no unit, as here between two orderings, runs or outcomes."), "√J", "[SM14 eq. 5]"},
    {WORDS("impact"), "collision", WORDS("The moment at which contacts are closed and push: velocities jump, positions do not."), nullptr, "[SM14 II]", valueOfImpact},
    {WORDS("chatter"), "cut short|plastic|Zeno", WORDS("Hits of one contact come ever closer and end at a limit. Where the rest of them is shorter than a step, the contact gets the restitution 0 and rests; an elastic contact never does."), nullptr, "[SM14 VII-B]"},
    {WORDS("contact"), "touching", WORDS("A place where two bodies can touch; it takes part in an impact where its gap is 0."), nullptr, "[SM14 II]", valueOfContacts},
    {WORDS("kept touching"), "", WORDS("A list in the scene editor: contacts whose gaps have to be 0 at the start; the scene can close them by moving a coordinate. Bodies that are placed so that they meet touch without being on it."), nullptr, ""},
    {WORDS("loop"), "loops|close a loop", WORDS("A closed chain of bodies, by a pin, a hinge, a rod, a weld or gears: an impulse of a contact goes through it, and normals are those of the motions that it allows."), nullptr, ""},
    {WORDS("stop"), "limits|stops", WORDS("The end of the range of a joint. It is a contact like others: its gap is the way to that end, in m or rad."), nullptr, ""},
    {WORDS("stance"), "stances", WORDS("A posture of a robot with all its feet on the ground; in the nearest unique one the order of their impacts does not matter."), nullptr, ""},
    {WORDS("state after a reflection"), "after", WORDS("The momentum once this contact has reflected; a click goes there."), nullptr, ""},
    {WORDS("reflection"), "reflects", WORDS("The impulse of one contact that turns its approach round: p becomes p − 2⟨p,û⟩û where it is elastic."), nullptr, "[SM14 eq. 7]"},
    {WORDS("ordering"), "order|orders|word", WORDS("A sequence of reflections, one contact after the other, until no contact closes any more."), nullptr, "[SM14 III]", valueOfOrderings},
    {WORDS("outcome"), "distinct outcome", WORDS("A momentum after the impact, in which orderings end."), nullptr, "[SM14 III]", valueOfOutcomes},
    {WORDS("example"), "one by hand|choose in the tree", WORDS("One ordering that ends in this outcome, a minimal one where one was found."), nullptr, ""},
    {WORDS("distinct momenta"), "momenta|states|level|levels", WORDS("The different momenta that the reflections reach; orderings that meet in one momentum go on together, and a level of the tree has those after as many reflections."), nullptr, "", valueOfStates},
    {WORDS("minimal"), "minimal only", WORDS("An ordering is minimal where no part of it, with reflections left out, ends without a contact that closes."), nullptr, "[SM14 Def. 1]"},
    {WORDS("length"), "reflections each", WORDS("The number of reflections of an ordering."), "", "", valueOfLengths},
    {WORDS("bounds"), "bound", WORDS("The most reflections that an ordering of two contacts can have: ⌈π/γ⌉ (2014) and the sharp ⌈π/2γ⌉ (2010)."), "", "[SM14 Th. 1], [SM10 III-C]", valueOfBounds},
    {WORDS("random gaps"), "gaps|gaps lead|sampling gaps|gap probabilities", WORDS("Infinitely small random distances of the contacts, which decide the ordering: they give each reflection and outcome a probability."), nullptr, "[SM10 III-A]"},
    {WORDS("probability"), "probabilities|likely|standard error|± ", WORDS("The share of random infinitesimal gaps that lead here, with its standard error after ±."), "", "[SM10 III-A]"},
    {WORDS("future"), "futures|told apart", WORDS("A motion that the scene can become: at each impact with several outcomes it takes the one that some random gaps lead to."), nullptr, "[SM10 III-A]"},
    {WORDS("entropy"), "nat", WORDS("How undecided the end of the motion is: −Σ P ln P over the probabilities P of the futures; 0 where there is one. An impact decides the entropy of its outcomes times the probability that the motion comes there."), "nat", ""},
    {WORDS("growth of perturbations"), "growth", WORDS("How much a small change of the start has grown at a time, at most: the largest singular value of the derivative of the run. The size of a change is √(δpᵀM⁻¹δp + δqᵀMδq/s²)."), "", ""},
    {WORDS("cone of perturbations"), "cones|fan of cones|change of", WORDS("A small change of the state opens the contacts of an impact, which then close in an order that depends on the change: the changes with one ordering are a cone. In each cone one linear map tells how the change goes on; over all cones it is a B-derivative."), nullptr, ""},
    {WORDS("map of an ordering"), "map for each cone|one map", WORDS("The first-order change of the motion after a change of the state: a matrix. At a simultaneous impact each ordering has one, and it holds in the cone of that ordering."), nullptr, ""},
    {WORDS("deviation"), "bands", WORDS("The mean of a coordinate over all futures, weighed by their probabilities, and its standard deviation to both sides."), nullptr, ""},
    {WORDS("nearest outcome"), "nearest", WORDS("The outcome with the least distance from p⁻: a rule that chooses one outcome and keeps the energy."), nullptr, "[SM10 III]", valueOfNearest},
    {WORDS("conic choice"), "conic|conic hull|on the conic hull", WORDS("The point of the cone of all outcomes that is nearest to p⁻: one momentum for the impact, which loses energy."), "√J", "[SM10 III]", valueOfConic},
    {WORDS("principal axis"), "e_k|principal axes", WORDS("A direction along which p⁻ and the outcomes of an impact are spread most, in the kinetic metric; the second and third one are at right angles to those before."), nullptr, ""},
    {WORDS("convex choice"), "convex|convex hull|from hull|hull", WORDS("The point of the convex hull of all outcomes that is nearest to p⁻: one momentum for the impact, which loses energy."), "√J", "[SM10 III]", valueOfConvex},
    {WORDS("audit"), "recording|recorded run|recorded jump", WORDS("A recorded run, divided into flights and jumps of velocity. Orderings explain a jump within the noise, or none does, or it is impossible for rigid bodies."), nullptr, ""},
    {WORDS("likelihood"), "likelihoods", WORDS("The probability of the ordering among those that fit a recorded jump, where all are as probable before."), "", ""},
    {WORDS("verdict"), "explained|unexplained|impossible|undecided", WORDS("What orderings make of a recorded jump: some explain it within the noise, none does, no impact of rigid bodies can do it, or the noise leaves several outcomes."), nullptr, ""},
    {WORDS("standing contact"), "standing foot|feet that stand|stands", WORDS("A contact that stays closed for some time. It presses with the force that keeps its gap, which can only push, and sticks or slips meanwhile. Where another foot lands it may open."), nullptr, ""},
    {WORDS("rule of integration"), "midpoint rule|semi-implicit Euler rule|semi-implicit Euler|explicit Euler rule|late", WORDS("The formula of the steps of a program, whose error its recording has. Audits know the midpoint rule of Carom’s own runs and Euler’s rules, of which most engines have the semi-implicit one, whose collisions come up to a step late."), nullptr, ""},
    {WORDS("residual of a jump"), "residual (σ)", WORDS("How far the motion after the nearest ordering is from the recorded one: the normal deviate of the same probability as χ²."), "σ", "[Wilson & Hilferty 1931]"},
    {WORDS("map of columns"), "map|mapping", WORDS("How the columns of a recording become coordinates of the scene: names, units, offsets, mirrored axes, orders of quaternions."), nullptr, ""},
    // What is decided without a search.
    {WORDS("certificate"), "no certificate|why", WORDS("A proof without a search: it says whether the outcome is unique for every momentum, and by which rule."), nullptr, "", valueOfCertificate},
    {WORDS("unique"), "unique here|unique for every momentum|unique everywhere", WORDS("All orderings end in one outcome: proven for every momentum, or found for this one (“unique here”)."), nullptr, "", valueOfVerdict},
    {WORDS("order matters"), "Truesdell|non-uniqueness", WORDS("Orderings of this impact end in different outcomes."), nullptr, "[SM14 III]", valueOfVerdict},
    {WORDS("side matters"), "corner|limit normals", WORDS("Bodies meet at a corner, where the gap has several normals: the outcome depends on the side on which they pass it."), nullptr, "", valueOfVerdict},
    {WORDS("no solution"), "Painlevé|several solutions|solutions of Coulomb's law", WORDS("At high friction no forces may solve Coulomb’s law for a contact that slides: it jams and collides without an approach. Or several forces do, and a rule chooses."), nullptr, "", nullptr},
    {WORDS("not decided"), "cut|limit reached", WORDS("Neither a rule nor the search within its limits gives the answer; “cut”: a limit stopped the search."), nullptr, ""},
    {WORDS("jammed"), "jam|never ends|no ordering ends|some orderings never end", WORDS("Impulses of several contacts together move nothing, Σ λᵢûᵢ = 0: from this momentum some orderings of the reflections never end, or none does."), nullptr, ""},
    {WORDS("distance to a jam"), "ρ", WORDS("The best momentum w of length 1 opens every contact by at least ρ = ⟨w,û⟩; 0: the contacts can jam."), "", "", valueOfRho},
    {WORDS("Gram matrix"), "G|G_ij|gram|of a pair", WORDS("The cosine between the unit normals of two contacts in the kinetic metric: G = −cos(π/m) makes the pair unique."), "", "[SM14 Th. 2, Th. 3], for m = 2 and 3", valueOfGram},
    {WORDS("multiplicity"), "m|π/δ|π/m|whole m|cos(π/m)|cos π/m|π/arccos(−G)", WORDS("After m reflections both orders of two contacts meet again, where m = π/arccos(−G) is a whole number."), "", "[SM14 Th. 2, Th. 3], for m = 2 and 3", valueOfMultiplicity},
    {WORDS("angle of the wedge"), "δ|γ|2γ", WORDS("The angle between the walls of two contacts in which a momentum is feasible: δ = arccos(−G) = 2γ."), "°", "[SM14 Th. 1]", valueOfAngle},
    {WORDS("normals at"), "normals", WORDS("The angle between the unit normals of two contacts in the kinetic metric, arccos G."), "°", "[SM14 Th. 3]"},
    {WORDS("Coxeter group"), "group|Coxeter diagram|Coxeter", WORDS("The group that the reflections generate where every pair fits G = −cos(π/m); the diagram has a dot for each contact and a line where m > 2."), nullptr, "", valueOfGroup},
    {WORDS("whole collapse"), "collapse region|collapse|endless|one limit", WORDS("With restitution e of each reflection below a limit, orderings of a pair go on for ever and end in one limit."), nullptr, ""},
    // Symbols of momenta and velocities.
    {WORDS("contact coordinate"), "c|c_i|c before|contact coordinates", WORDS("The part of the momentum along the unit normal of a contact, c = ⟨p,û⟩; below 0 the contact is closing."), "√J", "[SM14 eq. 5]", valueOfCoordinates},
    {WORDS("closing"), "feasible|infeasible|closes|closes afterwards|reflectable|nothing closes", WORDS("A contact closes where c < 0: it must reflect. A momentum is feasible where no contact closes, and then the impact is over."), nullptr, "[SM14 II]"},
    {WORDS("approach speed"), "approach", WORDS("The rate at which the gap of a contact shrinks, c times the length of its normal."), "m/s", "[CR98 6.4]"},
    {WORDS("unit normal"), "û|ûᵢ|u|u_i|û_i|unit covector", WORDS("The direction in which a contact pushes, of length 1 in the kinetic metric: û = u/‖u‖, where u is the gradient of the gap."), "1/√kg", "[SM14 eq. 5]"},
    {WORDS("root of a joule"), "√J", WORDS("The unit of lengths in the kinetic metric, because ‖p‖² = 2E: a momentum of 1 √J has the energy ½ J."), nullptr, "[SM14 eq. 5]"},
    {WORDS("kinetic metric"), "⟨p,w⟩|⟨a,b⟩|⟨p,û⟩|metric", WORDS("Measures momenta by their energy: ⟨a,b⟩ = a M⁻¹ bᵀ, so that ‖p‖² is twice the kinetic energy."), "J", "[SM14 eq. 5]"},
    {WORDS("length of the momentum"), "‖p⁻‖|‖p‖|‖p⁺‖", WORDS("The length of the momentum in the kinetic metric, √(2E)."), "√J", "[SM14 eq. 5]", valueOfNorm},
    {WORDS("momentum before"), "p⁻|p_-", WORDS("The momentum with which the bodies arrive at the impact."), "kg·m/s", "", valueOfNorm},
    {WORDS("momentum after"), "p⁺|p_+|p′⁺", WORDS("The momentum with which the bodies leave the impact: an outcome."), "kg·m/s", ""},
    {WORDS("momentum"), "p|p_k|discrete momentum|discrete momenta", WORDS("Mass times velocity, one number for each coordinate: p = M v."), "kg·m/s, kg·m²/s", ""},
    {WORDS("velocity"), "v|V|v_k|velocities|after (m/s)|(m/s)|m/s|speed|initially", WORDS("The rate of a coordinate, v = M⁻¹ p; in a table, the velocity of a body after the impact."), "m/s, rad/s", ""},
    {WORDS("angular velocity"), "ω|spin|rad/s", WORDS("The rate at which a body turns."), "rad/s", ""},
    {WORDS("coordinate"), "q|x_k|y_k|z_k|coordinates|position", WORDS("A number that places a body: a distance along an axis, or an angle of a joint."), "m, rad", ""},
    {WORDS("impulse"), "λ|λᵢ|λ_i|N·s|impulses|impulse −2c/‖u‖|impulse −(1+e)c/‖u‖|impulse −(1+√e)c/‖u‖", WORDS("The change of the momentum by a contact: p⁺ = p⁻ + Σ impulse · u; the tree writes it as −2c/‖u‖ of a reflection."), "N·s", "[SM14 eq. 7]"},
    {WORDS("gap"), "φ|separation", WORDS("The distance between the two surfaces of a contact; 0: they touch."), "m", ""},
    {WORDS("jump"), "ΔE|Δp|Δv", WORDS("The change by the impact."), nullptr, ""},
    // Energies.
    {WORDS("residual"), "accounted for|kept exactly|kept to|energy kept", WORDS("The error of the balance of energies by rounding and steps, over the energy of the run: not a loss of the bodies."), "", ""},
    {WORDS("kinetic energy"), "kinetic|kinetic energy (J)", WORDS("Half the mass times the velocity squared, of each body: ½ pᵀM⁻¹p together."), "J", "", valueOfKinetic},
    {WORDS("energy taken"), "E taken|energy lost|lost|gained|taken|energy_taken|change of energy|ΔE/E", WORDS("The kinetic energy before the impact less that after it."), "J", "[SM14 eqs 16, 17]"},
    {WORDS("energy before"), "E⁻", WORDS("The kinetic energy with which the bodies arrive."), "J", "", valueOfKinetic},
    {WORDS("energy after"), "E⁺|E⁺/E⁻", WORDS("The kinetic energy after the impact, for a model or a law over the energy before it."), "J", ""},
    {WORDS("energy"), "E|J|total|potential", WORDS("The sum of kinetic energy, of the energy of weight and springs, and of the energy that dampers, friction and impacts have taken."), "J", "", valueOfKinetic},
    {WORDS("gravity"), "weight", WORDS("The energy of height above the lowest point of the motion."), "J", ""},
    {WORDS("springs"), "spring", WORDS("The energy that springs store, ½ k (length − rest)²."), "J", ""},
    {WORDS("dampers"), "damper", WORDS("The energy that dampers have taken since the start."), "J", ""},
    {WORDS("motors"), "motor", WORDS("The energy that motors have given since the start."), "J", ""},
    {WORDS("friction"), "μ|friction μ|infinite friction|cone|leaves the cone", WORDS("Coulomb's coefficient: the tangential impulse of a contact is at most μ times the normal one; as an energy, the energy that it has taken."), "", "[CR98 3]"},
    {WORDS("design search"), "as little as possible|least change", WORDS("The least change of the ticked variables, each over its weight, under which the ticked pairs get their G: Gauss–Newton steps on fewer equations than unknowns."), nullptr, ""},
    // Restitution and rules.
    {WORDS("restitution"), "R|R of the impact|whole impact: R", WORDS("Restitution R of the whole impact, which loses 1 − R² of the energy that the plastic impact loses; 1 is elastic, 0 plastic."), "", "[SM14 eqs 16, 17]", valueOfRestitution},
    {WORDS("restitution of each reflection"), "e|e of each reflection|each reflection: e|of each reflection|inelastic|kinematic restitution|kinetic restitution|Newton’s restitution|Poisson’s restitution", WORDS("Restitution e of each reflection: the share of ½c² that stays, so that √e of the approach comes back. The restitution of one contact is that ratio itself. 1 is elastic."), "", "[SM12 II], [CR98 eqs 9, 10]", valueOfReflectionRestitution},
    {WORDS("elastic"), "of the contacts", WORDS("Without loss of energy; “of the contacts” takes the restitution that the scene gives each contact."), nullptr, "[SM14 eq. 7]"},
    {WORDS("impact rule"), "rule|all orderings", WORDS("The rule that chooses one ordering for the motion; all orderings are searched in any case."), nullptr, "[SM14 III]"},
    {WORDS("most infeasible first"), "", WORDS("The contact with the lowest c reflects next."), nullptr, "[SM14 III]"},
    {WORDS("least infeasible first"), "", WORDS("Of the contacts that close, the one with the highest c reflects next."), nullptr, "[SM14 III]"},
    {WORDS("greatest approach speed"), "", WORDS("The contact whose gap shrinks fastest reflects next."), nullptr, "[CR98 6.4]"},
    {WORDS("fixed priority"), "priority", WORDS("Of the contacts that close, the first one in a list reflects next."), nullptr, ""},
    {WORDS("random"), "seed", WORDS("Chance chooses the next contact; the same seed gives the same ordering."), nullptr, ""},
    // Motion.
    {WORDS("time"), "t|t (s)|along time|time cursor|between impacts", WORDS("Time after the initial state; 0 is the impact that the scene describes."), "s", ""},
    {WORDS("step"), "h|step h", WORDS("The time step of the variational midpoint integrator; where bodies only fall or fly straight, flights are exact."), "s", "[Marsden & West 2001]", valueOfStep},
    {WORDS("duration"), "", WORDS("The length of the computed motion, after the initial state."), "s", "", valueOfDuration},
    {WORDS("second run"), "against|ghost|ghosts|comparison|compare", WORDS("A run beside this one, drawn as ghosts: with another ordering or another rule."), nullptr, ""},
    {WORDS("run"), "runs|this run", WORDS("The motion from the initial state, through its impacts, under the rule or the orderings in force."), nullptr, "", valueOfImpact},
    {WORDS("kept run"), "kept runs|keep this run|identical|tried", WORDS("A run that was kept by a name: views and plots show it beside this one, in a colour of its own; identical: the same motion to the last bit."), nullptr, ""},
    {WORDS("push"), "pushes", WORDS("An impulse that a body gets from outside at one time of the run: the momentum becomes p + j, and the energy v·j + ½ j·M⁻¹j enters."), "N·s", ""},
    {WORDS("trail"), "trails", WORDS("The path of a body up to the moment."), "m", ""},
    {WORDS("solid, dashed, dotted"), "solid|dashed|dotted|dash-dotted|x|y|z", WORDS("The line of a coordinate: x solid, y dashed, z dotted, angles dash-dotted; the colour is the body's."), nullptr, ""},
    {WORDS("quantity"), "quantities|quantity of a run", WORDS("A number that changes along a run: a coordinate, a velocity, a momentum, a gap, an energy, the growth of perturbations. The plot shows any of them over time or over another one."), nullptr, ""},
    {WORDS("phase plot"), "", WORDS("One quantity over another instead of time, as a path from the start to the end."), nullptr, ""},
    {WORDS("parameter"), "parameters|over|choice|θ|free", WORDS("A number of the scene with a name, which a slider, a sweep or a design may change."), nullptr, ""},
    {WORDS("sweep"), "over a parameter", WORDS("The same impact for many values of one parameter."), nullptr, ""},
    {WORDS("mass"), "M|kg|local mass", WORDS("The mass of a body; M is the mass matrix of all coordinates, in impulse space that of one contact."), "kg", "[CR98 eq. 2]"},
    // Other models and laws.
    {WORDS("model"), "other models|Moreau|Newton LCP|Poisson LCP|Friction LCP|generalized reflections|compliant", WORDS("Another way to resolve the same impact, for comparison: its momentum, and the distance of that from the nearest outcome."), nullptr, "[Moreau 1988], [Pfeiffer & Glocker 1996], [Smith 2012]"},
    {WORDS("law"), "law of one contact|Routh|Whittaker|Kane and Levinson|Kane–Levinson|Ivanov|Smith|Pfeiffer–Glocker|bilinear|Chatterjee–Ruina|composite|Brach|projected impulse|spherical coordinates|Laws of single contacts", WORDS("A rule that gives the impulse of one contact from its velocity, friction and restitution."), nullptr, "[CR98 4]"},
    {WORDS("normal impulse"), "Pₙ|P_n", WORDS("The part of the impulse along the normal of the contact; it cannot pull."), "N·s", "[CR98 3]"},
    {WORDS("tangential impulse"), "Pₜ|P_t", WORDS("The part of the impulse along the surface: friction, at most μ times the normal impulse."), "N·s", "[CR98 3]"},
    {WORDS("impulse space"), "P|O|construction|maximum compression", WORDS("The plane of normal and tangential impulse of one contact, in which each law is a point and the energies are ellipses."), "N·s", "[CR98 3]"},
    {WORDS("frictionless impulse"), "P_I", WORDS("The impulse that ends the approach along the normal, without friction."), "N·s", "[CR98 eq. 3]"},
    {WORDS("recorded impulse"), "", WORDS("The impulse of one contact that a recording tells, P of p⁺ − p⁻ = Σ Cᵀ P. The ellipse holds it in 95 % of cases."), "N·s", ""},
    {WORDS("sticking impulse"), "P_II|sticking", WORDS("The impulse after which the contact is at rest."), "N·s", "[CR98 eq. 4]"},
    {WORDS("normal velocity"), "Vₙ|V_n|velocity of approach", WORDS("The velocity of the contact along its normal; below 0 it closes."), "m/s", "[CR98 eq. 2]"},
    {WORDS("tangential velocity"), "Vₜ|V_t", WORDS("The velocity of the contact along its surface."), "m/s", "[CR98 eq. 2]"},
    {WORDS("contact energy"), "E_c", WORDS("The part of the kinetic energy that the impulse of the contact can change, ½ VᵀMV."), "J", "[CR98 eq. 5]"},
    {WORDS("tangential restitution"), "eₜ|e_t|et", WORDS("The share of the tangential velocity that an impulse reverses; of Brach's law the ratio of the impulses."), "", "[CR98 4]"},
    {WORDS("weight of the composite law"), "σ", WORDS("P = σ P_new + (1 − σ) P_Routh."), "", "[CR98 5.3]"},
    {WORDS("κ"), "kappa|permissible e", WORDS("The place of the impulse between the frictionless and the sticking one, on the cone of friction."), "", "[CR98 eqs 11, 13]"},
    {WORDS("conditions"), "permissible|gains energy|pulls|penetrates", WORDS("The conditions on every impulse: no energy gained, no closing afterwards, no pull, and the cone of friction."), nullptr, "[CR98 3.2]"},
    {WORDS("sticks or slips"), "sticks|slips|slip|stick|slip reversed", WORDS("Whether the contact moves along its surface at the end of the impact."), nullptr, "[CR98 3]"},
    {WORDS("angle of incidence"), "incidence|α", WORDS("The angle of the arriving velocity from the inward normal."), "°", "[CR98 3]"},
    {WORDS("section"), "semi-axis|tilt|tilt of M|slice", WORDS("A cut through impulse space at one normal impulse; the tilt is that of the energy ellipse."), nullptr, "[CR98 3.1]"},
};
// clang-format on

#undef WORDS

}  // namespace

std::span<const Term> termTable() {
  return table;
}

}  // namespace carom
