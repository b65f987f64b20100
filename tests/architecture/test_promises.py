"""Each promise of docs/robustness.md names the test that keeps it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "robustness.md").read_text("utf-8")


def test_every_section_names_tests_that_are_there() -> None:
    _, *sections = re.split(r"^## ", PAGE, flags=re.M)
    assert len(sections) > 10
    for section in sections:
        assert re.search(r"Tests?:\s+`", section), section.splitlines()[0]
    files = set(re.findall(r"tests/[\w/]+\.py", PAGE))
    modules = {f"{name.replace('.', '/')}.py" for name in re.findall(r"-m (tests[\w.]+)", PAGE)}
    assert [name for name in sorted(files | modules) if not (ROOT / name).is_file()
            and not (ROOT / name).with_suffix("").joinpath("__main__.py").is_file()] == []
