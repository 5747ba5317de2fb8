"""The grammar of scripts/manuals: which sentences of manuals say that something is deleted, ended, sent or only shown."""
import importlib.machinery
import importlib.util
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
LOADER = importlib.machinery.SourceFileLoader("manuals", str(HERE / "scripts/manuals"))
sys.dont_write_bytecode = True
manuals = importlib.util.module_from_spec(importlib.util.spec_from_loader("manuals", LOADER))
LOADER.exec_module(manuals)

CASES = [
    # (kind wanted, of what, sentence)
    ("d", "option", "Delete the key identified by the given URL."),
    ("d", "option", "This option will permanently remove all of the selected jobs"),
    ("d", "command", "Stop and delete the container"),
    ("d", "program", "securely erase files from a disk"),
    ("d", "option", "Autoclear. Remove all input files that were decoded."),
    ("", "option", "Delete trailing spaces"),
    ("", "option", "Do not delete original files"),
    ("", "option", "Remove lines of the output"),
    ("", "option", "Remove all temporary files"),
    ("", "option", "Allow deleting of files"),
    ("o", "program", "Format a USB floppy disk."),
    ("", "option", "Format the output as HTML"),
    ("k", "option", "Kill a running daemon"),
    ("k", "option", "Power the machine off (the default)."),
    ("", "option", "Stop at the first error"),
    ("", "option", "Reboot the machine on crash"),
    ("", "program", "start or stop the server"),
    ("s", "option", "Send the mail to the specified address."),
    ("", "option", "Send output to a file"),
    ("", "option", "Send mail to the user when the job has completed"),
    ("", "command", "the email component of the author"),
    ("a", "program", "change a user's password"),
    ("", "option", "Set the password to use for connecting"),
    ("n", "option", "Dry run. Do not change files."),
    ("n", "option", "Do not actually remove files"),
    ("n", "option", "Only show what would be removed"),
    ("", "option", "Do not actually list the jobs, but only take actions"),
    ("", "option", "Show what we are doing"),
]

wrong = [(wanted, found, sentence) for wanted, what, sentence in CASES
         if (found := manuals.kind_of(sentence, what, "tool").replace("l", "")) != wanted]
for wanted, found, sentence in wrong:
    print(f"{sentence!r}: {found!r} instead of {wanted!r}")
sys.exit(bool(wrong))
