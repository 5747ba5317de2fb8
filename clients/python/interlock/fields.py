"""Reads JSON objects into typed values. A missing value or a wrong type raises a ProtocolError that names the place."""

from __future__ import annotations

from collections.abc import Mapping

from .errors import ProtocolError

Json = Mapping[str, object]


def as_object(value: object, where: str) -> Json:
    if isinstance(value, dict):
        return value
    raise _unexpected(where, "an object", value)


def as_list(value: object, where: str) -> list[object]:
    if isinstance(value, list):
        return value
    raise _unexpected(where, "an array", value)


def _unexpected(where: str, wanted: str, value: object) -> ProtocolError:
    return ProtocolError(
        f"{where}: expected {wanted} from interlockd, got {type(value).__name__}; "
        "do this package and the daemon belong to the same version?"
    )


class Fields:
    """One JSON object. A key with a default may be missing; a key without one must exist."""

    def __init__(self, value: object, where: str) -> None:
        self.object = as_object(value, where)
        self.where = where

    def place(self, key: str) -> str:
        return f"{self.where}.{key}"

    def has(self, key: str) -> bool:
        return key in self.object

    def get(self, key: str) -> object:
        return self.object.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        value = self.object.get(key, default)
        if isinstance(value, str):
            return value
        raise _unexpected(self.place(key), "a string", value)

    def maybe_text(self, key: str) -> str | None:
        return None if self.object.get(key) is None else self.text(key)

    def truth(self, key: str, default: bool | None = None) -> bool:
        value = self.object.get(key, default)
        if isinstance(value, bool):
            return value
        raise _unexpected(self.place(key), "true or false", value)

    def integer(self, key: str, default: int | None = None) -> int:
        value = self.object.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise _unexpected(self.place(key), "an integer", value)

    def maybe_integer(self, key: str) -> int | None:
        return None if self.object.get(key) is None else self.integer(key)

    def number(self, key: str, default: float | None = None) -> float:
        value = self.object.get(key, default)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        raise _unexpected(self.place(key), "a number", value)

    def texts(self, key: str) -> tuple[str, ...]:
        """An array of strings; missing: none."""
        items = as_list(self.object.get(key, []), self.place(key))
        for item in items:
            if not isinstance(item, str):
                raise _unexpected(self.place(key), "strings", item)
        return tuple(str(item) for item in items)

    def items(self, key: str) -> list[object]:
        """An array; missing: an empty one."""
        return as_list(self.object.get(key, []), self.place(key))
