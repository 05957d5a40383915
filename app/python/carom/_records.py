"""Parts of answers without methods of their own."""

import types


class Record(types.SimpleNamespace):
    """A part of an answer. Its attributes have the names that `carom … --json` gives them."""


Record.__module__ = "carom"
