"""What holds for every test: nothing of the user's own is read or written."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def home_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Caches, saves and the key of the code cache lie in a folder of the run."""
    home = tmp_path_factory.mktemp("home")
    before = {name: os.environ.get(name) for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME")}
    os.environ |= {name: str(home / name) for name in before}
    yield
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
