#!/usr/bin/env python3
"""Checks that comments and pages name files of this repository that exist.

Reads the comments of the sources and all of the pages. A path from the root ("gate/shell/judge.cpp") or from the file's own folder
must be a file or a folder; the ending may be missing if a header or a body has that name. A bare name of a header or a body
("judge.h") must be the name of some file, and a link of a page must lead to a file. Exit code 1 and a list of the places if one is missing.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NOT_OF_THE_REPOSITORY = {"build", "dist", "demo-output"}
SLASH_COMMENTS = (".h", ".cpp", ".mjs")
HASH_COMMENTS = (".py", ".cmake", ".in", "CMakeLists.txt")
# CHANGELOG.md names files as they were called at the time.
NOT_READ = {"CHANGELOG.md"}
BARE_NAME = re.compile(r"""(?<![\w/.~$*<>"-])([a-z_0-9]+\.(?:h|cpp))\b""")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


class Tree:
    """The files and folders of the repository, as paths from its root."""

    def __init__(self, root):
        self.files, self.folders, self.names = set(), set(), set()
        for folder, below, files in os.walk(root):
            here = os.path.relpath(folder, root)
            below[:] = [name for name in below if not name.startswith(".") and name not in {"node_modules", "__pycache__"}
                        and not (here == "." and name in NOT_OF_THE_REPOSITORY)]
            self.folders.add(here)
            self.files.update(os.path.normpath(os.path.join(here, name)) for name in files)
            self.names.update(files)
        tops = "|".join(sorted(re.escape(folder) for folder in self.folders if folder != "." and "/" not in folder))
        self.path = re.compile(rf"(?<![\w/.~$*<>-])((?:{tops})/[\w./-]*\w)")

    def has(self, path):
        path = os.path.normpath(path)
        return path in self.folders or any(path + ending in self.files for ending in ("", ".h", ".cpp", ".in", ".cpp.in"))

    def missing(self, folder, text):
        """The names in `text`, of a file in `folder`, that do not exist."""
        paths = [path for path in self.path.findall(text) if not self.has(path) and not self.has(os.path.join(folder, path))]
        return paths + [name for name in BARE_NAME.findall(text) if name not in self.names]

    def broken_links(self, folder, text):
        """The links in `text`, of a page in `folder`, that lead to no file or folder of the repository."""
        return [link for link in LINK.findall(text) if ":" not in link and not self.has(os.path.join(folder, link))]


def prose(file, line):
    """The part of a line that is for readers: a comment, or all of it in a page."""
    if file.endswith(".md"):
        return line
    mark = "//" if file.endswith(SLASH_COMMENTS) else "#"
    return mark.join(line.split(mark)[1:])


def check_the_check(tree):
    """A planted wrong name must be found; otherwise the check could not fail."""
    missing = lambda text: tree.missing("gate/shell", text)
    assert missing("see gate/shell/judge.cpp, judge.h and docs/policy.md") == []
    assert missing("see gate/judge.cpp.") == ["gate/judge.cpp"]
    assert missing("`docs/foo.md`") == ["docs/foo.md"]
    assert missing("judged in sql.cpp") == ["sql.cpp"]
    assert tree.broken_links("docs", "[a](policy.md#keys) [b](../gone.md) [c](https://example.com/)") == ["../gone.md"]


def main():
    tree = Tree(ROOT)
    check_the_check(tree)
    read, wrong = 0, []
    for file in sorted(tree.files - NOT_READ):
        if not file.endswith((".md",) + SLASH_COMMENTS + HASH_COMMENTS):
            continue
        read += 1
        with open(os.path.join(ROOT, file), encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                folder, text = os.path.dirname(file), prose(file, line)
                missing = tree.missing(folder, text) + (tree.broken_links(folder, text) if file.endswith(".md") else [])
                wrong += [f"{file}:{number}: there is no file '{name}'" for name in missing]
    assert read > 1000, f"only {read} files were read"
    print("\n".join(wrong) or f"{read} files were read; all the files that they name exist")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
