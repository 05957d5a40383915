#!/usr/bin/env python3
"""The type stubs and docstrings, against the module."""

import ast
import importlib.util
import inspect
import os
import subprocess
import sys
import tempfile
import unittest

import carom
from support import SOURCE, main
from test_documentation import blocks

STUB = os.path.join(SOURCE, "app", "python", "carom", "__init__.pyi")
PLAIN = {"Record"}  # attributes of any name


def members(node):
    """The functions and annotated names of a class or a module, overloads once."""
    return {child.name if hasattr(child, "name") else child.target.id: child for child in node.body
            if isinstance(child, (ast.FunctionDef, ast.ClassDef, ast.AnnAssign))}


def is_property(function):
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in function.decorator_list)


def arguments(function):
    """(name, kind, default) of a function of the stub, without self."""
    given = function.args
    names = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(names) - len(given.defaults)) + given.defaults
    first = [(name.arg, "positional only" if name in given.posonlyargs else "positional or keyword", default)
             for name, default in zip(names, defaults)]
    many = [(given.vararg.arg, "variadic positional", None)] if given.vararg else []
    rest = [(name.arg, "keyword-only", default) for name, default in zip(given.kwonlyargs, given.kw_defaults)]
    result = [(name, kind, default if default is None else ast.literal_eval(default))
              for name, kind, default in first + many + rest]
    if given.kwarg:
        result.append((given.kwarg.arg, "variadic keyword", None))
    return [entry for entry in result if entry[0] != "self"]


def signature(function):
    """The same of a function of the module, by its docstring's first line."""
    found = [(parameter.name, parameter.kind.description,
              None if parameter.default is parameter.empty else parameter.default)
             for parameter in inspect.signature(function).parameters.values()]
    return [(name, kind.replace("positional-only", "positional only"), default) for name, kind, default in found
            if name != "self"]


class Stubs(unittest.TestCase):
    def setUp(self):
        with open(STUB, encoding="utf-8") as file:
            self.stub = ast.parse(file.read())

    def test_every_public_name_and_no_other(self):
        names = {name for name in members(self.stub) if not name.startswith("_")}
        self.assertEqual(names, set(carom.__all__))
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(carom.__file__), "py.typed")))

    def test_attributes_and_keywords_are_those_of_the_tables(self):
        done = subprocess.run([sys.executable, os.path.join(SOURCE, "resources", "describe_python"), "--check"],
                              capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(carom.__file__))})
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_functions(self):
        for name, function in members(self.stub).items():
            if isinstance(function, ast.FunctionDef):
                self.assertEqual(signature(getattr(carom, name)), arguments(function), name)

    def test_classes(self):
        for name, node in members(self.stub).items():
            if not isinstance(node, ast.ClassDef) or name in PLAIN:
                continue
            kind = getattr(carom, name)
            self.assertEqual(kind.__module__, "carom")
            if issubclass(kind, Exception):
                self.assertTrue(all(hasattr(kind("x"), each) for each in members(node)))
                continue
            public = {each for each in vars(kind) if not each.startswith("_")}
            listed = {each for each in members(node) if not each.startswith("_")}
            self.assertEqual(public, listed, name)
            for each, function in members(node).items():
                if each == "__iter__":  # by __getitem__
                    continue
                member = inspect.getattr_static(kind, each)
                self.assertEqual(isinstance(member, property), is_property(function), f"{name}.{each}")
                if not is_property(function) and not each.startswith("__"):
                    self.assertEqual(signature(getattr(kind, each)), arguments(function), f"{name}.{each}")

    def test_everything_has_a_docstring(self):
        for name in carom.__all__:
            member = getattr(carom, name)
            self.assertTrue(inspect.getdoc(member), name)
            if not isinstance(member, type):
                continue
            for each in vars(member):
                if not each.startswith("_"):
                    self.assertTrue(inspect.getdoc(inspect.getattr_static(member, each)), f"{name}.{each}")

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_the_examples_pass_a_type_checker(self):
        pages = ["README.md", *(f"resources/handbook/{page}.md" for page in ("python", "simulators", "tasks"))]
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for page in pages:
                for line, code in blocks(page):
                    files.append(os.path.join(folder, f"{os.path.basename(page)[:-3].lower()}_{line}.py"))
                    with open(files[-1], "w", encoding="utf-8") as file:
                        file.write(code)
            wrong = os.path.join(folder, "wrong.py")
            with open(wrong, "w", encoding="utf-8") as file:
                file.write('import carom\n\ncarom.scene("rhex").resolve().xi + 1\n')
            done = subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", folder, STUB,
                 *files, wrong], capture_output=True, text=True, check=False,
                env={**os.environ, "MYPYPATH": os.path.dirname(os.path.dirname(carom.__file__))})
        errors = [line for line in done.stdout.splitlines() if " error: " in line]
        self.assertEqual(len(errors), 1, done.stdout + done.stderr)  # that of the wrong one: xi may be None
        self.assertIn("wrong.py:3", errors[0])


if __name__ == "__main__":
    main()
