"""The course of a movement in time: from 0 to 1, as Robert Penner's easing functions have it."""

from __future__ import annotations

import math
from collections.abc import Callable

from .errors import PyAutoGUIException

Tween = Callable[[float], float]


def getPointOnLine(x1: float, y1: float, x2: float, y2: float, n: float) -> tuple[float, float]:
    """The point at the proportion `n` of the way from the first to the second."""
    return x1 + (x2 - x1) * n, y1 + (y2 - y1) * n


def _checked(n: float) -> float:
    if not 0.0 <= n <= 1.0:
        raise PyAutoGUIException(f"a tween's argument is between 0.0 and 1.0, got {n!r}")
    return n


def linear(n: float) -> float:
    return _checked(n)


def _in(curve: Tween) -> Tween:
    return lambda n: curve(_checked(n))


def _out(curve: Tween) -> Tween:
    return lambda n: 1 - curve(1 - _checked(n))


def _in_out(curve: Tween) -> Tween:
    def both(n: float) -> float:
        return curve(2 * n) / 2 if _checked(n) < 0.5 else 1 - curve(2 - 2 * n) / 2

    return both


def _power(exponent: int) -> Tween:
    return lambda n: n**exponent


def _sine(n: float) -> float:
    return 1 - math.cos(n * math.pi / 2)


def _exponential(n: float) -> float:
    return 0.0 if n == 0 else 2 ** (10 * (n - 1))


def _circle(n: float) -> float:
    return 1 - math.sqrt(1 - n * n)


def _elastic(n: float) -> float:
    if n in (0, 1):
        return n
    return float(-(2 ** (10 * (n - 1))) * math.sin((n - 1 - 0.075) * 2 * math.pi / 0.3))


def _back(n: float) -> float:
    overshoot = 1.70158
    return n * n * ((overshoot + 1) * n - overshoot)


_BOUNCES = (  # until when, the lowest point, how high it is there
    (1 / 2.75, 0.0, 0.0),
    (2 / 2.75, 1.5 / 2.75, 0.75),
    (2.5 / 2.75, 2.25 / 2.75, 0.9375),
    (math.inf, 2.625 / 2.75, 0.984375),
)


def _bounce(n: float) -> float:
    """Like the others from slow to fast: a ball that falls, backwards."""
    left = 1 - n
    middle, rest = next((middle, rest) for end, middle, rest in _BOUNCES if left < end)
    return 1 - (7.5625 * (left - middle) ** 2 + rest)


easeInQuad, easeOutQuad, easeInOutQuad = _in(_power(2)), _out(_power(2)), _in_out(_power(2))
easeInCubic, easeOutCubic, easeInOutCubic = _in(_power(3)), _out(_power(3)), _in_out(_power(3))
easeInQuart, easeOutQuart, easeInOutQuart = _in(_power(4)), _out(_power(4)), _in_out(_power(4))
easeInQuint, easeOutQuint, easeInOutQuint = _in(_power(5)), _out(_power(5)), _in_out(_power(5))
easeInSine, easeOutSine, easeInOutSine = _in(_sine), _out(_sine), _in_out(_sine)
easeInExpo, easeOutExpo, easeInOutExpo = _in(_exponential), _out(_exponential), _in_out(_exponential)
easeInCirc, easeOutCirc, easeInOutCirc = _in(_circle), _out(_circle), _in_out(_circle)
easeInElastic, easeOutElastic, easeInOutElastic = _in(_elastic), _out(_elastic), _in_out(_elastic)
easeInBack, easeOutBack, easeInOutBack = _in(_back), _out(_back), _in_out(_back)
easeInBounce, easeOutBounce, easeInOutBounce = _in(_bounce), _out(_bounce), _in_out(_bounce)

__all__ = [
    "getPointOnLine",
    "linear",
    "easeInQuad",
    "easeOutQuad",
    "easeInOutQuad",
    "easeInCubic",
    "easeOutCubic",
    "easeInOutCubic",
    "easeInQuart",
    "easeOutQuart",
    "easeInOutQuart",
    "easeInQuint",
    "easeOutQuint",
    "easeInOutQuint",
    "easeInSine",
    "easeOutSine",
    "easeInOutSine",
    "easeInExpo",
    "easeOutExpo",
    "easeInOutExpo",
    "easeInCirc",
    "easeOutCirc",
    "easeInOutCirc",
    "easeInElastic",
    "easeOutElastic",
    "easeInOutElastic",
    "easeInBack",
    "easeOutBack",
    "easeInOutBack",
    "easeInBounce",
    "easeOutBounce",
    "easeInOutBounce",
]
