"""How charts look, and how matplotlib's drawings become SVG files that are the same bytes for the same numbers.

matplotlib is imported here and nowhere else, and only when a chart is drawn. A drawing has the colours of light
pages in it; a style sheet in the file changes them where the reader's system is dark, and programs that know no
style sheets show the light ones.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

from kaiju_runtime.report.verdicts import Verdict
from kaiju_runtime.stops import KaijuError

PAPER, INK, SOFT, LINE, SHADE = "#fffdf8", "#23201c", "#625b51", "#e2d9c8", "#efe7d6"
MAIN, ABOVE, BELOW = "#1a627b", "#1f6fb2", "#c25a00"
"""Blue and orange differ for everybody, also in brightness; shapes say the same as colours."""
DARK: Mapping[str, str] = MappingProxyType(
    {
        PAPER: "#1f1c19",
        INK: "#ece5da",
        SOFT: "#b0a697",
        LINE: "#3a352e",
        SHADE: "#33302a",
        MAIN: "#6db9d3",
        ABOVE: "#6cb2f0",
        BELOW: "#f0984c",
    }
)
"""What each colour becomes on dark pages."""

FAMILY = ["DejaVu Sans"]
SETTINGS: Mapping[str, Any] = MappingProxyType(
    {
        "svg.hashsalt": "kaiju",
        "svg.fonttype": "none",
        "font.family": FAMILY,
        "font.size": 10,
        "text.color": INK,
        "text.parse_math": False,
        "axes.edgecolor": LINE,
        "axes.labelcolor": SOFT,
        "axes.titlecolor": INK,
        "axes.facecolor": PAPER,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.formatter.use_locale": False,
        "grid.color": LINE,
        "grid.linewidth": 0.8,
        "figure.facecolor": PAPER,
        "savefig.facecolor": PAPER,
        "xtick.color": LINE,
        "ytick.color": LINE,
        "xtick.labelcolor": SOFT,
        "ytick.labelcolor": INK,
    }
)


def colour_of(verdict: Verdict) -> tuple[str, str]:
    """The colour and the shape of a dot: a triangle that points up or down where a rate is clear of its band."""
    if verdict == "clear above":
        return ABOVE, "^"
    return (BELOW, "v") if verdict == "clear below" else (MAIN, "o")


def scale_of(found: Sequence[int]) -> tuple[float, float]:
    """Ends of a scale that holds all values (in hundredths), on whole fives."""
    low, high = min(found), max(found)
    return (low // 500) * 5 - 0.0, -(-high // 500) * 5 + 0.0


@dataclass(frozen=True)
class Paint:
    """What charts draw with: matplotlib, as far as they need it."""

    figures: Any
    patches: Any

    def figure(self, title: str, width: float, height: float) -> tuple[Any, Any]:
        """A new figure with its axes. Sizes are in inches."""
        figure = self.figures.Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title, loc="left", fontsize=12, fontweight="bold", pad=10)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(length=0)
        return figure, axes

    def text(
        self,
        axes: Any,
        x: float,
        y: float,
        text: str,
        *,
        colour: str = INK,
        middle: bool = False,
        weight: str = "normal",
        size: int = 9,
    ) -> None:
        """A text at a place of the axes, beginning there or with its middle there."""
        across = "center" if middle else "left"
        axes.text(x, y, text, color=colour, ha=across, va="center", fontsize=size, fontweight=weight)

    def square(self, column: int, row: int, colour: str, strength: float) -> Any:
        """A square of a table; the stronger, the less of the paper is seen."""
        return self.patches.Rectangle(
            (column - 0.5, row - 0.5), 1, 1, facecolor=colour, edgecolor=PAPER, linewidth=2, alpha=round(strength, 3)
        )


def check_drawing() -> None:
    """Raises :class:`KaijuError` where charts cannot be drawn: before many games are played for them."""
    with _matplotlib():
        pass


@contextmanager
def _matplotlib() -> Iterator[tuple[Any, Any]]:
    """matplotlib with our settings, whatever the user's are. Raises :class:`KaijuError` where it is missing."""
    try:
        library = import_module("matplotlib")
        figures, patches = import_module("matplotlib.figure"), import_module("matplotlib.patches")
    except ImportError as failure:
        raise KaijuError(
            "report-missing",
            f"the charts of a report need matplotlib, which is not installed ({failure})",
            "Install the extra 'report': pip install 'kaiju-rules[report]'.",
        ) from failure
    with library.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that the measuring font lacks: the reader's has them
        library.rcdefaults()
        library.rcParams.update(SETTINGS)
        yield figures, patches


def svg(draw: Callable[[Paint], Any], title: str, about: str) -> str:
    """The SVG file of a drawing. The same drawing gives the same text. Raises :class:`KaijuError`."""
    out = StringIO()
    with _matplotlib() as (figures, patches):
        figure = draw(Paint(figures, patches))
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _finished(out.getvalue(), title, about)


_HEAD = re.compile(r"<svg\b[^>]*>")
_PREAMBLE = re.compile(r"\A.*?(?=<svg\b)", re.DOTALL)
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)


def _finished(drawn: str, title: str, about: str) -> str:
    """The file with a title for who cannot see it, and with other colours on dark pages."""
    body = _METADATA.sub("", _PREAMBLE.sub("", drawn))
    head = _HEAD.match(body)
    assert head is not None, "matplotlib has drawn no SVG"
    opened = head.group().removesuffix(">") + ' role="img" aria-labelledby="title about">'
    said = f'<title id="title">{escape(title)}</title>\n <desc id="about">{escape(about)}</desc>'
    lines = [line.rstrip() for line in body[head.end() :].split("\n")]
    return f'<?xml version="1.0" encoding="utf-8"?>\n{opened}\n {said}\n {_style()}' + "\n".join(lines)


def _style() -> str:
    """The style sheet that changes each colour where the reader's pages are dark."""
    rules = [
        f'[style*="{part}: {light}"]{{{part}:{dark}!important}}'
        for light, dark in DARK.items()
        for part in ("fill", "stroke")
    ]
    return f"<style>@media (prefers-color-scheme: dark) {{{''.join(rules)}}}</style>"
