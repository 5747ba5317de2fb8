"""Pictures of the screen, and finding a picture in another. They need Pillow, which is imported at first use.

The pictures are interlock's `screenshot`: what the session must not see is grey in them, and is not found.
"""

from __future__ import annotations

import importlib
import io
import os
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol, Union, cast

from . import desk
from .errors import ImageNotFoundException, PyAutoGUIException


class Box(NamedTuple):
    left: int
    top: int
    width: int
    height: int


class Point(NamedTuple):
    x: int
    y: int


class RGB(NamedTuple):
    red: int
    green: int
    blue: int


class Image(Protocol):
    """What is used here of PIL.Image.Image."""

    @property
    def size(self) -> tuple[int, int]: ...
    def convert(self, mode: str) -> Image: ...
    def crop(self, box: tuple[int, int, int, int]) -> Image: ...
    def getpixel(self, xy: tuple[int, int]) -> Any: ...
    def save(self, fp: Any) -> None: ...
    def tobytes(self) -> bytes: ...


Region = Sequence[int]
Given = Union[str, "os.PathLike[str]", Image]

_raise_if_not_found = True


def useImageNotFoundException(value: bool | None = None) -> None:
    """Whether the functions that find one picture raise ImageNotFoundException (the default), or return None."""
    global _raise_if_not_found
    _raise_if_not_found = True if value is None else value


def _pillow() -> Any:
    try:
        return importlib.import_module("PIL.Image")
    except ImportError:
        raise PyAutoGUIException("pictures need Pillow: install python3-pil, or use interlock.Session.screenshot") from None


def _load(given: Given) -> Image:
    return cast(Image, _pillow().open(given)) if isinstance(given, (str, os.PathLike)) else given


def screenshot(imageFilename: str | os.PathLike[str] | None = None, region: Region | None = None) -> Image:
    """The screen, or `region` (left, top, width, height) of it; also saved as `imageFilename`."""
    pillow = _pillow()
    part = None
    if region is not None:
        if len(region) != 4:
            raise PyAutoGUIException(f"region: expected left, top, width and height, got {region!r}")
        part = dict(zip(("x", "y", "width", "height"), (int(number) for number in region)))
    taken = desk.session().screenshot(region=part)
    picture = cast(Image, pillow.open(io.BytesIO(taken.png)).convert("RGB"))
    if imageFilename is not None:
        picture.save(imageFilename)
    return picture


def pixel(x: int, y: int) -> RGB:
    return RGB(*screenshot(region=(x, y, 1, 1)).getpixel((0, 0))[:3])


def pixelMatchesColor(x: int, y: int, expectedRGBColor: Sequence[int], tolerance: int = 0) -> bool:
    return all(abs(is_ - expected) <= tolerance for is_, expected in zip(pixel(x, y), expectedRGBColor))


def center(coords: Sequence[int]) -> Point:
    """Of left, top, width and height."""
    left, top, width, height = coords
    return Point(left + width // 2, top + height // 2)


def _rows(picture: Image, mode: str) -> tuple[list[bytes], int]:
    """The bytes of each row, and how many a pixel has."""
    depth = len(mode)
    pixels, width = picture.convert(mode).tobytes(), picture.size[0] * depth
    return [pixels[start : start + width] for start in range(0, len(pixels), width)], depth


def _found_in_row(part: bytes, row: bytes, depth: int) -> Iterator[int]:
    at = row.find(part)
    while at >= 0:
        if at % depth == 0:
            yield at
        at = row.find(part, at + 1)


def locateAll(
    needleImage: Given,
    haystackImage: Given,
    grayscale: bool | None = None,
    limit: int | None = None,
    region: Region | None = None,
    step: int = 1,
    confidence: float | None = None,
) -> Iterator[Box]:
    """Where the first picture is in the second, pixel by pixel. `step` is accepted, and each pixel compared in any case."""
    if confidence is not None:
        raise NotImplementedError("confidence needs OpenCV: compare screenshot() with it yourself")
    needle, haystack = _load(needleImage), _load(haystackImage)
    left, top = 0, 0
    if region is not None:
        left, top, width, height = (int(number) for number in region)
        haystack = haystack.crop((left, top, left + width, top + height))
    if any(part > whole for part, whole in zip(needle.size, haystack.size)):
        raise ValueError(f"a picture of {needle.size} does not fit into one of {haystack.size}")
    mode = "L" if grayscale is None or grayscale else "RGB"
    wanted, depth = _rows(needle, mode)
    rows, _ = _rows(haystack, mode)
    found = 0
    for y in range(len(rows) - len(wanted) + 1):
        for at in _found_in_row(wanted[0], rows[y], depth):
            if all(rows[y + i].startswith(wanted[i], at) for i in range(1, len(wanted))):
                yield Box(left + at // depth, top + y, *needle.size)
                found += 1
                if limit is not None and found >= limit:
                    return


def _not_found(where: str) -> None:
    if _raise_if_not_found:
        raise ImageNotFoundException(f"the picture is not {where}")


def locate(
    needleImage: Given,
    haystackImage: Given,
    grayscale: bool | None = None,
    region: Region | None = None,
    step: int = 1,
    confidence: float | None = None,
) -> Box | None:
    for box in locateAll(needleImage, haystackImage, grayscale, 1, region, step, confidence):
        return box
    _not_found("in the other one")
    return None


def locateAllOnScreen(
    image: Given,
    grayscale: bool | None = None,
    limit: int | None = None,
    region: Region | None = None,
    step: int = 1,
    confidence: float | None = None,
) -> Iterator[Box]:
    return locateAll(image, screenshot(), grayscale, limit, region, step, confidence)


def locateOnScreen(
    image: Given,
    minSearchTime: float = 0,
    grayscale: bool | None = None,
    region: Region | None = None,
    step: int = 1,
    confidence: float | None = None,
) -> Box | None:
    """Takes pictures of the screen for `minSearchTime` seconds, until it is there."""
    end = time.monotonic() + minSearchTime
    needle = _load(image)
    while True:
        for box in locateAllOnScreen(needle, grayscale, 1, region, step, confidence):
            return box
        if time.monotonic() >= end:
            _not_found("on the part of the screen that this session may see")
            return None
        time.sleep(0.1)


def locateCenterOnScreen(
    image: Given,
    minSearchTime: float = 0,
    grayscale: bool | None = None,
    region: Region | None = None,
    step: int = 1,
    confidence: float | None = None,
) -> Point | None:
    box = locateOnScreen(image, minSearchTime, grayscale, region, step, confidence)
    return None if box is None else center(box)
