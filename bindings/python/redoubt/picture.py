"""A position as SVG, out of its scene: cells, tokens, counters."""
from __future__ import annotations

import math
from typing import Any
from xml.sax.saxutils import escape

from .errors import BadCall

SQUARES, HEXES = 1, 2
CELL = 24
SEATS = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#5d6d7e", "#a04000")
GROUNDS = ("#ece5d3", "#cbd8b4", "#b9b4a7", "#a9cce3", "#85c1e9", "#e8d7a5", "#d7bfae", "#c5cbd3")


class Picture:
    """SVG text that a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def _names(list_: Any, index: int) -> str:
    name = list_[index] if list_ else None
    return "" if name is None else str(name.decode())


def _place(scene: Any, cell: Any) -> tuple[float, float]:
    """The middle of a cell; hexes are in odd-r rows."""
    if scene.topology == HEXES:
        return CELL * (cell.x + 0.5 * (cell.y & 1) + 1), CELL * (cell.y * math.sqrt(3) / 2 + 1)
    return CELL * (cell.x + 1), CELL * (cell.y + 1)


def _cell(scene: Any, cell: Any, name: str) -> str:
    x, y = _place(scene, cell)
    fill = GROUNDS[cell.terrain % len(GROUNDS)] if cell.light else "#888888"
    edge = SEATS[(cell.owner - 1) % len(SEATS)] if cell.owner else "#777777"
    if scene.topology == HEXES:
        radius = CELL / math.sqrt(3)
        corners = " ".join(f"{x + radius * math.sin(k * math.pi / 3):.1f},{y + radius * math.cos(k * math.pi / 3):.1f}"
                           for k in range(6))
        shape = f'<polygon points="{corners}"'
    else:
        shape = f'<rect x="{x - CELL / 2:.1f}" y="{y - CELL / 2:.1f}" width="{CELL}" height="{CELL}"'
    return f'{shape} fill="{fill}" stroke="{edge}" stroke-width="0.6"><title>{escape(name)}</title></{shape[1:].split()[0]}>'


def _token(scene: Any, token: Any, name: str) -> str:
    x, y = _place(scene, scene.cell[token.cell])
    fill = SEATS[(token.owner - 1) % len(SEATS)] if token.owner else "#444444"
    health = f", {token.health} of {token.health_max}" if token.health_max else ""
    return (f'<g><title>{escape(name + health)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="{CELL * 0.36:.1f}" '
            f'fill="{fill}"/><text x="{x:.1f}" y="{y + 3:.1f}" font-size="9" fill="#ffffff" text-anchor="middle">'
            f'{escape(name[:2])}</text></g>')


def render(batch: Any, game: int = 0, seat: int = 7) -> Picture:
    """One game of a batch as a seat, or a spectator (7), sees it."""
    if not hasattr(batch, "scene"):
        raise BadCall(f"what is drawn is an environment, a match or a replay, not {type(batch).__name__}")
    scene = batch.scene(game, seat)
    table = batch.game._pointer.contents
    parts = [_cell(scene, scene.cell[i], _names(table.terrain_names, scene.cell[i].terrain))
             for i in range(scene.cell_count)]
    parts += [_token(scene, scene.token[i], _names(table.token_names, scene.token[i].kind))
              for i in range(scene.token_count)]
    places = [_place(scene, scene.cell[i]) for i in range(scene.cell_count)] or [(0.0, 0.0)]
    left, top = min(x for x, _ in places) - CELL, min(y for _, y in places) - CELL
    width, height = max(x for x, _ in places) + CELL - left, max(y for _, y in places) + CELL - top
    counters = [f"{_names(table.counter_names, scene.counter[i].name)} {scene.counter[i].value}"
                for i in range(scene.counter_count)]
    line = escape(", ".join(counters[:12]))
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} {height + 16:.1f}" '
                   f'width="{width:.0f}" font-family="sans-serif">{"".join(parts)}'
                   f'<text x="{left + 4:.1f}" y="{top + height + 10:.1f}" font-size="9">{line}</text></svg>')
