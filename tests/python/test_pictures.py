#!/usr/bin/env python3
"""What notebooks show: well-formed SVG with the numbers of the report, and names as plain text."""

import re
import unittest
import xml.etree.ElementTree as xml

import carom
import numpy as np
from support import main

SVG = "{http://www.w3.org/2000/svg}"


def picture(html):
    found = re.search(r"<svg.*</svg>", html, re.S)
    return xml.fromstring(found.group()) if found else None


def texts(svg):
    return [text.text for text in svg.iter(SVG + "text")]


class Pictures(unittest.TestCase):
    def test_tree_of_the_break(self):
        report = carom.scene("billiard-break", theta="120deg").resolve()
        html = report._repr_html_()
        self.assertIn("ξ = 0.559017, 2 orderings, 2 outcomes", html)
        svg = picture(html)
        self.assertEqual(len(list(svg.iter(SVG + "circle"))), report.states)
        self.assertEqual(sorted(text for text in texts(svg) if text in ("ac", "bc")), ["ac", "ac", "bc", "bc"])
        self.assertIn("ξ = 0.559", texts(svg))

    def test_everything_lies_within_the_picture(self):
        for scene in carom.scenes():
            svg = picture(carom.scene(scene.name).resolve()._repr_html_())
            if svg is None:
                continue
            width, height = float(svg.get("width")), float(svg.get("height"))
            for circle in svg.iter(SVG + "circle"):
                self.assertTrue(0 < float(circle.get("cx")) < width, scene.name)
                self.assertTrue(0 < float(circle.get("cy")) < height, scene.name)
            for text in svg.iter(SVG + "text"):
                self.assertTrue(0 <= float(text.get("x")) < width, scene.name)
                self.assertTrue(0 < float(text.get("y")) < height, scene.name)

    def test_large_trees_are_cut_and_named_by_colour(self):
        report = carom.scene("converging-line", n=6).resolve()
        svg = picture(report._repr_html_())
        self.assertEqual(len(list(svg.iter(SVG + "circle"))), 150)
        self.assertIn(f"the first 150 of {report.states:,} momenta", texts(svg))
        for name in report.impact.names:
            self.assertEqual(texts(svg).count(name), 1)

    def test_without_a_tree(self):
        self.assertIn("jammed", carom.scene("trapped-ball").resolve()._repr_html_())
        html = carom.scene("newtons-cradle").resolve(policy="most-infeasible")._repr_html_()
        self.assertIn("one ordering: ball0-ball1", html)
        self.assertIsNone(picture(html))
        cut = carom.scene("converging-line", n=6).resolve(max_states=40)._repr_html_()
        self.assertIn("not complete (max-states)", cut)
        self.assertIsNotNone(picture(cut))
        lossy = carom.scene("newtons-cradle").resolve(reflection_restitution=0.5)._repr_html_()
        self.assertIsNotNone(picture(lossy))

    def test_names_are_text(self):
        html = carom.impact(np.eye(2), np.eye(2), [-1, -1], names=["<b>", "a&b"]).resolve()._repr_html_()
        self.assertNotIn("<b>", html.replace("<b>Impact", ""))
        self.assertIn("<b>", texts(picture(html)))
        self.assertIn("a&b", texts(picture(html)))

    def test_curve(self):
        sweep = carom.scene("billiard-break").sweep(theta=(0.2, 3, 60))  # impossible at the beginning
        svg = picture(sweep._repr_html_())
        self.assertIn("theta", texts(svg))
        for path in svg.iter(SVG + "path"):
            self.assertNotIn("nan", path.get("d"))
        self.assertIsNone(carom.scene("billiard-break").sweep(theta=[60, 61])._repr_html_())  # no number

    def test_map(self):
        """A cell for each number, none where the scene is impossible; its colour rises with the number."""
        sweep = carom.scene("billiard-break").sweep(theta=(0.9, 3, 7), rb=[0.02, 0.03, 0.05])
        svg = picture(sweep._repr_html_())
        cells = {cell[0].text: cell.get("fill") for cell in svg.iter(SVG + "rect") if len(cell)}
        self.assertEqual(len(cells), int(np.isfinite(sweep.values).sum()))
        self.assertLess(len(cells), sweep.values.size)
        lightness = {}
        for words, colour in cells.items():
            red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
            lightness[float(words.rsplit(" ", 1)[1])] = 0.3 * red + 0.59 * green + 0.11 * blue
        rising = [lightness[value] for value in sorted(lightness)]
        self.assertEqual(rising, sorted(rising))
        for name in ("theta", "rb", "ξ", f"{np.nanmax(sweep.values):.4g}"):
            self.assertIn(name, texts(svg))

    def test_run(self):
        """The curve of a coordinate goes through its numbers, between the ends of its axes."""
        run = carom.scene("bouncing-ball", spin=3).simulate(until=1.0)
        svg = picture(run._repr_html_())
        for name in ("ball.x", "ball.y", "q (m)", "q (rad)", "E (J)", "t (s)"):
            self.assertIn(name, texts(svg))
        curves = [path for path in svg.iter(SVG + "path") if path.get("stroke-width") == "1.5"]
        height = [float(pair.split()[1]) for pair in re.split("[ML]", curves[1 * 2].get("d")) if pair]
        y = run.q[:, 1]
        top, bottom = 14, 240 - 44  # of the first picture
        least, most = run.q[:, :2].min(), run.q[:, :2].max()
        expected = bottom - (np.array([y.min(), y.max()]) - least) / (most - least) * (bottom - top)
        self.assertAlmostEqual(max(height), expected[0], delta=0.06)
        self.assertAlmostEqual(min(height), expected[1], delta=0.06)
        many = picture(carom.scene("newtons-cradle", n=12).simulate(until=0.2)._repr_html_())
        self.assertIn("… 4 more", texts(many))
        self.assertIn("stopped at", carom.scene("trapped-ball").simulate(until=1.0)._repr_html_())


if __name__ == "__main__":
    main()
