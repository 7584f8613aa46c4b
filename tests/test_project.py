"""The project's own rules: what imports what, what stays unloaded, what is cited, what the documents promise."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mtg_prototype_plugin import rule_index

ROOT = Path(__file__).parents[1]
SOURCES = [*(ROOT / "mtg_prototype_plugin").rglob("*.py"), *(ROOT / "hookspecs" / "mtg_hookspecs").rglob("*.py")]

LEVELS = [
    {"mtg_hookspecs"},
    {"__init__", "rule_index"},
    {"ability", "table"},
    {"rules"},
    {"explain", "objects", "cards"},
    {"plugin"},
    {"sandbox", "bridge"},
    {"conformance", "report", "study"},
    {"cli", "__main__"},
]
"""From the lowest up: a room imports from its own level or from one below it."""


def level(room):
    return next(number for number, rooms in enumerate(LEVELS) if room in rooms)


def imports(path):
    """Every module that the file imports from our packages, as (room, the whole name)."""
    package = "mtg_hookspecs" if "mtg_hookspecs" in path.parts else "mtg_prototype_plugin"
    inside = path.relative_to(next(parent for parent in path.parents if parent.name == package)).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [package, *inside][: -node.level] if node.level else []
            whole = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            names = [f"{whole}.{alias.name}" for alias in node.names] if whole == package else [whole]
        for name in names:
            if name.split(".")[0] in ("mtg_hookspecs", "mtg_prototype_plugin"):
                yield name


def room_of(name):
    first, *rest = name.split(".")
    if first == "mtg_hookspecs":
        return first
    return rest[0] if rest and any(rest[0] in rooms for rooms in LEVELS) else "__init__"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-2:]))
def test_imports_run_downward(path):
    if path == ROOT / "mtg_prototype_plugin" / "__init__.py":
        return  # the door: it loads what is asked for
    inside = path.relative_to(ROOT)
    own = "mtg_hookspecs" if "mtg_hookspecs" in inside.parts else Path(inside.parts[1]).stem
    above = [name for name in imports(path) if level(room_of(name)) > level(own)]
    assert above == []


CLI = {"click", "rich", "mtg_prototype_plugin.cli"}
HEAVY = {"requests", "json", "importlib.metadata", "mtg_prototype_plugin.table"} | CLI


def loaded_by(statement):
    """The modules that it loads, without ``site``: what an installer's startup files load is not counted."""
    paths = [path for path in sys.path if path]
    script = f"import sys; sys.path[:0] = {paths!r}; before = set(sys.modules); {statement}"
    script += "; print(*(set(sys.modules) - before))"
    result = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True)
    return set(result.stdout.split())


@pytest.mark.parametrize("statement", ["import mtg_hookspecs", "import mtg_prototype_plugin.plugin"])
def test_importing_is_light(statement):
    assert loaded_by(statement) & HEAVY == set()


def test_prototype_of_needs_no_pluggy():
    assert "pluggy" not in loaded_by("from mtg_prototype_plugin import prototype_of, sanitized")
    assert "pluggy" not in loaded_by("from mtg_hookspecs import Characteristics, ManaCost, Zone")


def test_the_contract_is_loaded_once():
    """``hookspecs.mtg_hookspecs`` would be a second copy of every class."""
    assert [name for name in sys.modules if name.startswith("hookspecs")] == []
    assert not (ROOT / "hookspecs" / "__init__.py").exists()


def test_public_names_are_there():
    import mtg_hookspecs
    import mtg_prototype_plugin

    for package in (mtg_hookspecs, mtg_prototype_plugin):
        assert [name for name in package.__all__ if not hasattr(package, name)] == []
        assert sorted(package.__all__) == dir(package)
        with pytest.raises(AttributeError):
            package.not_there  # noqa: B018


CITATION = re.compile(r"(?<![\d.,\w/-])(\d{3}\.[1-9]\d{0,2}[a-z]{0,2})(?![\d\w]|\.\d)")
NOT_CITING = {"rule_index.py", "test_rule_index.py", "test_scenario_format.py"}  # numbers that do not exist


def cited():
    for pattern in ("**/*.py", "**/*.md", "**/*.json"):
        for path in ROOT.glob(pattern):
            inside = path.relative_to(ROOT)
            if inside.parts[0].startswith(".") or inside.parts[0] in ("build", "dist") or path.name in NOT_CITING:
                continue
            for number in CITATION.findall(path.read_text(encoding="utf-8")):
                yield number, str(inside)


def test_every_cited_rule_exists():
    numbers = list(cited())
    assert len(numbers) > 300
    assert [(number, where) for number, where in numbers if not rule_index.exists(number)] == []


def test_every_cited_section_is_known_by_its_topic():
    """Numbers move between editions (730 is merging, 729 subgames): a section newly cited is added here by hand."""
    reviewed = dict(
        line.split(" ", 1) for line in (ROOT / "tests" / "cited_sections.txt").read_text(encoding="utf-8").splitlines()
    )
    sections = {number if number[:3] in ("701", "702") else number[:3] for number, _ in cited()}
    sections = {number.rstrip("abcdefghijklmnopqrstuvwxyz") for number in sections}
    assert {section: rule_index.topic(section) for section in sections} == reviewed


def statements():
    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    for line in page.splitlines():
        row = re.match(r"\| (\d+) \| (.+?) \| (.+?) \|$", line)
        if row:
            yield int(row[1]), row[3]


def test_the_coverage_map_holds():
    source = (ROOT / "tests" / "plugin" / "test_statements.py").read_text(encoding="utf-8")
    tests = re.findall(r"^def (test_statement_\d\d_\w+)", source, re.MULTILINE)
    mapped = dict(statements())
    assert list(mapped) == list(range(1, 77))
    named = {name for shown in mapped.values() for name in re.findall(r"`(test_statement_\w+)`", shown)}
    assert named == set(tests)
    for number, shown in mapped.items():
        for name in re.findall(r"`test_statement_(\d\d)_\w+`", shown):
            assert int(name) == number


def test_no_file_is_a_drawer():
    lengths = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > 450} == {}
    assert [path for path in SOURCES if path.stem in ("utils", "helpers", "common", "misc")] == []
