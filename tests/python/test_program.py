#!/usr/bin/env python3
"""Functions that ask the program, and answers that pickle."""

import os
import pickle
import re
import tempfile
import unittest
from importlib import import_module
from pathlib import Path

import numpy as np

import carom
from support import SOURCE, carom_json, main


class Program(unittest.TestCase):
    def test_compare_is_the_document(self):
        scene = carom.scene("billiard-break", theta="120deg")
        document = carom_json("compare", "billiard-break", "--json", "--set", "theta=120deg", "--restitution", "0.5")
        answer = carom.compare(scene, restitution=0.5)
        self.assertEqual([model.name for model in answer.models], [model["name"] for model in document["models"]])
        self.assertEqual(answer.models[0].momentum, document["models"][0]["momentum"])
        self.assertEqual(answer.made.restitution, 0.5)

    def test_a_scene_of_ones_own_goes_through_a_pipe(self):
        text = carom.scene("billiard-break").text.replace("Billiard", "Own")
        own = carom.scene(text, theta=2.0)
        self.assertEqual(carom.compare(own).models[0].momentum,
                         carom.compare(carom.scene("billiard-break", theta=2.0)).models[0].momentum)

    def test_robust(self):
        answer = carom.robust("billiard-break", {"theta": "0.5deg", "ra": 1e-4}, samples=200, seed=3)
        document = carom_json("robust", "billiard-break", "--json", "--tolerance", "theta=0.5deg,ra=0.0001", "--samples", "200",
                              "--seed", "3")
        self.assertEqual(answer.xi.q95, document["xi"]["q95"])
        self.assertGreater(answer.xi.max, answer.xi.median)

    def test_futures_and_orbits(self):
        answer = carom.futures(carom.scene("billiard-break", theta="100deg"), 0.1, times=3)
        self.assertEqual([future.probability for future in answer.ends], [0.5, 0.5])
        self.assertEqual(answer.distinct, [1, 2, 2])
        swing = carom.scene("double-pendulum", angle1="10deg", angle2="14deg")
        found = carom.orbit(swing, 2.3).orbits[0]
        self.assertEqual(found.stability, "neutral")
        again = carom.orbit(swing, 2.0, vary=["period"]).orbits[0]
        self.assertFalse(again.found)
        self.assertIn("misses", again.failed)

    def test_a_gait_that_returns_needs_no_period(self):
        gait = carom.orbit("compass-gait")
        self.assertTrue(gait.found)
        self.assertAlmostEqual(gait.period, 0.73434786, 6)
        with self.assertRaisesRegex(carom.CommandError, "--period: is needed"):
            carom.orbit("superball")

    def test_landing(self):
        answer = carom.landing("minitaur", samples=10, points=1)
        self.assertEqual(answer.stance.xi, carom_json("landing", "minitaur", "--json", "--samples", "10", "--points", "1")
                         ["stance"]["xi"])

    def test_landings_of_robots(self):
        robot = os.path.join(SOURCE, "tests", "data", "robots", "four_legs.urdf")
        alone = carom.landing(robot, samples=5, points=1)
        both = carom.landing("minitaur", robot, samples=5, points=1)
        self.assertEqual([len(each.feet) for each in both.landings], [2, len(alone.feet)])
        self.assertEqual(both.landings[1].stance.xi_bounds, alone.stance.xi_bounds)
        with self.assertRaises(carom.CommandError):
            carom.landing("minitaur", carom.scene("rhex"))

    def test_the_variation_of_a_run(self):
        run = carom.scene("double-pendulum").simulate(0.5, variation=True)
        self.assertEqual(len(run.variation.map), 4)
        self.assertIsNone(carom.scene("double-pendulum").simulate(0.1).variation)

    def test_faults_are_exceptions_with_the_near_name(self):
        with self.assertRaisesRegex(carom.CommandError, "expected --restitution"):
            carom.compare("billiard-break", restituton=0.5)
        with self.assertRaisesRegex(carom.CommandError, "expected one of outcomes"):
            carom.figure("outcoms", "x.pdf")
        with self.assertRaises(carom.SceneError):
            carom.compare(carom.scene("billiard-break")(ra=1e-3), start="no-such-file.json")

    def test_the_tables_have_the_options_of_the_program(self):
        program = import_module("carom._program")
        for command in ("compare", "robust", "futures", "orbit", "landing", "figure", "study run", "import"):
            shown = re.findall(r"^  (?:-\w,)?(--[\w-]+)", program._run([*command.split(), "--help"]), re.MULTILINE)
            with self.subTest(command):
                self.assertEqual(set(program._options(command)), set(shown) - set(program._OWN))

    def test_no_keyword_is_passed_over(self):
        """A value that leaves no word on the command line, such as an empty list, hides no wrong name."""
        ask = {
            "compare": lambda **words: carom.compare("billiard-break", **words),
            "robust": lambda **words: carom.robust("billiard-break", {"theta": "1deg"}, **words),
            "futures": lambda **words: carom.futures("billiard-break", 0.1, **words),
            "orbit": lambda **words: carom.orbit("double-pendulum", 1, **words),
            "landing": lambda **words: carom.landing("minitaur", **words),
            "figure": lambda **words: carom.figure("energy", "/nowhere/a.pdf", **words),
            "study": lambda **words: carom.study({"format": 1}, **words),
            "import_robot": lambda **words: carom.import_robot("/nowhere/a.urdf", **words),
        }
        for name, function in ask.items():
            for nothing in ([], (), None, False, {}, 1, "x"):
                with self.subTest(name, value=nothing), self.assertRaisesRegex(carom.CommandError, "unknown option --samplez"):
                    function(samplez=nothing)
            with self.subTest(name), self.assertRaisesRegex(carom.CommandError, f"is no option of carom.{name}"):
                function(output="/nowhere/b")
        with self.assertRaisesRegex(carom.CommandError, "restitution: is empty; expected R"):
            carom.compare("billiard-break", restitution=[])
        self.assertTrue(carom.compare("billiard-break", restitution=None, **{"set": []}).models)

    def test_values_that_are_none_have_a_place_and_a_reason(self):
        class Broken:
            def __str__(self):
                raise RuntimeError("no text")

        for value, says in ((float("nan"), "restitution: is nan"), (np.float32("inf"), "restitution: is inf"),
                            ("0.5\0", "zero byte"), ("\ud800", "surrogate"), (10**5000, "digits"),
                            (b"0.5", "not bytes"), (Broken(), "not Broken"), ({"a": float("nan")}, r"restitution\['a'\]")):
            with self.subTest(says), self.assertRaisesRegex((carom.CommandError, TypeError), says):
                carom.compare("billiard-break", restitution=value)
        for call, says in ((lambda: carom.compare(5), "scene: .* not int"), (lambda: carom.figure(5, "a.pdf"), "name: "),
                           (lambda: carom.figure("energy", b"a.pdf"), "file: .* not bytes"),
                           (lambda: carom.figure("energy", ""), "file: is empty"),
                           (lambda: carom.figure("--list", "a.pdf"), "unknown figure '--list'"),
                           (lambda: carom.study([]), "study: .* not list"), (lambda: carom.import_robot(None), "robot: ")):
            with self.subTest(says), self.assertRaisesRegex((carom.CommandError, TypeError), says):
                call()
        with self.assertRaisesRegex(carom.SceneError, "^study: line 1"):
            carom.study({"format": 1, "axes": []})
        with self.assertRaisesRegex(carom.CommandError, "study: out of range float"):
            carom.study({"format": 1, "axes": [{"name": "theta", "values": [float("nan")]}]})

    def test_arrays_and_paths_are_taken(self):
        half = carom.compare("billiard-break", restitution=0.5).models[0].momentum
        for value in (np.float32(0.5), np.array(0.5), np.array([0.5]), np.array([0.5, 9])[::2], "0.5"):
            self.assertEqual(carom.compare("billiard-break", restitution=value).models[0].momentum, half)
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder, "-q.carom.json")  # no option
            scene.write_text(carom.scene("billiard-break").text, encoding="utf-8")
            here = os.getcwd()
            try:
                os.chdir(folder)
                self.assertEqual(carom.compare(Path("-q.carom.json"), restitution=0.5).models[0].momentum, half)
                carom.figure("energy", Path("-a.pdf"), style={"y": "my label"})
                self.assertTrue(Path("-a.pdf").exists())
            finally:
                os.chdir(here)
        answer = carom.study({"format": 1, "scene": "billiard-break", "measures": ["xi"],
                              "axes": [{"name": "theta", "values": np.linspace(1.5, 2, 3)}]})
        self.assertEqual(len(answer.measures[0].values), 3)

    def test_figure(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "a.pdf")
            self.assertIsNone(carom.figure("ordering-graph", file, carom.scene("billiard-break", theta=2), width="60mm"))
            with open(file, "rb") as made:
                self.assertTrue(made.read().startswith(b"%PDF-"))

    def test_study(self):
        study = {"format": 1, "scene": "billiard-break", "measures": ["xi"],
                 "axes": [{"name": "theta", "values": ["60deg", "90deg", "120deg"]}]}
        answer = carom.study(study)
        swept = carom.scene("billiard-break").sweep(theta=("60deg", "120deg", 3))
        for ours, other in zip(answer.measures[0].values, swept.values):
            self.assertAlmostEqual(ours, other, delta=1e-14)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "xi.csv")
            self.assertIsNone(carom.study(study, file))
            self.assertTrue(os.path.getsize(file) > 100)

    def test_import_robot(self):
        robot = os.path.join(SOURCE, "tests", "data", "robots", "four_legs.urdf")
        scene = carom.import_robot(robot, floating=True)
        self.assertIsInstance(scene, carom.Scene)
        self.assertEqual(scene.name, "four_legs")

    def test_answers_pickle(self):
        scene = carom.scene("billiard-break", theta="120deg")
        report, again = (pickle.loads(pickle.dumps(each)) for each in [scene.resolve(restitution=0.5)] * 2)
        self.assertEqual(report.to_json(), scene.resolve(restitution=0.5).to_json())
        self.assertEqual(again.xi, report.xi)
        impact = carom.impact([[1, 0], [0, 1]], [[1, 0], [-0.6, 0.8]], [-1, -1])
        self.assertEqual(pickle.loads(pickle.dumps(impact.resolve())).xi, impact.resolve().xi)
        run = scene.simulate(0.01, policy="least-infeasible")
        self.assertTrue((pickle.loads(pickle.dumps(run)).q == run.q).all())
        sweep = scene.sweep(theta=("60deg", "120deg", 5), measure="outcomes")
        self.assertTrue((pickle.loads(pickle.dumps(sweep)).values == sweep.values).all())

    def test_parts_of_answers_say_what_pickles(self):
        report = carom.scene("billiard-break", theta="120deg").resolve()
        for part in (report.outcomes, report.outcomes[0], report.graph):
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                with self.assertRaisesRegex(TypeError, "a part of an answer; pickle the whole"):
                    pickle.dumps(part, protocol)

    def test_another_python_is_told(self):
        explained = import_module("carom._versions").explained
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "_core.cpython-311-x86_64-linux-gnu.so"), "wb"):
                pass
            message = str(explained(ImportError("no _core"), folder, (3, 12)))
            self.assertIn("built for Python 3.11, and this is Python 3.12", message)
            self.assertEqual(str(explained(ImportError("no _core"), folder, (3, 11))), "no _core")


if __name__ == "__main__":
    main()
