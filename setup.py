"""Builds the Python package with CMake, which compiles the engine; nothing of Qt or VTK becomes part of it.

CMake names the packages of the distribution that are missing. The build tree is build/wheel. Where the environment variable
CAROM_WHEEL_TREE names a tree that has the package already, nothing is compiled.
"""

import os
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
        made = os.environ.get("CAROM_WHEEL_TREE")
        tree = Path(made) if made else SOURCE / "build" / "wheel"
        if not made:
            subprocess.run(["cmake", "-S", SOURCE, "-B", tree, "-G", "Ninja", "-DCAROM_PYTHON_ONLY=ON",
                            "-DCAROM_BUILD_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
            subprocess.run(["cmake", "--build", tree, "--target", "carom_python"], check=True)
        package = Path(self.build_lib) / "carom"
        package.mkdir(parents=True, exist_ok=True)
        for file in (tree / "python" / "carom").iterdir():
            if file.is_file():
                shutil.copy2(file, package)
        # The engine goes beside the module, which looks there, by the name that it asks for.
        names = [file for file in (tree / "lib").iterdir() if re.fullmatch(r"libcarom_engine\.so(\.\d+)?", file.name)]
        shutil.copy2(max(names, key=lambda file: len(file.name)), package)


version = re.search(r"project\(carom VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
setup(version=version, packages=[], ext_modules=[Extension("carom._core", [])], cmdclass={"build_ext": CMakeBuild},
      zip_safe=False)
