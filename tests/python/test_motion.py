#!/usr/bin/env python3
"""Runs, against `carom simulate --json`, motion by hand, and the conservation of energy."""

import json
import unittest

import carom
import numpy as np
from support import carom_text, main
from test_resolve import plain


class SameAsTheCommandLine(unittest.TestCase):
    def compare(self, name, options, command, **arguments):
        run = carom.scene(name, **arguments).simulate(**options)
        settings = [part for key, value in arguments.items() for part in ("--set", f"{key}={value}")]
        text = carom_text("simulate", name, "--json", *settings, *command)
        self.assertEqual(run.to_json(), text)
        document = json.loads(text)
        for key, value in document.items():
            mine = getattr(run, key)
            if key == "impacts":
                self.assertEqual(len(mine), len(value))
                for impact, entry in zip(mine, value):
                    theirs = plain(impact)
                    theirs.pop("report")
                    self.assertEqual(theirs, entry)
            else:
                self.assertEqual(plain(mine), value, key)
        return run

    def test_scenes_and_options(self):
        self.compare("billiard-break", {"until": 0.5}, ["--until", "0.5"], theta="120deg")
        self.compare("newtons-cradle", {"until": 1, "alternatives": True, "every": 10},
                     ["--until", "1", "--alternatives", "--every", "10"])
        self.compare("double-pendulum", {"until": 0.5, "step": 0.01, "local_error": True},
                     ["--until", "0.5", "--step", "0.01", "--local-error"])
        self.compare("billiard-break", {"until": 0.5, "follow": {0: ["bc", "ac"]}, "policy": "least-infeasible"},
                     ["--until", "0.5", "--follow", "0:bc,ac", "--policy", "least-infeasible"], theta="120deg")
        self.compare("double-pendulum", {"until": 0.5, "push": ["lower@0.2=0.3,0", "upper@0.1=0,0,1"]},
                     ["--until", "0.5", "--push", "lower@0.2=0.3,0", "--push", "upper@0.1=0,0,1"])
        self.compare("pen", {"until": 0.3, "restitution": 0.5}, ["--until", "0.3", "--restitution", "0.5"])
        self.compare("billiard-break", {"until": 0.1, "quantity": ["gap ac", "E total"]},
                     ["--until", "0.1", "--quantity", "gap ac", "--quantity", "E total"])
        self.compare("trex", {"until": 0.01}, ["--until", "0.01"], row="optimised")
        self.compare("rhex", {"until": 0.01}, ["--until", "0.01"])
        run = self.compare("double-pendulum", {"until": 1, "max_steps": 20}, ["--until", "1", "--max-steps", "20"])
        self.assertFalse(run.complete)
        self.assertEqual(run.limit, "max-steps")


class Runs(unittest.TestCase):
    def test_flight_after_the_break(self):
        scene = carom.scene("billiard-break", theta="120deg")
        report, run = scene.resolve(), scene.simulate(0.5, every=100)
        start = scene.simulate(1e-6).initial.q
        outcome = next(o for o in report.outcomes if o.example == run.impacts[0].path)
        np.testing.assert_allclose(run.q, start + run.times[:, None] * outcome.velocity, atol=1e-12)
        self.assertEqual(run.q.shape, (len(run), report.dof))
        np.testing.assert_allclose(run.energy, report.energy.before, rtol=1e-12)
        self.assertEqual(run.times[-1], 0.5)

    def test_reports_of_impacts(self):
        run = carom.scene("billiard-break", theta="120deg").simulate(0.1, alternatives=True)
        impact = run.impacts[0]
        self.assertEqual(impact.xi, impact.report.xi)
        self.assertEqual(len(impact.outcomes), len(impact.report.outcomes))
        self.assertIn("<svg", impact.report._repr_html_())

    def test_ledger_adds_up(self):
        run = carom.scene("double-pendulum").simulate(1.0, step=0.01)
        np.testing.assert_allclose(run.ledger.kinetic + run.ledger.gravity + run.ledger.spring, run.energy)
        self.assertLess(run.energy_error.max_relative, 1e-3)

    def test_start(self):
        scene = carom.scene("double-pendulum")
        whole = scene.simulate(0.5, step=0.01)
        half = scene.simulate(0.25, step=0.01)
        rest = scene.simulate(0.25, step=0.01, start=(half.final.q, half.final.p))
        np.testing.assert_allclose(rest.final.q, whole.final.q, atol=1e-9)

    def test_what_the_scene_computed_for_the_start(self):
        scene = carom.scene("trex")
        run = scene.simulate(0.002)
        self.assertEqual(plain(run.derived), plain(scene.resolve().derived))
        self.assertAlmostEqual(run.derived.tail_length, scene.derived["tail_length"].value, 12)
        self.assertEqual(run.touching.contacts, ("tail", "left"))
        self.assertLess(run.touching.residual, 1e-12)
        moved = {move.name: move.by for move in run.touching.moved}
        self.assertNotEqual(moved["theta"], 0)
        other = scene.simulate(0.002, start=(run.final.q, run.final.p))
        self.assertIsNone(other.touching)  # nothing was moved for this start
        self.assertIsNotNone(other.derived)
        ball = carom.scene("double-pendulum").simulate(0.01)
        self.assertIsNone(ball.derived)
        self.assertIsNone(ball.touching)

    def test_arrays_are_kept_and_read_only(self):
        run = carom.scene("double-pendulum").simulate(0.1)
        self.assertIs(run.q, run.q)
        q = run.q
        del run
        with self.assertRaises(ValueError):
            q[0, 0] = 1

    def test_bad_input(self):
        scene = carom.scene("billiard-break")
        for place, options in (("until", {"until": -1}), ("until", {"until": "soon"}),
                               ("step", {"until": 1, "step": 0}),
                               ("until", {"until": float("nan")}), ("every", {"until": 1, "every": 0}),
                               ("policy", {"until": 1, "policy": "x"}), ("follow", {"until": 1, "follow": {0: ["zz"]}}),
                               ("follow", {"until": 1, "follow": {-1: ["ac"]}}),
                               ("start[0]", {"until": 1, "start": ([1], [2])}),
                               ("start[1][2]", {"until": 1, "start": (np.zeros(6), [0, 0, np.nan, 0, 0, 0])}),
                               ("start[0]", {"until": 1, "start": (np.zeros(6), np.zeros(6))}),
                               ("restitution", {"until": 1, "restitution": 2})):
            with self.subTest(**options), self.assertRaises(carom.CommandError) as caught:
                scene.simulate(**options)
            self.assertEqual(caught.exception.place, place)
        for options in ({"until": None}, {"until": [1]}, {"until": 1, "follow": ["ac"]}, {"until": 1, "start": 3}):
            with self.subTest(**options), self.assertRaises((TypeError, carom.CommandError)):
                scene.simulate(**options)


if __name__ == "__main__":
    main()
