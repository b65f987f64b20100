"""Write the JSON Schemas of irgo's documents to docs/schemas, one file a format.

    python docs/make_schemas.py
"""

import json
from pathlib import Path

from irgo_app.cli.documents import DOCUMENTS, file_of, schema_of

FOLDER = Path(__file__).parent / "schemas"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for form in DOCUMENTS:
        text = json.dumps(schema_of(form), indent=1, ensure_ascii=False) + "\n"
        (FOLDER / file_of(form)).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
