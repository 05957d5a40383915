"""What the tests of the Python module share."""

import json
import os
import re
import subprocess
import unittest

CAROM = os.environ.get("CAROM", "carom")
SOURCE = os.environ.get("CAROM_SOURCE", os.path.join(os.path.dirname(__file__), "..", ".."))


def carom_text(*arguments):
    """The standard output of the command line; documents without the record of that, which Python's have not."""
    run = subprocess.run([CAROM, *arguments], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 3):
        raise AssertionError(f"carom {' '.join(arguments)}: {run.stderr}")
    return re.sub(r',\n  "made": .*\n}\n$', "\n}\n", run.stdout)


def carom_json(*arguments):
    return json.loads(carom_text(*arguments))


def main():
    unittest.main(module="__main__")
