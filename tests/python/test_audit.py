#!/usr/bin/env python3
"""Audits of arrays from Python."""

import json
import tempfile
import unittest
from pathlib import Path

import carom
import numpy as np
from support import main


def bounce(rebound, noise=1e-4):
    """Samples of the ball of bouncing-ball that falls to the floor at time 0 with speed 2, without spin."""
    scene = carom.scene("bouncing-ball", spin=0, angle=0, et=0)
    random = np.random.default_rng(5)
    t = (np.arange(300) - 149.6) * 1e-3
    state = scene.simulate(until=1e-3).initial
    q = np.tile(np.asarray(state.q), (len(t), 1))
    down = np.argmax(np.abs(np.asarray(state.p)[: q.shape[1]]))
    q[:, down] += np.where(t < 0, -2 * t, rebound * t) - 9.81 / 2 * t**2
    return scene, t, q + noise * random.standard_normal(q.shape)


class Audit(unittest.TestCase):
    def test_coefficients(self):
        scene, t, q = bounce(1.2)
        audit = carom.audit(scene, t, q)
        self.assertEqual([jump.verdict for jump in audit.jumps], ["explained"])
        e = getattr(audit.fit.restitution, "ball-floor")
        self.assertLess(abs(e.value - 0.6), 5 * e.error)
        self.assertLess(abs(audit.jumps[0].time), 1e-3)

    def test_the_scene_is_one_or_its_name(self):
        _, t, q = bounce(1.2)
        scene = carom.scene("bouncing-ball")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "ball.carom.json")
            file.write_text(scene.text, encoding="utf-8")
            for source in ("bouncing-ball", str(file), file):
                jumps = [[(jump.time, jump.verdict) for jump in carom.audit(one, t, q).jumps] for one in (source, scene)]
                self.assertEqual(*jumps)
        with self.assertRaisesRegex(TypeError, "scene: expected"):
            carom.audit(5, t, q)

    def test_impossible(self):
        scene, t, q = bounce(2.5)
        jump = carom.audit(scene, t, q).jumps[0]
        self.assertEqual(jump.verdict, "impossible")
        self.assertGreater(jump.energy.change, 5 * jump.energy.error)

    def test_maps(self):
        """Columns of other names, mirrored, in other units, or of a simulator, are the same motion."""
        scene, t, q = bounce(1.2)
        known = [(jump.time, jump.verdict) for jump in carom.audit(scene, t, q).jumps]
        columns = {"left": -1e3 * q[:, 0], "y": q[:, 1], "th": -q[:, 2]}
        turned = {
            "coordinates": {
                "ball.x": {"column": "left", "unit": "mm", "mirrored": True},
                "ball.y": "y",
                "ball.angle": {"column": "th", "mirrored": True},
            }
        }
        mirrored = {"base": "body", "bodies": {"ball": {"mirrored": "x"}}}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "map.json")
            file.write_text(json.dumps(turned), encoding="utf-8")
            for given, array in (
                ("mujoco", q),
                ("drake", q),
                ("body", q),
                ({}, q),
                (turned, columns),
                (file, columns),
                (str(file), columns),
                (mirrored, {"x": -q[:, 0], "y": q[:, 1], "angle": -q[:, 2]}),
                (mirrored, q * [-1, 1, -1]),
                (None, {"ball.x": q[:, 0], "ball.y": q[:, 1], "ball.angle": q[:, 2]}),
            ):
                jumps = [(jump.time, jump.verdict) for jump in carom.audit(scene, t, array, map=given).jumps]
                for one, other in zip(jumps, known, strict=True):
                    self.assertAlmostEqual(one[0], other[0], 7)
                    self.assertEqual(one[1], other[1])

    def test_maps_of_velocities_and_estimates(self):
        scene, t, q = bounce(1.2, noise=1e-5)
        v = np.gradient(q, t, axis=0)
        keep = np.abs(t) > 2e-3
        by = carom.audit(scene, t[keep], q[keep], v[keep], map="mujoco")
        self.assertTrue(by.mapping.velocities)
        without = carom.audit(scene, t[keep], q[keep], v[keep], map={"base": "mujoco", "velocities": False})
        self.assertFalse(without.mapping.velocities)
        tilted = carom.audit(scene, t, q, map={"tilt": "estimate"})
        self.assertEqual([one.what for one in tilted.mapping.estimates], ["tilt"])

    def test_wrong_maps(self):
        scene, t, q = bounce(1.2)
        for given, array, words in (
            ("mujocoo", q, "'mujocoo' is no map"),
            ({"coordinate": {}}, q, "coordinate"),
            ({"bodies": {"ball": {"mirrored": "z"}}}, q, "x or y"),
            ({"bodies": {"bal": {"mirrored": "x"}}}, q, "no body"),
            ("body", {"x": q[:, 0]}, "has no column"),
            (None, {"x": q[:5, 0]}, "x: "),
        ):
            with self.assertRaisesRegex(carom.Error, words):
                carom.audit(scene, t, array, map=given)
        with self.assertRaises(TypeError):
            carom.audit(scene, t, q, map=5)

    def test_hints_and_errors_of_the_model(self):
        scene, t, q = bounce(1.2)
        self.assertEqual(len(carom.audit(scene, t, q).hints), 0)
        down = np.argmax(np.ptp(q, axis=0))
        shifted = q.copy()
        shifted[:, down] += 0.05
        audit = carom.audit(scene, t, shifted)
        self.assertEqual(audit.jumps[0].verdict, "impossible")
        self.assertRegex(audit.hints[0], 'A map with "offset": "ball.y"')
        # Of a change of 3.2 m/s, 5 % is 0.16 m/s, which is 0.08 of e at a speed of 2 m/s.
        rough = carom.audit(scene, t, q, model_error=0.05)
        e = getattr(rough.fit.restitution, "ball-floor")
        self.assertTrue(0.02 < e.error < 0.2, e.error)
        with self.assertRaises(carom.CommandError):
            carom.audit(scene, t, q, model_error=2)

    def test_errors(self):
        scene, t, q = bounce(1.2)
        with self.assertRaises(carom.CommandError):
            carom.audit(scene, t[::-1], q)
        with self.assertRaises(carom.CommandError):
            carom.audit(scene, t, q[:, :1])
        with self.assertRaises(carom.CommandError):
            carom.audit(scene, t, q, restitution="2:3")
        high = q.copy()
        high[:, :] = q[0] + 5
        with self.assertRaises(carom.SceneError):
            carom.audit(scene, t, high)


if __name__ == "__main__":
    main()
