"""What pickle calls to make an object again."""

from carom import _core


def scene(*parts):
    return _core._scene_again(*parts)


def impact(*parts):
    return _core._impact_again(*parts)


def answer(of, method, arguments, given):
    return getattr(of, method)(*arguments, **given)
