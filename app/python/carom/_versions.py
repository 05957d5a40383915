"""What to say where the extension module does not fit the Python that imports it."""

import glob
import os
import re
import sys


def explained(error, folder=None, version=sys.version_info):
    """The ImportError to raise: of a module that was built for another Python, with the versions and a way out."""
    modules = glob.glob(os.path.join(folder or os.path.dirname(__file__), "_core.*.so"))
    built = [match.group(1) for match in (re.search(r"cpython-3(\d+)", os.path.basename(name)) for name in modules)
             if match]
    if not built or str(version[1]) in built:
        return error
    return ImportError(f"carom is built for Python 3.{built[0]}, and this is Python {version[0]}.{version[1]}; "
                       f"run python3.{built[0]}, or build carom again with this Python "
                       f"(cmake -DPython_EXECUTABLE={sys.executable} …)")
