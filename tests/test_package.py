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


@pytest.mark.slow
def test_a_wheel_in_an_empty_environment_plays(tmp_path: Path) -> None:
    """``pip install`` of the wheel alone is enough to check, play and print the site."""
    pytest.importorskip("build")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=600)
    (wheel,) = tmp_path.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "empty")], check=True, timeout=600)
    python = tmp_path / "empty" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, timeout=900)
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    for arguments in (["check"], ["play", "duel", "--seat", "all=random", "--seed", "7"], ["text", "breaking_news"]):
        ran = subprocess.run(
            [str(python.parent / "kaiju"), *arguments],
            cwd=tmp_path,
            env=clean,
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    assert "pull Fame 1" in ran.stdout
