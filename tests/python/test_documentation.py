#!/usr/bin/env python3
"""The examples of README.md and of the handbook run, and the example of the package's docstring is right."""

import contextlib
import doctest
import io
import os
import re
import tempfile
import unittest

import carom
from support import SOURCE, main


def blocks(file):
    """The Python examples of a document, with the numbers of their first lines."""
    with open(os.path.join(SOURCE, file), encoding="utf-8") as document:
        text = document.read()
    return [(text.count("\n", 0, match.start(1)) + 1, match.group(1))
            for match in re.finditer(r"^```python\n(.*?)^```$", text, re.S | re.M)]


class Examples(unittest.TestCase):
    def run_example(self, file, number, code):
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            printed = io.StringIO()
            names = {}
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * (number - 1) + code, file, "exec"), names)  # its errors name the line
            return printed.getvalue(), names, {name: os.path.getsize(name) for name in os.listdir(".")}

    def test_readme(self):
        ((number, code),) = blocks("README.md")
        self.assertLessEqual(len(code.splitlines()), 20)
        printed, names, _ = self.run_example("README.md", number, code)
        self.assertIn("0.559", printed)
        self.assertEqual(names["curve"].values.shape, (601,))

    def test_handbook(self):
        examples = blocks("resources/handbook/python.md")
        self.assertEqual(len(examples), 6)
        for number, code in examples[1:]:
            printed, _, _ = self.run_example("python.md", number, code)
            self.assertTrue(printed)
        ((number, code),) = blocks("resources/handbook/audit.md")
        printed, _, _ = self.run_example("audit.md", number, code)
        self.assertEqual(printed, "explained\n")
        ((number, code),) = blocks("resources/handbook/tasks.md")
        printed, _, _ = self.run_example("tasks.md", number, code)
        self.assertIn("True", printed)

    def test_impacts_of_other_simulators(self):
        examples = blocks("resources/handbook/simulators.md")
        self.assertEqual(len(examples), 2)
        printed, names, _ = self.run_example("simulators.md", *examples[0])
        self.assertIn("coxeter", printed)
        # A bar whose ends meet the floor one after the other turns over: by hand, with c = [-1, -1], G = -1/2.
        report, after = names["ask"]([[12, 0], [0, 1]], [[1, -0.5], [1, 0.5]], [-1, 0])
        self.assertEqual([len(outcome.example) for outcome in report.outcomes], [3])
        self.assertLess(abs(after - [1, 0]).max(), 1e-12)
        # Two balls that a third one pushes, in another order of coordinates: the momentum passes on.
        report, after = names["ask"]([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[-1, 1, 0], [0, -1, 1]], [1, 0, 0], ["l", "r"])
        self.assertLess(abs(after - [0, 0, 1]).max(), 1e-12)
        self.assertEqual(list(report.outcomes[0].example), ["l", "r"])
        printed, _, _ = self.run_example("simulators.md", *examples[1])
        self.assertIn("gap rates", printed)

    def test_the_plot_of_the_handbook(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("python3-matplotlib is not installed")
        matplotlib.use("Agg")
        number, code = blocks("resources/handbook/python.md")[0]
        self.assertLessEqual(len(code.splitlines()), 20)
        printed, names, files = self.run_example("python.md", number, code)
        self.assertIn("xi = 0.559", printed)
        self.assertGreater(files["xi.pdf"], 2000)
        (curve, mark) = names["axes"].lines
        self.assertEqual(curve.get_xydata().shape, (601, 2))
        # θ = 120° in the sweep and alone
        self.assertAlmostEqual(curve.get_ydata()[300], mark.get_ydata()[0], delta=1e-12)
        self.assertAlmostEqual(curve.get_ydata().min(), 0)

    def test_docstring_of_the_package(self):
        result = doctest.testmod(carom)
        self.assertGreater(result.attempted, 3)
        self.assertEqual(result.failed, 0)


if __name__ == "__main__":
    main()
