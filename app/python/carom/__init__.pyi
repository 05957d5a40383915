# Types of the package. Shapes: n coordinates, k contacts, m reported steps. Units are SI, angles in radians.
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

Value = float | str  # a number in SI, or an expression with units
Floats = NDArray[np.float64]

class Error(ValueError):
    file: str
    place: str
    problem: str
    expected: str
    line: int | None

class SceneError(Error): ...
class CommandError(Error): ...
class ImpactError(Error): ...
class LawError(Error): ...

class Record:
    """A part of an answer; its attributes are the keys of its part of the document."""

    def __getattr__(self, name: str) -> Any: ...

class Graph:
    def __len__(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def edges(self) -> NDArray[np.int64]: ...  # (edges, 3)
    @property
    def contact_coordinates(self) -> Floats: ...  # (nodes, k), sqrt(J)
    @property
    def orderings_to(self) -> list[int]: ...
    @property
    def outcomes(self) -> NDArray[np.int64]: ...

class Outcome:
    @property
    def momentum(self) -> Floats: ...  # (n,)
    @property
    def velocity(self) -> Floats: ...  # (n,)
    @property
    def impulses(self) -> Floats: ...  # (k,), N s
    @property
    def example_indices(self) -> NDArray[np.uint16]: ...
    # attributes of Outcome
    @property
    def orderings(self) -> int | None:
        """The number of orderings that end here, exact; None where not counted."""
    @property
    def minimal(self) -> bool | None:
        """Whether the example is a minimal ordering; None where not decided."""
    @property
    def energy_loss(self) -> float:
        """The kinetic energy that the impact takes, in J."""
    @property
    def example(self) -> tuple[str, ...] | None:
        """An ordering that ends here, by the names of its contacts; None where it is very long."""
    @property
    def cut(self) -> bool | None:
        """Whether the example is the beginning of an endless ordering of an inelastic impact."""
    @property
    def friction(self) -> Floats | None:
        """(k, 2) impulses along the tangents of contacts with a collision law in N s; None where all reflect."""
    @property
    def loop_impulses(self) -> Floats | None:
        """(m,) impulses of the equations of the loops in N s, or N m s of angles; None without loops."""
    @property
    def probability(self) -> float | None:
        """With gaps: the probability under random infinitesimal gaps."""
    @property
    def standard_error(self) -> float | None:
        """With gaps: the standard error of the probability."""
    @property
    def exact_probability(self) -> float | None:
        """With gaps: the exact probability, of two contacts."""
    # end

class Outcomes:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Outcome]: ...
    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> list[Outcome]: ...

class Impact:
    @property
    def mass_matrix(self) -> Floats: ...  # (n, n)
    @property
    def normals(self) -> Floats: ...  # (k, n)
    @property
    def unit_normals(self) -> Floats: ...  # (k, n)
    @property
    def gram(self) -> Floats: ...  # (k, k)
    @property
    def momentum(self) -> Floats: ...  # (n,)
    @property
    def velocity(self) -> Floats: ...  # (n,)
    @property
    def approach(self) -> Floats: ...  # (k,), sqrt(J)
    @property
    def approach_speed(self) -> Floats: ...  # (k,), m/s
    @property
    def restitution(self) -> Floats: ...  # (k,)
    @property
    def names(self) -> list[str]: ...
    @property
    def energy(self) -> float: ...  # J
    def with_momentum(self, momentum: ArrayLike) -> Impact: ...
    def resolve(
        self,
        *,
        # keywords of resolve
        start: tuple[ArrayLike, ArrayLike] | None = None,
        ordering: str | None = None,
        policy: str | None = None,
        restitution: Value | None = None,
        reflection_restitution: Value | None = None,
        sample: int | None = None,
        gaps: int | None = None,
        seed: int | None = None,
        gradient: bool = False,
        max_states: int | None = None,
        max_memory: int | str | None = None,
        # end
    ) -> Report: ...

class Report:
    @property
    def xi(self) -> float | None: ...
    @property
    def outcomes(self) -> Outcomes: ...
    @property
    def impact(self) -> Impact: ...
    @property
    def graph(self) -> Graph | None: ...
    @property
    def gram(self) -> Floats: ...  # (k, k)
    @property
    def path_indices(self) -> NDArray[np.uint16] | None: ...
    @property
    def title(self) -> str: ...
    # attributes of Report
    @property
    def scene(self) -> str:
        """The name of the scene; '' for an impact without one."""
    @property
    def dof(self) -> int:
        """n, the number of coordinates."""
    @property
    def coordinates(self) -> tuple[Record, ...]:
        """Records with name and unit (m or rad; '' without a scene), in the order of all vectors (n,)."""
    @property
    def contacts(self) -> tuple[Record, ...]:
        """Records of the k closed contacts: name, bodies, gap (m), approach (c_i, sqrt(J)), approach_speed (m/s, negative where the contact closes), restitution, law, and local: the mass, its inverse, the velocity and the impulses without friction and of sticking, along the axes of the contact at its point."""
    @property
    def certificate(self) -> Record:
        """The reason why the outcome is unique, or not: unique (True: for every momentum; False: proven not; None: not decided), reason, group (Coxeter group), multiplicity ((k, k), None where no whole m fits), deviation, angle (rad), xi_bound (of xi over all momenta, where every pair fits a finite group), worst_xi, closed_form; planar where contacts collide by laws and no rule decides: unique, reason, and cells and longest (collisions) or a counterexample (momentum (n,), xi, two orderings with word and momentum)."""
    @property
    def verdict(self) -> str:
        """The verdict on the outcome, in the words of the window: 'no impact', 'nothing closes', 'unique here', 'unique for every momentum', 'order matters', 'side matters', 'not decided', 'cut', 'jammed'."""
    @property
    def terminates(self) -> bool | None:
        """Whether every ordering ends: True, False (proven) or None (not decided)."""
    @property
    def jammed(self) -> Record | None:
        """The jam: weights (k,) of the contacts that jam, and the proof, 'no-ordering-ends' or 'some-never-end'; None where no contacts jam."""
    @property
    def margin(self) -> float | None:
        """The distance from a jam, 0 to 1; None where contacts jam."""
    @property
    def near_jam(self) -> Record | None:
        """A jam up to rounding, where terminates is None: weights (k,), the residual of their sum, and exact (True where the sum is 0 and only the search met its limit); else None."""
    @property
    def bounds(self) -> Record | None:
        """The largest number of reflections of two contacts, by seghete2014 and seghete2010; else None."""
    @property
    def sensitivity(self) -> Record | None:
        """The sensitivity of the outcome to small changes. Two elastic contacts have worst_xi, projection, epsilon and linear_xi. With gradient there are slopes, a record for each pair of contacts and continuous parameter, with gram, turn, w, orders (dp, projection p*), difference and xi; or refused and reason. Else None."""
    @property
    def plastic(self) -> Record | None:
        """The plastic impact: momentum, velocity (n,), impulses (k,; N s), energy_loss (J)."""
    @property
    def restitution(self) -> float | None:
        """R of the whole impact, where it was given."""
    @property
    def reflection_restitution(self) -> float | None:
        """e of each reflection, where it was given."""
    @property
    def collapse_gram(self) -> float | None:
        """With reflection_restitution: the G at and below which the orderings of a pair never end."""
    @property
    def complete(self) -> bool:
        """Whether every ordering was followed; where not, limit has the reason."""
    @property
    def limit(self) -> str | None:
        """The limit that ended the search: 'max-states', 'memory', 'work', 'cancelled'; else None."""
    @property
    def states(self) -> int:
        """The number of distinct momenta, with the first and the last."""
    @property
    def counts_of(self) -> str | None:
        """'impact', or 'ideal-group' where pairs fit the group of the certificate only nearly: then states, orderings and lengths are those of the group, and the example may be longer."""
    @property
    def groups(self) -> tuple[tuple[str, ...], ...] | None:
        """The names of the contacts of each group that was resolved by itself; None for one group."""
    @property
    def orderings(self) -> int | None:
        """The number of orderings, exact; None where they were not all counted."""
    @property
    def lengths(self) -> Record | None:
        """The reflections of the shortest and of the longest ordering, min and max; None where not known."""
    @property
    def orderings_to_cut(self) -> int | None:
        """In place of orderings where some were cut because they never end: the number up to the cut."""
    @property
    def lengths_to_cut(self) -> Record | None:
        """In place of lengths where orderings were cut: min and max up to the cut."""
    @property
    def xi_minimal(self) -> float | None:
        """The indeterminacy over the minimal orderings; None where not decided."""
    @property
    def xi_pair(self) -> tuple[int, int] | None:
        """The indices of two outcomes whose distance is xi."""
    @property
    def xi_interval(self) -> Floats | None:
        """(2,) Bounds of xi where it is not known exactly, NaN for no bound; else None."""
    @property
    def tolerance(self) -> float | None:
        """A bound on the error of the outcomes of an inelastic impact, over |p|; else None."""
    @property
    def limit_normals(self) -> Record | None:
        """The sides of corners at which bodies meet, where the gap has several normals: sides (combinations of normals), resolved (their number), outcomes (of all sides; xi is over these), complete. The outcomes listed are of one side. None without corners."""
    @property
    def choice(self) -> Record | None:
        """Rules that choose an outcome: nearest (its index), conic and convex (momentum, energy_loss in J)."""
    @property
    def energy(self) -> Record:
        """The kinetic energy before (J), and worst_relative_error of the outcomes."""
    @property
    def orderings_estimate(self) -> Record | None:
        """With sample: an estimate of the number of orderings: value, standard_error, log10, samples, seed; else None."""
    @property
    def lengths_seen(self) -> Record | None:
        """With sample: min and max of the lengths drawn."""
    @property
    def gaps(self) -> Record | None:
        """With gaps: the probabilities under random gaps: samples, seed, orderings with their probability, realisable, unrealised; else None."""
    @property
    def path(self) -> tuple[str, ...] | None:
        """With policy or ordering: the names of the contacts in the order in which they reflect; else None."""
    @property
    def path_length(self) -> int | None:
        """The number of contacts where the path is too long to list."""
    @property
    def path_begins(self) -> tuple[str, ...] | None:
        """The first contacts where the path is too long to list."""
    @property
    def path_ends(self) -> tuple[str, ...] | None:
        """The last contacts where the path is too long to list."""
    @property
    def at_once(self) -> Record | None:
        """With policy friction-lcp: model, pivots (their number), and a note on approximations and open decisions."""
    @property
    def derived(self) -> Record | None:
        """The derived quantities of the scene by name, in SI; None without any."""
    @property
    def touching(self) -> Record | None:
        """The closing of gaps, where the scene asks for it: contacts, gap and moved (name, by, value, unit), iterations and residual; else None."""
    @property
    def closing(self) -> Record | None:
        """The closing of loops, where the scene has some: loops, moved (name, by, value, unit), iterations and residual; else None."""
    @property
    def loops(self) -> tuple[Record, ...] | None:
        """The loops, where the scene has some: name, residual (largest |g| of its equations) and impulse (of each equation, in N s or N m s, for the first outcome; null where there is none); else None."""
    @property
    def xi_gradient(self) -> tuple[Record, ...] | None:
        """With gradient: the slopes of xi, a record for each continuous parameter, with verdict, value (per SI unit), error, left, right; else None."""
    # end
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def _repr_html_(self) -> str: ...

class Run:
    # attributes of Run
    @property
    def scene(self) -> str:
        """The name of the scene."""
    @property
    def coordinates(self) -> tuple[Record, ...]:
        """Records with name and unit (m or rad) of the n coordinates."""
    @property
    def times(self) -> Floats:
        """(m,) times of the reported steps in s."""
    @property
    def energy(self) -> Floats:
        """(m,) energy in J, above that at rest where there is a rest."""
    @property
    def q(self) -> Floats:
        """(m, n) configurations, in m or rad by coordinate."""
    @property
    def momentum(self) -> Floats:
        """(m, n) momenta, kg m/s or kg m^2/s."""
    @property
    def growth(self) -> Floats | None:
        """With variation: (m,) growth of a perturbation from the start to each reported step, at most; else None."""
    @property
    def quantities(self) -> dict[str, Floats] | None:
        """With quantity: (m,) arrays by their keys, in SI, such as 'E total' or 'gap ac'; else None."""
    @property
    def extremes(self) -> tuple[Record, ...] | None:
        """With quantity: records of each quantity, in SI: name (its key), start, end, least, greatest and mean over time, at 2000 times and at all impacts; else None."""
    @property
    def impacts(self) -> tuple[Record, ...]:
        """Records of the impacts: time (s), contacts, path, outcomes, xi, energy_before, energy_after (J), plastic, at_once, no_solution, and report: the Report, with alternatives where several contacts closed, else None."""
    @property
    def pushes(self) -> tuple[Record, ...]:
        """Records of the pushes: time (s), body, impulse (N s, along the axes of the world), work (J)."""
    @property
    def ledger(self) -> Record:
        """A record of (m,) arrays in J: kinetic, gravity, spring, motor, damper, friction, impact, push."""
    @property
    def energy_error(self) -> Record:
        """The relative error of the energy over all steps: max_relative, first_tenth and last_tenth of the run."""
    @property
    def local_error(self) -> Record | None:
        """With local_error: the largest estimate for each coordinate, q and p; else None."""
    @property
    def initial(self) -> Record:
        """The initial state: q and p (n,)."""
    @property
    def final(self) -> Record:
        """The last state: q and p (n,)."""
    @property
    def derived(self) -> Record | None:
        """The derived quantities of the scene by name, in SI; None without any."""
    @property
    def touching(self) -> Record | None:
        """The closing of gaps, where the scene asks for it: contacts, gap and moved (name, by, value, unit), iterations and residual; else None, and None with another start."""
    @property
    def closing(self) -> Record | None:
        """The closing of loops, where the scene has some: loops, moved (name, by, value, unit), iterations and residual; else None, and None with another start."""
    @property
    def loops(self) -> tuple[Record, ...] | None:
        """The loops, where the scene has some: name, residual (largest |g| of its equations at the reported steps) and impulse (of each equation, in N s or N m s, the sum of all impacts); else None."""
    @property
    def settled(self) -> Record:
        """Contacts that settled without an impact: closings (count) of contacts whose bounces would end within a step, their loss (J); rough_steps (count), whose contact impulses are known to 1e-8 or whose gaps to 1e-10 m or O(h^2) only; unexamined_steps (count), at which nothing is known of several or no solutions of Coulomb's law, because more than four contacts act on each other, or joints with dry friction on them; and overlaps (count) of contacts that came back within a step that another impact ended, and were left to overlap there, with the deepest_overlap (m): those of e = 1 are, up to 1e-6 m."""
    @property
    def small_body(self) -> Record | None:
        """Where bodies are smaller than 0.1 mm: the smallest body, its size (m), and closed_gap (m), the gap up to which contacts count as closed at any size; else None."""
    @property
    def several_solutions(self) -> tuple[Record, ...]:
        """Records of the states at which Coulomb's law has several solutions: time (s), contacts, solutions (count), and the rule that chose, 'stays-at-rest' or 'least-forces'."""
    @property
    def variation(self) -> Record | None:
        """With variation: the derivative of the run by its initial state: until (s), map (2n, 2n) of (dq, dp), where dq of a spherical joint is its turn about the axes of the body (rad), growth (2n) and directions, along the largest growth at times of the run, impacts with the orderings of ties, their maps and cones, continuous, corners, the derivative in the direction asked for, and the reason of an early stop; else None."""
    @property
    def complete(self) -> bool:
        """Whether the run reached its end."""
    @property
    def limit(self) -> str | None:
        """The limit that ended the run early: 'jammed', 'max-steps', 'memory', 'step', ...; else None."""
    @property
    def stopped(self) -> Record | None:
        """The time (s) and the reason of an early end; else None."""
    # end
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...

class Sweep:
    def __len__(self) -> int: ...
    @property
    def over(self) -> dict[str, Floats]: ...
    @property
    def measure(self) -> str: ...
    @property
    def values(self) -> Floats: ...
    @property
    def empty(self) -> NDArray[np.object_]: ...
    @property
    def exact(self) -> NDArray[np.object_]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def limit(self) -> str | None: ...
    @property
    def done(self) -> int: ...
    @property
    def title(self) -> str: ...
    def _repr_html_(self) -> str | None: ...

class Scene:
    def __call__(self, /, **parameters: Value) -> Scene: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def parameters(self) -> dict[str, Record]: ...
    @property
    def derived(self) -> dict[str, Record]: ...
    @property
    def choices(self) -> dict[str, Record]: ...
    def impact(self) -> Impact: ...
    def evaluate(self, expression: str) -> float: ...
    def resolve(
        self,
        *,
        # keywords of resolve
        start: tuple[ArrayLike, ArrayLike] | None = None,
        ordering: str | None = None,
        policy: str | None = None,
        restitution: Value | None = None,
        reflection_restitution: Value | None = None,
        sample: int | None = None,
        gaps: int | None = None,
        seed: int | None = None,
        gradient: bool = False,
        max_states: int | None = None,
        max_memory: int | str | None = None,
        # end
    ) -> Report: ...
    def simulate(
        self,
        until: Value,
        *,
        # keywords of simulate
        start: tuple[ArrayLike, ArrayLike] | None = None,
        ordering: str | None = None,
        policy: str | None = None,
        follow: Mapping[int, Sequence[str]] | None = None,
        push: Sequence[str] | None = None,
        restitution: Value | None = None,
        reflection_restitution: Value | None = None,
        step: Value | None = None,
        alternatives: bool = False,
        local_error: bool = False,
        variation: bool = False,
        direction: str | None = None,
        max_steps: int | None = None,
        max_memory: int | str | None = None,
        every: int | None = None,
        quantity: Sequence[str] | None = None,
        # end
    ) -> Run: ...
    def sweep(
        self,
        *,
        # keywords of sweep
        restitution: Value | None = None,
        reflection_restitution: Value | None = None,
        measure: str | None = None,
        max_states: int | None = None,
        max_memory: int | str | None = None,
        # end
        **axes: tuple[Value, Value, int] | ArrayLike,
    ) -> Sweep: ...
    def landing(
        self,
        *,
        # keywords of landing
        samples: int | None = None,
        seed: int | None = None,
        feet: str | None = None,
        speed: Value | None = None,
        tilt: Value | None = None,
        points: int | None = None,
        joint_angle: Value | None = None,
        joint_length: Value | None = None,
        max_states: int | None = None,
        # end
    ) -> Record: ...
    def design(
        self,
        vary: Sequence[str] | Mapping[str, tuple[Value, Value] | None] | None = None,
        *,
        pairs: Sequence[Sequence[str]] | Mapping[tuple[str, str], int | Literal["nearest"]] | None = None,
        weights: Mapping[str, Value] | None = None,
        closed: Sequence[str] | None = None,
    ) -> Record: ...
    def unique_values(
        self, contacts: Sequence[str] | None = None, *, vary: Sequence[str] | None = None
    ) -> list[Record]: ...

def scene(source: str | os.PathLike[str] | dict[str, Any], /, **parameters: Value) -> Scene: ...
def scenes() -> list[Record]: ...
def compare(scene: Scene | str | os.PathLike[str], /, **options: Any) -> Record: ...
def robust(scene: Scene | str | os.PathLike[str], /, tolerance: Mapping[str, Value], **options: Any) -> Record: ...
def futures(scene: Scene | str | os.PathLike[str], /, until: Value, **options: Any) -> Record: ...
def orbit(scene: Scene | str | os.PathLike[str], /, period: Value | None = None, **options: Any) -> Record: ...
def landing(scene: Scene | str | os.PathLike[str], /, *more: str | os.PathLike[str], **options: Any) -> Record: ...
def figure(
    name: str, file: str | os.PathLike[str], /, scene: Scene | str | os.PathLike[str] | None = None, **options: Any
) -> None: ...
@overload
def study(
    study: str | os.PathLike[str] | dict[str, Any], /, file: str | os.PathLike[str], **options: Any
) -> None: ...
@overload
def study(study: str | os.PathLike[str] | dict[str, Any], /, file: None = None, **options: Any) -> Record: ...
def import_robot(
    robot: str | os.PathLike[str], /, file: str | os.PathLike[str] | None = None, **options: Any
) -> Scene: ...
def impact(
    mass_matrix: ArrayLike,
    normals: ArrayLike,
    momentum: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    restitution: float | ArrayLike | None = None,
) -> Impact: ...
@overload
def law(  # type: ignore[misc]  # "all" is a str, too
    name: Literal["all"],
    mass: ArrayLike,
    velocity: ArrayLike,
    *,
    normal: ArrayLike | None = None,
    friction: Value | None = None,
    restitution: Value | None = None,
    tangential: Value | None = None,
    sigma: Value | None = None,
    transverse: Value | None = None,
    impulse: Value | None = None,
    polar: Value | None = None,
    azimuth: Value | None = None,
    path: bool = False,
    accessible: int | None = None,
) -> dict[str, Record]: ...
@overload
def law(
    name: str,
    mass: ArrayLike,
    velocity: ArrayLike,
    *,
    normal: ArrayLike | None = None,
    friction: Value | None = None,
    restitution: Value | None = None,
    tangential: Value | None = None,
    sigma: Value | None = None,
    transverse: Value | None = None,
    impulse: Value | None = None,
    polar: Value | None = None,
    azimuth: Value | None = None,
    path: bool = False,
    accessible: int | None = None,
) -> Record: ...
def laws() -> list[str]: ...
def audit(
    scene: Scene | str | os.PathLike[str],
    t: ArrayLike,
    q: ArrayLike | dict[str, ArrayLike],
    v: ArrayLike | None = None,
    *,
    tau: ArrayLike | None = None,
    restitution: Value | None = None,
    friction: Value | None = None,
    gap_error: Value | None = None,
    least_noise: Value | None = None,
    model_error: Value | None = None,
    map: str | os.PathLike[str] | dict[str, Any] | None = None,
) -> Record: ...
