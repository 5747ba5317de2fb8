"""LibreOffice Writer with a short letter, and what it has saved of it."""
import pathlib
import shutil

LETTER = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p></text:p></office:text></office:body>
</office:document>
"""
BOLD = 'fo:font-weight="bold"'


def is_installed():
    return bool(shutil.which("soffice"))


class Writer:
    def __init__(self, world, name, **variables):
        self.letter = pathlib.Path(world.folder) / "letter.fodt"
        self.letter.write_text(LETTER)
        self.process = world.start(["soffice", f"-env:UserInstallation=file://{world.folder}/office", "--norestore", "--nologo", "--nofirststartwizard",
                                    "--nolockcheck", self.letter], name, **variables)

    def saved(self):
        """What the file holds."""
        return self.letter.read_text()
