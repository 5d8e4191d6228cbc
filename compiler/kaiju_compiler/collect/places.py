"""Files as programs name them: by pack and path in it, so that a program is the same wherever its packs lie."""

from __future__ import annotations

from typing import Any

from kaiju_compiler.collect.modes import Chain


def with_places(data: Any, chain: Chain) -> Any:
    """The data with each ``where`` (``file:line``) and the source map in the names that programs use."""
    return _renamed(data, names_of(chain))


def names_of(chain: Chain) -> dict[str, str]:
    """The names in programs by the paths as the user is shown them."""
    return {file.path: pack.relative(file.path) for pack in chain.packs for file in pack.files}


def _renamed(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, list):
        return [_renamed(each, names) for each in data]
    if not isinstance(data, dict):
        return data
    renamed = {key: _renamed(value, names) for key, value in data.items()}
    if isinstance(renamed.get("where"), str):
        path, _, line = renamed["where"].rpartition(":")
        renamed["where"] = f"{names[path]}:{line}" if path in names else renamed["where"]
    return renamed
