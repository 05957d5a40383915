#!/usr/bin/env python3
"""Sweeps, designs and collision laws, against the command line and formulas."""

import math
import unittest
import warnings

import carom
import numpy as np
from support import carom_json, main
from test_resolve import plain


class Sweeps(unittest.TestCase):
    def setUp(self):
        self.scene = carom.scene("billiard-break")

    def compare(self, sweep, *command):
        document = carom_json("sweep", "billiard-break", "--json", *command)
        for axis in document["over"]:
            self.assertEqual(sweep.over[axis["name"]].tolist(), axis["values"])
        if sweep.measure == "orderings":
            document["values"] = [None if count is None else int(count) for count in document["values"]]
        self.assertEqual(plain(sweep.values), document["values"])
        self.assertEqual(sweep.empty.tolist(), document["empty"])
        self.assertEqual((sweep.measure, sweep.complete), (document["measure"], document["complete"]))

    def test_same_as_the_command_line(self):
        self.compare(self.scene.sweep(theta=("30deg", "180deg", 31)), "--over", "theta=30deg:180deg:31")
        self.compare(self.scene.sweep(theta=("60deg", math.pi, 5), rb=(0.01, "2*ra", 4)),
                     "--over", "theta=60deg:180deg:5", "--over", "rb=0.01:2*ra:4")
        for measure in ("gram", "gram:bc:ac", "outcomes", "orderings", "distance:moreau"):
            self.compare(self.scene.sweep(theta=(1, 3, 9), measure=measure),
                         "--over", "theta=1:3:9", "--measure", measure)

    def test_points_are_those_of_resolve(self):
        values = [1.1, 2.0, 1.5]
        sweep = self.scene(ra=0.02).sweep(theta=values)
        self.assertEqual(sweep.values.tolist(), [self.scene(ra=0.02, theta=t).resolve().xi for t in values])
        self.assertEqual(len(sweep), 3)
        array = self.scene(ra=0.02).sweep(theta=np.array(values))
        np.testing.assert_array_equal(array.values, sweep.values)

    def test_shape_and_order_of_two_axes(self):
        table = self.scene.sweep(theta=[1.2, 2.2], rb=[0.02, 0.03, 0.04])
        self.assertEqual(table.values.shape, (2, 3))
        self.assertEqual(table.values[1, 0], self.scene(theta=2.2, rb=0.02).resolve().xi)

    def test_empty_points(self):
        sweep = self.scene.sweep(theta=[0.1, 2.0])  # a and b overlap at the first
        self.assertTrue(math.isnan(sweep.values[0]))
        self.assertEqual(sweep.empty.tolist(), ["impossible", None])

    def test_a_table_that_is_mostly_empty_warns(self):
        with self.assertWarnsRegex(RuntimeWarning, "^xi: 2 of 3 points are empty: billiard-break"):
            self.scene.sweep(theta=[0.1, 2.0, 0.2])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.scene.sweep(theta=[0.1, 2.0])
            with self.assertRaises(RuntimeWarning):  # which code may treat as an error
                self.scene.sweep(theta=[0.1])

    def test_exact_counts(self):
        sweep = carom.scene("converging-line").sweep(n=[3, 6], measure="orderings")
        self.assertEqual(sweep.exact.tolist(), [2, 292864])
        self.assertIsInstance(sweep.exact[1], int)

    def test_bad_input(self):
        for place, axes in (("theta", {"theta": (1, 2, 0)}), ("theta", {"theta": (1, 2)}), ("theta", {"theta": []}),
                            ("theta[1]", {"theta": [1, math.nan]}), ("theta", {"theta": ("1/0", 2, 3)}),
                            ("theta", {"theta": ("what", 2, 3)}), ("theta", {"theta": (1, 2, 10**12)}),
                            ("theta", {"theta": 3}), ("thet", {"thet": [1]}), ("sweep", {}),
                            ("sweep", {"theta": [1], "ra": [1], "rb": [1]}),
                            ("sweep", {"theta": (1, 2, 10**4), "ra": (1, 2, 10**4)}),
                            ("measure", {"theta": [1], "measure": "xy"}),
                            ("max_states", {"theta": [1], "max_states": 0})):
            with self.subTest(axes=axes), self.assertRaises(carom.CommandError) as caught:
                self.scene.sweep(**axes)
            self.assertEqual(caught.exception.place, place)


class Designs(unittest.TestCase):
    def test_same_as_the_command_line(self):
        scene = carom.scene("billiard-break", theta="80deg")
        answer = scene.design({"theta": ("60deg", "100deg"), "rc": None}, pairs={("ac", "bc"): 2}, weights={"rc": 5})
        after = {variable.name: variable.after for variable in answer.variables}
        self.assertEqual(answer.designed.resolve().xi, answer.xi.after)
        for name, value in after.items():
            self.assertEqual(answer.designed.parameters[name].value, value)
        del answer.designed
        document = carom_json("design", "billiard-break", "--set", "theta=80deg", "--vary", "theta=60deg:100deg,rc",
                              "--pairs", "ac:bc=2", "--weight", "rc=5", "--json")
        self.assertEqual(plain(answer), document)
        self.assertTrue(answer.found)
        self.assertAlmostEqual(after["theta"], math.pi / 2, delta=1e-12)

    def test_orthogonal_from_the_defaults(self):
        answer = carom.scene("billiard-break", theta="80deg").design(vary=["theta"])
        self.assertTrue(answer.found)
        self.assertLess(abs(answer.designed.resolve().gram[0, 1]), 1e-12)
        nearest = carom.scene("billiard-break", theta="150deg").design("rc", pairs={("ac", "bc"): "nearest"})
        self.assertEqual(nearest.pairs[0].multiplicity, 3)

    def test_coordinates_vary(self):
        answer = carom.scene("billiard-break", theta="80deg").design(["a.x", "a.y", "b.x", "b.y"], closed=["ac"])
        self.assertTrue(answer.found)
        self.assertEqual([gap.contact for gap in answer.gaps], ["ac", "bc"])
        self.assertLess(abs(answer.designed.resolve().gram[0, 1]), 1e-12)
        self.assertAlmostEqual(answer.variables[0].after, 0.0286 * math.sqrt(2), delta=1e-12)

    def test_a_bound_is_kept(self):
        answer = carom.scene("billiard-break", theta="80deg").design({"theta": ("70deg", "85deg")})
        self.assertFalse(answer.found)
        self.assertEqual(answer.variables[0].after, math.radians(85))

    def test_faults(self):
        scene = carom.scene("billiard-break")
        for fault in ({"vary": "thta"}, {"vary": {"theta": 3}}, {"vary": {"theta": ("1/", 2)}}, {"vary": {"theta": (2, 1)}},
                      {"pairs": [["ac"]]}, {"pairs": {("ac", "bc"): 1}}, {"pairs": [("ac", "zz")]},
                      {"vary": "theta", "weights": {"ra": 1}}, {"vary": "theta", "weights": {"theta": 0}}):
            with self.subTest(fault=fault), self.assertRaises(carom.Error):
                scene.design(**fault)

    def test_nearest_fit_is_unique(self):
        scene = carom.scene("billiard-break", theta="120deg")
        designs = scene.unique_values()
        self.assertTrue(designs)
        for design in designs:
            report = scene(**{design.parameter: design.value}).resolve()
            self.assertEqual(report.certificate.unique, design.unique)
            self.assertAlmostEqual(report.gram[0, 1], -math.cos(math.pi / design.multiplicity), delta=1e-8)
            self.assertLess(report.xi, 1e-8)
        theta = next(design for design in designs if design.parameter == "theta")
        self.assertAlmostEqual(theta.value, math.pi / 2)

    def test_vary_and_contacts(self):
        scene = carom.scene("billiard-break", theta="120deg")
        self.assertEqual(scene.unique_values(vary=["ra"]), [d for d in scene.unique_values() if d.parameter == "ra"])
        self.assertEqual(scene.unique_values(["ac", "bc"]), scene.unique_values())
        with self.assertRaises(carom.CommandError):
            carom.scene("newtons-cradle").unique_values()
        with self.assertRaises(carom.SceneError):
            scene.unique_values(["ac", "zz"])
        with self.assertRaises(carom.CommandError):
            scene.unique_values(vary="thet")


class Laws(unittest.TestCase):
    mass, velocity = np.array([[3.0, -2.0], [-2.0, 3.0]]), [-1.0, -1.0]
    command = ("law", "--mass", "3,-2;-2,3", "--velocity", "-1,-1", "--json")

    def test_same_as_the_command_line(self):
        for name in carom.laws():
            if name == "bilinear":  # of spheres and discs alone
                continue
            answer = carom.law(name, self.mass, self.velocity, friction=2, restitution=0.5, path=True, accessible=8)
            document = carom_json(self.command[0], name, *self.command[1:], "--friction", "2", "--restitution", "0.5",
                                  "--path", "--accessible", "8")
            self.assertEqual(plain(answer), document, name)

    def test_all_with_those_that_refuse(self):
        answers = carom.law("all", self.mass, self.velocity, friction=2)
        document = carom_json("law", "all", *self.command[1:], "--friction", "2")["laws"]
        self.assertEqual({name: plain(answer) for name, answer in answers.items()}, document)
        self.assertIn("refused", vars(answers["bilinear"]))
        with self.assertRaises(carom.LawError):
            carom.law("bilinear", self.mass, self.velocity, friction=2)

    def test_impulse_changes_the_velocity(self):
        random = np.random.default_rng(3)
        for _ in range(100):
            d = int(random.integers(2, 4))
            root = random.normal(size=(d, d))
            mass, velocity = root @ root.T + np.eye(d), random.normal(size=d)
            velocity[0] = -abs(velocity[0])
            answer = carom.law("routh", mass, velocity, friction=random.uniform(0, 2), restitution=random.uniform())
            np.testing.assert_allclose(mass @ (answer.velocity - velocity), answer.impulse, atol=1e-9)
            self.assertAlmostEqual(answer.energy.before, 0.5 * velocity @ mass @ velocity, delta=1e-9)
            np.testing.assert_allclose(answer.sticking, -mass @ velocity, atol=1e-9)
            self.assertTrue(all(vars(answer.permissible).values()))

    def test_the_normal_turns_the_answer(self):
        random = np.random.default_rng(4)
        angle = 0.7
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        for _ in range(50):
            velocity = random.normal(size=2) - [2, 0]
            straight = carom.law("smith", self.mass, velocity, friction=0.3, restitution=0.6)
            turned = carom.law("smith", turn @ self.mass @ turn.T, turn @ velocity, normal=turn[:, 0], friction=0.3,
                               restitution=0.6)
            np.testing.assert_allclose(turned.impulse, turn @ straight.impulse, atol=1e-9)

    def test_infinite_friction(self):
        answer = carom.law("routh", self.mass, self.velocity, friction=math.inf)
        self.assertEqual(plain(answer), carom_json("law", "routh", *self.command[1:], "--friction", "inf"))

    def test_bad_input(self):
        for place, arguments, options in (
                ("name", ("rout", self.mass, self.velocity), {}),
                ("mass", ("routh", [[1, 2], [2, 1]], self.velocity), {}),
                ("mass", ("routh", [[1.0]], [-1.0]), {}),
                ("mass[0, 1]", ("routh", [[1, math.nan], [0, 1]], self.velocity), {}),
                ("velocity", ("routh", self.mass, [-1, 0, 0]), {}),
                ("normal", ("routh", self.mass, self.velocity), {"normal": [1, 1]}),
                ("accessible", ("routh", self.mass, self.velocity), {"accessible": 2})):
            with self.subTest(place=place), self.assertRaises(carom.CommandError) as caught:
                carom.law(*arguments, **options)
            self.assertEqual(caught.exception.place, place)
        for options in ({"friction": -1}, {"restitution": 2}, {"friction": math.nan}, {"sigma": 3}):
            with self.subTest(**options), self.assertRaises(carom.Error):
                carom.law("composite", self.mass, self.velocity, **options)


if __name__ == "__main__":
    main()
