"""Programs as files: canonical bytes in the envelope that the runtime reads."""

from __future__ import annotations

from typing import Any
