"""Builds the Python package with CMake, which compiles the engine; nothing of Qt or VTK becomes part of it.

The packages of the distribution that it needs are named by CMake where they are missing. The build tree is build/wheel.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def run(self):
        tree = SOURCE / "build" / "wheel"
        subprocess.run(["cmake", "-S", SOURCE, "-B", tree, "-G", "Ninja", "-DCAROM_PYTHON_ONLY=ON",
                        "-DCAROM_BUILD_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", tree, "--target", "carom_python"], check=True)
        package = Path(self.build_lib) / "carom"
        package.mkdir(parents=True, exist_ok=True)
        for file in (tree / "python" / "carom").iterdir():
            if file.is_file():
                shutil.copy2(file, package)
        shutil.copy2(tree / "lib" / "libcarom_engine.so", package)  # beside the module, which looks there


version = re.search(r"project\(carom VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
setup(version=version, packages=[], ext_modules=[Extension("carom._core", [])], cmdclass={"build_ext": CMakeBuild},
      zip_safe=False)
