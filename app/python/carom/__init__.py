"""Simultaneous rigid-body impact: all orders of reflection, their outcomes, and how far apart these are.

>>> import carom
>>> break_ = carom.scene("billiard-break", theta="120deg")
>>> report = break_.resolve()
>>> round(report.xi, 4)
0.559
>>> report.outcomes[0].momentum.shape
(6,)

carom.scene() opens scenes, carom.impact() takes arrays without a scene, carom.law() asks one collision law. Units are
SI, angles in radians; an expression as a string may have other units. Errors are exceptions of class carom.Error.
"""

try:
    from . import _core
except ImportError as _error:
    from ._versions import explained

    raise explained(_error) from None
from ._core import (
    Graph,
    Impact,
    Outcome,
    Outcomes,
    Report,
    Run,
    Scene,
    Sweep,
    __version__,
    audit,
    impact,
    law,
    laws,
    scene,
    scenes,
)
from ._errors import CommandError, Error, ImpactError, LawError, SceneError
from ._program import compare, figure, futures, import_robot, landing, orbit, robust, study
from ._records import Record

__all__ = [
    "CommandError",
    "Error",
    "Graph",
    "Impact",
    "ImpactError",
    "LawError",
    "Outcome",
    "Outcomes",
    "Record",
    "Report",
    "Run",
    "Scene",
    "SceneError",
    "Sweep",
    "audit",
    "compare",
    "figure",
    "futures",
    "impact",
    "import_robot",
    "landing",
    "law",
    "laws",
    "orbit",
    "robust",
    "scene",
    "scenes",
    "study",
]

for _name in __all__:
    _member = getattr(_core, _name, None)
    if isinstance(_member, type):
        _member.__module__ = "carom"
del _name, _member
