"""What is installed: a wheel carries the packages and our data, and finds them."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kaiju_compiler import data_files

ROOT = Path(__file__).parents[1]
FOLDERS = ["grammar", "content", "site/docs/errors", "site/templates"]


def test_a_checkout_finds_its_data() -> None:
    assert data_files.data_root() == ROOT and data_files.is_checkout()
    assert data_files.mkdocs_config().is_file() and data_files.schema_dir().is_dir()


@pytest.mark.slow
def test_a_wheel_carries_packages_and_data(tmp_path: Path) -> None:
    pytest.importorskip("build")
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    unpacked = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(unpacked)
    for folder in FOLDERS:
        here = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        data = unpacked / "kaiju_compiler" / "_data"
        there = {path.relative_to(data).as_posix() for path in (data / folder).rglob("*")}
        assert {name for name in here if "__pycache__" not in name} <= there
    question = "from kaiju_compiler.data_files import *; print(data_root(), is_checkout(), mkdocs_config().is_file())"
    answer = subprocess.run(
        [sys.executable, "-c", question],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
    )
    assert answer.stdout.split() == [str(unpacked / "kaiju_compiler" / "_data"), "False", "True"], answer.stderr
    assert not (unpacked / "tests").exists() and (unpacked / "kaiju_runtime" / "py.typed").is_file()
