#!/usr/bin/env python3
"""Impacts of given arrays, against all sequences of reflections by brute force in NumPy and the command line."""

import json
import os
import pickle
import tempfile
import unittest

import carom
import numpy as np
from support import carom_text, main


def random_impact(random, n, k):
    """A mass matrix, normals and a momentum, some of whose contacts close."""
    root = random.normal(size=(n, n))
    return root @ root.T + np.eye(n), random.normal(size=(k, n)), random.normal(size=n)


def all_orderings(mass, normals, momentum, most=24, most_words=120):
    """The ends and lengths of all words of reflections p - 2 <p, u> u; None where they are many or long."""
    inverse = np.linalg.inv(mass)
    units = normals / np.sqrt(np.einsum("ij,jk,ik->i", normals, inverse, normals))[:, None]
    scale = np.sqrt(momentum @ inverse @ momentum)
    ends, waiting = [], [(momentum, 0)]
    while waiting:
        p, length = waiting.pop()
        closing = units @ inverse @ p
        if np.any(np.abs(closing) < 1e-9 * scale) or length > most or len(ends) + len(waiting) > most_words:
            return None  # nearly grazing, or too much work for this way
        moves = np.flatnonzero(closing < 0)
        if moves.size == 0:
            ends.append((p, length))
        waiting.extend((p - 2 * closing[i] * units[i], length + 1) for i in moves)
    return ends


def distance(mass, a, b):
    return np.sqrt((a - b) @ np.linalg.solve(mass, a - b))


class Brute(unittest.TestCase):
    def test_outcomes_counts_and_xi_of_random_impacts(self):
        random = np.random.default_rng(7)
        checked = several = 0
        for _ in range(500):
            n = int(random.integers(2, 6))
            k = int(random.integers(1, min(n, 3) + 1))  # at most n: independent normals cannot jam
            mass, normals, momentum = random_impact(random, n, k)
            ends = all_orderings(mass, normals, momentum)
            if ends is None:
                continue
            report = carom.impact(mass, normals, momentum).resolve()
            norm = np.sqrt(momentum @ np.linalg.solve(mass, momentum))
            self.assertEqual(report.orderings, len(ends))
            lengths = [length for _, length in ends]
            self.assertEqual((report.lengths.min, report.lengths.max), (min(lengths), max(lengths)))
            momenta = [outcome.momentum for outcome in report.outcomes]
            for end, _ in ends:
                self.assertLess(min(distance(mass, end, p) for p in momenta), 1e-9 * norm)
            for p in momenta:
                self.assertLess(min(distance(mass, end, p) for end, _ in ends), 1e-9 * norm)
            xi = max(distance(mass, a, b) for a, _ in ends for b, _ in ends) / norm
            self.assertAlmostEqual(report.xi, xi, delta=1e-9)
            checked += 1
            several += len(momenta) > 1
        self.assertGreater(checked, 300)
        self.assertGreater(several, 50)

    def test_impulses_lead_to_the_momentum(self):
        random = np.random.default_rng(8)
        for _ in range(200):
            mass, normals, momentum = random_impact(random, 4, 2)
            for outcome in carom.impact(mass, normals, momentum).resolve().outcomes:
                end = momentum + outcome.impulses @ normals
                np.testing.assert_allclose(outcome.momentum, end, atol=1e-9 * np.linalg.norm(momentum))
                np.testing.assert_allclose(mass @ outcome.velocity, outcome.momentum, atol=1e-9)

    def test_restitution_of_a_single_contact(self):
        random = np.random.default_rng(9)
        for _ in range(100):
            mass, normals, momentum = random_impact(random, 3, 1)
            e = random.uniform()
            inverse = np.linalg.inv(mass)
            u = normals[0] / np.sqrt(normals[0] @ inverse @ normals[0])
            c = u @ inverse @ momentum
            end = momentum - (1 + e) * c * u if c < 0 else momentum
            for given in (e, [e]):
                report = carom.impact(mass, normals, momentum, restitution=given).resolve()
                np.testing.assert_allclose(report.outcomes[0].momentum, end, atol=1e-9)


class Document(unittest.TestCase):
    def test_same_as_resolve_problem(self):
        random = np.random.default_rng(10)
        with tempfile.TemporaryDirectory() as folder:
            for number in range(10):
                mass, normals, momentum = random_impact(random, 4, 3)
                given = {"mass_matrix": mass.tolist(), "normals": normals.tolist(), "momentum": momentum.tolist()}
                arguments = {}
                if number % 2:
                    given["names"] = arguments["names"] = ["left", "right", "<top>"]
                if number % 3 == 2:
                    given["restitution"] = arguments["restitution"] = [1.0, 0.5, 0.9]
                file = os.path.join(folder, "impact.json")
                with open(file, "w", encoding="utf-8") as out:
                    json.dump(given, out)
                document = carom.impact(mass, normals, momentum, **arguments).resolve().to_dict()
                expected = json.loads(carom_text("resolve", "--problem", file, "--json"))
                expected["scene"] = ""
                self.assertEqual(document, expected)


class Arrays(unittest.TestCase):
    def setUp(self):
        self.mass = np.diag([1.0, 2.0, 3.0])
        self.normals = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])
        self.momentum = np.array([1.0, 0.0, 0.0])
        self.impact = carom.impact(self.mass, self.normals, self.momentum)

    def test_attributes_are_what_was_given(self):
        np.testing.assert_array_equal(self.impact.mass_matrix, self.mass)
        np.testing.assert_array_equal(self.impact.normals, self.normals)
        np.testing.assert_array_equal(self.impact.momentum, self.momentum)
        np.testing.assert_allclose(self.impact.velocity, [1, 0, 0])
        np.testing.assert_allclose(self.impact.approach_speed, [-1, 0])
        np.testing.assert_allclose(self.impact.gram, self.impact.unit_normals @ np.diag([1, 1 / 2, 1 / 3]) @
                                   self.impact.unit_normals.T, atol=1e-15)
        self.assertEqual(self.impact.names, ["u0", "u1"])
        self.assertAlmostEqual(self.impact.energy, 0.5)

    def test_later_changes_of_what_was_given_do_not_matter(self):
        self.momentum[0] = 7
        self.normals[:] = 0
        np.testing.assert_array_equal(self.impact.momentum, [1, 0, 0])
        self.assertEqual(self.impact.normals[0, 0], -1)

    def test_arrays_are_read_only(self):
        for array in (self.impact.mass_matrix, self.impact.normals, self.impact.momentum, self.impact.gram,
                      self.impact.resolve().outcomes[0].momentum, self.impact.resolve().gram):
            with self.assertRaises(ValueError):
                array[0] = 1

    def test_layouts_and_types_of_numbers(self):
        for convert in (np.asfortranarray, lambda a: a[::-1][::-1], np.ndarray.tolist, lambda a: a.astype("f4"),
                        lambda a: a.astype(int), lambda a: a.astype(">f8")):
            impact = carom.impact(convert(self.mass), convert(self.normals), convert(self.momentum))
            np.testing.assert_array_equal(impact.normals, self.normals)
            np.testing.assert_array_equal(impact.mass_matrix, self.mass)

    def test_with_momentum(self):
        other = self.impact.with_momentum([2, 0, 0])
        np.testing.assert_array_equal(other.momentum, [2, 0, 0])
        np.testing.assert_allclose(other.resolve().outcomes[0].momentum, 2 * self.impact.resolve().outcomes[0].momentum)
        with self.assertRaises(carom.CommandError):
            self.impact.with_momentum([1, 2])

    def test_no_contact_and_no_approach(self):
        report = carom.impact(np.eye(2), np.empty((0, 2)), [1, 2]).resolve()
        self.assertEqual((report.xi, report.orderings, report.states), (0, 1, 1))
        np.testing.assert_array_equal(report.outcomes[0].momentum, [1, 2])

    def test_pickle(self):
        impact = carom.impact(self.mass, self.normals, self.momentum, names=["a", "b"], restitution=[0.1, 0.7])
        again = pickle.loads(pickle.dumps(impact))
        self.assertEqual(again.resolve().to_json(), impact.resolve().to_json())
        self.assertEqual(again.names, ["a", "b"])
        np.testing.assert_array_equal(again.restitution, [0.1, 0.7])
        # An answer is asked again with the same bits.
        self.assertEqual(pickle.loads(pickle.dumps(impact.resolve())).to_json(), impact.resolve().to_json())


class BadInput(unittest.TestCase):
    def check(self, error, place, *arguments, **options):
        with self.assertRaises(error) as caught:
            carom.impact(*arguments, **options)
        self.assertIsInstance(caught.exception, carom.Error)
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(caught.exception.place, place)
        self.assertIn(place, str(caught.exception))

    def test_shapes(self):
        one = np.eye(2)
        self.check(carom.CommandError, "mass_matrix", np.eye(3), [[1, 0]], [1, 2])
        self.check(carom.CommandError, "mass_matrix", [1, 2], [[1, 0]], [1, 2])
        self.check(carom.CommandError, "normals", one, [1, 0], [1, 2])
        self.check(carom.CommandError, "normals", one, [[1, 0, 0]], [1, 2])
        self.check(carom.CommandError, "normals", one, [[1, 0], [1]], [1, 2])
        self.check(carom.CommandError, "momentum", one, [[1, 0]], 3.0)
        self.check(carom.CommandError, "momentum", one, [[1, 0]], None)

    def test_numbers(self):
        one = np.eye(2)
        self.check(carom.CommandError, "normals[0, 1]", one, [[1, np.nan]], [1, 2])
        self.check(carom.CommandError, "momentum[1]", one, [[1, 0]], [1, np.inf])
        self.check(carom.CommandError, "momentum", one, [[1, 0]], ["1", "2"])
        self.check(carom.CommandError, "momentum", one, [[1, 0]], [1j, 2])
        self.check(carom.CommandError, "mass_matrix", [[True, False], [False, True]], [[1, 0]], [1, 2])

    def test_names_and_restitution(self):
        one, two = np.eye(2), [[1, 0], [0, 1]]
        self.check(carom.CommandError, "names", one, two, [1, 2], names=["a"])
        self.check(carom.CommandError, "names[1]", one, two, [1, 2], names=["a", "a"])
        self.check(carom.CommandError, "restitution[1]", one, two, [1, 2], restitution=[0.5, 1.5])
        self.check(carom.CommandError, "restitution[0]", one, two, [1, 2], restitution=float("nan"))
        self.check(carom.CommandError, "restitution", one, two, [1, 2], restitution=[0.5])
        self.check(carom.CommandError, "restitution", one, two, [1, 2], restitution=10**400)
        self.check(carom.CommandError, "momentum", one, two, np.ma.array([1, 2], mask=[False, True]))
        self.assertEqual(carom.impact(np.ma.array(one), two, [1, 2]).names, ["u0", "u1"])
        self.check(carom.CommandError, "names[0]", one, two, [1, 2], names=["", "b"])
        self.check(carom.CommandError, "names[1]", one, two, [1, 2], names=["a", "b\0"])
        with self.assertRaises(TypeError):
            carom.impact(one, two, [1, 2], names=[1, 2])
        with self.assertRaisesRegex(TypeError, "order"):
            carom.impact(one, two, [1, 2], names={"a", "b"})
        for half in (np.float32(0.5), np.array(0.5), 0.5):
            np.testing.assert_array_equal(carom.impact(one, two, [1, 2], restitution=half).restitution, [0.5, 0.5])
        with self.assertRaisesRegex(TypeError, "gradient: expected True or False, not ndarray"):
            carom.impact(one, two, [1, 2]).resolve(gradient=np.array([1, 2]))

    def test_no_impact(self):
        self.check(carom.ImpactError, "", [[1, 2], [2, 1]], [[1, 0]], [1, 2])
        self.check(carom.ImpactError, "", [[1, 2], [0, 1]], [[1, 0]], [1, 2])
        self.check(carom.ImpactError, "", np.zeros((2, 2)), [[1, 0]], [1, 2])
        self.check(carom.ImpactError, "", np.eye(2), [[0, 0]], [1, 2])


if __name__ == "__main__":
    main()
