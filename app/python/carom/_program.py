"""Answers that the program `carom` gives: comparisons, tolerances, figures, studies and imports.

The functions run it as a process of its own, so that this package needs nothing of Qt, OpenGL or NetCDF. It is looked
for in the environment variable CAROM, then where this package was built or installed, then in PATH.
"""

import functools
import json
import math
import numbers
import os
import shutil
import subprocess
import tempfile

from . import _core
from ._errors import CommandError, SceneError
from ._records import Record

_HERE = os.path.dirname(os.path.abspath(__file__))
_PLACES = [os.path.join(_HERE, *parts, "carom") for parts in (
    ("..", ".."),  # build/release/python/carom
    ("..", "..", "..", "..", "bin"),  # PREFIX/lib/python3/dist-packages/carom
)]

def _program():
    given = os.environ.get("CAROM")
    for place in [given] if given else _PLACES:
        if os.path.isfile(place) and os.access(place, os.X_OK):
            return place
    found = shutil.which(given or "carom")
    if not found:
        raise CommandError("the program carom is not there; expected it in PATH, or its path in the variable CAROM")
    return found


def _record(value):
    """Objects as records, as the attributes of other answers are."""
    if isinstance(value, dict):
        return Record(**{key: _record(each) for key, each in value.items()})
    if isinstance(value, list):
        return [_record(each) for each in value]
    return value


# The options that belong to the program and to no question, as in its help.
_HULLS = {"--repair-inertias": "", "--meshes": "hull|box", "--mesh-path": "FOLDER ...", "--hull-corners": "COUNT"}
_FILES = {
    "landing": _HULLS,
    "figure": {
        "--compose": "NAME|FILE ...", "--columns": "N", "--no-letters": "", "--own-axes": "", "--caption": "FILE",
        "--movie": "FILE", "--movie-size": "WxH", "--fps": "N", "--speed": "S", "--reflection-seconds": "S",
        "--recording": "FILE", "--map": "NAME|FILE", "--jump": "N", "--preset": "NAME[:WIDTH]",
    },
    "study run": {"--shard": "I/N", "--threads": "N", "--resume": "", "--force": "", "--why": ""},
    "import": {"--floating": "", "--feet": "LINK,…", "--table": "", **_HULLS},
}


@functools.lru_cache(maxsize=None)
def _options(command):
    """The options of a command with what follows each: "--over": "NAME=A:B:N ..."."""
    asked = {f"--{name}": form + " ..." * (takes == "list")
             for name, form, takes in _core.tables()["options"].get(command, [])}
    return {**asked, **_FILES.get(command, {}), "--quiet": ""}


def _path(value, place):
    """A path as text that the program does not take for an option."""
    if isinstance(value, bytes) or not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{place}: expected a path, not {type(value).__name__}")
    text = _text(os.fspath(value), place)
    if not text:
        raise CommandError(f"{place}: is empty; expected a path")
    return os.path.join(".", text) if text.startswith("-") else text


def _plain(value):
    """Numbers and arrays of NumPy as those of Python."""
    return value.tolist() if hasattr(value, "dtype") and hasattr(value, "tolist") else value


def _text(value, place):
    value = _plain(value)
    if isinstance(value, dict):
        return ",".join(f"{_text(name, place)}={_text(each, f'{place}[{name!r}]')}" for name, each in value.items())
    if isinstance(value, float) and not math.isfinite(value):
        raise CommandError(f"{place}: is {value}; expected a finite number")
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, (str, numbers.Number)):
        raise TypeError(f"{place}: expected a number, a text, a list or a dict, not {type(value).__name__}")
    try:
        text = repr(value) if isinstance(value, float) else str(value)
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise CommandError(f"{place}: has half of a surrogate pair; expected text") from None
    except ValueError:
        raise CommandError(f"{place}: has too many digits; expected a number") from None
    if "\0" in text:
        raise CommandError(f"{place}: has a zero byte; expected text")
    return text


# What a function sets itself, or what makes the program answer something else.
_OWN = ("--json", "--output", "--csv", "--from", "--help", "--made", "--list", "--list-presets", "--all",
        "--directory", "--overwrite")
_FUNCTIONS = {"study run": "study", "import": "import_robot"}


def _words(command, options):
    """Keywords of a command as its options: True is a flag, a list repeats the option, a dict is NAME=VALUE,…, or the
    JSON of an option that takes it."""
    words = []
    for name, value in options.items():
        option = "--" + _text(name, "keyword").replace("_", "-")
        if option in _OWN:
            raise CommandError(f"{name}: is no option of carom.{_FUNCTIONS.get(command, command)}()")
        value = _plain(value)
        if value is True:
            words.append(option)
            continue
        if isinstance(value, dict) and _options(command).get(option, "").startswith("JSON"):
            words.append(f"{option}={_json(value, name)}")
            continue
        each = list(value) if isinstance(value, (list, tuple)) else [] if value is None or value is False else [value]
        if not each:
            # Nothing for the program to see, so that it cannot find what is wrong.
            known = _options(command)
            if option not in known:
                _run([*command.split(), option])
                raise CommandError(f"{name}: unknown option")
            if isinstance(value, (list, tuple)) and not known[option].endswith("..."):
                raise CommandError(f"{name}: is empty; expected {known[option] or 'True or False'}")
        words += [f"{option}={_text(one, name)}" for one in each]
    return words


def _json(value, place):
    try:
        return json.dumps(value, allow_nan=False, default=_array)
    except (TypeError, ValueError, RecursionError) as fault:
        raise CommandError(f"{place}: {str(fault)[:1].lower()}{str(fault)[1:]}; expected what JSON can hold") from None


def _array(value):
    if _plain(value) is value:
        raise TypeError(f"an object of the type {type(value).__name__} is not JSON")
    return _plain(value)


def _run(words, given=None):
    """Standard output. Faults of the program are exceptions; a limit that was reached is an answer."""
    stream = {"stdin": subprocess.DEVNULL} if given is None else {"input": given}
    done = subprocess.run([_program(), *words], **stream, capture_output=True, text=True, check=False, encoding="utf-8")
    if done.returncode in (0, 3):
        return done.stdout
    lines = done.stderr.strip().splitlines() or [f"the program ended with status {done.returncode}"]
    message = lines[-1].removeprefix("carom: ")
    raise (CommandError if done.returncode == 2 else SceneError)(message)


def _scene_words(scene):
    """The scene as an argument and its settings; the text of one that is not built in, for standard input."""
    if isinstance(scene, os.PathLike) or (isinstance(scene, str) and scene and os.path.isfile(scene.replace("\0", ""))):
        return _path(scene, "scene"), [], None  # the program reads it, be it a scene or a robot
    if isinstance(scene, str):
        scene = _core.scene(scene)
    if not isinstance(scene, _core.Scene):
        raise TypeError(f"scene: expected a Scene, or the name or path of one, not {type(scene).__name__}")
    text, file, assignments = scene.__reduce__()[1]
    settings = [f"--set={name}={value}" for name, value in assignments.items()]
    if file in {each.name for each in _core.scenes()} and _core.scene(file).text == text:
        return file, settings, None
    return "-", settings, text


def _ask(command, scene, options):
    words = _words(command, options)
    name, settings, text = _scene_words(scene)
    return _record(json.loads(_run([command, name, "--json", *settings, *words], text)))


def compare(scene, /, **options):
    """What other impact models make of the scene's impact: the document of `carom compare`, as a Record.

    scene: a Scene, or the name or path of one. options: those of `carom compare`, such as restitution=0.5,
    stiffness={"ac": 2}, cloud=1000, seed=3. answer.models[0].momentum is a list of n numbers in SI.

    Raises CommandError and SceneError as the program does.
    """
    return _ask("compare", scene, options)


def robust(scene, /, tolerance, **options):
    """The distribution of xi under tolerances: the document of `carom robust`, as a Record.

    tolerance: {"theta": "0.5deg", "v:c.x": 0.01}, half of each range in SI or with a unit. options: those of
    `carom robust`, such as normal=True, samples=10000, seed=3, below=0.05. answer.xi.q95 is a pure number.
    """
    return _ask("robust", scene, {"tolerance": tolerance, **options})


def futures(scene, /, until, **options):
    """All motions that a scene can become within `until` seconds: the document of `carom futures`, as a Record.

    options: those of `carom futures`, such as gaps=4096, samples=1000, seed=3, least=1e-6, times=50. answer.entropy is
    a list over answer.times (nat), answer.ends[0].probability a pure number.
    """
    return _ask("futures", scene, {"until": until, **options})


def orbit(scene, /, period=None, **options):
    """Periodic motions near the scene's initial state: the document of `carom orbit`, as a Record.

    period: where the search begins, in seconds or with a unit; None: that of the first near return of the scene's own
    motion, with its travel and mirror. options: those of `carom orbit`, such as
    vary="omega,period", travel={"wheel.angle": "-45deg"}, over="m2=1:2:5". answer.orbits[0].maps[0].multipliers has
    pairs of real and imaginary parts; where nothing is found, answer.orbits[-1].failed says why.
    """
    return _ask("orbit", scene, options if period is None else {"period": period, **options})


def landing(scene, /, *more, **options):
    """How ambiguous the landing of a robot is: the document of `carom landing`, as a Record.

    scene: a Scene, the name or path of one, or the path of a robot's description (URDF, MJCF, SDF). `more`: names and
    paths of further ones; answer.landings is a list of the documents then. options: those of `carom landing`, such as
    feet="front,back", speed=2, tilt="5deg".
    """
    if not more:
        return _ask("landing", scene, options)
    names = []
    for each in (scene, *more):
        if not isinstance(each, (str, os.PathLike)):
            raise CommandError("several robots are given by names and paths")
        names.append(_path(each, "scene"))
    return _record(json.loads(_run(["landing", *names, "--json", *_words("landing", options)])))


def figure(name, file, /, scene=None, **options):
    """Writes a figure of `carom figure --list` to a file, whose ending says the format.

    scene: a Scene, or the name or path of one; the figure's own where not given. options: those of `carom figure`,
    such as preset="ieee", width="88mm", over=["theta=60deg:180deg:50", "ra=10mm:28mm:50"].
    """
    words = _words("figure", options)
    if not isinstance(name, str):
        raise TypeError(f"name: expected the name of a figure, not {type(name).__name__}")
    if name.startswith("-"):
        raise CommandError(f"name: unknown figure {name!r}; expected one of `carom figure --list`")
    if scene is not None:
        place, settings, text = _scene_words(scene)
        words += [f"--scene={'scene' if place == '-' else place}", *settings]
        if text is not None:
            words.append(f"--scene-text={text}")
    _run(["figure", _text(name, "name"), f"--output={_path(file, 'file')}", *words])


def study(study, /, file=None, **options):
    """Computes a study and returns its document, with axes and measures, as a Record.

    study: the path of a study file, or a dict with its keys. file: where the results go, .nc, .csv or .json; they are
    kept nowhere if it is not given. With a file of .nc or .csv nothing is returned. options: those of `carom study
    run`, such as threads=4, resume=True, force=True. answer.measures[0].values runs over all points, the last axis
    fastest; None where a cell is empty.
    """
    words = _words("study run", options)
    if not isinstance(study, (dict, str, os.PathLike)):
        raise TypeError(f"study: expected the path of a study file, or a dict, not {type(study).__name__}")
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(study, dict):
            path = os.path.join(folder, "study.study.json")
            with open(path, "w", encoding="utf-8") as out:
                out.write(_json(study, "study"))
        else:
            path = _path(study, "study")
        place = os.path.join(folder, "study.json") if file is None else _path(file, "file")
        try:
            _run(["study", "run", path, f"--output={place}", *words])
        except SceneError as fault:
            raise SceneError(str(fault).replace(path, "study") if isinstance(study, dict) else str(fault)) from None
        if not place.endswith(".json"):
            return None
        with open(place, encoding="utf-8") as answer:
            return _record(json.load(answer))


def import_robot(robot, /, file=None, **options):
    """The Scene of a robot's description in URDF, MJCF or SDF.

    robot: its path. file: where the scene is kept, .carom.json. options: those of `carom import`, such as
    floating=True, feet="FL,FR", meshes="box".
    """
    words = _words("import", options)
    path = _path(robot, "robot")
    with tempfile.TemporaryDirectory() as folder:
        stem = os.path.splitext(os.path.basename(path))[0]
        place = os.path.join(folder, f"{stem}.carom.json") if file is None else _path(file, "file")
        _run(["import", path, f"--output={place}", *words])
        return _core.scene(place)
