"""Makes docs/pictures/report.png, a report in a browser: python docs/make_report_picture.py

Needs Chromium or Chrome on the PATH; BROWSER=... names another one of that family.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image

from irgo_app.__main__ import main as irgo

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURE: Final = ROOT / "docs" / "pictures" / "report.png"
GAME: Final = ROOT / "resources" / "examples" / "selfplay01.sgf"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
SIZE: Final = "1000,1180"
COLOURS: Final = 256


def main() -> None:
    """Make the report of an example game, and take the picture of its first page."""
    names = [os.environ["BROWSER"]] if os.environ.get("BROWSER") else BROWSERS
    browser = next(filter(None, map(shutil.which, names)), None)
    if browser is None:
        sys.exit("There is no Chromium on the PATH; install one, or name it in BROWSER.")
    with tempfile.TemporaryDirectory() as folder:
        page, taken = Path(folder) / "report.html", Path(folder) / "report.png"
        irgo(["report", str(GAME), "-o", str(page)])
        # Containers have no sandbox to give; the page is our own.
        subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             f"--user-data-dir={folder}/profile", f"--window-size={SIZE}",
             f"--screenshot={taken}", page.as_uri()],
            check=True, capture_output=True, timeout=120)
        with Image.open(taken) as picture:
            picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
                PICTURE, optimize=True)


if __name__ == "__main__":
    main()
