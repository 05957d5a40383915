"""The exceptions of carom. All are ValueErrors, and their text is one line: place, fault, what was expected."""

import difflib
import inspect


class Error(ValueError):
    """The base of all exceptions of carom."""

    def __init__(self, message, file="", place="", problem="", expected="", line=None):
        super().__init__(message)
        self.file = file  #: the scene, or ""
        self.place = place  #: "bodies[2].mass", the name of a parameter or of an argument, or ""
        self.problem = problem  #: "is 0"
        self.expected = expected  #: "a mass > 0"
        self.line = line  #: of the place in the scene's text, or None


class SceneError(Error):
    """A scene, a value of a parameter or a file is refused."""


class CommandError(Error):
    """An argument is wrong: an unknown name, an expression that does not parse, options that exclude each other."""


class ImpactError(Error):
    """Numbers that define no impact: a singular mass matrix, a zero normal, a value that is not finite."""


class LawError(Error):
    """A collision law has no answer for an impact or its coefficients."""


def _meant(signature, kwargs):
    """The name that the first wrong keyword is near to, as the end of a sentence."""
    for name in kwargs:
        if name in signature.parameters:
            continue
        near = difflib.get_close_matches(name, signature.parameters, 1)
        return f"; did you mean {near[0]}?" if near else ""
    return ""


def _explain(name, doc, args, kwargs):
    """Raises the TypeError of a Python function with the signature that the docstring begins with."""
    signature = doc.split("\n", 1)[0].replace("$self", "self")
    names = {}
    if signature.startswith(name + "("):
        exec(f"def {signature}: pass", names)
        try:
            names[name](*args, **kwargs)
        except TypeError as error:
            raise TypeError(str(error) + _meant(inspect.signature(names[name]), kwargs)) from None
    given = list(args[1:] if "(self" in signature else args) + list(kwargs.values())
    for value in given:
        if isinstance(value, str) and value != value.encode("utf-8", "replace").decode():
            raise CommandError(f"{name}: {value!a} has half of a surrogate pair; expected text", "", name)
    types = ", ".join(type(value).__name__ for value in given)
    raise TypeError(f"{name}() takes no arguments of these types: {types or 'none'}")


for _class in (Error, SceneError, CommandError, ImpactError, LawError):
    _class.__module__ = "carom"
del _class
