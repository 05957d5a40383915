#!/usr/bin/env python3
"""Scenes and reports, against `carom resolve --json`."""

import gc
import json
import math
import os
import pathlib
import pickle
import tempfile
import unittest

import carom
import numpy as np
from support import SOURCE, carom_json, carom_text, main

COUNTS = ("orderings", "orderings_to_cut", "states", "realisable", "unrealised")


def plain(value):
    """An attribute as its document has it."""
    if isinstance(value, carom.Record):
        return {key: str(part) if key in COUNTS and isinstance(part, int) else plain(part)
                for key, part in vars(value).items()}
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, np.ndarray):
        return [plain(part) for part in value.tolist()]
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return None if isinstance(value, float) and math.isnan(value) else value


class SameAsTheCommandLine(unittest.TestCase):
    def compare(self, name, options, **arguments):
        command = [part for key, value in options.items() for part in ("--" + key.replace("_", "-"), str(value))]
        report = carom.scene(name, **arguments).resolve(**options)
        settings = [part for key, value in arguments.items() for part in ("--set", f"{key}={value}")]
        text = carom_text("resolve", name, "--json", *settings, *command)
        self.assertEqual(report.to_json(), text)
        self.attributes(report, json.loads(text))
        return report

    def attributes(self, report, document):
        """Every key of the document is an attribute with the same value."""
        self.assertEqual(report.to_dict(), document)
        for key, value in document.items():
            mine = getattr(report, key)
            if key == "outcomes":
                self.assertEqual(len(mine), len(value))
                for outcome, entry in zip(mine, value):
                    for part, number in entry.items():
                        theirs = plain(getattr(outcome, part))
                        if part == "orderings" and number is not None:
                            number = int(number)
                        self.assertEqual(theirs, number, f"outcomes.{part}")
            elif key in COUNTS:
                self.assertEqual(str(mine) if value is not None else mine, value if value is None else str(value), key)
            else:
                self.assertEqual(plain(mine), value, key)

    def test_every_built_in_scene(self):
        scenes = carom.scenes()
        self.assertEqual([scene.name for scene in scenes],
                         [line.split("\t")[0] for line in carom_text("scenes").splitlines()])
        for scene in scenes:
            with self.subTest(scene=scene.name):
                self.compare(scene.name, {})

    def test_options(self):
        for options in ({"policy": "most-infeasible"}, {"policy": "priority:bc,ac"}, {"policy": "random:3"},
                        {"restitution": 0.5}, {"reflection_restitution": 0.25}, {"gaps": 500, "seed": 4},
                        {"sample": 200}, {"max_states": 2}, {"max_memory": "64MB"}):
            with self.subTest(**options):
                self.compare("billiard-break", options, theta="120deg")

    def test_gradient(self):
        report = carom.scene("billiard-break", theta="120deg").resolve(gradient=True)
        command = ("resolve", "billiard-break", "--json", "--set", "theta=120deg", "--gradient")
        self.attributes(report, carom_json(*command))

    def test_parameters(self):
        self.compare("converging-line", {}, n=5)
        self.compare("billiard-break", {}, theta=2.0943951023931953, ra="2*28.6mm", density=1e-5)
        self.compare("newtons-cradle", {"reflection_restitution": 0.3}, n=4, moving=2)
        self.compare("trapped-ball", {})

    def test_counts_beyond_doubles_are_exact(self):
        report = carom.scene("converging-line", n=8).resolve(max_memory="200MB")
        document = carom_json("resolve", "converging-line", "--set", "n=8", "--json", "--max-memory", "200MB")
        self.assertIsInstance(report.orderings, int)
        self.assertEqual(str(report.orderings), document["orderings"])
        closed_form = document["certificate"]["closed_form"]
        self.assertEqual(str(report.certificate.closed_form.orderings), closed_form["orderings"])


class Scenes(unittest.TestCase):
    def test_names_files_texts_and_dicts(self):
        file = pathlib.Path(SOURCE, "resources", "scenes", "billiard-break.carom.json")
        text = file.read_text(encoding="utf-8")
        xi = carom.scene("billiard-break", theta=2.1).resolve().xi
        for source in (file, str(file), text, json.loads(text)):
            self.assertEqual(carom.scene(source, theta=2.1).resolve().xi, xi)

    def test_parameters_and_choices(self):
        scene = carom.scene("billiard-break", theta="120deg")
        self.assertAlmostEqual(scene.parameters["theta"].value, 2 * math.pi / 3)
        self.assertEqual(scene.parameters["theta"].expression, "120deg")
        self.assertEqual(scene.parameters["ra"].unit, "mm")
        self.assertEqual(scene.choices, {})
        self.assertAlmostEqual(scene.evaluate("2*ra + 1mm"), 0.0582)
        self.assertEqual(scene.name, "billiard-break")
        self.assertIn("Seghete", scene.source)
        self.assertEqual(json.loads(scene.text)["format"], 1)

    def test_numbers_of_any_kind(self):
        xi = carom.scene("billiard-break", theta=2).resolve().xi
        scene = carom.scene("billiard-break")
        for two in (2, 2.0, np.float64(2), np.int64(2), np.float32(2), np.array(2.0), "2", "1+1"):
            self.assertEqual(scene(theta=two).resolve().xi, xi)

    def test_a_call_leaves_the_scene_as_it_was(self):
        scene = carom.scene("billiard-break", ra=0.03)
        scene(theta=2.0)
        self.assertAlmostEqual(scene.parameters["theta"].value, math.pi / 2)
        other = scene(theta=2.0)(rb=0.02)
        self.assertEqual([other.parameters[name].value for name in ("ra", "rb", "theta")], [0.03, 0.02, 2.0])

    def test_pickle(self):
        scene = carom.scene("billiard-break", theta="100deg", ra=0.03)
        again = pickle.loads(pickle.dumps(scene))
        self.assertEqual(again.resolve().to_json(), scene.resolve().to_json())
        self.assertEqual(repr(again), repr(scene))

    def test_impact_of_a_scene(self):
        scene = carom.scene("billiard-break", theta="120deg")
        impact = scene.impact()
        self.assertEqual(impact.names, ["ac", "bc"])
        again = carom.impact(impact.mass_matrix, impact.normals, impact.momentum)
        self.assertAlmostEqual(again.resolve().xi, scene.resolve().xi, delta=1e-14)


class Reports(unittest.TestCase):
    def setUp(self):
        self.report = carom.scene("billiard-break", theta="120deg").resolve()

    def test_xi_is_the_distance_of_two_outcomes(self):
        impact, outcomes = self.report.impact, self.report.outcomes
        difference = outcomes[0].momentum - outcomes[1].momentum
        inverse = np.linalg.inv(impact.mass_matrix)
        xi = math.sqrt(difference @ inverse @ difference / (impact.momentum @ inverse @ impact.momentum))
        self.assertAlmostEqual(self.report.xi, xi, delta=1e-14)
        self.assertAlmostEqual(xi, 0.5590169943749475)

    def test_outcomes_are_a_sequence(self):
        outcomes = self.report.outcomes
        self.assertEqual(len(outcomes), 2)
        self.assertEqual(len(list(outcomes)), 2)
        self.assertEqual(len(outcomes[1:]), 1)
        self.assertEqual([len(outcomes[::-1]), len(outcomes[5:])], [2, 0])
        np.testing.assert_array_equal(outcomes[-1].momentum, outcomes[1].momentum)
        for index in (2, -3):
            with self.assertRaises(IndexError):
                outcomes[index]
        self.assertEqual([outcome.example for outcome in outcomes], [("ac", "bc"), ("bc", "ac")])
        self.assertEqual([outcome.example_indices.tolist() for outcome in outcomes], [[0, 1], [1, 0]])

    def test_arrays_outlive_what_they_come_from(self):
        arrays, copies = [], []
        for theta in np.linspace(1.2, 3, 50):
            report = carom.scene("billiard-break", theta=theta).resolve()
            for array in (report.outcomes[0].momentum, report.outcomes[-1].impulses, report.gram,
                          report.impact.normals, report.graph.contact_coordinates):
                arrays.append(array)
                copies.append(array.copy())
        del report, array
        gc.collect()
        carom.scene("converging-line", n=5).resolve()
        for array, copy in zip(arrays, copies):
            np.testing.assert_array_equal(array, copy)

    def test_views_are_no_copies(self):
        first, second = self.report.outcomes[0].momentum, self.report.outcomes[0].momentum
        self.assertTrue(np.shares_memory(first, second))
        self.assertTrue(np.shares_memory(self.report.gram, self.report.impact.gram))

    def test_graph(self):
        report = carom.scene("converging-line", n=4).resolve()
        graph = report.graph
        self.assertEqual(len(graph), report.states)
        self.assertTrue(graph.complete)
        coordinates = graph.contact_coordinates
        self.assertEqual(coordinates.shape, (report.states, 3))
        for start, end, contact in graph.edges:
            c = coordinates[start]
            self.assertLess(c[contact], 0)
            np.testing.assert_allclose(coordinates[end], c - 2 * c[contact] * report.gram[contact], atol=1e-12)
        # Orderings by hand: sums along the edges, in the order of the nodes.
        counts = [1] + [0] * (len(graph) - 1)
        for start, end, _ in graph.edges:
            counts[end] += counts[start]
        self.assertEqual(graph.orderings_to, counts)
        self.assertEqual(sum(counts[end] for end in graph.outcomes), report.orderings)

    def test_limits_are_no_errors(self):
        report = carom.scene("converging-line", n=6).resolve(max_states=50)
        self.assertFalse(report.complete)
        self.assertEqual(report.limit, "max-states")
        self.assertIsNone(report.xi)
        self.assertEqual(report.xi_interval.shape, (2,))

    def test_jammed(self):
        report = carom.scene("trapped-ball").resolve()
        self.assertEqual((report.terminates, report.xi, len(report.outcomes), report.graph), (False, None, 0, None))
        self.assertEqual(len(report.jammed.weights), 2)
        self.assertIsNone(self.report.jammed)

    def test_path(self):
        report = carom.scene("newtons-cradle").resolve(policy="most-infeasible")
        self.assertEqual(report.path, ("ball0-ball1", "ball1-ball2", "ball2-ball3", "ball3-ball4"))
        self.assertEqual(report.path_indices.tolist(), [0, 1, 2, 3])
        self.assertIsNone(self.report.path)


class Arguments(unittest.TestCase):
    def test_objects_are_not_made_without_their_contents(self):
        for made in (carom.scene("billiard-break"), carom.scene("billiard-break").impact(),
                     carom.scene("billiard-break").resolve(), carom.scene("billiard-break").resolve().outcomes,
                     carom.scene("billiard-break").resolve().outcomes[0], carom.scene("billiard-break").resolve().graph,
                     carom.scene("billiard-break").simulate(0.01),
                     carom.scene("billiard-break").sweep(theta=(1.2, 2, 3))):
            with self.assertRaisesRegex(TypeError, "made by functions and methods"):
                type(made).__new__(type(made))

    def test_wrong_arguments_are_answered_in_words_of_python(self):
        scene = carom.scene("billiard-break")
        for call, words in ((lambda: scene.resolve(polcy="x"), "unexpected keyword argument 'polcy'"),
                            (lambda: scene.resolve(polcy="x"), "did you mean policy?"),
                            (lambda: scene.simulate(untl=1), "'untl'; did you mean until?"),
                            (lambda: scene.design(vry="theta"), "'vry'; did you mean vary?"),
                            (lambda: carom.impact([[1]], [[1]], [-1], restitutin=1), "did you mean restitution?"),
                            (lambda: carom.law("routh", mas=[[1]]), "did you mean mass?"),
                            (lambda: carom.audit(scene, [0], [0], leastnoise=1), "did you mean least_noise?"),
                            (lambda: scene.resolve(1), "takes 1 positional argument"),
                            (lambda: carom.impact(), "missing 3 required positional arguments"),
                            (lambda: scene.sweep(measure=3, theta=(1, 2, 3)), "measure: expected a str")):
            with self.assertRaises(TypeError) as caught:
                call()
            self.assertIn(words, str(caught.exception))
            self.assertNotIn("C++", str(caught.exception))
            self.assertNotIn("::", str(caught.exception))

    def test_a_name_longer_than_any_file_is_unknown(self):
        with self.assertRaises(carom.CommandError) as caught:
            carom.scene("a" * 5000)
        self.assertIn("unknown scene", str(caught.exception))
        self.assertLess(len(str(caught.exception)), 3000)

    def test_half_a_surrogate_pair_is_no_text(self):
        scene = carom.scene("billiard-break")
        for call in (lambda: carom.scene("\ud800"), lambda: scene(theta="\ud800"), lambda: scene(**{"\ud800": 1}),
                     lambda: scene.resolve(policy="\ud800"), lambda: scene.sweep(measure="\ud800", theta=(1, 2, 3))):
            with self.assertRaises(carom.CommandError) as caught:
                call()
            self.assertIn("surrogate", str(caught.exception))


class BadInput(unittest.TestCase):
    def check(self, error, place, call):
        with self.assertRaises(error) as caught:
            call()
        self.assertEqual(caught.exception.place, place)
        self.assertNotIn("\n", str(caught.exception))
        self.assertNotIn("--", str(caught.exception))
        return caught.exception

    def test_unknown_names_and_the_nearest(self):
        error = self.check(carom.CommandError, "thetta", lambda: carom.scene("billiard-break", thetta=2))
        self.assertTrue(error.expected.startswith("theta,"), error.expected)
        self.assertIn("density", error.expected)
        error = self.check(carom.CommandError, "scene", lambda: carom.scene("billiard-brake"))
        self.assertTrue(error.expected.startswith("billiard-break"), error.expected)
        scene = carom.scene("billiard-break")
        self.check(carom.CommandError, "policy", lambda: scene.resolve(policy="most"))
        self.check(carom.CommandError, "policy", lambda: scene.resolve(policy="priority:zz"))
        with self.assertRaises(TypeError):
            scene.resolve(max_stats=3)

    def test_values(self):
        scene = carom.scene("billiard-break")
        self.check(carom.CommandError, "theta", lambda: scene(theta=math.nan))
        self.check(carom.CommandError, "theta", lambda: scene(theta=-math.inf))
        self.check(carom.CommandError, "theta", lambda: scene(theta="2+"))
        self.check(carom.CommandError, "theta", lambda: scene(theta=None))
        error = self.check(carom.SceneError, "theta", lambda: scene(theta=-1))
        self.assertIn("out of range", error.problem)
        self.assertEqual(error.file, "billiard-break")
        for wrong in ([1.0], np.ones(3), True, 1j, object()):
            with self.assertRaises(TypeError):
                scene(theta=wrong)

    def test_options(self):
        scene = carom.scene("billiard-break")
        self.check(carom.CommandError, "restitution", lambda: scene.resolve(restitution=1.5))
        self.check(carom.CommandError, "max_states", lambda: scene.resolve(max_states=0))
        self.check(carom.CommandError, "max_states", lambda: scene.resolve(max_states=-1))
        self.check(carom.CommandError, "max_memory", lambda: scene.resolve(max_memory="lots"))
        self.check(carom.CommandError, "seed", lambda: scene.resolve(seed=3))
        self.check(carom.CommandError, "policy", lambda: scene.resolve(policy="approach-speed", sample=3))
        self.check(carom.CommandError, "gradient", lambda: scene.impact().resolve(gradient=True))

    def test_files_and_texts(self):
        self.check(carom.SceneError, "", lambda: carom.scene(pathlib.Path("/nowhere/x.carom.json")))
        error = self.check(carom.SceneError, "bodies", lambda: carom.scene('{"format": 1,\n\n"bodies": 3}'))
        self.assertEqual(error.line, 3)
        with self.assertRaises(carom.SceneError):
            carom.scene("{ not json")
        with self.assertRaises(carom.SceneError):
            carom.scene({"format": 99})
        with self.assertRaises(carom.SceneError):
            carom.scene(os.devnull)
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(carom.SceneError):
            carom.scene(folder + "/")
        for wrong in (3, None, b"x", ["billiard-break"]):
            with self.assertRaises(TypeError):
                carom.scene(wrong)

    def test_errors_are_pickled(self):
        error = self.check(carom.SceneError, "theta", lambda: carom.scene("billiard-break", theta=-1))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.place, again.expected), (str(error), error.place, error.expected))

    def test_classes_have_no_constructors(self):
        for kind in (carom.Scene, carom.Report, carom.Outcome, carom.Graph, carom.Run, carom.Sweep, carom.Impact):
            with self.assertRaises(TypeError):
                kind()


class Landing(unittest.TestCase):
    def test_as_the_program_says(self):
        scene = carom.scene("minitaur")
        landing = scene.landing(tilt="5deg", points=3, samples=10, seed=2)
        document = carom_json(
            "landing", "minitaur", "--tilt", "5deg", "--points", "3", "--samples", "10", "--seed", "2", "--json"
        )
        self.assertEqual(plain(landing), document)
        self.assertEqual([one.pitch for one in landing.tilted], [-math.radians(5), 0, math.radians(5)])
        self.assertGreater(landing.stance.xi, 0)

    def test_errors(self):
        scene = carom.scene("minitaur")
        with self.assertRaises(carom.CommandError):
            scene.landing(tilt="5kg")
        with self.assertRaises(TypeError):
            scene.landing(tilts="5deg")
        with self.assertRaises(carom.CommandError):
            scene.landing(feet="heel")


if __name__ == "__main__":
    main()
